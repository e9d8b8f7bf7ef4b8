#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Starts `hbase-glib serve` as a service manager does; systemd, if it is installed, checks the units, and
the server runs with the system calls only that its unit allows."""
import ctypes
import ctypes.util
import errno
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import unittest

BUILD = os.path.abspath(os.environ["top_builddir"])
SOURCE = os.path.abspath(os.environ["top_srcdir"])
TOOL = os.path.join(BUILD, "tools/hbase-glib")
# Passes descriptor 3, and the id of the process, which only that process knows.
WRAPPER = ["sh", "-c", 'LISTEN_PID=$$ exec "$0" "$@"']
EXPOSURE_MAX = 1.5
# Those of 1000 connections that all execute calls: the socket, the database and its log.
DESCRIPTORS_MIN = 3000
SECCOMP_LIBRARY = ctypes.util.find_library("seccomp")


class SystemCallFilter:
    """Allows system calls by name; others fail with an error, or without one kill the process."""

    KILL, FAIL, ALLOW = 0x80000000, 0x00050000, 0x7FFF0000

    def __init__(self, names, error):
        self.library = ctypes.CDLL(SECCOMP_LIBRARY)
        self.library.seccomp_init.restype = ctypes.c_void_p
        self.filter = ctypes.c_void_p(self.library.seccomp_init(self.FAIL | error if error else self.KILL))
        for name in names:
            number = self.library.seccomp_syscall_resolve_name(name.encode())
            if number >= 0:
                self.library.seccomp_rule_add(self.filter, self.ALLOW, number, 0)

    def load(self):
        if self.library.seccomp_load(self.filter) != 0:
            raise OSError("the system call filter can't be loaded")


def expand(names):
    """The system calls of systemd's sets, which begin with @."""
    calls = set()
    for name in names:
        if name.startswith("@"):
            report = subprocess.check_output(["systemd-analyze", "syscall-filter", name], text=True)
            lines = [line.strip() for line in report.splitlines()[1:]]
            calls |= expand(line for line in lines if line and not line.startswith("#"))
        else:
            calls.add(name)
    return calls


def unit_filter():
    """What systemd makes of SystemCallFilter= and SystemCallErrorNumber= of the unit."""
    with open(os.path.join(BUILD, "data/hbase-glib.service"), encoding="utf-8") as service:
        text = service.read()
    allowed, denied = re.search("^SystemCallFilter=(@.*)\n^SystemCallFilter=~(.*)$", text, re.M).groups()
    error = re.search("^SystemCallErrorNumber=(.*)$", text, re.M)
    return SystemCallFilter(expand(["@default", *allowed.split()]) - expand(denied.split()),
                            getattr(errno, error[1]) if error else None)


class Service(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.manager.close)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def serve(self, words, listening, count, preexec=None, **environment):
        """Starts a server, to which the socket is passed as descriptor 3."""
        saved = os.dup(3)
        os.dup2(listening.fileno(), 3)
        child = subprocess.Popen([*WRAPPER, TOOL, "serve", "--data=" + self.path("data"), *words],
                                 pass_fds=[3], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 preexec_fn=preexec,
                                 env={**os.environ, "LISTEN_FDS": str(count), **environment})
        os.dup2(saved, 3)
        os.close(saved)
        self.addCleanup(child.communicate)
        return child

    def listen(self):
        listening = socket.socket(socket.AF_UNIX)
        self.addCleanup(listening.close)
        listening.bind(self.path("socket"))
        listening.listen()
        return listening

    def run_tool(self, *words):
        uri = "--uri=thrift+unix://" + self.path("socket")
        return subprocess.run([TOOL, *words, uri], capture_output=True, text=True, check=True).stdout

    def check_notified(self, address, **options):
        self.manager.bind(address)
        text = address.replace("\0", "@")
        child = self.serve([], self.listen(), 1, NOTIFY_SOCKET=text, **options)
        self.assertEqual(child.stdout.readline(), f"listening on unix:{self.path('socket')}\n")
        self.assertEqual(self.manager.recv(100), b"READY=1")
        self.assertEqual(child.stdout.readline(), f"URI: thrift+unix://{self.path('socket')}\n")
        self.run_tool("create", "t", "f")
        self.run_tool("put", "t", "r", "f:q=v")
        child.send_signal(signal.SIGTERM)
        self.assertEqual(self.manager.recv(100), b"STOPPING=1")
        self.assertEqual(child.wait(), 0)
        self.assertTrue(os.path.exists(self.path("socket")), "the service manager's socket was removed")

    def test_passed_socket(self):
        self.check_notified(self.path("notify"))

    def test_abstract_address(self):
        self.check_notified(f"\0hbase-glib-test-{os.getpid()}")

    @unittest.skipUnless(shutil.which("systemd-analyze") and SECCOMP_LIBRARY,
                         "systemd-analyze or libseccomp is missing: the unit's system calls aren't tried")
    def test_system_calls_of_the_unit(self):
        # A sanitizer finds leaks by means of ptrace.
        options = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
        self.check_notified(self.path("notify"), preexec=unit_filter().load, ASAN_OPTIONS=options)

    def test_connections_wait_for_the_server(self):
        """A client that connects before the server runs is served; and so is one before the next start."""
        listening = self.listen()
        for _ in range(2):
            client = subprocess.Popen([TOOL, "tables", "--uri=thrift+unix://" + self.path("socket")])
            child = self.serve([], listening, 1)
            self.assertEqual(client.wait(), 0)
            child.send_signal(signal.SIGTERM)
            self.assertEqual(child.wait(), 0)

    def refused(self, words, listening, count, expected, **environment):
        child = self.serve(words, listening, count, **environment)
        self.assertRegex(child.communicate()[1], expected)
        self.assertIn(child.returncode, (1, 2))

    def test_what_is_no_listening_socket(self):
        closed, file = socket.socket(socket.AF_UNIX), open(TOOL, "rb")
        with closed, file:
            for descriptor in (closed, file):
                self.refused([], descriptor, 1, "“fd:3” isn't a socket that listens")
            self.refused(["--listen=fd:77"], closed, 1, "“fd:77” isn't a socket that listens")
            self.refused([], closed, 2, "2 sockets were passed")
            self.refused([], closed, 1, "--listen is missing", LISTEN_FDS="0")

    def test_other_addresses(self):
        with socket.create_server(("0.0.0.0", 0)) as remote:
            self.refused([], remote, 1, "no authentication.*--allow-remote")

    def test_abstract_socket(self):
        with socket.socket(socket.AF_UNIX) as abstract:
            abstract.bind(f"\0hbase-glib-test-socket-{os.getpid()}")
            abstract.listen()
            for words in ([], ["--allow-remote"]):
                self.refused(words, abstract, 1, "“fd:3” isn't a TCP socket or a Unix socket with a file")

    def test_shortest_time(self):
        """It isn't 0 ms, which would be no limit."""
        child = self.serve(["--idle-timeout=0.0005"], self.listen(), 1)
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(60)
            client.connect(self.path("socket"))
            self.assertEqual(client.recv(1), b"")
        child.send_signal(signal.SIGTERM)
        self.assertEqual(child.wait(), 0)

    def test_missing_service_manager(self):
        child = self.serve([], self.listen(), 1, NOTIFY_SOCKET=self.path("missing"))
        self.assertRegex(child.stdout.readline(), "listening")
        child.send_signal(signal.SIGTERM)
        self.assertRegex(child.communicate()[1], "service manager at .*missing can't be notified")
        self.assertEqual(child.returncode, 0)


@unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is missing: the units aren't checked")
class Units(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        with open(os.path.join(BUILD, "data/hbase-glib.service"), encoding="utf-8") as service:
            text = re.sub("ExecStart=[^ ]*", "ExecStart=" + TOOL, service.read())
        with open(self.unit("service"), "w", encoding="utf-8") as service:
            service.write(text)
        shutil.copy(os.path.join(SOURCE, "data/hbase-glib.socket"), self.unit("socket"))

    def unit(self, kind):
        return os.path.join(self.folder.name, "hbase-glib." + kind)

    def analyze(self, *words):
        return subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)

    def test_exposure(self):
        report = self.analyze("security", "--offline=true", f"--threshold={int(EXPOSURE_MAX * 10)}",
                              self.unit("service"))
        self.assertEqual(report.returncode, 0, report.stdout + report.stderr)
        self.assertRegex(report.stdout, "Overall exposure level")

    def test_limits(self):
        """In a user namespace all clients but the server's own user would share the limit of one peer."""
        with open(self.unit("service"), encoding="utf-8") as service:
            text = service.read()
        self.assertNotIn("PrivateUsers=yes", text)
        self.assertGreater(int(re.search("^LimitNOFILE=(.*)$", text, re.M)[1]), DESCRIPTORS_MIN)

    def test_syntax(self):
        for kind in ("socket", "service"):
            report = self.analyze("verify", "--man=no", "--recursive-errors=no", self.unit(kind))
            self.assertEqual((report.returncode, report.stderr), (0, ""), kind)


if __name__ == "__main__":
    unittest.main()
