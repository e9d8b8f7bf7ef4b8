#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prints the newest twenty comments, and those that are written from now on, the oldest first:

    live.py URI [COUNT]

It ends after COUNT comments; 0, the default: never. The table `comments` is created if it doesn't exist. The
list is a Gio.ListModel, as those that widgets show: rows that are prepended to the table appear in front.
This prepends one:

    hbase-glib prepend comments --schema=id:downward content:text=hello
"""
import sys

import gi

gi.require_version("HBase", "1.0")
from gi.repository import GLib, HBase

if not 2 <= len(sys.argv) <= 3:
    print("usage: live.py URI [COUNT]", file=sys.stderr)
    sys.exit(2)

connection = HBase.Connection.new(sys.argv[1])
HBase.Admin.new(connection).ensure_table("comments", ["content", "g"])
schema = HBase.KeySchema.new("id:downward")
table = HBase.Table.new_with_key_schema(connection, "comments", schema)
model = HBase.RowModel.new(table.pages(20, columns=["content"]))
loop = GLib.MainLoop()
left = int(sys.argv[2]) if len(sys.argv) > 2 else 0


def print_comments(_model, position, n_removed, n_added):
    global left
    for i in reversed(range(position, position + n_added)):
        print(model.get_item(i).get_row()["content:text"].decode(), flush=True)
        left -= 1
        if left == 0:
            loop.quit()
            return


def print_error(*_arguments):
    """The model polls again after an error."""
    if model.get_error():
        print("live.py:", model.get_error().message, file=sys.stderr)


model.connect("items-changed", print_comments)
model.connect("notify::error", print_error)
model.set_follow(True)
loop.run()
