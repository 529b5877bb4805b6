# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds descriptions against those of PyTorch's own describer, field by field."""

import dataclasses

import torch
from torch._C._functorch import DynamicLayer, get_interpreter_stack
from torch._functorch import pyfunctorch
from torch._subclasses import meta_utils
from torch._subclasses.meta_utils import MetaStorageDesc, MetaTensorDesc

PyTorchDescriber = meta_utils.MetaTensorDescriber
PyTorchConverter = meta_utils.MetaConverter


def get_interpreters(stack):
    """What functorch makes of a stack that was taken off: its layers say nothing."""
    with (
        pyfunctorch.temporarily_clear_interpreter_stack(),
        pyfunctorch.temporarily_restore_interpreter_stack(stack),
    ):
        return [(layer.key(), layer.level()) for layer in get_interpreter_stack()]


def is_same(a, b) -> bool:
    """Of values that are no descriptions."""
    if type(a) is not type(b):
        return False
    if isinstance(a, torch.SymInt):
        return a.node is b.node or str(a) == str(b)
    if isinstance(a, list) and a and isinstance(a[0], DynamicLayer):
        return get_interpreters(a) == get_interpreters(b)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(is_same, a, b))
    if isinstance(a, meta_utils._CustomViewFunc):
        return type(a.func) is type(b.func) and a.func.__name__ == b.func.__name__
    if isinstance(a, meta_utils._FakeTensorViewFunc):
        return True
    return a is b or a == b


def diff(expected, found, path=""):
    """(path, expected, found) of each difference."""
    if isinstance(expected, (MetaTensorDesc, MetaStorageDesc)):
        if type(expected) is not type(found):
            yield path, expected, found
            return
        for field in dataclasses.fields(expected):
            a, b = getattr(expected, field.name), getattr(found, field.name)
            yield from diff(a, b, f"{path}.{field.name}")
        if list(vars(expected)) != list(vars(found)):
            yield f"{path}.__dict__", list(vars(expected)), list(vars(found))
    elif isinstance(expected, dict) and any(map(dataclasses.is_dataclass, expected.values())):
        if not isinstance(found, dict) or list(expected) != list(found):
            yield path, expected, found
            return
        for key in expected:
            yield from diff(expected[key], found[key], f"{path}[{key}]")
    elif isinstance(expected, torch.Tensor) or isinstance(found, torch.Tensor):
        if expected is not found:
            yield path, type(expected), type(found)
    elif not is_same(expected, found):
        yield path, expected, found


def outcome(function, *args, **kwargs):
    """What a call returns, or the class and text of what it raises."""
    try:
        return function(*args, **kwargs)
    except Exception as error:
        return type(error), str(error)


def diff_group(make, tensors, **options):
    """The differences of a describer of `make()` for a group of tensors, one after another."""
    stock, ours = PyTorchDescriber(**options), make(**options)
    for index, tensor in enumerate(tensors):
        expected = outcome(stock.describe_tensor, tensor)
        found = outcome(ours.describe_tensor, tensor)
        yield from diff(expected, found, f"[{index}]")
    for name in ("next_tensor_id", "next_storage_id"):
        yield from diff(getattr(stock, name), getattr(ours, name), name)
