# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.exact.MetaConverter with a ShapeEnv: its symbols and guards are PyTorch's."""

import random

import pytest
import torch
from converter_check import get_storage
from torch._dynamo.source import AttrSource, ConstantSource
from torch._subclasses import meta_utils
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatefulSymbolicContext,
    StatelessSymbolicContext,
    SubclassSymbolicContext,
)
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils._python_dispatch import is_traceable_wrapper_subclass
from zoo_tools import make_small

from metautils import exact

POLICIES = ("DYNAMIC", "DUCK", "STATIC", "UNBACKED")
PARTS = ("_base", "grad", "a", "b")


@pytest.fixture(autouse=True)
def no_code_of_pytorch(monkeypatch):
    def refuse(*args):
        raise AssertionError("expected the converter to describe the tensor")

    monkeypatch.setattr(exact.MetaConverter, "meta_tensor", refuse)


def make_context(t, choose, source):
    """One as Dynamo makes it: with a context for each tensor that belongs to it."""
    arguments = {
        "dynamic_sizes": [DimDynamic[choose()] for _ in range(t.dim())],
        "constraint_sizes": [None] * t.dim(),
    }
    if t._base is not None:
        arguments["view_base_context"] = make_context(
            t._base, choose, AttrSource(source, "_base")
        )
    if not is_traceable_wrapper_subclass(t):
        return StatelessSymbolicContext(**arguments)
    inner = {
        name: make_context(getattr(t, name), choose, AttrSource(source, name))
        for name in t.__tensor_flatten__()[0]
    }
    return SubclassSymbolicContext(**arguments, inner_contexts=inner, tensor_source=source)


def get_state(env):
    """All that an environment knows."""
    return {
        "symbols": list(map(str, env.var_to_range)),
        "by source": {source: str(symbol) for source, symbol in env.source_to_var.items()},
        "sources": {str(s): [x.name for x in known] for s, known in env.var_to_sources.items()},
        "guards": [str(guard.expr) for guard in env.guards],
        "checks": str(env.deferred_runtime_asserts),
        "fresh": list(map(str, env.pending_fresh_unbacked_symbols)),
    }


def get_geometry(t):
    if t is None:
        return None
    numbers = [*t.shape]
    if t.layout is torch.strided:
        numbers += [*t.stride(), t.storage_offset()]
    return [str(n) for n in numbers]


def read(t):
    parts = {name: getattr(t, name, None) for name in PARTS if t.is_leaf or name != "grad"}
    return get_geometry(t), {name: get_geometry(part) for name, part in parts.items()}


def convert(make, tensors, contexts, is_fake):
    """What is made of them with a new environment, and what that knows then."""
    env, converter = ShapeEnv(), make()
    mode = FakeTensorMode(shape_env=env)
    mode.fake_tensor_converter.meta_converter = converter
    made = []
    for name, t in tensors.items():
        arguments = {"source": ConstantSource(name), "symbolic_context": contexts.get(name)}
        if is_fake:
            made.append(mode.from_tensor(t, **arguments))
        else:
            made.append(converter(t, env, **arguments))
    return made, get_state(env)


def check(tensors, contexts, is_fake):
    """The converter of PyTorch is not the one whose method refuses."""
    expected, expected_state = convert(meta_utils.MetaConverter, tensors, contexts, is_fake)
    made, state = convert(exact.MetaConverter, tensors, contexts, is_fake)
    assert state == expected_state
    assert list(map(read, made)) == list(map(read, expected))
    return made


def make_tensor(r):
    t = make_small(r)
    match r.randrange(8):
        case 0:
            t = torch.nn.Parameter(t.detach())
        case 1:
            t = torch.view_as_complex(torch.zeros(*t.shape, 2))
    return t


@pytest.mark.parametrize("is_fake", (False, True))
@pytest.mark.parametrize("seed", range(40))
def test_same_as_pytorch(seed, is_fake):
    r = random.Random(seed)
    tensors = {f"L['{name}']": make_tensor(r) for name in "abcd"}
    contexts = {}
    if seed % 2:
        contexts = {
            name: make_context(t, lambda: r.choice(POLICIES), ConstantSource(name))
            for name, t in tensors.items()
        }
    check(tensors, contexts, is_fake)


def with_grad(t):
    t = t.requires_grad_()
    t.grad = torch.zeros_like(t)
    return t


def make_resized():
    t = torch.zeros(4, 6)
    t.untyped_storage().resize_(0)
    return t


CASES = {
    "parameter": lambda: torch.nn.Parameter(torch.zeros(4, 6)),
    "grad": lambda: with_grad(torch.zeros(4, 6)),
    "conj": lambda: torch.zeros(4, 6, dtype=torch.complex64).conj()[1:],
    "real": lambda: torch.view_as_real(torch.zeros(4, 6, dtype=torch.complex64))[1:],
    "complex": lambda: torch.view_as_complex(torch.zeros(4, 6, 2)),
    "imag": lambda: torch.zeros(4, 6, dtype=torch.complex64).imag,
    "non-leaf": lambda: torch.zeros(4, 6).requires_grad_() * 2,
    "view of a non-leaf": lambda: (torch.zeros(4, 6).requires_grad_() * 2)[1:],
    "leaf view": lambda: torch.zeros(4, 6)[1:].requires_grad_(),
    "view of a leaf view": lambda: torch.zeros(4, 6)[1:].requires_grad_().view(6, 3),
    "wrapper": lambda: TwoTensor(torch.zeros(4, 6), torch.zeros(4, 6)),
    "wrapper of views": lambda: TwoTensor(torch.zeros(5, 6)[1:], torch.zeros(5, 6)[1:]),
    "storage": lambda: torch.zeros(0).set_(torch.zeros(40).untyped_storage(), 3, (2, 3), (7, 2)),
    "freed": make_resized,
    "broadcast": lambda: torch.zeros(4, 1).expand(4, 6),
    "channels last": lambda: torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last),
    "coordinates": lambda: torch.eye(4, 5).to_sparse(),
    "hybrid": lambda: torch.ones(4, 5, 6).to_sparse(2),
    "compressed": lambda: torch.eye(4, 5).to_sparse_csr(),
    "functional": lambda: torch._to_functional_tensor(torch.zeros(4, 6)),
    "zeros": lambda: torch._efficientzerotensor(4, 6),
}


@pytest.mark.parametrize("is_fake", (False, True))
@pytest.mark.parametrize("policy", (None, "DYNAMIC", "DUCK"))
@pytest.mark.parametrize("case", CASES)
def test_kinds(case, policy, is_fake):
    t = CASES[case]()
    contexts = {} if policy is None else {"x": make_context(t, lambda: policy, ConstantSource("x"))}
    check({"x": t}, contexts, is_fake)


def test_what_was_made_has_its_symbols():
    """A base that came first is the base, and its sizes are those it has."""
    pool = torch.zeros(10, 6)
    tensors = {"pool": pool, "part": pool[2:], "other": pool.t()}
    contexts = {
        name: make_context(t, lambda: "DYNAMIC", ConstantSource(name))
        for name, t in tensors.items()
    }
    for is_fake in (False, True):
        made = check(tensors, contexts, is_fake)
        assert made[1]._base is made[0] and made[2]._base is made[0]


def test_context_with_a_cache():
    """That of Dynamo gives the same symbols when a tensor is converted again."""
    t, source = torch.zeros(4, 6), ConstantSource("x")
    context = StatefulSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC] * 2, tensor_source=source)
    env = ShapeEnv()
    made = [
        exact.MetaConverter()(t, env, source=source, symbolic_context=context) for _ in range(2)
    ]
    assert get_geometry(made[0]) == get_geometry(made[1])
    assert len(env.var_to_range) == 2


def test_facts():
    """Those of which PyTorch's converter says less."""
    env, convert = ShapeEnv(), exact.MetaConverter()
    pool = torch.zeros(6)
    first = torch.zeros(0).set_(pool.untyped_storage(), 0, (2,), (1,))
    made = [convert(t, env) for t in (first, pool)]
    assert made[0].untyped_storage().nbytes() == 24
    assert get_storage(made[0]) == get_storage(made[1])
    assert isinstance(made[1].shape[0], torch.SymInt)
    assert convert(pool, env) is made[1]
    pool.resize_(2, 3)
    assert len(convert(pool, env).shape) == 2

    x = torch.zeros(4, 6)
    a, b = convert(x, env), convert(x.detach(), env)
    a.add_(1)
    assert b._version == a._version == x._version + 1


def test_unbacked_grads():
    """PyTorch asks whether they are of the size of their tensor, which nobody knows."""
    t = with_grad(torch.zeros(4))
    context = make_context(t, lambda: "UNBACKED", ConstantSource("x"))
    made = exact.MetaConverter()(
        t, ShapeEnv(), source=ConstantSource("x"), symbolic_context=context
    )
    assert get_geometry(made) == ["u0", "1", "0"] and get_geometry(made.grad) == ["u1", "1", "0"]


def test_without_a_source():
    """PyTorch counts such tensors."""
    env, own_env = ShapeEnv(), ShapeEnv()
    stock, convert = meta_utils.MetaConverter(), exact.MetaConverter()
    for t in (torch.zeros(4), torch.zeros(5)):
        stock(t, env), convert(t, own_env)
    assert get_state(own_env) == get_state(env)


def test_fakes_of_other_environments():
    env = ShapeEnv()
    fake = FakeTensorMode().from_tensor(torch.zeros(4, 6))
    assert exact.MetaConverter()(fake, env).shape == (4, 6)
    context = make_context(fake, lambda: "DYNAMIC", ConstantSource("x"))
    made = exact.MetaConverter()(fake, env, source=ConstantSource("x"), symbolic_context=context)
    assert isinstance(made.shape[0], torch.SymInt) and not isinstance(made, FakeTensor)


def test_wrappers_of_wrappers():
    """All of their sizes are symbols; of the wrapper inside, PyTorch leaves them."""
    inner = TwoTensor(torch.zeros(4, 6), torch.zeros(4, 6))
    made = exact.MetaConverter()(TwoTensor(inner, inner), ShapeEnv())
    assert isinstance(made.a.shape[0], torch.SymInt) and isinstance(made.a.b.shape[0], torch.SymInt)


@pytest.mark.parametrize("is_fake", (False, True))
def test_wrappers_that_are_no_leaves(is_fake):
    """Their sizes are their own, as of a leaf; PyTorch gives them those of what they wrap."""
    leaf = TwoTensor(torch.zeros(4, 6), torch.zeros(4, 6)).requires_grad_()
    source = ConstantSource("x")
    contexts = {"x": make_context(leaf, lambda: "DYNAMIC", source)}
    (expected,), state = convert(meta_utils.MetaConverter, {"x": leaf}, contexts, is_fake)
    (made,), own_state = convert(exact.MetaConverter, {"x": leaf * 2}, contexts, is_fake)
    assert not made.is_leaf and made.requires_grad
    for t, other in ((made, expected), (made.a, expected.a), (made.b, expected.b)):
        assert get_geometry(t) == get_geometry(other)
    assert own_state == state
    by_source = state["by source"]
    assert str(made.shape[0]) == by_source["x.size()[0]"] != by_source["x.a.size()[0]"]


SPARSE = {
    "coordinates": (lambda: torch.eye(4, 5).to_sparse().coalesce(), ["x.size()[0]"]),
    "hybrid": (
        lambda: torch.ones(4, 5, 6).to_sparse(2).coalesce(),
        ["x.size()[0]", "x.size()[1]"],
    ),
    "compressed": (lambda: torch.eye(4, 5).to_sparse_csr(), ["x.size()[0]"]),
}


@pytest.mark.parametrize("is_fake", (False, True))
@pytest.mark.parametrize("policy", (None, "DYNAMIC"))
@pytest.mark.parametrize("case", SPARSE)
def test_values_of_sparse_tensors(case, policy, is_fake):
    """They have symbols as other views; how many elements their base has is no size of it."""
    make, sizes = SPARSE[case]
    base = make()
    for values in (base.values(), base.values()[1:]):
        contexts = {}
        if policy is not None:
            contexts["x"] = make_context(values, lambda: policy, ConstantSource("x"))
        (made,), state = convert(exact.MetaConverter, {"x": values}, contexts, is_fake)
        assert list(map(str, made.shape)) == [state["by source"][size] for size in sizes]
        assert made._base.layout is base.layout
        assert made._base.values().shape[0] == base.values().shape[0]
        expected = list(map(str, base.shape))
        if policy is not None and base.layout is torch.sparse_coo:
            names = [f"x._base.size()[{dim}]" for dim in range(base.dim())]
            expected = [state["by source"][name] for name in names]
        assert list(map(str, made._base.shape)) == expected
        assert not state["guards"]


def test_errors():
    two = TwoTensor(torch.zeros(4), torch.zeros(4))
    context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC])
    convert = exact.MetaConverter()
    with pytest.raises(TypeError, match="expected a SubclassSymbolicContext of 'x', got one of"):
        convert(two, ShapeEnv(), source=ConstantSource("x"), symbolic_context=context)
    assert not len(convert.tensor_memo) and not len(convert.storage_memo)


def test_offsets_of_jagged_tensors():
    """A ragged size is made of them."""
    rows = [torch.zeros(2, 5), torch.zeros(3, 5)]
    offsets = torch.nested.nested_tensor(rows, layout=torch.jagged).offsets()
    states = []
    for converter in (meta_utils.MetaConverter(), exact.MetaConverter()):
        mode = FakeTensorMode(shape_env=ShapeEnv())
        mode.fake_tensor_converter.meta_converter = converter
        fake = mode.from_tensor(offsets, source=ConstantSource("x"))
        states.append((str(fake.nested_int_memo), get_state(mode.shape_env)))
    assert states[0] == states[1]
