#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the Python examples: guests.py, pages.py, and the model of window.py where GTK 4 is installed.

pages.py must print each action of the busiest user once, newest first, and the model must have as many rows.
"""
import os
import subprocess
import sys
import tempfile

# Loads all pages of the model. GTK is imported, but no display is needed.
COUNT_ROWS = """
import sys
sys.path.insert(0, sys.argv[1])
import gi
try:
    gi.require_version("Gtk", "4.0")
except ValueError:
    sys.exit(0)
import window
from gi.repository import GLib
model = window.make_model(sys.argv[2], int(sys.argv[3]))
model.get_item(0)
while model.get_has_more():
    GLib.MainContext.default().iteration(True)
    model.get_item(max(model.get_n_items() - 1, 0))
assert model.get_error() is None, model.get_error()
print(model.get_n_items())
"""

source, build = os.environ["top_srcdir"], os.environ["top_builddir"]


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


with tempfile.TemporaryDirectory() as folder:
    os.environ["HBASE_URI"] = uri = f"local://{folder}"
    output_of(f"{build}/tools/hbase-glib", "create", "guests", "content")
    assert output_of(sys.executable, f"{source}/examples/guests.py") == ["alan Alan Turing"]

with tempfile.TemporaryDirectory() as folder:
    uri = f"local://{folder}"
    # The folder has no changelogs, so random actions are loaded.
    loaded = output_of(f"{build}/examples/useractions", uri, folder)
    _, user, count, *_ = loaded[-1].split()
    shown, number = [], 0
    while number * 10 < int(count):
        number += 1
        page = output_of(sys.executable, f"{source}/examples/pages.py", uri, user, str(number))
        has_next = page[-1].startswith("next page: ")
        rows = page[:-1] if has_next else page
        assert len(rows) == min(10, int(count) - len(shown)), (number, rows)
        assert has_next == (len(shown) + len(rows) < int(count)), (number, page)
        shown += rows
    stamps = [row.split()[0] for row in shown]
    assert stamps == sorted(stamps, reverse=True), stamps
    assert len(set(shown)) == int(count), (len(set(shown)), count)
    assert output_of(sys.executable, "-c", COUNT_ROWS, f"{source}/examples", uri, user) in ([], [count])
print(f"{number} pages, {len(shown)} actions")
