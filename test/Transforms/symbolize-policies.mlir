// RUN: meta-opt %s --meta-symbolize="sizes=static dims=dynamic:x:1,dynamic:tied,unbacked:y:0,static:v._base" | FileCheck %s
// RUN: meta-opt %s --meta-symbolize="sizes=static dims='dynamic:a:b:c',duck:x" | FileCheck %s --check-prefix=COLON

// Single dimensions; a tensor by another of its names; a base that its view would
// make dynamic.

// CHECK-DAG: meta.symbol "s44" min 2 hint 6 sources ["x.size()[1]"]
// CHECK-DAG: meta.symbol "s{{[0-9]+}}" min 2 hint 5 sources ["w.size()[0]"]
// CHECK-DAG: meta.symbol "u0" unbacked min 0 sources ["y.size()[0]"]
// CHECK: meta.source %{{.*}}, "x" : !meta.tensor<4x?xf32>
// CHECK: meta.source %{{.*}}, "w" : !meta.tensor<?xf32>
// CHECK: meta.source %{{.*}}, "y" : !meta.tensor<?xf32>
// CHECK: meta.source %{{.*}}, "v" : !meta.tensor<2xf32>
// COLON: meta.source %{{.*}}, "x" : !meta.tensor<?x?xf32>
// COLON: meta.source %{{.*}}, "a:b:c" : !meta.tensor<?xf32>
%s0 = meta.storage 96 : !meta.storage
%x = meta.tensor %s0 : !meta.storage -> !meta.tensor<4x6xf32>
meta.source %x, "x" : !meta.tensor<4x6xf32>
%s1 = meta.storage 20 : !meta.storage
%w = meta.tensor %s1 : !meta.storage -> !meta.tensor<5xf32>
meta.source %w, "w" : !meta.tensor<5xf32>
meta.source %w, "tied" : !meta.tensor<5xf32>
%s2 = meta.storage 12 : !meta.storage
%y = meta.tensor %s2 : !meta.storage -> !meta.tensor<3xf32>
meta.source %y, "y" : !meta.tensor<3xf32>
%s3 = meta.storage 12 : !meta.storage
%b = meta.tensor %s3 : !meta.storage -> !meta.tensor<3xf32>
%0 = meta.view %b : !meta.tensor<3xf32> -> !meta.tensor<2xf32>
%v = meta.tensor %0 base %b : !meta.tensor<2xf32>, !meta.tensor<3xf32>
meta.source %v, "v" : !meta.tensor<2xf32>
%s4 = meta.storage 28 : !meta.storage
%c = meta.tensor %s4 : !meta.storage -> !meta.tensor<7xf32>
meta.source %c, "a:b:c" : !meta.tensor<7xf32>
