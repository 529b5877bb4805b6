// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of dtypes against that of PyTorch 2.13.

#include "metautils/IR/Dtype.h"

#include "IRTesting.h"

using namespace mlir;
using namespace metautils;

namespace {
struct TorchDtype {
  const char *name;
  int64_t bytes;
  const char *type;
};
} // namespace

// The dtypes in the order of c10::ScalarType with `torch.dtype.itemsize`.
static const TorchDtype torchDtypes[] = {
    {"uint8", 1, "ui8"},
    {"int8", 1, "si8"},
    {"int16", 2, "si16"},
    {"int32", 4, "si32"},
    {"int64", 8, "si64"},
    {"float16", 2, "f16"},
    {"float32", 4, "f32"},
    {"float64", 8, "f64"},
    {"complex32", 4, "complex<f16>"},
    {"complex64", 8, "complex<f32>"},
    {"complex128", 16, "complex<f64>"},
    {"bool", 1, "i1"},
    {"qint8", 1, "!meta.qint8"},
    {"quint8", 1, "!meta.quint8"},
    {"qint32", 4, "!meta.qint32"},
    {"bfloat16", 2, "bf16"},
    {"quint4x2", 1, "!meta.quint4x2"},
    {"quint2x4", 1, "!meta.quint2x4"},
    {"bits1x8", 1, "!meta.bits1x8"},
    {"bits2x4", 1, "!meta.bits2x4"},
    {"bits4x2", 1, "!meta.bits4x2"},
    {"bits8", 1, "!meta.bits8"},
    {"bits16", 2, "!meta.bits16"},
    {"float8_e5m2", 1, "f8E5M2"},
    {"float8_e4m3fn", 1, "f8E4M3FN"},
    {"float8_e5m2fnuz", 1, "f8E5M2FNUZ"},
    {"float8_e4m3fnuz", 1, "f8E4M3FNUZ"},
    {"uint16", 2, "ui16"},
    {"uint32", 4, "ui32"},
    {"uint64", 8, "ui64"},
    {"uint1", 1, "ui1"},
    {"uint2", 1, "ui2"},
    {"uint3", 1, "ui3"},
    {"uint4", 1, "ui4"},
    {"uint5", 1, "ui5"},
    {"uint6", 1, "ui6"},
    {"uint7", 1, "ui7"},
    {"int1", 1, "si1"},
    {"int2", 1, "si2"},
    {"int3", 1, "si3"},
    {"int4", 1, "si4"},
    {"int5", 1, "si5"},
    {"int6", 1, "si6"},
    {"int7", 1, "si7"},
    {"float8_e8m0fnu", 1, "f8E8M0FNU"},
    {"float4_e2m1fn_x2", 1, "!meta.float4_e2m1fn_x2"},
};

using DtypeTest = IRTest;

TEST_F(DtypeTest, EqualsTheTableOfTorch) {
  ASSERT_EQ(numDtypes, std::size(torchDtypes));
  for (auto [number, torch] : llvm::enumerate(torchDtypes)) {
    auto dtype = static_cast<Dtype>(number);
    EXPECT_EQ(getName(dtype), torch.name);
    EXPECT_EQ(getElementBytes(dtype), torch.bytes) << torch.name;
  }
}

TEST_F(DtypeTest, HasOneTypeForEachDtypeAndBack) {
  DtypeTable table(&context);
  llvm::DenseSet<Type> types;
  for (auto [number, torch] : llvm::enumerate(torchDtypes)) {
    auto dtype = static_cast<Dtype>(number);
    Type type = table.getType(dtype);
    EXPECT_EQ(type, parseType(torch.type, &context)) << torch.name;
    EXPECT_TRUE(types.insert(type).second) << torch.name;
    EXPECT_EQ(table.getDtype(type), dtype) << torch.name;
    EXPECT_EQ(getDtype(type), dtype) << torch.name;
  }
}

TEST_F(DtypeTest, HasNoDtypeForOtherTypes) {
  for (const char *text :
       {"i8", "i32", "si128", "index", "tf32", "complex<bf16>", "complex<si32>",
        "vector<2xf32>", "!meta.storage"}) {
    Type type = parseType(text, &context);
    ASSERT_TRUE(type) << text;
    EXPECT_EQ(getDtype(type), std::nullopt) << text;
  }
}
