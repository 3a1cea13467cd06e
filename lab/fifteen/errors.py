# SPDX-License-Identifier: Apache-2.0
"""The lab's own errors: one clear line for a person, and an exit status."""

import click


class Mistake(click.ClickException):
    """Something the user can mend: what was wrong, and what to do. Exit status 2."""

    exit_code = 2


class Failed(click.ClickException):
    """The work was done as asked, and its outcome is a failure. Exit status 1."""

    exit_code = 1


class Stopped(Failed):
    """The user has had enough, by Ctrl-C or SIGTERM. Exit status 130, as of a shell's."""

    exit_code = 130
