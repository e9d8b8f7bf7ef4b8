#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the listings of pages: ```python, ```js, ```vala and ```sh blocks, where their language is installed.

The sh blocks of a page are one script. The ```c blocks are compiled into test-examples, but the program of
ten-minutes.md, which is test-ten-minutes. The programs of that page print the same in each language.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

PAGES = ["errors-and-retries", "page-a-feed", "plan", "prepend", "salted-tables", "ten-minutes", "testing",
         "threads-and-main-loops"]
GUESTS = ["ada is Ada Lovelace", "ada", "grace"]

source, build = os.environ["top_srcdir"], os.environ["top_builddir"]


def run(command, folder, cwd=None):
    environment = dict(os.environ, HOME=folder, PATH=f"{build}/tools:{os.environ['PATH']}")
    environment["GJS_PATH"] = f"{source}/src/gjs"
    environment.pop("HBASE_URI", None)
    return subprocess.run(command, cwd=cwd or folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=50, env=environment, check=False)


def write_listing(code, folder, name):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(code)
    return path


def run_python(code, folder):
    return run([sys.executable, write_listing(code, folder, "listing.py")], folder)


def run_js(code, folder):
    options = ["-m"] if re.search("^import ", code, re.MULTILINE) else []
    return run(["gjs", *options, write_listing(code, folder, "listing.js")], folder)


def run_sh(code, folder):
    return run(["sh", "-eu", write_listing(code, folder, "listing.sh")], folder)


def run_vala(code, folder):
    """Compiles the program as tests/api/test-vala does."""
    names = ("CC", "CPPFLAGS", "LIBS", "VALAC")
    words = {name: shlex.split(os.environ[f"HBASE_TEST_{name}"]) for name in names}
    write_listing(code, folder, "listing.vala")
    program = os.path.join(folder, "listing")
    libraries = [f"{build}/src/.libs/lib{name}-1.0.so" for name in ("hbase-plan", "hbase-glib")]
    for command, cwd in [
        ([*words["VALAC"], "--quiet", "--fatal-warnings", "--ccode", f"--vapidir={build}/src/vala",
          "--pkg=hbase-plan-1.0", "listing.vala"], folder),
        # The compiler's include path is relative to where the tests run.
        ([*words["CC"], "-w", *words["CPPFLAGS"], "-o", program, f"{program}.c", *libraries, *words["LIBS"]],
         os.getcwd()),
    ]:
        done = run(command, folder, cwd)
        if done.returncode != 0:
            return done
    os.environ["LD_LIBRARY_PATH"] = f"{build}/src/.libs:{os.environ.get('LD_LIBRARY_PATH', '')}"
    return run([program], folder)


RUNNERS = {"python": (run_python, sys.executable), "js": (run_js, "gjs"), "sh": (run_sh, "sh"),
           "vala": (run_vala, os.environ.get("HBASE_TEST_VALAC", "no"))}


def read_listings(page):
    """Returns language, code and line of each listing of a page; the sh blocks are one."""
    with open(os.path.join(source, "docs", page + ".md"), encoding="utf-8") as file:
        text = file.read()
    blocks = [(block[1], block[2], text.count("\n", 0, block.start()) + 1)
              for block in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]
    script = "".join(code for language, code, _ in blocks if language == "sh")
    listings = [block for block in blocks if block[0] in ("python", "js", "vala")]
    return listings + ([("sh", script, 0)] if script else [])


def passes(page, language, code, line):
    runner, program = RUNNERS[language]
    where = f"docs/{page}.md:{line} ({language})"
    if shutil.which(program) is None:
        print(f"{where}: skipped: there is no {program}")
        return True
    with tempfile.TemporaryDirectory() as folder:
        done = runner(code, folder)
    print(f"{where}: exit status {done.returncode}\n{done.stdout}")
    is_guests = page == "ten-minutes" and language != "sh"
    if done.returncode == 0 and is_guests and done.stdout.splitlines() != GUESTS:
        print(f"{where}: it should print {GUESTS}")
        return False
    return done.returncode == 0


def main():
    listings = [(page, *listing) for page in PAGES for listing in read_listings(page)]
    assert {listing[1] for listing in listings} == set(RUNNERS), "a language has no listing"
    results = [passes(*listing) for listing in listings]
    return not all(results)


if __name__ == "__main__":
    sys.exit(main())
