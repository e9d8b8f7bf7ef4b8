#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Hands a buffer to a process, as sysprof does if it records it, and reads the marks of calls there."""
import array
import mmap
import os
import socket
import struct
import subprocess
import sys
import tempfile

TOOL = os.path.join(os.environ["top_builddir"], "tools/hbase-glib")
SIZE = 64 * mmap.PAGESIZE
REQUEST = b"CreatRing\0"


def make_buffer():
    """Returns a descriptor: of a page with head, tail, offset and size, and the pages of a ring of frames."""
    buffer = os.memfd_create("ring")
    os.ftruncate(buffer, mmap.PAGESIZE + SIZE)
    os.pwrite(buffer, struct.pack("=IIII", 0, 0, mmap.PAGESIZE, SIZE), 0)
    return buffer


def run(words, environment):
    """Returns the frames that the program has recorded. GLib's own marks may need a buffer, too."""
    ours, theirs = socket.socketpair()
    buffers = []
    child = subprocess.Popen([TOOL, *words], pass_fds=[theirs.fileno()],
                             env={**environment, "SYSPROF_CONTROL_FD": str(theirs.fileno())})
    theirs.close()
    while ours.recv(len(REQUEST)) == REQUEST:
        buffers.append(make_buffer())
        ours.sendmsg([b"\1"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", buffers[-1:]))])
    return child.wait(), b"".join(os.pread(buffer, SIZE, mmap.PAGESIZE) for buffer in buffers)


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HBASE_URI": "local://" + folder, "LC_ALL": "C"}
        subprocess.run([TOOL, "create", "t", "f"], env=environment, check=True, stdout=subprocess.DEVNULL)
        status, frames = run(["put", "t", "row", "f:secret=value"], environment)
        failed, frames_of_failure = run(["get", "missing", "row"], environment)
    expected = [(status == 0, "the put succeeds"), (failed == 1, "the get fails"),
                (b"HBase\0" in frames, "the marks have a group"),
                (b"put\0" in frames, "a mark has the call's name"),
                (b"t, 1 attempt\0" in frames, "a mark has the table and the attempts"),
                (b"secret" not in frames and b"value" not in frames, "a mark has no data"),
                (b"missing, 1 attempt, failed\0" in frames_of_failure, "a mark says that the call failed")]
    for is_met, what in expected:
        print("ok" if is_met else "FAILED", what)
    sys.exit(not all(is_met for is_met, _ in expected))


main()
