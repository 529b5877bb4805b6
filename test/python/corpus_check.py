# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Describes each tensor of a corpus from outside the project, and loses nothing of it.

    python corpus_check.py DIRECTORY_OF_CORPUS_PY [SCALE]

A group of tensors becomes one description, which text and bytecode give back, and which gives the
trace records that PyTorch's describer writes. Prints what differs; exits with 1 if anything does.
"""

import collections
import random
import sys
import warnings

import torch
from trace_check import can_compare, get_records, get_stock_records

import metautils


class Check:
    def __init__(self) -> None:
        self.tensors = 0
        self.records = 0
        self.problems = collections.Counter()

    def note(self, label: str, problem: str) -> None:
        if self.problems[problem] == 0:
            print(f"    {label}: {problem[:2000]}")
        self.problems[problem] += 1

    def check_group(self, label: str, tensors) -> None:
        tensors = [t for t in tensors if isinstance(t, torch.Tensor)]
        if not tensors:
            return None
        self.tensors += len(tensors)
        try:
            module = metautils.describe(tensors)
        except Exception as error:  # noqa: BLE001  (whatever a describer raises is a finding)
            return self.note(label, f"describe: {type(error).__name__}: {error}")
        text = str(module)
        for form in (text, module.bytecode()):
            if str(metautils.Module.parse(form)) != text:
                self.note(label, f"{type(form).__name__} does not give it back:\n{text}")
        return self.check_records(label, tensors)

    def check_records(self, label: str, tensors) -> None:
        tensors = [t for t in tensors if can_compare(t)]
        try:
            expected = get_stock_records(tensors)
        except Exception:  # noqa: BLE001  (what PyTorch cannot describe it writes no record of)
            return
        if not expected:
            return
        try:
            found = get_records(metautils.describe(tensors))
        except Exception as error:  # noqa: BLE001
            return self.note(label, f"records: {type(error).__name__}: {error}")
        self.records += len(found)
        for one, other in zip(expected, found):
            if one != other:
                return self.note(label, f"expected {one}\n    found    {other}")
        if len(expected) != len(found):
            self.note(label, f"expected {len(expected)} records, found {len(found)}")


def main(directory: str, scale: float = 1.0) -> int:
    sys.path.insert(0, directory)
    import corpus

    warnings.simplefilter("ignore")
    total = Check()
    for name, (generate, count) in corpus.CATEGORIES.items():
        check = Check()

        def probe(label, tensors, check=check, name=name):
            check.check_group(f"{name} {label}", tensors)

        torch.manual_seed(0)
        generate(random.Random(f"0:{name}"), max(1, int(count * scale)), probe)
        print(f"{name:17} tensors {check.tensors} records {check.records}", flush=True)
        total.tensors += check.tensors
        total.records += check.records
        total.problems += check.problems
    print(f"total tensors {total.tensors} records {total.records}", end=" ")
    print(f"problems {total.problems.total()}")
    return int(bool(total.problems))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(float, sys.argv[2:])))
