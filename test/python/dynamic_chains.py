# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Chains of views as functions that take at run time what a chain has as constants: sizes,
strides and offsets of the root, and parameters of the views, are `index` arguments.
"""

import random
import re
import subprocess
from dataclasses import dataclass, field

from element_types import ELEMENT_TYPES
from ir_reader import contiguous_strides
from memref_runner import BUILD
from view_chains import VIEWS, Chain, Step

# Views that look different where a size is 1, or not known.
STATIC = {"squeeze", "unbind"}
DYNAMIC_VIEWS = {name: view for name, view in VIEWS.items() if name not in STATIC}
WORDS = re.compile(r"\b(from|to|step|start|length|index|offset) (-?\d+)")
LISTS = re.compile(r"\[([^\]]+)\]")


@dataclass
class Dynamic:
    """A function of a storage, or of a tensor at its root, and of `numbers`.

    body: the first views of the chain. The last one is `last`, of type `type`.
    """

    name: str
    chain: Chain
    takes_tensor: bool
    numbers: list[int] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    last: str = "%root"
    type: str = ""

    def open(self, rng: random.Random, number: int) -> str:
        """An operand for the number, or the number. A -1 has a meaning of its own."""
        if number == -1 or rng.random() < 0.5:
            return str(number)
        self.numbers.append(number)
        return f"%n{len(self.numbers) - 1}"

    def begin(self, rng: random.Random) -> None:
        """The root, with some numbers open. A tensor that is taken states them itself."""
        t = self.chain.root
        sizes = [self.open(rng, size) for size in t.shape]
        strides, layout = [], ""
        if t.stride() != contiguous_strides(tuple(t.shape)) or rng.random() < 0.2:
            strides = [self.open(rng, stride) for stride in t.stride()]
            layout = ", strided<[" + ", ".join(re.sub("%.*", "?", n) for n in strides) + "]>"
        dims = "".join(re.sub("%.*", "?", size) + "x" for size in sizes)
        self.type = f"!meta.tensor<{dims}{ELEMENT_TYPES[t.dtype]}{layout}>"
        if self.takes_tensor:
            self.numbers.clear()
            self.root = f"%root: {self.type}"
            return
        self.root = "%s: !meta.storage"
        operands = ", ".join(number for number in [*sizes, *strides] if number[0] == "%")
        offset = self.open(rng, t.storage_offset())
        self.body.append(f"%root = meta.view %s[{operands}] offset {offset} : !meta.storage -> {self.type}")

    def add(self, rng: random.Random, index: int, step: Step) -> None:
        """One more view, of which the type is not known yet."""

        def open_list(match) -> str:
            return "[" + ", ".join(self.open(rng, int(n)) for n in match[1].split(",")) + "]"

        text = step.text
        if step.view in ("slice", "narrow", "select", "as_strided"):
            text = WORDS.sub(lambda match: f"{match[1]} {self.open(rng, int(match[2]))}", text)
        if step.view in ("split", "expand", "reshape", "unflatten", "as_strided"):
            text = LISTS.sub(open_list, text)
        packed = f":{step.results}" if step.results > 1 else ""
        separator = "" if step.view == "transpose" else " "
        self.body.append(f"%{index}{packed} = meta.{step.view} {self.last}{separator}{text} : {self.type}")
        self.last = f"%{index}#{step.result}" if packed else f"%{index}"

    def text(self, returns: bool = True) -> str:
        """The function; without its result where its type is not known."""
        arguments = ", ".join([self.root, *(f"%n{i}: index" for i in range(len(self.numbers)))])
        end = [f"return {self.last} : {self.type}" if returns else "return", "}"]
        result = f" -> {self.type}" if returns else ""
        # What a caller says of the numbers is not to be known here.
        head = f"func.func private @{self.name}({arguments}){result} attributes {{no_inline}} {{"
        return "\n".join([head, *self.body, *end]) + "\n"


def read_types(text: str) -> dict[str, list[str]]:
    """The types of the results of the last op in each function that can be read."""
    command = [BUILD / "bin" / "meta-opt", "--mlir-print-op-generic", "--split-input-file"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    types, name, last = {}, None, ""
    for line in done.stdout.splitlines():
        if match := re.search(r'"func\.func".* sym_name = "(\w+)"', line):
            name = match[1]
        elif name and '"func.return"' in line:
            types[name] = re.findall(r"!meta\.tensor<.*?>(?=, !|\)?$)", last.split(" -> ")[-1])
            name = None
        last = line
    return types


def grow(rng: random.Random, chains: list[Dynamic]) -> list[Dynamic]:
    """All views of each chain, less the chains that dynamic numbers make an error of."""
    for chain in chains:
        chain.begin(rng)
    done = []
    for index in range(max(len(chain.chain.steps) for chain in chains) + 1):
        done += [chain for chain in chains if len(chain.chain.steps) == index]
        chains = [chain for chain in chains if len(chain.chain.steps) > index]
        for chain in chains:
            chain.add(rng, index, chain.chain.steps[index])
        types = read_types("// -----\n".join(chain.text(returns=False) for chain in chains))
        chains = [chain for chain in chains if chain.name in types]
        for chain in chains:
            chain.type = types[chain.name][chain.chain.steps[index].result]
    return done
