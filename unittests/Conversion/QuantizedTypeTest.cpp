// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantized dtypes with their scales as types of the quant dialect.

#include "metautils/Conversion/QuantizedType.h"
#include "metautils/IR/MetaDialect.h"
#include "metautils/IR/MetaTypes.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace metautils;

namespace {
class QuantizedTypeTest : public ::testing::Test {
protected:
  QuantizedTypeTest()
      : handler(&context, [this](Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
        }) {
    context.loadDialect<MetaDialect, quant::QuantDialect>();
  }

  /// The type as text; empty after an error.
  std::string get(Type dtype, const Quantization &quantization) {
    auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
    Type type = getQuantizedType(emit, dtype, quantization);
    std::string text;
    if (type)
      llvm::raw_string_ostream(text) << type;
    return text;
  }

  MLIRContext context;
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};
} // namespace

TEST_F(QuantizedTypeTest, PerTensor) {
  EXPECT_EQ(get(QInt8Type::get(&context), {{0.5}, {0}, std::nullopt}),
            "!quant.uniform<i8:f32, 5.000000e-01>");
  EXPECT_EQ(get(QUInt8Type::get(&context), {{0.25}, {128}, std::nullopt}),
            "!quant.uniform<u8:f32, 2.500000e-01:128>");
}

TEST_F(QuantizedTypeTest, PerChannel) {
  EXPECT_EQ(get(QUInt8Type::get(&context), {{0.5, 2.0}, {3, 4}, 1}),
            "!quant.uniform<u8:f32:1, {5.000000e-01:3,2.000000e+00:4}>");
}

TEST_F(QuantizedTypeTest, Refused) {
  EXPECT_EQ(get(Float32Type::get(&context), {{0.5}, {0}, std::nullopt}), "");
  EXPECT_EQ(get(QInt8Type::get(&context), {{0.5, 2.0}, {0}, 1}), "");
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0], "expected a quantized dtype, got 'f32'");
  EXPECT_EQ(errors[1], "expected a zero point for each scale, and one of both "
                       "without an axis, got 2 and 1");
}
