# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metautils.describe`: every fact of a strided tensor, against torch's own answer."""

import gc
import random
import warnings
import weakref

import pytest
import torch
from ir_reader import DTYPES, read_module
from torch._C._autograd import _get_creation_meta

import metautils

WORDS = {
    "parameter": lambda t: isinstance(t, torch.nn.Parameter),
    "requires_grad": lambda t: t.requires_grad,
    "non_leaf": lambda t: not t.is_leaf,
    "inference": lambda t: t.is_inference(),
}


def describe(value, source=None) -> dict:
    """The description, which verifies and survives text and bytecode."""
    module = metautils.describe(value, source)
    module.verify()
    text = str(module)
    assert str(metautils.Module.parse(text)) == text
    assert str(metautils.Module.parse(module.bytecode())) == text
    return read_module(module)


def check(described, tensor) -> None:
    """All that a description says of one tensor, its bases and grads."""
    assert described.size == tuple(tensor.shape)
    assert described.stride == tensor.stride()
    assert described.offset == tensor.storage_offset()
    assert described.dtype is tensor.dtype
    assert described.device == str(tensor.device)
    assert described.conj == tensor.is_conj()
    assert described.neg == tensor.is_neg()
    assert described.storage.nbytes == tensor.untyped_storage().nbytes()
    assert described.storage.device == str(tensor.device)
    words = {word for word, holds in WORDS.items() if holds(tensor)}
    assert described.words - {"beyond_storage"} == words
    assert (described.base is not None) == tensor._is_view()
    if tensor._is_view():
        assert described.creation == _get_creation_meta(tensor).name.lower()
        check(described.base, tensor._base)
    with warnings.catch_warnings(action="ignore"):
        grad = tensor.grad
    assert (described.grad is not None) == (grad is not None)
    if grad is not None:
        check(described.grad, grad)


def check_one(tensor):
    described = describe(tensor)["tensor"]
    check(described, tensor)
    return described


# --- Geometry --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: torch.zeros(2, 3),
        lambda: torch.zeros(()),
        lambda: torch.zeros(0),
        lambda: torch.zeros(4, 0, 3),
        lambda: torch.zeros(2, 3, 4).permute(2, 0, 1),
        lambda: torch.zeros(3, 1).expand(2, 3, 5),
        lambda: torch.zeros(10).unfold(0, 4, 2),
        lambda: torch.zeros(10).as_strided((3, 3), (1, 1), 2),
        lambda: torch.zeros(4, 5)[1:, ::2],
        lambda: torch.zeros(4, 5)[4:],
        lambda: torch.zeros(2, 3, device="meta").t(),
        lambda: torch.empty(2, 2, 4, 4).to(memory_format=torch.channels_last),
        lambda: torch.empty_strided((2, 3), (7, 2)),
    ],
)
def test_geometry(make):
    check_one(make())


def test_strides_of_unit_dims_are_kept():
    q = torch.randn(1, 2, 6, 7).to(memory_format=torch.channels_last)
    for tensor, strides in [
        (q, (84, 1, 14, 2)),
        (q.view(1, 2, 42), (2, 1, 2)),
        (q[0].unsqueeze(0), (2, 1, 14, 2)),
        (torch.empty(1, 2, 3).transpose(0, 1).contiguous(), (3, 6, 1)),
    ]:
        assert check_one(tensor).stride == strides


def test_huge_strides():
    # One byte at 0 and one at 2^62; elements without end over one value.
    far = torch.empty_strided((2,), (2**62,), dtype=torch.int8, device="meta")
    assert check_one(far).storage.nbytes == 2**62 + 1
    wide = torch.zeros(1, dtype=torch.float64).expand(1, 2**62)
    assert check_one(wide).storage.nbytes == 8
    empty = torch.empty((0, 2**21, 2**42 - 1), dtype=torch.float64, device="meta")
    assert check_one(empty).stride == (9223372036852678656, 4398046511103, 1)


def test_geometry_that_overflows():
    # Of meta tensors torch computes the bytes without asking for an overflow.
    far = torch.empty_strided((3,), (2**62,), device="meta")
    with pytest.raises(metautils.Error, match=r"expected 'x' to end below 2\^63 bytes, got an overflow"):
        metautils.describe(far, "x")
    negative = torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")
    with pytest.raises(metautils.Error, match=r"expected 'x' to have a storage of fewer than 2\^63 bytes"):
        metautils.describe(negative.as_strided((1,), (1,)), "x")


def test_as_strided_counts_from_the_storage():
    base = torch.arange(12)
    x, w = base[:6], base[6:]
    tensors = {
        "v": x.as_strided((6,), (1,), 3),
        "u": w.as_strided((4,), (1,)),
        "t": w.as_strided((2, 3), (1, 4), 0),
    }
    described = describe(tensors)
    for name, offset in (("v", 3), ("u", 6), ("t", 0)):
        check(described[name], tensors[name])
        assert described[name].offset == offset
        assert described[name].storage is described["v"].storage


def test_offset_beyond_the_storage():
    meta = torch.empty(12, dtype=torch.int64, device="meta")
    legal, beyond = meta.as_strided((4,), (3,), 2), meta.as_strided((4,), (3,), 3)
    described = describe([legal, beyond, meta.as_strided((0,), (1,), 99)])
    assert "beyond_storage" not in described["0"].words
    assert "beyond_storage" in described["1"].words
    assert "beyond_storage" not in described["2"].words
    for offset in (2**63 - 1, 2**63 - 77, 9 * 10**18):
        with pytest.raises(metautils.Error, match=r"expected 'x' to end below 2\^63"):
            metautils.describe(meta.as_strided((4,), (3,), offset), "x")


def test_resized_storage():
    for nbytes, beyond in ((0, True), (8, True), (16, False), (64, False)):
        tensor = torch.zeros(4)
        tensor.untyped_storage().resize_(nbytes)
        described = check_one(tensor)
        assert described.storage.nbytes == nbytes
        assert ("beyond_storage" in described.words) == beyond


# --- Elements --------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=str)
def test_dtype(dtype):
    described = check_one(torch.empty(3, 8, dtype=dtype, device="meta"))
    assert described.storage.nbytes == 24 * dtype.itemsize
    bytes_read_so = check_one(torch.zeros(3, 16, dtype=torch.uint8).view(dtype))
    assert bytes_read_so.size == (3, 16 // dtype.itemsize)
    assert bytes_read_so.storage.nbytes == 48


def test_every_dtype_is_tested():
    every = {value for value in vars(torch).values() if isinstance(value, torch.dtype)}
    quantized = {torch.qint8, torch.quint8, torch.qint32, torch.quint4x2, torch.quint2x4}
    assert set(DTYPES.values()) == every - quantized


def test_views_of_another_element_size():
    x = torch.zeros(4, 6)
    odd = torch.zeros(9, dtype=torch.int8)
    expected = {
        "f32_as_i16": (x[1:, 2:].view(torch.int16), (3, 8), (12, 1), 16),
        "f32_as_f64": (x[:, 2:].view(torch.float64), (4, 2), (3, 1), 1),
        "transposed": (x.t().view(torch.int32), (6, 4), (1, 6), 0),
        "strided": (x.view(torch.int16).as_strided((2, 3), (24, 2), 5), (2, 3), (24, 2), 5),
    }
    described = describe({name: tensor for name, (tensor, *_) in expected.items()})
    for name, (tensor, *geometry) in expected.items():
        check(described[name], tensor)
        assert [described[name].size, described[name].stride, described[name].offset] == geometry
        assert described[name].storage is described["f32_as_i16"].storage
    # The storage keeps its nine bytes.
    assert check_one(odd[:8].view(torch.int32)).storage.nbytes == 9
    assert check_one(torch.zeros(4, dtype=torch.cfloat)[1:].view(torch.int32)).offset == 2


def test_conjugate_and_negative_bits():
    c = torch.tensor([1 + 2j, 3 - 1j])
    assert (check_one(c.conj()).conj, check_one(c.conj()[1:]).conj) == (True, True)
    imaginary = check_one(c.conj().imag)
    assert (imaginary.conj, imaginary.neg) == (False, True)
    assert (imaginary.stride, imaginary.offset) == ((2,), 1)
    assert not check_one(c.conj().real).neg
    both = torch._neg_view(c.conj())
    assert (check_one(both).conj, check_one(both).neg) == (True, True)
    assert check_one(torch.rand(3, 4, dtype=torch.cfloat).mH).conj


# --- Storages --------------------------------------------------------------------------------


def test_sharing_that_autograd_does_not_know():
    x = torch.zeros(6)
    shared = {
        "x": x,
        "detached": x.detach()[2:],
        "set": torch.empty(0).set_(x.untyped_storage(), 3, (3,), (1,)),
        "data": x.data,
        "bits": x.view(torch.int32),
    }
    described = describe(shared)
    for name, tensor in shared.items():
        check(described[name], tensor)
        assert described[name].storage is described["x"].storage
    for name in ("set", "data", "bits"):
        assert described[name].base is None
    assert described["detached"].base is not described["x"]


@pytest.mark.parametrize("order", ["uw", "wu"])
def test_storage_has_its_own_size_whoever_comes_first(order):
    big = torch.zeros(6)
    tensors = {
        "u": torch.empty(0).set_(big.untyped_storage(), 0, (2,), (1,)),
        "w": torch.empty(0).set_(big.untyped_storage(), 3, (3,), (1,)),
    }
    described = describe({name: tensors[name] for name in order})
    assert described["u"].storage is described["w"].storage
    assert described["u"].storage.nbytes == 24


def test_slices_of_one_buffer():
    buffer = torch.arange(64.0)
    state = {f"t{i}": buffer[i * 4 : (i + 1) * 4] for i in range(4)}
    state["tied"] = state["t0"]
    empty = torch.empty(0)
    state |= {"e0": empty, "e1": empty.view(0, 3)}
    described = describe(state)
    assert [described[f"t{i}"].offset for i in range(4)] == [0, 4, 8, 12]
    assert len({id(described[f"t{i}"].storage) for i in range(4)}) == 1
    assert described["t0"].storage.nbytes == 256
    assert described["tied"] is described["t0"]
    assert described["e0"].storage is described["e1"].storage
    assert described["e0"].storage.nbytes == 0


def test_equal_tensors_are_not_one():
    described = describe([torch.zeros(3), torch.zeros(3), torch.empty(0), torch.empty(0)])
    assert len({id(tensor) for tensor in described.values()}) == 4
    assert len({id(tensor.storage) for tensor in described.values()}) == 4


# --- Autograd --------------------------------------------------------------------------------


def test_leaves_and_non_leaves():
    leaf = torch.zeros(2, requires_grad=True)
    assert check_one(leaf).words == {"requires_grad"}
    assert check_one(leaf * 2).words == {"requires_grad", "non_leaf"}
    assert check_one((leaf * 2).detach()).words == set()


def test_parameter():
    assert check_one(torch.nn.Parameter(torch.zeros(2))).words == {"parameter", "requires_grad"}
    frozen = torch.nn.Parameter(torch.zeros(2, dtype=torch.int64), requires_grad=False)
    assert check_one(frozen).words == {"parameter"}
    assert check_one(torch.nn.Buffer(torch.zeros(2))).words == set()
    marked = torch.zeros(2)
    marked._is_param = True
    assert check_one(marked).words == {"parameter"}
    marked._is_param = False
    assert check_one(marked).words == set()


@pytest.mark.parametrize("order", ["pv", "vp"])
def test_view_of_a_parameter(order):
    p = torch.nn.Parameter(torch.zeros(2, 3))
    v = p.view(6)[1:]
    described = describe({name: {"p": p, "v": v}[name] for name in order})
    check(described["p"], p)
    check(described["v"], v)
    assert described["v"].base is described["p"]
    assert described["v"].words == {"requires_grad", "non_leaf"}
    assert (described["v"].size, described["v"].stride, described["v"].offset) == ((5,), (1,), 1)


def test_view_that_got_requires_grad_after_no_grad():
    x = torch.zeros(4)
    with torch.no_grad():
        y = x.view(2, 2)
    y.requires_grad_()
    z = y.view(4)[1:]
    described = describe({"x": x, "y": y, "z": z})
    for name, tensor in (("x", x), ("y", y), ("z", z)):
        check(described[name], tensor)
    assert described["y"].words == {"requires_grad"}
    assert described["y"].creation == "no_grad_mode"
    assert described["z"].words == {"requires_grad", "non_leaf"}
    assert described["z"].base is described["y"].base is described["x"]


def make_view_of_a_custom_function():
    class View(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x[:1]

        @staticmethod
        def backward(ctx, grad):
            return grad

    return View.apply(torch.zeros(2, requires_grad=True).clone())


def make_view_in(mode):
    x = torch.zeros(2, 3)
    with mode():
        return x[1]


@pytest.mark.parametrize(
    "make, creation",
    [
        (lambda: torch.zeros(2)[1:], "default"),
        (make_view_of_a_custom_function, "in_custom_function"),
        (lambda: torch.zeros(2, 3).unbind(0)[1], "multi_output_node"),
        (lambda: make_view_in(torch.no_grad), "no_grad_mode"),
        (lambda: make_view_in(torch.inference_mode), "inference_mode"),
    ],
)
def test_creation(make, creation):
    assert check_one(make()).creation == creation


def test_inference():
    with torch.inference_mode():
        x = torch.zeros(2, 3)
        check_one(x)
        view = x[1]
    assert check_one(x).words == {"inference"}
    # Autograd does not record a view of an inference tensor.
    assert check_one(view).base is None


def test_leaf_that_torch_refuses_to_tell():
    a = torch.zeros(2, 3, requires_grad=True).clone()
    u = a.unbind(0)[0]
    a.mul_(2)
    with pytest.raises(RuntimeError, match="modified inplace"):
        u.is_leaf
    assert describe(u)["tensor"].words == {"requires_grad", "non_leaf"}


# --- Grads -----------------------------------------------------------------------------------


def test_grad():
    w = torch.nn.Parameter(torch.zeros(2, 3))
    w.grad = torch.ones(3, 2).t()
    described = check_one(w)
    assert described.grad.stride == (1, 2)
    both = describe({"w": w, "g": w.grad})
    assert both["w"].grad is both["g"]


def test_grad_of_non_leaf():
    x = torch.zeros(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.sum().backward()
    with warnings.catch_warnings(action="error"):
        described = describe([x, y, x * 3])
    assert described["1"].grad is not None
    assert described["2"].grad is None


def test_grads_that_form_a_cycle():
    x, y = torch.zeros(2, requires_grad=True), torch.zeros(2)
    x.grad, y.grad = y, x
    described = describe({"x": x, "y": y})
    assert described["x"].grad is described["y"]
    assert described["y"].grad is described["x"]


def test_grad_that_is_a_view_of_its_tensor():
    x = torch.zeros(2)
    x.grad = x.view(2)
    for name in ("x", "g"):
        described = describe({name: {"x": x, "g": x.grad}[name]})[name]
        x_described = described if name == "x" else described.base
        assert x_described.grad.base is x_described
    with pytest.raises(metautils.Error, match="'x.grad._base.grad', a tensor of layout sparse_coo"):
        x.grad = torch.zeros(4)[:2]
        x.grad._base.grad = torch.zeros(4).to_sparse()
        metautils.describe(x, "x")


def test_chain_of_grads_is_no_recursion():
    first = last = torch.zeros(1)
    for _ in range(10_000):
        last.grad = torch.zeros(1)
        last = last.grad
    module = metautils.describe(first)
    assert str(module).count("meta.tensor %") == 10_001
    last.grad = torch.zeros(1).to_sparse()
    with pytest.raises(metautils.Error, match=r"'w(\.grad){10001}', a tensor of layout sparse_coo"):
        metautils.describe(first, "w")
    # Torch frees such a chain by recursion.
    while first is not None:
        first.grad, first = None, first.grad


# --- What a description does to its tensors --------------------------------------------------


def test_keeps_no_tensor_alive():
    x = torch.zeros(3, requires_grad=True)
    x.grad = torch.zeros(3)
    dead = weakref.ref(x), weakref.ref(x.grad)
    module = metautils.describe([x, x[1:]])
    del x
    gc.collect()
    assert [ref() for ref in dead] == [None, None]
    assert "requires_grad" in str(module)


def test_no_side_effects():
    w = torch.nn.Parameter(torch.randn(2, 3))
    (w * 2).sum().backward()
    tensors = {"w": w, "v": w.detach()[1:], "y": (w * 2).t(), "c": torch.randn(2).to(torch.cfloat).conj()}

    def observe():
        return [
            (t._version, t.requires_grad, t.is_leaf, t.grad_fn, id(t._base), t.tolist(), vars(t))
            for t in tensors.values()
        ]

    before = observe(), torch.is_grad_enabled(), torch.is_inference_mode_enabled(), id(w.grad)
    with warnings.catch_warnings(action="error"):
        metautils.describe(tensors)
    assert (observe(), torch.is_grad_enabled(), torch.is_inference_mode_enabled(), id(w.grad)) == before


def test_dispatches_nothing():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Refuse(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            raise AssertionError(f"{func} was called")

    x = torch.zeros(2, 3, requires_grad=True)
    y = (x * 2).t()
    with Refuse():
        assert "non_leaf" in str(metautils.describe([x, y]))


# --- At random -------------------------------------------------------------------------------


def make_random(rng: random.Random):
    """A tensor that came about in some few random steps."""
    dtype = rng.choice([torch.float32, torch.float64, torch.complex64, torch.int32])
    grad = rng.random() < 0.5 and dtype.is_floating_point
    size = [rng.randrange(4) for _ in range(rng.randrange(1, 4))]
    tensor = torch.zeros(size, dtype=dtype, requires_grad=grad, device=rng.choice(["cpu", "meta"]))
    steps = [
        lambda t: t.transpose(0, -1),
        lambda t: t.unsqueeze(0),
        lambda t: t.expand(2, *t.shape),
        lambda t: t[1:] if t.dim() else t,
        lambda t: t.unbind(0)[-1] if t.dim() and len(t) else t,
        lambda t: t.detach(),
        lambda t: t.conj() if t.dtype.is_complex else torch._neg_view(t),
        lambda t: t * 2,
        lambda t: torch.nn.Parameter(t, requires_grad=grad),
        lambda t: t.detach().view(torch.int8) if t.dim() and t.stride(-1) == 1 and not t.is_conj() and not t.is_neg() else t,
    ]
    for _ in range(rng.randrange(4)):
        with rng.choice([torch.no_grad, torch.enable_grad, torch.enable_grad])():
            tensor = rng.choice(steps)(tensor)
    if tensor.is_leaf and tensor.requires_grad and rng.random() < 0.5:
        tensor.grad = torch.zeros_like(tensor)
    return tensor


def test_random_tensors(seed, case_count):
    rng = random.Random(seed)
    for _ in range(case_count(300, 30_000) // 3):
        tensors = [make_random(rng) for _ in range(3)]
        tensors.append(rng.choice(tensors).detach())
        described = describe(tensors)
        for index, tensor in enumerate(tensors):
            check(described[str(index)], tensor)
        for i, j in ((0, 1), (1, 2), (2, 3), (0, 3), (1, 3)):
            shared = tensors[i].untyped_storage()._cdata == tensors[j].untyped_storage()._cdata
            assert (described[str(i)].storage is described[str(j)].storage) == shared
