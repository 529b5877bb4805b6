# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""2,000 mutated files: meta-opt reads each, or refuses it with an error.

MLIR's reader of bytecode trusts some of what it reads: on mutants it may crash, write where it
must not, or run for ever. Then no function of ours may be on the stack.
"""

import os
import random
import re
import resource
import signal
import subprocess
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
TIMEOUT = 10  # seconds for one run
MEMORY = 4 << 30  # bytes for one run
BATCH = 50  # texts in one run
PASSES = ["--canonicalize", "--cse", "--meta-fold-views"]

TOKEN = re.compile(r"[%@!#^]?[\w.$]+|->|<\[|\]>|[^\w\s]|\s+")
NUMBER = re.compile(r"-?\d+")
NUMBERS = [0, 1, -1, 2, 1024, 1025, 2**20 + 1, 2**31, 2**32, 2**62, 2**63 - 1, 2**63]
NUMBERS += [-(2**63), -(2**63) + 1, 2**64, 10**30]
# "12 libMetaUtils.so.0 0x00007f8a metautils::ViewOp::verify() + 40"
FRAME = re.compile(r"^ *\d+ +(\S+) +0x[0-9a-f]+ ?(.*)$", re.MULTILINE)
# What glibc says when it finds the heap destroyed: whoever stands there did not do it.
BROKEN_HEAP = re.compile(
    r"^((malloc|realloc|free)\(\)|double free|corrupted|munmap_chunk)", re.MULTILINE
)


def find_meta_opt() -> str:
    build = os.environ.get("METAUTILS_BUILD_DIR", SOURCE / "build")
    binaries = os.environ.get("METAUTILS_BIN", Path(build, "bin"))
    return str(Path(binaries, "meta-opt"))


def limit_memory() -> None:
    if "ASAN_OPTIONS" not in os.environ:  # its shadow of the memory takes terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(arguments: list, text: bytes = b"") -> tuple[int, str]:
    """The exit status (that of SIGALRM after TIMEOUT) and what stands on stderr."""
    # Without it, a crash takes as long as finding the lines of MLIR's functions.
    env = os.environ | {"LLVM_DISABLE_SYMBOLIZATION": "1"}
    command = [find_meta_opt(), "-o", os.devnull, *arguments]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, env=env, preexec_fn=limit_memory, **pipes) as process:
        try:
            output = process.communicate(text, TIMEOUT)[1]
            return process.returncode, output.decode(errors="replace")
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # which prints the stack
        try:
            output = process.communicate(timeout=TIMEOUT)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[1]
        return -signal.SIGALRM, output.decode(errors="replace")


def find_fault(status: int, output: str) -> str | None:
    """What was wrong with a run, or None."""
    if status >= 0:
        refused = status != 0 and "error:" in output
        return None if status == 0 or refused else f"exit status {status} without an error"
    if BROKEN_HEAP.search(output):
        return None
    name = signal.Signals(-status).name
    frames = FRAME.findall(output)
    if not frames and status != -signal.SIGALRM:  # who allocates memory cannot say where
        # MLIR's bytecode reader writes past its tables of types, and LLVM finds what lay behind
        # them broken when it shuts down, after the error.
        after_error = status == -signal.SIGSEGV and "error:" in output
        return None if after_error else f"{name} without a stack"
    for module, function in frames:
        if "MetaUtils" in module or "metautils::" in function:
            return f"{name} in {function or module}"
    return None


def check_all(cases: Iterable, find_fault_of: Callable) -> None:
    with ThreadPoolExecutor(2) as pool:
        faults = [fault for fault in pool.map(find_fault_of, cases) if fault]
    assert not faults, f"{len(faults)} faults, the first of them:\n" + faults[0]


def read_seeds() -> list[str]:
    """The functions and modules of the tests of the IR, each by itself."""
    pieces = []
    for path in sorted((SOURCE / "test/IR").glob("*.mlir")):
        text = re.sub(r"^ *//.*\n", "", path.read_text(), flags=re.MULTILINE)
        pieces += re.split(r"\n+(?=func|module|%|#)", text.strip())
    return pieces


def mutate_number(rng: random.Random, text: str) -> str:
    places = list(NUMBER.finditer(text))
    if not places:
        return text + str(rng.choice(NUMBERS))
    place = rng.choice(places)
    return text[: place.start()] + str(rng.choice(NUMBERS)) + text[place.end() :]


def mutate_token(rng: random.Random, text: str, other: str) -> str:
    """A token dropped, doubled, or replaced by another."""
    tokens = TOKEN.findall(text)
    i = rng.randrange(len(tokens))
    others = [*tokens, *TOKEN.findall(other)]
    tokens[i] = rng.choice(["", 2 * tokens[i], rng.choice(others)])
    return "".join(tokens)


def mutate_character(rng: random.Random, text: str) -> str:
    i = rng.randrange(len(text))
    return text[:i] + rng.choice(["", chr(rng.randrange(1, 128)), "\0", "ÿ"]) + text[i + 1 :]


def mutate_line(rng: random.Random, text: str) -> str:
    lines = text.splitlines(keepends=True)
    i = rng.randrange(len(lines))
    lines[i] = rng.choice(["", 2 * lines[i], rng.choice(lines)])
    return "".join(lines)


def mutate_text(rng: random.Random, text: str, other: str) -> str:
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        if not text:
            return other
        text = rng.choice(
            [
                lambda: mutate_number(rng, text),
                lambda: mutate_token(rng, text, other),
                lambda: mutate_character(rng, text),
                lambda: mutate_line(rng, text),
                lambda: text[: rng.randrange(len(text))],
            ]
        )()
    return text


def truncate(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(1, len(data))]


def flip_bits(rng: random.Random, data: bytes) -> bytes:
    mutant = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 4, 8])):
        i = rng.randrange(len(mutant))
        mutant[i] = rng.choice([mutant[i] ^ 1 << rng.randrange(8), rng.randrange(256)])
    return bytes(mutant)


def find_fault_of_texts(texts: list[str]) -> str | None:
    def find_fault_of(texts: list[str]) -> str | None:
        joined = "\n// -----\n".join(texts)
        return find_fault(*run(["--split-input-file", *PASSES, "-"], joined.encode()))

    if not find_fault_of(texts):
        return None
    for text in texts:
        if fault := find_fault_of([text]):
            return f"{fault}:\n{text}"
    return f"{find_fault_of(texts)}, but only of {len(texts)} texts together"


def test_text(seed: int) -> None:
    rng = random.Random(seed)
    pieces = read_seeds()
    mutants = [mutate_text(rng, rng.choice(pieces), rng.choice(pieces)) for _ in range(1400)]
    batches = [mutants[i : i + BATCH] for i in range(0, len(mutants), BATCH)]
    check_all(batches, find_fault_of_texts)


@pytest.fixture
def bytecodes(seed: int) -> list[bytes]:
    files = [(SOURCE / "test/Bytecode/v1.mlirbc").read_bytes()]
    pieces = read_seeds()
    random.Random(seed).shuffle(pieces)
    for piece in pieces:
        command = [find_meta_opt(), "--emit-bytecode"]
        written = subprocess.run(command, input=piece.encode(), capture_output=True)
        if written.returncode == 0:  # many are there to be refused
            files.append(written.stdout)
        if len(files) == 16:
            return files
    pytest.fail(f"expected 15 pieces that meta-opt reads, found {len(files) - 1}")


def check_bytecode(mutants: list[bytes], folder: Path, find_fault_of: Callable) -> None:
    def find_fault_of_mutant(case: tuple[int, bytes]) -> str | None:
        number, data = case
        path = folder / f"{number}.mlirbc"
        path.write_bytes(data)
        fault = find_fault_of(*run([*PASSES, path]))
        path.unlink()
        return f"{fault}:\n{data.hex()}" if fault else None

    check_all(enumerate(mutants), find_fault_of_mutant)


def test_truncated_bytecode(seed: int, bytecodes: list[bytes], tmp_path: Path) -> None:
    rng = random.Random(seed)

    def find_fault_of(status: int, output: str) -> str | None:
        refused = status == 1 and "error:" in output
        return None if refused else f"exit status {status}: {output}"

    mutants = [truncate(rng, rng.choice(bytecodes)) for _ in range(300)]
    check_bytecode(mutants, tmp_path, find_fault_of)


def test_flipped_bytecode(seed: int, bytecodes: list[bytes], tmp_path: Path) -> None:
    rng = random.Random(seed)

    def find_fault_of(status: int, output: str) -> str | None:
        # MLIR does not always say what it refused.
        return find_fault(status, output) if status != 1 else None

    mutants = [flip_bits(rng, rng.choice(bytecodes)) for _ in range(300)]
    check_bytecode(mutants, tmp_path, find_fault_of)


def test_faults_are_found() -> None:
    theirs = " 0 libMLIR.so.22.1 0x00007f01 mlir::Parser::parse() + 4\n 9 meta-opt 0x00005501\n"
    ours = " 1 libMetaUtils.so.0 0x00007f02\n"
    method = " 1 meta-opt 0x00005502 metautils::ViewOp::verify() + 1\n"
    assert find_fault(-signal.SIGSEGV, theirs) is None
    assert find_fault(-signal.SIGSEGV, theirs + ours) == "SIGSEGV in libMetaUtils.so.0"
    assert find_fault(-signal.SIGABRT, method) == "SIGABRT in metautils::ViewOp::verify() + 1"
    assert find_fault(-signal.SIGALRM, theirs + ours) == "SIGALRM in libMetaUtils.so.0"
    assert find_fault(-signal.SIGKILL, "") == "SIGKILL without a stack"
    assert find_fault(-signal.SIGSEGV, "") == "SIGSEGV without a stack"
    assert find_fault(-signal.SIGSEGV, "x.mlirbc:0:0: error: no byte\nStack dump:\n") is None
    assert find_fault(-signal.SIGABRT, "malloc(): corrupted top size\n" + ours) is None
    assert find_fault(1, "") == "exit status 1 without an error"
    assert find_fault(1, "x.mlir:1:1: error: expected a type") is None
    assert find_fault(0, "") is None


@pytest.mark.parametrize("text", ["func.func @f(", "%0 = meta.storage -1 : !meta.storage"])
def test_refusals_are_seen(text: str) -> None:
    status, output = run(["-"], text.encode())
    assert status == 1
    assert "error:" in output
