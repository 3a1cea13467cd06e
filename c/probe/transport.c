/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "transport.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 32 };

typedef struct loan {
    struct loan *next;
    void *memory;
} loan;

struct request {
    uint64_t number;
    const char *verb;
    struct {
        const char *name, *value;
    } words[MAX_WORDS];
    size_t word_count;
    loan *loans;
    char *text; /* the answer so far */
    size_t used, room;
    char error[512]; /* not empty: the request was refused */
};

void die(int status, const char *format, ...) {
    va_list arguments;
    fputs("fifteen: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

static void *checked(void *memory, size_t size) {
    if (memory == NULL) die(1, "out of memory: %zu bytes", size);
    return memory;
}

/* ---- Memory ---- */

void *borrow(request *r, size_t size, size_t align) {
    loan *l = checked(malloc(sizeof *l), sizeof *l);
    if (align < sizeof(void *)) align = sizeof(void *);
    if (posix_memalign(&l->memory, align, size + 1) != 0) checked(NULL, size);
    l->next = r->loans;
    r->loans = l;
    return l->memory;
}

static void return_loans(request *r) {
    while (r->loans != NULL) {
        loan *l = r->loans;
        r->loans = l->next;
        free(l->memory);
        free(l);
    }
}

/* ---- Answers ---- */

bool refuse(request *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->error, sizeof r->error, format, arguments);
    va_end(arguments);
    return false;
}

static char *room_for(request *r, size_t size) {
    if (r->used + size > r->room) {
        r->room = 2 * (r->used + size);
        r->text = checked(realloc(r->text, r->room), r->room);
    }
    return r->text + r->used;
}

static void put(request *r, char c) {
    *room_for(r, 1) = c;
    r->used++;
}

static void put_string(request *r, const char *s) {
    put(r, '"');
    for (; *s != '\0'; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') put(r, '\\');
        /* Bytes that JSON or UTF-8 might refuse can only come from a wrong request. */
        put(r, c < 0x20 || c >= 0x7f ? '?' : (char)c);
    }
    put(r, '"');
}

static void put_name(request *r, const char *name) {
    char last = r->used == 0 ? '{' : r->text[r->used - 1];
    if (last != '{' && last != '[') put(r, ',');
    if (name == NULL) return;
    put_string(r, name);
    put(r, ':');
}

static void put_formatted(request *r, const char *format, ...) PRINTF_LIKE(2, 3);
static void put_formatted(request *r, const char *format, ...) {
    enum { ENOUGH = 40 };
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(room_for(r, ENOUGH), ENOUGH, format, arguments);
    va_end(arguments);
    r->used += (size_t)length;
}

void answer_string(request *r, const char *name, const char *value) {
    put_name(r, name);
    put_string(r, value);
}

void answer_bytes(request *r, const char *name, const uint8_t *data, size_t size) {
    static const char digits[] = "0123456789abcdef";
    put_name(r, name);
    put(r, '"');
    char *text = room_for(r, 2 * size);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = digits[data[i] >> 4];
        text[2 * i + 1] = digits[data[i] & 15];
    }
    r->used += 2 * size;
    put(r, '"');
}

void answer_number(request *r, const char *name, uint64_t value) {
    put_name(r, name);
    put_formatted(r, "%" PRIu64, value);
}

void answer_real(request *r, const char *name, double value) {
    put_name(r, name);
    put_formatted(r, "%.9g", value);
}

void answer_bool(request *r, const char *name, bool value) {
    put_name(r, name);
    put_formatted(r, value ? "true" : "false");
}

void answer_null(request *r, const char *name) {
    put_name(r, name);
    put_formatted(r, "null");
}

void answer_numbers(request *r, const char *name, const uint64_t *values, size_t count) {
    answer_open(r, name, '[');
    for (size_t i = 0; i < count; i++) answer_number(r, NULL, values[i]);
    answer_close(r, ']');
}

void answer_open(request *r, const char *name, char bracket) {
    put_name(r, name);
    put(r, bracket);
}

void answer_close(request *r, char bracket) { put(r, bracket); }

/* ---- Words ---- */

const char *word(const request *r, const char *name) {
    for (size_t i = 0; i < r->word_count; i++)
        if (strcmp(r->words[i].name, name) == 0) return r->words[i].value;
    return NULL;
}

bool need_word(request *r, const char *name, const char **value) {
    *value = word(r, name);
    return *value != NULL || refuse(r, "%s needs %s=", r->verb, name);
}

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

bool need_bytes(request *r, const char *name, bytes *value) {
    const char *text;
    if (!need_word(r, name, &text)) return false;
    size_t length = strlen(text);
    if (length % 2 != 0) return refuse(r, "%s= has an odd number of digits, %zu", name, length);
    value->size = length / 2;
    value->data = borrow(r, value->size, 1);
    for (size_t i = 0; i < value->size; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return refuse(r, "%s= is not lower-case hexadecimal", name);
        value->data[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

bool need_number(request *r, const char *name, uint64_t max, uint64_t *value) {
    const char *text;
    if (!need_word(r, name, &text)) return false;
    char *end = NULL;
    errno = 0;
    *value = isdigit((unsigned char)text[0]) ? strtoull(text, &end, 10) : 0;
    if (end == NULL || *end != '\0') return refuse(r, "%s=%s is not a number", name, text);
    if (errno != 0 || *value > max)
        return refuse(r, "%s=%s is more than %" PRIu64, name, text, max);
    return true;
}

bool choose(request *r, const char *name, const char *const *choices, size_t *position) {
    const char *text = word(r, name);
    *position = 0;
    if (text == NULL) return true;
    for (; choices[*position] != NULL; (*position)++)
        if (strcmp(choices[*position], text) == 0) return true;
    return refuse(r, "unknown %s=%s", name, text);
}

/* ---- Requests ---- */

static bool takes(const verb *v, const char *name) {
    size_t length = strlen(name);
    if (length == 0) return false;
    for (const char *at = v->words; (at = strstr(at, name)) != NULL; at += length) {
        bool starts = at == v->words || at[-1] == ' ';
        bool ends = at[length] == ' ' || at[length] == '\0';
        if (starts && ends) return true;
    }
    return false;
}

/* Splits the line in place. */
static bool parse(request *r, char *line, const verb *verbs, const verb **found) {
    char *next = strchr(line, ' ');
    if (next != NULL) *next++ = '\0';
    r->verb = line;
    for (*found = verbs; (*found)->name != NULL; (*found)++)
        if (strcmp((*found)->name, line) == 0) break;
    if ((*found)->name == NULL) return refuse(r, "unknown verb: %s", line);
    while (next != NULL) {
        char *name = next;
        next = strchr(name, ' ');
        if (next != NULL) *next++ = '\0';
        char *equals = strchr(name, '=');
        if (equals == NULL) return refuse(r, "not name=value: %s", name);
        *equals = '\0';
        if (!takes(*found, name)) return refuse(r, "%s takes no %s=", r->verb, name);
        if (word(r, name) != NULL) return refuse(r, "%s= is given twice", name);
        if (r->word_count == MAX_WORDS) return refuse(r, "too many words");
        r->words[r->word_count].name = name;
        r->words[r->word_count].value = equals + 1;
        r->word_count++;
    }
    return true;
}

static void start_answer(request *r) {
    r->used = 0;
    answer_open(r, NULL, '{');
    answer_number(r, "request", r->number);
}

static void answer(request *r, char *line, size_t length, const verb *verbs) {
    const verb *v;
    start_answer(r);
    if (strlen(line) != length)
        refuse(r, "the line holds a zero byte");
    else if (parse(r, line, verbs, &v))
        v->run(r);
    if (r->error[0] != '\0') {
        start_answer(r);
        answer_string(r, "error", r->error);
    }
    answer_close(r, '}');
    put(r, '\n');
    return_loans(r);
}

void serve(const char *out, const verb *verbs) {
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is a failed write, with its message */
    FILE *file = fopen(out, "a");
    if (file == NULL) die(1, "%s: %s", out, strerror(errno));
    char *line = NULL, *text = NULL;
    size_t line_room = 0, text_room = 0;
    ssize_t length;
    uint64_t number = 0;
    while (errno = 0, (length = getline(&line, &line_room, stdin)) >= 0) {
        if (length > 0 && line[length - 1] == '\n') line[--length] = '\0';
        request r = {.number = ++number, .text = text, .room = text_room};
        answer(&r, line, (size_t)length, verbs);
        text = r.text;
        text_room = r.room;
        if (fwrite(text, 1, r.used, file) != r.used || fflush(file) != 0)
            die(1, "%s: %s", out, strerror(errno));
    }
    if (ferror(stdin) || errno == ENOMEM) die(1, "standard input: %s", strerror(errno));
    free(line);
    free(text);
    if (fclose(file) != 0) die(1, "%s: %s", out, strerror(errno));
}
