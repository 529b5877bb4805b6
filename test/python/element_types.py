# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The element type that the dialect has for each dtype, and back."""

import torch

QUANTIZED = "qint8", "quint8", "qint32", "quint4x2", "quint2x4"
# The element type of each dtype, where it is not the name of a quantized or bits dtype.
ELEMENT_TYPES = {
    torch.bool: "i1",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
    torch.complex32: "complex<f16>",
    torch.complex64: "complex<f32>",
    torch.complex128: "complex<f64>",
    torch.float8_e5m2: "f8E5M2",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2fnuz: "f8E5M2FNUZ",
    torch.float8_e4m3fnuz: "f8E4M3FNUZ",
    torch.float8_e8m0fnu: "f8E8M0FNU",
    torch.float4_e2m1fn_x2: "!meta.float4_e2m1fn_x2",
    **{getattr(torch, f"int{bits}"): f"si{bits}" for bits in (*range(1, 9), 16, 32, 64)},
    **{getattr(torch, f"uint{bits}"): f"ui{bits}" for bits in (*range(1, 9), 16, 32, 64)},
    **{
        getattr(torch, name): f"!meta.{name}"
        for name in ("bits1x8", "bits2x4", "bits4x2", "bits8", "bits16")
    },
}
DTYPES = {text: dtype for dtype, text in ELEMENT_TYPES.items()}
DTYPES |= {f"!meta.{name}": getattr(torch, name) for name in QUANTIZED}
