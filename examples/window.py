#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Shows a user's actions in a window of GTK 4, newest first: window.py URI USERID

The list is an HBase.RowModel. It reads pages of 50 rows as the user scrolls, and keeps 20 pages in memory.
"""
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("HBase", "1.0")
from gi.repository import Gtk, HBase

COLUMNS = {
    "Time": lambda row: row.dup_key_field_escaped("stamp"),
    "Action": lambda row: row.dup_key_field_escaped("actionid"),
    "Upload": lambda row: row.dup_value_utf8("content:name"),
}


def make_model(uri, userid):
    """Returns a list model of the user's actions."""
    schema = HBase.KeySchema.new("userid:uint32,stamp:reverse-ms,actionid:uint32")
    table = HBase.Table.new_with_key_schema(HBase.Connection.new(uri), "useractions", schema)
    model = HBase.RowModel.new(table.pages(50, prefix=schema.encode_prefix(userid=userid)))
    model.set_max_pages(20)
    model.set_auto_load(True)
    return model


def make_column(title, text_of_row):
    def update(item, _property, label):
        row = item.get_row()
        label.set_text(text_of_row(row) if row else "…")

    def bind(_factory, cell):
        item, label = cell.get_item(), cell.get_child()
        cell.handler = item.connect("notify::row", update, label)
        update(item, None, label)

    factory = Gtk.SignalListItemFactory()
    factory.connect("setup", lambda _factory, cell: cell.set_child(Gtk.Label(xalign=0)))
    factory.connect("bind", bind)
    factory.connect("unbind", lambda _factory, cell: cell.get_item().disconnect(cell.handler))
    return Gtk.ColumnViewColumn(title=title, factory=factory, expand=title == "Upload", resizable=True)


def show(application):
    view = Gtk.ColumnView(model=Gtk.NoSelection(model=make_model(sys.argv[1], int(sys.argv[2]))))
    for title, text_of_row in COLUMNS.items():
        view.append_column(make_column(title, text_of_row))
    window = Gtk.ApplicationWindow(application=application, title=f"Actions of user {sys.argv[2]}")
    window.set_titlebar(Gtk.HeaderBar())
    window.set_default_size(640, 360)
    window.set_child(Gtk.ScrolledWindow(child=view))
    window.present()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print("usage: window.py URI USERID", file=sys.stderr)
        sys.exit(2)
    application = Gtk.Application()
    application.connect("activate", show)
    application.run()
