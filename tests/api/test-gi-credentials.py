# SPDX-License-Identifier: LGPL-2.1-or-later
"""Users and passwords for gateways in HTTP mode, given by functions in Python."""

import base64
import http.server
import threading
import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import GLib, HBase  # noqa: E402


class Handler(http.server.BaseHTTPRequestHandler):
    """Refuses all requests, and remembers their authorizations."""
    protocol_version = 'HTTP/1.1'

    def do_POST(self):
        self.rfile.read(int(self.headers['Content-Length']))
        self.server.seen.append(self.headers['Authorization'])
        self.send_response(401)
        self.send_header('WWW-Authenticate', 'Basic realm="test"')
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Credentials(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.seen = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.gateway = f'127.0.0.1:{self.server.server_port}'
        self.connection = HBase.Connection.new(f'http://{self.gateway}/')
        self.table = HBase.Table.new(self.connection, 't')

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def get_refused(self):
        with self.assertRaises(GLib.Error) as caught:
            self.table.get(HBase.Get.new(b'r'))
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.UNAUTHENTICATED))

    def test_a_function_gives_credentials(self):
        asked = []

        def give(gateway, realm, was_refused, *data):
            asked.append((gateway, realm, was_refused, *data))
            return not was_refused, 'Ali', 'Bäbä'

        self.connection.set_credentials_func(give, 'data')
        self.get_refused()
        self.assertEqual(asked, [(self.gateway, 'test', refused, 'data') for refused in (False, True)])
        encoded = base64.b64encode('Ali:Bäbä'.encode()).decode()
        self.assertEqual(self.server.seen, [None, f'Basic {encoded}'])

    def test_a_function_may_have_none(self):
        self.connection.set_credentials_func(lambda *arguments: (False, None, None))
        self.get_refused()
        self.connection.set_credentials_func(None)
        self.get_refused()
        self.assertEqual(self.server.seen, [None, None])


if __name__ == '__main__':
    unittest.main()
