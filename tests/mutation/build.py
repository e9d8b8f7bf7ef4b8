# SPDX-License-Identifier: LGPL-2.1-or-later
"""Builds mutants: compiles the changed file and links what a test needs, by commands that make printed."""
import contextlib
import os
import re
import shlex
import shutil
import subprocess

COMPILE = re.compile(r"^libtool: compile: +(.* -c \S*/(src/\S+\.c) .*)$")
ARCHIVE = re.compile(r"^libtool: link: +\S*ar cr\S* (\S+\.a) (.*)$")
LINK = re.compile(r"^libtool: link: +(\S.* -o (\S+)( .*|))$")
# A mutant may have an unused variable; that types differ is an error all the same.
DROPPED = re.compile(r"^-Werror$|^-g\d*$|^-M[DP]$")
DROPPED_WITH_VALUE = ("-MT", "-MF", "-o")


def shorten(command):
    """The command without its output, dependencies, and debug information."""
    words = iter(shlex.split(command))
    for word in words:
        if word in DROPPED_WITH_VALUE:
            next(words)
        elif not DROPPED.match(word):
            yield word


class Build:
    def __init__(self, folder, scratch):
        self.folder, self.scratch = folder, scratch
        self.compilers = {}  # source → (words, object)
        self.archive_of = {}  # object's name → archive; the last, as archives are put into others
        self.links = {}  # program or shared library → words
        self.replaced = []
        with open(f"{folder}/build.log", encoding="utf-8", errors="replace") as log:
            for line in log:
                self.read_line(line.rstrip())

    def read_line(self, line):
        if match := COMPILE.match(line):
            command, source = match.groups()
            self.compilers[source] = list(shorten(command)), re.search(r" -o (\S+)", command).group(1)
        elif match := ARCHIVE.match(line):
            names = map(os.path.basename, match.group(2).split())
            self.archive_of.update(dict.fromkeys(names, match.group(1)))
        elif match := LINK.match(line):
            self.links[match.group(2)] = shlex.split(match.group(1))

    def run(self, words):
        environment = dict(os.environ, CCACHE_DISABLE="1", LC_ALL="C")
        options = {"env": environment, "capture_output": True, "text": True, "check": False}
        return subprocess.run(words, cwd=self.folder, **options)

    def compile(self, source, text):
        """The object file's contents; None where the compiler refuses the text."""
        words, _ = self.compilers[source]
        changed, output = f"{self.scratch}/{os.path.basename(source)}", f"{self.scratch}/mutant.o"
        with open(changed, "w", encoding="utf-8") as file:
            file.write(text)
        index = words.index("-c") + 1
        folder = os.path.dirname(words[index])
        words = words[:index] + [changed] + words[index + 1 :]
        result = self.run(words + ["-iquote", folder, "-o", output])
        if result.returncode != 0:
            return None
        with open(output, "rb") as file:
            return file.read()

    def archive(self, source):
        """Puts the compiled mutant into a copy of the archive that its object belongs to."""
        _, name = self.compilers[source]
        archive = self.archive_of[os.path.basename(name)]
        member = f"{self.scratch}/{os.path.basename(name)}"
        os.replace(f"{self.scratch}/mutant.o", member)
        shutil.copy(f"{self.folder}/{archive}", f"{self.scratch}/mutant.a")
        subprocess.run(["ar", "r", f"{self.scratch}/mutant.a", member], capture_output=True, check=True)
        return archive

    def link(self, output, archive):
        """Links a program or the shared library with the mutant in place of the archive. restore() puts back
        what was there."""
        path = f"{self.folder}/{output}"
        words = [f"{self.scratch}/mutant.a" if word == archive else word for word in self.links[output]]
        os.rename(path, f"{path}.unchanged")
        self.replaced.append(path)
        result = self.run(words + ["-Wl,--strip-debug"])
        if result.returncode != 0:
            raise SystemExit(f"mutate: {output} can't be linked:\n{result.stderr}")

    def restore(self):
        for path in self.replaced:
            os.replace(f"{path}.unchanged", path)
        self.replaced.clear()

    def restore_after_crash(self):
        for output in self.links:
            path = f"{self.folder}/{output}"
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{path}.unchanged", path)

    # ---- what a test runs ----

    def outputs_with(self, archive):
        return [output for output, words in self.links.items() if archive in words]

    def library_with(self, archive):
        return [output for output in self.outputs_with(archive) if ".so" in output]

    def outputs_for(self, test, archive, tests):
        """What must be linked anew for a test: itself, or for a script every program that isn't a test."""
        linked = self.outputs_with(archive)
        if test in linked:
            return [test]
        libraries = self.library_with(archive)
        if test in self.links or f"{os.path.dirname(test)}/.libs/{os.path.basename(test)}" in self.links:
            return libraries
        return libraries + [output for output in linked if output not in tests and output not in libraries]
