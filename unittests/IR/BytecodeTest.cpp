// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bytecode of older and newer versions, and bytecode that lies.

#include "metautils/IR/MetaBytecode.h"
#include "metautils/IR/MetaOps.h"

#include "IRTesting.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"

using namespace mlir;
using namespace metautils;

namespace {
class BytecodeTest : public IRTest {
protected:
  std::string write(ModuleOp module, std::optional<uint64_t> version = {}) {
    BytecodeWriterConfig config;
    if (version)
      config.setDialectVersion<MetaDialect>(
          std::make_unique<MetaVersion>(*version));
    std::string bytecode;
    llvm::raw_string_ostream stream(bytecode);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(module, stream, config)));
    return bytecode;
  }
  std::string write(llvm::StringRef text,
                    std::optional<uint64_t> version = {}) {
    return write(*parseModule(text), version);
  }
  OwningOpRef<ModuleOp> read(llvm::StringRef bytecode) {
    return parseSourceString<ModuleOp>(bytecode, &context);
  }
  SymbolOp symbolOf(ModuleOp module) {
    return cast<SymbolOp>(module.getBody()->front());
  }

  /// The one place where two files differ.
  size_t findDifference(llvm::StringRef a, llvm::StringRef b) {
    EXPECT_EQ(a.size(), b.size());
    size_t place = std::string::npos;
    for (size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i])
        continue;
      EXPECT_EQ(place, std::string::npos) << "more than one difference";
      place = i;
    }
    EXPECT_NE(place, std::string::npos) << "no difference";
    return place;
  }

  /// A varint of one byte.
  static char varint(uint8_t value) {
    return static_cast<char>(value << 1 | 1);
  }
};
} // namespace

static constexpr llvm::StringLiteral facts =
    R"(%s = meta.symbol "s0" unbacked min 2 max 128 hint 8)";

TEST_F(BytecodeTest, RoundTrip) {
  auto module = read(write(facts));
  ASSERT_TRUE(module);
  SymbolOp symbol = symbolOf(*module);
  EXPECT_EQ(symbol.getName(), "s0");
  EXPECT_EQ(symbol.getKind(), SymbolKind::Unbacked);
  EXPECT_EQ(symbol.getMin(), 2);
  EXPECT_EQ(symbol.getMax(), 128);
  EXPECT_EQ(symbol.getHint(), 8);
}

TEST_F(BytecodeTest, CurrentVersionIsTheDefault) {
  EXPECT_EQ(write(facts), write(facts, MetaVersion::current));
}

// Version 1 had no facts about symbols: they are left out, and absent.
TEST_F(BytecodeTest, OlderVersion) {
  std::string bytecode = write(facts, 1);
  EXPECT_EQ(bytecode, write(R"(%s = meta.symbol "s0")", 1));
  EXPECT_LT(bytecode.size(), write(facts).size());
  auto module = read(bytecode);
  ASSERT_TRUE(module);
  SymbolOp symbol = symbolOf(*module);
  EXPECT_EQ(symbol.getName(), "s0");
  EXPECT_EQ(symbol.getKind(), SymbolKind::Backed);
  EXPECT_EQ(symbol.getMin(), std::nullopt);
  EXPECT_EQ(symbol.getMax(), std::nullopt);
  EXPECT_EQ(symbol.getHint(), std::nullopt);
}

TEST_F(BytecodeTest, NewerVersionIsRefused) {
  std::string bytecode = write(facts, MetaVersion::current + 1);
  EXPECT_FALSE(read(bytecode));
  ASSERT_FALSE(errors.empty());
  std::string known = std::to_string(MetaVersion::current);
  std::string newer = std::to_string(MetaVersion::current + 1);
  EXPECT_EQ(errors.front(), "expected version " + known +
                                " of the meta dialect or an older one, got " +
                                newer + ": read it with a newer MetaUtils");
}

TEST_F(BytecodeTest, UnknownDtype) {
  std::string a = write("func.func private @f(!meta.qint8)");
  std::string b = write("func.func private @f(!meta.quint8)");
  size_t place = findDifference(a, b);
  for (uint8_t number : {6, 127}) { // f32 is no type of the dialect
    errors.clear();
    a[place] = varint(number);
    EXPECT_FALSE(read(a));
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors.front(),
              "expected a dtype of the meta dialect, got number " +
                  std::to_string(number));
  }
}

TEST_F(BytecodeTest, UnknownTypeCode) {
  std::string a = write("func.func private @f(!meta.qint8)");
  std::string b = write("func.func private @f(!meta.quint8)");
  a[findDifference(a, b) - 1] = varint(9); // the code stands before the number
  EXPECT_FALSE(read(a));
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors.front(), "expected a type of the meta dialect, got code 9");
}

TEST_F(BytecodeTest, UnknownCase) {
  std::string a = write(R"(%s = meta.symbol "s0" unbacked)");
  std::string b = write(R"(%s = meta.symbol "s0" nested_int)");
  a[findDifference(a, b)] = varint(3);
  EXPECT_FALSE(read(a));
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors.front(), "expected the number of a case below 3, got 3");
}

TEST_F(BytecodeTest, ImpossibleType) {
  std::string a = write("func.func private @f(!meta.tensor<4xf32>)");
  std::string b = write("func.func private @f(!meta.tensor<5xf32>)");
  a[findDifference(a, b)] = varint(1); // -1, as a signed number is encoded
  EXPECT_FALSE(read(a));
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors.front(), "expected no negative size, got -1 at dim 0");
}

// A list that is said to be longer than the file ends with it.
TEST_F(BytecodeTest, LyingLength) {
  std::string a = write(R"(
    func.func @f(%x: !meta.tensor<6xf32>) {
      %0 = meta.reshape %x to [2, 3] : !meta.tensor<6xf32>
      return
    })");
  // 2 is the length, and the first size.
  size_t place = a.find({varint(2), varint(2), varint(3)});
  ASSERT_NE(place, std::string::npos);
  a[place] = varint(127);
  EXPECT_FALSE(read(a));
  EXPECT_FALSE(errors.empty());
}
