# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Symbolic sizes as PyTorch's MetaConverter asks a ShapeEnv for them, by symbolic contexts."""

from contextlib import nullcontext, suppress
from dataclasses import dataclass
from typing import Any

import torch
from torch._dynamo.source import AttrSource
from torch._guards import Source
from torch._subclasses import meta_utils
from torch._subclasses.fake_tensor import maybe_get_fake_mode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
    SubclassSymbolicContext,
    SymbolicContext,
)
from torch.utils._python_dispatch import is_traceable_wrapper_subclass


@dataclass(slots=True)
class Place:
    """A tensor where it was met: what it is called, and how its sizes become symbols."""

    tensor: torch.Tensor
    source: Source
    context: SymbolicContext | None
    is_in_base: bool = False
    is_viewed_as_complex: bool = False


class Contexts:
    """Those of one tensor and of all that belongs to it."""

    def __init__(
        self, shape_env: ShapeEnv, describer: Any, source: Source, context: SymbolicContext | None
    ) -> None:
        self.shape_env = shape_env
        self._describer = describer
        self._source = source
        self._context = context

    def enter(
        self, tensor: torch.Tensor, owner: Place | None, part: str, attribute: str
    ) -> Place:
        """The place of a tensor that is the "base", the "grad" or an "inner" one of its owner."""
        if owner is None:
            return Place(tensor, self._source, self._context)
        attribute = {"base": "_base", "grad": "grad"}.get(part, attribute)
        source = AttrSource(owner.source, attribute)
        context = owner.context
        if context is not None:
            context = self._get_context(context, tensor, part, source)
        place = Place(tensor, source, context, owner.is_in_base)
        if part == "base":
            place.is_in_base = True
            place.is_viewed_as_complex = owner.tensor.is_complex() and not tensor.is_complex()
        return place

    def _get_context(
        self, context: Any, tensor: torch.Tensor, part: str, source: AttrSource
    ) -> SymbolicContext | None:
        if part == "base":
            return context.view_base_context
        if part == "grad":
            grad = self._describer.describe_tensor(tensor)
            fits = meta_utils._grad_context_compatible(context, grad)
            return context if fits else make_dynamic_context(tensor, source)
        if not isinstance(context, SubclassSymbolicContext):
            raise TypeError(
                f"expected a SubclassSymbolicContext of '{source.base.name}', got one of "
                f"'{type(context).__name__}'"
            )
        return context.inner_contexts[source.member]

    def make_numbers(self, place: Place) -> tuple[Any, Any, Any]:
        """Sizes, strides and the offset, and the guards of views of all of it."""
        with self.shape_env.ignore_fresh_unbacked_symbols() if place.is_in_base else nullcontext():
            sizes, strides, offset = self._make_symbols(place)
        if place.is_viewed_as_complex:
            # Of a base whose part alone can be viewed so there are none.
            with suppress(RuntimeError):
                _view_as_complex(place.tensor.size(), place.tensor.stride())
                _view_as_complex(sizes, strides)
        return sizes, strides, offset

    def _make_symbols(self, place: Place) -> tuple[Any, Any, Any]:
        """As `sym_sizes_strides_storage_offset` of PyTorch makes them."""
        env, t = self.shape_env, place.tensor
        numbers = t.size(), t.stride(), t.storage_offset()
        mode = maybe_get_fake_mode(t)
        if mode is not None and (mode.shape_env is env or place.context is None):
            return numbers
        arguments = {
            "symbolic_context": place.context,
            "hint_overrides": getattr(t, "_dynamo_hint_overrides", {}),
        }
        if mode is not None:
            return env.transfer_symbols_from_foreign_shape_env(
                *numbers, place.source, **arguments
            )
        return env._create_symbolic_sizes_strides_storage_offset(
            *numbers, [False] * t.dim(), place.source, **arguments
        )


def _view_as_complex(sizes: Any, strides: Any) -> None:
    torch.view_as_complex(torch.empty_strided(sizes, strides, device="meta"))


def make_dynamic_context(tensor: torch.Tensor, source: Source) -> SymbolicContext:
    """`all_dynamic_symbolic_context`: every size of it, its base and its parts is dynamic."""
    arguments: dict[str, Any] = {
        "dynamic_sizes": [DimDynamic.DYNAMIC] * tensor.dim(),
        "constraint_sizes": [None] * tensor.dim(),
    }
    if tensor._base is not None:
        arguments["view_base_context"] = make_dynamic_context(
            tensor._base, AttrSource(source, "_base")
        )
    if not is_traceable_wrapper_subclass(tensor):
        return StatelessSymbolicContext(**arguments)
    inner = {
        name: make_dynamic_context(getattr(tensor, name), AttrSource(source, name))
        for name in tensor.__tensor_flatten__()[0]
        if isinstance(getattr(tensor, name), torch.Tensor)
    }
    return SubclassSymbolicContext(**arguments, inner_contexts=inner, tensor_source=source)
