# SPDX-License-Identifier: Apache-2.0
# cmake -D NM=nm -D LIBRARY=libfifteen.so -D ARCHIVE=libfifteen.a -D HEADER=fifteen.h
# -P symbols.cmake: what the header declares is what the library exports, and every name that the
# archive takes in a program is ours.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE text
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]+\n" symbols "${text}")
list(TRANSFORM symbols STRIP)
list(SORT symbols)
file(READ ${HEADER} text)
string(REGEX MATCHALL "\nFIFTEEN_API [^(;]+[(]" declared "${text}")
list(TRANSFORM declared REPLACE ".*[ *](fifteen_[a-z0-9_]+)[(]" "\\1")
list(SORT declared)
if(NOT "${symbols}" STREQUAL "${declared}")
  message(FATAL_ERROR "exported: ${symbols}\ndeclared: ${declared}")
endif()

execute_process(COMMAND ${NM} -g --defined-only ${ARCHIVE} OUTPUT_VARIABLE text
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " [A-Z] [^\n]+" symbols "${text}")
list(FILTER symbols EXCLUDE REGEX " fifteen_")
if(symbols)
  message(FATAL_ERROR "names that are not ours: ${symbols}")
endif()
