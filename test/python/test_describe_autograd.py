# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metautils.describe`: autograd's state, bases and grads; and that nothing is disturbed."""

import gc
import random
import warnings
import weakref

import pytest
import torch
from description_check import check, check_one, describe

import metautils


# --- State -----------------------------------------------------------------------------------


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


def test_view_of_a_base_that_was_written_to():
    # The view has a history that nobody has asked for yet.
    w = torch.ones(3, requires_grad=True)
    base = torch.zeros(3)
    view = base[1:]
    base.mul_(w)
    assert describe(view)["tensor"].words == {"requires_grad", "non_leaf"}
    check_one(view)


def test_grad_of_non_leaf():
    x = torch.zeros(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.sum().backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
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


def test_chain_of_grads_is_no_recursion():
    first = last = torch.zeros(1)
    for _ in range(10_000):
        last.grad = torch.zeros(1)
        last = last.grad
    module = metautils.describe(first)
    assert str(module).count("meta.tensor %") == 10_001
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
    conjugate = torch.randn(2).to(torch.cfloat).conj()
    tensors = {"w": w, "v": w.detach()[1:], "y": (w * 2).t(), "c": conjugate}

    def observe():
        modes = torch.is_grad_enabled(), torch.is_inference_mode_enabled()
        return modes, [
            (t._version, t.requires_grad, t.is_leaf, t.grad_fn, id(t._base), t.tolist(), vars(t))
            for t in (*tensors.values(), w.grad)
        ]

    before = observe()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        metautils.describe(tensors)
    assert observe() == before


def test_modes_of_the_caller_change_nothing():
    w = torch.nn.Parameter(torch.zeros(2, 3))
    tensors = [w, w.t(), w * 2, torch.zeros(2)[1:]]
    expected = str(metautils.describe(tensors))
    for mode in (torch.no_grad(), torch.inference_mode(), torch.device("meta")):
        with mode:
            assert str(metautils.describe(tensors)) == expected


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


def can_be_bytes(t) -> bool:
    return t.dim() > 0 and t.stride(-1) == 1 and not t.is_conj() and not t.is_neg()


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
        lambda t: torch.nn.Parameter(t, requires_grad=grad and t.is_floating_point()),
        lambda t: t.detach().view(torch.int8) if can_be_bytes(t) else t,
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
