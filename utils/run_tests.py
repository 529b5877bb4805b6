#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test of a build and ends with the line `N passed, N failed`.

    utils/run_tests.py build              every suite that the build has
    utils/run_tests.py build --core       and those of a build without torch and Python
    utils/run_tests.py build --only lit   one suite

The suites are `unit` (GoogleTest), `lit`, `python` (pytest) and `lint` (each
utils/lint_*.py and utils/doc_*.py, called with `--build build`, is one
test: it fails by its exit status). A suite without tests has failed. `--only threads` runs the
tests of `unit` and `python` in which several threads describe and make tensors.
"""

import argparse
import os
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent
SUITE_TIMEOUT = 3600  # seconds; a hang must not cost more than this


@dataclass
class Result:
    """The counts of a suite, and one (name, output) for each failure."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    failures: list[tuple[str, str]] = field(default_factory=list)

    def fail(self, name: str, output: str) -> None:
        self.failed += 1
        self.failures.append((name, output))

    def add(self, other: "Result") -> None:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.failures += other.failures

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


@dataclass
class Build:
    """A configured build directory and what its tests run with."""

    directory: Path
    options: dict[str, str]

    @classmethod
    def at(cls, directory: Path) -> "Build":
        cache = directory / "CMakeCache.txt"
        if not cache.exists():
            sys.exit(f"error: expected a build in {directory}, found no CMakeCache.txt")
        entries = re.findall(r"^(\w+):\w+=(.*)$", cache.read_text(), re.MULTILINE)
        return cls(directory.resolve(), dict(entries))

    @property
    def has_python(self) -> bool:
        return self.options.get("METAUTILS_ENABLE_PYTHON") == "ON"

    @property
    def sanitizer(self) -> str | None:
        return self.options.get("LLVM_USE_SANITIZER")

    @property
    def results(self) -> Path:
        path = self.directory / "test-results"
        path.mkdir(exist_ok=True)
        return path

    def run(self, command: list, **variables: str) -> tuple[int, str]:
        """The exit status and output of a command; a time-out is status 124."""
        env = os.environ | {"METAUTILS_BUILD_DIR": str(self.directory)} | variables
        if self.sanitizer == "Thread":
            suppressions = SOURCE / "utils/tsan.supp"
            env.setdefault("TSAN_OPTIONS", f"suppressions={suppressions}:halt_on_error=1")
            # The pool of OpenMP's threads in libtorch waits by atomics.
            env["OMP_NUM_THREADS"] = "1"
        elif self.sanitizer:
            # The packages' LLVM is not instrumented and poisons its own arenas.
            env.setdefault("ASAN_OPTIONS", "allow_user_poisoning=0:abort_on_error=1")
        try:
            done = subprocess.run(
                [str(word) for word in command],
                cwd=SOURCE,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=SUITE_TIMEOUT,
            )
        except subprocess.TimeoutExpired as expired:
            output = (expired.stdout or b"").decode(errors="replace")
            return 124, output + f"\nno end within {SUITE_TIMEOUT} seconds"
        return done.returncode, done.stdout


def read_junit(path: Path, status: int, output: str) -> Result:
    """Counts the cases of a JUnit file, which all three runners can write.

    A runner that failed without a failed case (a crash, an error of
    collection) is itself a failure.
    """
    result = Result()
    try:
        cases = list(ET.parse(path).iter("testcase"))
    except (OSError, ET.ParseError):
        cases = []
    for case in cases:
        problem = next((c for c in case if c.tag in ("failure", "error")), None)
        if problem is not None:
            texts = [problem.text or problem.get("message") or ""]
            texts += [c.text or "" for c in case if c.tag in ("system-out", "system-err")]
            result.fail(f"{case.get('classname')}.{case.get('name')}", "\n".join(texts))
        elif case.find("skipped") is not None or case.get("status") == "notrun":
            result.skipped += 1
        else:
            result.passed += 1
    if status != 0 and not result.failed:
        result.fail(f"{path.stem} (exit status {status})", "\n".join(output.splitlines()[-60:]))
    return result


def run_with_junit(build: Build, name: str, command: list, flag: str, **variables: str) -> Result:
    junit = build.results / f"{name}.xml"
    junit.unlink(missing_ok=True)
    status, output = build.run([*command, f"{flag}{junit}"], **variables)
    return read_junit(junit, status, output)


def run_unit(build: Build) -> Result:
    def run(binary: Path) -> Result:
        return run_with_junit(build, binary.name, [binary], "--gtest_output=xml:")

    binaries = sorted((build.directory / "unittests").glob("*Tests"))
    result = Result()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for one in pool.map(run, binaries):
            result.add(one)
    return result


def run_lit(build: Build) -> Result:
    main = "import sys; from lit.main import main; sys.argv[0] = 'lit'; main()"
    command = [sys.executable, "-c", main, build.directory / "test", "-v"]
    return run_with_junit(build, "lit", command, "--xunit-xml-output=")


def run_python(build: Build) -> Result:
    options = ["-q", "--tb=short", "-o", "junit_logging=all", "-n", os.cpu_count()]
    command = [sys.executable, "-m", "pytest", *options, "test/python"]
    variables = {"PYTHONPATH": str(build.directory / "python")}
    if build.sanitizer:
        variables |= sanitize_python(build)
    return run_with_junit(build, "python", command, "--junitxml=", **variables)


def sanitize_python(build: Build) -> dict[str, str]:
    """The variables with which Python, which has no sanitizer, can import a package that does.

    Python leaks at its end, so leaks are not looked for, and memory that is kept to find its
    late uses would look like a leak to the test of flat memory.
    """
    compiler = build.options["CMAKE_CXX_COMPILER"]
    runtime = "libtsan.so" if build.sanitizer == "Thread" else "libasan.so"
    libraries = [
        subprocess.check_output([compiler, f"-print-file-name={name}"], text=True).strip()
        for name in (runtime, "libstdc++.so")
    ]
    variables = {"LD_PRELOAD": " ".join(libraries)}
    if build.sanitizer != "Thread":
        options = "allow_user_poisoning=0:abort_on_error=1:detect_leaks=0:quarantine_size_mb=16"
        variables["ASAN_OPTIONS"] = options
    return variables


def run_threads(build: Build) -> Result:
    """What several threads do at once: of C++, and of Python."""
    tests = build.directory / "unittests/TorchTests"
    command = [tests, "--gtest_filter=ThreadsTest.*"]
    result = run_with_junit(build, "threads", command, "--gtest_output=xml:")
    python = [sys.executable, "-m", "pytest", "-q", "--tb=short", "test/python/test_threads.py"]
    variables = {"PYTHONPATH": str(build.directory / "python")}
    if build.sanitizer:
        variables |= sanitize_python(build)
    result.add(run_with_junit(build, "threads-python", python, "--junitxml=", **variables))
    return result


def run_lint(build: Build) -> Result:
    def run(script: Path) -> tuple[Path, int, str]:
        return script, *build.run([sys.executable, script, "--build", build.directory])

    utils = SOURCE / "utils"
    scripts = sorted([*utils.glob("lint_*.py"), *utils.glob("doc_*.py")])
    result = Result()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for script, status, output in pool.map(run, scripts):
            if status == 0:
                result.passed += 1
            else:
                result.fail(script.name, output)
    return result


SUITES = {"unit": run_unit, "lit": run_lit, "python": run_python, "lint": run_lint}
PARTS = {"threads": run_threads}  # of the suites; only where they are asked for


def run_suite(build: Build, name: str) -> Result:
    start = time.monotonic()
    result = (SUITES | PARTS)[name](build)
    if result.passed + result.failed == 0:
        result.fail(name, "expected tests in this suite, found none")
    label = name if build.directory.name == "build" else f"{build.directory.name}/{name}"
    print(f"{label:<16} {result}  ({time.monotonic() - start:.1f} s)", flush=True)
    for test, output in result.failures:
        print(f"\nFAILED {test}\n{output.strip()}\n", flush=True)
    return result


def run_core(build: Build) -> Result:
    """Builds without torch and Python (preset `core`) and runs that build's tests."""
    for command in (["cmake", "--preset", "core"], ["ninja", "-C", "build-core"]):
        status, output = build.run(command)
        if status != 0:
            result = Result()
            result.fail("build-core: " + " ".join(command), output)
            print(f"{'build-core':<16} {result}\n{output}", flush=True)
            return result
    core = Build.at(SOURCE / "build-core")
    result = run_suite(core, "unit")
    result.add(run_suite(core, "lit"))
    return result


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=Path, help="the build directory")
    parser.add_argument("--core", action="store_true", help="also build and test the preset 'core'")
    parser.add_argument("--only", choices=SUITES | PARTS, help="run one suite")
    arguments = parser.parse_args()

    build = Build.at(arguments.build)
    names = [arguments.only] if arguments.only else list(SUITES)
    if not build.has_python:
        names = [name for name in names if name != "python"]
    total = Result()
    for name in names:
        total.add(run_suite(build, name))
    if arguments.core:
        total.add(run_core(build))
    if total.failures:
        print("failed: " + ", ".join(name for name, _ in total.failures))
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
