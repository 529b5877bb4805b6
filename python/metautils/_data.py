# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Takes apart and puts together the plain data that the extension does not itself.

A class is found by its name only in modules that are imported already, and no code of it runs:
neither `__init__` nor `__new__`, `__setattr__` or `__reduce__`. The exceptions are PyTorch's own
classes in `_TORCH`.
"""

import dataclasses
import enum
import inspect
import re
import sys
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType
from typing import Any

import torch

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_GLOBALS = (type, FunctionType, BuiltinFunctionType)
_CONSTANTS = (torch.layout, torch.memory_format, torch.qscheme)

_PLACEMENTS = "torch.distributed.tensor.placement_types."
_MESH = "torch.distributed.device_mesh.DeviceMesh"
# Classes of PyTorch's that are made with these arguments, which they have as attributes.
_TORCH = {
    _PLACEMENTS + "Shard": ("dim",),
    _PLACEMENTS + "Replicate": (),
    _PLACEMENTS + "Partial": ("reduce_op",),
    _PLACEMENTS + "_StridedShard": ("dim", "split_factor"),
}


def get_name(obj: Any) -> str:
    """Of a class or function: its module and qualified name."""
    return f"{obj.__module__}.{obj.__qualname__}"


def find(name: str) -> Any:
    """What an imported module has under a name, or None."""
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        found: Any = sys.modules.get(".".join(parts[:length]))
        if found is None:
            continue
        for part in parts[length:]:
            found = inspect.getattr_static(found, part, None)
        return found
    return None


def _is_found(obj: Any) -> bool:
    module, name = getattr(obj, "__module__", None), getattr(obj, "__qualname__", None)
    return isinstance(module, str) and isinstance(name, str) and find(get_name(obj)) is obj


# ---------------------------------------------------------------------------------- taking apart


def take_apart(value: Any) -> tuple:
    """A kind of attribute and what it consists of, for `value` that is no builtin."""
    cls = type(value)
    if isinstance(value, _CONSTANTS):
        return "constant", str(value).removeprefix("torch.")
    if isinstance(value, _GLOBALS):
        return ("global", get_name(value)) if _is_found(value) else make_opaque(value)
    if _is_found(cls):
        if isinstance(value, enum.Enum) and cls.__members__.get(value.name) is value:
            return "enum", get_name(cls), value.name
        fields = _get_fields(value, get_name(cls))
        if fields is not None:
            return "record", get_name(cls), fields
    return make_opaque(value)


def make_opaque(value: Any) -> tuple:
    """What takes the place of a value that is no data."""
    try:
        printed = repr(value)
    except Exception as error:  # of the user's
        printed = f"<no printed form: {type(error).__name__}>"
    return "opaque", get_name(type(value)), _ADDRESS.sub("", printed)


def _get_fields(value: Any, name: str) -> dict[str, Any] | None:
    """The fields of a record, if they are all that there is to it."""
    cls, attributes = type(value), getattr(value, "__dict__", {})
    if name == _MESH:
        names = value.mesh_dim_names
        mesh = {"device_type": value.device_type, "mesh": value.mesh.tolist()}
        return mesh | {"mesh_dim_names": None if names is None else tuple(names)}
    if name in _TORCH:
        fields = {field: getattr(value, field) for field in _TORCH[name]}
        return None if attributes else fields
    if _is_named_tuple(cls):
        return None if attributes else dict(zip(cls._fields, value))
    if not dataclasses.is_dataclass(cls) or not _is_made_of_attributes(cls):
        return None
    names = [field.name for field in dataclasses.fields(cls)]
    if not attributes.keys() <= set(names):
        return None
    try:
        return {field: _get_field(value, field) for field in names}
    except AttributeError:
        return None  # one without a value


def _is_named_tuple(cls: type) -> bool:
    fields = cls.__dict__.get("_fields")
    return cls.__bases__ == (tuple,) and isinstance(fields, tuple)


def _is_made_of_attributes(cls: type) -> bool:
    try:
        object.__new__(cls)
    except TypeError:  # of one that extends a builtin
        return False
    return True


def _get_slot(cls: type, field: str) -> MemberDescriptorType | None:
    slot = inspect.getattr_static(cls, field, None)
    return slot if isinstance(slot, MemberDescriptorType) else None


def _get_field(value: Any, field: str) -> Any:
    if slot := _get_slot(type(value), field):
        return slot.__get__(value)
    try:
        return value.__dict__[field]
    except KeyError:
        raise AttributeError(field) from None


# ------------------------------------------------------------------------------ putting together


def put_together(kind: str, name: str, parts: Any = None) -> Any:
    """The other way; raises ValueError for what is not here, or is none of its kind."""
    if kind == "constant":
        found = inspect.getattr_static(torch, name, None)
        fits = isinstance(found, _CONSTANTS)
    else:
        found = find(name)
        fits = isinstance(found, _GLOBALS if kind == "global" else type)
    if fits and kind == "enum":
        fits = issubclass(found, enum.Enum) and parts in found.__members__
    if not fits:
        raise ValueError(f"expected the {kind} '{name}' in a module that is imported")
    if kind == "enum":
        return found.__members__[parts]
    return _make_record(found, name, parts) if kind == "record" else found


def _make_record(cls: type, name: str, fields: dict[str, Any]) -> Any:
    if name == _MESH:
        expected: Any = ("device_type", "mesh", "mesh_dim_names")
    elif name in _TORCH:
        expected = _TORCH[name]
    elif _is_named_tuple(cls):
        expected = cls._fields
    elif dataclasses.is_dataclass(cls) and _is_made_of_attributes(cls):
        expected = [field.name for field in dataclasses.fields(cls)]
    else:
        raise ValueError(f"expected a dataclass or a named tuple, got '{name}'")
    if set(expected) != fields.keys():
        raise ValueError(f"expected the fields of '{name}', got {', '.join(fields) or 'none'}")
    if name == _MESH or name in _TORCH:
        try:
            return _make_mesh(cls, **fields) if name == _MESH else cls(**fields)
        except Exception as error:
            raise ValueError(f"expected arguments of '{name}': {error}") from error
    if _is_named_tuple(cls):
        return tuple.__new__(cls, (fields[field] for field in expected))
    record = object.__new__(cls)
    for field, value in fields.items():
        if slot := _get_slot(cls, field):
            slot.__set__(record, value)
        else:
            record.__dict__[field] = value
    return record


def _make_mesh(cls: Any, device_type: str, mesh: list, mesh_dim_names: tuple | None) -> Any:
    """Without process groups: a description knows none."""
    ranks = torch.tensor(mesh, dtype=torch.int)
    return cls(device_type, ranks, mesh_dim_names=mesh_dim_names, _init_backend=False, _rank=0)
