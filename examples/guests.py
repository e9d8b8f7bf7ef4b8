#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The README's first example in Python: guests.py URI

puts a row into the table `guests`, which is created if it doesn't exist, and prints all its rows.
"""
import sys

import gi

gi.require_version("HBase", "1.0")
from gi.repository import HBase

if len(sys.argv) != 2:
    print("usage: guests.py URI", file=sys.stderr)
    sys.exit(2)

connection = HBase.Connection.new(sys.argv[1])
HBase.Admin.new(connection).ensure_table("guests", ["content"])
table = HBase.Table.new(connection, "guests")
table.put("alan", {"content:name": "Alan Turing"})
for row in table.scan(columns=["content:name"]):
    print(row.key.decode(), row["content:name"].decode())
