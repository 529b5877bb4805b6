# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MetaConverter in the place of torch._subclasses.meta_utils.MetaConverter, and both in PyTorch's."""

import contextlib
import functools
from collections.abc import Iterator
from typing import Any

import torch
import torch._subclasses.fake_tensor
import torch.fx._graph_pickler
from torch._subclasses import meta_utils

from metautils import _metautils
from metautils._describer import MetaTensorDescriber

_PyTorchConverter = meta_utils.MetaConverter


class MetaConverter(_PyTorchConverter):
    """Converts tensors to meta tensors as PyTorch's own converter does, its faults included.

    Same arguments, attributes and results, in the same order: ids, hits and misses, memos that
    keep nothing alive, guards and symbols of a `shape_env`.
    """

    _describer_class = MetaTensorDescriber

    def __init__(self, *, copy_data: bool = False) -> None:
        # PyTorch's own would take the id of a describer that is not used.
        self.storage_memo = _metautils.WeakMemo()
        self.tensor_memo = _metautils.WeakMemo()
        self.hit = self.miss = self.arg_cnt = 0
        self.del_hook = None
        self.copy_data = copy_data
        self.describer = self._describer_class(copy_data=copy_data)

    def __call__(
        self,
        t: torch.Tensor,
        shape_env: Any = None,
        *,
        callback: Any = None,
        source: Any = None,
        symbolic_context: Any = None,
        trace: bool = True,
    ) -> Any:
        if shape_env is not None:
            hide_frames(__file__)
        # A method of a subclass would not be asked.
        if (
            type(self) is MetaConverter
            and shape_env is None
            and symbolic_context is None
            and (source is None or not trace)
        ):
            made = _metautils.convert_tensor(self, t, callback)
            if made is not None:
                return made
        return super().__call__(
            t,
            shape_env,
            callback=callback,
            source=source,
            symbolic_context=symbolic_context,
            trace=trace,
        )


@functools.cache
def hide_frames(file: str) -> None:
    """Has guards noted as of who asked for a conversion: PyTorch's own file is hidden, too."""
    from torch.fx.experimental import symbolic_shapes

    symbolic_shapes.uninteresting_files().add(file)


# The modules of PyTorch that have the two classes by name.
_HOLDERS: dict[str, tuple[Any, ...]] = {
    "MetaConverter": (meta_utils, torch._subclasses.fake_tensor, torch.fx._graph_pickler),
    "MetaTensorDescriber": (meta_utils, torch.fx._graph_pickler),
}


def installed() -> contextlib.AbstractContextManager[None]:
    """Puts the two classes into PyTorch's place, in the whole process.

    A FakeTensorMode, and with it torch.compile, uses what was there when it was made: earlier
    modes keep PyTorch's classes, later ones keep these.

        with metautils.installed():
            mode = FakeTensorMode()
    """
    return install(MetaConverter, MetaTensorDescriber)


@contextlib.contextmanager
def install(*classes: type) -> Iterator[None]:
    """Each is put where PyTorch has its own class of that name."""
    ours = {each.__name__: each for each in classes}
    before = [
        (module, name, getattr(module, name)) for name in ours for module in _HOLDERS[name]
    ]
    for module, name, _ in before:
        setattr(module, name, ours[name])
    try:
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)
