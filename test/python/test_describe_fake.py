# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FakeTensors: ordinary tensors of the device that they claim, with symbolic sizes."""

import random

import pytest
import sympy
import torch
from description_check import check, check_one, describe
from ir_reader import read_whole_module
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.sym_node import SymNode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv
from torch.utils._sympy import functions
from zoo_tools import attempt, make_chain, make_dense

import metautils

pytestmark = pytest.mark.filterwarnings("ignore")


def make_symbolic(*shape, **options):
    mode = FakeTensorMode(shape_env=ShapeEnv(**options), static_shapes=False)
    return mode.from_tensor(torch.zeros(shape), source=ConstantSource("x"))


def test_text():
    t = make_symbolic(5, 6)
    n, m = t.shape
    text = str(metautils.describe({"x": t}))
    assert f'%{n} = meta.symbol "{n}" min 2 hint 5 sources ["x.size()[0]"]' in text
    assert f'%{m} = meta.symbol "{m}" min 2 hint 6 sources ["x.size()[1]"]' in text
    assert f"meta.view %s[%{n}, %{m}] : !meta.storage -> !meta.tensor<?x?xf32>" in text
    assert "fake : !meta.tensor<?x?xf32>" in text
    assert text.count("meta.symbol") == 2


def test_static():
    with FakeTensorMode() as mode:
        described = check_one(torch.zeros(2, 3, device="cuda:1"))
        assert described.words == {"fake"} and described.device == "cuda:1"
        base = torch.zeros(4, 6)
        check_one(base[1:].t())
        check_one(torch.nn.Parameter(base))
        check_one(torch.zeros(3, device="meta"))
    parameter = torch.nn.Parameter(torch.zeros(3))
    parameter.grad = torch.zeros(3)
    check_one(mode.from_tensor(parameter))
    described = check_one(torch.zeros(3, device="meta"))
    assert described.words == set() and described.device == "meta"


def test_real_tensors():
    with torch._functorch.config.patch(fake_tensor_propagate_real_tensors=True):
        with FakeTensorMode(shape_env=ShapeEnv()) as mode:
            t = mode.from_tensor(torch.zeros(4, 3))
            check_one(t)
            check_one(t + 1)


def test_what_torch_says(seed, case_count):
    rng = random.Random(seed)
    count = 0
    for _ in range(case_count(40, 1_000)):
        mode = FakeTensorMode(shape_env=ShapeEnv(), static_shapes=rng.random() < 0.2)
        chain = make_chain(rng, make_dense(rng), rng.randrange(3))
        fakes = [attempt(lambda t=t: mode.from_tensor(t)) for t in chain]
        fakes = [t for t in fakes if t is not None]
        fakes += make_chain(rng, fakes[-1], 3)[1:] if fakes else []
        described = describe(fakes) if fakes else {}
        for index, tensor in enumerate(fakes):
            check(described[str(index)], tensor)
        count += len(fakes)
    assert count > 40


def test_sizes_computed_of_others():
    t = make_symbolic(5, 6)
    x = torch.cat([t, t]).view(-1)
    for tensor in (x, x[1:], x[:-1], x[::3], t[1:, ::2], t.unfold(0, 2, 2), torch.arange(t.size(0))):
        check_one(tensor)


def test_facts_of_symbols():
    env = ShapeEnv()
    mode = FakeTensorMode(shape_env=env)
    with mode:
        u = env.create_unbacked_symint()
        torch._check(u >= 3)
        torch._check(u <= 40)
        t = torch.empty(u, u * 2)
    reader = read_whole_module(metautils.describe(t))
    symbol = reader.numbers.symbols["u0"]
    assert (symbol.kind, symbol.min, symbol.max, symbol.hint) == ("unbacked", 3, 40, None)
    backed = make_symbolic(5, 6)
    name = str(backed.size(0))
    symbol = read_whole_module(metautils.describe(backed)).numbers.symbols[name]
    assert (symbol.kind, symbol.min, symbol.max, symbol.hint) == ("backed", 2, None, 5)
    assert symbol.sources == ["x.size()[0]"]


def test_equal_expressions_are_one():
    t = make_symbolic(5, 6)
    text = str(metautils.describe([t, t + 1, t.flatten(), (t * 2).flatten()]))
    lines = [line.split(" = ")[1] for line in text.splitlines() if "arith." in line]
    assert lines and len(lines) == len(set(lines))


def test_two_environments():
    a, b = make_symbolic(5, duck_shape=False), make_symbolic(7, duck_shape=False)
    assert str(a.size(0)) == str(b.size(0))
    described = describe({"a": a, "b": b})
    (n,), (m,) = described["a"].size, described["b"].size
    assert n != m
    hints = [symbol.hint for symbol in described["a"].numbers.symbols.values()]
    assert hints == [5, 7]


# ----------------------------------------------------------------------------------- expressions

N, M = sympy.symbols("n m", integer=True, positive=True)
EXPRESSIONS = [
    N + M - 3,
    2 * N * M,
    -N,
    N - 4 * M,
    N**3 + 1,
    functions.FloorDiv(N, 3),
    functions.FloorDiv(N - 50, 7),
    functions.FloorDiv(-N, M),
    functions.CleanDiv(6 * N + M, 3),
    functions.CeilDiv(N, 4),
    functions.PythonMod(N - 500, 7),
    functions.PythonMod(-N, M),
    functions.Mod(N, 5),
    functions.ModularIndexing(N, 3, 4),
    functions.Max(N, M, 110),
    functions.Min(N + 1, M - 1, 105),
    functions.PowByNatural(N, 2),
    functions.Identity(N + 1),
    functions.FloorDiv(functions.Max(1, N - 1), 2) * M,
]
NO_INTEGERS = [
    N / 2,
    N ** sympy.Rational(1, 2),
    N**-1,
    functions.IntTrueDiv(N, M),
    sympy.Integer(2) ** 70,
]
NO_ARITHMETIC = [
    functions.PowByNatural(2, N),
    N**65,
    functions.BitwiseFn_bitwise_and(N, M),
    functions.TruncToInt(N * 1.5),
]


class Environment:
    """What a number is asked for of its ShapeEnv."""

    var_to_range = backed_var_to_val = var_to_sources = {}

    def bound_sympy(self, expression):
        return None

    def is_unbacked_symint(self, symbol):
        return False


def run_program(program, values):
    from python_reader import OPERATIONS

    stack = []
    for operation, *facts in program:
        if operation == "int":
            stack.append(facts[0])
        elif operation == "symbol":
            stack.append(values[facts[0]])
        elif operation == "pow":
            stack.append(stack.pop() ** facts[0])
        else:
            b, a = stack.pop(), stack.pop()
            by_name = {"add": "addi", "mul": "muli", "max": "maxsi", "min": "minsi"}
            by_name |= {"floordiv": "floordivsi", "ceildiv": "ceildivsi"}
            stack.append(a % b if operation == "mod" else OPERATIONS[by_name[operation]](a, b))
    (result,) = stack
    return result


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_programs(expression):
    from metautils._symbols import Programs

    program = Programs().compile(Environment(), expression)
    for n, m in ((101, 107), (1, 9), (12, 2), (700, 701)):
        assert run_program(program, {"n": n, "m": m}) == int(expression.subs({N: n, M: m}))


@pytest.mark.parametrize("expression", NO_INTEGERS, ids=str)
def test_no_program(expression):
    from metautils._symbols import Programs

    with pytest.raises(ValueError, match="has no integer form"):
        Programs().compile(Environment(), expression)


@pytest.mark.parametrize("expression", NO_ARITHMETIC, ids=str)
def test_symbol_of_an_expression(expression):
    from metautils._symbols import Programs

    symbol = "symbol", str(expression), "backed", None, None, None, []
    assert Programs().compile(Environment(), 4 * expression) == [symbol, ("int", 4), ("mul",)]


def with_stride(expression):
    """A fake tensor of which one stride is this expression of its size."""
    t = make_symbolic(64)
    node = t.size(0).node
    made = SymNode(expression(node.expr), node.shape_env, int, hint=20)
    return t.as_strided((2, 2), (torch.SymInt(made), 1))


def test_expressions_in_descriptions():
    for make in (lambda s: functions.FloorDiv(s, 3), lambda s: functions.PythonMod(s - 500, 7) + 1):
        check_one(with_stride(make))


def test_expressions_without_integer_form():
    """Those of which only the whole is an integer are symbols that are named by their text."""
    t = with_stride(lambda s: functions.TruncToInt(s * 1.5))
    text = str(metautils.describe({"x": t}))
    assert f'meta.symbol "TruncToInt(1.5*{t._base.size(0)})" min 3 hint 96' in text
    t = with_stride(lambda s: s / 2 + functions.PythonMod(s, 2) / 2)
    s = t._base.size(0)
    text = str(metautils.describe({"x": t}))
    assert f'meta.symbol "{s}/2 + (PythonMod({s}, 2))/2" min 1 hint 32' in text


def test_no_integer_form(monkeypatch):
    """No size is known to be none; the error is the same for what another PyTorch may bring."""
    from metautils._symbols import Programs

    def refuse(self, env, expr):
        raise ValueError(f"'{expr}' has no integer form")

    monkeypatch.setattr(Programs, "_compile_size", refuse)
    t = make_symbolic(64)
    with pytest.raises(metautils.Error) as error:
        metautils.describe({"w": [t]})
    expected = f"strides and bytes of 'w.0', got one of which '4*{t.size(0)}' has no integer form"
    assert str(error.value).endswith(expected)


def test_dynamic_dimensions_of_one():
    mode = FakeTensorMode(shape_env=ShapeEnv())
    from torch.fx.experimental.symbolic_shapes import StatelessSymbolicContext

    context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC, DimDynamic.STATIC])
    t = mode.from_tensor(torch.zeros(4, 3), symbolic_context=context, source=ConstantSource("x"))
    described = check_one(t)
    assert described.size[1] == 3 and described.stride == (3, 1)


def test_sparse():
    from torch.fx.experimental.symbolic_shapes import StatelessSymbolicContext

    mode = FakeTensorMode(shape_env=ShapeEnv())
    context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC] * 2)
    t = torch.eye(6, 7).to_sparse()
    t = mode.from_tensor(t, symbolic_context=context, source=ConstantSource("x"))
    text = str(metautils.describe({"x": t}))
    n, m = t.shape
    assert f"[%{n}, %{m}]" in text and "!meta.tensor<?x?xf32, #meta.coo<2, 0>>" in text


def test_vmap_over_a_symbolic_size():
    t = make_symbolic(5, 6)
    functorch = torch._C._functorch
    level = functorch._vmap_increment_nesting(t.size(0), "error")
    try:
        module = metautils.describe({"x": functorch._add_batch_dim(t, 0, level)})
    finally:
        functorch._vmap_decrement_nesting()
    assert f"meta.interpreter vmap level 1 batch_size %{t.size(0)}" in str(module)


def test_lowers():
    t = make_symbolic(5, 6)
    module = metautils.describe({"x": t, "k": t.t()[1:]})
    module.run("meta-fold-views,meta-verify-bounds")
    text = str(module.run("meta-fold-views,meta-to-func,convert-meta-to-tensor"))
    assert "tensor<?x?xf32>" in text and f'name = "{t.size(0)}"' in text
