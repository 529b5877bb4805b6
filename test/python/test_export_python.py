# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a script of `meta-translate --export-python` makes is described as what it was written of:
all categories of tensor_zoo.py, on the meta device, with random values, and with those that were."""

import multiprocessing
import os
import random
import subprocess
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
import torch
from tensor_zoo import CATEGORIES, visit
from zoo_tools import is_refused

import metautils

pytestmark = pytest.mark.filterwarnings("ignore")

BUILD = Path(os.environ["METAUTILS_BUILD_DIR"])

# What no script can make, each with its reason, which the error tells.
REFUSALS = {
    "to have a hint, which a script takes for its value": {"fake"},
    "a view by numbers, got one by a symbol": {"fake"},
    "of sizes that are known, got": {"fake"},  # of a view whose step has no symbols
    "on a device that has such tensors, got the meta device": {"mkldnn", "quantized", "nested"},
    "which only the library of its layout can find": {"mkldnn"},
    # Python cannot tell autograd that a wrapper is a view, or has another version counter.
    "a tensor that wraps a view": {"functorch"},
    "a view that autograd knows as such": {"functorch"},
    "the tensor whose version counter it shares": {"functorch"},
    "of a class that says what it wraps": {"functional", "other_subclasses"},
    "in a storage of its own, since its class makes it": {"subclasses"},
    "plain data of classes that can be imported": {"subclasses"},  # an opaque object
}


def export(module, *options):
    """The script, or the error."""
    command = [BUILD / "bin/meta-translate", "--export-python", *options, "-"]
    text = str(module)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert bool(done.stdout) != bool(done.returncode)
    return done.stdout, done.stderr


def run(script):
    """A description of what a script makes, without what that was made within."""
    scope = {}
    exec(compile(script, "script", "exec"), scope)
    try:
        return str(metautils.describe(scope["load_args"]()))
    finally:
        if leave := scope.get("leave"):
            leave()


@pytest.fixture(scope="module")
def process():
    """Another process, in which nothing is active but what a script has made so."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor:
        yield executor


def find_difference(module, script, process):
    again = metautils.Module.parse(process.submit(run, script).result())
    fold = "meta-fold-views"
    return module.run(fold).find_difference(again.run(fold))


def get_hints(numbers):
    """What a script makes of symbols, of which it makes none."""
    return tuple(n.node.hint if isinstance(n, torch.SymInt) else n for n in numbers)


@pytest.mark.parametrize("values", ["meta", "random", "kept"])
@pytest.mark.parametrize("category", CATEGORIES)
def test_category(category, values, seed, case_count, process):
    seen = 0

    def see(label, tensors):
        nonlocal seen
        named = {str(index): tensor for index, tensor in enumerate(tensors)}
        try:
            module = metautils.describe(named, copy_data=values == "kept")
        except metautils.Error:  # of bytes that cannot be copied
            return
        script, error = export(module, f"--python-values={values}")
        assert not error or is_refused(category, error, REFUSALS), f"{label}: {error}"
        if script and " hint " in str(module):
            for name, made in load(script).items():
                assert made.shape == get_hints(named[name].shape), f"{label}: {name}\n{script}"
                assert made.stride() == get_hints(named[name].stride()), f"{label}: {name}"
        elif script:
            difference = find_difference(module, script, process)
            assert not difference, f"{label}: {difference}\n{script}"
        seen += 1

    torch.manual_seed(seed)
    visit(category, random.Random(seed), see, case_count(2, 30))
    assert seen > 0


def load(script):
    scope = {}
    exec(compile(script, "script", "exec"), scope)
    return scope["load_args"]()


def get_bytes(tensor):
    return bytes(tensor.untyped_storage().tolist())


def test_kept_bytes(seed):
    """Whatever they are, and as many as there are."""
    r = random.Random(seed)
    tensors = {}
    for dtype in {d for d in vars(torch).values() if isinstance(d, torch.dtype)}:
        for count in (0, 1, 16, 4096):
            storage = torch.UntypedStorage(list(r.randbytes(count)))
            t = torch.empty(0, dtype=dtype) if not str(dtype).startswith("torch.q") else None
            if t is not None:
                shape = (count // t.element_size(),)
                tensors[f"{dtype} {count}"] = t.set_(storage, 0, shape, (1,))
    tensors["numbers"] = torch.tensor([[0.1, -0.0, 1e-45], [3e38, 16777217, 0.3]])
    tensors["halves"] = torch.tensor([0.1, 65504], dtype=torch.float16)
    tensors["doubles"] = torch.tensor([0.1, 5e-324, 1e308], dtype=torch.float64)
    module = metautils.describe(tensors, copy_data=True)
    script, error = export(module, "--python-values=kept")
    assert not error
    for name, made in load(script).items():
        assert get_bytes(made) == get_bytes(tensors[name]), name
    assert "tensor([[0.1, -0.0, 1e-45], [3e+38, 16777216.0, 0.3]], " in script


def test_random_values():
    """The same in each run, and of sparse tensors such that PyTorch takes them."""
    coo = torch.eye(4).to_sparse()
    tensors = {
        "x": torch.zeros(3, 4),
        "coo": coo,
        "csr": torch.ones(2, 4, 4).to_sparse_csr(),
        "bsr": torch.eye(4).to_sparse_bsr((2, 2)),
        "uncoalesced": torch.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.0], (2, 2)),
    }
    script, _ = export(metautils.describe(tensors), "--python-values=random")
    with torch.sparse.check_sparse_tensor_invariants():
        one, two = load(script), load(script)
    for name, made in one.items():
        assert made.to_dense().any(), name
        assert torch.equal(made.to_dense(), two[name].to_dense()), name


def test_sharing():
    pool = torch.zeros(24)
    weight = torch.nn.Parameter(torch.zeros(2, 3))
    described = {"weight": weight, "tied": weight, "pool": pool, "row": pool[4:8]}
    made = load(export(metautils.describe(described))[0])
    assert made.keys() == described.keys()
    assert made["weight"] is made["tied"] and type(made["weight"]) is torch.nn.Parameter
    assert made["row"]._base is made["pool"] and made["row"].storage_offset() == 4
    assert made["pool"].device.type == "meta"


class Data(torch.Tensor):
    """Not of the plain kind, and in a module that can be imported."""


def test_classes():
    class Local(torch.Tensor):
        pass

    script, _ = export(metautils.describe({"x": torch.zeros(2).as_subclass(Data)}))
    assert "from test_export_python import Data" in script
    script, error = export(metautils.describe({"x": torch.zeros(2).as_subclass(Local)}))
    assert not script
    assert "expected 'x' to be of a class that can be imported, got" in error
