#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs examples on many rows: feed.py, and the model of window.py where GTK 4 is installed.

feed.py must print each action of the busiest user once, newest first, and the model must have as many rows.
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
    uri = f"local://{folder}"
    # The folder has no changelogs, so random actions are loaded.
    loaded = output_of(f"{build}/examples/useractions", uri, folder)
    _, user, count, *_ = loaded[-1].split()
    shown, number, tokens = [], 0, []
    while number == 0 or tokens:
        page = output_of(sys.executable, f"{source}/examples/feed.py", uri, user, *tokens)
        rows = [line for line in page if " page: " not in line]
        tokens = [line.split()[-1] for line in page if line.startswith("next page: ")]
        assert len(rows) == min(10, int(count) - len(shown)), (number, rows)
        shown, number = shown + rows, number + 1
    stamps = [row.split()[0] for row in shown]
    assert stamps == sorted(stamps, reverse=True), stamps
    assert len(set(shown)) == int(count), (len(set(shown)), count)
    assert output_of(sys.executable, "-c", COUNT_ROWS, f"{source}/examples", uri, user) in ([], [count])
print(f"{number} pages, {len(shown)} actions")
