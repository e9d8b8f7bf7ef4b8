#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints one page of a user's actions, newest first: pages.py URI USERID [PAGE [SIZE]]"""
import sys

import gi

gi.require_version("HBase", "1.0")
from gi.repository import GLib, HBase

uri, userid = sys.argv[1], int(sys.argv[2])
number, size = (int(text) for text in (sys.argv[3:] + ["1", "10"][len(sys.argv) - 3 :]))

schema = HBase.KeySchema.new("userid:uint32,stamp:reverse-ms,actionid:uint32")
table = HBase.Table.new_with_key_schema(HBase.Connection.new(uri), "useractions", schema)
scan = HBase.Scan.new()
scan.set_prefix(schema.encode_prefix(GLib.Variant("(u)", (userid,))).get_data())
pages = HBase.PageIterator.new(table, scan, size)
for _ in range(number):
    page = pages.next(None)
for row in page.get_rows() if page else []:
    print(row.dup_key_field_escaped("stamp"), row.dup_value_utf8("content:name"))
if page and page.get_next_token():
    print("next page:", page.get_next_token())
