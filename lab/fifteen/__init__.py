# SPDX-License-Identifier: Apache-2.0
"""Fifteen's lab: plan, verify, measure, and report what block ciphers cost."""

__version__ = "0.1.0"
