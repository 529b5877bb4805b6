// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Geometries out of types and into types, and arithmetic that emits IR.

#include "metautils/IR/GeometryBuilder.h"
#include "metautils/IR/MetaOps.h"
#include "metautils/Layout/SymbolicArithmetic.h"

#include "IRTesting.h"

using namespace mlir;
using namespace metautils;

static constexpr int64_t largest = std::numeric_limits<int64_t>::max();
static constexpr int64_t reserved = ShapedType::kDynamic;

namespace {
/// Two index values, and a block in which arithmetic emits.
class IndexArithmeticTest : public IRTest {
protected:
  IndexArithmeticTest()
      : location(UnknownLoc::get(&context)), builder(&context) {
    builder.setInsertionPointToEnd(&block);
    Type index = builder.getIndexType();
    n = toSymInt(block.addArgument(index, location));
    m = toSymInt(block.addArgument(index, location));
  }
  ~IndexArithmeticTest() override {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      op.erase();
  }

  SymInt constant(int64_t value) {
    return toSymInt(arith::ConstantIndexOp::create(builder, location, value));
  }
  /// The names of what has been emitted, constants apart.
  std::vector<std::string> emitted() {
    std::vector<std::string> names;
    for (Operation &op : block)
      if (!isa<arith::ConstantOp>(op))
        names.push_back(op.getName().getStringRef().str());
    return names;
  }
  using Names = std::vector<std::string>;

  Location location;
  Block block;
  OpBuilder builder;
  SymInt n, m;
};

class GeometryTypesTest : public IRTest {
protected:
  Geometry geometryOf(llvm::StringRef type, SymInt offset = 0) {
    return getTypeGeometry(
        parseTensor(type), offset, symbols,
        [&](GeometryPart, unsigned) { return symbols.makeSymbol(); });
  }
  MetaTensorType typeOf(const Geometry &geometry, llvm::StringRef like) {
    return getGeometryType(geometry, parseTensor(like), symbols,
                           [&] { return emitError(); });
  }

  SymbolicArithmetic symbols;
};
} // namespace

//===----------------------------------------------------------------------===//
// IndexArithmetic
//===----------------------------------------------------------------------===//

TEST_F(IndexArithmeticTest, EmitsOneOpEach) {
  IndexArithmetic arithmetic(builder, location);
  arithmetic.add(n, m);
  arithmetic.sub(n, m);
  arithmetic.mul(n, m);
  arithmetic.floorDiv(n, m);
  arithmetic.ceilDiv(n, m);
  arithmetic.min(n, m);
  arithmetic.max(n, m);
  EXPECT_EQ(emitted(),
            (Names{"arith.addi", "arith.subi", "arith.muli", "arith.floordivsi",
                   "arith.ceildivsi", "arith.minsi", "arith.maxsi"}));
  EXPECT_FALSE(arithmetic.overflowed());
}

TEST_F(IndexArithmeticTest, EmitsChoices) {
  IndexArithmetic arithmetic(builder, location);
  EXPECT_TRUE(arithmetic.wrapIndex(n, m).isSymbol());
  EXPECT_EQ(emitted(), (Names{"arith.cmpi", "arith.addi", "arith.select"}));
  EXPECT_TRUE(arithmetic.selectIfEqual(n, m, 0, 1).isSymbol());
  EXPECT_EQ(emitted().size(), 5u);
}

TEST_F(IndexArithmeticTest, EmitsNothingForIdentities) {
  IndexArithmetic arithmetic(builder, location);
  EXPECT_EQ(arithmetic.add(n, 0), n);
  EXPECT_EQ(arithmetic.mul(n, 1), n);
  EXPECT_EQ(arithmetic.mul(n, 0), SymInt(0));
  EXPECT_EQ(arithmetic.sub(n, n), SymInt(0));
  EXPECT_EQ(arithmetic.add(2, 3), SymInt(5));
  EXPECT_TRUE(block.empty());
  EXPECT_EQ(arithmetic.getValue(n), toValue(n));
  EXPECT_TRUE(block.empty());
}

TEST_F(IndexArithmeticTest, ConstantsBecomeValues) {
  IndexArithmetic arithmetic(builder, location);
  auto op = arithmetic.getValue(7).getDefiningOp<arith::ConstantIndexOp>();
  ASSERT_TRUE(op);
  EXPECT_EQ(op.value(), 7);
}

TEST_F(IndexArithmeticTest, ConstantValuesAreComputedWith) {
  IndexArithmetic arithmetic(builder, location);
  EXPECT_EQ(arithmetic.add(constant(2), constant(3)), SymInt(5));
  EXPECT_EQ(arithmetic.mul(constant(2), 3), SymInt(6));
  EXPECT_EQ(arithmetic.wrapIndex(constant(-1), 4), SymInt(3));
  EXPECT_EQ(arithmetic.selectIfEqual(constant(1), 1, 8, 9), SymInt(8));
  EXPECT_EQ(emitted(), Names{});
  EXPECT_FALSE(arithmetic.overflowed());
}

TEST_F(IndexArithmeticTest, ConstantValuesDoNotWrap) {
  IndexArithmetic sum(builder, location), product(builder, location);
  EXPECT_TRUE(sum.add(constant(largest), 1).isUnknown());
  EXPECT_TRUE(sum.overflowed());
  EXPECT_TRUE(product.mul(constant(largest), constant(2)).isUnknown());
  EXPECT_TRUE(product.overflowed());
}

TEST_F(IndexArithmeticTest, TheReservedConstantStaysSymbolic) {
  SymInt number = constant(reserved);
  EXPECT_EQ(resolveConstant(number), number);
  EXPECT_EQ(resolveConstant(constant(-1)), SymInt(-1));
  EXPECT_EQ(resolveConstant(n), n);
  EXPECT_EQ(resolveConstant(SymInt::unknown()), SymInt::unknown());
}

TEST_F(IndexArithmeticTest, LooksIntoProducts) {
  IndexArithmetic arithmetic(builder, location);
  SymInt nm4 = arithmetic.mul(arithmetic.mul(n, m), 4);
  SymInt mn4 = arithmetic.mul(arithmetic.mul(m, 4), n);
  EXPECT_EQ(arithmetic.equal(nm4, mn4), true);
  EXPECT_EQ(arithmetic.equal(nm4, arithmetic.mul(n, m)), std::nullopt);
  // And so into those that others have made.
  SymInt foreign = toSymInt(
      arith::MulIOp::create(builder, location, toValue(n), toValue(m)));
  EXPECT_EQ(arithmetic.equal(foreign, arithmetic.mul(m, n)), true);
}

TEST_F(IndexArithmeticTest, LooksIntoSizesThatCountAtLeastOne) {
  IndexArithmetic arithmetic(builder, location);
  SymInt stride = arithmetic.mul(arithmetic.max(n, 1), 4);
  Product product = arithmetic.product(stride);
  ASSERT_EQ(product.factors().size(), 1u);
  EXPECT_TRUE(product.factors().front().atLeastOne);
  EXPECT_EQ(product.factors().front().symbol, n.symbol());
  EXPECT_EQ(product.coefficient(), 4);
}

TEST_F(IndexArithmeticTest, LongProductsHaveABound) {
  IndexArithmetic arithmetic(builder, location);
  SymInt product = n;
  for (int count = 0; count < 1000; ++count)
    product = arithmetic.mul(product, m);
  EXPECT_EQ(arithmetic.product(product).factors().size(), 65u);
}

TEST_F(IndexArithmeticTest, CyclicProductsEnd) {
  auto module = parseModule(R"(
    %n = meta.symbol "n"
    %a = arith.muli %b, %n : index
    %b = arith.muli %a, %n : index
    %c = arith.muli %c, %c : index
  )");
  IndexArithmetic arithmetic(builder, location);
  for (auto op : module->getOps<arith::MulIOp>())
    EXPECT_EQ(arithmetic.product(toSymInt(op.getResult())).factors().size(),
              65u);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

TEST_F(GeometryTypesTest, GeometryOfStaticType) {
  Geometry expected({4, 3}, {1, 4}, 2);
  EXPECT_EQ(geometryOf("!meta.tensor<4x3xf32, strided<[1, 4]>>", 2), expected);
}

TEST_F(GeometryTypesTest, AsksForSizesBeforeStrides) {
  SmallVector<std::pair<GeometryPart, unsigned>> asked;
  auto open = [&](GeometryPart part, unsigned dim) {
    asked.emplace_back(part, dim);
    return symbols.makeSymbol();
  };
  getTypeGeometry(parseTensor("!meta.tensor<?x4x?xf32, strided<[?, 1, ?]>>"), 0,
                  symbols, open);
  SmallVector<std::pair<GeometryPart, unsigned>> expected = {
      {GeometryPart::Size, 0},
      {GeometryPart::Size, 2},
      {GeometryPart::Stride, 0},
      {GeometryPart::Stride, 2}};
  EXPECT_EQ(asked, expected);
}

TEST_F(GeometryTypesTest, ContiguousStridesFollowFromSizes) {
  Geometry geometry = geometryOf("!meta.tensor<?x4x?xf32>");
  SymInt last = symbols.max(geometry.sizes[2], 1);
  EXPECT_EQ(symbols.equal(geometry.strides[0], symbols.mul(last, 4)), true);
  EXPECT_EQ(geometry.strides[1], last);
  EXPECT_EQ(geometry.strides[2], SymInt(1));
}

TEST_F(GeometryTypesTest, ContiguousStridesMayOverflow) {
  // The type says nothing of its sizes, but who is asked does.
  Arithmetic arithmetic;
  getTypeGeometry(parseTensor("!meta.tensor<?x?x?xf32>"), 0, arithmetic,
                  [](GeometryPart, unsigned) { return SymInt(largest); });
  EXPECT_TRUE(arithmetic.overflowed());
}

TEST_F(GeometryTypesTest, TypeOfGeometry) {
  llvm::StringRef like = "!meta.tensor<9xcomplex<f32>, cuda:0, conj, neg>";
  EXPECT_EQ(typeOf(Geometry({4, 3}, {3, 1}, 5), like),
            parseTensor("!meta.tensor<4x3xcomplex<f32>, cuda:0, conj, neg>"));
  EXPECT_EQ(typeOf(Geometry({SymInt::unknown(), 3}, {SymInt::unknown(), 1}, 5),
                   "!meta.tensor<f32>"),
            parseTensor("!meta.tensor<?x3xf32, strided<[?, 1]>>"));
  // What was contiguous at any size is so again.
  for (llvm::StringRef type :
       {"!meta.tensor<?xf32>", "!meta.tensor<4x?x?xf32>"})
    EXPECT_EQ(typeOf(geometryOf(type), "!meta.tensor<f32>"), parseTensor(type));
}

TEST_F(GeometryTypesTest, NoTypeOfTooLargeGeometry) {
  EXPECT_FALSE(typeOf(Geometry({largest, 2}, {0, 0}, 0), "!meta.tensor<f32>"));
  EXPECT_FALSE(typeOf(Geometry({3}, {largest}, 0), "!meta.tensor<f32>"));
  EXPECT_EQ(errors,
            (std::vector<std::string>{"expected fewer than 2^63 elements",
                                      "expected every byte below 2^63"}));
}

TEST_F(GeometryTypesTest, RefinesTypes) {
  SymInt n = symbols.makeSymbol();
  auto type = parseTensor("!meta.tensor<?x?xf32, strided<[?, 1]>, neg>");
  EXPECT_EQ(refineType(type, Geometry({4, n}, {8, 1}, 3)),
            parseTensor("!meta.tensor<4x?xf32, strided<[8, 1]>, neg>"));
  EXPECT_EQ(refineType(type, Geometry({4, 3}, {3, 1}, 3)),
            parseTensor("!meta.tensor<4x3xf32, neg>"));
  EXPECT_EQ(refineType(type, Geometry({n, n}, {n, 1}, 3)), type);
}

TEST_F(GeometryTypesTest, RefinesToNoImpossibleType) {
  auto type = parseTensor("!meta.tensor<?x?xf32>");
  EXPECT_EQ(refineType(type, Geometry({-5, 2}, {2, 1}, 0)), type);
  EXPECT_EQ(refineType(type, Geometry({largest, 2}, {2, 1}, 0)), type);
  EXPECT_TRUE(errors.empty());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

TEST_F(GeometryTypesTest, ViewTakesItsOperandsInOrder) {
  auto module = parseModule(R"(
    func.func @f(%x: !meta.tensor<24xf32>, %a: index, %b: index, %c: index) {
      %0 = meta.view %x[%a, %b] offset %c
         : !meta.tensor<24xf32> -> !meta.tensor<?x4xf32, strided<[?, 1]>>
      return
    }
  )");
  auto function = cast<func::FuncOp>(module->getBody()->front());
  auto view = cast<ViewOp>(function.getBody().front().front());
  auto argument = [&](unsigned i) { return toSymInt(function.getArgument(i)); };
  Geometry geometry;
  ASSERT_FALSE(view.mapGeometry(0, symbols, geometry));
  EXPECT_EQ(geometry,
            Geometry({argument(1), 4}, {argument(2), 1}, argument(3)));
}

TEST_F(GeometryTypesTest, CastKnowsWhatEitherTypeKnows) {
  auto module = parseModule(R"(
    func.func @f(%x: !meta.tensor<?x4xf32, strided<[?, ?]>>,
                 %y: !meta.tensor<?x4xf32, #meta.csr>) {
      %0 = meta.cast %x : !meta.tensor<?x4xf32, strided<[?, ?]>>
                       -> !meta.tensor<?x?xf32, strided<[8, ?]>>
      %1 = meta.cast %y : !meta.tensor<?x4xf32, #meta.csr>
                       -> !meta.tensor<2x4xf32, #meta.csr>
      return
    }
  )");
  auto function = cast<func::FuncOp>(module->getBody()->front());
  auto casts = llvm::to_vector(function.getOps<CastOp>());
  SymInt n = symbols.makeSymbol(), s = symbols.makeSymbol();
  Geometry geometry({n, 4}, {s, s}, 3);
  ASSERT_FALSE(casts[0].mapGeometry(0, symbols, geometry));
  EXPECT_EQ(geometry, Geometry({n, 4}, {8, s}, 3));
  EXPECT_EQ(toString(casts[1].mapGeometry(0, symbols, geometry)),
            "expected a strided layout");
}
