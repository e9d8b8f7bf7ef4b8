# SPDX-License-Identifier: LGPL-2.1-or-later
"""Ctrl-C while a blocking call waits raises KeyboardInterrupt, and never an error of the conversion."""

import os
import signal
import socket
import threading
import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import GLib, HBase  # noqa: E402


class Interrupts(unittest.TestCase):
    def setUp(self):
        # Shells ignore it for background processes.
        self.before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.silent = socket.socket()
        self.silent.bind(('127.0.0.1', 0))
        self.silent.listen()
        self.connection = HBase.Connection.new('thrift://127.0.0.1:%d/' % self.silent.getsockname()[1])
        self.connection.props.timeout = 500
        self.table = HBase.Table.new(self.connection, 't')

    def tearDown(self):
        self.silent.close()
        signal.signal(signal.SIGINT, self.before)

    def interrupt(self):
        """Interrupts when the call has sent something, and so is waiting."""
        peer, _ = self.silent.accept()
        peer.recv(1)
        os.kill(os.getpid(), signal.SIGINT)
        self.peer = peer

    def call_interrupted(self, call, *arguments):
        thread = threading.Thread(target=self.interrupt)
        thread.start()
        try:
            call(*arguments)
        finally:
            thread.join()
            self.peer.close()

    def test_calls_end_with_keyboard_interrupt(self):
        admin = HBase.Admin.new(self.connection)
        for call, argument in ((self.table.get, HBase.Get.new(b'r')), (admin.table_exists, 't')):
            with self.assertRaises(KeyboardInterrupt) as caught:
                self.call_interrupted(call, argument)
            self.assertTrue(caught.exception.__context__.matches(HBase.error_quark(), HBase.Error.TIMED_OUT))
            self.assertIs(signal.getsignal(signal.SIGINT), signal.default_int_handler)

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
            for name in vars(cls):
                if name + '_async' in vars(cls):
                    self.assertTrue(hasattr(vars(cls)[name], '__wrapped__'), f'{cls.__name__}.{name}')


if __name__ == '__main__':
    unittest.main()
