# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`Module.symbolize` against the ShapeEnv of PyTorch, and tensors with symbolic sizes."""

import itertools
import operator
import random

import metautils
import pytest
import torch
from torch._dynamo.source import ConstantSource
from torch._subclasses.meta_utils import MetaConverter
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
)
from torch.testing._internal.two_tensor import TwoTensor
from zoo_tools import make_small

POLICIES = ("dynamic", "duck", "static", "unbacked")
SEEDS = range(60)


def get_geometry(t):
    return [str(part) for part in (*t.shape, *t.stride(), t.storage_offset())]


def are_symbols(t):
    return [isinstance(size, torch.SymInt) for size in t.shape]


def make_context(policies, base):
    """One that PyTorch's converter takes: a view has one for its base."""
    return StatelessSymbolicContext(
        dynamic_sizes=[DimDynamic[policy.upper()] for policy in policies],
        constraint_sizes=[None] * len(policies),
        view_base_context=None if base is None else make_context(["dynamic"] * base.dim(), None),
    )


def convert(tensors, policies, env):
    converter = MetaConverter()
    made = {}
    for name, t in tensors.items():
        context = None
        if policies is not None:
            context = make_context(policies[name], t._base)
        made[name] = converter(t, env, source=ConstantSource(name), symbolic_context=context)
    return made


def get_dims(tensors, policies):
    return {} if policies is None else {name: policies[name] for name in tensors}


@pytest.mark.parametrize("seed", SEEDS)
def test_same_symbols_as_shape_env(seed):
    r = random.Random(seed)
    tensors = {f"L['{name}']": make_small(r) for name in "abcd"}
    policies = None
    if seed % 2:
        policies = {name: r.choices(POLICIES, k=t.dim()) for name, t in tensors.items()}
        tensors = {name: t for name, t in tensors.items() if t.dim()}
    env = ShapeEnv()
    expected = convert(tensors, policies, env)
    module = metautils.describe(tensors).run("meta-fold-views")
    dims = get_dims(tensors, policies)

    native = module.symbolize(dims)
    own_env = ShapeEnv()
    through_env = module.symbolize(dims, shape_env=own_env)
    assert native.find_difference(through_env) is None, seed
    assert [str(s) for s in own_env.var_to_range] == [str(s) for s in env.var_to_range], seed
    natively = native.materialize()
    made = through_env.materialize(shape_env=own_env)
    for name, t in expected.items():
        assert are_symbols(natively[name]) == are_symbols(t), (seed, name)
        assert get_geometry(made[name]) == get_geometry(t), (seed, name)
    for guards in ("guards", "deferred_runtime_asserts"):
        assert str(getattr(own_env, guards)) == str(getattr(env, guards)), seed


@pytest.mark.parametrize("size,duck", itertools.product((3, 4), (True, False)))
def test_options(size, duck):
    tensor = torch.zeros(size, 1, size)
    module = metautils.describe({"x": tensor})
    options = "" if duck else "duck-shape=false specialize-zero-one=false"
    native = module.run(f"meta-symbolize{{{options}}}")
    env = ShapeEnv(duck_shape=duck, specialize_zero_one=duck)
    assert native.find_difference(module.symbolize(shape_env=env)) is None


@pytest.mark.parametrize("view", (False, True))
def test_parts_of_a_subclass(view):
    two = TwoTensor(torch.zeros(4, 6), torch.zeros(4, 6))
    two = two.t() if view else two.requires_grad_()
    env, own_env = ShapeEnv(), ShapeEnv()
    expected = MetaConverter()(two, env, source=ConstantSource("x"))
    module = metautils.describe({"x": two}).run("meta-fold-views").symbolize(shape_env=own_env)
    made = module.materialize(shape_env=own_env)["x"]
    for path in ("", "a", "b"):
        find = operator.attrgetter(path) if path else lambda t: t
        assert get_geometry(find(made)) == get_geometry(find(expected)), path
    assert (made._base is None, made.is_leaf) == (expected._base is None, expected.is_leaf)
    assert str(own_env.guards) == str(env.guards)
    assert list(map(str, own_env.var_to_range)) == list(map(str, env.var_to_range))


KINDS = {
    "coordinates": lambda: torch.eye(4, 5).to_sparse(),
    "hybrid": lambda: torch.ones(4, 5, 6).to_sparse(2),
    "compressed": lambda: torch.eye(4, 5).to_sparse_csr(),
    "functional": lambda: torch._to_functional_tensor(torch.zeros(4, 6)),
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", KINDS)
def test_kinds(kind, policy):
    """A tensor in compressed format stays as it is, in PyTorch's converter too."""
    t = KINDS[kind]()
    policies = {"x": [policy] * t.dim()}
    env, own_env = ShapeEnv(), ShapeEnv()
    expected = convert({"x": t}, policies, env)["x"]
    dims = {} if kind == "compressed" else policies
    module = metautils.describe({"x": t})
    native = module.symbolize(dims)
    through_env = module.symbolize(dims, shape_env=own_env)
    assert native.find_difference(through_env) is None
    assert [str(s) for s in own_env.var_to_range] == [str(s) for s in env.var_to_range]
    made = through_env.materialize(shape_env=own_env)["x"]
    assert list(map(str, made.shape)) == list(map(str, expected.shape))
    natively = native.materialize()["x"]
    assert are_symbols(natively) == are_symbols(expected)
    if t.layout is torch.sparse_coo:
        count = t._nnz()
        assert natively._values().shape[0] == made._values().shape[0] == count


def test_jagged():
    """They and their parts stay, but for what has a policy."""
    rows = [torch.zeros(2, 5), torch.zeros(3, 5)]
    x = torch.nested.nested_tensor(rows, layout=torch.jagged)
    module = metautils.describe({"x": x, "y": x * 2, "values": x._values})
    assert module.symbolize().find_difference(module) is None
    made = module.symbolize().materialize()
    assert get_geometry(made["y"]) == get_geometry(made["x"]) == get_geometry(x)
    made = module.symbolize({"y._values": ["dynamic", "static"]}).materialize()["y"]
    assert isinstance(made._values.shape[0], torch.SymInt)
    assert get_geometry(made) == get_geometry(x)


def test_native_sizes_compute_and_guard():
    x, y = torch.zeros(4, 6), torch.zeros(6, 5)
    made = metautils.describe({"x": x, "y": y}).symbolize().materialize()
    a, b = made["x"], made["y"]
    assert a.shape[1] == b.shape[0] and a.shape[0] != b.shape[1]
    product = a @ b
    assert (int(product.shape[0]), int(product.shape[1])) == (4, 5)
    assert str(product.shape) == str(torch.Size([a.shape[0], b.shape[1]]))
    assert int(a.numel()) == 24
    assert a.t().is_contiguous() is False
    again = metautils.describe({"x": a, "y": b})
    assert [line for line in str(again).splitlines() if "meta.symbol" in line] == [
        line
        for line in str(
            metautils.describe({"x": x, "y": y}).symbolize()
        ).splitlines()
        if "meta.symbol" in line
    ]


def test_strides_of_sizes_that_may_be_zero():
    """A contiguous tensor has those of a size of 1 where one is 0."""
    module = metautils.Module.parse(
        '%n = meta.symbol "n" min 0 hint 4\n'
        '%p = meta.symbol "p" min 1 hint 4\n'
        "%s = meta.storage 96 : !meta.storage\n"
        "%0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<2x?xf32>\n"
        "%x = meta.tensor %0 : !meta.tensor<2x?xf32>\n"
        'meta.source %x, "x" : !meta.tensor<2x?xf32>\n'
        "%1 = meta.view %s[%p] : !meta.storage -> !meta.tensor<2x?xf32>\n"
        "%y = meta.tensor %1 : !meta.tensor<2x?xf32>\n"
        'meta.source %y, "y" : !meta.tensor<2x?xf32>\n'
    )
    made = module.materialize()
    assert [str(made[name].stride()) for name in "xy"] == ["(max(n, 1), 1)", "(p, 1)"]


def test_unbacked_sizes_do_not_decide():
    made = metautils.describe({"x": torch.zeros(4)}).symbolize({"x": "unbacked"}).materialize()
    with pytest.raises(ValueError, match="expected sizes that decide 'u0 == 4'"):
        bool(made["x"].shape[0] == 4)
    with pytest.raises(ValueError, match="expected a size that is known, got 'u0' without a value"):
        int(made["x"].shape[0])


def test_marks_count():
    x = torch.zeros(4, 6)
    torch._dynamo.mark_dynamic(x, 1)
    module = metautils.describe({"x": x}).symbolize(sizes="static")
    made = module.materialize()["x"]
    assert made.shape[0] == 4 and isinstance(made.shape[1], torch.SymInt)


def test_fakes_keep_their_symbols():
    env = ShapeEnv()
    mode = torch._subclasses.FakeTensorMode(shape_env=env)
    fake = mode.from_tensor(torch.zeros(4, 6), source=ConstantSource("x"))
    module = metautils.describe({"x": fake, "y": fake.t()})
    made = module.materialize(shape_env=env)
    assert get_geometry(made["x"]) == get_geometry(fake)
    assert get_geometry(made["y"]) == get_geometry(fake.t())
    assert not env.guards
    # Natively they have the same names.
    assert get_geometry(module.materialize()["y"]) == get_geometry(fake.t())


def test_errors():
    module = metautils.describe({"x": torch.zeros(4, 6)})
    with pytest.raises(metautils.Error, match="expected a tensor 'y' to have a policy"):
        module.symbolize({"y": "dynamic"})
    with pytest.raises(metautils.Error, match="expected 'x' to have dim 2"):
        module.symbolize({"x": ["static", None, "dynamic"]})
    for arguments in ({"sizes": "infer"}, {"strides": "x"}, {"dims": {"x": "infer"}}):
        with pytest.raises(
            ValueError,
            match="expected a policy such as 'dynamic', 'duck', 'static' or 'unbacked', got '",
        ):
            module.symbolize(**arguments)
    unknown = metautils.Module.parse(
        '%n = meta.symbol "s0" min 2\n'
        "%s = meta.storage 64 : !meta.storage\n"
        "%0 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>\n"
        "%x = meta.tensor %0 : !meta.tensor<?xf32>\n"
        'meta.source %x, "x" : !meta.tensor<?xf32>\n'
    )
    with pytest.raises(ValueError, match="expected a hint of 's0', which the environment does not have"):
        unknown.materialize(shape_env=ShapeEnv())


def test_an_environment_that_raises():
    class Environment:
        def create_symbol(self, *args, **kwargs):
            raise KeyError("no symbols today")

    module = metautils.describe({"x": torch.zeros(4)})
    with pytest.raises(KeyError, match="no symbols today"):
        module.symbolize(shape_env=Environment())
