# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Errors of the describers say in which part of a tensor they come up, and leave PyTorch's ids."""

import gc
import weakref

import pytest
import torch
from stock_compare import PyTorchDescriber

import metautils
from metautils import exact


class Odd(torch.Tensor):
    """A wrapper of `parts`, of which one may be no tensor, a failing property, or missing."""

    @staticmethod
    def __new__(cls, **parts):
        return torch.Tensor._make_wrapper_subclass(cls, (2,))

    def __init__(self, **parts):
        self.names = list(parts)
        for name, part in parts.items():
            if part is not MISSING:
                setattr(self, name, part)

    def __tensor_flatten__(self):
        if "refuses" in self.names:
            raise KeyError("no names today")
        return self.names, None

    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        return Odd(**parts)

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        return NotImplemented

    @property
    def failing(self):
        raise ZeroDivisionError("no value today")

    @failing.setter
    def failing(self, value):
        pass

    @property
    def itself(self):
        return self

    @itself.setter
    def itself(self, value):
        pass

    __repr__ = object.__repr__


MISSING = object()


class Watching(torch.Tensor):
    """Is described by PyTorch's own code, which hands its parts back."""

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})


def as_grad(t):
    owner = torch.zeros(2)
    owner.grad = t
    return owner


def as_base(t):
    """A view whose base has `t` as its grad."""
    return as_grad(t)[1:]


def as_grad_of_watching(t):
    owner = torch.zeros(2).as_subclass(Watching)
    owner.grad = t
    return owner


def plain():
    return torch.zeros(2)


CASES = {
    "no names": (lambda: Odd(refuses=1), KeyError, "tensor.__tensor_flatten__()"),
    "no names inside": (
        lambda: Odd(a=Odd(b=Odd(refuses=1))),
        KeyError,
        "tensor.a.b.__tensor_flatten__()",
    ),
    "missing": (lambda: Odd(a=Odd(gone=MISSING)), AttributeError, "tensor.a.gone"),
    "a number": (lambda: Odd(fine=plain(), a=Odd(b=3)), AssertionError, "tensor.a.b"),
    "a property": (lambda: Odd(a=Odd(failing=1)), ZeroDivisionError, "tensor.a.failing"),
    "in a grad": (lambda: as_grad(Odd(b=3)), AssertionError, "tensor.grad.b"),
    "in a base": (lambda: as_base(Odd(b=3)), AssertionError, "tensor._base.grad.b"),
    "behind Python": (lambda: as_grad_of_watching(Odd(b=3)), AssertionError, "tensor.[part].b"),
}


def fail(describer, tensor):
    with pytest.raises(Exception) as error:
        describer.describe_tensor(tensor)
    return error.value


@pytest.mark.parametrize("make", [metautils.MetaTensorDescriber, exact.MetaTensorDescriber])
@pytest.mark.parametrize("case", CASES)
def test_path_of_the_part(case, make):
    build, error, path = CASES[case]
    tensor = build()
    stock = fail(PyTorchDescriber(), tensor)
    ours = fail(make(), tensor)
    assert type(ours) is type(stock) is error
    assert str(ours) == str(stock)
    assert ours.__notes__ == [f"while describing '{path}'"]


def test_no_note_on_the_tensor_itself():
    nested = torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)])
    assert not hasattr(fail(metautils.MetaTensorDescriber(), nested), "__notes__")


def test_error_of_libtorch():
    owner = Odd(a=torch.nested.nested_tensor([torch.zeros(2), torch.zeros(3)]))
    stock, ours = (fail(make(), owner) for make in (PyTorchDescriber, metautils.MetaTensorDescriber))
    assert (type(ours), str(ours)) == (type(stock), str(stock))
    assert ours.__notes__ == ["while describing 'tensor.a'"]


@pytest.mark.parametrize("make", [metautils.MetaTensorDescriber, exact.MetaTensorDescriber])
def test_cycle_names_the_ends_of_its_path(make):
    (note,) = fail(make(), Odd(itself=1)).__notes__
    assert note.startswith("while describing 'tensor.itself.itself.itself.itself.[...].itself.")


@pytest.mark.parametrize("case", CASES)
def test_ids_after_an_error(case):
    """As with PyTorch's: what had an id when the error came keeps it."""
    tensor, later = CASES[case][0](), torch.zeros(3)
    tables = []
    for describer in (PyTorchDescriber(), metautils.MetaTensorDescriber()):
        fail(describer, tensor)
        after = describer.next_tensor_id, describer.next_storage_id, len(describer.lookup_tensor)
        tables.append((*after, describer.describe_tensor(later).id))
    assert tables[0] == tables[1]


def test_overridden_method_is_a_step():
    class Passing(metautils.MetaTensorDescriber):
        def describe_tensor(self, t, *, recurse=True, trace=False):
            return super().describe_tensor(t, recurse=recurse, trace=trace)

    assert fail(Passing(), Odd(a=Odd(b=3))).__notes__ == ["while describing 'tensor.a.b'"]


def test_swallowed_error_leaves_no_path():
    class Lenient(metautils.MetaTensorDescriber):
        def describe_tensor(self, t, *, recurse=True, trace=False):
            try:
                return super().describe_tensor(t, recurse=recurse, trace=trace)
            except ZeroDivisionError:
                return super().describe_tensor(torch.zeros(2), recurse=recurse, trace=trace)

    error = fail(Lenient(), Odd(a=Odd(failing=1), b=Odd(c=3)))
    assert error.__notes__ == ["while describing 'tensor.b.c'"]


def test_tensor_of_a_failure_is_freed():
    tensor = Odd(a=Odd(b=3))
    watched = weakref.ref(tensor)
    describer = metautils.MetaTensorDescriber()
    fail(describer, tensor)
    del tensor
    gc.collect()
    assert watched() is None
    assert len(describer.lookup_tensor) == 0
