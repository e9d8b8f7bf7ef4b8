# SPDX-License-Identifier: LGPL-2.1-or-later
"""Which lines of src each test executes, measured by gcov and kept in a file. A set of lines is an integer,
of which bit n is set for line n."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import programs

COUNTED = re.compile(r"^ *([0-9#=]\S*): *(\d+):")
SOURCE = re.compile(r"^ *-: *0:Source:(?:.*/)?(src/\S+\.c)$")
LIMIT = 1800


def read_gcov(lines):
    """{file: (instrumented, executed)} of gcov's output."""
    found, path = {}, None
    for line in lines:
        if match := SOURCE.match(line):
            path = match.group(1)
        elif line.startswith("        -:    0:Source:"):
            path = None
        elif path and (match := COUNTED.match(line)):
            bit, is_executed = 1 << int(match.group(2)), match.group(1)[0] not in "#="
            instrumented, executed = found.get(path, (0, 0))
            found[path] = instrumented | bit, executed | (bit if is_executed else 0)
    return found


def mirror_notes(build, prefix):
    """Links gcc's notes into the tree below the prefix, where the counts will be."""
    for folder, _, names in os.walk(f"{build}/src"):
        for name in names:
            if name.endswith(".gcno"):
                os.makedirs(f"{prefix}{folder}", exist_ok=True)
                os.symlink(f"{folder}/{name}", f"{prefix}{folder}/{name}")


def list_counts(prefix):
    for folder, _, names in os.walk(prefix):
        yield from (f"{folder}/{name}" for name in names if name.endswith(".gcda"))


def measure(test, build, prefix):
    environment = dict(os.environ, GCOV_PREFIX=prefix)
    outcome = programs.run([find_program(test, build)], build, environment, LIMIT, LIMIT)
    counts = list(list_counts(prefix))
    # gcov writes paths without `..`, and leaves those out that are absolute: the system's headers.
    words = ["gcov", "-t", "-r", "-s", os.path.abspath(os.environ["top_srcdir"]), *counts]
    gcov = subprocess.run(words, cwd=build, capture_output=True, check=False)
    for path in counts:
        os.unlink(path)
    return outcome, read_gcov(gcov.stdout.decode(errors="replace").splitlines())


def find_program(test, build):
    """A program is in the build folder, a script in the source folder."""
    path = f"{build}/{test}"
    return path if os.path.exists(path) else f"{os.environ['top_srcdir']}/{test}"


def changed_at(test, build):
    """When the test, or one of the libraries that it tests, was last built."""
    libraries = [f"{build}/src/.libs/lib{name}-1.0.so" for name in ("hbase-glib", "hbase-plan")]
    paths = [find_program(test, build), *libraries]
    return max(os.stat(path).st_mtime for path in paths)


def load(path):
    if not os.path.exists(path):
        return {"instrumented": {}, "tests": {}}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def store(records, path):
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(records, file)
    os.replace(f"{path}.new", path)


def update(path, build, tests):
    """Measures those tests that were built since they were measured last."""
    records = load(path)
    prefix = tempfile.mkdtemp(prefix="coverage-")
    mirror_notes(build, prefix)
    for test in tests:
        changed = changed_at(test, build)
        if records["tests"].get(test, {}).get("changed") == changed:
            continue
        outcome, found = measure(test, build, prefix)
        print(f"{test}: {outcome.how}, {outcome.cpu:.1f} s, executes {len(found)} files", flush=True)
        if not outcome.passed:
            print(f"{test} fails without a mutation: it is left out", file=sys.stderr)
        records["instrumented"].update({name: hex(lines) for name, (lines, _) in found.items()})
        records["tests"][test] = {
            "changed": changed,
            "passed": outcome.passed,
            "cpu": outcome.cpu,
            "wall": outcome.wall,
            "lines": {name: hex(lines) for name, (_, lines) in found.items() if lines},
        }
        store(records, path)
    shutil.rmtree(prefix)


class Coverage:
    def __init__(self, path):
        records = load(path)
        self.tests = {name: record for name, record in records["tests"].items() if record["passed"]}
        self.instrumented = {name: int(lines, 16) for name, lines in records["instrumented"].items()}

    def tests_of_line(self, path, first, line):
        """The tests that execute a line, or where the compiler has no code for it, the one before it that
        has, of the function that begins at the first line; without a function (0), those that execute any
        line of the file."""
        instrumented = self.instrumented.get(path, 0)
        while first and line > first and not instrumented >> line & 1:
            line -= 1
        mask = 1 << line if first and instrumented >> line & 1 else -1
        return [name for name, record in self.tests.items() if int(record["lines"].get(path, "0"), 16) & mask]
