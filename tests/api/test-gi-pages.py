# SPDX-License-Identifier: LGPL-2.1-or-later
"""Pages and the list model over them through introspection."""

import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import Gio, GLib, HBase  # noqa: E402

KEY = bytes(range(32))

class Pages(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        descriptor = HBase.TableDescriptor.new('t')
        descriptor.add_family(HBase.FamilyDescriptor.new('f'))
        HBase.Admin.new(self.connection).create_table(descriptor, None)
        self.table = HBase.Table.new(self.connection, 't')
        for number in range(25):
            put = HBase.Put.new(b'row%02d' % number)
            put.add('f', b'q', b'v')
            self.table.put(put)
        self.pages = HBase.PageIterator.new(self.table, HBase.Scan.new(), 10)

    def wait(self, start, *arguments):
        loop = GLib.MainLoop()
        results = []
        start(*arguments, None, lambda source, result: (results.append(result), loop.quit()))
        loop.run()
        return results[0]

    def iterate_until(self, condition):
        while not condition():
            GLib.MainContext.default().iteration(True)

    def numbers(self, page):
        return page and [int(bytes(row.get_key())[3:]) for row in page.get_rows()]

    def assert_fails(self, code, call, *arguments):
        with self.assertRaises(GLib.Error) as caught:
            call(*arguments)
        self.assertTrue(caught.exception.matches(HBase.error_quark(), code), caught.exception)

    def test_moves(self):
        self.assertIs(self.pages.get_table(), self.table)
        self.assertIs(self.pages.props.table, self.table)
        first = self.pages.next()
        self.assertEqual(self.numbers(first), list(range(10)))
        self.assertIsNone(first.get_previous_token())
        self.assertIsNone(self.pages.previous())
        self.assertEqual(self.numbers(self.pages.open(first.get_next_token())), list(range(10, 20)))
        self.assertEqual(self.numbers(self.pages.previous()), list(range(10)))
        last = self.pages.last()
        self.assertEqual(self.numbers(last), list(range(15, 25)))
        self.assertEqual(self.numbers(self.pages.open(last.get_previous_token())), list(range(5, 15)))
        self.assertEqual(self.numbers(self.pages.first()), list(range(10)))
        self.assertEqual(self.numbers(self.pages.skip_to(23)), [23, 24])
        self.assertIsNone(self.pages.skip_to(25))

    def test_moves_without_blocking(self):
        pages = self.pages
        self.assertEqual(self.numbers(pages.last_finish(self.wait(pages.last_async))), list(range(15, 25)))
        self.assertEqual(self.numbers(pages.previous_finish(self.wait(pages.previous_async))),
                         list(range(5, 15)))
        first = pages.first_finish(self.wait(pages.first_async))
        self.assertEqual(self.numbers(first), list(range(10)))
        result = self.wait(pages.open_async, first.get_next_token())
        self.assertEqual(self.numbers(pages.open_finish(result)), list(range(10, 20)))
        self.assertEqual(self.numbers(pages.skip_to_finish(self.wait(pages.skip_to_async, 7))),
                         list(range(7, 17)))

    def test_tokens(self):
        token = self.pages.next().get_next_token()
        keyed = HBase.PageIterator.new(self.table, HBase.Scan.new(), 10)
        self.assertTrue(keyed.add_token_key(KEY))
        keyed.set_token_lifetime(3600)
        self.assertEqual(keyed.props.token_lifetime, keyed.get_token_lifetime())
        self.assert_fails(HBase.Error.INVALID_TOKEN, keyed.open, token)
        self.assert_fails(HBase.Error.INVALID_TOKEN, self.pages.seek, keyed.first().get_next_token())
        self.assert_fails(HBase.Error.INVALID_ARGUMENT, keyed.add_token_key, b'short')

    def test_salted(self):
        schema = HBase.KeySchema.new('salt:one-of(r,s),name:text')
        table = HBase.Table.new_unsalted(self.connection, 't', schema)
        pages = HBase.PageIterator.new(table, HBase.Scan.new(), 10)
        keys = [bytes(row.get_stored_key()) for row in pages.next().get_rows()]
        self.assertEqual(keys, [b'row%02d' % number for number in range(10)])

    def test_columns(self):
        put = HBase.Put.new(b'wide')
        for number in range(25):
            put.add('f', b'q%02d' % number, b'v')
        self.table.put(put)
        pages = HBase.PageIterator.new_columns(self.table, HBase.Get.new(b'wide'), 10)
        first = pages.next()
        self.assertEqual(first.get_row(0).get_n_cells(), 10)
        second = pages.open(first.get_next_token())
        self.assertEqual(bytes(second.get_row(0).get_cell(0).get_qualifier()), b'q10')
        self.assertEqual(pages.next().get_row(0).get_n_cells(), 5)
        self.assertIsNone(pages.next())

    def test_model(self):
        model = HBase.RowModel.new(self.pages)
        heard = []
        model.connect('items-changed', lambda *arguments: heard.append(arguments[1:]))
        self.assertEqual(len(model), 0)
        self.assertEqual(model.load_more_finish(self.wait(model.load_more_async)), 10)
        self.assertEqual(heard, [(0, 0, 10)])
        self.assertEqual([bytes(item.props.row.get_key()) for item in model],
                         [b'row%02d' % number for number in range(10)])
        self.assertTrue(model.get_has_more() and model.props.has_more)
        self.assertFalse(model.get_loading() or model.props.loading)
        self.assertIsNone(model.get_error())
        self.assertIs(model.get_iterator(), self.pages)
        self.assertEqual(model.get_item_type(), HBase.RowItem.__gtype__)

    def test_model_by_itself(self):
        model = HBase.RowModel.new(self.pages)
        model.set_max_pages(1)
        model.set_auto_load(True)
        self.assertTrue(model.get_auto_load() and model.props.auto_load)
        self.assertEqual(model.get_max_pages(), model.props.max_pages)
        self.iterate_until(lambda: len(model) == 10)
        model[9]
        self.iterate_until(lambda: len(model) == 20)
        item = model[3]
        loaded = []
        item.connect('notify::row', lambda item, pspec: loaded.append(bytes(item.get_row().get_key())))
        self.assertIsNone(item.get_row())
        self.iterate_until(lambda: loaded)
        self.assertEqual(loaded, [b'row03'])
        self.assertFalse(item.get_deleted() or item.props.deleted)

    def test_model_follows(self):
        model = HBase.RowModel(iterator=self.pages, follow=True, follow_interval=1, io_priority=5)
        self.assertEqual((model.get_follow(), model.get_follow_interval()), (True, 1))
        self.iterate_until(lambda: model.props.n_items == 10)
        put = HBase.Put.new(b'a\xff')
        put.add('f', b'q', 'é'.encode())
        self.table.put(put)
        self.iterate_until(lambda: model.props.n_items == 11)
        self.assertEqual(model[0].props.key.get_data(), b'a\xff')
        self.assertEqual(model[0].ref_key().get_data(), b'a\xff')
        self.assertEqual(model[0].props.key_escaped, 'a\\xFF')
        self.assertEqual(model[0].dup_text('f:q'), 'é')
        self.assertEqual(model.props.item_type, HBase.RowItem.__gtype__)
        model.set_follow(False)
        model.set_follow_interval(20)
        self.table.delete(HBase.Delete.new(b'a\xff'))
        model.refresh()
        self.iterate_until(lambda: model.props.n_items == 10)
        self.assertEqual(model[0].dup_key_escaped(), 'row00')

    def test_model_tells_errors(self):
        pages = HBase.PageIterator.new(HBase.Table.new(self.connection, 'missing'), HBase.Scan.new(), 10)
        model = HBase.RowModel.new(pages)
        with self.assertRaises(GLib.Error):
            model.load_more_finish(self.wait(model.load_more_async))
        self.assertTrue(model.get_error().matches(HBase.error_quark(), HBase.Error.TABLE_NOT_FOUND))

    def test_model_is_a_list(self):
        model = HBase.RowModel.new(self.pages)
        self.assertIsInstance(model, Gio.ListModel)
        self.wait(model.load_more_async)
        store = Gio.ListStore.new(HBase.RowItem)
        store.append(model[4])
        self.assertIs(store[0], model[4])


if __name__ == '__main__':
    unittest.main()
