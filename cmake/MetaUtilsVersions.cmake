# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads setup/versions (NAME=value) into variables, and the pin of torch from
# setup/requirements.txt into TORCH_PIN.

set(setup "${CMAKE_CURRENT_LIST_DIR}/../setup")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${setup}/versions" "${setup}/requirements.txt")

file(STRINGS "${setup}/versions" lines REGEX "^[A-Z_]+=")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([A-Z_]+)=(.*)$" _ "${line}")
  set(${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
endforeach()

file(STRINGS "${setup}/requirements.txt" line REGEX "^torch==")
string(REGEX MATCH "^torch==([0-9.]+)" _ "${line}")
set(TORCH_PIN "${CMAKE_MATCH_1}")
