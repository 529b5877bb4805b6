# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Symbolic numbers of PyTorch as programs for a machine with a stack, which the extension runs.

An instruction is a tuple: ("int", n), ("symbol", name, kind, min, max, hint, sources), or
(operation,), which takes two numbers from the stack; ("pow", n) takes one.

What is an integer, but not made by arithmetic of integers (bits, a float that is rounded, a power
of a symbol), is a symbol too, named by its text.
"""

from typing import Any

import sympy
from torch.utils._sympy.singleton_int import SingletonInt

MAX_EXPONENT = 64
_BINARY = {
    "FloorDiv": "floordiv",
    "CleanDiv": "floordiv",
    "CeilDiv": "ceildiv",
    "PythonMod": "mod",
    "Mod": "mod",
}
_REPEATED = {"Add": "add", "Mul": "mul", "Max": "max", "Min": "min"}
_INT64 = range(-(2**63) + 1, 2**63)


class Programs:
    """Of the numbers of one description, in which no two symbols have one name.

    has_sources: whether symbols say where they are from, which may be any number of tensors.
    """

    def __init__(self, has_sources: bool = True) -> None:
        self._has_sources = has_sources
        # By environment, so that an environment stays what it was.
        self._names: dict[tuple[int, Any], str] = {}
        self._taken: set[str] = set()
        self._environments: list[Any] = []
        self._programs: dict[tuple[int, int, Any], list[tuple]] = {}

    def get(self, node: Any) -> list[tuple]:
        """The program of a SymNode; raises ValueError, which says what has no integer form."""
        if node.is_nested_int() and not hasattr(node, "shape_env"):
            return self._get_nested_int(node)
        env = node.shape_env
        # What an expression comes to depends on what is known: asking takes long.
        key = id(env), env._version_counter, node._expr
        if key not in self._programs:
            self._environments.append(env)
            self._programs[key] = self._compile_size(env, node.expr)
        return self._programs[key]

    def _compile_size(self, env: Any, expr: Any) -> list[tuple]:
        """Of an expression that is an integer, though its parts may be none."""
        try:
            return self.compile(env, expr)
        except ValueError:
            if expr.is_number:
                raise
            return [self._describe_symbol(env, expr)]

    def _get_nested_int(self, node: Any) -> list[tuple]:
        number, factor = node.nested_int(), node.nested_int_coeff()
        key = 0, number, factor
        if key not in self._programs:
            self._programs[key] = [self._describe_nested_int(number), ("int", factor), ("mul",)]
        return self._programs[key]

    def _describe_nested_int(self, number: int) -> tuple:
        return "symbol", self._get_name(None, f"j{number}"), "nested_int", None, None, None, []

    def _get_name(self, env: Any, symbol: Any) -> str:
        """As PyTorch calls it, but for the symbol of another environment that is called so."""
        key = id(env), symbol
        if key not in self._names:
            # Printing takes long.
            name = unique = symbol.name if isinstance(symbol, sympy.Symbol) else str(symbol)
            count = 0
            while unique in self._taken:
                count += 1
                unique = f"{name}_{count}"
            self._names[key] = unique
            self._taken.add(unique)
        return self._names[key]

    def compile(self, env: Any, expr: Any) -> list[tuple]:
        """The program of a sympy expression over the symbols of a ShapeEnv."""
        program: list[tuple] = []
        waiting = [expr]
        while waiting:
            part = waiting.pop()
            if isinstance(part, tuple):
                program.append(part)
            else:
                waiting += reversed(self._take_apart(env, part))
        return program

    def _take_apart(self, env: Any, expr: Any) -> list[Any]:
        """The program of an expression, with expressions for those of its operands."""
        kind, args = type(expr).__name__, expr.args
        if expr.is_Integer and int(expr) in _INT64:
            return [("int", int(expr))]
        if expr.is_Symbol and expr.is_integer:
            return [self._describe_symbol(env, expr)]
        if kind in _REPEATED:
            # A constant comes last, as a person has it.
            first, *others = sorted(args, key=lambda arg: arg.is_number)
            return [first, *(part for other in others for part in (other, (_REPEATED[kind],)))]
        if kind in _BINARY:
            return [*args, (_BINARY[kind],)]
        if kind == "ModularIndexing":
            base, divisor, modulus = args
            return [base, divisor, ("floordiv",), modulus, ("mod",)]
        if kind in ("Pow", "PowByNatural") and args[1].is_Integer:
            if 0 <= int(args[1]) <= MAX_EXPONENT:
                return [args[0], ("pow", int(args[1]))]
        if kind == "Identity":
            return [args[0]]
        # Sympy does not know that bits make an integer.
        if (expr.is_integer or kind.startswith("BitwiseFn")) and not expr.is_number:
            return [self._describe_symbol(env, expr)]
        raise ValueError(f"'{expr}' has no integer form")

    def _describe_symbol(self, env: Any, symbol: Any) -> tuple:
        """Of a symbol, or of an expression in its place. A ragged size is what its hint is."""
        value = symbol.xreplace(env.backed_var_to_val)
        if isinstance(value, SingletonInt):
            return self._describe_nested_int(value._val)
        name = self._get_name(env, symbol)
        is_unbacked = any(env.is_unbacked_symint(part) for part in symbol.free_symbols)
        kind = "unbacked" if is_unbacked else "backed"
        bounds = env.var_to_range.get(symbol) if symbol.is_Symbol else env.bound_sympy(symbol)
        low = _get_bound(bounds and bounds.lower)
        high = _get_bound(bounds and bounds.upper)
        hint = _get_bound(value)
        known = env.var_to_sources.get(symbol, []) if self._has_sources else []
        sources = [str(source.name) for source in known]
        return "symbol", name, kind, low, high, hint, sources


def _get_bound(number: Any) -> int | None:
    """None for what every int64 satisfies, and for what is none."""
    if number is None or not getattr(number, "is_Integer", isinstance(number, int)):
        return None
    return int(number) if int(number) in _INT64[:-1] else None
