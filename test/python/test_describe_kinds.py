# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `metautils.describe` does not describe yet: an error that names tensor and kind."""

import warnings

import pytest
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.testing._internal.two_tensor import TwoTensor

import metautils


def expect_refusal(value, name: str, kind: str) -> None:
    expected = (
        f"expected a strided, sparse, nested or quantized tensor, got '{name}', {kind}: "
        "it is not described yet"
    )
    with pytest.raises(metautils.Error) as error:
        metautils.describe(value)
    assert str(error.value) == expected
    assert error.value.diagnostics == [metautils.Diagnostic("error", expected)]


class Plain(torch.Tensor):
    """A subclass that wraps nothing."""


def make_jagged():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)], layout=torch.jagged)


def make_fake(**options):
    with FakeTensorMode(**options) as mode:
        return mode.from_tensor(torch.zeros(5, 6)) if options else torch.zeros(2)


KINDS = {
    "jagged": (make_jagged, "an instance of the subclass 'NestedTensor'"),
    "fake": (make_fake, "an instance of the subclass 'FakeTensor'"),
    "symbolic": (
        lambda: make_fake(shape_env=ShapeEnv(), static_shapes=False),
        "an instance of the subclass 'FakeTensor'",
    ),
    "wrapper": (
        lambda: TwoTensor(torch.zeros(2), torch.zeros(2)),
        "an instance of the subclass 'TwoTensor'",
    ),
    "subclass": (lambda: torch.zeros(2).as_subclass(Plain), "an instance of the subclass 'Plain'"),
    "zero": (lambda: torch._efficientzerotensor(2), "a zero tensor without data"),
    "lazy parameter": (
        lambda: torch.nn.LazyLinear(3).weight,
        "an instance of the subclass 'UninitializedParameter'",
    ),
    "lazy buffer": (
        lambda: torch.nn.UninitializedBuffer(),
        "an instance of the subclass 'UninitializedBuffer'",
    ),
    "functional": (lambda: torch._to_functional_tensor(torch.zeros(2)), "a functional tensor"),
    "parameter of a subclass": (
        lambda: torch.nn.Parameter(TwoTensor(torch.zeros(2), torch.zeros(2))),
        "an instance of the subclass 'TwoTensor'",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_kind(kind):
    make, name = KINDS[kind]
    expect_refusal({"w": make()}, "w", name)
    # Nor does a tensor beside it lead to half a module.
    expect_refusal([torch.zeros(2), make()], "1", name)


def inside(transform, x, kind: str):
    """Describes the tensor that a function sees under a transform."""

    def function(x):
        expect_refusal([x], "0", kind)
        return x.sum()

    transform(function)(x)


def test_functorch():
    vmap, grad = torch.func.vmap, torch.func.grad
    inside(vmap, torch.zeros(2, 3), "a batched tensor of functorch")
    inside(grad, torch.zeros(2), "a grad-tracking tensor of functorch")
    both = lambda f: grad(lambda x: vmap(f)(x).sum())  # noqa: E731
    inside(both, torch.zeros(2, 3), "a batched tensor of functorch")
    inside(torch.func.functionalize, torch.zeros(2), "a functional tensor")


def test_dead_wrapper_of_functorch():
    kept = []
    torch.func.grad(lambda x: (kept.append(x), x.sum())[1])(torch.zeros(2))
    expect_refusal(kept, "0", "a grad-tracking tensor of functorch")


def test_legacy_batched():
    batched = torch._add_batch_dim(torch.zeros(2, 3), 0, 1)
    expect_refusal(batched, "tensor", "a legacy batched tensor")


def test_forward_mode_tangent():
    import torch.autograd.forward_ad as forward_ad

    x, y = torch.zeros(2, 3), torch.zeros(2, 3)
    view = y[1]
    kind = "a tensor with a forward-mode tangent"
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, torch.ones(2, 3))
        expect_refusal(dual, "tensor", kind)
        expect_refusal(dual[1], "tensor", kind)
        expect_refusal(dual * 2, "tensor", kind)
        y.copy_(dual)
        expect_refusal(view, "tensor", kind)
        assert "2x3xf32" in str(metautils.describe([x, dual.detach()]))
    # What was dual is an ordinary tensor again.
    assert "2x3xf32" in str(metautils.describe(dual))


def test_base_of_another_kind():
    view = TwoTensor(torch.zeros(2), torch.zeros(2))[1:]
    expect_refusal({"k": view}, "k", "an instance of the subclass 'TwoTensor'")


def test_grad_of_another_kind():
    w = torch.zeros(3, requires_grad=True)
    w.grad = torch._efficientzerotensor(3)
    expect_refusal({"w": w}, "w.grad", "a zero tensor without data")
    expect_refusal({"w": w[1:]}, "w._base.grad", "a zero tensor without data")


def test_a_refusal_leaves_no_trace():
    good = torch.zeros(2, 3)
    before = str(metautils.describe(good))
    for _ in range(3):
        with pytest.raises(metautils.Error):
            metautils.describe([good, torch._efficientzerotensor(2)])
    assert str(metautils.describe(good)) == before


def test_bytes_of_a_storage_that_wrapped():
    # Arithmetic on meta tensors is not checked: this storage says -2^63 + 1 bytes.
    t = torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")
    with pytest.raises(metautils.Error) as error:
        metautils.describe(t, source="t")
    assert "'t' to have a storage of fewer than 2^63 bytes, got an overflow" in str(error.value)
