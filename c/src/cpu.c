/* SPDX-License-Identifier: Apache-2.0
 * What this processor has, and of which kind it is: by CPUID and XGETBV on x86, by
 * the kernel's HWCAP on aarch64 Linux; elsewhere, or by a compiler without gcc's
 * extensions, nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "choice.h"

/* ---- The features that engines may need ---- */

enum { EAX, EBX, ECX, EDX };
enum { XMM = 0x02, YMM = 0x06, ZMM = 0xe6 }; /* registers that the system saves: bits of XCR0 */

/* Names as in Linux's /proc/cpuinfo. Leaf 0: not on x86; hwcap 0: not on aarch64. */
static const struct feature {
    const char *name;
    struct {
        unsigned leaf, word, bit, saved;
    } x86;
    unsigned long hwcap;
} features[] = {
    {"sse2", {1, EDX, 26, XMM}, 0},       {"ssse3", {1, ECX, 9, XMM}, 0},
    {"sse4_1", {1, ECX, 19, XMM}, 0},     {"sse4_2", {1, ECX, 20, XMM}, 0},
    {"aes", {1, ECX, 25, XMM}, 1 << 3},   {"pclmulqdq", {1, ECX, 1, XMM}, 0},
    {"avx", {1, ECX, 28, YMM}, 0},        {"bmi1", {7, EBX, 3, 0}, 0},
    {"avx2", {7, EBX, 5, YMM}, 0},        {"bmi2", {7, EBX, 8, 0}, 0},
    {"gfni", {7, ECX, 8, XMM}, 0},        {"vaes", {7, ECX, 9, YMM}, 0},
    {"vpclmulqdq", {7, ECX, 10, YMM}, 0}, {"avx512f", {7, EBX, 16, ZMM}, 0},
    {"avx512dq", {7, EBX, 17, ZMM}, 0},   {"avx512ifma", {7, EBX, 21, ZMM}, 0},
    {"avx512bw", {7, EBX, 30, ZMM}, 0},   {"avx512vl", {7, EBX, 31, ZMM}, 0},
    {"avx512vbmi", {7, ECX, 1, ZMM}, 0},  {"avx512_vbmi2", {7, ECX, 6, ZMM}, 0},
    {"asimd", {0, 0, 0, 0}, 1 << 1},      {"pmull", {0, 0, 0, 0}, 1 << 4},
    {"sha3", {0, 0, 0, 0}, 1 << 17},
};

enum { FEATURES = sizeof features / sizeof features[0] };

const char *fifteen_feature(size_t i) { return i < FEATURES ? features[i].name : NULL; }

/* The place of a name of n bytes in the table; FEATURES if it isn't there. */
static size_t find(const char *name, size_t n) {
    size_t i = 0;
    while (i < FEATURES &&
           (strlen(features[i].name) != n || memcmp(features[i].name, name, n) != 0))
        i++;
    return i;
}

/* ---- What is there ---- */

#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#include <cpuid.h>

/* What CPUID says of the maker and of features, and which registers the operating system saves when
 * it switches threads. */
typedef struct {
    unsigned leaf_0[4], leaf_1[4], leaf_7[4], saved;
} processor;

static processor this_processor(void) {
    enum { OSXSAVE = 27 };
    processor p = {{0}, {0}, {0}, XMM};
    unsigned *m = p.leaf_0, *a = p.leaf_1, *b = p.leaf_7, high;
    __get_cpuid(0, &m[EAX], &m[EBX], &m[ECX], &m[EDX]);
    __get_cpuid(1, &a[EAX], &a[EBX], &a[ECX], &a[EDX]); /* leaves zeros where there is no leaf */
    __get_cpuid_count(7, 0, &b[EAX], &b[EBX], &b[ECX], &b[EDX]);
    if ((a[ECX] >> OSXSAVE & 1) != 0)
        __asm__ volatile("xgetbv" : "=a"(p.saved), "=d"(high) : "c"(0));
    return p;
}

static int is_there(const processor *p, const struct feature *f) {
    const unsigned *words = f->x86.leaf == 1 ? p->leaf_1 : p->leaf_7;
    return f->x86.leaf != 0 && (p->saved & f->x86.saved) == f->x86.saved &&
           (words[f->x86.word] >> f->x86.bit & 1) != 0;
}

static int kind_of(const processor *p) {
    enum { FAMILY = 0x0ff00f00, FAMILY_25 = 0x00a00f00 };                    /* 15 and 10 more */
    const unsigned maker = p->leaf_0[EBX], family = p->leaf_1[EAX] & FAMILY; /* "Genu", "Auth" */
    if (maker == signature_INTEL_ebx) return FIFTEEN_INTEL;
    return maker == signature_AMD_ebx && family == FAMILY_25 ? FIFTEEN_ZEN4 : FIFTEEN_AMD;
}

#elif defined(__GNUC__) && defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>

typedef unsigned long processor;

static processor this_processor(void) { return getauxval(AT_HWCAP); }

static int is_there(const processor *p, const struct feature *f) { return (*p & f->hwcap) != 0; }

static int kind_of(const processor *p) {
    (void)p;
    return FIFTEEN_AMD;
}

#else

typedef int processor;

static processor this_processor(void) { return 0; }

static int is_there(const processor *p, const struct feature *f) {
    (void)f;
    return *p;
}

static int kind_of(const processor *p) {
    (void)p;
    return FIFTEEN_AMD;
}

#endif

/* ---- What is left of it ---- */

/* A bit for each feature that FIFTEEN_FEATURES takes away; *error as fifteen_features_error. */
static uint32_t masked(const char **error) {
    const char *word = getenv("FIFTEEN_FEATURES");
    uint32_t mask = 0;
    *error = NULL;
    if (word == NULL || word[0] == '\0') return 0;
    for (;;) {
        size_t n = strcspn(word, ","), i = word[0] == '-' ? find(word + 1, n - 1) : FEATURES;
        if (i == FEATURES) {
            *error = word;
            return UINT32_MAX;
        }
        mask |= (uint32_t)1 << i;
        if (word[n] == '\0') return mask;
        word += n + 1;
    }
}

enum { KIND = FEATURES, KNOWN = KIND + 2 };

#if defined(__GNUC__)

/* A bit for each feature that may be used, and the KIND of the processor in two. */
static uint32_t usable(void) {
    const char *error;
    const processor p = this_processor();
    uint32_t found = 0;
    for (size_t i = 0; i < FEATURES; i++)
        if (is_there(&p, &features[i])) found |= (uint32_t)1 << i;
    return (found & ~masked(&error)) | (uint32_t)kind_of(&p) << KIND;
}

/* Likewise, found out at the first call: in a virtual machine each CPUID takes a microsecond. */
static uint32_t usable_once(void) {
    _Static_assert(KNOWN < 32, "a bit for each feature, and three more");
    static uint32_t kept; /* threads that come together find the same */
    uint32_t found = __atomic_load_n(&kept, __ATOMIC_RELAXED);
    if (found == 0) {
        found = usable() | (uint32_t)1 << KNOWN;
        __atomic_store_n(&kept, found, __ATOMIC_RELAXED);
    }
    return found;
}

#else

static uint32_t usable_once(void) { return 0; } /* no engine that needs any is compiled */

#endif

int fifteen_cpu_has(const char *names) {
    while (*names != '\0') {
        size_t n = strcspn(names, " "), i = find(names, n);
        if (i == FEATURES || (usable_once() >> i & 1) == 0) return 0;
        names += n + (names[n] == ' ');
    }
    return 1;
}

int fifteen_processor(void) { return (int)(usable_once() >> KIND & 3); }

const char *fifteen_features_error(void) {
    const char *error;
    masked(&error);
    return error;
}
