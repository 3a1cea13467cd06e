/* SPDX-License-Identifier: Apache-2.0
 * Reads a file of known values. A program defines compute(), which read_fields calls for each entry
 * of a file. There it takes the entry's inputs and gives whatever the file may list. All that an
 * entry lists must have been taken or given, and be right. */
#ifndef FIFTEEN_FIELDS_H
#define FIFTEEN_FIELDS_H

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

enum { MAX_FIELDS = 100, MAX_DIGITS = 8192 };

static struct {
    char name[16];
    char digits[MAX_DIGITS + 1];
    int used;
} fields[MAX_FIELDS];
static unsigned field_count, entries;

static void compute(void);

static unsigned find_field(const char *name) {
    unsigned i = 0;
    while (i < field_count && strcmp(fields[i].name, name) != 0) i++;
    return i;
}

static inline int has(const char *name) { return find_field(name) < field_count; }

/* Takes an input: room for `size` bytes. Returns how many there are, 0 without such an input. */
static inline unsigned take(const char *name, uint8_t *out, unsigned size) {
    unsigned i = find_field(name), n = 0;
    if (i == field_count) return 0;
    fields[i].used = 1;
    for (const char *p = fields[i].digits; *p != '\0' && n < size; p += 2, n++) {
        unsigned byte = 0;
        CHECK(sscanf(p, "%2x", &byte) == 1, "%s: digits %s", name, p);
        out[n] = (uint8_t)byte;
    }
    return n;
}

/* The digits of one value, made a word at a time; end_value compares them. */
static char value[MAX_DIGITS + 1];
static unsigned value_digits;

static void add_word(uint64_t word, unsigned digits) {
    for (; digits > 0 && value_digits < MAX_DIGITS; digits--)
        value[value_digits++] = "0123456789abcdef"[word >> 4 * (digits - 1) & 15];
}

static void end_value(const char *name) {
    unsigned i = find_field(name);
    value[value_digits] = '\0';
    value_digits = 0;
    if (i == field_count) return;
    fields[i].used = 1;
    CHECK(strcmp(fields[i].digits, value) == 0, "entry %u, %s:\nexpected %s\nhas      %s", entries,
          name, fields[i].digits, value);
}

static inline void give_bytes(const char *name, const uint8_t *x, size_t count) {
    for (size_t i = 0; i < count; i++) add_word(x[i], 2);
    end_value(name);
}

static void end_entry(void) {
    if (field_count == 0) return;
    entries++;
    compute();
    for (unsigned i = 0; i < field_count; i++)
        CHECK(fields[i].used, "entry %u: nothing gives %s", entries, fields[i].name);
    memset(fields, 0, sizeof fields);
    field_count = 0;
}

/* NAME=DIGITS, or more digits of the value before. # begins a comment, an empty line ends an
 * entry.*/
static void read_line(const char *line) {
    const char *equals = strchr(line, '=');
    if (line[0] == '#') return;
    if (strspn(line, " \r\n") == strlen(line)) {
        end_entry();
        return;
    }
    if (equals != NULL && field_count < MAX_FIELDS) {
        snprintf(fields[field_count++].name, sizeof fields->name, "%.*s", (int)(equals - line),
                 line);
        line = equals + 1;
    }
    char *digits = fields[field_count - 1].digits;
    size_t n = strlen(digits);
    for (; *line != '\0' && n < MAX_DIGITS; line++)
        if (isxdigit((unsigned char)*line)) digits[n++] = (char)tolower((unsigned char)*line);
}

static void read_fields(const char *path) {
    static char line[1024];
    FILE *file = fopen(path, "r");
    CHECK(file != NULL, "%s can't be read", path);
    if (file == NULL) return;
    entries = 0;
    while (fgets(line, sizeof line, file) != NULL) read_line(line);
    end_entry();
    fclose(file);
    CHECK(entries > 0, "%s has no entry", path);
}

#endif
