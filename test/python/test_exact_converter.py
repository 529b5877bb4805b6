# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.exact.MetaConverter makes what the tensor is, also where PyTorch's converter errs."""

import contextlib
import random
import re

import pytest
import torch
from converter_check import GETTERS, get_storage, number
from stock_compare import outcome
from tensor_zoo import CATEGORIES, visit
from torch._dynamo.source import LocalSource
from torch.testing._internal.two_tensor import TwoTensor

import metautils
from metautils import exact

# Rows of docs/Deviations.md, and what PyTorch's code is left with and refuses.
REFUSED = re.compile(
    r"quantized ones|only its library knows|a strided nested one|escaped from inside"
    r"|elements that autograd can see"
)
# Functionalization names its views otherwise; a class may say anything.
UNEQUAL = ("functional", "functorch", "other_subclasses")


def share_counter(a, b):
    """Whether a write to `a` counts as one to `b`; those of inference mode count none."""
    if a.is_inference() or b.is_inference():
        return None
    with contextlib.suppress(RuntimeError):
        torch._C._autograd._unsafe_set_version_counter((a,), (a._version + 1000,))
        return a._version == b._version
    return None


def get_bytes(tensor):
    with contextlib.suppress(Exception):
        return tensor.untyped_storage().nbytes()
    return None


def convert_group(tensors, convert):
    """Those that are not refused, and what was made of them."""
    for t in tensors:
        try:
            yield t, convert(t)
        except metautils.Error as error:
            if not REFUSED.search(str(error)):
                raise


def diff_pairs(tensors, made, convert):
    """What those that one converter has made are otherwise than the tensors."""
    for index, (t, copied) in enumerate(zip(tensors, made)):
        assert convert(t) is copied
        try:
            exact.assert_metadata_eq(t, copied)
        except exact.MetadataError as error:
            yield index, str(error)
        if t.layout is torch.strided and get_bytes(t) != get_bytes(copied):
            yield index, f"{get_bytes(t)} bytes, got {get_bytes(copied)}"
    if number(map(get_storage, tensors)) != number(map(get_storage, made)):
        yield "storages", list(map(get_storage, tensors))
    for t, copied in zip(tensors[1:], made[1:]):
        if share_counter(t, tensors[0]) != share_counter(copied, made[0]):
            yield "counters", share_counter(t, tensors[0])


@pytest.mark.parametrize("category", [name for name in CATEGORIES if name not in UNEQUAL])
def test_equal_to_the_tensor(category, seed):
    found, count = [], 0

    def see(label, group):
        nonlocal count
        convert = exact.MetaConverter()
        pairs = list(convert_group(group, convert))
        count += len(pairs)
        if pairs:
            found.extend((label, d) for d in diff_pairs(*zip(*pairs), convert))

    visit(category, random.Random(seed), see, 20)
    assert not found
    assert count


@pytest.mark.parametrize("category", UNEQUAL)
def test_alike(category, seed):
    names = "dtype layout size stride offset requires_grad is_leaf inference conj neg view coalesced"
    found, count = [], 0

    def see(label, group):
        nonlocal count
        if label in ("Resized", "objects", "masked"):  # whose objects say something else
            return
        for t, copied in convert_group(group, exact.MetaConverter()):
            count += 1
            found.extend(
                (label, name)
                for name in names.split()
                if outcome(GETTERS[name], t) != outcome(GETTERS[name], copied)
            )

    visit(category, random.Random(seed), see, 20)
    assert not found
    assert count


# ------------------------------------------------------------------------------ PyTorch's faults


def test_storage_sizes():
    """As described, whichever tensor comes first."""
    pool = torch.zeros(6)
    first = torch.zeros(0).set_(pool.untyped_storage(), 0, (2,), (1,))
    last = torch.zeros(0).set_(pool.untyped_storage(), 3, (3,), (1,))
    for tensors in ([first, last], [last, first]):
        convert = exact.MetaConverter()
        one = convert(tensors[0])
        assert one.untyped_storage().nbytes() == 24
        assert get_storage(convert(tensors[1])) == get_storage(one)
    for count in (0, 8, 64):
        resized = torch.zeros(4)
        resized.untyped_storage().resize_(count)
        assert exact.MetaConverter()(resized).untyped_storage().nbytes() == count


def swap_data(t):
    t.data = torch.zeros(7)


CHANGES = {
    "transpose": lambda t: t.t_(),
    "unsqueeze": lambda t: t.unsqueeze_(0),
    "resize": lambda t: t.resize_(5, 5),
    "data": swap_data,
    "set": lambda t: t.set_(torch.zeros(9).untyped_storage(), 1, (2,), (3,)),
    "requires grad": lambda t: t.requires_grad_(),
    "storage": lambda t: t.untyped_storage().resize_(100),
    "grad": lambda t: setattr(t, "grad", torch.ones(2, 3)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_in_place(change):
    convert, t = exact.MetaConverter(), torch.zeros(2, 3)
    view = t[1:]
    before, before_view = convert(t), convert(view)
    t.add_(1)
    assert convert(t) is before and convert(view) is before_view
    CHANGES[change](t)
    assert convert.describer.lookup_tensor.get(t) is None
    exact.assert_metadata_eq(t, convert(t))
    assert convert(t) is not before
    assert convert(t).untyped_storage().nbytes() == t.untyped_storage().nbytes()
    assert convert(view)._base is convert(t)


def test_changed_grad():
    """Given, replaced, changed in place and taken away, also of what is no strided tensor."""
    wrapper = TwoTensor(torch.zeros(2, 3), torch.zeros(2, 3))
    for t in (torch.zeros(2, 3), torch.eye(3).to_sparse(), wrapper):
        convert, before = exact.MetaConverter(), None
        for grad in (None, t.clone(), t.clone(), None):
            t.grad = grad
            made = convert(t)
            assert made is not before and convert(t) is made
            assert made.grad is (None if grad is None else convert(grad))
            before = made
    t = torch.zeros(2, 3)
    t.grad = torch.ones(2, 3)
    before = convert(t)
    t.grad.add_(1)
    assert convert(t) is before
    t.grad.data = torch.ones(3, 2).t()
    assert convert(t).grad.stride() == (1, 2)
    t.grad.grad = t
    assert convert(t).grad is convert(t.grad)


def test_shared_counters():
    convert, t = exact.MetaConverter(), torch.zeros(4, requires_grad=True)
    made, view = convert(t.detach()), convert(t[1:])
    assert share_counter(made, view) and share_counter(view, convert(t))
    assert not share_counter(made, convert(torch.zeros(4)))
    t.detach().add_(1)
    other = torch.zeros(3)
    other.add_(1).add_(1)
    assert convert(other)._version == 2
    assert len(convert.counter_memo) == 3


def test_uncounted_writes():
    with torch.inference_mode():
        t = torch.zeros(3)
    t.data = torch.zeros(3)
    for tensor in (t, exact.MetaConverter()(t)):
        assert not tensor.is_inference()
        with pytest.raises(RuntimeError, match="do not track version counter"):
            tensor._version  # noqa: B018


def test_views_that_writes_invalidated():
    t = torch.zeros(2, 3, requires_grad=True).clone()
    row = t.unbind(0)[0]
    t.mul_(2)
    made = exact.MetaConverter()(row)
    with pytest.raises(RuntimeError, match="is a view and its base"):
        made.grad_fn  # noqa: B018


def test_sparse():
    convert = exact.MetaConverter()
    csr = torch.eye(3).to_sparse_csr()
    values = csr.values()
    made = convert(values[1:])
    assert (made._base._nnz(), made.shape) == (3, (2,))
    assert convert(csr) is made._base
    assert convert(values)._base is made._base
    assert convert(csr.t()).layout is torch.sparse_csc
    coo = torch.eye(3).to_sparse().requires_grad_()
    assert convert(coo)._nnz() == 3


def test_complex_views():
    convert, pairs = exact.MetaConverter(), torch.zeros(5, 4)
    cut = torch.view_as_complex(pairs[1:, :2])
    exact.assert_metadata_eq(cut, convert(cut))
    imaginary = torch.zeros(3, dtype=torch.cfloat).conj().detach().imag
    exact.assert_metadata_eq(imaginary, convert(imaginary))


def test_zero_tensor_and_history():
    convert = exact.MetaConverter()
    assert convert(torch._efficientzerotensor((2, 3)))._is_zerotensor()
    part = (torch.zeros(4, requires_grad=True) * 2).split(2)[1]
    part.retain_grad()
    made = convert(part)
    assert made.retains_grad and made.output_nr == 1


def test_tangent():
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.zeros(3), torch.ones(3))
        tangent = torch.autograd.forward_ad.unpack_dual(exact.MetaConverter()(dual)).tangent
        assert tangent.shape == (3,) and tangent.device.type == "meta"


def test_jagged():
    jagged = torch.nested.nested_tensor([torch.zeros(2, 4), torch.zeros(3, 4)], layout=torch.jagged)
    one_row = torch.zeros(3).expand(5, 3)
    expanded = torch.nested.nested_tensor_from_jagged(one_row, jagged.offsets())
    convert = exact.MetaConverter()
    for t in (jagged, jagged * 2, jagged.transpose(1, 2), jagged[..., :2], expanded):
        made = convert(t)
        assert (made.shape, made.stride()) == (t.shape, t.stride())
        assert made.offsets() is convert(t.offsets())


def test_classes():
    class Named(torch.Tensor):
        pass

    convert = exact.MetaConverter()
    parameter = torch.nn.Parameter(torch.zeros(3))
    assert type(convert(parameter)) is torch.nn.Parameter
    assert type(convert(torch.zeros(3).as_subclass(Named))) is Named
    assert type(convert(TwoTensor(torch.zeros(2), torch.ones(2)))) is TwoTensor
    assert torch.nn.parameter.is_lazy(convert(torch.nn.UninitializedParameter()))
    assert convert(torch.nn.Buffer(torch.zeros(2)))._is_buffer


# -------------------------------------------------------------------------- what cannot be held


def make_refused():
    rows = [torch.zeros(2, 4), torch.zeros(3, 4)]
    quantized = torch.quantize_per_tensor(torch.zeros(4), 0.1, 3, torch.quint8)
    return {
        "quantized": (quantized, "elements that the meta device can view and copy"),
        "mkldnn": (torch.zeros(2, 3).to_mkldnn(), "a layout that the meta device has, got one"),
        "nested": (torch.nested.nested_tensor(rows), "got a strided nested one"),
    }


@pytest.mark.parametrize("kind", make_refused())
def test_refused(kind):
    tensor, reason = make_refused()[kind]
    convert = exact.MetaConverter()
    for source, name in ((None, "tensor"), (LocalSource("x"), "L['x']")):
        with pytest.raises(metautils.Error, match=re.escape(f"could not make '{name}'")) as caught:
            convert(tensor, source=source)
        assert reason in str(caught.value)
    assert len(convert.tensor_memo) == len(convert.storage_memo) == 0


def test_overflow():
    huge = torch.zeros(1, device="meta").as_strided((3,), (2**62,))
    with pytest.raises(metautils.Error, match="expected 'tensor"):
        exact.MetaConverter()(huge)


def test_detached_inference():
    with torch.inference_mode():
        t = torch.zeros(3)
    detached = t.detach()
    assert detached.is_inference() and detached._version == 0
    made = exact.MetaConverter()(detached)
    assert made.is_inference()
    with pytest.raises(RuntimeError, match="do not track version counter"):
        made._version  # noqa: B018


def test_failing_classes_leave_nothing():
    class Failing(TwoTensor):
        @staticmethod
        def __tensor_unflatten__(parts, ctx, size, stride):
            raise ZeroDivisionError

    convert = exact.MetaConverter()
    with pytest.raises(ZeroDivisionError) as caught:
        convert(Failing(torch.zeros(2), torch.ones(2)), source=LocalSource("x"))
    assert caught.value.__notes__ == ["while 'L['x']' was made"]
    assert len(convert.tensor_memo) == len(convert.storage_memo) == 0
