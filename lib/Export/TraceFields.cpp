// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of trace records that one tensor says.

#include "TraceFields.h"
#include "PythonText.h"
#include "metautils/IR/Dtype.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace metautils;
using llvm::json::OStream;

//===----------------------------------------------------------------------===//
// What a tensor consists of
//===----------------------------------------------------------------------===//

/// What makes a tensor more than its numbers: a geometry, seen through what is
/// said of its elements.
Value trace::getGeometry(TensorOp tensor) {
  Value geometry = tensor.getGeometry();
  while (auto quantized = geometry.getDefiningOp<QuantizedOp>())
    geometry = quantized.getGeometry();
  return geometry;
}

/// The live tensors that a tensor wraps.
SmallVector<Value, 2> trace::getInner(TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  return llvm::TypeSwitch<Operation *, SmallVector<Value, 2>>(op)
      .Case([](BatchedOp batched) {
        if (batched.getLegacy())
          return SmallVector<Value, 2>();
        return SmallVector<Value, 2>{batched.getInner()};
      })
      .Case([](GradTrackingOp wrapper) {
        return SmallVector<Value, 2>{wrapper.getInner()};
      })
      .Case([](FunctionalOp functional) {
        return SmallVector<Value, 2>{functional.getInner()};
      })
      .Case([](SubclassOp subclass) {
        if (subclass.getByAttribute())
          return SmallVector<Value, 2>();
        return llvm::to_vector<2>(
            llvm::make_filter_range(subclass.getInner(), [](Value value) {
              return isa<MetaTensorType>(value.getType());
            }));
      })
      .Default([](Operation *) { return SmallVector<Value, 2>(); });
}

SmallVector<trace::FreshPart, 3> trace::getFreshParts(TensorOp tensor) {
  auto sparse = getGeometry(tensor).getDefiningOp<SparseCompressedOp>();
  if (!sparse)
    return {};
  bool byRow = isa<CsrAttr, BsrAttr>(sparse.getType().getLayout());
  return {{byRow ? "crow_indices" : "ccol_indices", sparse.getCompressed(),
           /*isView=*/false},
          {byRow ? "col_indices" : "row_indices", sparse.getPlain(),
           /*isView=*/false},
          {"values", sparse.getValues(), /*isView=*/true}};
}

SubclassOp trace::getSubclass(TensorOp tensor) {
  return getGeometry(tensor).getDefiningOp<SubclassOp>();
}

bool trace::isFunctorchWrapped(TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  if (auto batched = dyn_cast_if_present<BatchedOp>(op))
    return !batched.getLegacy();
  if (auto functional = dyn_cast_if_present<FunctionalOp>(op))
    return functional.getLevel().has_value();
  return isa_and_present<GradTrackingOp>(op);
}

/// The geometry with the numbers that a tensor shows.
Value trace::getOuterGeometry(TensorOp tensor) {
  Value geometry = getGeometry(tensor);
  if (auto functional = geometry.getDefiningOp<FunctionalOp>())
    return functional.getOuter();
  if (auto subclass = geometry.getDefiningOp<SubclassOp>())
    return subclass.getOuter();
  return geometry;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

void trace::write(OStream &json, const SymbolicText &number) {
  if (std::optional<int64_t> constant = number.getConstant())
    json.value(*constant);
  else
    json.value(number.str());
}

void trace::writeList(OStream &json, StringRef name,
                      ArrayRef<SymbolicText> numbers) {
  json.attributeArray(name, [&] {
    for (const SymbolicText &number : numbers)
      write(json, number);
  });
}

static Attribute getMark(Value tensor, StringRef name) {
  for (Operation *user : tensor.getUsers())
    if (auto mark = dyn_cast<MarkOp>(user); mark && mark.getName() == name)
      return mark.getValue();
  return {};
}

/// A value that JSON has, or its text in Python.
static llvm::json::Value toJson(Attribute data) {
  if (auto value = dyn_cast<BoolAttr>(data))
    return value.getValue();
  if (auto value = dyn_cast<IntegerAttr>(data);
      value && value.getValue().isSignedIntN(64))
    return value.getValue().getSExtValue();
  return printAsPython(data);
}

/// What `torch._dynamo` has marked.
void trace::writeMarks(OStream &json, Value tensor) {
  auto hints =
      dyn_cast_if_present<DictAttr>(getMark(tensor, "_dynamo_hint_overrides"));
  json.attributeObject("dynamo_hint_overrides", [&] {
    if (hints)
      for (auto [key, value] :
           llvm::zip_equal(hints.getKeys(), hints.getValues()))
        json.attribute(printAsPython(key), toJson(value));
  });
  auto dims =
      dyn_cast_if_present<SetAttr>(getMark(tensor, "_dynamo_dynamic_indices"));
  if (dims && !dims.getElements().empty())
    json.attributeArray("dynamo_dynamic_indices", [&] {
      for (Attribute dim : dims.getElements())
        json.value(toJson(dim));
    });
  if (Attribute number = getMark(tensor, "nested_int"))
    json.attribute("nested_int", printAsPython(number));
}

/// What stands in each record of a tensor.
void trace::writeHead(OStream &json, int64_t id, MetaTensorType type,
                      ArrayRef<SymbolicText> sizes) {
  json.attribute("id", id);
  json.attribute("ndim", type.getRank());
  std::optional<Dtype> dtype = getDtype(type.getElementType());
  json.attribute("dtype", "torch." + getName(*dtype).str());
  json.attribute("device", printDevice(type.getDevice().getValue()));
  writeList(json, "size", sizes);
}

void trace::writeFlag(OStream &json, StringRef name, bool holds) {
  if (holds)
    json.attribute(name, true);
}

static StringRef getLayoutName(Attribute layout) {
  return llvm::TypeSwitch<Attribute, StringRef>(layout)
      .Case([](CooAttr) { return "torch.sparse_coo"; })
      .Case([](CsrAttr) { return "torch.sparse_csr"; })
      .Case([](CscAttr) { return "torch.sparse_csc"; })
      .Case([](BsrAttr) { return "torch.sparse_bsr"; })
      .Case([](BscAttr) { return "torch.sparse_bsc"; })
      .Default([](Attribute) { return "torch._mkldnn"; });
}

void trace::writeLayout(OStream &json, TensorOp tensor) {
  if (SubclassOp subclass = getSubclass(tensor);
      subclass && !subclass.getLayout().empty())
    json.attribute("layout", ("torch." + subclass.getLayout()).str());
  else if (!tensor.getType().isStrided())
    json.attribute("layout", getLayoutName(tensor.getType().getLayout()));
}

void trace::writeFlags(OStream &json, TensorOp tensor) {
  MetaTensorType type = tensor.getType();
  Operation *op = getGeometry(tensor).getDefiningOp();
  auto batched = dyn_cast_if_present<BatchedOp>(op);
  writeFlag(json, "is_inference", tensor.getInference());
  writeFlag(json, "is_leaf", !tensor.getNonLeaf());
  writeFlag(json, "requires_grad", tensor.getRequiresGrad());
  writeFlag(json, "is_sparse", isa_and_present<CooAttr>(type.getLayout()));
  writeFlag(json, "is_mkldnn",
            isa_and_present<OpaqueLayoutAttr>(type.getLayout()));
  writeFlag(json, "is_functorch_wrapped", isFunctorchWrapped(tensor));
  writeFlag(json, "is_batchedtensor", batched && !batched.getLegacy());
  writeFlag(json, "is_legacy_batchedtensor", batched && batched.getLegacy());
  writeFlag(json, "is_gradtrackingtensor", isa_and_present<GradTrackingOp>(op));
  writeFlag(json, "is_view", bool(tensor.getBase()));
  auto subclass = dyn_cast_if_present<SubclassOp>(op);
  writeFlag(json, "is_nested", subclass && subclass.getLayout() == "jagged");
  writeFlag(json, "is_traceable_wrapper_subclass",
            subclass && !subclass.getByAttribute());
  writeFlag(json, "is_functional", isa_and_present<FunctionalOp>(op));
  writeFlag(json, "is_conj", type.getConj());
  writeFlag(json, "is_neg", type.getNeg());
  writeFlag(json, "is_parameter", tensor.getParameter());
}

/// Its class is that of the Python object.
void trace::writeViewFunc(OStream &json, StringRef className) {
  json.attribute(
      "view_func",
      ("_CustomViewFunc(func=<built-in method _view_func_unsafe of " +
       className + " object>)")
          .str());
}

/// The last name of the class of a tensor's Python object.
StringRef trace::getClassName(TensorOp tensor) {
  StringRef name = tensor.getClassName();
  if (SubclassOp subclass = getSubclass(tensor))
    name = subclass.getClassName();
  if (name.empty())
    return tensor.getParameter() ? "Parameter" : "Tensor";
  auto [module, last] = name.rsplit('.');
  return last.empty() ? module : last;
}

void trace::writeSparseDims(OStream &json, TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  if (auto coo = dyn_cast_if_present<SparseCooOp>(op)) {
    auto layout = cast<CooAttr>(coo.getType().getLayout());
    json.attribute("sparse_dim", layout.getSparse());
    json.attribute("dense_dim", layout.getDense());
    json.attribute("is_coalesced", coo.getCoalesced());
  }
  if (auto compressed = dyn_cast_if_present<SparseCompressedOp>(op)) {
    // Neither the batches nor the two compressed dimensions are dense ones.
    int64_t numBatch = compressed.getCompressed().getType().getRank() - 1;
    json.attribute("sparse_dim", 2);
    json.attribute("dense_dim", compressed.getType().getRank() - 2 - numBatch);
  }
}

void trace::writeContext(OStream &json, TensorOp tensor) {
  if (SubclassOp subclass = getSubclass(tensor);
      subclass && !subclass.getByAttribute()) {
    if (Attribute ctx = subclass.getCtxAttr())
      json.attribute("ctx", printAsPython(ctx));
    json.attribute("type", ("<class '" + subclass.getClassName() + "'>").str());
  }
}

void trace::writeLevel(OStream &json, TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  if (auto batched = dyn_cast_if_present<BatchedOp>(op);
      batched && !batched.getLegacy())
    json.attribute("level", llvm::itostr(batched.getLevel()));
  constexpr int64_t deadLevel = -2;
  if (auto wrapper = dyn_cast_if_present<GradTrackingOp>(op))
    json.attribute("level",
                   llvm::itostr(wrapper.getLevel().value_or(deadLevel)));
}
