# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`metautils.Module`: text, bytecode, pipelines, and the errors that they raise."""

import copy
import pickle
import re
import signal
import threading
from pathlib import Path

import pytest
import torch

import metautils

CHAIN = """\
%s = meta.storage 96 : !meta.storage
%pool = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
%0 = meta.slice %pool dim 0 from 2 to 14 : !meta.tensor<24xf32>
%1 = meta.reshape %0 to [3, 4] : !meta.tensor<12xf32>
%k = meta.tensor %1 base %pool : !meta.tensor<3x4xf32>, !meta.tensor<24xf32>
meta.source %k, "k" : !meta.tensor<3x4xf32>
"""
BEYOND = """\
%s = meta.storage 96 : !meta.storage
%0 = meta.view %s offset 16 : !meta.storage -> !meta.tensor<3x4xf32>
%t = meta.tensor %0 : !meta.tensor<3x4xf32>
meta.source %t, "encoder.bias" : !meta.tensor<3x4xf32>
"""


def refuse(call, *arguments, **options) -> metautils.Error:
    with pytest.raises(metautils.Error) as error:
        call(*arguments, **options)
    return error.value


# --- Text and bytecode -----------------------------------------------------------------------


def test_round_trips():
    module = metautils.Module.parse(CHAIN)
    assert str(module) == repr(module) == module.text()
    assert str(metautils.Module.parse(str(module))) == str(module)
    assert str(metautils.Module.parse(str(module).encode())) == str(module)
    bytecode = module.bytecode()
    assert bytecode.startswith(b"ML\xefR")
    assert str(metautils.Module.parse(bytecode)) == str(module)


def test_generic_text_has_all_types():
    text = metautils.Module.parse(CHAIN).text(generic=True)
    assert re.search(r'"meta.reshape"\(.*\) -> !meta.tensor<3x4xf32>', text)
    assert str(metautils.Module.parse(text)) == str(metautils.Module.parse(CHAIN))


def test_pickle_and_copy():
    module = metautils.Module.parse(CHAIN)
    for copied in (pickle.loads(pickle.dumps(module)), copy.deepcopy(module), copy.copy(module)):
        assert type(copied) is metautils.Module
        assert copied is not module
        assert str(copied) == str(module)


@pytest.mark.parametrize(
    "text, message",
    [
        ("foo", "m.mlir:1:1: custom op 'foo' is unknown"),
        ("module {", "m.mlir:1:7: expected operation name in quotes"),
        ('\n  "tosa.add"() : () -> ()', "m.mlir:2:13: operation being parsed with an unregistered"),
        ("%s = meta.storage -1 : !meta.storage", "m.mlir:1:6: 'meta.storage' op expected no "),
    ],
)
def test_malformed_text(text, message):
    error = refuse(metautils.Module.parse, text, name="m.mlir")
    assert str(error).startswith(message)
    assert error.diagnostics[0].severity == "error"
    assert error.diagnostics[0].location == message.split(": ")[0]


def test_notes_follow_their_error():
    text = CHAIN + "%x = meta.tensor %k : !meta.tensor<3x4xf32>\n"
    error = refuse(metautils.Module.parse, text)
    assert [diagnostic.severity for diagnostic in error.diagnostics] == ["error", "note"]
    assert str(error) == (
        "<string>:7:6: 'meta.tensor' op expected a geometry, got a live tensor\n"
        "<string>:5:6: note: the live tensor is defined here"
    )


@pytest.mark.parametrize("size", [0, 4, 5, 40, 100])
def test_truncated_bytecode(size):
    bytecode = metautils.Module.parse(CHAIN).bytecode()
    assert size < len(bytecode)
    if size == 0:
        assert str(metautils.Module.parse(b"")) == str(metautils.Module.parse(""))
    else:
        assert "<string>" in str(refuse(metautils.Module.parse, bytecode[:size]))


def test_wrong_arguments():
    for arguments in ((3,), (CHAIN, "positional name"), ()):
        with pytest.raises(TypeError):
            metautils.Module.parse(*arguments)
    with pytest.raises(UnicodeEncodeError):
        metautils.Module.parse("\ud800")
    with pytest.raises(TypeError):
        metautils.Module()


def test_text_that_is_no_utf8():
    error = refuse(metautils.Module.parse, b'meta.source %x, "\xff\xfe\n')
    assert error.diagnostics[0].severity == "error"


# --- Pipelines -------------------------------------------------------------------------------


def test_run_makes_a_new_module():
    module = metautils.Module.parse(CHAIN)
    before = str(module)
    folded = module.run("meta-fold-views")
    assert str(module) == before
    assert "meta.slice" not in str(folded)
    assert "meta.view %s offset 2" in str(folded)
    assert str(module.run("builtin.module(meta-fold-views,canonicalize)")) == str(folded)
    assert str(module.run("")) == before


def test_pipeline_to_ranked_types():
    w = torch.nn.Parameter(torch.zeros(4, 3))
    module = metautils.describe({"w": w, "k": torch.zeros(6)[2:]})
    text = str(module.run("meta-fold-views,meta-to-func,convert-meta-to-tensor"))
    assert "func.func @main(%arg0: tensor<4x3xf32>" in text
    assert '"w"' in text and "meta." in text


def test_remarks():
    text = """\
func.func @f(%x: !meta.tensor<?x4xf32, strided<[?, ?]>>) -> !meta.tensor<?xf32, strided<[?]>> {
  %0 = meta.reshape %x to [-1] : !meta.tensor<?x4xf32, strided<[?, ?]>>
  return %0 : !meta.tensor<?xf32, strided<[?]>>
}
"""
    module = metautils.Module.parse(text, name="m.mlir")
    assert module.remarks == []
    (remark,) = module.run("meta-fold-views").remarks
    assert (remark.severity, remark.location) == ("remark", "m.mlir:2:8")
    assert remark.message.startswith("kept as it is")
    assert str(remark).startswith("m.mlir:2:8: remark: kept as it is")


def test_pass_that_fails():
    module = metautils.Module.parse(BEYOND, name="m.mlir")
    error = refuse(module.run, "meta-verify-bounds")
    assert "expected 'encoder.bias' to end within 96 bytes, got 112" in str(error)
    assert [diagnostic.severity for diagnostic in error.diagnostics] == ["error", "note"]
    # The module itself is none the worse.
    assert str(module) == str(metautils.Module.parse(BEYOND))


def test_error_without_a_diagnostic():
    assert str(metautils.Error([])) == "a pass failed without saying why"


def test_error_survives_pickling():
    error = refuse(metautils.Module.parse, "foo")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.diagnostics) == (str(error), error.diagnostics)
    assert isinstance(again, RuntimeError)


@pytest.mark.parametrize(
    "pipeline, message",
    [
        ("nope", "cannot read the pipeline: .*'nope' does not refer to a registered pass"),
        ("builtin.module(cse", r"expected '\)' at the end of 'builtin.module\(cse'"),
        ("canonicalize{max-iterations=x}", "cannot read the pipeline: "),
        ("func.func(cse", "cannot read the pipeline: "),
    ],
)
def test_malformed_pipeline(pipeline, message):
    with pytest.raises(metautils.Error, match=message):
        metautils.Module.parse(CHAIN).run(pipeline)


def test_verify():
    module = metautils.describe(torch.zeros(3))
    assert module.verify() is None


# --- Threads, signals, memory ----------------------------------------------------------------


def test_threads_share_a_context():
    module = metautils.describe(torch.zeros(4, 4).t())
    overflowing = torch.empty_strided((2, 2), (2**62, 2**62), dtype=torch.int8, device="meta")
    failures = []

    def work(index: int) -> None:
        for _ in range(50):
            if "4x4" not in str(module.run("meta-fold-views,canonicalize,cse")):
                failures.append("lost")
            error = refuse(metautils.describe, {f"w{index}": overflowing})
            if f"'w{index}'" not in str(error):
                failures.append(str(error))

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_interrupt_between_passes():
    module = metautils.Module.parse(CHAIN)

    class Interrupted(Exception):
        pass

    def interrupt(*_):
        # What a handler does with the module does not disturb the pipeline.
        assert "meta.view" in str(module.run("meta-fold-views,cse"))
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(Interrupted):
            module.run(",".join(["cse"] * 50_000))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert "meta.view %s offset 2" in str(module.run("meta-fold-views"))


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def test_memory_is_flat():
    def describe(count: int, start: int) -> None:
        # Sizes never seen before: a context never frees their types.
        for i in range(start, start + count):
            metautils.describe(torch.empty(i, 3, device="meta").t())

    describe(10_000, 1)
    before = resident_bytes()
    describe(30_000, 10_001)
    assert resident_bytes() - before < 8 << 20
