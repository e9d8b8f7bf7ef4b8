#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts a visit, and prints the number of visits so far: counter.py URI PAGE

Any number of programs may count at the same time: no visit is lost, and none is counted twice.
"""
import sys

import gi

gi.require_version("HBase", "1.0")
from gi.repository import HBase

if len(sys.argv) != 3:
    print("usage: counter.py URI PAGE", file=sys.stderr)
    sys.exit(2)

uri, page = sys.argv[1:]
connection = HBase.Connection.new(uri)
HBase.Admin.new(connection).ensure_table("visits", ["count"])
visits = HBase.Table.new(connection, "visits").counter_inc(page, "count:visits")
print(f"visits of {page}: {visits}")
