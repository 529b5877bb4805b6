# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tests share: how many random cases, and from which seed.

METAUTILS_ORACLE=1 asks for the long runs from a fresh seed, METAUTILS_CASES for so many cases,
METAUTILS_SEED for a seed that has failed, or `fresh`.
"""

import json
import logging
import os
import random
import zlib

import pytest
from hypothesis import settings


ORACLE = os.environ.get("METAUTILS_ORACLE") == "1"

settings.register_profile("fixed", derandomize=True)
settings.load_profile("default" if ORACLE else "fixed")


@pytest.fixture
def seed(request) -> int:
    """Printed when a test fails. That of `make test` is the test's own: what has passed passes
    elsewhere."""
    own = "fresh" if ORACLE else zlib.crc32(request.node.name.encode())
    wanted = os.environ.get("METAUTILS_SEED", own)
    value = random.SystemRandom().randrange(2**32) if wanted == "fresh" else int(wanted)
    print(f"METAUTILS_SEED={value}")
    return value


@pytest.fixture
def case_count():
    """How many cases a differential test tries: `case_count(few, many)`."""

    def choose(few: int, many: int) -> int:
        wanted = many if ORACLE else few
        return int(os.environ.get("METAUTILS_CASES", wanted))

    return choose


@pytest.fixture
def trace_records():
    """What goes to PyTorch's structured log while the test runs."""
    from torch._logging import _internal as logging_internal

    records = []

    class Handler(logging.Handler):
        def emit(self, record):
            metadata = {k: v for k, v in record.metadata.items() if k.startswith("describe_")}
            if metadata:
                records.append(json.loads(json.dumps(metadata, default=repr)))

    log, handler = logging_internal.trace_log, Handler()
    log.addHandler(handler)
    level = log.level
    log.setLevel(logging.DEBUG)
    yield records
    log.removeHandler(handler)
    log.setLevel(level)
