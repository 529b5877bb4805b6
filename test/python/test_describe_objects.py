# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `metautils.describe` takes, and what it calls the tensors in it."""

import dataclasses
import re
from collections import OrderedDict, defaultdict, deque, namedtuple

import pytest
import torch
from ir_reader import read_module
from torch import nn
from torch.utils import _pytree as pytree

import metautils


def names(value, source=None) -> list[str]:
    return list(read_module(metautils.describe(value, source)))


def zeros():
    return torch.zeros(2)


# --- Pytrees ---------------------------------------------------------------------------------

Point = namedtuple("Point", ["x", "y"])


@dataclasses.dataclass
class Batch:
    images: torch.Tensor
    labels: list


class Box:
    def __init__(self, value):
        self.value = value


pytree.register_dataclass(Batch)
pytree.register_pytree_node(Box, lambda box: ([box.value], None), lambda values, _: Box(*values))


@pytest.mark.parametrize(
    "make, expected",
    [
        (zeros, ["tensor"]),
        (lambda: [zeros(), zeros()], ["0", "1"]),
        (lambda: (zeros(), [zeros()]), ["0", "1.0"]),
        (lambda: {"x": [zeros(), {"weight": zeros()}]}, ["x.0", "x.1.weight"]),
        (lambda: {3: zeros(), ("a", 1): zeros()}, ["3", "('a', 1)"]),
        (lambda: {"état": zeros(), 'a "b"\n\\': zeros()}, ["état", 'a "b"\n\\']),
        (lambda: {"": zeros()}, ["tensor"]),
        (lambda: {"a": {"": zeros()}}, ["a."]),
        (lambda: Point(zeros(), zeros()), ["x", "y"]),
        (lambda: {"b": Batch(zeros(), [zeros()])}, ["b.images", "b.labels.0"]),
        (lambda: [Box({"k": zeros()})], ["0.0.k"]),
        (lambda: OrderedDict(b=zeros(), a=zeros()), ["b", "a"]),
        (lambda: defaultdict(list, k=[zeros()]), ["k.0"]),
        (lambda: deque([zeros(), zeros()]), ["0", "1"]),
        (lambda: torch.zeros(2, 3).max(0), ["0", "1"]),
        (lambda: [[] for _ in range(3)] + [zeros()], ["3"]),
        (lambda: [1, None, "text", 2.5, True, object(), zeros(), {4}], ["6"]),
    ],
)
def test_pytree(make, expected):
    assert names(make()) == expected


def test_source_comes_before_all():
    assert names(zeros(), "x") == ["x"]
    assert names([zeros(), [zeros()]], "args") == ["args.0", "args.1.0"]
    assert names(nn.Linear(2, 2), source="head") == ["head.weight", "head.bias"]


def test_one_tensor_with_many_names():
    x = zeros()
    described = read_module(metautils.describe([x, {"again": x}, (x,)]))
    assert list(described) == ["0", "1.again", "2.0"]
    assert described["0"] is described["1.again"] is described["2.0"]


@pytest.mark.parametrize("value", [3, None, [], {}, [1, "x"], "x", nn.ReLU(), object()])
def test_nothing_to_describe(value):
    with pytest.raises(metautils.Error) as error:
        metautils.describe(value)
    name = type(value).__name__
    assert str(error.value) == (
        f"expected a tensor, or an object that holds tensors, got '{name}' without any"
    )


def test_errors_of_the_object_itself():
    class Key:
        def __str__(self):
            raise KeyError("no name")

    with pytest.raises(KeyError, match="no name"):
        metautils.describe({Key(): zeros()})
    with pytest.raises(UnicodeEncodeError):
        metautils.describe({"\ud800": zeros()})
    with pytest.raises(TypeError):
        metautils.describe()
    with pytest.raises(TypeError):
        metautils.describe(zeros(), 3)


def test_object_that_contains_itself():
    loop = [zeros()]
    loop.append(loop)
    with pytest.raises(RecursionError, match="in the object to describe"):
        metautils.describe(loop)


def test_object_that_changes_meanwhile():
    values = [zeros() for _ in range(4)]

    class Shrink:
        pass

    pytree.register_pytree_node(
        Shrink, lambda node: (values.clear(), ([], None))[1], lambda *_: Shrink()
    )
    values.insert(2, Shrink())
    assert names(values) == ["0", "1"]


# --- Modules ---------------------------------------------------------------------------------


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(4, 3)
        self.blocks = nn.ModuleList(nn.Linear(3, 3) for _ in range(2))
        self.norm = nn.BatchNorm1d(3)
        self.head = nn.Linear(3, 4, bias=False)
        self.head.weight = self.embedding.weight
        self.scale = nn.Parameter(torch.ones(()))
        self.register_buffer("mask", torch.zeros(3, 3), persistent=False)
        self.register_parameter("absent", None)
        self.register_buffer("nothing", None)


def test_names_are_those_of_the_state_dict():
    model = Model()
    described = read_module(metautils.describe(model))
    assert [name for name in described if name != "mask"] == list(model.state_dict())
    assert set(described) == {
        *dict(model.named_parameters(remove_duplicate=False)),
        *dict(model.named_buffers(remove_duplicate=False)),
    }
    assert described["scale"].words == {"parameter", "requires_grad"}
    assert described["norm.running_mean"].words == set()


def test_tied_parameters():
    described = read_module(metautils.describe(Model()))
    assert described["head.weight"] is described["embedding.weight"]
    assert described["blocks.0.weight"] is not described["blocks.1.weight"]


def test_shared_submodule():
    layer = nn.Linear(2, 2)
    described = read_module(metautils.describe(nn.ModuleDict({"a": layer, "b": layer})))
    assert list(described) == ["a.weight", "a.bias", "b.weight", "b.bias"]
    assert described["a.weight"] is described["b.weight"]


def test_packed_weights():
    packed = nn.Parameter(torch.zeros(12, 4))
    q, k, v = packed.chunk(3)
    described = read_module(metautils.describe({"packed": packed, "qkv": (q, k, v)}))
    assert [described[f"qkv.{i}"].offset for i in range(3)] == [0, 16, 32]
    assert all(described[f"qkv.{i}"].base is described["packed"] for i in range(3))
    assert described["qkv.1"].creation == "multi_output_node"


def test_modules_among_other_things():
    lstm = nn.LSTM(2, 3)
    value = {"model": lstm, "state": (zeros(), nn.ParameterList([zeros()]))}
    assert names(value) == [f"model.{n}" for n in lstm.state_dict()] + ["state.0", "state.1.0"]


def test_script_module():
    script = torch.jit.trace(nn.Sequential(nn.Linear(2, 2)), torch.zeros(1, 2))
    assert names(script) == ["0.weight", "0.bias"]


def test_lazy_module():
    text = str(metautils.describe(nn.Sequential(nn.LazyLinear(3))))
    assert text.count('class "torch.nn.parameter.UninitializedParameter"') == 2


def test_module_that_contains_itself():
    inner = nn.Sequential(nn.Linear(2, 2))
    outer = nn.Sequential(inner)
    inner.append(outer)
    refused = "expected a tree of modules, got '0.1', which contains itself"
    with pytest.raises(metautils.Error, match=refused):
        metautils.describe(outer)


def test_modules_are_not_called():
    class Strict(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(zeros())

        def state_dict(self, *args, **kwargs):
            raise AssertionError("state_dict runs hooks")

        def __call__(self, *args):
            raise AssertionError("called")

    assert names(Strict()) == ["weight"]


# --- Data ------------------------------------------------------------------------------------


def get_data(module) -> list[bytes]:
    """The bytes of each storage that has some, out of the text of the resources."""
    return [bytes.fromhex(text[8:]) for text in re.findall(r'storage\w*: "0x([0-9A-F]*)"', str(module))]


def test_copy_data():
    t = torch.arange(6, dtype=torch.int16)
    x = torch.randn(3, dtype=torch.float64)
    module = metautils.describe([t, t[2:], x, torch.empty(0)], copy_data=True)
    module.verify()
    data = [bytes(tensor.untyped_storage()) for tensor in (t, x)]
    assert get_data(module) == data
    assert get_data(metautils.Module.parse(module.bytecode())) == data
    assert str(metautils.Module.parse(str(module))) == str(module)
    # The description keeps a copy.
    t.zero_()
    assert get_data(module) == data
    assert get_data(metautils.describe(t)) == []


def test_copy_data_of_none():
    # Without bytes there are none to copy.
    meta = torch.empty(3, device="meta")
    assert get_data(metautils.describe(meta, copy_data=True)) == []
    functional = torch._to_functional_tensor(torch.ones(1, dtype=torch.int8))
    assert get_data(metautils.describe(functional, copy_data=True)) == [b"\1"]
