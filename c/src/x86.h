/* SPDX-License-Identifier: Apache-2.0
 * Whether engines for 64-bit x86 processors are compiled, and those for AVX-512. */
#ifndef FIFTEEN_X86_H
#define FIFTEEN_X86_H

/* gcc and clang alone compile one function for other features than the rest. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__TINYC__)
#define FIFTEEN_X86 1
#define WITH(features) __attribute__((target(features)))
#else
#define FIFTEEN_X86 0
#endif

#if FIFTEEN_X86 && !defined(FIFTEEN_WITHOUT_AVX512) /* as CMake's option says */
#define FIFTEEN_AVX512 1
#else
#define FIFTEEN_AVX512 0
typedef int fifteen_nothing; /* as C wants something in every file */
#endif

#endif
