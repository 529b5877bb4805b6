# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small GPT with random weights whose tensors share memory as real ones do.

The head is tied to the embedding; q, k and v are chunks of one packed weight;
the caches of all layers are views of one pool, which is itself a view of a
buffer of bytes; one weight is stored transposed and one with gaps; the rotary
table is complex, with its real view beside it.
"""

import torch
from torch import nn

WIDTH, HEADS, LAYERS, VOCABULARY, CONTEXT = 64, 4, 2, 256, 32


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        # Stored as (in, out), the way a loader found it in a checkpoint.
        self.project = nn.Parameter(torch.randn(WIDTH, WIDTH).t())
        # Every other column of a wider matrix that was pruned in place.
        self.gate = nn.Parameter(torch.randn(WIDTH, 2 * WIDTH)[:, ::2])
        self.mlp = nn.Sequential(
            nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH)
        )


class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)
        self.head.weight = self.embedding.weight
        angles = torch.outer(torch.arange(CONTEXT), torch.rand(WIDTH // HEADS // 2))
        self.register_buffer("rotary", torch.polar(torch.ones_like(angles), angles))


def make():
    """The model and the tensors that a serving loop keeps beside it."""
    torch.manual_seed(0)
    model = Gpt()
    shape = (LAYERS, 2, HEADS, CONTEXT, WIDTH // HEADS)
    pool = torch.zeros(2 * torch.Size(shape).numel(), dtype=torch.uint8).view(torch.bfloat16)
    caches = pool.view(shape)
    return {
        "model": model,
        "qkv": [
            dict(zip(("q", "k", "v"), block.qkv.weight.detach().chunk(3)))
            for block in model.blocks
        ],
        "pool": pool,
        "cache": [{"k": layer[0], "v": layer[1].transpose(1, 2)} for layer in caches],
        "rotary_real": torch.view_as_real(model.rotary),
    }
