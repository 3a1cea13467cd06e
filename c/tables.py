#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Write the tables that a specification defines by a rule.

    tables.py NAME FILE     writes the C header of the engine NAME to FILE
    tables.py des_bitsliced ../java/fifteen/src/main/java/org/fifteen/engine/DesCircuits.java
                            writes Java's circuits likewise

Each function that TABLES names computes one engine's tables from its
specification, or from a table in the source, and returns {array name: rows},
{function's signature: statements} or {macro's name: body}; the build turns them
into NAME_tables.h.
The Java engines compute the same tables when their class is loaded; circuits
have to be source, and a test compares what stands there. Standard library only,
so that building the C library needs no package.
"""

import functools
import hashlib
import itertools
import operator
import pathlib
import re
import signal
import string
import struct
import sys

SECONDS = 60  # that a table may take, of which it takes a tenth of one: a build ends


def fraction_of_e(words):
    """The binary fraction of e, 64 digits a word."""
    digits = 64 * words
    one = 1 << digits + 64  # 64 digits more, for what the divisions drop
    e, term, n = 0, one, 1
    while term:
        e, term, n = e + term, term // n, n + 1
    return list(struct.unpack(f">{words}Q", (e - 2 * one >> 64).to_bytes(digits // 8, "big")))


def multiply(x, y, polynomial):
    """The product modulo a polynomial over GF(2)."""
    product = 0
    while y:
        if y & 1:
            product ^= x
        x, y = x << 1, y >> 1
        x = min(x, x ^ polynomial)  # the one of lower degree
    return product


def bytes_apart(words):
    """Four tables, of the lowest byte of each word to the highest."""
    return [[word >> 8 * i & 255 for word in words] for i in range(4)]


def aes_affine(x):
    """What the S-box of AES does to an inverse (FIPS 197, 5.1.1)."""
    x |= x << 8
    return (x ^ x >> 4 ^ x >> 5 ^ x >> 6 ^ x >> 7 ^ 0x63) & 0xFF


def gf2_matrix(linear):
    """A linear function of eight bits as GFNI's instructions take it: row i, byte 7 - i, is the
    bits of x that bit i of linear(x) is the sum of."""
    columns = [linear(1 << j) for j in range(8)]
    rows = [sum((columns[j] >> i & 1) << j for j in range(8)) for i in range(8)]
    return int.from_bytes(rows, "big")


def quadratic_terms(bits, box):
    """Gates of two inputs whose sums are box(x) ^ box(0), eight bits quadratic in `bits` bits.

    Each as an expression of C and the outputs that have it, as bits. A gate is
    &, & ~ or |: with what two inputs give together it has what one or both give
    alone, so that these need no terms of their own, but for a rest.
    """
    alone = [box(1 << i) ^ box(0) for i in range(bits)]

    def together(i, j):
        return box(1 << i | 1 << j) ^ box(0) ^ alone[i] ^ alone[j]

    def gates_for(i):
        """The j whose gates with i sum up to what i gives alone, and what remains of it."""
        basis = {}  # by its highest bit: a sum of some gates' outputs, and their j

        def reduce(outputs, gates):
            for high in sorted(basis, reverse=True):
                if outputs >> high & 1:
                    outputs, gates = outputs ^ basis[high][0], gates ^ basis[high][1]
            return outputs, gates

        for j in set(range(bits)) - {i}:
            outputs, gates = reduce(together(i, j), {j})
            if outputs:
                basis[outputs.bit_length() - 1] = outputs, gates
        return reduce(alone[i], set())

    rest, gates = zip(*map(gates_for, range(bits)), strict=True)
    terms = [(f"x[{i}]", rest[i]) for i in range(bits)]
    for i in range(bits):
        for j in range(i):
            pattern = "x[{}] | x[{}]" if i in gates[j] else "x[{}] & ~x[{}]"
            if j not in gates[i]:
                pattern = "~x[{}] & x[{}]" if i in gates[j] else "x[{}] & x[{}]"
            terms.append((pattern.format(i, j), together(i, j)))
    return [term for term in terms if term[1]]


def quadratic_circuit(bits, box):
    """The body of a macro of C: eight bits quadratic in others, by few gates.

    It makes y[i * stride] of x[0], x[1], ... A sum of two terms that most
    outputs share is a new term, until none is shared (Paar, 1997). Each is made
    as late as possible, to be in a register when it is used.
    """
    terms = quadratic_terms(bits, box)
    expressions = [expression for expression, _ in terms]
    operands = [()] * len(terms)
    outputs = [outputs for _, outputs in terms]
    while True:
        shared = [i for i, o in enumerate(outputs) if o & (o - 1)]
        count, i, j = max(
            ((outputs[i] & outputs[j]).bit_count(), -i, -j) for i in shared for j in shared if j < i
        )
        if count < 2:
            break
        i, j = -i, -j
        common = outputs[i] & outputs[j]
        outputs[i] ^= common
        outputs[j] ^= common
        expressions.append(f"t{j} ^ t{i}")
        operands.append((j, i))
        outputs.append(common)

    statements, made = [], set()

    def needs(term):
        return {term}.union(*map(needs, operands[term])) - made

    def make(term):
        if term not in made:
            for operand in sorted(operands[term], key=lambda o: -len(needs(o))):
                make(operand)
            made.add(term)
            statements.append(f"const bits t{term} = {expressions[term]};")

    sums = {bit: [i for i, o in enumerate(outputs) if o >> bit & 1] for bit in range(8)}
    while sums:
        bit = min(sums, key=lambda bit: len(set().union(*map(needs, sums[bit]))))
        rest = sums.pop(bit)
        statements.append(f"bits y{bit} = {'~' if box(0) >> bit & 1 else ''}(bits){{0}};")
        while rest:
            term = min(rest, key=lambda term: len(needs(term)))
            rest.remove(term)
            make(term)
            statements.append(f"y{bit} ^= t{term};")
        statements.append(f"y[{bit} * stride] = y{bit};")
    return " \\\n".join(statements).removesuffix(";")


def linear_circuit(rows):
    """The statements that make bits y[] of bits x[]: bit j of rows[i] says if x[j] is in y[i].

    A sum of two that most outputs share is made once, until none is shared (Paar, 1997).
    """
    rows = list(rows)
    names = [f"x[{j}]" for j in range(max(rows).bit_length())]
    code = []
    while True:
        pairs = itertools.combinations(range(len(names)), 2)
        count, i, j = max((sum(row >> i & row >> j & 1 for row in rows), -i, -j) for i, j in pairs)
        if count < 2:
            break
        i, j = -i, -j
        both, name = 1 << i | 1 << j, f"t{len(names)}"
        code.append(f"const bits {name} = {names[i]} ^ {names[j]};")
        rows = [row ^ both | 1 << len(names) if row & both == both else row for row in rows]
        names.append(name)
    for n, row in enumerate(rows):
        terms = [name for i, name in enumerate(names) if row >> i & 1]
        code.append(f"y[{n}] = {' ^ '.join(terms)};")
    return code


def circuit(text, outputs):
    """A circuit's gates, each a name and an expression of C or Java, and the names of its outputs.

    It is written as its gates, each two signals and what becomes of them: & | ^
    as in C, - for "and not". Signals are letters and digits in turn, the inputs
    first, then the gates; those behind the colon are the outputs. The highest bit
    comes first, of inputs and of outputs. ValueError where it doesn't make
    outputs[n] of every n.
    """
    operations = {
        "&": ("& ", operator.and_),
        "|": ("| ", operator.or_),
        "^": ("^ ", operator.xor),
        "-": ("& ~", lambda a, b: a & ~b),
    }
    gates, made = text.split(":")
    names = iter(string.ascii_letters + string.digits)
    code, values = [], {}  # a signal's value is what it is for each n, at bit n

    def column(numbers, bit):
        return sum((x >> bit & 1) << n for n, x in enumerate(numbers))

    count = len(outputs).bit_length() - 1
    for i in range(count):
        values[next(names)] = column(range(len(outputs)), count - 1 - i)
    for a, operation, b in gates.split():
        name = next(names)
        symbol, function = operations[operation]
        code.append((f"t{name}", f"t{a} {symbol}t{b}"))
        values[name] = function(values[a], values[b])
    made = made.strip()
    for i, name in enumerate(made):
        if values[name] != column(outputs, len(made) - 1 - i):
            raise ValueError(f"output {i} of a circuit")
    return code, [f"t{name}" for name in made]


def crypton():
    """S-boxes and what pi makes of them, of v0.5 and v1.0; v1.0's constants.

    S[v][n] are the S-boxes 0 to 3: in v0.5 a Feistel network of 4-bit boxes and
    its inverse, twice; in v1.0 an involution rotated by 1 and 3, and the
    inverses of both. T[v][n][x] has S[v][n][x] in every byte, under the mask
    that pi puts on it. C is what v1.0 adds to the round keys of encryption and,
    under phi, of decryption.

    By look-ups of half bytes: FEISTEL has v0.5's three boxes, the first and last
    in the upper half. v1.0's involution of x = 16 h + l, rotated left by n, is
    y = MIX[0][l] ^ MIX[1][h], then the same sum over UNMIX[n] of y.
    """

    def nibbles(digits):
        return [int(digit, 16) for digit in digits]

    def inverse(box):
        return [box.index(x) for x in range(len(box))]

    def rotate(x, left, bits=32):
        left %= bits
        return (x << left | x >> bits - left) & (1 << bits) - 1

    p0, p1, p2 = map(nibbles, ("f968994c626a135f", "af4752e693c8d1b0", "04842f8d11f72bef"))
    q0, q1 = map(nibbles, ("fea1b58d9327064c", "bad78e05f634192c"))

    def v0_5():
        def feistel(x):
            left, right = x >> 4, x & 15
            left ^= p0[right]
            right ^= p1[left]
            left ^= p2[right]
            return left << 4 | right

        s0 = [feistel(x) for x in range(256)]
        return [s0, inverse(s0)] * 2

    def mix(x):
        y = 0
        for bit, image in enumerate((0x16, 0x41, 0x68, 0x82, 0x28, 0x92, 0x14, 0x49)):
            y ^= (x >> bit & 1) * image
        return y

    def v1_0():
        def involution(x):
            y = mix(q1[x >> 4] << 4 | q0[x & 15])
            return inverse(q1)[y >> 4] << 4 | inverse(q0)[y & 15]

        s0, s1 = ([rotate(involution(x), left, 8) for x in range(256)] for left in (1, 3))
        return [s0, s1, inverse(s0), inverse(s1)]

    def under_pi(boxes):
        masks = (0x3FCFF3FC, 0xFC3FCFF3, 0xF3FC3FCF, 0xCFF3FC3F)
        return [[0x01010101 * y & masks[n] for y in boxes[n]] for n in range(4)]

    def phi(x):
        masks = (0xCFFCCFFC, 0xF33FF33F, 0xFCCFFCCF, 0x3FF33FF3)
        a, b, c, d = (rotate(x, 8 * i) & masks[i] for i in range(4))
        return a ^ b ^ c ^ d

    def round_constants(r, decrypting):
        constant = 0xA54FF53A + 0x3C6EF372 * r & 0xFFFFFFFF
        turn = 0 if r % 2 else 2
        for i in range(4):
            word = phi(rotate(constant, 8 * (i + turn))) if decrypting else constant
            yield word ^ rotate(0xACACACAC, i)

    boxes = [v0_5(), v1_0()]
    return {
        "uint8_t S[2][4][256]": boxes,
        "uint32_t T[2][4][256]": [under_pi(b) for b in boxes],
        "uint32_t C[2][13][4]": [
            [list(round_constants(r, decrypting)) for r in range(13)]
            for decrypting in (False, True)
        ],
        "uint8_t FEISTEL[3][16]": [[x << 4 for x in p0], p1, [x << 4 for x in p2]],
        "uint8_t MIX[2][16]": [[mix(x) for x in q0], [mix(x << 4) for x in q1]],
        "uint8_t UNMIX[4][2][16]": [
            [
                [rotate(x, left, 8) for x in inverse(q0)],
                [rotate(x << 4, left, 8) for x in inverse(q1)],
            ]
            for left in range(4)
        ],
    }


# FIPS 46-3, appendix 1: rows 0 to 3 of S1 to S8, one hexadecimal digit an entry; P.
DES_SBOXES = """
    e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d
    f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9
    a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c
    7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e
    2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453
    c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d
    4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c
    d2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b
""".split()
DES_P = """
    16  7 20 21  29 12 28 17   1 15 23 26   5 18 31 10
     2  8 24 14  32 27  3  9  19 13 30  6  22 11  4 25
""".split()


def des_sbox(n, x):
    """S-box n, 0 for S1, of six bits."""
    return int(DES_SBOXES[4 * n + (x >> 4 & 2 | x & 1)][x >> 1 & 15], 16)


def des_f(n, x):
    """What input x of S-box n adds to a half that E has expanded to eight bytes of six bits."""
    s = des_sbox(n, x) << 28 - 4 * n
    half = sum((s >> 32 - int(b) & 1) << 31 - i for i, b in enumerate(DES_P))
    twice = half << 32 | half
    return sum((twice >> (27 - 4 * i) % 32 & 63) << 56 - 8 * i for i in range(8))


def des():
    """S-boxes, P and E in one (FIPS 46-3, appendix 1), and PC-2 by sevens of bits.

    SP[n][x] is what input x of S-box n + 1 adds to a half block that E has
    expanded to eight bytes of six bits. PC2_C[n][x] is what bits 7 n + 1 to
    7 n + 7 of C, read as x, add to the first four bytes of a round key;
    PC2_D of D, to the last four.
    """

    pc2 = """
        14 17 11 24  1  5   3 28 15  6 21 10  23 19 12  4 26  8  16  7 27 20 13  2
        41 52 31 37 47 55  30 40 51 45 33 48  44 49 39 56 34 53  46 42 50 36 29 32
    """.split()

    def permute(x, bits, table):
        """The bits of x that the table names, 1 the highest of `bits`."""
        return sum((x >> bits - int(b) & 1) << i for i, b in enumerate(reversed(table)))

    def sixes(x):
        return sum((x >> 18 - 6 * n & 63) << 24 - 8 * n for n in range(4))

    def sevens(table):
        return [[sixes(permute(x << 21 - 7 * n, 28, table)) for x in range(128)] for n in range(4)]

    return {
        "uint64_t SP[8][64]": [[des_f(n, x) for x in range(64)] for n in range(8)],
        "uint32_t PC2_C[4][128]": sevens(pc2[:24]),
        "uint32_t PC2_D[4][128]": sevens([int(b) - 28 for b in pc2[24:]]),
    }


# The S-boxes of DES as circuits; circuits.c found them.
DES_CIRCUITS = """
    e|a d&a g^e g^f i|j j-f l^d m^a k-n n^e d-o k&p q^m q&g s&i p-t r^s t^j c-u u^h c-w z|f
    B&c v^C D^o E|b F-r A^F H^D I&B I^z x-J n^J L&c N&a G^O c-P P-z Q^b R^j S|M T&b U-b V^N
    y^W X^D a-Y Y^r 0-w 2|x 3^S : 4K1Z

    f^e e&a d-f a-e e^d g&h i^c d-g m-l n^m p&g j^p q|f l^r q^d s-o s-p v^p w^k w^b x-j z-o
    x&a A^d B^a u^C D-a D&b E^k o-D G-k K|y L&h M^r N^H O^g C&P s-Q R^j S&b T-y t^T t^U F^V
    W-J Y^L Z^z : PI0X

    e^a b|a e-a g^c g-b h^a b^i k-j k^d k|e h^j n^d p-l p&c o|i o-s m^t v|a f-v y|c l-z A^e
    B|j C^m D^y D-B t-E F^b E-w x^G d-H I|y q^K M^L N-h O^f J&P r^Q Q-M R^q S^B U&d U-o V^E
    W^g Y-i f-Z w^0 1^u : TXN2

    c|b c-e e-c h|a i|a h|k b-k l&b n^c j^o o&b i-p q^e r^d d-s u-n p^u v^k w^f x^e t-z A^m
    B|h y^B C^v D&f E^n F^h r|G H^y I|f J^D g^K M^z N^d O^f P^I : OQLJ

    e^a d-a h^g d^g i^c h|j k-a l^e g|m m|n n&k m&d p&f b^o s^c u^n o&v i-w x-k u-x x|t l-y
    A^u z|g B-d C-d D-f E^z G^j H^p J&d J-B K&b L^f M^j N-J f-O Q-C b-R S^q T^P U^O U^t V&E
    W-B F^X Y^p b-Z 0&b N^1 r^2 3^p 4^I : V5C6

    c&d f&a f^b e^a i-h j^i g-f k^l a-l n^h a-p p-o p-i g-q c-r q^b s^r f-s u^l c-v d-w x^o
    u-v t&y z^d A-e B&f C^A A-v E^l F^q H^c E^n K^p c-K L^B m|M N|G N&i I^Q R-e S^B O-U V^O
    J^W d-X Y-D y^Z 0^U : 21PT

    e^d d-e f^a g^c j^e j&a j^b h^l n|e n&f o^g p^c o-p q-k b-r m|q t^a u&o i^t k^w r&w w-s
    y-k z^i x^A w-D f-E F^g z-G h-F H^b I|n C|I j-J b-L M-A i^N O|B b-P G-Q Q^u R^D S^H T|B
    K^V y-X v^Z 0^G : YW1U

    f^e d-a a^f e|d g^d f-j j^b k-f e-k a-n p^e q^h q|g r|g s^i r^k f-u v-b u^b t^w x^l w^c
    y^o A&c B^i t-C z^D E-q F^y E^m G^v H^k b&I J&b E^G K-m L^c M&a N&l O^M P^u Q|F R|N S^E
    V^W Q^W Y&B c-0 U^1 2^p 2|u 4&e X-5 6^C : 3Z7T
""".split("\n\n")


def des_circuits():
    """The gates and outputs of s1 to s8.

    They compute S(x) + S(0): zeros give zeros, so that "and", "or", "exclusive or" and "and not" do
    for any box, where others would need complements as well.
    """
    for n, text in enumerate(DES_CIRCUITS):
        yield circuit(text, [des_sbox(n, x) ^ des_sbox(n, 0) for x in range(64)])


def des_bitsliced():
    """The S-boxes as circuits, and what else a bit at a time needs of f.

    In s1 to s8 the first bit is in y[0] and x[0]. F_OF_0 is f of a half of zeros, expanded like SP.
    Bit i of what the S-boxes give goes to bit P_INVERSE[i].
    """
    functions = {}
    for n, (gates, outputs) in enumerate(des_circuits()):
        signature = f"TARGET static ALWAYS_INLINE void s{n + 1}(bits y[4], const bits x[6])"
        inputs = [(f"t{name}", f"x[{i}]") for i, name in enumerate("abcdef")]
        functions[signature] = [f"const bits {name} = {value};" for name, value in inputs + gates]
        functions[signature] += [f"y[{i}] = {name};" for i, name in enumerate(outputs)]
    order = [int(b) - 1 for b in DES_P]
    return {
        "uint64_t F_OF_0[1]": [functools.reduce(operator.xor, (des_f(n, 0) for n in range(8)))],
        "uint8_t P_INVERSE[32]": [order.index(i) for i in range(32)],
        **functions,
    }


def des_circuits_java():
    """The same circuits as a class of Java."""
    methods = []
    for n, (gates, outputs) in enumerate(des_circuits()):
        inputs = [
            (f"t{name}", f"x[{i}][p] ^ k << {58 + i} >> 63") for i, name in enumerate("abcdef")
        ]
        lines = [f"long {name} = {value};" for name, value in inputs + gates]
        lines += [f"y[{i}][p] ^= {name};" for i, name in enumerate(outputs)]
        body = "\n".join(f"      {line}" for line in lines)
        methods.append(f"""\
  static void s{n + 1}(long[][] y, long[][] x, long k, int columns) {{
    for (int p = 0; p < columns; p++) {{
{body}
    }}
  }}
""")
    return f"""\
// SPDX-License-Identifier: Apache-2.0
package org.fifteen.engine;

/**
 * The S-boxes of DES as circuits, 64 blocks a column. Written by c/tables.py.
 *
 * <p>To y[0] to y[3] each adds S(x + k) + S(0). The first bit is in x[0] and y[0], and of the six
 * low bits of k it is the highest.
 */
final class DesCircuits {{
  private DesCircuits() {{}}

{chr(10).join(methods)}}}
"""


def dfc():
    """The digits of e, and the confusion permutation with its table (DFC 2.2 and appendix).

    E is the fraction of e, 64 binary digits a word: RT fills the first 32 words, KD and KC follow.
    CP[j] is what the j-th word of RT, and KC, add to the halves of a word that have changed places.
    """
    e = fraction_of_e(36)
    kc = e[33] >> 32
    return {
        "uint64_t E[36]": e,
        "uint64_t CP[64]": [half << 32 | kc for word in e[:32] for half in divmod(word, 1 << 32)],
    }


def e2():
    """S-box, the function f, and what lengthens a key (E2 specification).

    s(x) is 97 x^127 + 225: the power in GF(2^8), the rest modulo 2^8. f is S on
    each of eight bytes, then the matrix P. The engine keeps eight bytes in the
    order 1 6 3 8 5 2 7 4. T[i][x] is what x in place i adds to f; S[i][x] is
    s(x) in byte i, 0 the lowest. PADDING is S three and four times of v.

    For look-ups of half bytes: x^127 is the inverse of x^128, the square root,
    which is linear. TO_INVERSE[way][0][l] ^ TO_INVERSE[way][1][h], of x = 16 h + l,
    is x^128 as what inverts takes it: AES's inverse S-box, way 1, after AES's
    affine map; look-ups, way 0, as two elements of GF(16), u in the lower half and v
    in the higher one. To y = x^127, S_LESS_POWER[y % 16] is added modulo 2^8 for
    s(x). LOW_TO_INVERSE[way][y % 16] is TO_INVERSE[way][0] of s(x)'s lower half,
    without the constant of AES's map.

    Way 0 (Mike Hamburg, 2009: "Accelerating AES with Vector Permute
    Instructions"): v + u t, where a = t + t^16 = t^17, has the inverse
    (1 + (a + 1) t / a^2) / p + t / (a^2 q), where with w = u + v
    p = w + 1 / (1 / u + a / v), q = u + 1 / (1 / w + a / v). INVERSES are those in
    GF(16), and times a; POWERS what 1 / p and 1 / q bring. A top bit stands for
    infinity, and shuffles make 0 of it.

    For GFNI, which inverts: POWER_OF_INVERSE is the matrix of x^128.
    """
    order = (0, 5, 2, 7, 4, 1, 6, 3)
    p = """
        01111110 10110111 11011011 11101101
        11011100 11100110 01110011 10111001
    """.split()

    def power(x, exponent):
        result = 1
        for _ in range(exponent):
            result = multiply(result, x, 0x11B)
        return result

    sbox = [(97 * power(x, 127) + 225) % 256 for x in range(256)]

    def f(x, column):
        return int.from_bytes((sbox[x] * int(p[row][column]) for row in order), "big")

    # The places of elements in this order are added as they are.
    gf16 = [x for x in range(256) if power(x, 16) == x]
    t = next(t for t in range(1, 256) if power(t, 17) == t ^ power(t, 16))
    a = power(t, 17)
    halves = {
        v ^ multiply(u, t, 0x11B): 16 * gf16.index(v) + gf16.index(u) for u in gf16 for v in gf16
    }
    of_p = 1 ^ multiply(multiply(a ^ 1, t, 0x11B), power(a, 253), 0x11B)
    of_q = multiply(t, power(a, 253), 0x11B)
    inverses = [power(x, 254) for x in gf16]

    def places(factor):
        found = [gf16.index(multiply(factor, x, 0x11B)) for x in inverses]
        return [0x80, *found[1:]]

    ways = halves.get, aes_affine

    def to_inverse(way, x):
        return way(power(x, 128))

    values = [bytes.fromhex("0123456789abcdef")]
    for _ in range(4):
        values.append(bytes(sbox[b] for b in values[-1]))
    return {
        "uint64_t T[8][256]": [[f(x, column) for x in range(256)] for column in order],
        "uint32_t S[4][256]": [[s << 8 * i for s in sbox] for i in range(4)],
        "uint64_t PADDING[2]": [int.from_bytes(value, "big") for value in values[3:]],
        "uint8_t TO_INVERSE[2][2][16]": [
            [
                [to_inverse(way, x) for x in range(16)],
                [to_inverse(way, 16 * x) ^ way(0) for x in range(16)],
            ]
            for way in ways
        ],
        "uint8_t S_LESS_POWER[16]": [(96 * y + 225) % 256 for y in range(16)],
        "uint8_t LOW_TO_INVERSE[2][16]": [
            [to_inverse(way, (97 * y + 225) % 16) ^ way(0) for y in range(16)] for way in ways
        ],
        "uint8_t INVERSES[2][16]": [places(1), places(a)],
        "uint8_t POWERS[2][16]": [
            [multiply(factor, x, 0x11B) for x in inverses] for factor in (of_p, of_q)
        ],
        "POWER_OF_INVERSE": f"UINT64_C({gf2_matrix(lambda x: power(x, 128)):#018x})",
    }


def hpc():
    """Permb and Permbi, by the rule in the specification.

    The fraction of e in words of 64 bits; of these the first sixteen whose last
    hexadecimal digits differ, the places 12 and 14 exchanged. Less its index,
    each sends the index to the digit, and Permbi sends it back.
    """
    words = {}
    for word in fraction_of_e(40):
        words.setdefault(word & 15, word)
    words = list(words.values())
    words[12], words[14] = words[14], words[12]
    permb = [word - i for i, word in enumerate(words)]
    permbi = {word & 15: permb[i] for i, word in enumerate(words)}
    return {
        "uint64_t PERMB[16]": permb,
        "uint64_t PERMBI[16]": [permbi[digit] for digit in range(16)],
    }


def loki97():
    """S-boxes and P (LOKI97 paper 2.4, 2.3).

    An S-box cubes its inverted input in GF(2^13) or GF(2^11), and gives the low eight bits. P[x] is
    where P puts the output x of Sa's first S-box; each further S-box is one bit higher. The macros
    are the S-boxes of bits; of a cube each bit is quadratic.
    """

    def sbox(bits, polynomial):
        def cube(x):
            return multiply(x, multiply(x, x, polynomial), polynomial)

        return [cube(x) & 0xFF for x in reversed(range(1 << bits))]

    s1, s2 = sbox(13, 0x2911), sbox(11, 0xAA7)
    return {
        "uint8_t S1[8192]": s1,
        "uint8_t S2[2048]": s2,
        "uint64_t P[256]": [sum((x >> j & 1) << 8 * j for j in range(8)) for x in range(256)],
        "S1_CIRCUIT(x, y, stride)": quadratic_circuit(13, s1.__getitem__),
        "S2_CIRCUIT(x, y, stride)": quadratic_circuit(11, s2.__getitem__),
    }


def magenta():
    """The powers of 2 in GF(2^8), as MAGENTA's steps look them up.

    f(x) is 2^x modulo x^8 + x^6 + x^5 + x^2 + 1, and f(255) is 0. A word holds two bytes, one at
    each end: row 0 of a table is for what the first byte gives, row 1 for the second. F[.][x] is
    f(x). PE needs of each byte its value at its own end, and its f at the other: H[.][x] is that
    for the byte x, G[.][x] that for the byte f(x).

    The wide engine takes logarithms in GF(16), which g = 2^17 generates: 2^d = u + 2 v for some
    u and v of it. LOGS[part][0][d] is for u (part 0) or v (1) of 2^d, LOGS[part][1][16 + d] for
    those where d < 0: 0x71 plus the logarithm to g. h of 0 to 15 will be added, and 15 taken away
    from what is above 0x7f; the low half is then the place in POWERS[part], after a zero, of the
    power of g, or twice that. For 0, which has no logarithm, it's 0x90, above 0x7f in any case.
    For u of 2^0 it's 0x61, which comes to the zero with h = 15 alone, as f(255) is 0.
    """
    f = [1]
    for _ in range(254):
        f.append(f[-1] << 1 ^ (0x165 if f[-1] & 0x80 else 0))
    f.append(0)
    g = f[0:255:17]
    parts = {u ^ multiply(v, 2, 0x165): (u, v) for u in [0, *g] for v in [0, *g]}

    def kept(d, part):
        if (d, part) == (0, 0):
            return 0x61
        number = parts[f[d % 255]][part]
        return 0x71 + g.index(number) if number else 0x90

    def with_f(numbers):
        return [[x | f[x] << 24 for x in numbers], [x << 24 | f[x] for x in numbers]]

    return {
        "uint8_t F_BYTES[256]": f,
        "uint32_t F[2][256]": [f, [x << 24 for x in f]],
        "uint32_t G[2][256]": with_f(f),
        "uint32_t H[2][256]": with_f(range(256)),
        "uint8_t LOGS[2][2][16]": [
            [[kept(d, part) for d in range(start, start + 16)] for start in (0, -16)]
            for part in (0, 1)
        ],
        "uint8_t POWERS[2][16]": [[0, *g], [0, *(multiply(x, 2, 0x165) for x in g)]],
    }


def mars():
    """S-box, by the rule in the specification.

    Words 5k to 5k+4 are the SHA-1 digest of the words 5k, c1, c2, c3; then, in
    each half, a word that agrees with a later one in two bytes or more is
    multiplied by 3. c1 and c2 are fractions of e and pi, c3 is what made the
    best table.
    """
    c1, c2, c3 = 0xB7E15162, 0x243F6A88, 0x02917D59
    digests = (hashlib.sha1(struct.pack("<4I", i, c1, c2, c3)) for i in range(0, 512, 5))
    sbox = [word for digest in digests for word in struct.unpack("<5I", digest.digest())][:512]

    def close(x, y):
        return (x ^ y).to_bytes(4, "little").count(0) >= 2

    for start, end in (0, 256), (256, 512):
        for i in range(start, end):
            if any(close(sbox[i], later) for later in sbox[i + 1 : end]):
                sbox[i] = 3 * sbox[i] & 0xFFFFFFFF
    return {"uint32_t S[512]": sbox}


def mars_bytes():
    """The S-box's bytes, each by itself."""
    return {"uint8_t S_BYTES[4][512]": bytes_apart(mars()["uint32_t S[512]"])}


def rijndael():
    """S-box and T-tables (FIPS 197, 5.1.1; The Design of Rijndael 4.2).

    A column is one word, row 0 in its low byte. T0[x] is the MixColumns
    product of S[x] standing in row 0; T1 to T3 are its rotations, one row
    further each. L0 to L3 have S[x] alone in that row: the last round has no
    MixColumns. IT and IL are the inverse's.
    """

    # x^254 is the inverse, and 0 of 0.
    powers = [1]
    for _ in range(254):
        powers.append(multiply(powers[-1], 3, 0x11B))
    log = {x: i for i, x in enumerate(powers)}
    inverse = [0] + [powers[(255 - log[x]) % 255] for x in range(1, 256)]
    sbox = [aes_affine(x) for x in inverse]
    inverse_sbox = [sbox.index(x) for x in range(256)]

    def columns(box, row0, row1, row2, row3, shift):
        words = []
        for s in box:
            word = sum(
                multiply(s, c, 0x11B) << 8 * i for i, c in enumerate((row0, row1, row2, row3))
            )
            words.append((word << shift | word >> (32 - shift)) & 0xFFFFFFFF)
        return words

    return {
        "uint8_t S[256]": sbox,
        "uint8_t IS[256]": inverse_sbox,
        "uint32_t T[4][256]": [columns(sbox, 2, 1, 1, 3, 8 * i) for i in range(4)],
        "uint32_t IT[4][256]": [columns(inverse_sbox, 14, 9, 13, 11, 8 * i) for i in range(4)],
        "uint32_t L[4][256]": [columns(sbox, 1, 0, 0, 0, 8 * i) for i in range(4)],
        "uint32_t IL[4][256]": [columns(inverse_sbox, 1, 0, 0, 0, 8 * i) for i in range(4)],
    }


def rijndael_bitsliced():
    """Ways into GF(((2^2)^2)^2), where an inverse is a few products, and out of it again.

    Each field over its half, GF(q), has a basis u and u^q whose sum is 1: of W, Z and Y. Bit
    4 i + 2 j + k counts Y Z W or, where i, j, k are 1, their conjugates. Z times Z^4 is W.
    scaled_square is the square times Y Y^16, in GF(16). SubBytes begins with to_tower, and what
    from_tower ends with is its linear part; its inverse has the inverse of that at the beginning.
    Z and Y are those that make the fewest gates.
    """

    def product(*factors):
        return functools.reduce(lambda x, y: multiply(x, y, 0x11B), factors, 1)

    def power(x, exponent):
        return product(*[x] * exponent)

    def bases(q):
        return [u for u in range(256) if power(u, q * q) == u and u ^ power(u, q) == 1]

    def rows(function, bits=8):
        columns = [function(1 << j) for j in range(bits)]
        return [
            sum((column >> i & 1) << j for j, column in enumerate(columns)) for i in range(bits)
        ]

    def inverse(function):
        return [function(x) for x in range(256)].index

    def linear(x):
        return aes_affine(x) ^ aes_affine(0)

    def steps(z, y):
        units = [
            product(power(y, 16**i), power(z, 4**j), power(z, 5 * 2**k))
            for i, j, k in itertools.product((0, 1), repeat=3)
        ]

        def from_tower(x):
            return functools.reduce(operator.xor, (u for i, u in enumerate(units) if x >> i & 1), 0)

        def scaled_square(x):  # both halves of an element of GF(16) are the same
            return to_tower(product(power(y, 17), power(from_tower(17 * x), 2))) & 15

        to_tower = inverse(from_tower)
        return {
            "to_tower": linear_circuit(rows(to_tower)),
            "from_tower": linear_circuit(rows(lambda x: linear(from_tower(x)))),
            "inverse_to_tower": linear_circuit(rows(lambda x: to_tower(unlinear(x)))),
            "inverse_from_tower": linear_circuit(rows(from_tower)),
            "scaled_square": linear_circuit(rows(scaled_square, 4)),
        }

    def gates(steps):
        return sum(line.count(" ^ ") for code in steps.values() for line in code)

    unlinear = inverse(linear)
    best = min((steps(z, y) for z in bases(4) for y in bases(16)), key=gates)
    return {
        f"AVX2 static ALWAYS_INLINE void {name}(bits *y, const bits *x)": code
        for name, code in best.items()
    }


def saferplus():
    """The boxes exp and log, and the biases of the key schedule.

    EXP[n][x] and LOG[n][x] are the box's value standing in lane n of four
    16-bit lanes. BIAS[p - 2][j - 1] is B_p,j of the specification. EXP_LOW[x] is
    exp(x) - 1, LOG_LOW[x] is log(x + 1): halves from which the others follow.
    """

    def exp(x):
        return pow(45, x, 257) & 0xFF  # 256 counts as 0

    box = [exp(x) for x in range(256)]
    log = [box.index(x) for x in range(256)]

    def bias(p, j):
        # Two exponentials; one from the eighteenth word on.
        return exp(pow(45, 17 * p + j, 257)) if p <= 17 else exp(17 * p + j)

    return {
        "uint64_t EACH[256]": [x * 0x0001000100010001 for x in range(256)],
        "uint64_t EXP[4][256]": [[x << 16 * n for x in box] for n in range(4)],
        "uint64_t LOG[4][256]": [[x << 16 * n for x in log] for n in range(4)],
        "uint8_t EXP_LOW[128]": [(x - 1) & 0xFF for x in box[:128]],
        "uint8_t LOG_LOW[128]": log[1:129],
        "uint8_t BIAS[32][16]": [[bias(p, j) for j in range(1, 17)] for p in range(2, 34)],
    }


def twofish():
    """q-permutations and MDS columns (Twofish paper 4.3.2, 4.3.5).

    M[j][x] is the product of the MDS matrix's column j with the byte that the
    last q-permutation of h in that column makes of x; row 0 in its low byte.
    """
    nibble_tables = (
        ("817d6f320b59eca4", "ecb81235f4a6709d", "ba5e6d90c8f32471", "d7f4126e9b3085ca"),
        ("28bdf76e31940ac5", "1e2b4c376da5f908", "4c75169a0ed82b3f", "b951c3de647f208a"),
    )

    def permutation(tables):
        t0, t1, t2, t3 = ([int(digit, 16) for digit in table] for table in tables)

        def mix(a, b):
            return a ^ b, a ^ (b >> 1 | b << 3 & 15) ^ a << 3 & 15

        def substitute(x):
            a, b = mix(x >> 4, x & 15)
            a, b = mix(t0[a], t1[b])
            return t3[b] << 4 | t2[a]

        return [substitute(x) for x in range(256)]

    q = [permutation(tables) for tables in nibble_tables]
    mds_columns = (
        (0x01, 0x5B, 0xEF, 0xEF),
        (0xEF, 0xEF, 0x5B, 0x01),
        (0x5B, 0xEF, 0x01, 0xEF),
        (0x5B, 0x01, 0xEF, 0x5B),
    )
    last_q = (1, 0, 1, 0)
    return {
        "uint8_t Q[2][256]": q,
        "uint32_t M[4][256]": [
            [
                sum(multiply(y, c, 0x169) << 8 * i for i, c in enumerate(column))
                for y in q[last_q[j]]
            ]
            for j, column in enumerate(mds_columns)
        ],
    }


def cast256_bytes():
    """The bytes of the S-boxes that cast256.h has, as they follow from no rule, each by itself."""
    source = (pathlib.Path(__file__).parent / "src" / "cast256.h").read_text()
    words = [int(word, 16) for word in re.findall("0x[0-9a-f]{8}", source)]
    if len(words) != 1024:
        raise ValueError("cast256.h has other words than those of four S-boxes")
    return {
        "uint8_t S_BYTES[4][4][256]": [bytes_apart(words[i : i + 256]) for i in range(0, 1024, 256)]
    }


JAVA = {"des_bitsliced": des_circuits_java}

TABLES = {
    "cast256_bytes": cast256_bytes,
    "crypton": crypton,
    "des": des,
    "des_bitsliced": des_bitsliced,
    "dfc": dfc,
    "e2": e2,
    "hpc": hpc,
    "loki97": loki97,
    "magenta": magenta,
    "mars": mars,
    "mars_bytes": mars_bytes,
    "rijndael": rijndael,
    "rijndael_bitsliced": rijndael_bitsliced,
    "saferplus": saferplus,
    "twofish": twofish,
}


def declaration(name, rows):
    """One array as C source, eight numbers a line."""

    def braces(rows):
        if isinstance(rows[0], list):
            return "{" + ",\n".join(braces(row) for row in rows) + "}"
        digits = int(name[len("uint") : name.index("_t")]) // 4
        items = [f"0x{x:0{digits}x}" for x in rows]
        lines = [", ".join(items[i : i + 8]) for i in range(0, len(items), 8)]
        return "{\n" + ",\n".join(lines) + "}"

    return f"static const _Alignas(64) {name} = {braces(rows)};\n"  # no register across two lines


def function(signature, statements):
    """One function as C source."""
    return "\n".join((f"{signature} {{", *(f"    {line}" for line in statements), "}\n"))


def macro(name, body):
    """One macro as C source."""
    return f"#define {name} \\\n{body}\n"


def header(engine):
    """The text of ENGINE_tables.h."""
    parts = []
    for name, content in TABLES[engine]().items():
        if isinstance(content, str):
            write = macro
        else:
            write = function if name.endswith(")") else declaration
        parts.append(write(name, content))
    return f"/* Written by tables.py {engine}. */\n#include <stdint.h>\n\n" + "\n".join(parts)


def main(arguments):
    """Write one engine's header, or class of Java; the arguments are its name and the file."""
    signal.alarm(SECONDS)
    if len(arguments) != 2 or arguments[0] not in TABLES:
        sys.exit(f"usage: tables.py {{{','.join(sorted(TABLES))}}} FILE")
    engine, path = arguments
    if path.endswith(".java"):
        if engine not in JAVA:
            sys.exit(f"tables.py writes no class of Java for {engine}")
        text = JAVA[engine]()
    else:
        text = header(engine)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
