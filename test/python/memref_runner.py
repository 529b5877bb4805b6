# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Executes functions that return memrefs, with MLIR's own tools: what each memref reads.

Storages go in on the standard input and elements come out on the standard output, by the
libc that mlir-runner has in its process.
"""

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("METAUTILS_BUILD_DIR", SOURCE / "build"))
MLIR_DIR = re.search(r"^MLIR_DIR:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)[1]
STOCK_TOOLS = Path(MLIR_DIR).parents[2] / "bin"
# As a compiler would, with what folds views of views: that is where offsets get lost.
LOWERING = (
    "--inline --symbol-dce --canonicalize --cse --expand-strided-metadata --lower-affine"
    " --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts --canonicalize"
).split()
ALIGNMENT = 64  # of storages, as c10 aligns them
GROUP = 50


@dataclass
class Call:
    """A call of `@<name>`, which is in the module, that returns a memref to be read.

    storage: its bytes. The first argument is its buffer, or with `argument` a view of it:
        the type of its elements, the offset, sizes and strides.
    numbers: the other arguments, of type index.
    sizes: those that the memref must have.
    itemsize: the bytes of an element.
    """

    name: str
    storage: bytes
    sizes: Sequence[int]
    itemsize: int
    numbers: Sequence[int] = ()
    argument: tuple | None = None

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        count = self.itemsize
        for size in self.sizes:
            count *= size
        return count


def run_tool(tool: Path, *arguments: str, input: bytes) -> bytes:
    """The output of a tool; on failure its last words are the error."""
    done = subprocess.run([tool, *arguments], input=input, capture_output=True)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-4000:]
    return done.stdout


def meta_opt(text: str, *arguments: str) -> str:
    return run_tool(BUILD / "bin" / "meta-opt", *arguments, input=text.encode()).decode()


def read_signatures(functions: str) -> dict[str, tuple[list[str], str]]:
    """The types of the arguments of each function, and of its one result."""
    return {
        name: (re.findall(r"%\w+: (.*?)(?: \{[^}]*\})?(?=, %|$)", arguments), result)
        for name, arguments, result in re.findall(
            r"func\.func (?:private )?@(\w+)\((.*?)\) -> \(?(memref<[^{]*>)(?: \{.*?\}\))?(?: attributes \{.*\})? \{$", functions, re.MULTILINE
        )
    }


def memref(sizes, element: str, layout: str = "") -> str:
    return f"memref<{''.join(f'{size}x' for size in sizes)}{element}{layout}>"


def open_type(rank: int, element: str) -> str:
    """Of a memref with `rank` dimensions of which nothing is known."""
    return memref("?" * rank, element, f", strided<[{', '.join('?' * rank)}], offset: ?>")


def make_copy(rank: int, element: str) -> str:
    """A function that copies element by element, with loads and stores."""
    source, target = open_type(rank, element), memref("?" * rank, element)
    lines = [
        f"func.func private @copy_{rank}_{mangle(element)}(%from: {source}, %to: {target}) attributes {{no_inline}} {{",
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
    ]
    for dim in range(rank):
        lines += [
            f"%d{dim} = arith.constant {dim} : index",
            f"%n{dim} = memref.dim %to, %d{dim} : {target}",
            f"%m{dim} = memref.dim %from, %d{dim} : {source}",
            f"%same{dim} = arith.cmpi eq, %n{dim}, %m{dim} : index",
            f'cf.assert %same{dim}, "the memref has another size than the tensor"',
        ]
    lines += [f"scf.for %i{dim} = %c0 to %n{dim} step %c1 {{" for dim in range(rank)]
    indices = ", ".join(f"%i{dim}" for dim in range(rank))
    lines += [
        f"%element = memref.load %from[{indices}] : {source}",
        f"memref.store %element, %to[{indices}] : {target}",
        *["}"] * rank,
        "return",
        "}",
    ]
    return "\n".join(lines)


def mangle(element: str) -> str:
    return re.sub(r"\W", "_", element)


def make_call(call: Call, signature, start: int, to: int) -> list[str]:
    """Reads the storage at byte `start` of `%in` and writes its elements to byte `to` of `%out`."""
    arguments, result = signature
    element = re.search(r"(?:x|<)([a-z]\w*(?:<\w+>)?)(?:, strided|>$)", result)[1]
    rank, size, at = len(call.sizes), len(call.storage), f"%{call.name}_"
    target, open_target = memref(call.sizes, element), memref("?" * rank, element)
    source = open_type(rank, element)
    buffer, first, lines = arguments[0], f"{at}bytes", []
    if call.argument:
        buffer, first = f"memref<{size}xi8>", f"{at}view"
        lines = make_argument(at, size, arguments[0], *call.argument)
    sizes = f"{at}size" if buffer == "memref<?xi8>" else ""
    values = ", ".join([first, *(f"{at}n{i}" for i in range(len(call.numbers)))])
    return [
        f"{at}start = arith.constant {start} : index",
        f"{at}size = arith.constant {size} : index",
        f"{at}end = arith.constant {to} : index",
        f"{at}bytes = memref.view %in[{at}start][{sizes}] : memref<?xi8> to {buffer}",
        *lines,
        *(f"{at}n{i} = arith.constant {n} : index" for i, n in enumerate(call.numbers)),
        f"{at}r = func.call @{call.name}({values}) : ({', '.join(arguments)}) -> {result}",
        f"{at}from = memref.cast {at}r : {result} to {source}",
        f"{at}dense = memref.view %out[{at}end][] : memref<?xi8> to {target}",
        f"{at}to = memref.cast {at}dense : {target} to {open_target}",
        f"func.call @copy_{rank}_{mangle(element)}({at}from, {at}to) : ({source}, {open_target}) -> ()",
    ]


def make_argument(at: str, size: int, wanted: str, element: str, offset, sizes, strides) -> list[str]:
    """A strided view of the storage, given to the function as what it takes."""
    given = memref(sizes, element, f", strided<{list(strides)}, offset: {offset}>")
    return [
        f"{at}zero = arith.constant 0 : index",
        f"{at}all = memref.view {at}bytes[{at}zero][] : memref<{size}xi8> to memref<{element}>",
        f"{at}given = memref.reinterpret_cast {at}all to offset: [{offset}], sizes: {list(sizes)}, "
        f"strides: {list(strides)} : memref<{element}> to {given}",
        f"{at}view = memref.cast {at}given : {given} to {wanted}",
    ]


def make_groups(calls: list[list[str]]) -> list[str]:
    """Functions of some calls each: a function of its own costs more than a call."""
    groups = [calls[i : i + GROUP] for i in range(0, len(calls), GROUP)]
    head = "(%in: memref<?xi8>, %out: memref<?xi8>) attributes {no_inline} {"
    return [
        "\n".join([f"func.func private @group_{i}{head}", *sum(group, []), "return", "}"])
        for i, group in enumerate(groups)
    ]


def make_main(groups: int, nbytes_in: int, nbytes_out: int) -> str:
    """Reads the input, calls the groups, writes the output."""

    def transfer(function: str, descriptor: int, buffer: str, nbytes: int) -> list[str]:
        """Pipes give and take a part of it each time."""
        return [
            f"%{function}_fd = arith.constant {descriptor} : i32",
            f"%{function}_size = arith.constant {nbytes} : i64",
            f"%{function}_index = memref.extract_aligned_pointer_as_index %{buffer} : memref<?xi8> -> index",
            f"%{function}_start = arith.index_cast %{function}_index : index to i64",
            f"%{function}_done = scf.while (%done = %zero) : (i64) -> i64 {{",
            f"  %more = arith.cmpi slt, %done, %{function}_size : i64",
            "  scf.condition(%more) %done : i64",
            "} do {",
            "^bb0(%done: i64):",
            f"  %at = arith.addi %{function}_start, %done : i64",
            f"  %left = arith.subi %{function}_size, %done : i64",
            f"  %part = func.call @{function}(%{function}_fd, %at, %left) : (i32, i64, i64) -> i64",
            "  %some = arith.cmpi sgt, %part, %zero : i64",
            f'  cf.assert %some, "cannot {function}"',
            "  %next = arith.addi %done, %part : i64",
            "  scf.yield %next : i64",
            "}",
        ]

    run = ": (memref<?xi8>, memref<?xi8>) -> ()"
    lines = [
        "func.func private @read(i32, i64, i64) -> i64",
        "func.func private @write(i32, i64, i64) -> i64",
        "func.func @main() {",
        "%zero = arith.constant 0 : i64",
        f"%in_size = arith.constant {max(nbytes_in, 1)} : index",
        f"%out_size = arith.constant {max(nbytes_out, 1)} : index",
        f"%in = memref.alloc(%in_size) {{alignment = {ALIGNMENT}}} : memref<?xi8>",
        f"%out = memref.alloc(%out_size) {{alignment = {ALIGNMENT}}} : memref<?xi8>",
        *transfer("read", 0, "in", nbytes_in),
        *(f"func.call @group_{i}(%in, %out) {run}" for i in range(groups)),
        *transfer("write", 1, "out", nbytes_out),
        "memref.dealloc %in : memref<?xi8>",
        "memref.dealloc %out : memref<?xi8>",
        "return",
        "}",
    ]
    return "\n".join(lines)


def align(offset: int) -> int:
    return -(-offset // ALIGNMENT) * ALIGNMENT


def read_elements(functions: str, calls: list[Call], tmp_path: Path) -> list[bytes]:
    """What each call's memref reads, as the bytes of its elements in order.

    `functions` is their text, with nothing of the meta dialect.
    """
    signatures = read_signatures(functions)
    data, ends, texts, copies = bytearray(), [], [], {}
    end = 0
    for call in calls:
        texts.append(make_call(call, signatures[call.name], len(data), end))
        data += call.storage.ljust(align(len(call.storage)), b"\0")
        ends.append(end)
        end = align(end + call.nbytes)
        name, rank, element = re.search(r"@(copy_(\d+)_\w+)\(.*: \(memref<(?:\?x)*(.*?), strided", texts[-1][-1]).groups()
        copies[name] = make_copy(int(rank), element)
    groups = make_groups(texts)
    text = "\n".join([functions, *copies.values(), *groups, make_main(len(groups), len(data), end)])
    out = run_main(text, tmp_path, input=bytes(data), text=False)
    assert out.returncode == 0, out.stderr.decode(errors="replace")[-4000:]
    assert len(out.stdout) == end
    return [out.stdout[end : end + call.nbytes] for call, end in zip(calls, ends)]


def run_main(functions: str, tmp_path: Path, **options) -> subprocess.CompletedProcess:
    """Lowers the functions with MLIR's passes and runs `@main`.

    A failed assertion says why on the standard output, and aborts with that in a buffer.
    """
    lowered = tmp_path / "lowered.mlir"
    lowered.write_bytes(run_tool(STOCK_TOOLS / "mlir-opt", *LOWERING, input=functions.encode()))
    runner = ["stdbuf", "-oL", STOCK_TOOLS / "mlir-runner", "-e", "main", "--entry-point-result=void", "-O0"]
    return subprocess.run([*runner, lowered], **({"capture_output": True, "text": True} | options))
