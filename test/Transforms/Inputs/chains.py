# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a description with a long chain of views, or with many tensors.

    chains.py {forward,reversed,views,argument,queries,tensors,parts,live,function} COUNT

A static chain takes one element off the front of a 1-d tensor in every fourth view,
and leaves 4 elements.
"""

import sys


def static_chain(count):
    """Views over a storage, each with its result's type; the last is `%t`."""
    size = count // 4 + 4
    yield f"%s = meta.storage {4 * size} : !meta.storage"
    yield f"%0 = meta.view %s : !meta.storage -> !meta.tensor<{size}xf32>"
    for i in range(0, count, 4):
        vector = f"!meta.tensor<{size}xf32>"
        size -= 1
        column = f"!meta.tensor<{size}x1xf32>"
        row = f"!meta.tensor<1x{size}xf32, strided<[1, 1]>>"
        yield f"%{i + 1} = meta.narrow %{i} dim 0 start 1 length {size} : {vector}"
        yield f"%{i + 2} = meta.unsqueeze %{i + 1} dim 1 : !meta.tensor<{size}xf32>"
        yield f"%{i + 3} = meta.transpose %{i + 2}, 0, 1 : {column}"
        yield f"%{i + 4} = meta.squeeze %{i + 3} dims [0] : {row}"
    yield f"%t = meta.tensor %{count} : !meta.tensor<4xf32>"
    yield 'meta.source %t, "t" : !meta.tensor<4xf32>'


def absolute_chain(count):
    """Views of views, each an element further; the last is beyond the storage."""
    tensor = "!meta.tensor<1xf32>"
    yield f"%s = meta.storage {4 * count} : !meta.storage"
    yield f"%0 = meta.view %s : !meta.storage -> {tensor}"
    for i in range(1, count + 1):
        yield f"%{i} = meta.view %{i - 1} offset {i} : {tensor} -> {tensor}"
    yield f"%t = meta.tensor %{count} : {tensor}"
    yield f'meta.source %t, "t" : {tensor}'


def dynamic_chain(count):
    """Views over an argument of which no number is known."""
    tensor = "!meta.tensor<?xf32, strided<[?]>>"
    yield f"func.func @chain(%0: {tensor}) -> {tensor} {{"
    for i in range(count):
        bound = " from 1" if i % 4 == 0 else ""
        yield f"%{i + 1} = meta.slice %{i} dim 0{bound} : {tensor}"
    yield f"return %{count} : {tensor}"
    yield "}"


def query_chain(count):
    """Views each of which is told the size of the one before."""
    tensor = "!meta.tensor<?xf32>"
    yield f"func.func @chain(%x: {tensor}, %n: index) -> {tensor} {{"
    yield f"%0 = meta.narrow %x dim 0 start 0 length %n : {tensor}"
    for i in range(count):
        yield f"%n{i} = meta.size %{i}[0] : {tensor}"
        yield f"%{i + 1} = meta.narrow %x dim 0 start 0 length %n{i} : {tensor}"
    yield f"return %{count} : {tensor}"
    yield "}"


def tensors(count):
    """Live tensors, each a part of one pool."""
    yield f"%s = meta.storage {8 * count} : !meta.storage"
    pool = f"!meta.tensor<{2 * count}xf32>"
    yield f"%pool = meta.tensor %s : !meta.storage -> {pool}"
    for i in range(count):
        yield f"%{i} = meta.narrow %pool dim 0 start {2 * i} length 2 : {pool}"
        yield f"%t{i} = meta.tensor %{i} base %pool : !meta.tensor<2xf32>, {pool}"
        yield f'meta.source %t{i}, "t{i}" : !meta.tensor<2xf32>'


def parts(count):
    """Live tensors, each the second element of one part of a pool."""
    pool, part = f"!meta.tensor<{2 * count}xf32>", "!meta.tensor<2xf32>"
    yield f"%s = meta.storage {8 * count} : !meta.storage"
    yield f"%0 = meta.view %s : !meta.storage -> {pool}"
    yield f"%parts:{count} = meta.split %0 dim 0 sizes {[2] * count} : {pool}"
    for i in range(count):
        yield f"%{i + 1} = meta.narrow %parts#{i} dim 0 start 1 length 1 : {part}"
        yield f"%t{i} = meta.tensor %{i + 1} : !meta.tensor<1xf32>"
        yield f'meta.source %t{i}, "t{i}" : !meta.tensor<1xf32>'


def live_chain(count):
    """Live tensors, each of the whole of the one before; the first has a name."""
    tensor = "!meta.tensor<4xf32>"
    yield "%s = meta.storage 16 : !meta.storage"
    yield f"%t0 = meta.tensor %s : !meta.storage -> {tensor}"
    yield f'meta.source %t0, "t" : {tensor}'
    for i in range(1, count):
        yield f"%{i} = meta.alias %t{i - 1} : {tensor}"
        yield f"%t{i} = meta.tensor %{i} base %t0 : {tensor}, {tensor}"


def function_chain(count):
    """Views of views of an argument that has a name, each an element further."""
    tensor = "!meta.tensor<1xf32>"
    yield f'func.func @chain(%0: {tensor} {{meta.sources = ["x"]}}) -> {tensor} {{'
    for i in range(count):
        yield f"%{i + 1} = meta.view %{i} offset {i + 1} : {tensor} -> {tensor}"
    yield f"return %{count} : {tensor}"
    yield "}"


KINDS = {
    "forward": static_chain,
    "reversed": lambda count: reversed(list(static_chain(count))),
    "views": absolute_chain,
    "argument": dynamic_chain,
    "queries": query_chain,
    "tensors": tensors,
    "parts": parts,
    "live": live_chain,
    "function": function_chain,
}
print("\n".join(KINDS[sys.argv[1]](int(sys.argv[2]))))
