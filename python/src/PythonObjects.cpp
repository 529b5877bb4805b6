// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Python objects say of tensors: classes, marks, what wrappers consist of,
// symbolic numbers.

#include "PythonObjects.h"
#include "NativeRead.h"
#include "NestedInt.h"
#include "Objects.h"
#include "PlainData.h"

#include "mlir/IR/Builders.h"

#include <pybind11/stl.h>
#include <torch/csrc/Device.h>
#include <torch/csrc/Exceptions.h>
#include <torch/csrc/autograd/python_variable.h>
#include <torch/csrc/utils/pybind.h>

using namespace mlir;
using namespace metautils;
using namespace metautils::python;
namespace py = pybind11;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// A tensor that only C++ has met has none.
static PyObject *getObject(const at::Tensor &tensor) {
  return tensor.unsafeGetTensorImpl()->pyobj_slot()->load_pyobj();
}

/// Python's own dict of the object, borrowed, or null.
static PyObject *getAttributes(PyObject *object) {
  PyObject **dict = _PyObject_GetDictPtr(object);
  return dict ? *dict : nullptr;
}

static bool isFake(PyObject *object) {
  static PyObject *type =
      importOnce("torch._subclasses.fake_tensor", "FakeTensor");
  return isInstance(object, type);
}

/// What `torch._dynamo` leaves on a tensor.
static bool isMark(PyObject *name) {
  static PyObject *others =
      py::set(py::make_tuple("_specialize_on", "_has_dynamo_dim_marking"))
          .release()
          .ptr();
  static PyObject *prefix = PyUnicode_InternFromString("_dynamo_");
  return PyUnicode_Check(name) &&
         (PyUnicode_Tailmatch(name, prefix, 0, PY_SSIZE_T_MAX, -1) == 1 ||
          PySet_Contains(others, name) == 1);
}

/// Whether an attribute makes more of a tensor than its class does.
static bool isTold(PyObject *attributes) {
  static PyObject *flags =
      py::set(py::make_tuple("_is_param", "_is_buffer")).release().ptr();
  PyObject *name, *value;
  for (Py_ssize_t i = 0; PyDict_Next(attributes, &i, &name, &value);)
    if (isMark(name) ||
        (PyUnicode_Check(name) && PySet_Contains(flags, name) == 1))
      return true;
  return false;
}

/// The names of the tensors among its attributes.
static py::list findTensors(PyObject *object) {
  static PyObject *getSlots = importOnce("copyreg", "_slotnames");
  py::list candidates = check(PyObject_CallOneArg(
      getSlots, reinterpret_cast<PyObject *>(Py_TYPE(object))));
  candidates = candidates.attr("copy")();
  if (PyObject *attributes = getAttributes(object))
    candidates.attr("extend")(py::handle(attributes));
  py::list names;
  for (py::handle name : candidates)
    if (PyUnicode_Check(name.ptr()))
      if (py::object value = getOptional(object, name.ptr());
          value && THPVariable_Check(value.ptr()))
        names.append(name);
  return names;
}

static bool canFlatten(PyObject *object) {
  static PyObject *flatten = PyUnicode_InternFromString("__tensor_flatten__");
  static PyObject *unflatten =
      PyUnicode_InternFromString("__tensor_unflatten__");
  return _PyType_Lookup(Py_TYPE(object), flatten) &&
         _PyType_Lookup(Py_TYPE(object), unflatten);
}

/// Whether a tensor is made of others. A class that does not say of which, but
/// takes every operator to itself, has them as attributes.
static bool isWrapper(PyObject *object, const at::Tensor &tensor) {
  if (isFake(object))
    return false;
  return canFlatten(object) ||
         (tensor.key_set().has(c10::DispatchKey::Python) &&
          !findTensors(object).empty());
}

/// Whether a ragged size may be made of a tensor.
static bool mayBeOffsets(const at::Tensor &tensor) {
  return tensor.scalar_type() == at::kLong && tensor.dim() == 1;
}

PythonFacts::Class python::getClass(const at::Tensor &tensor) {
  using Class = PythonFacts::Class;
  PyObject *object = getObject(tensor);
  if (!object)
    return Class::Tensor;
  bool isTensor = isExactly(object, THPVariableClass);
  if (!isTensor && !isExactly(object, ParameterClass))
    return isWrapper(object, tensor) ? Class::Wrapper : Class::Other;
  PyObject *attributes = getAttributes(object);
  if (attributes && PyDict_GET_SIZE(attributes) && isTold(attributes))
    return Class::Other;
  if (mayBeOffsets(tensor) && !getNestedInt(object).is_none())
    return Class::Other;
  return isTensor ? Class::Tensor : Class::Parameter;
}

PythonFacts::Class PythonObjects::getClass(const at::Tensor &tensor) {
  return python::getClass(tensor);
}

std::string PythonObjects::getClassName(const at::Tensor &tensor) {
  static PyObject *getName = importOnce("metautils._data", "get_name");
  PyObject *object = getObject(tensor);
  auto *type = reinterpret_cast<PyObject *>(Py_TYPE(object));
  return check(PyObject_CallOneArg(getName, type)).cast<std::string>();
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

static BufferKind getBufferKind(PyObject *object) {
  static PyObject *isBuffer = PyUnicode_InternFromString("_is_buffer");
  static PyObject *persistent = PyUnicode_InternFromString("persistent");
  py::object mark = getOptional(object, isBuffer);
  if (!mark || !isTrue(mark))
    return BufferKind::None;
  py::object isPersistent = getOptional(object, persistent);
  return isPersistent && isTrue(isPersistent) ? BufferKind::Persistent
                                              : BufferKind::NonPersistent;
}

/// Asking the tensor would run Python code.
static std::optional<at::Device> getFakeDevice(PyObject *object) {
  static PyObject *name = PyUnicode_InternFromString("fake_device");
  py::object device = getOptional(object, name);
  if (!device || !THPDevice_Check(device.ptr()))
    return std::nullopt;
  return reinterpret_cast<THPDevice *>(device.ptr())->device;
}

ObjectFacts PythonObjects::readObject(const at::Tensor &tensor,
                                      MLIRContext *context) {
  auto object = py::reinterpret_borrow<py::object>(getObject(tensor));
  ObjectFacts facts;
  facts.parameter = isParameter(object.ptr());
  facts.buffer = getBufferKind(object.ptr());
  facts.fake = isFake(object.ptr());
  if (facts.fake)
    facts.device = getFakeDevice(object.ptr());
  bool isPlain = isExactly(object, THPVariableClass) ||
                 isExactly(object, ParameterClass) || facts.fake;
  if (!isPlain && !isWrapper(object.ptr(), tensor))
    facts.className = getClassName(tensor);
  if (mayBeOffsets(tensor))
    if (py::object nestedInt = getNestedInt(object); !nestedInt.is_none())
      facts.marks.emplace_back("nested_int", encodeData(context, nestedInt));
  PyObject *attributes = getAttributes(object.ptr());
  if (!attributes)
    return facts;
  PyObject *name, *value;
  for (Py_ssize_t i = 0; PyDict_Next(attributes, &i, &name, &value);)
    if (isMark(name))
      facts.marks.emplace_back(py::handle(name).cast<std::string>(),
                               encodeData(context, value));
  return facts;
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

/// The names of the parts, and the context.
static std::pair<py::list, py::object> flattenObject(py::object object) {
  if (!canFlatten(object.ptr()))
    return {findTensors(object.ptr()), py::none()};
  py::object result = object.attr("__tensor_flatten__")();
  if (!py::isinstance<py::tuple>(result) || py::len(result) != 2)
    throw py::type_error("expected names and a context of "
                         "'__tensor_flatten__', got " +
                         py::repr(result).cast<std::string>());
  auto pair = py::reinterpret_borrow<py::tuple>(result);
  py::list names(pair[0]);
  for (py::handle name : names)
    if (!PyUnicode_Check(name.ptr()) ||
        names.attr("count")(name).cast<int>() != 1)
      throw py::type_error("expected distinct names from "
                           "'__tensor_flatten__', got " +
                           py::repr(names).cast<std::string>());
  return {names, pair[1]};
}

static std::string getLayoutName(const at::Tensor &tensor) {
  if (tensor.layout() == at::kStrided)
    return {};
  return StringRef(c10::str(tensor.layout())).lower();
}

WrapperFacts PythonObjects::flatten(const at::Tensor &tensor,
                                    MLIRContext *context) {
  auto object = py::reinterpret_borrow<py::object>(getObject(tensor));
  auto [names, ctx] = flattenObject(object);
  WrapperFacts facts;
  facts.className = getClassName(tensor);
  facts.layout = getLayoutName(tensor);
  facts.byAttribute = !canFlatten(object.ptr());
  auto addOperand = [&](py::handle value) -> uint64_t {
    if (THPVariable_Check(value.ptr()))
      facts.operands.push_back({THPVariable_Unpack(value.ptr()), relation, {}});
    else
      facts.operands.push_back({{}, relation, value.cast<c10::SymInt>()});
    return facts.operands.size() - 1;
  };
  // Tensors first: their numbers say which operands are parts.
  SmallVector<py::object> parts;
  SmallVector<Attribute> keys, values;
  Builder builder(context);
  for (py::handle name : names) {
    relation = "." + name.cast<std::string>();
    parts.push_back(object.attr(name));
    keys.push_back(builder.getStringAttr(StringRef(relation).drop_front()));
    values.push_back({});
    if (THPVariable_Check(parts.back().ptr()))
      values.back() = OperandAttr::get(context, addOperand(parts.back()));
  }
  for (auto [key, value, part] : llvm::zip_equal(keys, values, parts)) {
    relation = "." + cast<StringAttr>(key).str();
    if (value)
      continue;
    // Many tensors have one mesh.
    Attribute &data = knownData[part.ptr()];
    size_t numOperands = facts.operands.size();
    value = data ? data : encodeData(context, part, addOperand);
    if (!data && facts.operands.size() == numOperands) {
      data = value;
      kept.append(part);
    }
  }
  relation = ".__tensor_flatten__()[1]";
  if (!ctx.is_none())
    facts.ctx = encodeData(context, ctx, addOperand);
  facts.parts = DictAttr::get(context, keys, values);
  relation.clear();
  return facts;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// What Python raised, as PyTorch throws it. Ctrl-C is no error.
bool PythonObjects::forgetError() {
  try {
    throw;
  } catch (py::error_already_set &error) {
    return error.matches(PyExc_Exception);
  } catch (python_error &error) {
    error.persist(); // takes it from Python, which then knows of none
    return error.type &&
           PyErr_GivenExceptionMatches(error.type, PyExc_Exception);
  } catch (const std::exception &) {
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Symbolic numbers
//===----------------------------------------------------------------------===//

static SymInt addSymbol(py::tuple instruction, DescriptionNumbers &numbers) {
  auto name = instruction[1].cast<std::string>();
  auto sources = instruction[6].cast<std::vector<std::string>>();
  SymbolFacts facts{name};
  facts.kind = *symbolizeSymbolKind(instruction[2].cast<std::string>());
  facts.min = instruction[3].cast<std::optional<int64_t>>();
  facts.max = instruction[4].cast<std::optional<int64_t>>();
  facts.hint = instruction[5].cast<std::optional<int64_t>>();
  facts.sources = sources;
  return numbers.getSymbol(facts);
}

static SymInt apply(StringRef operation, SymInt a, SymInt b,
                    DescriptionNumbers &numbers) {
  IndexArithmetic &arithmetic = numbers.getArithmetic();
  if (operation == "add")
    return arithmetic.add(a, b);
  if (operation == "mul")
    return arithmetic.mul(a, b);
  if (operation == "floordiv")
    return arithmetic.floorDiv(a, b);
  if (operation == "ceildiv")
    return arithmetic.ceilDiv(a, b);
  if (operation == "mod")
    return numbers.modulo(a, b);
  return operation == "max" ? arithmetic.max(a, b) : arithmetic.min(a, b);
}

static SymInt runProgram(py::list program, DescriptionNumbers &numbers) {
  SmallVector<SymInt> stack;
  for (py::handle entry : program) {
    auto instruction = py::reinterpret_borrow<py::tuple>(entry);
    auto operation = instruction[0].cast<std::string>();
    if (operation == "int")
      stack.push_back(instruction[1].cast<int64_t>());
    else if (operation == "symbol")
      stack.push_back(addSymbol(instruction, numbers));
    else if (operation == "pow")
      stack.back() =
          numbers.power(stack.back(), instruction[1].cast<unsigned>());
    else {
      SymInt b = stack.pop_back_val();
      stack.back() = apply(operation, stack.back(), b, numbers);
    }
  }
  return stack.back();
}

llvm::Expected<SymInt> PythonObjects::getNumber(const c10::SymInt &number,
                                                DescriptionNumbers &numbers) {
  if (!programs)
    programs =
        py::module_::import("metautils._symbols").attr("Programs")(hasSources);
  try {
    py::list program = programs.attr("get")(py::cast(number).attr("node"));
    auto [entry, isNew] = known.try_emplace(program.ptr());
    if (isNew) {
      kept.append(program);
      entry->second = runProgram(program, numbers);
    }
    return entry->second;
  } catch (py::error_already_set &error) {
    if (!error.matches(PyExc_ValueError))
      throw;
    return llvm::createStringError(py::str(error.value()).cast<std::string>());
  }
}
