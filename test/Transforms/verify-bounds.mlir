// RUN: meta-opt %s --meta-verify-bounds --verify-diagnostics
// RUN: not meta-opt %s --meta-verify-bounds 2>&1 | FileCheck %s

// All that lies out of bounds is reported, not only the first of it, and the
// pass fails.
// CHECK-COUNT-15: error: 'meta.
// CHECK-NOT:      error: 'meta.

//===----------------------------------------------------------------------===//
// Within
//===----------------------------------------------------------------------===//

// Up to the last byte.
func.func @exact_end() {
  %s = meta.storage 96 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  %0 = meta.view %s offset 12 : !meta.storage -> !meta.tensor<3x4xf32>
  %1 = meta.as_strided %t sizes [4] strides [3] offset 14 : !meta.tensor<24xf32>
  %2 = meta.view %s offset 11 : !meta.storage -> !meta.tensor<complex<f32>>
  return
}

// No element, no byte, wherever it points.
func.func @no_elements() {
  %s = meta.storage 0 : !meta.storage
  %0 = meta.view %s offset 99 : !meta.storage -> !meta.tensor<0x4xf32>
  %1 = meta.tensor %s : !meta.storage -> !meta.tensor<4x0xf32>
  %2 = meta.as_strided %1 sizes [0] strides [1] offset 9223372036854775807 : !meta.tensor<4x0xf32>
  return
}

// A storage may have bytes that are left over.
func.func @odd_storage() {
  %s = meta.storage 9 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<8xsi8>
  %1 = meta.bitcast %0 as si32 : !meta.tensor<8xsi8>
  %2 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<1xsi32>
  return
}

// 2^62 elements in one.
func.func @expanded() {
  %s = meta.storage 4 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<2147483648x2147483648xf32, strided<[0, 0]>>
  return
}

// A tensor whose storage was resized under it says so.
func.func @beyond_storage() {
  %s = meta.storage 0 : !meta.storage
  %p = meta.tensor %s parameter requires_grad beyond_storage : !meta.storage -> !meta.tensor<6x4xf32>
  meta.source %p, "freed" : !meta.tensor<6x4xf32>
  %0 = meta.view %s offset 6 : !meta.storage -> !meta.tensor<3x4xf32>
  %t = meta.tensor %0 base %p requires_grad non_leaf beyond_storage : !meta.tensor<3x4xf32>, !meta.tensor<6x4xf32>
  meta.source %t, "freed_part" : !meta.tensor<3x4xf32>
  return
}

// What only run time knows.
func.func @not_known(%x: !meta.tensor<4xf32>, %storage: !meta.storage, %n: index) {
  %0 = meta.view %x offset 1000 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %1 = meta.view %storage offset 1000 : !meta.storage -> !meta.tensor<4xf32>
  %s = meta.storage 16 : !meta.storage
  %2 = meta.view %s[%n] : !meta.storage -> !meta.tensor<?xf32>
  %3 = meta.view %s offset %n : !meta.storage -> !meta.tensor<4xf32>
  %4 = meta.as_strided %3 sizes [4] strides [%n] offset 0 : !meta.tensor<4xf32>
  %d = meta.storage %n : !meta.storage
  %5 = meta.view %d offset 1000 : !meta.storage -> !meta.tensor<4xf32>
  return
}

//===----------------------------------------------------------------------===//
// Beyond
//===----------------------------------------------------------------------===//

func.func @view() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 96 : !meta.storage
  // expected-error @below {{'meta.view' op expected 'encoder.bias' to end within 96 bytes, got 100}}
  %0 = meta.view %s offset 13 : !meta.storage -> !meta.tensor<3x4xf32>
  %t = meta.tensor %0 : !meta.tensor<3x4xf32>
  meta.source %t, "encoder.bias" : !meta.tensor<3x4xf32>
  return
}

func.func @tensor_over_storage() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 95 : !meta.storage
  // expected-error @below {{'meta.tensor' op expected 'w' to end within 95 bytes, got 96}}
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  meta.source %t, "w" : !meta.tensor<24xf32>
  return
}

// The last legal offset is 2; three are so far off that their bytes overflow.
func.func @as_strided() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 96 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<12xsi64>
  meta.source %t, "arange" : !meta.tensor<12xsi64>
  %0 = meta.as_strided %t sizes [4] strides [3] offset 2 : !meta.tensor<12xsi64>
  // expected-error @below {{'meta.as_strided' op expected the tensor to end within 96 bytes, got 104}}
  %1 = meta.as_strided %t sizes [4] strides [3] offset 3 : !meta.tensor<12xsi64>
  // expected-error @below {{'meta.as_strided' op expected the tensor to end within 96 bytes, got an overflow}}
  %2 = meta.as_strided %t sizes [4] strides [3] offset 9223372036854775807 : !meta.tensor<12xsi64>
  // expected-error @below {{'meta.as_strided' op expected the tensor to end within 96 bytes, got an overflow}}
  %3 = meta.as_strided %t sizes [4] strides [3] offset 9223372036854775731 : !meta.tensor<12xsi64>
  // expected-error @below {{'meta.as_strided' op expected the tensor to end within 96 bytes, got an overflow}}
  %4 = meta.as_strided %t sizes [4] strides [3] offset 9000000000000000000 : !meta.tensor<12xsi64>
  return
}

// Without an offset it has its base's, which is no less than 0.
func.func @as_strided_without_offset() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 96 : !meta.storage
  %t = meta.tensor %s : !meta.storage -> !meta.tensor<24xf32>
  // expected-error @below {{'meta.as_strided' op expected the tensor to end within 96 bytes, got 104}}
  %0 = meta.as_strided %t sizes [2] strides [25] : !meta.tensor<24xf32>
  return
}

// Through views and live tensors, down to the storage.
func.func @deep_base() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 96 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4x6xf32>
  %t = meta.tensor %0 : !meta.tensor<4x6xf32>
  %1 = meta.transpose %t, 0, 1 : !meta.tensor<4x6xf32>
  %2:6 = meta.unbind %1 dim 0 : !meta.tensor<6x4xf32, strided<[1, 6]>>
  // expected-error @below {{'meta.view' op expected 'late' to end within 96 bytes, got 104}}
  %3 = meta.view %2#5 offset 11 : !meta.tensor<4xf32, strided<[6]>> -> !meta.tensor<2xf64>
  %u = meta.tensor %3 base %t : !meta.tensor<2xf64>, !meta.tensor<4x6xf32>
  meta.source %u, "late" : !meta.tensor<2xf64>
  return
}

// A packed dtype takes a byte an element.
func.func @packed() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 24 : !meta.storage
  %0 = meta.view %s : !meta.storage -> !meta.tensor<3x8xui4>
  %1 = meta.view %s : !meta.storage -> !meta.tensor<12x!meta.bits16>
  // expected-error @below {{expected the tensor to end within 24 bytes, got 25}}
  %2 = meta.view %s : !meta.storage -> !meta.tensor<25xui4>
  // expected-error @below {{expected the tensor to end within 24 bytes, got 26}}
  %3 = meta.view %s offset 1 : !meta.storage -> !meta.tensor<12x!meta.bits16>
  return
}

// Where one tensor of a view says that it lies beyond and another does not, it
// is the other that is wrong.
func.func @one_of_two() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 8 : !meta.storage
  // expected-error @below {{to end within 8 bytes, got 16}}
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %t = meta.tensor %0 beyond_storage : !meta.tensor<4xf32>
  meta.source %t, "beyond" : !meta.tensor<4xf32>
  %u = meta.tensor %0 : !meta.tensor<4xf32>
  meta.source %u, "within" : !meta.tensor<4xf32>
  return
}

// A view of what is beyond is no second error.
func.func @base_is_reported() {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 8 : !meta.storage
  // expected-error @below {{to end within 8 bytes, got 16}}
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %1 = meta.slice %0 dim 0 from 1 : !meta.tensor<4xf32>
  return
}

func.func @nested_region(%cond: i1) {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 8 : !meta.storage
  scf.if %cond {
    // expected-error @below {{to end within 8 bytes, got 16}}
    %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  }
  return
}

// In a cycle there is no storage.
module @cycle {
  %0 = meta.view %1 offset 1000 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
  %1 = meta.as_strided %2 sizes [4] strides [1] offset 1000 : !meta.tensor<4xf32>
  %2 = meta.alias %0 : !meta.tensor<4xf32>
  %3 = meta.view %2 offset 1000 : !meta.tensor<4xf32> -> !meta.tensor<4xf32>
}

// Definitions may follow their uses.
module @reversed {
  meta.source %t, "x" : !meta.tensor<4xf32>
  %t = meta.tensor %0 : !meta.tensor<4xf32>
  // expected-error @below {{expected 'x' to end within 8 bytes, got 16}}
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 8 : !meta.storage
}

// The outer geometry of a wrapper lies in its storage, unless its tensor says so.
module @subclass {
  // expected-note @below {{the storage is defined here}}
  %s = meta.storage 8 : !meta.storage
  // expected-error @below {{expected 'w' to end within 8 bytes, got 16}}
  %0 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %1 = meta.subclass %0 of "m.C"() : !meta.tensor<4xf32>
  %t = meta.tensor %1 : !meta.tensor<4xf32>
  meta.source %t, "w" : !meta.tensor<4xf32>
  %2 = meta.view %s : !meta.storage -> !meta.tensor<4xf32>
  %3 = meta.subclass %2 of "m.C"() : !meta.tensor<4xf32>
  %u = meta.tensor %3 beyond_storage : !meta.tensor<4xf32>
}
