# SPDX-License-Identifier: LGPL-2.1-or-later
"""First and last rows through introspection."""

import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import GLib, HBase  # noqa: E402

AUTO = HBase.LastRowMethod.AUTO


class Ends(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        descriptor = HBase.TableDescriptor.new('t')
        descriptor.add_family(HBase.FamilyDescriptor.new('f'))
        HBase.Admin.new(self.connection).create_table(descriptor, None)
        self.table = HBase.Table.new(self.connection, 't')

    def put(self, *rows):
        for row in rows:
            cells = HBase.Put.new(row)
            cells.add('f', b'q', b'v')
            self.table.put(cells)

    def wait(self, start, *arguments):
        loop = GLib.MainLoop()
        results = []
        start(*arguments, None, lambda source, result: (results.append(result), loop.quit()))
        loop.run()
        return results[0]

    def test_ends(self):
        for row in (self.table.first_row(None), self.table.last_row(None, AUTO)):
            self.assertTrue(row.is_empty())
            self.assertEqual(bytes(row.get_key()), b'')
        self.assertEqual(self.table.last_rows(None, 3), [])
        self.put(b'a', b'b', b'c')
        self.assertEqual(bytes(self.table.first_row(None).get_key()), b'a')
        for method in (AUTO, HBase.LastRowMethod.REVERSE, HBase.LastRowMethod.BISECTION):
            self.assertEqual(bytes(self.table.last_row(None, method).get_key()), b'c')
        self.assertEqual([bytes(row.get_key()) for row in self.table.last_rows(None, 2)], [b'b', b'c'])
        self.assertEqual(bytes(self.table.row_at_or_before(b'bb', None).get_key()), b'b')
        self.assertTrue(self.table.row_at_or_before(b'A', None).is_empty())

    def test_scan(self):
        self.put(b'a1', b'a2', b'b')
        scan = HBase.Scan.new()
        scan.set_prefix(b'a')
        self.assertEqual(bytes(self.table.last_row(scan, AUTO).get_key()), b'a2')
        self.assertEqual(bytes(self.table.row_at_or_before(b'zz', scan).get_key()), b'a2')

    def test_constant(self):
        with self.assertRaises(GLib.Error) as caught:
            self.table.last_row(None, HBase.LastRowMethod.CONSTANT)
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_ARGUMENT))
        self.put(b'\x7f' + 7 * b'\xff')
        table = HBase.Table.new_with_key_schema(self.connection, 't', HBase.KeySchema.new('id:downward'))
        row = table.last_row(None, HBase.LastRowMethod.CONSTANT)
        self.assertEqual(row.get_key_field('id'), 2**63 - 1)

    def test_async(self):
        self.put(b'a', b'b', b'c')
        table = self.table
        row = table.first_row_finish(self.wait(table.first_row_async, None))
        self.assertEqual(bytes(row.get_key()), b'a')
        row = table.last_row_finish(self.wait(table.last_row_async, None, AUTO))
        self.assertEqual(bytes(row.get_key()), b'c')
        rows = table.last_rows_finish(self.wait(table.last_rows_async, None, 2))
        self.assertEqual([bytes(row.get_key()) for row in rows], [b'b', b'c'])
        row = table.row_at_or_before_finish(self.wait(table.row_at_or_before_async, b'bb', None))
        self.assertEqual(bytes(row.get_key()), b'b')

    def test_salted(self):
        schema = HBase.KeySchema.new('salt:one-of(x,y),name:text')
        salted = HBase.Table.new_unsalted(self.connection, 't', schema)
        self.assertTrue(salted.first_row(None).is_empty())
        self.put(b'yada', b'xbob', b'ycleo')
        self.assertEqual(salted.first_row(None).ref_unsalted_key().get_data(), b'ada')
        self.assertEqual(salted.last_row(None, AUTO).ref_unsalted_key().get_data(), b'cleo')
        self.assertEqual([row.ref_unsalted_key().get_data() for row in salted.last_rows(None, 2)],
                         [b'bob', b'cleo'])
        self.assertEqual(salted.row_at_or_before(b'c', None).ref_unsalted_key().get_data(), b'bob')
        row = salted.first_row_finish(self.wait(salted.first_row_async, None))
        self.assertEqual(row.ref_unsalted_key().get_data(), b'ada')
        row = salted.last_row_finish(self.wait(salted.last_row_async, None, AUTO))
        self.assertEqual(row.ref_unsalted_key().get_data(), b'cleo')
        rows = salted.last_rows_finish(self.wait(salted.last_rows_async, None, 1))
        self.assertEqual([row.ref_unsalted_key().get_data() for row in rows], [b'cleo'])
        row = salted.row_at_or_before_finish(self.wait(salted.row_at_or_before_async, b'b', None))
        self.assertEqual(row.ref_unsalted_key().get_data(), b'ada')


if __name__ == '__main__':
    unittest.main()
