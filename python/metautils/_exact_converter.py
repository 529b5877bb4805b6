# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The converter of metautils.exact: right where PyTorch's is not."""

import contextlib
from collections.abc import Iterator
from typing import Any

import torch
from torch._dynamo.source import ConstantSource
from torch._subclasses import meta_utils
from torch.compiler import config

from metautils import _contexts, _converter, _materialize, _metautils
from metautils._exact_describer import MetaTensorDescriber


class MetaConverter(_converter.MetaConverter):
    """Converts tensors to meta tensors that are what the tensor is.

    Same arguments, attributes and lifetime as `metautils.MetaConverter`. What
    docs/Deviations.md lists is right where PyTorch's converter refuses or errs; what the meta
    device cannot hold raises `metautils.Error` with the name and the reason. For tensors whose
    sizes are symbols of a ShapeEnv already, and with a `shape_env` for jagged ones, for views of
    classes that wrap tensors and for functional views, it is PyTorch's converter.
    """

    _describer_class = MetaTensorDescriber

    def __init__(self, *, copy_data: bool = False) -> None:
        super().__init__(copy_data=copy_data)
        self.describer.lookup_tensor = _metautils.WeakIdTable(forgets_changed=True)
        self.describer.lookup_storage = _metautils.WeakIdTable(forgets_changed=True)
        self.counter_memo = _metautils.CounterMemo()

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
            for file in (__file__, _contexts.__file__, _materialize.__file__):
                _converter.hide_frames(file)
        # A method of a subclass would not be asked.
        if (
            type(self) is MetaConverter
            and isinstance(t, torch.Tensor)
            and not self.copy_data
        ):
            if source is not None and trace:
                self._trace(t, source)
                trace = False
            name = "tensor" if source is None else source.name
            contexts = self._get_contexts(shape_env, source, symbolic_context)
            made = _metautils.convert_exactly(self, t, callback, contexts, name)
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

    def _get_contexts(
        self, shape_env: Any, source: Any, symbolic_context: Any
    ) -> _contexts.Contexts | None:
        if shape_env is None:
            return None
        if source is None:
            source = ConstantSource(f"__meta_utils_unknown_tensor{len(self.tensor_memo)}")
        return _contexts.Contexts(shape_env, self.describer, source, symbolic_context)

    def _trace(self, t: torch.Tensor, source: Any) -> None:
        desc = self.describer.describe_tensor(t, trace=True)
        meta_utils.trace_structured(
            "describe_source",
            metadata_fn=lambda: {
                "describer_id": self.describer.id,
                "id": desc.id,
                "source": source.name,
            },
        )


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """As `metautils.installed`, for the two classes of `metautils.exact`.

    What torch.compile caches meanwhile is not taken for what PyTorch's classes lead to: the
    block adds to `torch.compiler.config.cache_key_tag`, which is PyTorch's setting of a thread.

        with metautils.exact.installed():
            torch.compile(function)(x)
    """
    ours = f"metautils.exact {_metautils.__version__}"
    tag = config.cache_key_tag.removesuffix(ours) + ours
    with (
        _converter.install(MetaConverter, MetaTensorDescriber),
        config.patch(cache_key_tag=tag),
    ):
        yield
