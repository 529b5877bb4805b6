# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`Module.symbolize` against the ShapeEnv of PyTorch, and tensors with symbolic sizes."""

import itertools
import operator
import random
from functools import partial

import metautils
import pytest
import torch
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch._subclasses.meta_utils import MetaConverter
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
    SubclassSymbolicContext,
)
from torch.testing._internal.two_tensor import TwoTensor
from torch.utils._python_dispatch import is_traceable_wrapper_subclass
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


def make_jagged():
    rows = [torch.zeros(size, 5) for size in (2, 3, 4)]
    x = torch.nested.nested_tensor(rows, layout=torch.jagged)
    ordinary = x * 2
    lengths = torch.tensor([1, 2, 3])
    return {
        "ordinary": ordinary,
        "of values": x,
        "transposed": ordinary.transpose(1, 2),
        "transposed of values": x.transpose(1, 2),
        "sliced": ordinary[..., 1:3],
        "expanded": torch.nested.nested_tensor_from_jagged(torch.zeros(5).expand(9, 5), x.offsets()),
        "with lengths": torch.nested.nested_tensor_from_jagged(torch.zeros(9, 5), x.offsets(), lengths),
        "of vectors": torch.nested.nested_tensor([torch.zeros(2), torch.zeros(4)], layout=torch.jagged),
        "of rank 4": torch.nested.nested_tensor(
            [torch.zeros(2, 5, 6), torch.zeros(4, 5, 6)], layout=torch.jagged
        ),
        "parameter": torch.nn.Parameter(x * 2),
    }


JAGGED = make_jagged()


def get_parts(t):
    return {name: getattr(t, name) for name in t.__tensor_flatten__()[0]}


def make_jagged_context(t, policy):
    """One that gives all that is in the tensor the policy."""
    is_wrapper = is_traceable_wrapper_subclass(t)
    make = StatelessSymbolicContext
    if is_wrapper:
        parts = {name: make_jagged_context(part, policy) for name, part in get_parts(t).items()}
        make = partial(SubclassSymbolicContext, inner_contexts=parts, tensor_source=None)
    return make(
        dynamic_sizes=[DimDynamic[policy.upper()]] * t.dim(),
        constraint_sizes=[None] * t.dim(),
        view_base_context=None if t._base is None else make_jagged_context(t._base, policy),
    )


def get_names(t, name="x", names=None):
    """Of all that is in the tensor, by their ids."""
    names = {} if names is None else names
    if t is not None and id(t) not in names:
        names[id(t)] = name
        get_names(t._base, f"{name}._base", names)
        if is_traceable_wrapper_subclass(t):
            for key, part in get_parts(t).items():
                get_names(part, f"{name}.{key}", names)
    return names


def get_sources(env):
    """The first of each symbol that has a range."""
    return [env.var_to_sources[symbol][0].name for symbol in env.var_to_range]


def get_hint(size):
    """Of a ragged size how many times which one it is; 0 times is 0."""
    if isinstance(size, torch.SymInt) and size.node.is_nested_int():
        node = getattr(size.node, "hint", size).node
        return (node.nested_int_coeff(), node.nested_int()) if node.nested_int_coeff() else 0
    return int(size)


def get_hints(t):
    return list(map(get_hint, (*t.shape, *t.stride())))


@pytest.mark.parametrize("policy", ("dynamic", "duck"))
@pytest.mark.parametrize("kind", JAGGED)
def test_jagged(kind, policy):
    """The symbols of PyTorch, but for its ragged sizes, which have no range."""
    x = JAGGED[kind]
    env, own_env = ShapeEnv(), ShapeEnv()
    context = make_jagged_context(x, policy)
    fake = FakeTensorMode(shape_env=env).from_tensor(
        x, source=ConstantSource("x"), symbolic_context=context
    )
    module = metautils.describe({"x": x})
    policies = dict.fromkeys(get_names(x).values(), policy)
    native = module.symbolize(policies)
    through_env = module.symbolize(policies, shape_env=own_env)
    assert native.find_difference(through_env) is None
    # PyTorch replays a view with symbols for what the replay needs.
    sources, expected = get_sources(own_env), get_sources(env)
    assert sources == (expected if x._base is None else expected[: len(sources)])
    made = through_env.materialize(shape_env=own_env)["x"]
    if x._base is None:
        assert [str(guard.expr) for guard in own_env.guards] == [
            str(guard.expr) for guard in env.guards
        ]
    for t in (native.materialize()["x"], made):
        for find in (lambda t: t, *map(operator.attrgetter, get_parts(x))):
            assert are_symbols(find(t)) == are_symbols(find(fake))
            assert get_hints(find(t)) == get_hints(find(x))


@pytest.mark.parametrize("with_env", (False, True))
def test_jagged_tensors_compute(with_env):
    x = JAGGED["ordinary"]
    env = ShapeEnv() if with_env else None
    module = metautils.describe({"x": x, "y": x + 1}).symbolize(shape_env=env)
    made = module.materialize(shape_env=env)
    total = made["x"] * 2 + made["y"]
    assert total.shape[1] == made["y"].shape[1] != made["x"].shape[0]
    assert total.offsets() is made["x"].offsets()
    assert get_hints(total) == get_hints(x)
    assert get_hints(total.transpose(1, 2)) == get_hints(x.transpose(1, 2))
    assert get_hints(total @ torch.empty(5, 7, device="meta")) == get_hints(x @ torch.zeros(5, 7))


def test_ragged_sizes_alone_are_those_of_the_tensors():
    x = JAGGED["ordinary"]
    made = metautils.describe({"x": x}).materialize()["x"]
    assert (made.shape, made.stride()) == (x.shape, x.stride())


def test_jagged_batch_that_does_not_decide():
    """One more than it are the offsets."""
    module = metautils.describe({"x": JAGGED["ordinary"]}).symbolize({"x": "unbacked"})
    with pytest.raises(ValueError, match=r"expected sizes that decide '\(s\d+ - 1\) == u0'"):
        module.materialize()


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


def test_jagged_fakes_keep_their_symbols():
    x = JAGGED["ordinary"]
    env = ShapeEnv()
    fake = FakeTensorMode(shape_env=env).from_tensor(x, source=ConstantSource("x"))
    guards = list(env.guards)
    module = metautils.describe({"x": fake})
    made = module.materialize(shape_env=env)["x"]
    assert get_geometry(made) == get_geometry(fake)
    assert env.guards == guards
    assert get_hints(module.materialize()["x"]) == get_hints(x)
    # What was made is described again.
    again = metautils.describe({"x": made}).materialize(shape_env=env)["x"]
    assert get_geometry(again) == get_geometry(fake)


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
