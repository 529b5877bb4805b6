# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What `cmake --install` puts where. Without torch: a prefix with the tools, the
# library MetaUtils, its headers and TableGen files, and a package that
# `find_package(MetaUtils)` finds. For a wheel (SKBUILD): what Python needs.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Where pip puts the package, seen from where it puts the tools: in an
# environment, and with --target.
set(python_version "${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}")
set(METAUTILS_WHEEL_RPATH
  "$ORIGIN/../lib/python${python_version}/site-packages/metautils"
  "$ORIGIN/../metautils")

function(metautils_install_tool name)
  if(SKBUILD)
    set(rpath "${METAUTILS_WHEEL_RPATH}")
    install(TARGETS ${name} DESTINATION "${SKBUILD_SCRIPTS_DIR}")
  else()
    set(rpath "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
    install(TARGETS ${name})
  endif()
  set_target_properties(${name} PROPERTIES
    INSTALL_RPATH "${rpath};${LLVM_LIBRARY_DIR}")
endfunction()

function(metautils_install_library name)
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_include_directories(${name} INTERFACE
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "${LLVM_LIBRARY_DIR}")
  if(SKBUILD)
    install(TARGETS ${name} DESTINATION metautils)
  else()
    set_target_properties(${name} PROPERTIES
      SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
    install(TARGETS ${name} EXPORT MetaUtilsTargets)
  endif()
endfunction()

if(SKBUILD)
  return()
endif()

install(FILES LICENSE TYPE DOC)
install(DIRECTORY include/metautils include/MetaUtils-c TYPE INCLUDE
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.def"
  PATTERN Torch EXCLUDE)
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/metautils" TYPE INCLUDE
  FILES_MATCHING PATTERN "*.h.inc" PATTERN CMakeFiles EXCLUDE)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/MetaUtils")
install(EXPORT MetaUtilsTargets NAMESPACE MetaUtils:: DESTINATION "${package}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/MetaUtilsConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/MetaUtilsConfig.cmake" INSTALL_DESTINATION "${package}"
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/MetaUtilsConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/MetaUtilsConfig.cmake"
  "${PROJECT_BINARY_DIR}/MetaUtilsConfigVersion.cmake" DESTINATION "${package}")
