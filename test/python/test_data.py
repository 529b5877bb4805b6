# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain data as attributes: what comes back is what was given, through text and bytecode."""

import collections
import dataclasses
import enum
import inspect
import math
import struct
import sys
from typing import Any, NamedTuple

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

import metautils
from metautils import decode_data, encode_data


class Color(enum.Enum):
    RED = 1
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 7


class Access(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass(frozen=True)
class Frozen:
    number: int
    inner: Any = None


@dataclasses.dataclass(slots=True)
class Slotted:
    text: str
    values: Any = ()


@dataclasses.dataclass
class Late:
    """Has code that must not run, and a field that its constructor does not take."""

    number: int
    double: Any = dataclasses.field(init=False, default=0)

    def __post_init__(self):
        raise AssertionError("ran")

    def __setattr__(self, name, value):
        raise AssertionError("ran")


class Pair(NamedTuple):
    left: Any
    right: Any = None


def through_bytecode(text: str) -> str:
    """The text of an attribute, after it was in a module in bytecode."""
    module = metautils.Module.parse(f"module attributes {{test.data = {text}}} {{}}")
    again = metautils.Module.parse(module.bytecode())
    assert str(again) == str(module)
    prefix, suffix = "module attributes {test.data = ", "} {"
    line = next(line for line in str(again).splitlines() if "test.data" in line)
    return line.removeprefix(prefix).removesuffix(suffix)


def is_same(a, b) -> bool:
    """Equal, of one type, with floats equal in every bit."""
    if type(a) is not type(b):
        return False
    match a:
        case float():
            return struct.pack("d", a) == struct.pack("d", b)
        case complex():
            return is_same(a.real, b.real) and is_same(a.imag, b.imag)
        case list() | tuple():
            return len(a) == len(b) and all(map(is_same, a, b))
        case dict():
            return is_same(list(a), list(b)) and is_same(list(a.values()), list(b.values()))
        case Frozen() | Late() | Slotted():
            names = [field.name for field in dataclasses.fields(a)]
            return all(is_same(getattr(a, name), getattr(b, name)) for name in names)
        case slice():
            return is_same((a.start, a.stop, a.step), (b.start, b.stop, b.step))
    return a == b


def check(value) -> str:
    text = encode_data(value)
    assert is_same(decode_data(text), value), text
    assert is_same(decode_data(through_bytecode(text)), value), text
    return text


dtypes = sorted({d for d in vars(torch).values() if isinstance(d, torch.dtype)}, key=str)
constants = [torch.strided, torch.sparse_csr, torch._mkldnn, torch.jagged, torch.per_tensor_affine]
constants += [torch.contiguous_format, torch.channels_last, torch.preserve_format]
devices = [torch.device(name) for name in ("cpu", "cpu:0", "cuda", "cuda:3", "meta", "xla:1")]
names = [Frozen, Pair, nn.Linear, torch.nn.functional.relu, len, check, inspect.Parameter.replace]
members = [*Color, *Level, Access.READ, inspect.Parameter.KEYWORD_ONLY]
hashable = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.sampled_from([*dtypes, *constants, *devices, *names, *members])
)
scalars = hashable | st.floats() | st.integers(-(2**300), 2**300) | st.complex_numbers()


def compose(inner):
    small = st.lists(inner, max_size=3)
    return (
        small
        | small.map(tuple)
        | st.dictionaries(hashable, inner, max_size=3)
        | st.builds(slice, inner, inner, inner)
        | st.builds(Frozen, st.integers(), inner)
        | st.builds(Slotted, st.text(), inner)
        | st.builds(Pair, inner, inner)
        | st.lists(st.integers(0, 2**63 - 1), max_size=3).map(torch.Size)
        | st.sets(hashable, max_size=3)
        | st.frozensets(hashable, max_size=3)
    )


@settings(max_examples=300, deadline=None)
@given(st.recursive(scalars, compose, max_leaves=12))
def test_round_trip(value):
    check(value)


EXACT = {
    "#meta.none": None,
    "true": True,
    "3 : i64": 3,
    "9223372036854775808 : i128": 2**63,
    "-9223372036854775809 : i128": -(2**63) - 1,
    "5.000000e-01 : f64": 0.5,
    "-0.000000e+00 : f64": -0.0,
    "0x7FF0000000000000 : f64": math.inf,
    '"a\\22\\0A"': 'a"\n',
    '"\\ED\\A0\\80"': "\ud800",
    '#meta.bytes<"\\00\\FF">': b"\x00\xff",
    "[1, true]": [1, True],
    "#meta.tuple<[]>": (),
    "#meta.dict<>": {},
    '#meta.dict<"b" = 1, 2 = "a">': {"b": 1, 2: "a"},
    "#meta.set<[0, 1]>": {1, 0},
    "#meta.frozenset<[f32]>": frozenset([torch.float32]),
    "#meta.slice<#meta.none, 4, #meta.none>": slice(4),
    "#meta.size<[2, 3]>": torch.Size([2, 3]),
    "#meta.complex<1.000000e+00 : f64, -0.000000e+00 : f64>": complex(1, -0.0),
    "si64": torch.int64,
    "!meta.qint8": torch.qint8,
    '#meta.device<"cuda:1">': torch.device("cuda", 1),
    '#meta.constant<"sparse_csr">': torch.sparse_csr,
    '#meta.constant<"channels_last">': torch.channels_last,
    '#meta.global<"torch.nn.modules.linear.Linear">': nn.Linear,
    f'#meta.enum<"{__name__}.Color", "RED">': Color.RED,
    f'#meta.record<"{__name__}.Pair", {{left = 1 : i64, right = "a"}}>': Pair(1, "a"),
    f'#meta.record<"{__name__}.Frozen", {{inner = #meta.tuple<[]>, number = 2 : i64}}>': Frozen(
        2, ()
    ),
}


@pytest.mark.parametrize("text", EXACT)
def test_text(text):
    assert check(EXACT[text]) == text


def test_no_code_of_a_class_runs():
    late = object.__new__(Late)
    late.__dict__.update(number=3, double=6)
    check(late)


def test_integers_of_any_size():
    for bits in (63, 64, 65, 127, 128, 5_000):
        for number in (2**bits - 1, 2**bits, -(2**bits), -(2**bits) - 1):
            check(number)


def test_placements_and_meshes():
    from torch.distributed.device_mesh import DeviceMesh
    from torch.distributed.tensor import Partial, Replicate, Shard
    from torch.distributed.tensor._dtensor_spec import DTensorSpec, TensorMeta
    from torch.distributed.tensor.placement_types import _StridedShard

    placements = Replicate(), Shard(1), Partial("avg"), _StridedShard(0, split_factor=2)
    for placement in placements:
        again = decode_data(encode_data(placement))
        assert again == placement and type(again) is type(placement)
    ranks = torch.arange(4).view(2, 2)
    mesh = DeviceMesh("cpu", ranks, mesh_dim_names=("dp", "tp"), _init_backend=False, _rank=0)
    text = encode_data(mesh)
    assert "device_type = " in text and "opaque" not in text
    again = decode_data(text)
    assert again == mesh and again.mesh_dim_names == ("dp", "tp")
    meta = TensorMeta(torch.Size([4, 6]), (6, 1), torch.float32)
    spec = DTensorSpec(mesh, (Shard(0), Replicate()), meta)
    again = decode_data(encode_data((spec.placements, meta)))
    assert again == (spec.placements, meta)


def make_cycle():
    cycle = []
    cycle.append(cycle)
    return cycle


def make_deep():
    deep = ()
    for _ in range(10_000):
        deep = (deep,)
    return deep


class Silent:
    def __repr__(self):
        raise OSError("no")


@dataclasses.dataclass
class Cached:
    number: int

    def __post_init__(self):
        self.extra = object()


Hidden = dataclasses.make_dataclass("Hidden", ["number"])
OPAQUE = {
    '#meta.opaque<"builtins.object", "<object object>">': object(),
    '#meta.opaque<"collections.OrderedDict", "OrderedDict([(1, 2)])">': collections.OrderedDict({1: 2}),
    f'#meta.opaque<"{__name__}.Silent", "<no printed form: OSError>">': Silent(),
    f'#meta.opaque<"{__name__}.Cached", "Cached(number=1)">': Cached(1),
    f'#meta.opaque<"{__name__}.Access", "<Access.READ|WRITE: 3>">': Access.READ | Access.WRITE,
}


@pytest.mark.parametrize("text", OPAQUE)
def test_opaque(text):
    assert encode_data(OPAQUE[text]) == text
    with pytest.raises(ValueError, match="expected plain data, got #meta.opaque"):
        decode_data(text)


def test_no_end():
    for value in (make_cycle(), make_deep()):
        text = encode_data(value)
        assert text.count("#meta.opaque") == 1
        assert through_bytecode(text) == text


def test_names_that_lead_elsewhere():
    def local():
        pass

    renamed = type("Frozen", (), {"__module__": __name__})
    for value in (local, lambda: None, renamed, renamed()):
        assert encode_data(value).startswith('#meta.opaque<"')


def test_lazily_imported():
    name = "wsgiref.handlers.BaseHandler"
    assert "wsgiref.handlers" not in sys.modules
    with pytest.raises(ValueError, match=f"expected the global '{name}' in a module that is imported"):
        decode_data(f'#meta.global<"{name}">')
    assert "wsgiref.handlers" not in sys.modules


BAD = {
    '#meta.global<"sys.path">': "expected the global 'sys.path'",
    '#meta.constant<"float32">': "expected the constant 'float32'",
    '#meta.enum<"builtins.int", "real">': "expected the enum 'builtins.int'",
    f'#meta.enum<"{__name__}.Color", "GREEN">': "expected the enum",
    '#meta.record<"builtins.int", {}>': "expected a dataclass or a named tuple, got 'builtins.int'",
    '#meta.record<"os.system", {}>': "expected the record 'os.system'",
    f'#meta.record<"{__name__}.Pair", {{left = 1}}>': f"expected the fields of '{__name__}.Pair', got left",
    f'#meta.record<"{__name__}.Frozen", {{}}>': "got none",
    "#meta.operand<0>": "expected plain data, got #meta.operand<0>",
    "3 : i32": "expected plain data, got 3 : i32",
    "1.0 : f32": "expected plain data, got 1.0",
    '"a" : i32': "expected plain data",
    "tensor<4xf32>": "expected plain data",
    '#meta.size<["a"]>': "expected plain data, got #meta.size",
    "unit": "expected plain data, got unit",
    '#meta.record<"torch.distributed.device_mesh.DeviceMesh", {device_type = "cpu", '
    "mesh = [[0], [0, 1]], mesh_dim_names = #meta.none}>": "expected arguments of 'torch.distributed.device_mesh.",
}


@pytest.mark.parametrize("text", BAD)
def test_bad_text(text):
    import os  # noqa: F401
    import torch.distributed.device_mesh  # noqa: F401

    with pytest.raises(ValueError) as error:
        decode_data(text)
    assert BAD[text] in str(error.value)


def test_unhashable():
    with pytest.raises(TypeError, match="unhashable"):
        decode_data("#meta.set<[[1]]>")


def test_no_attribute():
    with pytest.raises(metautils.Error, match="expected attribute value"):
        decode_data("?")


def test_tensors_are_no_data():
    assert encode_data([torch.zeros(1)]) == '[#meta.opaque<"torch.Tensor", "tensor([0.])">]'
