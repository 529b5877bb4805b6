# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds libtorch: in Torch_DIR, else in the torch package of Python 3.
# Gives `metautils_torch_target(<target>)`.

if(METAUTILS_ENABLE_PYTHON AND NOT METAUTILS_ENABLE_TORCH)
  message(FATAL_ERROR "METAUTILS_ENABLE_PYTHON needs METAUTILS_ENABLE_TORCH: "
    "turn both on, or build without Python with -DMETAUTILS_ENABLE_PYTHON=OFF")
endif()
if(NOT METAUTILS_ENABLE_TORCH)
  return()
endif()

set(advice "set Torch_DIR to the folder of its TorchConfig.cmake or \
Python3_EXECUTABLE to a Python that has torch ${TORCH_PIN}, or build \
without it: -DMETAUTILS_ENABLE_TORCH=OFF -DMETAUTILS_ENABLE_PYTHON=OFF")

# The path is computed without `import torch`, which takes seconds.
metautils_check_package_folder(Torch)
if(NOT Torch_DIR)
  execute_process(
    COMMAND "${Python3_EXECUTABLE}" -c
      "from importlib.util import find_spec; print(find_spec('torch').submodule_search_locations[0])"
    OUTPUT_VARIABLE torch_package OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(Torch_DIR "${torch_package}/share/cmake/Torch")
endif()
if(NOT EXISTS "${Torch_DIR}/TorchConfig.cmake")
  message(FATAL_ERROR "torch ${TORCH_PIN} was not found: ${advice}")
endif()
file(STRINGS "${Torch_DIR}/TorchConfigVersion.cmake" line REGEX "^set.PACKAGE_VERSION ")
string(REGEX MATCH "[0-9.]+" torch_version "${line}")
if(NOT torch_version VERSION_EQUAL TORCH_PIN)
  message(FATAL_ERROR "expected torch ${TORCH_PIN}, found ${torch_version} in "
    "${Torch_DIR}: ${advice}")
endif()
message(STATUS "Using torch ${torch_version} in ${Torch_DIR}")

# The libraries are linked by name: find_package(Torch) of a CUDA build, which
# is what a plain index has, wants a CUDA toolkit that nothing here uses.
get_filename_component(torch_prefix "${Torch_DIR}/../../.." ABSOLUTE)
add_library(metautils_torch INTERFACE)
target_include_directories(metautils_torch SYSTEM INTERFACE
  "${torch_prefix}/include" "${torch_prefix}/include/torch/csrc/api/include")
target_compile_definitions(metautils_torch INTERFACE _GLIBCXX_USE_CXX11_ABI=1)
target_link_libraries(metautils_torch INTERFACE
  "${torch_prefix}/lib/libtorch_cpu.so" "${torch_prefix}/lib/libtorch.so"
  "${torch_prefix}/lib/libc10.so")
target_link_options(metautils_torch INTERFACE -Wl,--allow-shlib-undefined)
set(TORCH_PYTHON_LIBRARY "${torch_prefix}/lib/libtorch_python.so")

# libtorch's headers need exceptions and RTTI, and are compiled as the wheel
# was: without NDEBUG, classes such as at::RecordFunction have more members
# than the library knows.
function(metautils_torch_target target)
  target_compile_options(${target} PRIVATE -fexceptions -frtti)
  target_compile_definitions(${target} PRIVATE NDEBUG)
  target_link_libraries(${target} PUBLIC metautils_torch)
endfunction()
