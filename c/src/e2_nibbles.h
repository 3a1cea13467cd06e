/* SPDX-License-Identifier: Apache-2.0
 * The S-boxes of E2 by look-ups of what two halves of a byte add, which are
 * shuffles (tables.py has the algebra).
 *
 * Before it includes this, a file says how it comes by the inverse: power, which
 * takes what AES's affine map makes of x^128 (BY_AES), or two elements of GF(16).
 */
#ifndef FIFTEEN_E2_NIBBLES_H
#define FIFTEEN_E2_NIBBLES_H

/* What power makes x^127 of. */
TARGET static ALWAYS_INLINE byte to_inverse(byte x) {
    return shuffle(load_table(TO_INVERSE[BY_AES][0]), low_nibbles(x)) ^
           shuffle(load_table(TO_INVERSE[BY_AES][1]), high_nibbles(x));
}

/* Without to_inverse's constant: P adds up now an odd, now an even number of these, so the second
 * keys bring it. The lower half of s hangs on y's alone, and is known sooner. */
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
