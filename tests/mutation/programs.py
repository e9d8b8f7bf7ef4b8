# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a test program with limits, and ends whatever it leaves running."""
import contextlib
import ctypes
import glob
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

PR_SET_CHILD_SUBREAPER = 36
STALLED = 40


class Outcome(NamedTuple):
    passed: bool
    how: str
    cpu: float
    wall: float


def become_subreaper():
    """Orphans of tests become children of this process, which ends them."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans():
    path = f"/proc/self/task/{os.getpid()}/children"
    with contextlib.suppress(OSError, ChildProcessError):
        while children := open(path, encoding="ascii").read().split():
            for child in children:
                os.kill(int(child), signal.SIGKILL)
                os.waitpid(int(child), 0)


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def describe_status(status):
    return f"signal {-status}" if status < 0 else f"status {status}"


def work_of(session):
    """The processes of a session, and the CPU time that they have used."""
    work = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        with contextlib.suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
            fields = file.read().rsplit(")", 1)[1].split()
            if int(fields[3]) == session:
                work[path] = fields[11:13]
    return work


def wait(process, wall_limit):
    """Waits until the program ends, its time is over, or nothing in its session has run for a while."""
    begin = changed = time.monotonic()
    before = None
    while time.monotonic() < begin + wall_limit:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return describe_status(process.wait(timeout=2))
        work, now = work_of(process.pid), time.monotonic()
        if work != before:
            before, changed = work, now
        elif now > changed + STALLED:
            return f"stalled for {STALLED} seconds"
    return f"not over after {wall_limit} seconds"


def run(words, folder, environment, cpu_limit, wall_limit):
    """Runs a program in a session of its own and with a folder of its own for temporary files."""
    begin, cpu = time.monotonic(), cpu_seconds()
    temporary = tempfile.mkdtemp(prefix="mutate-")
    process = subprocess.Popen(
        words,
        cwd=folder,
        env=dict(environment, TMPDIR=temporary),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit + 1)),
    )
    try:
        how = wait(process, wall_limit)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
        end_orphans()
        shutil.rmtree(temporary, ignore_errors=True)
    return Outcome(status == 0 and how == "status 0", how, cpu_seconds() - cpu, time.monotonic() - begin)
