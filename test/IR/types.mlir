// RUN: meta-opt %s --verify-roundtrip | FileCheck %s
// RUN: meta-opt %s --emit-bytecode | meta-opt | FileCheck %s
// RUN: meta-opt %s --mlir-print-op-generic | meta-opt | FileCheck %s

// One element type for each dtype of PyTorch, in the order of c10::ScalarType.
// CHECK-LABEL: func.func private @dtypes
func.func private @dtypes(
    !meta.tensor<2xui8>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui8>{{[,)]}}
    !meta.tensor<2xsi8>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi8>{{[,)]}}
    !meta.tensor<2xsi16>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi16>{{[,)]}}
    !meta.tensor<2xsi32>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi32>{{[,)]}}
    !meta.tensor<2xsi64>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi64>{{[,)]}}
    !meta.tensor<2xf16>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xf16>{{[,)]}}
    !meta.tensor<2xf32>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xf32>{{[,)]}}
    !meta.tensor<2xf64>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xf64>{{[,)]}}
    !meta.tensor<2xcomplex<f16>>,       // CHECK-SAME: {{[ (]}}!meta.tensor<2xcomplex<f16>>{{[,)]}}
    !meta.tensor<2xcomplex<f32>>,       // CHECK-SAME: {{[ (]}}!meta.tensor<2xcomplex<f32>>{{[,)]}}
    !meta.tensor<2xcomplex<f64>>,       // CHECK-SAME: {{[ (]}}!meta.tensor<2xcomplex<f64>>{{[,)]}}
    !meta.tensor<2xi1>,                 // CHECK-SAME: {{[ (]}}!meta.tensor<2xi1>{{[,)]}}
    !meta.tensor<2x!meta.qint8>,        // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.qint8>{{[,)]}}
    !meta.tensor<2x!meta.quint8>,       // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.quint8>{{[,)]}}
    !meta.tensor<2x!meta.qint32>,       // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.qint32>{{[,)]}}
    !meta.tensor<2xbf16>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xbf16>{{[,)]}}
    !meta.tensor<2x!meta.quint4x2>,     // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.quint4x2>{{[,)]}}
    !meta.tensor<2x!meta.quint2x4>,     // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.quint2x4>{{[,)]}}
    !meta.tensor<2x!meta.bits1x8>,      // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.bits1x8>{{[,)]}}
    !meta.tensor<2x!meta.bits2x4>,      // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.bits2x4>{{[,)]}}
    !meta.tensor<2x!meta.bits4x2>,      // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.bits4x2>{{[,)]}}
    !meta.tensor<2x!meta.bits8>,        // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.bits8>{{[,)]}}
    !meta.tensor<2x!meta.bits16>,       // CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.bits16>{{[,)]}}
    !meta.tensor<2xf8E5M2>,             // CHECK-SAME: {{[ (]}}!meta.tensor<2xf8E5M2>{{[,)]}}
    !meta.tensor<2xf8E4M3FN>,           // CHECK-SAME: {{[ (]}}!meta.tensor<2xf8E4M3FN>{{[,)]}}
    !meta.tensor<2xf8E5M2FNUZ>,         // CHECK-SAME: {{[ (]}}!meta.tensor<2xf8E5M2FNUZ>{{[,)]}}
    !meta.tensor<2xf8E4M3FNUZ>,         // CHECK-SAME: {{[ (]}}!meta.tensor<2xf8E4M3FNUZ>{{[,)]}}
    !meta.tensor<2xui16>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xui16>{{[,)]}}
    !meta.tensor<2xui32>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xui32>{{[,)]}}
    !meta.tensor<2xui64>,               // CHECK-SAME: {{[ (]}}!meta.tensor<2xui64>{{[,)]}}
    !meta.tensor<2xui1>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui1>{{[,)]}}
    !meta.tensor<2xui2>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui2>{{[,)]}}
    !meta.tensor<2xui3>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui3>{{[,)]}}
    !meta.tensor<2xui4>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui4>{{[,)]}}
    !meta.tensor<2xui5>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui5>{{[,)]}}
    !meta.tensor<2xui6>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui6>{{[,)]}}
    !meta.tensor<2xui7>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xui7>{{[,)]}}
    !meta.tensor<2xsi1>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi1>{{[,)]}}
    !meta.tensor<2xsi2>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi2>{{[,)]}}
    !meta.tensor<2xsi3>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi3>{{[,)]}}
    !meta.tensor<2xsi4>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi4>{{[,)]}}
    !meta.tensor<2xsi5>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi5>{{[,)]}}
    !meta.tensor<2xsi6>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi6>{{[,)]}}
    !meta.tensor<2xsi7>,                // CHECK-SAME: {{[ (]}}!meta.tensor<2xsi7>{{[,)]}}
    !meta.tensor<2xf8E8M0FNU>,          // CHECK-SAME: {{[ (]}}!meta.tensor<2xf8E8M0FNU>{{[,)]}}
    !meta.tensor<2x!meta.float4_e2m1fn_x2>)// CHECK-SAME: {{[ (]}}!meta.tensor<2x!meta.float4_e2m1fn_x2>{{[,)]}}

// CHECK-LABEL: func.func private @storages(!meta.storage, !meta.storage, !meta.storage<cuda>, !meta.storage<cuda:1>)
func.func private @storages(!meta.storage, !meta.storage<cpu>, !meta.storage<cuda>, !meta.storage<cuda:1>)

// CHECK-LABEL: func.func private @devices(!meta.tensor<4xf32>, !meta.tensor<4xf32, cpu:0>, !meta.tensor<4xf32, meta>, !meta.tensor<4xf32, privateuseone:127>)
func.func private @devices(!meta.tensor<4xf32, cpu>, !meta.tensor<4xf32, cpu:0>, !meta.tensor<4xf32, meta>, !meta.tensor<4xf32, privateuseone:127>)

// CHECK-LABEL: func.func private @bits(!meta.tensor<4xcomplex<f32>, conj>, !meta.tensor<4xf32, neg>, !meta.tensor<4x3xcomplex<f64>, strided<[1, 4]>, cuda:0, conj, neg>)
func.func private @bits(!meta.tensor<4xcomplex<f32>, conj>, !meta.tensor<4xf32, neg>, !meta.tensor<4x3xcomplex<f64>, strided<[1, 4]>, cuda:0, conj, neg>)

// CHECK-LABEL: func.func private @shapes(!meta.tensor<f32>, !meta.tensor<0xf32>, !meta.tensor<4x0x3xf32>, !meta.tensor<?x4x?xf32>)
func.func private @shapes(!meta.tensor<f32>, !meta.tensor<0xf32>, !meta.tensor<4x0x3xf32>, !meta.tensor<?x4x?xf32>)

// Contiguous strides are not spelled out: each size of 0 counts as 1 in them.
// CHECK-LABEL: func.func private @contiguous(!meta.tensor<f32>, !meta.tensor<4x3xf32>, !meta.tensor<4x0x3xf32>, !meta.tensor<1x1xf32>, !meta.tensor<?x3xf32>)
func.func private @contiguous(!meta.tensor<f32, strided<[]>>, !meta.tensor<4x3xf32, strided<[3, 1]>>, !meta.tensor<4x0x3xf32, strided<[3, 3, 1]>>, !meta.tensor<1x1xf32, strided<[1, 1]>>, !meta.tensor<?x3xf32, strided<[3, 1]>>)

// Strides of size-1 dims, of 0, of overlapping rows, and unknown ones are kept.
// CHECK-LABEL: func.func private @strided(!meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<1x3xf32, strided<[99, 1]>>, !meta.tensor<4x3xf32, strided<[0, 1]>>, !meta.tensor<4x3xf32, strided<[1, 1]>>, !meta.tensor<0x3xf32, strided<[0, 1]>>)
func.func private @strided(!meta.tensor<4x3xf32, strided<[1, 4]>>, !meta.tensor<1x3xf32, strided<[99, 1]>>, !meta.tensor<4x3xf32, strided<[0, 1]>>, !meta.tensor<4x3xf32, strided<[1, 1]>>, !meta.tensor<0x3xf32, strided<[0, 1]>>)

// The stride of a contiguous `3x?` is its last size; that of the others is any.
// CHECK-LABEL: func.func private @dynamic(!meta.tensor<3x?xf32>, !meta.tensor<3x?xf32, strided<[?, 1]>>, !meta.tensor<?x?xf32, strided<[?, ?]>, cuda:0>)
func.func private @dynamic(!meta.tensor<3x?xf32>, !meta.tensor<3x?xf32, strided<[?, 1]>>, !meta.tensor<?x?xf32, strided<[?, ?]>, cuda:0>)

// CHECK-LABEL: func.func private @sparse(!meta.tensor<4x3xf32, #meta.coo<2, 0>>, !meta.tensor<4x3x2xf32, #meta.coo<1, 2>, cuda:0>, !meta.tensor<f32, #meta.coo<0, 0>>, !meta.tensor<4x3xf32, #meta.csr>, !meta.tensor<2x4x3xf32, #meta.csc>, !meta.tensor<4x6xf32, #meta.bsr<2, 3>>, !meta.tensor<?x?xf32, #meta.bsc<1, 2>>)
func.func private @sparse(!meta.tensor<4x3xf32, #meta.coo<2, 0>>, !meta.tensor<4x3x2xf32, #meta.coo<1, 2>, cuda:0>, !meta.tensor<f32, #meta.coo<0, 0>>, !meta.tensor<4x3xf32, #meta.csr>, !meta.tensor<2x4x3xf32, #meta.csc>, !meta.tensor<4x6xf32, #meta.bsr<2, 3>>, !meta.tensor<?x?xf32, #meta.bsc<1, 2>>)

// CHECK-LABEL: func.func private @jagged_and_opaque(!meta.tensor<3x?x4xf32, #meta.jagged>, !meta.tensor<4x3xf32, #meta.opaque_layout<"mkldnn">>)
func.func private @jagged_and_opaque(!meta.tensor<3x?x4xf32, #meta.jagged>, !meta.tensor<4x3xf32, #meta.opaque_layout<"mkldnn">>)

// Layouts by themselves, and one behind an alias.
// CHECK-LABEL: func.func private @layouts(!meta.tensor<4x3xf32, #meta.coo<2, 0>>) attributes {test.all = [#meta.coo<2, 0>, #meta.csr, #meta.csc, #meta.bsr<2, 3>, #meta.bsc<1, 2>, #meta.jagged, #meta.opaque_layout<"a\22b">]}
#layout = #meta.coo<2, 0>
func.func private @layouts(!meta.tensor<4x3xf32, #layout>) attributes {test.all = [#layout, #meta.csr, #meta.csc, #meta.bsr<2, 3>, #meta.bsc<1, 2>, #meta.jagged, #meta.opaque_layout<"a\"b">]}

// As far as int64 goes. A tensor of no elements may have any other sizes, and
// one of stride 0 more elements than bytes.
// CHECK-LABEL: func.func private @huge(!meta.tensor<9223372036854775807xsi8>, !meta.tensor<0x2097152x4398046511103xf64>, !meta.tensor<2147483648x2147483648xf32, strided<[0, 0]>>, !meta.tensor<1x4611686018427387904xf64, strided<[1, 0]>>, !meta.tensor<2xsi8, strided<[4611686018427387904]>>)
func.func private @huge(!meta.tensor<9223372036854775807xsi8>, !meta.tensor<0x2097152x4398046511103xf64>, !meta.tensor<2147483648x2147483648xf32, strided<[0, 0]>>, !meta.tensor<1x4611686018427387904xf64, strided<[1, 0]>>, !meta.tensor<2xsi8, strided<[4611686018427387904]>>)
