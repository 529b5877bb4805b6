# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random tensors of every kind that PyTorch can make, in groups that belong together.

A category is a function of a `random.Random` and `see(label, tensors)`. It calls `see` while
what the tensors need (a mode, a transform of functorch) is active.
"""

import warnings

import zoo_plain  # noqa: F401  (registers its categories)
import zoo_wrapped  # noqa: F401
from zoo_tools import CATEGORIES


def visit(name, r, see, count=None):
    """Runs a category, without the warnings that making its tensors gives. What torch refuses to
    make may leave a group empty; such a one is not seen."""

    def see_tensors(label, tensors):
        if tensors:
            see(label, tensors)

    generate, groups = CATEGORIES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(groups if count is None else count):
            generate(r, see_tensors)
