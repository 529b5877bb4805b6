# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`--help` of the tools: each pass and option of ours in one sentence, none of LLVM's."""

import os
import re
import subprocess
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("METAUTILS_BUILD_DIR", SOURCE / "build"))
SENTENCE = re.compile(r"[a-z`](?:[^.]|\.(?=\w))*[^.\s]")


def string(text: str) -> str:
    """A TableGen string, which may be cut into adjacent literals."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')


def passes() -> dict[str, tuple[str, dict[str, str]]]:
    """Of each pass in a Passes.td by its flag: the summary, and each option's."""
    found = {}
    for path in sorted(SOURCE.glob("include/metautils/*/Passes.td")):
        for record in re.split(r"^def ", path.read_text(), flags=re.M)[1:]:
            flag = re.match(r'\w+\s*:\s*Pass<"([\w-]+)"', record)[1]
            summary = string(re.search(r"let summary =(.*?);\n", record, re.S)[1])
            literal = r'"(?:[^"\\]|\\.)*"'
            options = re.findall(
                rf'Option<"\w+", "([\w-]+)",\s*{literal},\s*(?:{literal},\s*)?'
                rf"({literal}(?:\s*{literal})*)(?:>|,)",
                record,
            )
            assert len(options) == record.count("Option<")
            found[flag] = summary, {name: string(text) for name, text in options}
    return found


def run_help(tool: str) -> str:
    return subprocess.check_output([BUILD / "bin" / tool, "--help"], text=True)


def test_each_pass_and_option_is_one_sentence():
    lines = [re.sub(r"\s+", " ", line).strip() for line in run_help("meta-opt").splitlines()]
    expected = passes()
    assert {"meta-fold-views", "meta-to-func", "convert-meta-to-tensor"} <= set(expected)
    for flag, (summary, options) in expected.items():
        assert SENTENCE.fullmatch(summary), summary
        start = lines.index(f"--{flag} - {summary}")
        for name, text in options.items():
            assert SENTENCE.fullmatch(text), text
            option = re.compile(rf"--{name}(=<.*?>)? - {re.escape(text)}")
            assert any(option.fullmatch(line) for line in lines[start:]), name


@pytest.mark.parametrize("tool", ["meta-opt", "meta-translate", "meta-lsp-server", "meta-run"])
def test_options_of_code_generators_are_not_listed(tool):
    text = run_help(tool)
    assert re.search(r"^  --help +- ", text, re.M)
    assert re.search(r"^  --version +- ", text, re.M)
    assert not re.search(r"^  --(amdgpu|arm|x86|polly)-", text, re.M)


def test_translations():
    assert re.search(r"--meta-to-summary +- +count tensors", run_help("meta-translate"))


def test_options_of_running():
    text = run_help("meta-run")
    for option in ("function=<string>", "verify", "statistics"):
        assert re.search(rf"^  --{option} +- \w", text, re.M), option
