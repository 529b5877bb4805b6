# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`--meta-recover-views` on what torch makes: folding gives the same views back."""

import random

import pytest
import torch

import metautils


def random_view(rng: random.Random, t: torch.Tensor) -> torch.Tensor:
    dim = rng.randrange(t.dim()) if t.dim() else 0
    views = [
        lambda: t.transpose(dim, rng.randrange(t.dim())),
        lambda: t[(slice(None),) * dim + (slice(rng.randrange(3), None, rng.randint(1, 2)),)],
        lambda: t.select(dim, rng.randrange(t.shape[dim])),
        lambda: t.unsqueeze(dim),
        lambda: t.unfold(dim, 2, 1),
        lambda: t.diagonal(rng.randint(-1, 1)),
        lambda: t.flatten(),
        lambda: t[None].expand(3, *t.shape),
        lambda: t.view(torch.int16),
    ]
    return rng.choice(views)()


def chains(seed: int, count: int):
    rng = random.Random(seed)
    while count:
        base = torch.zeros([rng.randint(1, 6) for _ in range(rng.randint(1, 4))])
        view = base
        try:
            for _ in range(rng.randint(1, 4)):
                view = random_view(rng, view)
        except (RuntimeError, IndexError, ValueError):
            continue
        count -= 1
        yield {"base": base, "view": view}


@pytest.mark.parametrize("seed", range(4))
def test_folding_gives_the_same_back(seed):
    described = metautils.describe(list(chains(seed, 500)))
    folded = described.run("meta-fold-views")
    recovered = folded.run("meta-recover-views")
    assert str(recovered.run("meta-fold-views")) == str(folded), f"seed {seed}"
    assert str(recovered.run("meta-recover-views")) == str(recovered), f"seed {seed}"
    # Most of them have a reading; else this would compare nothing.
    views = str(folded).count("meta.view ")
    assert str(recovered).count("meta.view ") < views / 3


def test_reads_as_it_was_written():
    pool = torch.zeros(24)
    described = metautils.describe({"pool": pool, "k": pool[2:14].view(3, 4).t()})
    text = str(described.run("meta-fold-views,meta-recover-views"))
    assert "meta.slice %pool dim 0 from 2 to 14" in text
    assert "meta.reshape %0 to [3, 4]" in text
    assert "meta.transpose %1, 0, 1" in text
