# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""MetaTensorDescriber in the place of torch._subclasses.meta_utils.MetaTensorDescriber.

The same objects, ids and trace records as PyTorch's, which are made in C++
(python/src/DropInDescriber.cpp). Tensors that only Python code can read (their class has a
__torch_function__ or properties of its own, a mode watches) go through PyTorch's own code
and its order of access.
"""

import threading
from typing import Any

import torch
from torch._subclasses import meta_utils
from torch._subclasses.meta_utils import MetaStorageDesc, MetaTensorDesc

from metautils import _metautils

_PyTorchDescriber = meta_utils.MetaTensorDescriber
describe_tensor_as_pytorch = _PyTorchDescriber.describe_tensor
_next_id_lock = threading.Lock()


class MetaTensorDescriber(_PyTorchDescriber):
    """Describes tensors as PyTorch's own `MetaTensorDesc`s, several times as fast.

    Keeps ids of what it has met and keeps none of it alive. One that several threads share
    gives each tensor one id.
    """

    def __init__(self, *, copy_data: bool = False) -> None:
        with _next_id_lock:
            self.id = meta_utils.DESCRIBER_NEXT_ID
            meta_utils.DESCRIBER_NEXT_ID = meta_utils._DescriberId(self.id + 1)
        self.next_tensor_id = meta_utils.MetaTensorId(0)
        self.next_storage_id = meta_utils.MetaStorageId(0)
        self.lookup_tensor = _metautils.WeakIdTable()
        self.lookup_storage = _metautils.WeakIdTable()
        self.copy_data = copy_data
        self.traced_tensors: set[int] = set()
        self.traced_storages: set[int] = set()

    def describe_tensor(
        self, t: torch.Tensor, *, recurse: bool = True, trace: bool = False
    ) -> MetaTensorDesc[Any]:
        return _metautils.describe_tensor(self, t, recurse, trace)


# What the extension takes for not overridden.
ORIGINAL_METHODS = {
    name: getattr(MetaTensorDescriber, name)
    for name in ("describe_tensor", "describe_storage", "get_tensor_id", "get_storage_id")
}


def trace_tensor(desc: MetaTensorDesc[Any], describer_id: int) -> None:
    meta_utils.trace_structured(
        "describe_tensor", metadata_fn=lambda: _metautils.as_json(desc, describer_id)
    )


def trace_storage(desc: MetaStorageDesc, describer_id: int) -> None:
    meta_utils.trace_structured(
        "describe_storage", metadata_fn=lambda: desc.as_json(describer_id)
    )


def flatten(t: Any) -> tuple[Any, Any]:
    names, context = t.__tensor_flatten__()
    return names, context
