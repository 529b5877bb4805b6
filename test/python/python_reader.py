# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads back what descriptions say in numbers known at run time, and of Python objects."""

import re
from dataclasses import dataclass, field

NUMBER = re.compile(r"(%\S+) = (?:arith|meta)\.(constant|symbol|\w+si|\w+i) (.*)")
SYMBOL = re.compile(
    r'"(\S+)"(?: (unbacked|nested_int))?(?: min (-?\d+))?(?: max (-?\d+))?(?: hint (-?\d+))?'
    r"(?: sources \[(.*)\])?"
)
OPERATIONS = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "floordivsi": lambda a, b: a // b,
    "ceildivsi": lambda a, b: -(-a // b),
    "minsi": min,
    "maxsi": max,
}


@dataclass
class Symbol:
    kind: str
    min: int | None
    max: int | None
    hint: int | None
    sources: list[str]


@dataclass
class Wrapper:
    """A `meta.subclass`: parts by name, tensors as the names of values, data as text."""

    class_name: str
    outer: str
    parts: dict[str, str]
    others: list[str]
    ctx: str | None
    class_layout: str


@dataclass
class Numbers:
    """Values of `index` by their name, where each symbol has a value of its own."""

    values: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, Symbol] = field(default_factory=dict)

    def sample(self, symbol: str) -> int:
        """A value that no other symbol has: expressions of them are told apart by theirs."""
        return 101 + 6 * list(self.symbols).index(symbol)

    def read(self, line: str) -> bool:
        match = NUMBER.fullmatch(line)
        if not match:
            return False
        name, operation, rest = match.groups()
        assert name not in self.values
        if operation == "constant":
            self.values[name] = int(rest.removesuffix(" : index"))
        elif operation == "symbol":
            text, kind, *numbers, sources = SYMBOL.fullmatch(rest).groups()
            facts = [None if number is None else int(number) for number in numbers]
            names = re.findall(r'"((?:[^"\\]|\\.)*)"', sources or "")
            assert text not in self.symbols
            self.symbols[text] = Symbol(kind or "backed", *facts, names)
            self.values[name] = self.sample(text)
        else:
            a, b = rest.removesuffix(" : index").split(", ")
            self.values[name] = OPERATIONS[operation](self.values[a], self.values[b])
        return True


def take_brackets(text: str) -> tuple[str, str]:
    """What is in the brackets that a text begins with, and what is behind them."""
    depth, quoted = 0, False
    for index, character in enumerate(text):
        if character == '"' and text[index - 1] != "\\":
            quoted = not quoted
        elif not quoted and character in "([{<":
            depth += 1
        elif not quoted and character in ")]}>" and text[index - 1] != "-":
            depth -= 1
            if depth == 0:
                return text[1:index], text[index + 1 :]
    raise AssertionError(f"no end of brackets: {text}")


def split(text: str) -> list[str]:
    """At commas that are in no brackets and no quotes."""
    parts, depth, quoted, begin = [], 0, False, 0
    for index, character in enumerate(text):
        if character == '"' and text[index - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif character in "([{<":
            depth += 1
        elif character in ")]}>":
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[begin:index].strip())
            begin = index + 1
    return [part for part in [*parts, text[begin:].strip()] if part]


def read_wrapper(line: str) -> tuple[str, Wrapper] | None:
    match = re.match(r'(%\S+) = meta\.subclass (\S+) of "([^"]*)"', line)
    if not match:
        return None
    inside, rest = take_brackets(line[match.end() :])
    parts = dict(part.split(" = ", 1) for part in split(inside))
    others, ctx, layout = [], None, "strided"
    if found := re.match(r" with ((?:%\S+, )*%\S+)", rest):
        others, rest = found[1].split(", "), rest[found.end() :]
    if rest.startswith(" ctx("):
        ctx, rest = take_brackets(rest.removeprefix(" ctx"))
    if found := re.match(r' layout "(\w+)"', rest):
        layout = found[1]
    return match[1], Wrapper(match[3], match[2], parts, others, ctx, layout)
