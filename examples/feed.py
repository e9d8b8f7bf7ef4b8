#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints a page of ten of a user's actions, newest first: feed.py URI USER [TOKEN]

and the tokens that open the next page and the previous one. The table `useractions` is filled by import.py.
"""
import sys

import gi

gi.require_version("HBase", "1.0")
from gi.repository import HBase

if not 3 <= len(sys.argv) <= 4:
    print("usage: feed.py URI USER [TOKEN]", file=sys.stderr)
    sys.exit(2)

uri, user, token = (*sys.argv[1:], None)[:3]
schema = HBase.KeySchema.new("userid:uint32,stamp:reverse-ms,actionid:uint32")
table = HBase.Table.new_with_key_schema(HBase.Connection.new(uri), "useractions", schema)
page = table.pages(10, prefix=schema.encode_prefix(userid=user)).open(token)
for row in page or []:
    print(f"{row.dup_key_field_escaped('stamp')}  {row['content:name'].decode()}")
if page and page.get_next_token():
    print("next page:", page.get_next_token())
if page and page.get_previous_token():
    print("previous page:", page.get_previous_token())
