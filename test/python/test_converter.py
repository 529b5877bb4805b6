# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""metautils.MetaConverter makes what PyTorch's own converter makes."""

import copy
import gc
import random
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
import torch._subclasses.fake_tensor
import torch.fx._graph_pickler
from converter_check import diff_conversions
from stock_compare import PyTorchConverter, PyTorchDescriber
from tensor_zoo import CATEGORIES, visit
from torch._dynamo.source import LocalSource
from torch._subclasses import meta_utils
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv
from torch.testing._internal.two_tensor import TwoTensor

import metautils


@pytest.mark.parametrize("fake", [False, True], ids=["meta", "fake"])
@pytest.mark.parametrize("category", CATEGORIES)
def test_equal_to_pytorch(category, fake, seed):
    found, tensors = [], 0

    def see(label, group):
        nonlocal tensors
        tensors += len(group)
        found.extend((label, d) for d in diff_conversions(metautils.MetaConverter, group, fake))

    visit(category, random.Random(seed), see, 6)
    assert not found
    assert tensors


# What the extension converts itself, each with what it decides.
def make_cases():
    w = torch.zeros(4, 6, requires_grad=True)
    w.grad = torch.zeros(4, 6)
    p = torch.nn.Parameter(torch.zeros(3))
    pool = torch.zeros(24)
    freed = torch.zeros(3)
    freed.untyped_storage().resize_(0)
    late = torch.zeros(4).view(1, 4)
    late.requires_grad_()
    with torch.no_grad():
        blind = w[1:]
    cut = torch.zeros(3, requires_grad=True)
    cut.grad = torch.zeros(3)
    cut.data = torch.zeros(2)
    huge = torch.zeros(1, device="meta").as_strided((3,), (2**62,))
    emptied = torch.zeros(6)
    outside = emptied.view(2, 3)
    emptied.set_()
    moved = torch.zeros(2)
    moved.set_(pool.untyped_storage(), 3, (2, 2), (1, 5))
    return {
        "plain": [pool, torch.zeros(()), torch.zeros(0), torch.zeros(2, 3).double()],
        "strides": [torch.empty_strided((2, 3), (1, 7)), torch.empty_strided((2,), (0,))],
        "grad": [w, w.grad, w.t(), w[1:]],
        "grad that does not fit": [cut, cut.grad, cut],
        "parameter": [p, p[1:], p.detach()],
        "non-leaf": [w * 2, (w * 2)[1:], (w * 2).detach()],
        "views": [pool[3:9].view(2, 3), pool, pool.view(4, 6).t(), pool.expand(2, 24)],
        "unbind": list(w.unbind(0)),
        "two steps": [late.view(1, 1, 4), late],
        "no_grad": [blind, blind.t()],
        "one storage": [moved, pool, moved, torch.zeros(0).set_(pool)],
        "emptied": [outside, emptied, outside],
        "overflow": [huge, huge._base],
        "freed": [freed, freed.view(3)],
        "meta": [torch.zeros(3, device="meta"), torch.zeros(4, 4, device="meta").t()],
        "dtypes": [torch.zeros(4).view(torch.int32), torch.zeros(4, dtype=torch.cfloat).real],
        "bits": [torch.zeros(4, dtype=torch.cfloat).conj(), torch.zeros(2)._neg_view()],
    }


@pytest.mark.parametrize("fake", [False, True], ids=["meta", "fake"])
@pytest.mark.parametrize("case", make_cases())
def test_cases(case, fake):
    tensors = make_cases()[case]
    for group in (tensors, tensors[::-1], tensors + tensors):
        assert not list(diff_conversions(metautils.MetaConverter, group, fake))


STATES = {
    "no_grad": torch.no_grad,
    "inference": torch.inference_mode,
    "enable_grad": torch.enable_grad,
    "autocast": lambda: torch.autocast("cpu"),
    "mode": FakeTensorMode,
    "device": lambda: torch.device("meta"),
    "no dispatch": lambda: torch._C._ExcludeDispatchKeyGuard(
        torch._C.DispatchKeySet(torch._C.DispatchKey.Python)
    ),
}


@pytest.mark.parametrize("state", STATES)
def test_in_a_state(state):
    for group in make_cases().values():
        with STATES[state]():
            assert not list(diff_conversions(metautils.MetaConverter, group))


def test_fake_views_are_views():
    """Of their base: who shares a version counter, and where a gradient goes."""
    with metautils.installed():
        mode = FakeTensorMode()
    w = torch.zeros(4, 6, requires_grad=True)
    leaf, inner = mode.from_tensor(w.detach()[1:]), mode.from_tensor(w[1:])
    for view in (leaf, inner):
        assert view._base.untyped_storage()._cdata == view.untyped_storage()._cdata
        torch._C._autograd._unsafe_set_version_counter((view._base,), (7,))
        assert view._version == 7
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        mode.from_tensor(w)[1:].add_(1)
    leaf.requires_grad_()
    assert leaf.grad_fn is None
    (leaf * 2).sum().backward()
    assert leaf.grad.shape == leaf.shape
    assert inner.grad_fn.name() == "AsStridedBackward0"
    inner.sum().backward()
    assert inner._base.grad.shape == w.shape


def test_in_transforms():
    found = []

    def function(x):
        found.extend(diff_conversions(metautils.MetaConverter, [x, x * 2, torch.zeros(3)]))
        return x.sum()

    torch.vmap(function)(torch.zeros(3, 2))
    torch.func.grad(function)(torch.zeros(3))
    torch.func.functionalize(function)(torch.zeros(3))
    assert not found


def test_symbols_are_those_of_pytorch():
    def convert(make, duck_shape, count=4):
        env = ShapeEnv(duck_shape=duck_shape)
        mode = FakeTensorMode(shape_env=env)
        mode.fake_tensor_converter.meta_converter = make()
        x = torch.zeros(4, 6)
        group = (x, x[1:], torch.zeros(6, 4), TwoTensor(x, x).select(0, 1))
        made = [mode.from_tensor(t, source=LocalSource("x")) for t in group[:count]]
        facts = [(str(t.shape), str(t.stride()), str(t.storage_offset())) for t in made]
        guards = [f"{guard.expr} {guard.sloc}" for guard in env.guards]
        assert duck_shape or count < 4 or any("test_converter.py" in guard for guard in guards)
        return facts, guards, str(env.var_to_range)

    for duck_shape in (False, True):
        expected = convert(PyTorchConverter, duck_shape)
        assert convert(metautils.MetaConverter, duck_shape) == expected
        # A view of a subclass it makes of its parts.
        assert convert(metautils.exact.MetaConverter, duck_shape, 3) == convert(
            PyTorchConverter, duck_shape, 3
        )


def test_wrong_callback():
    t = torch.zeros(3)
    for make in (metautils.MetaConverter, PyTorchConverter):
        attached = lambda make, device: make().requires_grad_() * 2  # noqa: E731
        with pytest.raises(AssertionError, match="the callback you passed in doesn't detach"):
            make()(t, callback=attached)
    with pytest.raises(TypeError, match="expected a tensor of the callback, got 1"):
        metautils.MetaConverter()(t, callback=lambda make, device: 1)
    with pytest.raises(ZeroDivisionError):
        metautils.MetaConverter()(t, callback=lambda make, device: 1 // 0)


class Failing(TwoTensor):
    @staticmethod
    def __tensor_unflatten__(parts, context, size, stride):
        raise ZeroDivisionError


@pytest.mark.parametrize("make", [metautils.MetaConverter, PyTorchConverter])
def test_failures_leave_nothing(make):
    w = torch.zeros(4, 6, requires_grad=True)
    w.grad = torch.zeros(4, 6)
    roots = iter([lambda make: make()])  # that of `w`, and none for its grad

    def make_one(make, device):
        return next(roots, lambda make: 1 // 0)(make)

    converter = make()
    for t, callback in ((Failing(torch.zeros(2), torch.zeros(2)), None), (w[1:], make_one)):
        with pytest.raises(ZeroDivisionError):
            converter(t, callback=callback)
        assert len(converter.tensor_memo) == len(converter.storage_memo) == 0
    made = converter(w)
    assert made.grad.shape == (4, 6) and converter(w[1:])._base is made


def test_a_subclass_is_asked():
    class Counting(metautils.MetaConverter):
        calls = 0

        def meta_tensor(self, *args):
            self.calls += 1
            return super().meta_tensor(*args)

    converter = Counting()
    converter(torch.zeros(3))
    assert converter.calls == 1


# ------------------------------------------------------------------------------------ lifetime


def test_garbage_collector_has_results_alone_to_visit():
    tensors, converter = [torch.zeros(size) for size in range(100)], metautils.MetaConverter()
    converter(torch.zeros(2))
    gc.disable()
    try:
        before = gc.get_count()[0]
        made = list(map(converter, tensors))
        assert gc.get_count()[0] - before < 1.1 * len(made)
    finally:
        gc.enable()


def test_memos_keep_nothing_alive():
    converter = metautils.MetaConverter()
    x = torch.zeros(4)
    made = converter(x[1:])
    storage = made.untyped_storage()
    assert converter.tensor_memo[1] is made._base
    assert list(converter.tensor_memo.items()) == [(1, made._base), (0, made)]
    assert list(converter.storage_memo.values()) == [storage]
    watched = weakref.ref(made)
    del made
    assert watched() is None and len(converter.tensor_memo) == 0
    del storage
    assert len(converter.storage_memo) == 0
    with pytest.raises(KeyError):
        converter.tensor_memo[0]


def test_memos_take_writes_from_outside():
    converter, t, other = metautils.MetaConverter(), torch.zeros(3), torch.zeros(3)
    converter.tensor_memo[converter.describer.get_tensor_id(t)] = other
    assert converter(t) is other
    assert converter.tensor_memo.get("none") is None and "none" not in converter.tensor_memo
    with pytest.raises(TypeError):
        converter.tensor_memo["none"] = other
    del converter.tensor_memo[0]
    assert converter(t) is not other
    converter.tensor_memo.clear()
    assert len(converter.tensor_memo) == 0


def test_conversions_leave_nothing(case_count):
    converter, pool = metautils.MetaConverter(), torch.zeros(8, 8)
    for _ in range(case_count(1000, 1_000_000)):
        converter(pool[1:])
        converter(torch.zeros(3, requires_grad=True))
    gc.collect()
    sizes = [len(memo) for memo in (converter.tensor_memo, converter.storage_memo)]
    assert sizes == [0, 0]
    assert len(converter.describer.lookup_tensor) == 1


def test_deepcopy():
    converter, t = metautils.MetaConverter(), torch.zeros(3)
    made = converter(t)
    copied = copy.deepcopy(converter)
    assert copied(t) is made
    assert copied.tensor_memo is not converter.tensor_memo
    mode = FakeTensorMode()
    mode.fake_tensor_converter.meta_converter = converter
    copy.deepcopy(mode.fake_tensor_converter.meta_converter)


# ----------------------------------------------------------------------------------- installed

HOLDERS = [
    (meta_utils, "MetaConverter"),
    (torch._subclasses.fake_tensor, "MetaConverter"),
    (torch.fx._graph_pickler, "MetaConverter"),
    (meta_utils, "MetaTensorDescriber"),
    (torch.fx._graph_pickler, "MetaTensorDescriber"),
]
STOCK = {"MetaConverter": PyTorchConverter, "MetaTensorDescriber": PyTorchDescriber}


def are_installed(classes):
    return all(getattr(module, name) is classes[name] for module, name in HOLDERS)


@pytest.mark.parametrize("ours", [metautils, metautils.exact], ids=lambda ours: ours.__name__)
def test_installed(ours):
    earlier = FakeTensorMode()
    with ours.installed():
        assert are_installed(vars(ours))
        mode = FakeTensorMode()
        with ours.installed():
            pass
        assert are_installed(vars(ours))
    with pytest.raises(KeyError), ours.installed():
        raise KeyError
    assert are_installed(STOCK)
    assert type(earlier.fake_tensor_converter.meta_converter) is PyTorchConverter
    assert type(mode.fake_tensor_converter.meta_converter) is ours.MetaConverter
    assert isinstance(mode.from_tensor(torch.zeros(3)), FakeTensor)


def test_installed_one_in_the_other():
    with metautils.installed():
        with metautils.exact.installed():
            assert are_installed(vars(metautils.exact))
        assert are_installed(vars(metautils))


def test_installed_in_all_threads():
    with metautils.exact.installed(), ThreadPoolExecutor(1) as pool:
        mode = pool.submit(FakeTensorMode).result()
    assert type(mode.fake_tensor_converter.meta_converter) is metautils.exact.MetaConverter


def test_installed_has_a_cache_key_of_its_own():
    config = torch.compiler.config
    with metautils.installed():
        assert config.cache_key_tag == ""  # The same answers as PyTorch's.
    with config.patch(cache_key_tag="mine, "):
        with metautils.exact.installed():
            tag = config.cache_key_tag
            with metautils.exact.installed():
                assert config.cache_key_tag == tag
        assert config.cache_key_tag == "mine, "
    assert tag == f"mine, metautils.exact {metautils.__version__}"


@pytest.mark.parametrize("ours", [metautils, metautils.exact], ids=lambda ours: ours.__name__)
def test_installed_for_compile(ours):
    converters = []

    def backend(module, inputs):
        mode = torch._guards.detect_fake_mode(inputs)
        converters.append(type(mode.fake_tensor_converter.meta_converter))
        return torch._dynamo.lookup_backend("aot_eager")(module, inputs)

    with ours.installed():
        torch._dynamo.reset()
        function = torch.compile(lambda x, y: (x + y[1:]).sum(), backend=backend)
        x = torch.ones(3, requires_grad=True)
        function(x, torch.ones(4)).backward()
    assert torch.equal(x.grad, torch.ones(3))
    assert converters == [ours.MetaConverter]
    torch._dynamo.reset()
