// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A description as the records of PyTorch's structured trace. Of
//
//   %s = meta.storage 24 : !meta.storage
//   %x = meta.tensor %s : !meta.storage -> !meta.tensor<2x3xf32>
//   meta.source %x, "L['x']" : !meta.tensor<2x3xf32>
//
// the records (the second one without all of its fields)
//
//   {"describe_storage": {"id": 0, "describer_id": 0, "size": 24}}
//   {"describe_tensor": {"id": 0, "ndim": 2, "dtype": "torch.float32", ...}}
//   {"describe_source": {"describer_id": 0, "id": 0, "source": "L['x']"}}

#include "metautils/Export/TraceRecords.h"
#include "SymbolicText.h"
#include "metautils/IR/Dtype.h"
#include "metautils/IR/MetaOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace metautils;
using llvm::json::OStream;

namespace {

/// A part of a tensor that PyTorch makes a new tensor of at each look.
struct FreshPart {
  StringRef field;
  Value geometry;
  /// Whether it is a view of the tensor: the values of a sparse one.
  bool isView;
};

/// One tensor on the way: what it needs, and how far that is done.
struct Frame {
  TensorOp tensor;
  SmallVector<Value, 2> inner;     ///< before it takes its id
  SmallVector<Value, 2> relatives; ///< after that
  SmallVector<std::pair<FreshPart, int64_t>, 3> parts;
  size_t numDone = 0; ///< of inner, then of relatives
  bool hasId = false;
};

class Recorder {
public:
  Recorder(ModuleOp module, raw_ostream &os) : module(module), os(os) {
    for (InterpreterOp op : module.getOps<InterpreterOp>())
      interpreters.push_back(op);
  }

  LogicalResult run();

private:
  LogicalResult describe(TensorOp root);
  LogicalResult enter(Value tensor);
  LogicalResult finishInner(Frame &frame);
  LogicalResult advance(Frame &frame);

  LogicalResult recordStorage(TensorOp tensor, Value geometry);
  LogicalResult recordPart(TensorOp tensor, const FreshPart &part, int64_t id);
  LogicalResult record(const Frame &frame);

  void writeHead(OStream &json, int64_t id, MetaTensorType type,
                 ArrayRef<SymbolicText> sizes);
  void writeLayout(OStream &json, TensorOp tensor);
  void writeFlags(OStream &json, TensorOp tensor);
  void writeStrided(OStream &json, Value geometry, const GeometryText &text);
  void writeSparse(OStream &json, const Frame &frame);
  void writeWrapper(OStream &json, TensorOp tensor);
  void writeAutograd(OStream &json, TensorOp tensor);
  void writeTail(OStream &json, TensorOp tensor);

  /// One line with an object in an object.
  void writeRecord(StringRef kind, llvm::function_ref<void(OStream &)> write);

  ModuleOp module;
  raw_ostream &os;
  RootFinder roots;
  SmallVector<InterpreterOp> interpreters;
  llvm::DenseMap<Value, int64_t> tensorIds, storageIds;
  llvm::DenseSet<Value> begun, traced;
  /// Tensors that give new records each time they are described.
  llvm::DenseSet<Value> renewed;
  SmallVector<Frame, 0> stack;
  int64_t nextTensorId = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// What a tensor consists of
//===----------------------------------------------------------------------===//

/// What makes a tensor more than its numbers: a geometry, seen through what is
/// said of its elements.
static Value getGeometry(TensorOp tensor) {
  Value geometry = tensor.getGeometry();
  while (auto quantized = geometry.getDefiningOp<QuantizedOp>())
    geometry = quantized.getGeometry();
  return geometry;
}

static SmallVector<FreshPart, 3> getFreshParts(TensorOp tensor) {
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

/// The live tensors that a tensor wraps.
static SmallVector<Value, 2> getInner(TensorOp tensor) {
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
      .Default([](Operation *) { return SmallVector<Value, 2>(); });
}

static bool isFunctorchWrapped(TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  if (auto batched = dyn_cast_if_present<BatchedOp>(op))
    return !batched.getLegacy();
  if (auto functional = dyn_cast_if_present<FunctionalOp>(op))
    return functional.getLevel().has_value();
  return isa_and_present<GradTrackingOp>(op);
}

/// The geometry with the numbers that a tensor shows.
static Value getOuterGeometry(TensorOp tensor) {
  Value geometry = getGeometry(tensor);
  if (auto functional = geometry.getDefiningOp<FunctionalOp>())
    return functional.getOuter();
  return geometry;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static InFlightDiagnostic emitTensorError(TensorOp tensor,
                                          const Twine &message) {
  InFlightDiagnostic diagnostic = tensor.emitError(message);
  if (StringRef name = getSourceName(tensor); !name.empty())
    diagnostic << " for '" << name << "'";
  return diagnostic;
}

LogicalResult Recorder::enter(Value tensor) {
  auto op = tensor.getDefiningOp<TensorOp>();
  if (!op)
    return emitError(tensor.getLoc())
           << "expected a tensor of a description, got another value";
  if (!begun.insert(tensor).second)
    return emitTensorError(op, "expected no tensor among its own grads or "
                               "bases, on which PyTorch's describer does not "
                               "end,");
  if (isa_and_present<NestedAttr>(op.getType().getLayout()))
    return emitTensorError(op, "expected a tensor that PyTorch's describer can "
                               "describe, got a strided nested one");
  stack.push_back({op, getInner(op), {}, {}});
  return recordStorage(op, getOuterGeometry(op));
}

/// A describer looks at a tensor anew each time that it meets it. That tells
/// only where it makes new tensors.
LogicalResult Recorder::advance(Frame &frame) {
  size_t index = frame.numDone++;
  Value next = index < frame.inner.size()
                   ? frame.inner[index]
                   : frame.relatives[index - frame.inner.size()];
  if (traced.contains(next) && !renewed.contains(next))
    return success();
  return enter(next);
}

/// A tensor takes its id once what it wraps has one.
LogicalResult Recorder::finishInner(Frame &frame) {
  frame.hasId = true;
  Value tensor = frame.tensor;
  if (tensorIds.try_emplace(tensor, nextTensorId).second)
    ++nextTensorId;
  for (const FreshPart &part : getFreshParts(frame.tensor)) {
    frame.parts.push_back({part, nextTensorId++});
    if (failed(recordPart(frame.tensor, part, frame.parts.back().second)))
      return failure();
  }
  for (Value relative : {frame.tensor.getGrad(), frame.tensor.getBase()})
    if (relative)
      frame.relatives.push_back(relative);
  return success();
}

LogicalResult Recorder::describe(TensorOp root) {
  if (failed(enter(root)))
    return failure();
  bool isRenewed = false;
  while (!stack.empty()) {
    // Not to be used after a push.
    Frame &frame = stack.back();
    if (frame.numDone < frame.inner.size() + frame.relatives.size()) {
      if (failed(advance(frame)))
        return failure();
      continue;
    }
    if (!frame.hasId) {
      if (failed(finishInner(frame)))
        return failure();
      continue;
    }
    Value tensor = frame.tensor;
    if (traced.insert(tensor).second && failed(record(frame)))
      return failure();
    isRenewed |= !frame.parts.empty();
    if (isRenewed)
      renewed.insert(tensor);
    begun.erase(tensor);
    stack.pop_back();
  }
  return success();
}

LogicalResult Recorder::run() {
  for (SourceOp source : module.getOps<SourceOp>()) {
    auto tensor = source.getTensor().getDefiningOp<TensorOp>();
    if (!tensor)
      return source.emitOpError("expected a name of a tensor of the "
                                "description, got another value");
    if ((!traced.contains(tensor) || renewed.contains(tensor)) &&
        failed(describe(tensor)))
      return failure();
    writeRecord("describe_source", [&](OStream &json) {
      json.attribute("describer_id", 0);
      json.attribute("id", tensorIds.lookup(tensor));
      json.attribute("source", source.getName());
    });
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

void Recorder::writeRecord(StringRef kind,
                           llvm::function_ref<void(OStream &)> write) {
  OStream json(os);
  json.object([&] { json.attributeObject(kind, [&] { write(json); }); });
  json.flush();
  os << '\n';
}

static void write(OStream &json, const SymbolicText &number) {
  if (std::optional<int64_t> constant = number.getConstant())
    json.value(*constant);
  else
    json.value(number.str());
}

static void writeList(OStream &json, StringRef name,
                      ArrayRef<SymbolicText> numbers) {
  json.attributeArray(name, [&] {
    for (const SymbolicText &number : numbers)
      write(json, number);
  });
}

LogicalResult Recorder::recordStorage(TensorOp tensor, Value geometry) {
  auto storage = roots.find(geometry).getDefiningOp<StorageOp>();
  if (!storage)
    return success(); // of other layouts, and of wrappers
  auto [id, isNew] = storageIds.try_emplace(storage, storageIds.size());
  if (!isNew)
    return success();
  FailureOr<SymbolicText> bytes =
      SymbolicText::get(storage.getBytes(), storage.getDynamicBytes());
  if (failed(bytes))
    return emitTensorError(tensor, "expected a storage size that is made of "
                                   "symbols by arithmetic");
  writeRecord("describe_storage", [&](OStream &json) {
    json.attribute("id", id->second);
    json.attribute("describer_id", 0);
    json.attributeBegin("size");
    write(json, *bytes);
    json.attributeEnd();
  });
  return success();
}

/// What stands in each record of a tensor.
void Recorder::writeHead(OStream &json, int64_t id, MetaTensorType type,
                         ArrayRef<SymbolicText> sizes) {
  json.attribute("id", id);
  json.attribute("ndim", type.getRank());
  std::optional<Dtype> dtype = getDtype(type.getElementType());
  json.attribute("dtype", "torch." + getName(*dtype).str());
  auto [device, index] = type.getDevice().getValue().split(':');
  std::string text = ("device(type='" + device + "'").str();
  if (!index.empty())
    text += (", index=" + index).str();
  json.attribute("device", text + ")");
  writeList(json, "size", sizes);
  json.attributeObject("dynamo_hint_overrides", [] {});
}

static void writeFlag(OStream &json, StringRef name, bool holds) {
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
      .Case([](JaggedAttr) { return "torch.jagged"; })
      .Default([](Attribute) { return "torch._mkldnn"; });
}

void Recorder::writeLayout(OStream &json, TensorOp tensor) {
  if (!tensor.getType().isStrided())
    json.attribute("layout", getLayoutName(tensor.getType().getLayout()));
}

void Recorder::writeFlags(OStream &json, TensorOp tensor) {
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
  writeFlag(json, "is_nested", isa_and_present<JaggedAttr>(type.getLayout()));
  writeFlag(json, "is_functional", isa_and_present<FunctionalOp>(op));
  writeFlag(json, "is_conj", type.getConj());
  writeFlag(json, "is_neg", type.getNeg());
  writeFlag(json, "is_parameter", tensor.getParameter());
}

/// Strides, offset and storage.
void Recorder::writeStrided(OStream &json, Value geometry,
                            const GeometryText &text) {
  writeList(json, "stride", text.strides);
  auto storage = roots.find(geometry).getDefiningOp<StorageOp>();
  if (!storage)
    return;
  if (text.offset.getConstant() != 0) {
    json.attributeBegin("storage_offset");
    write(json, text.offset);
    json.attributeEnd();
  }
  json.attribute("storage", storageIds.lookup(storage));
}

void Recorder::writeSparse(OStream &json, const Frame &frame) {
  Operation *op = getGeometry(TensorOp(frame.tensor)).getDefiningOp();
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
  for (const auto &[part, id] : frame.parts)
    json.attribute(part.field, id);
}

void Recorder::writeWrapper(OStream &json, TensorOp tensor) {
  for (Value inner : getInner(tensor))
    json.attribute("unwrapped", tensorIds.lookup(inner));
  auto batched = getGeometry(tensor).getDefiningOp<BatchedOp>();
  if (batched && !batched.getLegacy())
    json.attribute("bdim", batched.getDim());
}

static StringRef getName(CreationMeta creation) {
  switch (creation) {
  case CreationMeta::Default:
    return "CreationMeta.DEFAULT";
  case CreationMeta::InCustomFunction:
    return "CreationMeta.IN_CUSTOM_FUNCTION";
  case CreationMeta::MultiOutputNode:
    return "CreationMeta.MULTI_OUTPUT_NODE";
  case CreationMeta::NoGradMode:
    return "CreationMeta.NO_GRAD_MODE";
  case CreationMeta::InferenceMode:
    return "CreationMeta.INFERENCE_MODE";
  }
  llvm_unreachable("expected one of the cases");
}

void Recorder::writeAutograd(OStream &json, TensorOp tensor) {
  if (Value base = tensor.getBase()) {
    json.attribute("base", tensorIds.lookup(base));
    json.attribute("creation_meta", getName(tensor.getCreation()));
  }
  if (Value grad = tensor.getGrad())
    json.attribute("grad", tensorIds.lookup(grad));
}

/// Its class is that of the Python object.
static void writeViewFunc(OStream &json, StringRef className) {
  json.attribute(
      "view_func",
      ("_CustomViewFunc(func=<built-in method _view_func_unsafe of " +
       className + " object>)")
          .str());
}

/// The fields that PyTorch prints as Python does.
void Recorder::writeTail(OStream &json, TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  writeViewFunc(json, tensor.getParameter() ? "Parameter" : "Tensor");
  if (auto batched = dyn_cast_if_present<BatchedOp>(op);
      batched && !batched.getLegacy())
    json.attribute("level", llvm::itostr(batched.getLevel()));
  constexpr int64_t deadLevel = -2;
  if (auto wrapper = dyn_cast_if_present<GradTrackingOp>(op))
    json.attribute("level",
                   llvm::itostr(wrapper.getLevel().value_or(deadLevel)));
  bool isWrapped = isFunctorchWrapped(tensor);
  if (isa_and_present<FunctionalOp>(op) && isWrapped && !interpreters.empty())
    json.attribute("current_level",
                   llvm::itostr(interpreters.back().getLevel()));
  if (isWrapped) {
    SmallVector<StringRef> layers(interpreters.size(),
                                  "<torch._C._functorch.DynamicLayer object>");
    json.attribute("functorch_stack", "[" + llvm::join(layers, ", ") + "]");
  }
  if (isa_and_present<FunctionalOp>(op) && !isWrapped)
    json.attribute("autograd_meta_from", nullptr);
  json.attribute("describer_id", 0);
}

static FailureOr<GeometryText> getText(TensorOp tensor, Value geometry,
                                       MetaTensorType type) {
  FailureOr<GeometryText> text = GeometryText::get(geometry, type);
  if (failed(text))
    return emitTensorError(tensor, "expected one 'meta.view' of numbers made "
                                   "of symbols (run --meta-fold-views)");
  return text;
}

/// Described without what it belongs to.
LogicalResult Recorder::recordPart(TensorOp tensor, const FreshPart &part,
                                   int64_t id) {
  auto type = cast<MetaTensorType>(part.geometry.getType());
  FailureOr<GeometryText> text = getText(tensor, part.geometry, type);
  if (failed(text) || failed(recordStorage(tensor, part.geometry)))
    return failure();
  writeRecord("describe_tensor", [&](OStream &json) {
    bool requiresGrad = part.isView && tensor.getRequiresGrad();
    bool isView = part.isView && !tensor.getInference();
    writeHead(json, id, type, text->sizes);
    writeFlag(json, "is_inference", tensor.getInference());
    writeFlag(json, "is_leaf", !requiresGrad);
    writeFlag(json, "requires_grad", requiresGrad);
    writeFlag(json, "is_view", isView);
    writeStrided(json, part.geometry, *text);
    if (isView)
      json.attribute("creation_meta", getName(CreationMeta::Default));
    writeViewFunc(json, "Tensor");
    json.attribute("describer_id", 0);
  });
  return success();
}

LogicalResult Recorder::record(const Frame &frame) {
  TensorOp tensor = frame.tensor;
  Value geometry = getOuterGeometry(tensor);
  FailureOr<GeometryText> text = getText(tensor, geometry, tensor.getType());
  if (failed(text))
    return failure();
  writeRecord("describe_tensor", [&](OStream &json) {
    writeHead(json, tensorIds.lookup(tensor), tensor.getType(), text->sizes);
    writeLayout(json, tensor);
    writeFlags(json, tensor);
    if (tensor.getType().isStrided())
      writeStrided(json, geometry, *text);
    writeSparse(json, frame);
    writeWrapper(json, tensor);
    writeAutograd(json, tensor);
    writeTail(json, tensor);
  });
  return success();
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

LogicalResult metautils::writeTraceRecords(ModuleOp module, raw_ostream &os) {
  std::string records;
  llvm::raw_string_ostream recordsOs(records);
  if (failed(Recorder(module, recordsOs).run()))
    return failure();
  os << records;
  return success();
}

void metautils::registerTraceRecordsTranslation() {
  TranslateFromMLIRRegistration registration(
      "meta-to-trace-records",
      "write the records that PyTorch's describer writes to TORCH_TRACE",
      &metautils::writeTraceRecords, [](DialectRegistry &registry) {
        registry.insert<MetaDialect, arith::ArithDialect>();
      });
}
