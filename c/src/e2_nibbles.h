/* SPDX-License-Identifier: Apache-2.0
 * The S-boxes of E2 by look-ups of what two halves of a byte add, which are
 * shuffles (tables.py has the algebra).
 *
 * Before it includes this, a file says how it comes by the inverse: power, and
 * whether that is BY_AES, which takes a byte in another form.
 */
#ifndef FIFTEEN_E2_NIBBLES_H
#define FIFTEEN_E2_NIBBLES_H

/* What power makes x^127 of. */
TARGET static ALWAYS_INLINE byte to_inverse(byte x) {
    return shuffle(load_table(TO_INVERSE[BY_AES][0]), low_nibbles(x)) ^
           shuffle(load_table(TO_INVERSE[BY_AES][1]), high_nibbles(x));
}

/* Its constant P would make now odd, now even, so that the first S-box is without: second keys
 * have it. The low half of the sum is known sooner. */
TARGET static ALWAYS_INLINE byte first_s(byte x) {
    const byte y = power(to_inverse(x)), low = low_nibbles(y);
    const byte s = y + shuffle(load_table(S_LESS_POWER), low);
    return shuffle(load_table(LOW_TO_INVERSE[BY_AES]), low) ^
           shuffle(load_table(TO_INVERSE[BY_AES][1]), high_nibbles(s));
}

TARGET static ALWAYS_INLINE byte second_key(byte k) { return to_inverse(k); }

TARGET static ALWAYS_INLINE byte second_s(byte x) {
    const byte y = power(x);
    return y + shuffle(load_table(S_LESS_POWER), low_nibbles(y));
}

#endif
