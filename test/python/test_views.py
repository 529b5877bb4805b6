# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random chains of views against torch: types inferred, views folded, errors refused."""

import random
import re

import pytest
import torch
from ir_reader import read_module
from view_chains import VIEWS, make_chain, make_refused

import metautils

BATCH = 500


def parse(text: str) -> metautils.Module:
    try:
        return metautils.Module.parse(text)
    except metautils.Error as error:
        line = int(re.match(r"<string>:(\d+)", str(error))[1])
        name = re.search(r"%[svt](\d+)|$", text.splitlines()[line - 1])[1]
        chain = re.compile(rf"%[svt]{name}\b|%v{name}_")
        lines = [line for line in text.splitlines() if chain.search(line)]
        pytest.fail(f"{error}\n\n" + "\n".join(lines))


def facts_of(tensor: torch.Tensor) -> tuple:
    bits = tensor.is_conj(), tensor.is_neg()
    return tuple(tensor.shape), tensor.stride(), tensor.storage_offset(), tensor.dtype, *bits


def read_facts(module) -> dict:
    return {
        name: (t.size, t.stride, t.offset, t.dtype, t.conj, t.neg)
        for name, t in read_module(module).items()
    }


def check_folded(chains, folded) -> None:
    facts = read_facts(folded)
    assert facts.keys() == chains.keys()
    for name, chain in chains.items():
        expected = facts_of(chain.result)
        assert facts[name] == expected, chain.text(name)


def test_chains_fold_to_what_torch_says(seed, case_count):
    rng = random.Random(seed)
    seen, count = set(), case_count(20_000, 1_000_000)
    left = count
    while left > 0:
        chains = {str(i): make_chain(rng, rng.randint(1, 8)) for i in range(min(BATCH, left))}
        # The type of each base stands in the text: torch's, while the op infers its own.
        module = parse("".join(chain.text(name) for name, chain in chains.items()))
        check_folded(chains, module.run("meta-fold-views"))
        seen |= {step.view for chain in chains.values() for step in chain.steps}
        left -= len(chains)
    assert count < BATCH or seen == set(VIEWS)


# --- Numbers that are operands ---------------------------------------------------------------

# A dim that is unbound has a static size.
DYNAMIC_VIEWS = {name: view for name, view in VIEWS.items() if name != "unbind"}


def make_dynamic_chain(rng: random.Random):
    """A chain all of whose sizes are 2 and more: of others an operand does not tell them."""
    while True:
        chain = make_chain(rng, rng.randint(1, 5), DYNAMIC_VIEWS, least=2)
        if all(min(tensor.shape, default=2) >= 2 for tensor in chain.tensors):
            return chain


def infer_types(chains: dict) -> dict:
    """The types of the bases of each chain whose root is dynamic, and of the result."""
    types = {name: [chain.dynamic_root(name)[1]] for name, chain in chains.items()}
    for depth in range(5):
        going = [name for name, chain in chains.items() if len(chain.steps) > depth]
        # Generic text has the result types of the last step, which no one has stated yet.
        text = "".join(
            chains[name].dynamic_root(name)[0] + chains[name].steps_text(name, types[name])
            for name in going
        )
        lines = parse(text).text(generic=True).splitlines()
        ops = [line for line in lines if re.search(r'"meta\.(?!storage)', line)]
        for name in going:
            steps, ops = ops[: depth + 2], ops[depth + 2 :]
            results = re.findall(r"!meta\.tensor<(?:[^<>]|<[^<>]*>)*>", steps[-1].split(" -> ")[-1])
            types[name].append(results[chains[name].steps[depth].result])
    assert any("?" in type for chain_types in types.values() for type in chain_types[1:])
    return types


def test_chains_of_operands_fold_to_the_same(seed, case_count):
    rng = random.Random(seed)
    left = case_count(1_000, 50_000)
    while left > 0:
        chains = {str(i): make_dynamic_chain(rng) for i in range(min(BATCH, left))}
        types = infer_types(chains)
        text = "".join(
            chain.dynamic_root(name)[0]
            + chain.steps_text(name, types[name])
            + chain.end_text(name, types[name])
            for name, chain in chains.items()
        )
        check_folded(chains, parse(text).run("meta-fold-views,canonicalize"))
        left -= len(chains)


# --- Errors ----------------------------------------------------------------------------------


def expect_refusal(text: str, view: str, reason: str) -> None:
    """The last line of the text is an error, or where it is for an offset no view that folds."""
    line = len(text.splitlines())
    try:
        remarks = metautils.Module.parse(text).run("meta-fold-views").remarks
    except metautils.Error as error:
        expected = rf"<string>:{line}:\d+: .*'meta.{view}' op "
        assert re.match(expected, str(error)), f"{error}\n{text}"
        return
    kept = [remark for remark in remarks if remark.location.startswith(f"<string>:{line}:")]
    assert kept and "offset" in kept[0].message, f"torch says: {reason}\n{text}"


def test_views_that_torch_refuses(seed, case_count):
    rng = random.Random(seed)
    for _ in range(case_count(500, 20_000)):
        chain, reason = make_refused(rng)
        text = chain.root_text("0") + chain.steps_text("0", chain.types())
        expect_refusal(text, chain.steps[-1].view, reason)
