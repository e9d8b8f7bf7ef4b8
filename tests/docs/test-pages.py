#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Python examples: guests.py puts and scans; pages.py prints the busiest user's actions, newest first, each once."""
import os
import subprocess
import sys
import tempfile

source, build = os.environ["top_srcdir"], os.environ["top_builddir"]


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


with tempfile.TemporaryDirectory() as folder:
    os.environ["HBASE_URI"] = uri = f"local://{folder}"
    output_of(f"{build}/tools/hbase-glib", "create", "guests", "content")
    assert output_of(sys.executable, f"{source}/examples/guests.py") == ["alan Alan Turing"]

with tempfile.TemporaryDirectory() as folder:
    uri = f"local://{folder}"
    # No changelogs there: the made-up ones will do.
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
print(f"{number} pages, {len(shown)} actions")
