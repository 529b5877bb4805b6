// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C API as a C program uses it: prints what it is told.

// RUN: meta-capi-test 2>&1 | FileCheck %s

#include "MetaUtils-c/Layout.h"
#include "MetaUtils-c/Registration.h"
#include "MetaUtils-c/Types.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"

#include <inttypes.h>
#include <stdio.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef piece, void *file) {
  fwrite(piece.data, 1, piece.length, file);
}

static void printList(const char *name, intptr_t rank, const int64_t *numbers) {
  printf("%s:", name);
  for (intptr_t dim = 0; dim < rank; ++dim)
    printf(" %" PRId64, numbers[dim]);
  printf("\n");
}

static void printType(MlirType type) {
  mlirTypePrint(type, print, stdout);
  printf("\n");
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *file) {
  fprintf(file, "diagnostic: ");
  mlirDiagnosticPrint(diagnostic, print, file);
  fprintf(file, "\n");
  return mlirLogicalResultSuccess();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void testStorage(MlirLocation location) {
  printf("storage\n");
  MlirType type = metautilsStorageTypeGetChecked(location, text("cuda:0"));
  printType(type);
  printf("device: ");
  print(metautilsStorageTypeGetDevice(type), stdout);
  printf("\nis storage %d, is tensor %d\n", metautilsTypeIsAStorage(type),
         metautilsTypeIsATensor(type));
  type = metautilsStorageTypeGetChecked(location, text("neg"));
  printf("is null %d\n", mlirTypeIsNull(type));
}
// CHECK-LABEL: {{^}}storage
// CHECK-NEXT: !meta.storage<cuda:0>
// CHECK-NEXT: device: cuda:0
// CHECK-NEXT: is storage 1, is tensor 0
// CHECK-NEXT: diagnostic: {{.*}}neg
// CHECK-NEXT: is null 1

static void printTensor(MlirType type) {
  int64_t numbers[8];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t dim = 0; dim < rank; ++dim)
    numbers[dim] = mlirShapedTypeGetDimSize(type, dim);
  printType(type);
  printList("sizes", rank, numbers);
  if (metautilsTensorTypeIsStrided(type)) {
    metautilsTensorTypeGetStrides(type, numbers);
    printList("strides", rank, numbers);
  }
  printf("%" PRId64 "-byte elements: ",
         metautilsTensorTypeGetElementBytes(type));
  printType(mlirShapedTypeGetElementType(type));
  printf("device: ");
  print(metautilsTensorTypeGetDevice(type), stdout);
  printf("\nhas layout %d, contiguous %d, conj %d, neg %d\n",
         !mlirAttributeIsNull(metautilsTensorTypeGetLayout(type)),
         metautilsTensorTypeIsContiguous(type), metautilsTensorTypeIsConj(type),
         metautilsTensorTypeIsNeg(type));
}

static void testTensor(MlirLocation location) {
  printf("tensor\n");
  MlirContext context = mlirLocationGetContext(location);
  MlirType f32 = mlirF32TypeGet(context);
  const int64_t shape[] = {4, 3};
  printTensor(metautilsTensorTypeGetChecked(location, 2, shape, f32,
                                            mlirAttributeGetNull(), text("cpu"),
                                            /*conj=*/false, /*neg=*/true));

  const int64_t strides[] = {1, 4};
  printTensor(metautilsTensorTypeGetChecked(
      location, 2, shape, mlirComplexTypeGet(f32),
      mlirStridedLayoutAttrGet(context, /*offset=*/0, 2, strides),
      text("cuda:1"), /*conj=*/true, /*neg=*/false));

  MlirType scalar = metautilsTensorTypeGetChecked(location, 0, NULL, f32,
                                                  mlirAttributeGetNull(),
                                                  text("cpu"), false, false);
  printf("rank %" PRId64 "\n", mlirShapedTypeGetRank(scalar));

  MlirAttribute csr = mlirAttributeParseGet(context, text("#meta.csr"));
  printTensor(metautilsTensorTypeGetChecked(location, 2, shape, f32, csr,
                                            text("cpu"), false, false));

  MlirType refused = metautilsTensorTypeGetChecked(
      location, 2, shape, mlirIntegerTypeGet(context, 3),
      mlirAttributeGetNull(), text("cpu"), false, false);
  printf("is null %d\n", mlirTypeIsNull(refused));
}
// CHECK-LABEL: {{^}}tensor
// CHECK-NEXT: !meta.tensor<4x3xf32, neg>
// CHECK-NEXT: sizes: 4 3
// CHECK-NEXT: strides: 3 1
// CHECK-NEXT: 4-byte elements: f32
// CHECK-NEXT: device: cpu
// CHECK-NEXT: has layout 0, contiguous 1, conj 0, neg 1
// CHECK-NEXT: !meta.tensor<4x3xcomplex<f32>, strided<[1, 4]>, cuda:1, conj>
// CHECK-NEXT: sizes: 4 3
// CHECK-NEXT: strides: 1 4
// CHECK-NEXT: 8-byte elements: complex<f32>
// CHECK-NEXT: device: cuda:1
// CHECK-NEXT: has layout 1, contiguous 0, conj 1, neg 0
// CHECK-NEXT: rank 0
// CHECK-NEXT: !meta.tensor<4x3xf32, #meta.csr>
// CHECK-NEXT: sizes: 4 3
// CHECK-NEXT: 4-byte elements: f32
// CHECK-NEXT: device: cpu
// CHECK-NEXT: has layout 1, contiguous 0, conj 0, neg 0
// CHECK-NEXT: diagnostic: {{.*}}i3
// CHECK-NEXT: is null 1

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static const char *const chain =
    "%s = meta.storage 96 : !meta.storage\n"
    "%0 = meta.view %s : !meta.storage -> !meta.tensor<24xf32>\n"
    "%1 = meta.slice %0 dim 0 from 2 to 14 : !meta.tensor<24xf32>\n"
    "%2 = meta.tensor %1 : !meta.tensor<12xf32>\n"
    "meta.source %2, \"t\" : !meta.tensor<12xf32>\n";

static void run(MlirPassManager manager, MlirContext context) {
  MlirModule module = mlirModuleCreateParse(context, text(chain));
  MlirOperation op = mlirModuleGetOperation(module);
  if (mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)))
    mlirOperationPrint(op, print, stdout);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

static void testPasses(MlirContext context) {
  printf("created\n");
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, mlirCreateMetaTransformsFoldViewsPass());
  run(manager, context);

  printf("parsed\n");
  metautilsRegisterAllPasses();
  metautilsRegisterAllPasses();
  manager = mlirPassManagerCreate(context);
  MlirLogicalResult parsed = mlirParsePassPipeline(
      mlirPassManagerGetAsOpPassManager(manager),
      text("builtin.module(meta-verify-bounds,meta-fold-views)"), print,
      stdout);
  if (mlirLogicalResultIsSuccess(parsed))
    run(manager, context);
}
// CHECK-LABEL: {{^}}created
// CHECK: %[[S:.*]] = meta.storage 96
// CHECK-NEXT: meta.view %[[S]] offset 2 : !meta.storage -> !meta.tensor<12xf32>
// CHECK-LABEL: {{^}}parsed
// CHECK: %[[S:.*]] = meta.storage 96
// CHECK-NEXT: meta.view %[[S]] offset 2 : !meta.storage -> !meta.tensor<12xf32>

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

static void testLayout(void) {
  printf("layout\n");
  const int64_t sizes[] = {1, 2, 6, 7}, strides[] = {99, 1, 14, 2};
  int64_t numbers[4];
  printf("fits %d\n", mlirLogicalResultIsSuccess(metautilsLayoutCheck(
                          4, sizes, strides, 5, print, stdout)));
  metautilsLayoutGetElementCount(4, sizes, numbers);
  printList("elements", 1, numbers);
  metautilsLayoutGetReachedBytes(4, sizes, strides, 5, 4, numbers);
  printList("bytes", 1, numbers);
  metautilsLayoutGetContiguousStrides(4, sizes, numbers);
  printList("contiguous", 4, numbers);
  metautilsLayoutGetDensePermutation(4, sizes, strides, numbers);
  printList("permutation", 4, numbers);
  metautilsLayoutNormalizeUnitStrides(4, sizes, strides, numbers);
  printList("normalized", 4, numbers);
  printf("contiguous %d, channels last %d, dense %d\n",
         metautilsLayoutIsContiguous(4, sizes, strides,
                                     MetautilsMemoryFormatContiguous),
         metautilsLayoutIsContiguous(4, sizes, strides,
                                     MetautilsMemoryFormatChannelsLast),
         metautilsLayoutIsNonOverlappingAndDense(4, sizes, strides));
  printf("suggested %d\n",
         metautilsLayoutSuggestMemoryFormat(4, sizes, numbers) ==
             MetautilsMemoryFormatChannelsLast);
}
// CHECK-LABEL: {{^}}layout
// CHECK-NEXT: fits 1
// CHECK-NEXT: elements: 84
// CHECK-NEXT: bytes: 356
// CHECK-NEXT: contiguous: 84 42 7 1
// CHECK-NEXT: permutation: 0 2 3 1
// CHECK-NEXT: normalized: 84 1 14 2
// CHECK-NEXT: contiguous 0, channels last 1, dense 1
// CHECK-NEXT: suggested 1

static void testRefusals(void) {
  printf("refusals\n");
  const int64_t sizes[] = {INT64_MAX, 3}, gap[] = {4, 1}, wrong[] = {1, -1};
  int64_t numbers[2];
  MlirLogicalResult results[] = {
      metautilsLayoutCheck(2, sizes, wrong, 0, print, stdout),
      metautilsLayoutCheck(2, sizes, wrong, 0, NULL, NULL),
      metautilsLayoutGetElementCount(2, sizes, numbers),
      metautilsLayoutGetContiguousStrides(2, (int64_t[]){2, INT64_MAX},
                                          numbers),
      metautilsLayoutGetReachedBytes(2, sizes, gap, 0, 4, numbers),
      metautilsLayoutGetDensePermutation(2, (int64_t[]){2, 3}, gap, numbers)};
  printf("\n");
  for (size_t i = 0; i < sizeof(results) / sizeof(*results); ++i)
    printf("%zu: %d\n", i, mlirLogicalResultIsFailure(results[i]));
}
// CHECK-LABEL: {{^}}refusals
// CHECK-NEXT: negative stride -1 at dim 1
// CHECK-NEXT: 0: 1
// CHECK-NEXT: 1: 1
// CHECK-NEXT: 2: 1
// CHECK-NEXT: 3: 0
// CHECK-NEXT: 4: 1
// CHECK-NEXT: 5: 1

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static void testRegistration(void) {
  printf("registry\n");
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  metautilsRegisterAllDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  printType(mlirTypeParseGet(context, text("!meta.tensor<?xi1>")));
  mlirContextDestroy(context);
  mlirDialectRegistryDestroy(registry);

  printf("handle\n");
  MlirDialectHandle meta = mlirGetDialectHandle__meta__();
  print(mlirDialectHandleGetNamespace(meta), stdout);
  printf("\n");
  context = mlirContextCreate();
  mlirDialectHandleRegisterDialect(meta, context);
  printType(mlirTypeParseGet(context, text("!meta.qint8")));
  mlirContextDestroy(context);
}
// CHECK-LABEL: {{^}}registry
// CHECK-NEXT: !meta.tensor<?xi1>
// CHECK-LABEL: {{^}}handle
// CHECK-NEXT: {{^}}meta{{$}}
// CHECK-NEXT: !meta.qint8

int main(void) {
  MlirContext context = mlirContextCreate();
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, stdout, NULL);
  MlirLocation location = mlirLocationUnknownGet(context);
  testStorage(location); // loads the dialect
  testTensor(location);
  testPasses(context);
  mlirContextDestroy(context);
  testLayout();
  testRefusals();
  testRegistration();
  return 0;
}
