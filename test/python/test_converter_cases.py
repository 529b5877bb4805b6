# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kinds of tensors that converters have got wrong, with what is right."""

import pytest
import torch
from converter_check import get_storage
from stock_compare import PyTorchConverter
from test_describer_cases import SPARSE, Box, MakeBox
from torch._dynamo.source import LocalSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv

import metautils
from metautils import exact

CONVERTERS = [metautils.MetaConverter, exact.MetaConverter]
every_converter = pytest.mark.parametrize("make", CONVERTERS)


def layout(t):
    return tuple(t.shape), t.stride(), t.storage_offset()


def get_bytes(t):
    return t.untyped_storage().nbytes()


# ------------------------------------------------------------------------ storages and geometry


@every_converter
def test_slices_of_one_buffer(make):
    convert, pool = make(), torch.zeros(64)
    parts = [pool[4 * i : 4 * i + 4] for i in range(4)]
    made = [convert(t) for t in parts]
    assert [layout(t) for t in made] == [((4,), (1,), 4 * i) for i in range(4)]
    assert len(set(map(get_storage, made))) == 1 and get_bytes(made[0]) == 256
    assert convert(parts[0]) is made[0]
    empty = torch.zeros(0)
    assert get_storage(convert(empty)) == get_storage(convert(empty.view(0, 3)))


@every_converter
def test_known_sizes_over_symbolic_bytes(make):
    """Nothing of the tensor itself is a symbol."""
    pool = make()(torch.zeros(5, 4), ShapeEnv(), source=LocalSource("x"))
    alias = torch.empty(0, device="meta").set_(pool.untyped_storage(), 0, (), ())
    expected = PyTorchConverter()
    for t in (alias, alias.view(1, 1), pool[0, 0], pool[0, 0].detach()):
        convert = make()
        made = convert(t)
        assert convert(t) is made
        assert layout(made) == layout(expected(t)) and made.ndim in (0, 2)


def test_views_of_fakes_beyond_the_storage():
    """Make it no larger, as views in FakeTensorMode do."""
    pool = torch.zeros(4, 4)
    view = pool[1:]
    pool.untyped_storage().resize_(0)
    mode = FakeTensorMode()
    mode.fake_tensor_converter.meta_converter = exact.MetaConverter()
    made = mode.from_tensor(view)
    assert layout(made) == ((3, 4), (4, 1), 4)
    assert get_bytes(made) == 0 and get_storage(made._base) == get_storage(made)


# The view of 12 integers on the meta device, and what comes of it.
FAR = {
    "last that fits": (((4,), (3,), 2), ((4,), (3,), 2)),
    "past the end": (((4,), (3,), 3), ((4,), (3,), 3)),
    "nothing": (((0,), (1,), 99), ((0,), (1,), 99)),
    "largest offset": (((4,), (3,), 2**63 - 1), "expected 'tensor' to end below 2^63 bytes"),
    "wrapped offset": (((4,), (3,), 2**63 - 77), "expected 'tensor' to end below 2^63 bytes"),
    "far offset": (((4,), (3,), 9 * 10**18), "expected 'tensor' to end below 2^63 bytes"),
}


@pytest.mark.parametrize("case", FAR)
def test_views_beyond_the_storage(case):
    """Have the storage that they have, or are refused."""
    geometry, expected = FAR[case]
    view = torch.empty(12, dtype=torch.int64, device="meta").as_strided(*geometry)
    if isinstance(expected, str):
        with pytest.raises(metautils.Error, match=expected.replace("^", r"\^")):
            exact.MetaConverter()(view)
        return
    made = exact.MetaConverter()(view)
    assert layout(made) == expected and get_bytes(made) == 96


# Bytes of the storage, or None where they are refused.
HUGE = {
    "wrapped": ((3,), (2**62,), torch.float32, None),
    "negative": ((2, 2), (2**62, 2**62), torch.int8, None),
    "largest": ((2,), (2**62,), torch.int8, 2**62 + 1),
    "nothing": ((0, 7), (2**62, 2**62), torch.float64, 0),
    "one element": ((2**31, 2**31), (0, 0), torch.float32, 4),
}


@pytest.mark.parametrize("case", HUGE)
def test_huge_strides(case):
    size, stride, dtype, nbytes = HUGE[case]
    t = torch.empty_strided(size, stride, dtype=dtype, device="meta")
    if nbytes is None:
        with pytest.raises(metautils.Error, match="got an overflow"):
            exact.MetaConverter()(t)
        return
    made = exact.MetaConverter()(t)
    assert layout(made) == (size, stride, 0) and get_bytes(made) == nbytes


def test_expanded_beyond_memory():
    made = exact.MetaConverter()(torch.zeros(1, dtype=torch.float64).expand(1, 2**62))
    assert (made.numel(), get_bytes(made)) == (2**62, 8)


@every_converter
def test_strided_counts_from_the_storage(make):
    convert, pool = make(), torch.arange(12)
    first, second = pool[:6], pool[6:]
    views = first.as_strided((6,), (1,), 3), second.as_strided((4,), (1,))
    views += (second.as_strided((2, 3), (1, 4), 0),)
    made = [convert(t) for t in views]
    assert list(map(layout, made)) == [((6,), (1,), 3), ((4,), (1,), 6), ((2, 3), (1, 4), 0)]
    assert set(map(get_storage, made)) == {get_storage(convert(pool))} and get_bytes(made[0]) == 96


# ------------------------------------------------------------------------------ elements and bits


def test_complex_view_of_a_part():
    convert, pool = exact.MetaConverter(), torch.zeros(15)
    made = convert(torch.view_as_complex(pool[4:12].view(4, 2)))
    assert made.dtype is torch.complex64 and layout(made) == ((4,), (1,), 2)
    assert made._base is convert(pool) and get_bytes(made) == 60
    odd = torch.view_as_complex(torch.empty_strided((1, 6, 2), (5, 2, 1)))
    assert layout(convert(odd)) == ((1, 6), (2, 1), 0)


FLOATS = torch.zeros(4, 6)
# Of another size of elements: the view, its layout, the bytes of its storage.
BITCASTS = {
    "smaller": (FLOATS[1:, 2:].view(torch.int16), ((3, 8), (12, 1), 16), 96),
    "larger": (FLOATS[:, 2:].view(torch.float64), ((4, 2), (3, 1), 1), 96),
    "same size": (FLOATS.t().view(torch.int32), ((6, 4), (1, 6), 0), 96),
    "odd buffer": (torch.zeros(9, dtype=torch.int8)[:8].view(torch.int32), ((2,), (1,), 0), 9),
    "strided": (
        FLOATS.view(torch.int16).as_strided((2, 3), (24, 2), 5),
        ((2, 3), (24, 2), 5),
        96,
    ),
    "complex": (torch.zeros(4, dtype=torch.cfloat)[1:].view(torch.int32), ((6,), (1,), 2), 32),
}


@pytest.mark.parametrize("case", BITCASTS)
def test_views_of_another_element_size(case):
    view, expected, nbytes = BITCASTS[case]
    convert = exact.MetaConverter()
    made = convert(view)
    assert (layout(made), made.dtype, get_bytes(made)) == (expected, view.dtype, nbytes)
    if get_storage(view) == get_storage(FLOATS):
        assert get_storage(made) == get_storage(convert(FLOATS))


@every_converter
def test_bits(make):
    c = torch.tensor([1 + 2j, 3 - 1j]).conj()
    views = c, c[1:], c.imag, c.real, torch.zeros(3, 4, dtype=torch.cfloat).mH
    made = [make()(t) for t in views]
    bits = [(True, False), (True, False), (False, True), (False, False), (True, False)]
    assert [(t.is_conj(), t.is_neg()) for t in made] == bits
    assert [layout(t) for t in made[1:]] == [
        ((1,), (1,), 1),
        ((2,), (2,), 1),
        ((2,), (2,), 0),
        ((4, 3), (1, 4), 0),
    ]
    assert made[2].dtype is torch.float32


# ---------------------------------------------------------------------------------------- autograd


@every_converter
@pytest.mark.parametrize("view_first", [False, True])
def test_view_of_a_parameter_in_either_order(make, view_first):
    p, convert = torch.nn.Parameter(torch.zeros(2, 3)), make()
    v = p.view(6)[1:]
    made = {name: convert(t) for name, t in sorted({"p": p, "v": v}.items(), reverse=view_first)}
    p, v = made["p"], made["v"]
    assert isinstance(p, torch.nn.Parameter) and p.is_leaf and p.requires_grad
    assert v._base is p and not isinstance(v, torch.nn.Parameter)
    assert v.requires_grad and not v.is_leaf and layout(v) == ((5,), (1,), 1)
    assert get_storage(p) == get_storage(v) and get_bytes(p) == 24


@every_converter
def test_view_of_a_leaf_view(make):
    x, convert = torch.zeros(4), make()
    with torch.no_grad():
        y = x.view(2, 2)
    y.requires_grad_()
    z = y.view(4)[1:]
    z, y, x = map(convert, (z, y, x))
    assert (z.requires_grad, z.is_leaf, layout(z)) == (True, False, ((3,), (1,), 1))
    assert (y.requires_grad, y.is_leaf, x.requires_grad) == (True, True, False)
    assert y._base is x and z._base is x and get_bytes(z) == 16
    no_grad = torch._C._autograd.CreationMeta.NO_GRAD_MODE
    assert {torch._C._autograd._get_creation_meta(t) for t in (y, z)} == {no_grad}
    with pytest.raises(RuntimeError, match="a view of a view which was created in no_grad mode"):
        z.mul_(3)


# ------------------------------------------------------------------------------- sparse, wrappers


def test_values_of_a_sparse_tensor():
    convert, csr = exact.MetaConverter(), torch.tensor([[1.0, 0, 2], [0, 3, 0]]).to_sparse_csr()
    values = convert(csr.values())
    assert layout(values) == ((3,), (1,), 0) and get_bytes(values) == 12
    assert values._base is convert(csr)
    coalesced = torch.eye(2).to_sparse().coalesce()
    assert layout(convert(coalesced.values())) == ((2,), (1,), 0)


@pytest.mark.parametrize("kind", SPARSE)
def test_stored_elements(kind):
    make, expected = SPARSE[kind]
    made = exact.MetaConverter()(make())
    by_row = made.layout in (torch.sparse_csr, torch.sparse_bsr)
    indices = made.crow_indices() if by_row else made.ccol_indices()
    found = made._nnz(), made.values().shape, indices.shape, indices.dtype, made.dense_dim()
    assert found == expected


@every_converter
def test_strides_of_a_wrapper_are_its_own(make):
    z = make()(MakeBox.apply(torch.zeros(4, 3, requires_grad=True).t()))
    assert (z.is_leaf, z.requires_grad, layout(z)) == (False, True, ((3, 4), (4, 1), 0))
    assert layout(z.a) == ((3, 4), (1, 3), 0)
    s = make()(Box(torch.zeros(6, 5, 4)[:, 2]))
    assert layout(s)[:2] == ((6, 4), (20, 1)) and layout(s.a) == ((6, 4), (20, 1), 8)
    assert s.a._base.shape == (6, 5, 4) and get_bytes(s.a) == 480
