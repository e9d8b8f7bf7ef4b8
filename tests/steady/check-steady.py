#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs each test many times under stress, and lists those that ever failed.

All processors are busy, the disk is slow (slow-disk.c), and processes of the test are stopped at random
moments. What is random is drawn by the test's name and the number of its run. A file in the folder says what
has been run how often; the next call goes on there. The output of each run that failed is kept beside it."""
import argparse
import ctypes
import json
import os
import random
import shlex
import signal
import subprocess
import sys
import time
import zlib

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LIBC = ctypes.CDLL(None)
# The ids of the processes that keep the processors busy.
BUSY = set()
# These programs take a child that is stopped for one that has ended.
MISTAKEN = {"fish"}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", required=True, help="where the results are kept")
    parser.add_argument("--source", required=True, help="where scripts are that aren't below this folder")
    parser.add_argument("--runs", type=int, default=200, help="of each test")
    parser.add_argument("--slow-runs", type=int, default=30, help="of each that takes over ten seconds")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="the time after which it stops")
    parser.add_argument("--busy", type=int, default=os.cpu_count(), help="computing processes")
    parser.add_argument("--slow-disk", help="the object that is preloaded")
    parser.add_argument("--sync-ms", type=int, default=50, help="how long a sync of the disk takes at most")
    parser.add_argument("--stop-ms", type=int, default=100, help="how long a process is stopped")
    parser.add_argument("--limit", type=float, default=1800, help="seconds after which a test hangs")
    parser.add_argument("--patience", type=float, default=10,
                        help="seconds that processes may run on after their test")
    parser.add_argument("--interpreter", action="append", default=[], metavar="EXT=COMMAND",
                        help="what runs the tests with that extension")
    parser.add_argument("tests", nargs="+")
    return parser.parse_args()


def path_of(options, test):
    """Programs are below this folder, scripts are where the sources are."""
    return test if os.path.exists(test) else os.path.join(options.source, test)


def processes():
    """The name, the state and the parent of each process by its id."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                program, _, rest = stat.read().partition("(")[2].rpartition(")")
            state, parent = rest.split()[:2]
            found[int(name)] = (program, state, int(parent))
        except (OSError, ValueError):  # it has ended
            pass
    return found


def running(left_out=frozenset()):
    """The processes of the test, without the children of some programs: this program's descendants but those
    that keep the processors busy."""
    found = processes()
    members, size = {os.getpid()}, 0
    while size != len(members):
        size = len(members)
        members |= {pid for pid, (_, _, parent) in found.items() if parent in members and pid not in BUSY}
    members.remove(os.getpid())
    return sorted(pid for pid in members
                  if found[pid][1] not in "ZX" and found[found[pid][2]][0] not in left_out)


def send(pid, number):
    """Sends a signal to a process of the test, and to no other that got its id meanwhile."""
    try:
        process = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        if pid not in running():
            return False
        signal.pidfd_send_signal(process, number)
        return True
    except ProcessLookupError:
        return False
    finally:
        os.close(process)


def reap():
    """Forgets the orphans that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


class Busy:
    """Processes that compute until they are ended, or this program ends."""

    def __init__(self, count):
        self.count = count

    def __enter__(self):
        self.children = [subprocess.Popen([sys.executable, "-c", "while True: pass"],
                                          preexec_fn=lambda: LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL))
                         for _ in range(self.count)]
        BUSY.update(child.pid for child in self.children)

    def __exit__(self, *_):
        for child in self.children:
            child.kill()
            child.wait()


class Run:
    """One run of a test, under stress."""

    def __init__(self, options, test, number):
        self.options = options
        self.test = test
        self.seed = zlib.crc32(f"{test} {number}".encode())
        self.random = random.Random(self.seed)

    def command(self):
        path = path_of(self.options, self.test)
        for interpreter in self.options.interpreter:
            extension, _, command = interpreter.partition("=")
            if path.endswith(extension):
                return [*shlex.split(command), path]
        return [path]

    def environment(self):
        variables = {**os.environ, "HBASE_TEST_SYNC_MS": str(self.options.sync_ms),
                     "HBASE_TEST_SYNC_SEED": str(self.seed)}
        if self.options.slow_disk:
            variables["LD_PRELOAD"] = os.path.abspath(self.options.slow_disk)
        return variables

    def is_over(self, seconds):
        try:
            self.child.wait(seconds)
            return True
        except subprocess.TimeoutExpired:
            return False

    def stop_any(self):
        """Stops a process for a time. Nobody else continues what this stopped."""
        victim = self.random.choice(running(MISTAKEN) or [0])
        if victim and send(victim, signal.SIGSTOP):
            time.sleep(self.options.stop_ms / 1000)
            send(victim, signal.SIGCONT)

    def end_rest(self, patience):
        """Ends what the test left running. Returns the names of these processes."""
        end = time.monotonic() + patience
        while running() and time.monotonic() < end:
            time.sleep(0.01)
        left, found = running(), processes()
        for pid in left:
            send(pid, signal.SIGKILL)
        return [found[pid][0] for pid in left if pid in found]

    def stress(self):
        """Returns why it failed, or None."""
        end = time.monotonic() + self.options.limit
        while not self.is_over(self.random.uniform(0, 3 * self.options.stop_ms / 1000)):
            if time.monotonic() > end:
                self.end_rest(0)
                self.child.wait()
                return f"it took longer than {self.options.limit:g} s"
            self.stop_any()
        if self.child.returncode not in (0, 77):
            return f"status {self.child.returncode}"
        return None

    def execute(self, output):
        self.child = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                      env=self.environment(), start_new_session=True)
        patience = 0
        try:
            reason = self.stress()
            patience = self.options.patience
        finally:
            left = self.end_rest(patience)
            reap()
        return reason or (f"it left processes running: {', '.join(left)}" if left else None)


class Results:
    """What was run how often, in a file that is replaced after each run."""

    def __init__(self, folder):
        self.folder = folder
        self.path = os.path.join(folder, "results.json")
        os.makedirs(folder, exist_ok=True)
        self.tests = {}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.tests = json.load(file)

    def of(self, test):
        return self.tests.setdefault(test, {"runs": 0, "failed": [], "seconds": 0})

    def record(self, test, seconds, reason, output):
        result = self.of(test)
        result["runs"] += 1
        result["seconds"] = min(seconds, result["seconds"] or seconds)
        if reason:
            kept = os.path.join(self.folder, f"{test.replace('/', '-')}.{result['runs']}.log")
            os.replace(output, kept)
            result["failed"].append(kept)
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.tests, file, indent=1, sort_keys=True)
        os.replace(self.path + ".new", self.path)


class Campaign:
    def __init__(self, options):
        self.options = options
        self.results = Results(options.folder)

    def is_done(self, test):
        result, wanted = self.results.of(test), self.options.runs
        if result["seconds"] > 10:
            wanted = min(wanted, self.options.slow_runs)
        return result["runs"] >= wanted

    def choose(self):
        """The test that was run least often, so that a short campaign has run each."""
        open_tests = [test for test in self.options.tests if not self.is_done(test)]
        return min(open_tests, key=lambda test: self.results.of(test)["runs"], default=None)

    def run_once(self, test):
        path = os.path.join(self.options.folder, "running.log")
        began = time.monotonic()
        with open(path, "wb") as output:
            reason = Run(self.options, test, self.results.of(test)["runs"]).execute(output)
        self.results.record(test, time.monotonic() - began, reason, path)
        if reason:
            kept = self.results.of(test)["failed"][-1]
            print(f"check-steady: {test} failed: {reason}: {kept}", flush=True)

    def run(self):
        end = time.monotonic() + self.options.seconds
        with Busy(self.options.busy):
            while (test := self.choose()) is not None and time.monotonic() < end:
                self.run_once(test)
        return self.report(test)

    def report(self, next_test):
        runs = [self.results.of(test)["runs"] for test in self.options.tests]
        failed = [test for test in self.options.tests if self.results.of(test)["failed"]]
        if next_test is not None:
            print(f"check-steady: the time is over; the next call goes on with {next_test}")
        print(f"check-steady: {sum(runs)} runs of {len(runs)} tests, {min(runs)} or more of each; "
              f"{len(failed)} failed at least once")
        for test in failed:
            print("  " + " ".join([test, *self.results.of(test)["failed"]]))
        if failed:
            print(f"check-steady: these failures count until {self.results.folder} is removed")
        return 1 if failed else 0


def main():
    options = parse_arguments()
    missing = [test for test in options.tests if not os.path.exists(path_of(options, test))]
    if missing:
        sys.exit("check-steady: there is no " + ", ".join(missing))
    # Whatever ends this program, the test and what keeps the processors busy end, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(1))
    # Orphans of a test become children of this program, which ends them.
    LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    return Campaign(options).run()


if __name__ == "__main__":
    sys.exit(main())
