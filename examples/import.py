#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Imports users' actions into the table `useractions`: import.py URI FILE

Each line of the file is USER,TIME,ACTION, such as 7,2024-05-01T12:00:00Z,login. The table is created if it
doesn't exist. A batch sends the rows in few requests.
"""
import sys

import gi

gi.require_version("HBase", "1.0")
from gi.repository import HBase

if len(sys.argv) != 3:
    print("usage: import.py URI FILE", file=sys.stderr)
    sys.exit(2)

connection = HBase.Connection.new(sys.argv[1])
schema = HBase.KeySchema.new("userid:uint32,stamp:reverse-ms,actionid:uint32")
HBase.Admin.new(connection).ensure_table("useractions", ["content"])
table = HBase.Table.new(connection, "useractions")
with open(sys.argv[2], encoding="utf-8") as file, HBase.Batch.new(table) as batch:
    for number, line in enumerate(file, 1):
        try:
            user, time, action = line.rstrip("\n").split(",", 2)
        except ValueError:
            sys.exit(f"line {number}: “{line.rstrip()}” isn't USER,TIME,ACTION")
        key = schema.encode(userid=user, stamp=time, actionid=number)
        batch.put(key, {"content:name": action})
print(f"{number} actions were imported")
