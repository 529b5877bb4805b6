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
#include "PythonText.h"
#include "TraceFields.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace metautils;
using namespace metautils::trace;
using llvm::json::OStream;

namespace {

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
  bool isFake(TensorOp tensor);

  void writeStrided(OStream &json, Value geometry, const GeometryText &text);
  void writeSparse(OStream &json, const Frame &frame);
  void writeWrapper(OStream &json, TensorOp tensor);
  void writeParts(OStream &json, SubclassOp subclass);
  void writeAutograd(OStream &json, TensorOp tensor);
  void writeTail(OStream &json, TensorOp tensor);

  /// One line with an object in an object.
  void writeRecord(StringRef kind, llvm::function_ref<void(OStream &)> write);

  ModuleOp module;
  raw_ostream &os;
  RootFinder roots;
  SmallVector<InterpreterOp> interpreters;
  llvm::DenseMap<Value, int64_t> tensorIds, storageIds;
  llvm::DenseSet<Value> begun, traced, fakes;
  /// Tensors that give new records each time they are described.
  llvm::DenseSet<Value> renewed;
  SmallVector<Frame, 0> stack;
  int64_t nextTensorId = 0;
};

} // namespace

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
  if (isFunctorchWrapped(op)) // Its storage means nothing.
    return success();
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

/// Whether a tensor, or one that it wraps, is fake.
bool Recorder::isFake(TensorOp tensor) {
  if (tensor.getFake() || llvm::any_of(getInner(tensor), [&](Value inner) {
        return fakes.contains(inner);
      }))
    fakes.insert(tensor);
  return fakes.contains(tensor);
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
  writeSparseDims(json, frame.tensor);
  for (const auto &[part, id] : frame.parts)
    json.attribute(part.field, id);
}

/// The tensors inside, and the other parts as Python prints them.
void Recorder::writeParts(OStream &json, SubclassOp subclass) {
  DictAttr parts = subclass.getParts();
  auto write = [&](bool ofTensors) {
    for (auto [key, value] :
         llvm::zip_equal(parts.getKeys(), parts.getValues())) {
      StringRef name = cast<StringAttr>(key).getValue();
      auto operand = dyn_cast<OperandAttr>(value);
      if (operand && ofTensors)
        json.attribute(
            name, tensorIds.lookup(subclass.getInner()[operand.getNumber()]));
      else if (!operand && !ofTensors)
        json.attribute(name, printAsPython(value));
    }
  };
  json.attributeObject("attrs", [&] { write(/*ofTensors=*/true); });
  if (!llvm::all_of(parts.getValues(), llvm::IsaPred<OperandAttr>))
    json.attributeObject("opaque_attrs", [&] { write(/*ofTensors=*/false); });
}

void Recorder::writeWrapper(OStream &json, TensorOp tensor) {
  if (SubclassOp subclass = getSubclass(tensor)) {
    if (!subclass.getByAttribute())
      writeParts(json, subclass);
    return;
  }
  for (Value inner : getInner(tensor))
    json.attribute("unwrapped", tensorIds.lookup(inner));
  auto batched = getGeometry(tensor).getDefiningOp<BatchedOp>();
  if (batched && !batched.getLegacy())
    json.attribute("bdim", batched.getDim());
}

void Recorder::writeAutograd(OStream &json, TensorOp tensor) {
  if (Value base = tensor.getBase()) {
    json.attribute("base", tensorIds.lookup(base));
    json.attribute("creation_meta", printCreation(tensor.getCreation()));
  }
  if (Value grad = tensor.getGrad())
    json.attribute("grad", tensorIds.lookup(grad));
}

/// The fields that PyTorch prints as Python does.
void Recorder::writeTail(OStream &json, TensorOp tensor) {
  Operation *op = getGeometry(tensor).getDefiningOp();
  writeContext(json, tensor);
  if (isFake(tensor))
    json.attribute("fake_mode",
                   "<torch._subclasses.fake_tensor.FakeTensorMode object>");
  if (tensor.getFake())
    json.attribute("view_func", "_FakeTensorViewFunc()");
  else
    writeViewFunc(json, getClassName(tensor));
  writeLevel(json, tensor);
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
    json.attributeObject("dynamo_hint_overrides", [] {});
    writeFlag(json, "is_inference", tensor.getInference());
    writeFlag(json, "is_leaf", !requiresGrad);
    writeFlag(json, "requires_grad", requiresGrad);
    writeFlag(json, "is_view", isView);
    writeStrided(json, part.geometry, *text);
    if (isView)
      json.attribute("creation_meta", printCreation(CreationMeta::Default));
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
    writeMarks(json, tensor);
    writeLayout(json, tensor);
    writeFlags(json, tensor);
    if (isFunctorchWrapped(tensor))
      writeList(json, "stride", text->strides);
    else if (tensor.getType().isStrided())
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
