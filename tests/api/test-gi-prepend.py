# SPDX-License-Identifier: LGPL-2.1-or-later
"""Prepending through introspection."""

import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import GLib, HBase  # noqa: E402


def cells(text):
    put = HBase.Put.new(None)
    put.add_utf8('f', 'text', text)
    return put


class Prepending(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        for name in 't', 'ids':
            descriptor = HBase.TableDescriptor.new(name)
            for family in 'f', 'g', 's':
                descriptor.add_family(HBase.FamilyDescriptor.new(family))
            HBase.Admin.new(self.connection).create_table(descriptor, None)
        schema = HBase.KeySchema.new('id:downward')
        self.table = HBase.Table.new_with_key_schema(self.connection, 't', schema)
        self.prepender = HBase.Prepender.new(self.table)

    def wait(self, start, *arguments):
        loop = GLib.MainLoop()
        results = []
        start(*arguments, None, lambda source, result: (results.append(result), loop.quit()))
        loop.run()
        return results[0]

    def prepend(self, text='hello'):
        prepend = HBase.PrependRequest.new(cells(text))
        self.assertTrue(self.prepender.prepend(prepend))
        return prepend

    def get(self, row):
        return self.table.get(HBase.Get.new(row))

    def test_prepend_async(self):
        prepend = HBase.PrependRequest.new(cells('hello'))
        self.prepender.prepend_finish(self.wait(self.prepender.prepend_async, prepend))
        self.assertTrue(prepend.is_settled())
        resumed = HBase.PrependRequest.new_resumed(cells('hello'), prepend.get_token(), prepend.get_row())
        self.assertTrue(self.prepender.settle_finish(self.wait(self.prepender.settle_async, resumed)))

    def test_statistics(self):
        self.prepend()
        statistics = self.prepender.get_statistics()
        self.assertEqual((statistics['rows'], statistics['puts'], statistics['missed-keys']), (1, 1, 0))

    def test_prepend_many(self):
        for call in (self.prepender.prepend_many,
                     lambda prepends: self.prepender.prepend_many_finish(
                         self.wait(self.prepender.prepend_many_async, prepends))):
            prepends = [HBase.PrependRequest.new(cells(text)) for text in 'abc']
            self.assertTrue(call(prepends))
            rows = [bytes(prepend.get_row()) for prepend in prepends]
            self.assertEqual(rows, sorted(rows))

    def test_cancel(self):
        for call in (self.prepender.cancel,
                     lambda prepend: self.prepender.cancel_finish(
                         self.wait(self.prepender.cancel_async, prepend))):
            first = self.prepend()
            row = bytes(first.get_row())
            below = row[:7] + bytes([row[7] - 1])
            doubtful = HBase.PrependRequest.new_resumed(cells('doubtful'), b'sixteen bytes it', below)
            self.assertTrue(call(doubtful))
            self.assertTrue(doubtful.is_cancelled())
            self.assertFalse(doubtful.is_settled())

    def test_retire(self):
        for call in (self.prepender.retire,
                     lambda row: self.prepender.retire_finish(
                         self.wait(self.prepender.retire_async, row))):
            row = bytes(self.prepend().get_row())
            self.assertTrue(call(row))
            self.assertIsNone(self.get(row).dup_value_utf8('f:text'))

    def test_tickets(self):
        ids = HBase.Table.new(self.connection, 'ids')
        sequence = HBase.Sequence(table=ids, name='rows', downward=True, start=100)
        sequence.create()
        self.prepender.props.strategy = HBase.PrependStrategy.TICKET
        self.prepender.props.sequence = sequence
        rows = [bytes(self.prepend().get_row())[7] for _ in range(3)]
        self.assertEqual(rows, [100, 99, 98])
        self.assertEqual(self.prepender.dup_sequence(), sequence)
        self.assertEqual(self.prepender.get_strategy(), HBase.PrependStrategy.TICKET)
        self.assertEqual((sequence.get_table(), sequence.get_name(), sequence.get_family()),
                         (ids, 'rows', 's'))
        self.assertEqual((sequence.get_start(), sequence.get_block_size()), (100, 1000))
        self.assertTrue(sequence.is_downward())

    def test_settings(self):
        self.prepender.props.prefix = GLib.Variant('(u)', (7,))
        self.prepender.props.token_column = 'f:token'
        self.assertEqual(self.prepender.get_table(), self.prepender.props.table)
        self.assertEqual(self.prepender.dup_prefix().unpack(), (7,))
        self.assertEqual(self.prepender.dup_token_column(), 'f:token')
        self.assertEqual((self.prepender.dup_guard_family(), self.prepender.dup_guard_qualifier()), ('g', ''))
        self.assertEqual(self.prepender.get_start(), 2 ** 63 - 1)
        self.assertEqual(HBase.PrependRequest.new(cells('hello')).dup_cells().get_n_cells(), 1)


if __name__ == '__main__':
    unittest.main()
