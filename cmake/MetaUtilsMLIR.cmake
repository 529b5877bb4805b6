# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds MLIR and makes its rules and flags available. The version is compared
# here: `find_package(MLIR 22)` refuses 22.1, since its version file wants an
# exact match.

set(advice "set MLIR_DIR to the folder of its MLIRConfig.cmake, for example \
-DMLIR_DIR=/usr/lib/llvm-${LLVM_MAJOR}/lib/cmake/mlir (on Debian, 'make build' \
installs the packages it needs)")

metautils_check_package_folder(MLIR)
find_package(MLIR CONFIG QUIET HINTS "/usr/lib/llvm-${LLVM_MAJOR}/lib/cmake/mlir")
if(NOT MLIR_FOUND)
  message(FATAL_ERROR "MLIR ${LLVM_MAJOR} was not found: ${advice}")
endif()
if(NOT LLVM_VERSION_MAJOR EQUAL LLVM_MAJOR)
  message(FATAL_ERROR "expected MLIR ${LLVM_MAJOR}, found "
    "${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}: ${advice}")
endif()
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
set(MLIR_BINARY_DIR "${PROJECT_BINARY_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
include(HandleLLVMOptions)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
include_directories("${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include")
separate_arguments(definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${definitions})
