# SPDX-License-Identifier: Apache-2.0
"""``-k EXPR``: pytest's own expression language, matched against names."""

from collections.abc import Callable

from _pytest.mark.expression import Expression

from fifteen.errors import Mistake


def matcher(expression: str | None) -> Callable[[str], bool]:
    """A test of names: the words of ``expression`` match as substrings, in either case.

    A word with a slash begins where a part of the name does: ``c/rc6`` is not in ``java/BC/rc6``.
    No expression matches every name. A bad one is a Mistake.
    """
    if not expression:
        return lambda name: True
    try:
        compiled = Expression.compile(expression)
    except SyntaxError as error:
        raise Mistake(
            f"-k {expression!r}: {error.msg} (words, 'and', 'or', 'not' and parentheses)"
        ) from None

    def matches(name: str) -> bool:
        lowered = name.lower()
        return compiled.evaluate(lambda word, **_: _has(lowered, word.lower()))

    return matches


def _has(name: str, word: str) -> bool:
    if "/" in word:
        return f"/{word.lstrip('/')}" in f"/{name}"
    return word in name
