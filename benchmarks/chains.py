# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes chains of views as text: of the meta dialect, or the same of memref.subview.

    $ chains.py slices 1000000 > chain.mlir
    $ chains.py slices 1000000 --memref > peer.mlir

A chain ends in what keeps it: a live tensor with a name, or a load that is stored.
"""

import argparse
import sys

KINDS = {
    "slices": "one chain; each op drops a row, so that no two types are equal",
    "transposes": "one chain of slices and transposes in turn (memref: slices)",
    "short": "chains of 10 slices from one pool",
    "dynamic": "one chain; each op moves the start by an index known at run time",
    "tensors": "named tensors, each a folded view of one pool (meta alone)",
}
COLUMNS = 8
LEFT = 4  # rows that are left of a chain that drops one with each op
SHORT = 10  # ops in a short chain
STARTS = 64  # rows of the pool where a short chain may start


class Meta:
    """A chain from `%pool`, op by op, each as a line."""

    def __init__(self, name, rows):
        self.name, self.rows, self.transposed = name, rows, False
        self.count, self.value = 0, "%pool"

    @property
    def type(self):
        if self.transposed:
            return f"!meta.tensor<{COLUMNS}x{self.rows}xf32, strided<[1, {COLUMNS}]>>"
        return f"!meta.tensor<{self.rows}x{COLUMNS}xf32>"

    def op(self, text, rows):
        base, type = self.value, self.type
        self.value, self.rows = f"%{self.name}_{self.count}", rows
        self.count += 1
        return f"{self.value} = meta.{text.format(base)} : {type}"

    def slice(self, start, rows):
        dim = int(self.transposed)
        return self.op(f"slice {{}} dim {dim} from {start} to {start + rows}", rows)

    def transpose(self):
        line = self.op("transpose {}, 0, 1", self.rows)
        self.transposed = not self.transposed
        return line

    def move(self):
        return self.op(f"narrow {{}} dim 0 start %i length {self.rows}", self.rows)

    def end(self):
        yield f"%{self.name} = meta.tensor {self.value} : {self.type}"
        yield f'meta.source %{self.name}, "{self.name}" : {self.type}'

    def tensor(self, start, pool):
        """A live tensor, of what a slice of the pool is folded to."""
        name, type = f"%{self.name}", self.type
        yield f"{name}_0 = meta.view %s offset {COLUMNS * start} : !meta.storage -> {type}"
        yield f"{name} = meta.tensor {name}_0 base %pool : {type}, {pool}"
        yield f'meta.source {name}, "{self.name}" : {type}'

    @classmethod
    def module(cls, rows, body):
        type = cls("", rows).type
        yield '%i = meta.symbol "i"'
        yield f"%s = meta.storage {rows * COLUMNS * 4} : !meta.storage"
        yield f"%0 = meta.view %s : !meta.storage -> {type}"
        yield f"%pool = meta.tensor %0 : {type}"
        yield from body


class Memref:
    """The same; what has no subview of its own is a slice here."""

    def __init__(self, name, rows):
        self.name, self.rows = name, rows
        self.count, self.value, self.start = 0, "%pool", 0

    @property
    def type(self):
        if self.start == 0:
            return f"memref<{self.rows}x{COLUMNS}xf32>"
        offset = "?" if self.start is None else COLUMNS * self.start
        return f"memref<{self.rows}x{COLUMNS}xf32, strided<[{COLUMNS}, 1], offset: {offset}>>"

    def subview(self, first, rows, start):
        base, type = self.value, self.type
        self.value, self.rows, self.start = f"%{self.name}_{self.count}", rows, start
        self.count += 1
        bounds = f"[{first}, 0] [{rows}, {COLUMNS}] [1, 1]"
        return f"{self.value} = memref.subview {base}{bounds} : {type} to {self.type}"

    def slice(self, start, rows):
        return self.subview(start, rows, self.start + start)

    def transpose(self):
        return self.slice(1, self.rows - 1)

    def move(self):
        return self.subview("%i", self.rows, None)

    def end(self):
        yield f"%{self.name} = memref.load {self.value}[%0, %0] : {self.type}"
        yield f"memref.store %{self.name}, %out[] : memref<f32>"

    @classmethod
    def module(cls, rows, body):
        yield f"func.func @f(%pool: {cls('', rows).type}, %out: memref<f32>, %i: index) {{"
        yield "%0 = arith.constant 0 : index"
        yield from body
        yield "return"
        yield "}"


def chain_lines(kind, dialect, ops, rows):
    if kind == "short":
        for index in range(ops // SHORT):
            chain = dialect(f"c{index}", rows)
            yield chain.slice(index % STARTS, LEFT + SHORT)
            for _ in range(SHORT - 1):
                yield chain.slice(1, chain.rows - 1)
            yield from chain.end()
        return
    if kind == "tensors":
        for index in range(ops):
            yield from dialect(f"c{index}", LEFT).tensor(index % STARTS, dialect("", rows).type)
        return
    chain = dialect("c", rows)
    for index in range(ops):
        if kind == "dynamic":
            yield chain.move()
        elif kind == "transposes" and index % 2:
            yield chain.transpose()
        else:
            yield chain.slice(1, chain.rows - 1)
    yield from chain.end()


def lines(kind, ops, dialect=Meta):
    """The module with so many view ops."""
    few = {"short": STARTS + SHORT + LEFT, "dynamic": 64, "tensors": STARTS + LEFT}
    rows = few.get(kind, ops + LEFT)
    return dialect.module(rows, chain_lines(kind, dialect, ops, rows))


def write(path, kind, ops, dialect=Meta):
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in lines(kind, ops, dialect))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("ops", type=int)
    parser.add_argument("--memref", action="store_true", help="chains of memref.subview")
    args = parser.parse_args()
    if args.memref and args.kind == "tensors":
        parser.error("memref has no named tensors")
    dialect = Memref if args.memref else Meta
    sys.stdout.writelines(line + "\n" for line in lines(args.kind, args.ops, dialect))


if __name__ == "__main__":
    main()
