# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of views, lowered to memref and executed by stock MLIR, read what torch reads."""

import random
import re

import pytest
import torch
from dynamic_chains import DYNAMIC_VIEWS, Dynamic, grow
from element_types import ELEMENT_TYPES
from ir_reader import contiguous_strides
from memref_runner import Call, meta_opt, read_elements, read_signatures, run_main
from view_chains import Chain, make_chain, type_of

import metautils

BATCH = 4000
OF_ITEMSIZE = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64, 16: torch.complex128}


# --- What torch says -------------------------------------------------------------------------


def bytes_of(tensor: torch.Tensor) -> torch.Tensor:
    """The storage, to be written to."""
    return torch.empty(0, dtype=torch.uint8).set_(tensor.untyped_storage())


def fill(rng: random.Random, tensor: torch.Tensor) -> None:
    data = bytes_of(tensor)
    if data.numel():
        data.copy_(torch.frombuffer(bytearray(rng.randbytes(data.numel())), dtype=torch.uint8))


def elements_of(tensor: torch.Tensor) -> bytes:
    """What torch reads through the tensor, as whatever dtype it copies bit by bit."""
    plain = torch.empty(0, dtype=OF_ITEMSIZE[tensor.itemsize])
    plain.set_(tensor.untyped_storage(), tensor.storage_offset(), tensor.shape, tensor.stride())
    return plain.clone(memory_format=torch.contiguous_format).view(-1).view(torch.uint8).numpy().tobytes()


def element_of(dtype: torch.dtype) -> str:
    """Signless integers, of at least a byte."""
    element = ELEMENT_TYPES[dtype]
    if re.fullmatch(r"(?:complex<)?b?f\d+\w*>?", element):
        return element
    return f"i{8 * dtype.itemsize}"


def memref_type_of(tensor: torch.Tensor) -> str:
    """No layout where the elements are in order from the start of the storage."""
    sizes, strides = tuple(tensor.shape), tensor.stride()
    in_order = strides == contiguous_strides(sizes) and 0 not in sizes[1:]
    offset = f", offset: {tensor.storage_offset()}" if tensor.storage_offset() else ""
    layout = "" if in_order and not offset else f", strided<{list(strides)}{offset}>"
    return f"memref<{''.join(f'{n}x' for n in sizes)}{element_of(tensor.dtype)}{layout}>"


# --- Chains as functions ---------------------------------------------------------------------


def make_readable(rng: random.Random, **options) -> Chain:
    """A chain of which memref can say the end, with random bytes in its storage."""
    while True:
        chain = make_chain(rng, rng.randint(1, 8), device="cpu", **options)
        if not chain.result.is_conj() and not chain.result.is_neg():
            fill(rng, chain.root)
            return chain


def describe(chain: Chain, name: str) -> str:
    """What the real tensor at the end is."""
    return str(metautils.describe({"x": chain.result})).replace("module", f"module @{name}", 1)


def spell_out(chain: Chain, name: str) -> str:
    """The ops of the chain."""
    return f"module @{name} {{\n{chain.text('x')}\n}}\n"


def lower(text: str, *options: str) -> str:
    """The functions, of which those of nested modules are called as these are."""
    checks = ["--meta-assert-casts"] if "runtime-checks=true" in options else []
    options = " ".join(["packed-bytes=true", *options])
    module = meta_opt(text, *checks, "--meta-fold-views", f"--convert-meta-to-memref={options}")
    nested = re.findall(r"^  module @(\w+) \{\n(.*?)^  \}\n", module, re.DOTALL | re.MULTILINE)
    functions = [body.replace("@main(", f"private @{name}(") for name, body in nested]
    return "".join(functions) or module.strip().removeprefix("module {").removesuffix("}")


# --- Tests -----------------------------------------------------------------------------------


def storage_of(chain: Chain) -> bytes:
    return bytes_of(chain.root).numpy().tobytes()


def expect_same_elements(functions: str, chains: dict[str, Chain], calls: list[Call], tmp_path) -> None:
    for call, elements in zip(calls, read_elements(functions, calls, tmp_path)):
        chain = chains[call.name]
        assert elements == elements_of(chain.result), chain.text("x")


@pytest.mark.parametrize("write", [describe, spell_out])
def test_described_chains(write, seed, case_count, tmp_path):
    rng = random.Random(seed)
    left = case_count(3750, 100_000)
    while left > 0:
        chains = {f"c{i}": make_readable(rng) for i in range(min(BATCH, left))}
        functions = lower("".join(write(chain, name) for name, chain in chains.items()))
        calls = []
        for name, (arguments, result) in read_signatures(functions).items():
            t = chains[name].result
            assert arguments == [f"memref<{t.untyped_storage().nbytes()}xi8>"]
            assert result == memref_type_of(t), chains[name].text("x")
            calls.append(Call(name, storage_of(chains[name]), t.shape, t.itemsize))
        assert len(calls) == len(chains)
        expect_same_elements(functions, chains, calls, tmp_path)
        left -= len(chains)


def has_one_element(chain: Chain) -> bool:
    """Whether memref sees one type of element all along."""
    return len({element_of(t.dtype) for t in chain.tensors}) == 1


def is_safe(chain: Chain) -> bool:
    """Of a dynamic size these views take it that it is at least 2."""
    asks = any(step.view in ("diagonal", "expand", "reshape", "unflatten") for step in chain.steps)
    return not asks or all(size >= 2 for t in chain.tensors for size in t.shape)


def make_dynamic(rng: random.Random, name: str) -> Dynamic:
    while True:
        chain = make_readable(rng, views=DYNAMIC_VIEWS, least=rng.choice([0, 2]))
        if is_safe(chain):
            return Dynamic(name, chain, has_one_element(chain) and rng.random() < 0.7)


def make_dynamic_call(dynamic: Dynamic) -> Call:
    root, t = dynamic.chain.root, dynamic.chain.result
    argument = element_of(root.dtype), root.storage_offset(), tuple(root.shape), root.stride()
    argument = argument if dynamic.takes_tensor else None
    return Call(dynamic.name, storage_of(dynamic.chain), t.shape, t.itemsize, dynamic.numbers, argument)


def fold_all(dynamic: list[Dynamic]) -> list[Dynamic]:
    """Those that fold: of some views only run time can say whether they are one."""
    folded = meta_opt("".join(one.text() for one in dynamic), "--meta-fold-views")
    bodies = dict(re.findall(r"@(\w+)\((.*?)^  \}\n", folded, re.DOTALL | re.MULTILINE))
    kept = re.compile(r"= meta\.(?!view|cast|size|stride|offset)")
    return [one for one in dynamic if not kept.search(bodies[one.name])]


def test_dynamic_chains(seed, case_count, tmp_path):
    rng = random.Random(seed)
    left = case_count(2500, 100_000)
    while left > 0:
        count = min(BATCH, left + left // 10)
        dynamic = fold_all(grow(rng, [make_dynamic(rng, f"c{i}") for i in range(count)]))[:left]
        assert len(dynamic) > count / 2
        functions = lower("".join(one.text() for one in dynamic))
        calls = [make_dynamic_call(one) for one in dynamic]
        expect_same_elements(functions, {one.name: one.chain for one in dynamic}, calls, tmp_path)
        left -= len(calls)


# --- What only run time knows ----------------------------------------------------------------

DESCRIPTION = """
  %n = meta.symbol "s0" min 2 max 100
  %c32 = arith.constant 32 : index
  %bytes = arith.muli %n, %c32 : index
  %s = meta.storage %bytes : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?x4xsi64>
  %tokens = meta.tensor %0 : !meta.tensor<?x4xsi64>
  meta.source %tokens, "tokens" : !meta.tensor<?x4xsi64>
"""
FUNCTION = """
  func.func private @bind(%s: !meta.storage, %n: index) -> !meta.tensor<?x?xf32> {
    %c2 = arith.constant 2 : index
    %x = meta.view %s[%n, %c2] offset %c2 : !meta.storage -> !meta.tensor<?x?xf32>
    %y = func.call @known(%x) : (!meta.tensor<?x?xf32>) -> !meta.tensor<3x2xf32>
    return %x : !meta.tensor<?x?xf32>
  }
  func.func private @known(%y: !meta.tensor<?x?xf32> {meta.sources = ["y"]}) -> !meta.tensor<3x2xf32> {
    %0 = meta.cast %y : !meta.tensor<?x?xf32> -> !meta.tensor<3x2xf32>
    return %0 : !meta.tensor<3x2xf32>
  }
"""


@pytest.mark.parametrize(
    "text, nbytes, number, message",
    [
        (DESCRIPTION, 64, 2, ""),
        (DESCRIPTION, 63, 2, "expected a buffer of all bytes of the storage of 'tokens'"),
        (DESCRIPTION, 3200, 101, "expected symbol 's0' from 2 up to 100"),
        (FUNCTION, 32, 3, ""),
        (FUNCTION, 32, 2, "expected a view of 'y' to be !meta.tensor<3x2xf32>"),
        (FUNCTION, 31, 3, "expected the tensor to end within its storage"),
        (FUNCTION, 32, -1, "expected the tensor to end within its storage"),
        (FUNCTION, 32, 2**62, "expected the tensor to end within its storage"),  # 4 * n wraps.
    ],
)
def test_run_time_checks(text, nbytes, number, message, tmp_path):
    functions = lower(text, "name=bind", "runtime-checks=true")
    (arguments, result) = read_signatures(functions)["bind"]
    main = f"""
      func.func @main() {{
        %size = arith.constant {nbytes} : index
        %number = arith.constant {number} : index
        %buffer = memref.alloc(%size) : memref<?xi8>
        %result = func.call @bind(%buffer, %number) : ({", ".join(arguments)}) -> {result}
        memref.dealloc %buffer : memref<?xi8>
        return
      }}"""
    done = run_main(functions + main, tmp_path)
    assert (done.returncode, done.stdout.strip()) == (-6 if message else 0, message)


def test_arguments_that_are_not_contiguous(tmp_path):
    text = """
      func.func private @take(%x: !meta.tensor<2x?xf32> {meta.sources = ["x"]}) {
        return
      }"""
    main = """
      func.func @main() {
        %buffer = memref.alloc() : memref<8xf32>
        %x = memref.reinterpret_cast %buffer to offset: [0], sizes: [2, 3], strides: [4, 1]
          : memref<8xf32> to memref<2x3xf32, strided<[4, 1]>>
        %y = memref.cast %x : memref<2x3xf32, strided<[4, 1]>> to memref<2x?xf32, strided<[?, 1], offset: ?>>
        func.call @take(%y) : (memref<2x?xf32, strided<[?, 1], offset: ?>>) -> ()
        memref.dealloc %buffer : memref<8xf32>
        return
      }"""
    done = run_main(lower(text, "runtime-checks=true") + main, tmp_path)
    assert (done.returncode, done.stdout.strip()) == (-6, "expected 'x' to be !meta.tensor<2x?xf32>")


SIGNATURE = """
  %n = meta.symbol "s0" min 2 max 3
  %c2 = arith.constant 2 : index
  %m = arith.muli %n, %c2 : index
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?x4xf32>
  %x = meta.tensor %0 : !meta.tensor<?x4xf32>
  meta.source %x, "x" : !meta.tensor<?x4xf32>
  %1 = meta.view %s[%m] offset %n : !meta.storage -> !meta.tensor<?xf32>
  %y = meta.tensor %1 : !meta.tensor<?xf32>
  meta.source %y, "y" : !meta.tensor<?xf32>
"""


@pytest.mark.parametrize(
    "rows, count, offset, message",
    [
        (3, 6, 3, ""),
        (4, 8, 4, "expected symbol 's0' (size 0 of 'x') from 2 up to 3"),
        (3, 5, 3, "expected size 0 of 'y' to agree with 's0' (size 0 of 'x')"),
        (3, 6, 2, "expected the offset of 'y' to agree with 's0' (size 0 of 'x')"),
    ],
)
def test_signatures_that_do_not_agree(rows, count, offset, message, tmp_path):
    passes = ["--meta-to-func=name=take runtime-checks=true", "--convert-meta-to-memref"]
    functions = meta_opt(SIGNATURE, *passes).strip()
    start, end = functions.index("module {"), functions.rindex("}")
    types = "memref<?x4xf32, strided<[4, 1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>"
    main = f"""
      func.func @main() {{
        %buffer = memref.alloc() : memref<24xf32>
        %rows = arith.constant {rows} : index
        %count = arith.constant {count} : index
        %offset = arith.constant {offset} : index
        %c0 = arith.constant 0 : index
        %x = memref.reinterpret_cast %buffer to offset: [%c0], sizes: [%rows, 4], strides: [4, 1]
          : memref<24xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
        %y = memref.reinterpret_cast %buffer to offset: [%offset], sizes: [%count], strides: [1]
          : memref<24xf32> to memref<?xf32, strided<[1], offset: ?>>
        func.call @take(%x, %y) : ({types}) -> ()
        memref.dealloc %buffer : memref<24xf32>
        return
      }}"""
    text = functions[:start] + functions[start:end] + main + "}"
    done = run_main(text, tmp_path)
    assert (done.returncode, done.stdout.strip()) == (-6 if message else 0, message)
