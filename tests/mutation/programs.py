# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs a test program with limits, and ends whatever it leaves running."""
import contextlib
import ctypes
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from typing import NamedTuple

PR_SET_CHILD_SUBREAPER = 36


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
        how = describe_status(process.wait(timeout=wall_limit))
    except subprocess.TimeoutExpired:
        how = f"{wall_limit} seconds"
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        status = process.wait()
        end_orphans()
        shutil.rmtree(temporary, ignore_errors=True)
    return Outcome(status == 0 and how == "status 0", how, cpu_seconds() - cpu, time.monotonic() - begin)
