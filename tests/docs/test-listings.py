#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the listings of pages: each ```python block, and each ```js block where GJS is installed.

The ```c blocks are compiled into test-examples."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

PAGES = ["docs/testing.md"]
INTERPRETERS = {"python": [sys.executable], "js": ["gjs"]}


def run(language, code, where):
    command = INTERPRETERS[language]
    if shutil.which(command[0]) is None:
        print(f"{where}: skipped: there is no {command[0]}")
        return True
    with tempfile.NamedTemporaryFile("w", suffix="." + language, encoding="utf-8") as listing:
        listing.write(code)
        listing.flush()
        done = subprocess.run([*command, listing.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=50)
    print(f"{where}: exit status {done.returncode}\n{done.stdout}")
    return done.returncode == 0


def main():
    n_failed = n_run = 0
    for page in PAGES:
        with open(os.path.join(os.environ["top_srcdir"], page), encoding="utf-8") as file:
            text = file.read()
        for block in re.finditer(r"^```(python|js)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, block.start()) + 1
            n_run += 1
            n_failed += not run(block[1], block[2], f"{page}:{line}")
    assert n_run > 0, "no listings were found"
    return n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
