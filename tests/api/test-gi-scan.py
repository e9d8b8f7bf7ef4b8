# SPDX-License-Identifier: LGPL-2.1-or-later
"""Scans and cursors through introspection."""

import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import GLib, HBase  # noqa: E402


def put(row, qualifier, value):
    cells = HBase.Put.new(row)
    cells.add('f', qualifier, value)
    return cells


def keys(cursor):
    return [row.get_key() for row in iter(lambda: cursor.next(None), None)]


class Scans(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        descriptor = HBase.TableDescriptor.new('t')
        descriptor.add_family(HBase.FamilyDescriptor.new('f'))
        descriptor.add_family(HBase.FamilyDescriptor.new('g'))
        splits = [GLib.Bytes.new(b'c'), GLib.Bytes.new(b'f')]
        HBase.Admin.new(self.connection).create_table(descriptor, splits, None)
        self.table = HBase.Table.new(self.connection, 't')
        for letter in b'abcdefgh':
            self.table.put(put(bytes([letter]), b'q', b'v'), None)

    def scan(self, **settings):
        scan = HBase.Scan.new()
        for name, value in settings.items():
            getattr(scan, 'set_' + name)(*value if isinstance(value, tuple) else (value,))
        return scan

    def read(self, **settings):
        return b''.join(keys(self.table.scan(self.scan(**settings))))

    def wait(self, start, *arguments):
        loop = GLib.MainLoop()
        results = []
        start(*arguments, None, lambda source, result: (results.append(result), loop.quit()))
        loop.run()
        return results[0]

    def test_ends_are_in_or_out(self):
        self.assertEqual(self.read(start=b'b', stop=b'd'), b'bc')
        self.assertEqual(self.read(start=b'b', stop=b'd', start_inclusive=False), b'c')
        self.assertEqual(self.read(start=b'b', stop=b'd', stop_inclusive=True), b'bcd')
        self.assertEqual(self.read(start=b'd', stop=b'b', reversed=True, stop_inclusive=True), b'dcb')

    def test_lanes(self):
        self.assertEqual(self.read(parallelism=(3, True)), b'abcdefgh')
        self.assertEqual(self.read(parallelism=(3, True), reversed=True), b'hgfedcba')
        self.assertEqual(bytes(sorted(self.read(parallelism=(3, False)))), b'abcdefgh')

    def test_what_is_only_passed_on(self):
        scan = self.scan(attribute=('name', b'value'), read_type=HBase.ReadType.PREAD,
                         consistency=HBase.Consistency.STRONG, cache_blocks=False, authorizations=(['x'],))
        self.assertEqual(b''.join(keys(self.table.scan(scan))), b'abcdefgh')
        scan.set_replica(-1)
        scan.set_filter_bytes(None)
        scan.set_skip_guards(None, None)
        self.assertEqual(len(keys(self.table.scan(scan))), 8)

    def test_a_raw_scan_returns_what_is_deleted(self):
        marker = HBase.Delete.new(b'h')
        marker.add_column_with_timestamp('f', b'q', 2**62)
        self.table.delete(marker)
        self.assertEqual(self.read(), b'abcdefg')
        scan = self.scan(raw=True, start=b'h', max_versions=10)
        self.assertTrue(scan.get_raw())
        row = self.table.scan(scan).next()
        types = [row.get_cell(i).get_cell_type() for i in range(row.get_n_cells())]
        self.assertEqual(types, [HBase.CellType.DELETE_COLUMN, HBase.CellType.PUT])

    def test_a_page_filter_is_a_limit(self):
        self.assertEqual(self.read(filter_text='PageFilter(5)'), b'abcde')
        with self.assertRaises(GLib.Error) as caught:
            self.read(filter_text='PageFilter(')
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_ARGUMENT))

    def test_a_printed_filter_is_the_same_in_each_form_of_text(self):
        for row in (b'\0\7', b'\\x00', b"it's"):
            put = HBase.Put.new(row)
            put.add('f', b'q', b'v')
            self.table.put(put)
            built = HBase.Filter.new_row(HBase.CompareOperator.EQUAL, HBase.Comparator.BINARY, row)
            text = built.to_string()
            for settings in ({'filter': built}, {'filter': HBase.Filter.parse(text)}, {'filter_text': text}):
                self.assertEqual(self.read(**settings), row)

    def test_filters_are_built(self):
        def bytes_of(*rows):
            return [GLib.Bytes.new(row) for row in rows]

        compare, comparator = HBase.CompareOperator, HBase.Comparator
        ranges = HBase.Filter.new_multi_row_range(bytes_of(b'c', b'g'), bytes_of(b'e', b''))
        least = HBase.Filter.new_row(compare.GREATER_OR_EQUAL, comparator.BINARY, b'd')
        either = HBase.Filter.new_or([HBase.Filter.new_prefix(b'a'), ranges])
        self.assertEqual(self.read(filter=either), b'acdgh')
        self.assertEqual(self.read(filter=HBase.Filter.new_and([ranges, least])), b'dgh')
        self.assertEqual(self.read(filter=HBase.Filter.new_fuzzy_row(bytes_of(b'b'), bytes_of(b'\0'))), b'b')
        self.assertEqual(self.read(filter=HBase.Filter.new_random_row(0)), b'')
        self.assertEqual(self.read(filter=HBase.Filter.new_timestamps([1, 2])), b'')
        columns = HBase.Filter.new_multiple_column_prefix(bytes_of(b'q'))
        self.assertEqual(self.read(filter=columns), b'abcdefgh')
        first = HBase.Filter.new_while(HBase.Filter.new_page(2))
        self.assertEqual(self.read(filter=first, reversed=True)[:2], b'hg')
        text = HBase.Filter.new_skip(HBase.Filter.new_column_value('f', b'q', compare.NOT_EQUAL,
                                                                   comparator.SUBSTRING, b"it's")).to_string()
        self.assertEqual(text, "SKIP (ColumnValueFilter('f','q',!=,'substring:it''s'))")
        self.assertEqual(self.read(filter=HBase.Filter.parse(text)), b'abcdefgh')
        with self.assertRaises(GLib.Error) as caught:
            self.read(filter=HBase.Filter.new_row(compare.LESS, comparator.REGEX, b'x'))
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_ARGUMENT))

    def test_batches_and_counts(self):
        cursor = self.table.scan(self.scan(caching=5))
        self.assertEqual(len(cursor.next_batch(2, None)), 2)
        self.assertEqual(len(cursor.next_batch(0, None)), 3)
        batch = cursor.next_batch_finish(self.wait(cursor.next_batch_async, 0))
        self.assertEqual([row.get_key() for row in batch], [b'f', b'g', b'h'])
        self.assertFalse(cursor.next_batch(0, None))
        statistics = cursor.get_statistics()
        self.assertEqual([statistics[key] for key in ('rows', 'cells', 'resumes', 'rejected-replies')],
                         [8, 8, 0, 0])
        self.assertGreater(statistics['bytes'], 100)
        self.assertGreaterEqual(statistics['calls'], 3)

    def test_salted(self):
        schema = HBase.KeySchema.new('salt:one-of(c,e,g),id:bytes')
        salted = HBase.Table.new_unsalted(self.connection, 't', schema)
        for letter in b'abcdefgh':
            self.table.delete(HBase.Delete.new(bytes([letter])), None)
            salted.put(put(bytes([letter]), b'q', b'v'), None)
        rows = iter(lambda: cursor.next(None), None)
        cursor = salted.scan(self.scan(reversed=True, limit=5))
        self.assertEqual(b''.join(row.ref_unsalted_key().get_data() for row in rows), b'hgfed')


if __name__ == '__main__':
    unittest.main()
