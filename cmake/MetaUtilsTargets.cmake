# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How the project's own targets are declared:
#
#   add_metautils_library(MetaUtilsIR Dialect.cpp Ops.cpp
#     DEPENDS MetaOpsIncGen LINK MetaUtilsLayout MLIR)
#   add_metautils_shared_library(MetaUtils Plugin.cpp LAYERS MetaUtilsIR LINK MLIR)
#   add_metautils_tool(meta-opt meta-opt.cpp LINK MetaUtils)
#   add_metautils_unittest(LayoutTests ExtentTest.cpp LINK MetaUtilsLayout)
#   add_metautils_python_extension(_metautils Module.cpp LINK MetaUtilsTorch)
#
# A target that includes ATen is then given to metautils_torch_target as well.
#
# DEPENDS names TableGen targets, LINK what is linked (headers follow). Link
# the shared `MLIR` and `LLVM`, never MLIR's static archives: two copies of
# them in one process have two identities for each type.

function(_metautils_target target)
  cmake_parse_arguments(ARG "" "" "DEPENDS;LINK" ${ARGN})
  target_sources(${target} PRIVATE ${ARG_UNPARSED_ARGUMENTS})
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_link_libraries(${target} PUBLIC ${ARG_LINK})
  if(ARG_DEPENDS)
    add_dependencies(${target} ${ARG_DEPENDS})
  endif()
endfunction()

function(add_metautils_library name)
  add_library(${name} STATIC)
  _metautils_target(${name} ${ARGN})
endfunction()

# LAYERS names libraries of the project whose objects it is made of. What links
# it links none of them.
function(add_metautils_shared_library name)
  cmake_parse_arguments(ARG "" "" "LAYERS;LINK" ${ARGN})
  add_library(${name} SHARED)
  _metautils_target(${name} ${ARG_UNPARSED_ARGUMENTS} LINK ${ARG_LINK})
  foreach(layer IN LISTS ARG_LAYERS)
    target_sources(${name} PRIVATE "$<TARGET_OBJECTS:${layer}>")
    add_dependencies(${name} ${layer})
  endforeach()
  metautils_install_library(${name})
endfunction()

# Adds all objects of a static library of MLIR, but not what that links: the
# shared MLIR has it.
function(metautils_embed_archive target archive)
  target_link_options(${target} PRIVATE
    "LINKER:--whole-archive,$<TARGET_FILE:${archive}>,--no-whole-archive")
endfunction()

function(add_metautils_tool name)
  add_executable(${name})
  _metautils_target(${name} ${ARGN})
  metautils_install_tool(${name})
endfunction()

# The binary goes to unittests/, where utils/run_tests.py finds and runs it.
function(add_metautils_unittest name)
  add_executable(${name})
  _metautils_target(${name} ${ARGN})
  target_link_libraries(${name} PUBLIC GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unittests")
endfunction()

# The extension and links to the Python files make a package in the build
# directory, importable from there while the sources are edited.
function(add_metautils_python_extension name)
  Python3_add_library(${name} MODULE WITH_SOABI)
  _metautils_target(${name} ${ARGN})
  metautils_torch_target(${name})
  target_link_libraries(${name} PUBLIC "${TORCH_PYTHON_LIBRARY}")
  set_target_properties(${name} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/python/metautils"
    INSTALL_RPATH "$ORIGIN;$ORIGIN/../torch/lib;${LLVM_LIBRARY_DIR}")
  if(SKBUILD)
    install(TARGETS ${name} DESTINATION metautils)
  endif()

  set(package "${PROJECT_SOURCE_DIR}/python/metautils")
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE "${package}"
    "${package}/*.py" "${package}/*.pyi" "${package}/py.typed")
  foreach(file IN LISTS files)
    set(link "${PROJECT_BINARY_DIR}/python/metautils/${file}")
    get_filename_component(folder "${link}" DIRECTORY)
    file(MAKE_DIRECTORY "${folder}")
    file(CREATE_LINK "${package}/${file}" "${link}" SYMBOLIC)
  endforeach()
endfunction()
