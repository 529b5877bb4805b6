# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The trace records of PyTorch's own describer, and those out of a description."""

import json
import re
from unittest import mock

import sympy
import torch
from torch._subclasses import meta_utils

import metautils

PyTorchDescriber = meta_utils.MetaTensorDescriber
PLAIN = (*torch.Tensor.__mro__, torch.nn.Parameter, torch.nn.parameter.UninitializedTensorMixin)
# An object in a context prints itself, and a description knows no more of it than its parts.
PRINTED_BY_CLASS = ("ctx", "opaque_attrs")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def can_compare(t) -> bool:
    # An object or class may answer otherwise than the tensor is: PyTorch's describer believes it.
    own = [vars(t), *(vars(cls) for cls in type(t).__mro__ if cls not in PLAIN)]
    if any(name in members for members in own for name in ("size", "dtype", "storage_offset")):
        return False
    # PyTorch's describer raises for these.
    if torch.nn.parameter.is_lazy(t):
        return False
    return not (torch._is_functional_tensor(t) and t._is_view())


def normalize(record):
    """A record without what a description does not say, see docs/TraceRecords.md."""
    record = json.loads(ADDRESS.sub("", json.dumps(record, default=repr)))
    (facts,) = record.values()
    if "is_parameter" in facts:  # a mark makes a tensor one, too
        facts["view_func"] = facts["view_func"].replace("Parameter", "Tensor")
    if "is_mkldnn" in facts:
        facts.pop("stride", None)
    for name in PRINTED_BY_CLASS:
        if re.search(r"\(|#meta", str(facts.get(name, ""))):
            facts[name] = "(as its class prints it)"
    for name in ("size", "stride", "storage_offset"):
        if name in facts:
            facts[name] = simplify(facts[name])
    return record


def simplify(value):
    """Of an expression its value, however it is written."""
    if isinstance(value, list):
        return [simplify(element) for element in value]
    if not isinstance(value, str):
        return value
    value = sympify(value)
    return int(value) if value.is_Integer else str(value)


def sympify(text: str):
    names = {name: sympy.Symbol(name, integer=True) for name in re.findall(r"[a-z]\w*", text)}
    functions = {"Max": sympy.Max, "Min": sympy.Min, "Mod": sympy.Mod, "PythonMod": sympy.Mod}
    functions["CeilToInt"] = lambda a, b: sympy.ceiling(a / b)
    return sympy.expand(sympy.sympify(text, locals=names | functions))


def get_stock_records(tensors):
    """What PyTorch's own describer writes for the tensors, under names by their index."""
    records = []

    def trace(name, metadata_fn):
        records.append(normalize({name: metadata_fn()}))

    with mock.patch.object(meta_utils, "trace_structured", trace):
        describer = PyTorchDescriber()
        for i, t in enumerate(tensors):
            desc = describer.describe_tensor(t, trace=True)
            records.append({"describe_source": {"id": desc.id, "source": str(i)}})
    for record in records:
        (facts,) = record.values()
        facts["describer_id"] = 0
    return records


def get_records(module):
    """Out of the description alone: of what is left of it in bytecode."""
    module = metautils.Module.parse(module.run("meta-fold-views").bytecode())
    return [normalize(record) for record in module.trace_records()]
