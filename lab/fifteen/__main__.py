# SPDX-License-Identifier: Apache-2.0
"""``python -m fifteen``: what the launcher runs."""

from fifteen.cli import NAME, main

main(prog_name=NAME)
