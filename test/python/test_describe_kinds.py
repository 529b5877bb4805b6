# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `metautils.describe` does not describe yet: an error that names tensor and kind."""

import re
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
    "lazy parameter": (
        lambda: torch.nn.LazyLinear(3).weight,
        "an instance of the subclass 'UninitializedParameter'",
    ),
    "lazy buffer": (
        lambda: torch.nn.UninitializedBuffer(),
        "an instance of the subclass 'UninitializedBuffer'",
    ),
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


def test_base_of_another_kind():
    view = TwoTensor(torch.zeros(2), torch.zeros(2))[1:]
    expect_refusal({"k": view}, "k", "an instance of the subclass 'TwoTensor'")


def make_overflow():
    """Arithmetic on meta tensors is not checked: its storage says -2^63 + 1 bytes."""
    return torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")


def expect_overflow(value, name: str) -> None:
    expected = f"'{name}' to have a storage of fewer than 2^63 bytes, got an overflow"
    with pytest.raises(metautils.Error, match=re.escape(expected)):
        metautils.describe(value)


def test_another_tensor_of_one():
    w = torch.zeros(2, 2, dtype=torch.int8, device="meta")
    w.grad = make_overflow()
    expect_overflow({"w": w}, "w.grad")
    expect_overflow({"w": w[1:]}, "w._base.grad")
    expect_overflow({"w": torch._add_batch_dim(w, 0, 1)}, "w.unwrapped.grad")


def test_a_refusal_leaves_no_trace():
    good = torch.zeros(2, 3)
    before = str(metautils.describe(good))
    for _ in range(3):
        with pytest.raises(metautils.Error):
            metautils.describe([good, make_overflow()])
    assert str(metautils.describe(good)) == before


def test_bytes_of_a_storage_that_wrapped():
    expect_overflow({"t": make_overflow()}, "t")
