# SPDX-License-Identifier: LGPL-2.1-or-later
"""Ctrl-C ends a blocking call at once with KeyboardInterrupt, never with an error of the conversion."""

import os
import signal
import socket
import threading
import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import Gio, GLib, HBase  # noqa: E402


class Interrupts(unittest.TestCase):
    def setUp(self):
        # Shells ignore it for background processes.
        self.before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.silent = socket.socket()
        self.silent.bind(('127.0.0.1', 0))
        self.silent.listen()
        self.silent.settimeout(60)
        self.connection = HBase.Connection.new('thrift://127.0.0.1:%d/' % self.silent.getsockname()[1])
        self.connection.props.timeout = 2000
        self.table = HBase.Table.new(self.connection, 't')

    def tearDown(self):
        self.silent.close()
        signal.signal(signal.SIGINT, self.before)

    def interrupt(self, number):
        """Interrupts when the call has sent something, and so is waiting."""
        peer, _ = self.silent.accept()
        peer.recv(1)
        os.kill(os.getpid(), number)
        self.peer = peer

    def call_interrupted(self, call, *arguments, number=signal.SIGINT):
        thread = threading.Thread(target=self.interrupt, args=[number])
        thread.start()
        try:
            call(*arguments)
        finally:
            thread.join()
            self.peer.close()

    def check_interrupted(self, call, *arguments):
        """Without the override the call would end with TIMED_OUT."""
        self.connection.props.timeout = 30000
        with self.assertRaises(KeyboardInterrupt) as caught:
            self.call_interrupted(call, *arguments)
        self.assertTrue(caught.exception.__context__.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))
        self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

    def test_calls_end_with_keyboard_interrupt(self):
        self.check_interrupted(self.table.get, HBase.Get.new(b'r'))
        self.check_interrupted(HBase.Admin.new(self.connection).get_table_state, 't')

    def test_the_callers_cancellable_stays(self):
        cancellable = Gio.Cancellable()
        self.check_interrupted(self.table.get, HBase.Get.new(b'r'), cancellable)
        self.assertFalse(cancellable.is_cancelled())

    def test_the_callers_cancellable_ends_the_call(self):
        self.connection.props.timeout = 30000
        cancellable = Gio.Cancellable()
        thread = threading.Thread(target=lambda: (self.silent.accept()[0].recv(1), cancellable.cancel()))
        thread.start()
        with self.assertRaises(GLib.Error) as caught:
            self.table.get(b'r', cancellable=cancellable)
        thread.join()
        self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))

    def test_a_forked_child_is_interrupted_too(self):
        self.check_interrupted(self.table.get, HBase.Get.new(b'r'))
        child = os.fork()
        if child == 0:
            try:
                self.check_interrupted(self.table.get, HBase.Get.new(b'r'))
                os._exit(0)
            finally:
                os._exit(1)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)

    def test_other_signals_reach_who_waits_for_them(self):
        receiver, sender = os.pipe()
        os.set_blocking(sender, False)
        former = signal.set_wakeup_fd(sender)
        handler = signal.signal(signal.SIGUSR1, lambda *_: None)
        self.addCleanup(signal.signal, signal.SIGUSR1, handler)
        self.addCleanup(signal.set_wakeup_fd, former)
        with self.assertRaises(GLib.Error):
            self.call_interrupted(self.table.get, HBase.Get.new(b'r'), number=signal.SIGUSR1)
        self.assertEqual(os.read(receiver, 1), bytes([signal.SIGUSR1]))

    def test_other_handlers_stay(self):
        heard = []
        signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
        with self.assertRaises(GLib.Error):
            self.call_interrupted(self.table.get, HBase.Get.new(b'r'))
        self.assertEqual(heard, [signal.SIGINT])

    def test_other_threads_go_on(self):
        caught = []

        def call():
            try:
                self.table.get(HBase.Get.new(b'r'))
            except GLib.Error as error:
                caught.append(error)

        thread = threading.Thread(target=call)
        thread.start()
        thread.join()
        self.assertTrue(caught[0].matches(HBase.error_quark(), HBase.Error.TIMED_OUT))

    def test_all_blocking_calls_are_seen_to(self):
        for cls in (HBase.Admin, HBase.Connection, HBase.PageIterator, HBase.Prepender,
                    HBase.Sequence, HBase.Table, HBase.TableCursor):
            cls = next(base for base in cls.__mro__ if base.__module__ == 'gi.repository.HBase')
            for name in vars(cls):
                if name + '_async' in vars(cls):
                    self.assertTrue(hasattr(getattr(cls, name), '__wrapped__'), f'{cls.__name__}.{name}')


if __name__ == '__main__':
    unittest.main()
