# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What programs of the `build` dialect leave to Python: objects, marks, classes that wrap tensors.

A class is found by its name only in modules that are imported already.
"""

from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.nested._internal import nested_tensor
from torch.nested._internal.nested_int import NestedIntNode

from metautils._data import find


def find_class(name: str) -> type[torch.Tensor]:
    cls = find(name)
    if not isinstance(cls, type) or not issubclass(cls, torch.Tensor):
        raise ValueError(f"expected a class of tensors '{name}' in a module that is imported")
    return cls


def set_object(
    tensor: torch.Tensor, cls: type[torch.Tensor] | None, is_parameter: bool, buffer: str
) -> None:
    """Makes an object of it that is of the class, a parameter or a buffer.

    What a callback made keeps its class: a FakeTensor of another one is none.
    """
    if type(tensor) is torch.Tensor and (cls or is_parameter):
        tensor.__class__ = cls or torch.nn.Parameter
    elif is_parameter:
        tensor._is_param = True
    if buffer != "none":
        tensor._is_buffer = True
        tensor.persistent = buffer == "persistent"


def make_ragged_size(name: str) -> torch.SymInt:
    """The one that PyTorch calls "j1"."""
    number = name.removeprefix("j")
    if not number.isdecimal():
        raise ValueError(f"expected a nested int to be named as 'j1' is, got '{name}'")
    return torch.SymInt(NestedIntNode(int(number), 1))


def set_ragged_size(tensor: torch.Tensor, size: torch.SymInt) -> None:
    """Notes the one that is made of these offsets."""
    if isinstance(tensor, FakeTensor):
        tensor.nested_int_memo = size
    else:
        nested_tensor._tensor_symint_registry[tensor] = size


def _to_numbers(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """As descriptions have them: 0 times a ragged size is 0."""

    def is_zero(size: int) -> bool:
        node = getattr(size, "node", None)
        return isinstance(node, NestedIntNode) and node.coeff == 0

    return tuple(0 if is_zero(size) else size for size in sizes)


def _keep_ragged_size(parts: dict[str, Any], size: torch.SymInt | int) -> None:
    """Lets PyTorch find that of offsets which nobody has noted it of, as those of FakeTensors."""
    source = parts.get("_lengths", parts["_offsets"])
    if isinstance(size, torch.SymInt) and not isinstance(source, FakeTensor):
        nested_tensor._tensor_symint_registry.setdefault(source, size)


def make_subclass(
    cls: type[torch.Tensor],
    class_name: str,
    parts: dict[str, Any],
    ctx: Any,
    size: tuple[int, ...],
    stride: tuple[int, ...],
) -> torch.Tensor:
    """An instance made of its parts, with the sizes and strides that it had."""
    unflatten = getattr(cls, "__tensor_unflatten__", None)
    if unflatten is None:
        raise ValueError(f"expected a method '__tensor_unflatten__' of '{class_name}'")
    if issubclass(cls, nested_tensor.NestedTensor):
        _keep_ragged_size(parts, size[ctx["ragged_idx"]])
    made = unflatten(parts, ctx, torch.Size(size), stride)
    if type(made) is not cls:
        raise ValueError(f"expected an instance of '{class_name}', got one of '{type(made)}'")
    if (_to_numbers(made.shape), _to_numbers(made.stride())) != (size, stride):
        raise ValueError(
            f"expected sizes {size} and strides {stride} of '{class_name}', got "
            f"{tuple(made.shape)} and {made.stride()}"
        )
    return made
