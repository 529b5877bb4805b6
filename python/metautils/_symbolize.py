# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Symbols of a description that a ShapeEnv of PyTorch gives, or has given."""

from functools import cached_property
from typing import Any

import torch
from torch._dynamo.source import ConstantSource, EphemeralSource
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv

from metautils._materialize import make_ragged_size
from metautils._symbols import Programs


class Provider:
    """Asks an environment for symbols, in the place of MetaConverter."""

    def __init__(self, shape_env: ShapeEnv) -> None:
        self._shape_env = shape_env
        self._programs = Programs()

    def provide(self, value: int, policy: str, source: str) -> tuple[Any, ...]:
        """`("int", n)`, or `("symbol", name, kind, min, max, hint, sources)`."""
        if policy == "ephemeral":
            ephemeral = EphemeralSource("symint_visitor_fn")
            expr = self._shape_env.create_symbol(value, ephemeral, positive=None)
        else:
            expr = self._shape_env.create_symbol(
                value, ConstantSource(source), DimDynamic[policy.upper()]
            )
        # A symbol or an integer, which is one instruction.
        (instruction,) = self._programs.compile(self._shape_env, expr)
        return instruction


class Symbols:
    """The sizes of an environment by the names of its symbols."""

    def __init__(self, shape_env: ShapeEnv) -> None:
        self._shape_env = shape_env

    @cached_property
    def _known(self) -> dict[str, Any]:
        return {str(symbol): symbol for symbol in self._shape_env.var_to_range}

    def get(self, name: str, kind: str, hint: int | None, source: str) -> torch.SymInt | int:
        """That of a symbol, which is made where there is none of the name."""
        if kind == "unbacked" and name not in self._known:
            return self._shape_env.create_unbacked_symint(ConstantSource(source))
        if name not in self._known:
            if hint is None:
                raise ValueError(f"expected a hint of '{name}', which the environment does not have")
            symbol = self._shape_env.create_symbol(
                hint, ConstantSource(source), DimDynamic.DYNAMIC
            )
            self._known[name] = symbol
        return self._shape_env.create_symintnode(
            self._known[name], hint=hint, source=ConstantSource(source)
        )

    def get_ragged_size(self, name: str) -> torch.SymInt:
        """One that is multiplied by sizes: a symbol whose hint it is (`create_symbolic_nested_int`)."""
        hint = make_ragged_size(name)
        source = EphemeralSource("intermediate_offsets_or_lengths")
        if name not in self._known:
            self._known[name] = self._shape_env.create_symbol(hint, source)
        return self._shape_env.create_symintnode(self._known[name], hint=hint, source=source)
