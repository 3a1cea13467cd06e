/* SPDX-License-Identifier: Apache-2.0
 * Find small circuits for an S-box of six or four bits to four, as tables.py keeps them.
 *
 *     circuits BOX SEED SECONDS [MORE]
 *
 * BOX is 64 hexadecimal digits, or 16, the outputs for 0, 1, 2 and so on; none of their bits may
 * always be the same. Each circuit that is smaller than those before is printed: its number of
 * gates, the gates, the outputs, each complemented if need be so that zeros give 0. With MORE, each
 * that has at most so many gates more than the smallest, to choose among by what else counts.
 *
 * It begins with a circuit by Shannon's expansion, twice too large, and changes one gate after
 * another. What a gate has to give is known for all 64 inputs, and matters only for those for which
 * it reaches an output. So there is mostly more than one way to make it: another signal will do, or
 * a gate on two others, or two gates on three. Any of them is taken at random, and what is then no
 * longer needed is dropped. A step may leave the circuit as large as it was, or make it larger than
 * the smallest by one gate, so that the search wanders until a step happens to save something.
 *
 * The boxes of DES take 40 to 55 gates after some seconds; more seeds find better ones. Those of
 * Serpent, of the four inputs c to f, take 12 to 14, found in a second.
 * Not part of the library: its tests build it, but -O3 -march=native make it faster.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { INPUTS = 6, OUTPUTS = 4, MOST = 160, PATIENCE = 300000 };

/* What a signal is for each of the 64 inputs. */
typedef uint64_t table;

static const table inputs[INPUTS] = {0xffffffff00000000, 0xffff0000ffff0000, 0xff00ff00ff00ff00,
                                     0xf0f0f0f0f0f0f0f0, 0xcccccccccccccccc, 0xaaaaaaaaaaaaaaaa};

/* A signal or its complement: twice the signal's number, plus 1 for the complement. */
typedef unsigned literal;

typedef struct {
    literal a, b;
    int is_xor; /* else "and": with complements all others come of it */
} gate;

/* Signals are the inputs and then the gates, each behind those it needs. */
typedef struct {
    unsigned signals;
    gate gates[MOST]; /* by signal; the first are not used */
    literal outputs[OUTPUTS];
} circuit;

static uint64_t random_state;

static unsigned random_below(unsigned n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (unsigned)((random_state >> 32) * n >> 32);
}

/* ---- Circuits ---- */

static table value(const table v[], literal x) { return x & 1 ? ~v[x / 2] : v[x / 2]; }

static table gate_value(const table v[], const gate *g) {
    const table a = value(v, g->a), b = value(v, g->b);
    return g->is_xor ? a ^ b : a & b;
}

static void evaluate(const circuit *c, table v[MOST]) {
    memcpy(v, inputs, sizeof inputs);
    for (unsigned i = INPUTS; i < c->signals; i++) v[i] = gate_value(v, &c->gates[i]);
}

static literal add_gate(circuit *c, literal a, literal b, int is_xor) {
    if (c->signals == MOST) exit(1);
    c->gates[c->signals] = (gate){a, b, is_xor};
    return 2 * c->signals++;
}

/* t, which isn't constant, as f0 ^ x (f0 ^ f1), x the next input on which it depends. */
static literal expand(circuit *c, table t, const unsigned *order) {
    table v[MOST];
    evaluate(c, v);
    for (unsigned i = 0; i < c->signals; i++)
        if (v[i] == t || v[i] == ~t) return 2 * i + (v[i] != t);
    const unsigned x = *order, apart = 32 >> x;
    const table low = t & ~inputs[x], high = t & inputs[x];
    const table f0 = low | low << apart, change = f0 ^ (high | high >> apart);
    if (change == 0) return expand(c, f0, order + 1);
    if (~change == 0) return add_gate(c, expand(c, f0, order + 1), 2 * x, 1);
    const literal product = add_gate(c, expand(c, change, order + 1), 2 * x, 0);
    if (f0 == 0 || ~f0 == 0) return product ^ (f0 != 0);
    return add_gate(c, expand(c, f0, order + 1), product, 1);
}

static literal copy_needed(circuit *to, const circuit *from, literal place[MOST], literal x) {
    if (x / 2 < INPUTS) return x;
    if (place[x / 2] == 0) {
        const gate *g = &from->gates[x / 2];
        const literal a = copy_needed(to, from, place, g->a);
        const literal b = copy_needed(to, from, place, g->b);
        place[x / 2] = add_gate(to, a, b, g->is_xor);
    }
    return place[x / 2] ^ (x & 1);
}

/* The gates on which an output depends, in order. */
static void tidy(circuit *c) {
    const circuit from = *c;
    literal place[MOST] = {0};
    c->signals = INPUTS;
    for (unsigned i = 0; i < OUTPUTS; i++)
        c->outputs[i] = copy_needed(c, &from, place, from.outputs[i]);
}

/* ---- A step ---- */

/* What the gate to be changed may be made of, and what it has to give: tables are complete but for
 * the inputs that don't matter, where they are 0. */
typedef struct {
    circuit *c;
    unsigned target;
    table care, wanted;
    unsigned count; /* of literals */
    literal literals[2 * MOST];
    table values[2 * MOST];
} step;

/* Whether x is y, or its complement, as far as `care` goes. */
static int same(table x, table y, table care) {
    const table difference = (x ^ y) & care;
    return difference == 0 || difference == care;
}

/* Those who use signal s use x. */
static void redirect(circuit *c, unsigned s, literal x) {
    for (unsigned i = INPUTS; i < c->signals; i++) {
        gate *g = &c->gates[i];
        if (g->a / 2 == s) g->a = x ^ (g->a & 1);
        if (g->b / 2 == s) g->b = x ^ (g->b & 1);
    }
    for (unsigned i = 0; i < OUTPUTS; i++)
        if (c->outputs[i] / 2 == s) c->outputs[i] = x ^ (c->outputs[i] & 1);
}

static void prepare(step *s, circuit *c) {
    table v[MOST], w[MOST];
    int depends[MOST] = {0};
    evaluate(c, v);
    evaluate(c, w);
    s->c = c;
    s->target = INPUTS + random_below(c->signals - INPUTS);
    w[s->target] = ~v[s->target];
    depends[s->target] = 1;
    for (unsigned i = s->target + 1; i < c->signals; i++) {
        depends[i] = depends[c->gates[i].a / 2] || depends[c->gates[i].b / 2];
        if (depends[i]) w[i] = gate_value(w, &c->gates[i]);
    }
    s->care = 0;
    for (unsigned i = 0; i < OUTPUTS; i++)
        s->care |= value(v, c->outputs[i]) ^ value(w, c->outputs[i]);
    s->wanted = v[s->target] & s->care;
    s->count = 0;
    for (literal x = 0; x < 2 * c->signals; x++) {
        if (depends[x / 2]) continue;
        s->literals[s->count] = x;
        s->values[s->count++] = value(v, x) & s->care;
    }
}

static int use_signal(step *s) {
    for (unsigned i = 0; i < s->count; i++) {
        if (s->values[i] != s->wanted) continue;
        redirect(s->c, s->target, s->literals[i]);
        return 1;
    }
    return 0;
}

/* Makes it one gate on two signals: another than now. */
static int use_gate(step *s) {
    const gate now = s->c->gates[s->target];
    gate found = now;
    int complemented = 0;
    unsigned matches = 0;
    for (unsigned i = 0; i < s->count; i++) {
        /* An "and" covers with both its inputs what it gives. */
        const table x = s->values[i];
        const int covers = (s->wanted & ~x) == 0, covers_rest = ((s->wanted ^ s->care) & ~x) == 0;
        const int is_plain = s->literals[i] % 2 == 0;
        if (!covers && !covers_rest && !is_plain) continue;
        for (unsigned j = 0; j < i; j++) {
            const literal a = s->literals[i], b = s->literals[j];
            const int as_now = (a / 2 == now.a / 2 && b / 2 == now.b / 2) ||
                               (a / 2 == now.b / 2 && b / 2 == now.a / 2);
            if (as_now || a / 2 == b / 2) continue;
            const table both = x & s->values[j], either = x ^ s->values[j];
            if ((covers || covers_rest) && same(both, s->wanted, s->care)) {
                if (random_below(++matches) == 0)
                    found = (gate){a, b, 0}, complemented = both != s->wanted;
            }
            if (is_plain && b % 2 == 0 && same(either, s->wanted, s->care)) {
                if (random_below(++matches) == 0)
                    found = (gate){a, b, 1}, complemented = either != s->wanted;
            }
        }
    }
    if (matches == 0) return 0;
    s->c->gates[s->target] = found;
    if (complemented) redirect(s->c, s->target, 2 * s->target + 1);
    return 1;
}

/* Every gate on two of the signals. */
typedef struct {
    unsigned count;
    gate gates[MOST * MOST * 5 / 2];
    table values[MOST * MOST * 5 / 2];
} pairs;

static void make_pairs(pairs *p, const step *s) {
    p->count = 0;
    for (unsigned i = 0; i < s->count; i++)
        for (unsigned j = 0; j < i; j++) {
            const literal a = s->literals[i], b = s->literals[j];
            if (a / 2 == b / 2) continue;
            p->gates[p->count] = (gate){a, b, 0};
            p->values[p->count++] = s->values[i] & s->values[j];
            if (a % 2 != 0 || b % 2 != 0) continue;
            p->gates[p->count] = (gate){a, b, 1};
            p->values[p->count++] = s->values[i] ^ s->values[j];
        }
}

/* One that is `wanted` or its complement as far as `care` goes, the search beginning anywhere;
 * p->count where there is none. */
static unsigned find_pair(const pairs *p, table wanted, table care) {
    enum { STRIDE = 32 };
    const unsigned strides = (p->count + STRIDE - 1) / STRIDE, first = random_below(strides + 1);
    for (unsigned n = 0; n < strides; n++) {
        const unsigned start = (first + n) % strides * STRIDE;
        const unsigned end = start + STRIDE < p->count ? start + STRIDE : p->count;
        int any = 0;
        for (unsigned i = start; i < end; i++) any |= same(p->values[i], wanted, care);
        for (unsigned i = start; any && i < end; i++)
            if (same(p->values[i], wanted, care)) return i;
    }
    return p->count;
}

/* Whether only the target needs one of the gates it is made on. */
static int frees_another(const step *s) {
    unsigned uses[MOST] = {0};
    for (unsigned i = INPUTS; i < s->c->signals; i++)
        uses[s->c->gates[i].a / 2]++, uses[s->c->gates[i].b / 2]++;
    for (unsigned i = 0; i < OUTPUTS; i++) uses[s->c->outputs[i] / 2]++;
    const unsigned a = s->c->gates[s->target].a / 2, b = s->c->gates[s->target].b / 2;
    return (a >= INPUTS && uses[a] == 1) || (b >= INPUTS && uses[b] == 1);
}

/* Makes it a gate on a signal and a gate. */
static int use_two_gates(step *s) {
    static pairs p;
    make_pairs(&p, s);
    const unsigned first = random_below(s->count);
    for (unsigned n = 0; n < 3 * s->count; n++) {
        const unsigned i = (first + n / 3) % s->count;
        const int is_xor = n % 3 == 2, complemented = n % 3 == 1;
        const table x = s->values[i], wanted = complemented ? s->wanted ^ s->care : s->wanted;
        if (is_xor ? s->literals[i] % 2 != 0 : (wanted & ~x) != 0 || wanted == x) continue;
        const table care = is_xor ? s->care : x, rest = is_xor ? wanted ^ x : wanted;
        const unsigned found = find_pair(&p, rest, care);
        if (found == p.count) continue;
        const gate *g = &p.gates[found];
        const literal inner = add_gate(s->c, g->a, g->b, g->is_xor);
        const unsigned flip = ((p.values[found] ^ rest) & care) != 0;
        s->c->gates[s->target] = (gate){inner ^ flip, s->literals[i], is_xor};
        if (complemented) redirect(s->c, s->target, 2 * s->target + 1);
        return 1;
    }
    return 0;
}

/* Changes a gate; 0 where it can't. */
static int change(circuit *c, int may_grow) {
    static step s;
    prepare(&s, c);
    int changed = use_signal(&s);
    if (!changed && random_below(20) > 0)
        changed = use_gate(&s);
    else if (!changed && (may_grow || frees_another(&s)))
        changed = use_two_gates(&s);
    if (changed) tidy(c);
    return changed;
}

/* ---- The search ---- */

/* Gates that wait for fewer others come first: a processor finds more to do at once. */
static circuit by_depth(const circuit *from) {
    circuit to = {.signals = INPUTS};
    unsigned depth[MOST] = {0};
    literal place[MOST];
    for (unsigned i = 0; i < INPUTS; i++) place[i] = 2 * i;
    for (unsigned d = 1; to.signals < from->signals; d++)
        for (unsigned i = INPUTS; i < from->signals; i++) {
            const gate *g = &from->gates[i];
            const unsigned a = depth[g->a / 2], b = depth[g->b / 2];
            depth[i] = 1 + (a > b ? a : b);
            if (depth[i] != d) continue;
            place[i] = add_gate(&to, place[g->a / 2] ^ (g->a & 1), place[g->b / 2] ^ (g->b & 1),
                                g->is_xor);
        }
    for (unsigned i = 0; i < OUTPUTS; i++)
        to.outputs[i] = place[from->outputs[i] / 2] ^ (from->outputs[i] & 1);
    return to;
}

/* Every gate is complemented where that makes it 0 for input 0: so none needs a complement. */
static void print(const circuit *found) {
    static const char names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    const circuit sorted = by_depth(found), *const c = &sorted;
    if (c->signals >= sizeof names) return;
    table v[MOST];
    evaluate(c, v);
    printf("%u:", c->signals - INPUTS);
    for (unsigned i = INPUTS; i < c->signals; i++) {
        const gate *g = &c->gates[i];
        const int a_is_1 = value(v, g->a) & 1, b_is_1 = value(v, g->b) & 1;
        const char a = names[g->a / 2], b = names[g->b / 2];
        const char *operation = g->is_xor          ? "^"
                                : a_is_1 && b_is_1 ? "|"
                                : a_is_1 || b_is_1 ? "-"
                                                   : "&";
        if (*operation == '-' && a_is_1)
            printf(" %c-%c", b, a);
        else
            printf(" %c%s%c", a, operation, b);
    }
    printf(" : ");
    for (unsigned i = 0; i < OUTPUTS; i++) putchar(names[c->outputs[i] / 2]);
    putchar('\n');
    fflush(stdout);
}

static void start(circuit *c, const table outputs[OUTPUTS]) {
    unsigned order[INPUTS] = {0, 1, 2, 3, 4, 5};
    for (unsigned i = INPUTS - 1; i > 0; i--) {
        const unsigned j = random_below(i + 1), x = order[i];
        order[i] = order[j];
        order[j] = x;
    }
    c->signals = INPUTS;
    for (unsigned i = 0; i < OUTPUTS; i++) c->outputs[i] = expand(c, outputs[i], order);
    tidy(c);
}

int main(int argc, char **argv) {
    table outputs[OUTPUTS] = {0};
    const size_t digits = argc < 4 || argc > 5 ? 0 : strlen(argv[1]);
    if (digits != 64 && digits != 16) {
        fprintf(stderr, "usage: circuits BOX SEED SECONDS [MORE]\n");
        return 2;
    }
    const int more = argc == 5 ? atoi(argv[4]) : -1;
    for (unsigned x = 0; x < 64; x++) {
        const char digit[2] = {argv[1][x % digits], 0};
        for (unsigned i = 0; i < OUTPUTS; i++)
            outputs[i] |= (table)(strtoul(digit, NULL, 16) >> (OUTPUTS - 1 - i) & 1) << x;
    }
    random_state = 0x9e3779b97f4a7c15 * (2 * strtoull(argv[2], NULL, 10) + 1);
    const clock_t end = clock() + (clock_t)(strtod(argv[3], NULL) * CLOCKS_PER_SEC);
    for (unsigned smallest = MOST; clock() < end;) {
        static circuit now, next;
        start(&now, outputs);
        unsigned best = now.signals;
        for (unsigned idle = 0; idle < PATIENCE && clock() < end; idle++) {
            next = now;
            if (!change(&next, now.signals <= best) || next.signals > best + 1) continue;
            now = next;
            if (now.signals < best) best = now.signals, idle = 0;
            if ((int)now.signals > (int)smallest + more) continue;
            if (now.signals < smallest) smallest = now.signals;
            print(&now);
        }
    }
    return 0;
}
