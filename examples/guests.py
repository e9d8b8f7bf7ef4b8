#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The README's first example in Python: adds a guest to the table `guests`, and lists all."""
import os

import gi

gi.require_version("HBase", "1.0")
from gi.repository import HBase

table = HBase.Table.new(HBase.Connection.new(os.environ["HBASE_URI"]), "guests")
put = HBase.Put.new_utf8("alan")
put.add_utf8("content", "name", "Alan Turing")
table.put(put)
cursor = table.scan(HBase.Scan.new())
while row := cursor.next():
    print(row.dup_key_utf8(), row.dup_value_utf8("content:name"))
