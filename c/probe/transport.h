/* SPDX-License-Identifier: Apache-2.0
 * The transport of docs/probe-protocol.md: requests are lines on standard
 * input, answers are JSON lines in a file. */
#ifndef FIFTEEN_TRANSPORT_H
#define FIFTEEN_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* Ends the program with one line on standard error. For what a request can't
 * mend: no memory, a full disk, a wrong command line. */
_Noreturn void die(int status, const char *format, ...) PRINTF_LIKE(2, 3);

typedef struct request request;

typedef struct bytes {
    uint8_t *data;
    size_t size;
} bytes;

/* ---- What a request says: each returns false after refuse() ---- */

/* The value of a word, or NULL. */
const char *word(const request *r, const char *name);
bool need_word(request *r, const char *name, const char **value);
bool need_bytes(request *r, const char *name, bytes *value);
bool need_number(request *r, const char *name, uint64_t max, uint64_t *value);
/* The position of a word's value in choices, which NULL ends; the first when the word is absent. */
bool choose(request *r, const char *name, const char *const *choices, size_t *position);

/* Memory that lives until the request is answered. */
void *borrow(request *r, size_t size, size_t align);

/* ---- What is answered ---- */

/* Turns the answer into an error; false, so that a verb can return it. */
bool refuse(request *r, const char *format, ...) PRINTF_LIKE(2, 3);

/* Each adds one field to the answer, or, where name is NULL, one item to the open list. */
void answer_string(request *r, const char *name, const char *value);
void answer_bytes(request *r, const char *name, const uint8_t *data, size_t size);
void answer_number(request *r, const char *name, uint64_t value);
void answer_real(request *r, const char *name, double value);
void answer_bool(request *r, const char *name, bool value);
void answer_null(request *r, const char *name);
void answer_numbers(request *r, const char *name, const uint64_t *values, size_t count);
void answer_open(request *r, const char *name, char bracket);
void answer_close(request *r, char bracket);

/* ---- Verbs ---- */

typedef struct verb {
    const char *name;
    const char *words; /* the names that it takes, separated by spaces */
    bool (*run)(request *r);
} verb;

/* Answers the lines of standard input into the file `out`, until their end.
 * Verbs are ended by one without a name. */
void serve(const char *out, const verb *verbs);

#endif
