# SPDX-License-Identifier: Apache-2.0
"""``python -m fifteen``: what the launcher runs."""

import sys

try:
    from fifteen.cli import NAME, main
except KeyboardInterrupt:  # while libraries are read; later the command itself says so
    print("Error: stopped", file=sys.stderr)
    sys.exit(130)

main(prog_name=NAME)
