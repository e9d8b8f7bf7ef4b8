# SPDX-License-Identifier: LGPL-2.1-or-later
"""The library through introspection: bytes are passed and returned as bytes, errors as GLib.Error."""

import unittest

import gi

gi.require_version('HBase', '1.0')
from gi.repository import Gio, GLib, HBase  # noqa: E402


def create(connection, name, splits=None):
    descriptor = HBase.TableDescriptor.new(name)
    descriptor.add_family(HBase.FamilyDescriptor.new('f'))
    HBase.Admin.new(connection).create_table(descriptor, splits)
    return HBase.Table.new(connection, name)


def put(row, qualifier, value):
    cells = HBase.Put.new(row)
    cells.add('f', qualifier, value)
    return cells


class Introspection(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        self.table = create(self.connection, 't')

    def wait(self, start, *arguments):
        loop = GLib.MainLoop()
        results = []
        start(*arguments, None, lambda source, result: (results.append(result), loop.quit()))
        loop.run()
        return results[0]

    def test_bytes_come_back(self):
        everything = bytes(range(256))
        self.assertTrue(self.table.put(put(everything, everything, everything)))
        row = self.table.get(HBase.Get.new(everything))
        self.assertEqual(bytes(row.get_key()), everything)
        self.assertEqual(bytes(row.get_value('f', everything)), everything)
        cell = row.get_cell(0)
        self.assertEqual(bytes(cell.get_value()), everything)
        self.assertEqual(cell.ref_value().get_data(), everything)
        self.assertEqual(row.ref_value('f', everything).get_data(), everything)
        self.assertIsNone(row.ref_value('f', b'none'))

    def test_empty_is_not_missing(self):
        self.table.put(put(b'r', b'', b''))
        row = self.table.get(HBase.Get.new(b'r'))
        self.assertEqual(bytes(row.get_value('f', b'')), b'')
        self.assertEqual(row.ref_value('f', b'').get_data() or b'', b'')

    def test_records_take_text(self):
        append = HBase.Append.new_utf8('b')
        append.add_utf8('f', 'é', 'ü')
        self.assertEqual(self.table.append(append).dup_value_utf8('f:é'), 'ü')
        increment = HBase.Increment.new_utf8('b')
        increment.add_utf8('f', 'n', 7)
        self.assertFalse(self.table.increment(increment).is_empty())
        get = HBase.Get.new_utf8('b')
        get.add_column_utf8('f', 'é')
        self.assertEqual(self.table.get(get).get_n_cells(), 1)
        delete = HBase.Delete.new_utf8('b')
        delete.add_column_utf8('f', 'é')
        self.assertTrue(self.table.delete(delete))
        self.assertTrue(self.table.get(get).is_empty())
        scan = HBase.Scan.new()
        scan.set_start_utf8('a')
        scan.set_stop_utf8('c')
        scan.set_prefix_utf8('b')
        scan.add_column_utf8('f', 'n')
        self.assertEqual(self.table.scan(scan).next().dup_key_utf8(), 'b')

    def test_calls_are_gathered(self):
        self.assertEqual(self.table.props.max_gathered, 1)
        self.table.set_max_gathered(100)
        self.assertEqual(self.table.get_max_gathered(), 100)
        loop = GLib.MainLoop()
        results = {}

        def done(table, result, key):
            results[key] = result
            if len(results) == 3:
                loop.quit()

        for key in (b'a', b'b', b'c'):
            self.table.put_async(put(key, b'q', key), None, done, key)
        loop.run()
        self.assertTrue(all(self.table.put_finish(result) for result in results.values()))
        results.clear()
        before = self.connection.get_statistics()['exchanges']
        for key in (b'a', b'b', b'c'):
            self.table.get_async(HBase.Get.new(key), None, done, key)
        loop.run()
        self.assertEqual(self.connection.get_statistics()['exchanges'], before + 1)
        for key, result in results.items():
            self.assertEqual(bytes(self.table.get_finish(result).get_value('f', b'q')), key)

    def test_records_return_their_settings(self):
        key = GLib.Bytes.new(b'a\0b')
        for record in (HBase.Get, HBase.Put, HBase.Append, HBase.Increment, HBase.Delete):
            self.assertEqual(bytes(record.new_bytes(key).get_row()), b'a\0b')
        for record in (HBase.Put, HBase.Append, HBase.Increment, HBase.Delete):
            self.assertEqual(record.new_bytes(key).get_durability(), HBase.Durability.USE_DEFAULT)
        for record in (HBase.Append, HBase.Increment):
            self.assertEqual(record.new_bytes(key).get_return_results(), True)
        for record in (HBase.Put.new(b'r'), HBase.Append.new(b'r'), HBase.Increment.new(b'r')):
            record.set_time_to_live(1000)
            record.set_cell_visibility('a&b')
            self.assertEqual((record.get_time_to_live(), record.get_cell_visibility()), (1000, 'a&b'))
            self.assertEqual(record.ref_attribute('_ttl').get_data(), b'\0\0\0\0\0\0\3\xe8')
        for record in (HBase.Put.new(b'r'), HBase.Delete.new(b'r')):
            record.set_attribute('name', b'\0')
            self.assertEqual(record.ref_attribute('name').get_data(), b'\0')
            self.assertIsNone(record.ref_attribute('none'))
        for record in (HBase.Put, HBase.Delete):
            self.assertEqual(record.new_bytes(key).get_timestamp(), -1)
        self.assertEqual(HBase.Delete.new_bytes(key).get_delete_type(), HBase.DeleteType.COLUMNS)
        for record in (HBase.Get.new_bytes(key), HBase.Scan.new()):
            record.set_time_range(1, 2)
            record.set_filter_text('KeyOnlyFilter()')
            self.assertEqual(record.get_time_range(), (True, 1, 2))
            self.assertEqual(record.get_filter().to_string(), 'KeyOnlyFilter()')
            self.assertEqual(record.get_max_versions(), 0)

    def test_gets_return_their_settings(self):
        get = HBase.Get.new(b'r')
        get.set_store_limit(2)
        get.set_store_offset(1)
        get.set_attribute('name', b'value')
        get.set_filter_bytes(b'\0')
        get.set_authorizations(['public'])
        get.set_consistency(HBase.Consistency.TIMELINE)
        get.set_replica(1)
        get.set_cache_blocks(False)
        self.assertEqual((get.get_store_limit(), get.get_store_offset()), (2, 1))
        self.assertEqual(get.ref_attribute('name').get_data(), b'value')
        self.assertEqual(get.ref_filter_bytes().get_data(), b'\0')
        self.assertEqual(get.get_authorizations(), ['public'])
        self.assertEqual(get.get_consistency(), HBase.Consistency.TIMELINE)
        self.assertEqual((get.get_replica(), get.get_cache_blocks()), (1, False))

    def test_scans_return_their_settings(self):
        key = GLib.Bytes.new(b'a\0b')
        scan = HBase.Scan.new()
        for name in ('start', 'stop', 'prefix'):
            self.assertIsNone(getattr(scan, 'ref_' + name)())
            getattr(scan, f'set_{name}_bytes')(key)
            self.assertEqual(getattr(scan, 'ref_' + name)().get_data(), b'a\0b')
        scan.set_parallelism(3, False)
        self.assertEqual(scan.get_parallelism(), (3, False))
        scan.set_skip_guards('g', b'q')
        family, qualifier = scan.get_skip_guards()
        self.assertEqual((family, qualifier.get_data()), ('g', b'q'))
        scan.set_family_time_range('f', 3, 4)
        self.assertEqual(scan.get_family_time_range('f'), (True, 3, 4))
        scan.set_attribute('name', b'value')
        self.assertEqual(scan.ref_attribute('name').get_data(), b'value')
        scan.set_filter_bytes(b'\0')
        self.assertEqual(scan.ref_filter_bytes().get_data(), b'\0')
        scan.set_authorizations(['public'])
        self.assertEqual(scan.get_authorizations(), ['public'])
        self.assertEqual((scan.get_start_inclusive(), scan.get_stop_inclusive()), (True, False))
        self.assertEqual((scan.get_limit(), scan.get_batch_size(), scan.get_caching()), (0, 0, 0))
        self.assertEqual((scan.get_reversed(), scan.get_cache_blocks()), (False, True))
        self.assertEqual(scan.get_replica(), -1)
        self.assertEqual(scan.get_read_type(), HBase.ReadType.DEFAULT)
        self.assertEqual(scan.get_consistency(), HBase.Consistency.STRONG)

    def test_several_rows(self):
        self.table.put_multiple([put(b'a', b'q', b'1'), put(b'b', b'q', b'2')])
        rows = self.table.get_multiple([HBase.Get.new(row) for row in (b'b', b'missing', b'a')])
        self.assertEqual([bytes(row.get_key()) for row in rows], [b'b', b'missing', b'a'])
        self.assertEqual([row.is_empty() for row in rows], [False, True, False])

    def test_out_arguments(self):
        self.assertEqual(self.table.exists(HBase.Get.new(b'r')), False)
        self.assertEqual(self.table.check_and_put('f', b'q', None, put(b'r', b'q', b'1')), True)
        self.assertEqual(self.table.check_and_put('f', b'q', b'2', put(b'r', b'q', b'3')), False)
        self.assertEqual(self.table.exists(HBase.Get.new(b'r')), True)
        delete = HBase.Delete.new(b'r')
        self.assertEqual(self.table.check_and_delete('f', b'q', b'2', delete), False)
        self.assertEqual(self.table.check_and_delete('f', b'q', b'1', delete), True)
        self.table.put(put(b'a', b'q', b'1'))
        result = self.wait(self.table.check_and_delete_async, 'f', b'q', None, delete)
        self.assertEqual(self.table.check_and_delete_finish(result), True)

    def test_row_mutations(self):
        self.table.put(put(b'r', b'a', b'5'))
        mutations = HBase.RowMutations.new()
        mutations.add_put(put(b'r', b'b', b'1'))
        delete = HBase.Delete.new(b'r')
        delete.add_column('f', b'c')
        mutations.add_delete(delete)
        self.assertEqual(mutations.get_n_mutations(), 2)
        operators = HBase.CompareOperator
        self.assertEqual(self.table.check_and_mutate('f', b'a', operators.GREATER, b'5', mutations), False)
        self.assertEqual(self.table.check_and_mutate('f', b'a', operators.LESS, b'6', mutations), True)
        self.assertEqual(self.table.check_and_mutate('f', b'c', operators.EQUAL, None, mutations), True)
        self.assertTrue(self.table.mutate_row(mutations))
        result = self.wait(self.table.mutate_row_async, mutations)
        self.assertTrue(self.table.mutate_row_finish(result))
        result = self.wait(self.table.check_and_mutate_async, 'f', b'a', operators.NOT_EQUAL, b'5', mutations)
        self.assertEqual(self.table.check_and_mutate_finish(result), False)
        with self.assertRaises(GLib.Error) as caught:
            self.table.mutate_row(HBase.RowMutations.new())
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_ARGUMENT))

    def test_batch(self):
        batch = HBase.Batch.new(self.table)
        progress = []
        batch.connect('progress', lambda batch, *counts: progress.append(counts))
        increment, append = HBase.Increment.new(b'i'), HBase.Append.new(b'a')
        increment.add('f', b'q', 1)
        append.add('f', b'q', b'v')
        self.assertTrue(batch.put(put(b'r', b'q', b'1')))
        self.assertTrue(batch.delete(HBase.Delete.new(b'd')))
        self.assertTrue(batch.increment(increment))
        self.assertTrue(batch.append(append))
        self.assertTrue(batch.flush())
        self.assertEqual(progress, [(4, 0)])
        bad = HBase.Put.new(b'bad')
        bad.add('x', b'q', b'v')
        for name, change in ('put', bad), ('delete', HBase.Delete.new(b'd')), ('increment', increment), \
                ('append', append):
            result = self.wait(getattr(batch, name + '_async'), change)
            self.assertTrue(getattr(batch, name + '_finish')(result))
        result = self.wait(batch.flush_async)
        with self.assertRaises(GLib.Error) as caught:
            batch.flush_finish(result)
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.FAMILY_NOT_FOUND))
        failure, = batch.take_failures()
        self.assertEqual((failure.get_index(), bytes(failure.get_row())), (4, b'bad'))
        self.assertEqual(failure.ref_row().get_data(), b'bad')
        self.assertEqual(failure.get_error().code, int(HBase.Error.FAMILY_NOT_FOUND))
        self.assertEqual(batch.take_failures(), [])
        self.assertEqual(batch.get_statistics().unpack(), {'added': 8, 'written': 7, 'failed': 1})
        batch.put(put(b'dropped', b'q', b'1'))
        batch.discard()
        self.assertEqual(batch.get_table(), self.table)
        for name in ('max-count', 'max-bytes', 'parallelism', 'interval'):
            getter, setter = (getattr(batch, f'{verb}_{name.replace("-", "_")}') for verb in ('get', 'set'))
            setter(7)
            self.assertEqual((getter(), batch.get_property(name)), (7, 7))

    def test_typed_values(self):
        cells = HBase.Put.new(b'r')
        cells.add_int64('f', 'number', -2)
        cells.add_variant('f', 'pair', GLib.Variant('(su)', ('a', 7)))
        cells.add_bytes('f', GLib.Bytes.new(b'raw'), GLib.Bytes.new(b'v'))
        self.table.put(cells)
        row = self.table.get(HBase.Get.new(b'r'))
        self.assertEqual(row.get_counter('f:number'), -2)
        self.assertEqual(row.get_counter('f:none'), 0)
        self.assertEqual(row.get_int64('f:number'), -2)
        self.assertEqual([cell.get_int64() for cell in row.list_cells()[:1]], [-2])
        self.assertEqual(row.get_cell(0).get_int64(), -2)
        self.assertEqual(row.get_value_variant('f:pair', '(su)').unpack(), ('a', 7))
        self.assertEqual(row.get_cell(1).get_variant(None).unpack(), ('a', 7))
        self.assertIsNone(row.get_value_variant('f:none', None))
        for read in (lambda: row.get_counter('f:raw'), lambda: row.get_value_variant('f:pair', 's'),
                     lambda: row.get_int64('f:raw'), row.get_cell(2).get_int64):
            with self.assertRaises(GLib.Error) as caught:
                read()
            self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_VALUE))
        with self.assertRaises(GLib.Error) as caught:
            row.get_int64('f:none')
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.COLUMN_NOT_FOUND))
        self.assertIn('row “r”, column “f:none”: ', caught.exception.message)

    def test_bytes_getters_have_twins(self):
        self.table.put(put(b'r', b'', b''))
        row = self.table.get(HBase.Get.new(b'r'))
        self.assertEqual(row.ref_stored_key().get_data(), b'r')
        self.assertEqual(row.ref_value('f', b'').get_size(), 0)
        self.assertIsNone(row.ref_value('f', b'none'))
        self.assertEqual(row.get_cell(0).ref_family().get_data(), b'f')
        self.assertEqual(row.get_cell(0).ref_qualifier().get_size(), 0)
        for kind in HBase.Get, HBase.Put, HBase.Append, HBase.Increment, HBase.Delete:
            self.assertEqual(kind.new(b'a\0b').ref_row().get_data(), b'a\0b')

    def test_types_of_keys(self):
        schema = HBase.KeySchema.new('salt:md5-hex(4,id),id:uint32,at:reverse-ms,name:text')
        self.assertEqual(schema.get_variant_type().dup_string(), '(uxs)')
        self.assertEqual([schema.get_field_variant_type(i).dup_string() for i in range(3)], ['u', 'x', 's'])
        values = GLib.Variant('(uxs)', (7, 8, 'ada'))
        self.assertTrue(schema.decode_bytes(schema.encode(values)).equal(values))

    def test_version_is_the_librarys(self):
        self.assertEqual(HBase.version_get_major(), HBase.MAJOR_VERSION)
        self.assertFalse(hasattr(HBase, 'KeyBuilder') or hasattr(HBase, 'CellIter'))

    def test_exists_multiple(self):
        self.table.put(put(b'a', b'q', b'1'))
        gets = [HBase.Get.new(row) for row in (b'b', b'a')]
        self.assertEqual(self.table.exists_multiple(gets), [False, True])
        result = self.wait(self.table.exists_multiple_async, gets)
        self.assertEqual(self.table.exists_multiple_finish(result), [False, True])
        self.assertEqual(self.table.exists_multiple([]), [])

    def test_errors_have_their_codes(self):
        with self.assertRaises(GLib.Error) as caught:
            HBase.Table.new(self.connection, 'missing').get(HBase.Get.new(b'r'))
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.TABLE_NOT_FOUND))
        self.assertIn('“missing”', caught.exception.message)
        with self.assertRaises(GLib.Error) as caught:
            HBase.Connection.new('nonsense')
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_URI))

    def test_diagnosis(self):
        diagnosis, = self.connection.diagnose(None)
        self.assertEqual(diagnosis.get_kind(), HBase.ServiceKind.THRIFT2)
        self.assertTrue(diagnosis.fits_uri())
        self.assertFalse(diagnosis.is_read_only())
        self.assertEqual(diagnosis.get_gateway(), 'The embedded engine')
        self.assertEqual((diagnosis.get_uri(), diagnosis.get_reason()), ('local::memory:', None))
        self.assertEqual(diagnosis.get_version(), '2.4 or newer')
        self.assertGreaterEqual(diagnosis.get_round_trip_time(), 0)
        self.assertIn('The URI is right', diagnosis.to_string())

    def test_async(self):
        result = self.wait(self.table.put_async, put(b'r', b'q', b'v'))
        self.assertTrue(self.table.put_finish(result))
        result = self.wait(self.table.get_async, HBase.Get.new(b'r'))
        self.assertEqual(bytes(self.table.get_finish(result).get_value('f', b'q')), b'v')
        admin = HBase.Admin.new(self.connection)
        result = self.wait(admin.list_tables_async, None, None, False)
        self.assertEqual(admin.list_tables_finish(result), ['t'])

    def test_objects_without_a_connection(self):
        for call in (lambda: HBase.Admin().list_tables(None, None, False),
                     lambda: HBase.Table(name='t').get(HBase.Get.new(b'r')),
                     lambda: HBase.Table.new(HBase.Connection(), 't').put(put(b'r', b'q', b'v')),
                     HBase.PageIterator.new(HBase.Table(name='t'), HBase.Scan.new(), 10).next,
                     HBase.PageIterator.new(HBase.Table.new(HBase.Connection(), 't'), HBase.Scan.new(),
                                            10).last,
                     HBase.Table(name='t').scan(HBase.Scan.new()).next,
                     lambda: HBase.Connection().close()):
            with self.assertRaises(GLib.Error) as caught:
                call()
            self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_ARGUMENT))

    def test_properties_without_a_connection(self):
        table = HBase.Table(name='t')
        self.assertEqual((table.props.timeout, table.props.attempt_timeout), (-1, -1))
        self.assertIsNone(table.get_connection())
        table.props.timeout = 1
        self.assertEqual(table.props.timeout, 1)
        self.assertIsNone(HBase.Connection().get_uri())
        self.assertEqual(HBase.Connection().get_statistics()['exchanges'], 0)

    def test_connections_made_by_their_properties(self):
        connection = HBase.Connection(uri='local::memory:', timeout=1000)
        self.assertEqual(connection.props.timeout, 1000)
        table = create(connection, 't')
        table.put(put(b'r', b'q', b'v'))
        self.assertEqual(table.get(HBase.Get.new(b'r')).dup_value_utf8('f:q'), 'v')
        self.assertTrue(connection.close())
        for made in (HBase.Connection(uri='nonsense'), HBase.Connection(uri='')):
            for call in (lambda: HBase.Admin.new(made).list_tables(None, None, False), made.close, made.init,
                         lambda: HBase.Table.new(made, 't').get(HBase.Get.new(b'r')),
                         lambda: made.close_finish(self.wait(made.close_async))):
                with self.assertRaises(GLib.Error) as caught:
                    call()
                self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.INVALID_URI))

    def test_cancel(self):
        cancellable = Gio.Cancellable()
        cancellable.cancel()
        with self.assertRaises(GLib.Error) as caught:
            self.table.get(HBase.Get.new(b'r'), cancellable)
        self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))

    def test_tables(self):
        admin = HBase.Admin.new(self.connection)
        create(self.connection, 'a')
        self.assertEqual(admin.list_tables(None, None, False), ['a', 't'])
        families = admin.describe_table('t').get_families()
        self.assertEqual([family.get_name() for family in families], ['f'])

    def test_properties_and_statistics(self):
        self.assertEqual(self.connection.props.timeout, 60000)
        self.table.props.timeout = 1
        self.assertEqual(self.table.props.timeout, 1)
        self.assertGreater(self.connection.get_statistics()['exchanges'], 0)

    def test_regions(self):
        connection = self.connection
        table = create(connection, 'split', [GLib.Bytes.new(b'm'), GLib.Bytes.new(b'b\xff')])
        starts = [b'', b'b\xff', b'm']
        regions = table.get_regions()
        self.assertEqual([bytes(region.get_start_key()) for region in regions], starts)
        self.assertEqual([bytes(region.get_end_key()) for region in regions], starts[1:] + [b''])
        self.assertEqual([region.ref_start_key().get_data() or b'' for region in regions], starts)
        self.assertEqual(regions[1].ref_end_key().get_data(), b'm')
        self.assertEqual((regions[0].get_host(), regions[0].get_port()), ('localhost', 0))
        self.assertEqual(bytes(table.get_region(b'c').get_start_key()), b'b\xff')
        regions = table.get_regions_finish(self.wait(table.get_regions_async))
        self.assertEqual(len(regions), 3)
        region = table.get_region_finish(self.wait(table.get_region_async, b'z'))
        self.assertEqual(bytes(region.get_start_key()), b'm')
        with self.assertRaises(GLib.Error) as caught:
            create(connection, 'split', [])
        self.assertTrue(caught.exception.matches(HBase.error_quark(), HBase.Error.TABLE_EXISTS))

    def test_async_creation(self):
        admin = HBase.Admin.new(self.connection)
        descriptor = HBase.TableDescriptor.new('new')
        descriptor.add_family(HBase.FamilyDescriptor.new('f'))
        result = self.wait(admin.create_table_async, descriptor, [GLib.Bytes.new(b'm')])
        self.assertTrue(admin.create_table_finish(result))
        self.assertEqual(len(HBase.Table.new(self.connection, 'new').get_regions()), 2)

    def test_scan(self):
        for row in (b'c', b'a', b'b'):
            self.table.put(put(row, b'q', row))
        cursor = self.table.scan(HBase.Scan.new())
        keys = []
        while (row := cursor.next()) is not None:
            keys.append(bytes(row.get_key()))
        self.assertEqual(keys, [b'a', b'b', b'c'])

    def test_pages(self):
        for row in (b'a', b'b', b'c'):
            self.table.put(put(row, b'q', row))
        pages = HBase.PageIterator.new(self.table, HBase.Scan.new(), 2)
        page = pages.next()
        for _ in range(2):
            self.assertEqual([bytes(row.get_key()) for row in page.get_rows()], [b'a', b'b'])
        self.assertEqual(bytes(page.get_row(1).get_key()), b'b')
        self.assertTrue(pages.seek(page.get_next_token()))
        last = pages.next()
        self.assertEqual(last.get_n_rows(), 1)
        self.assertIsNone(last.get_next_token())
        self.assertIsNone(pages.next())

    def test_prepends(self):
        schema = HBase.KeySchema.new('id:downward')
        table = HBase.Table.new_with_key_schema(self.table.get_connection(), self.table.get_name(), schema)
        self.assertEqual(table.get_key_schema().get_text(), 'id:downward')
        prepender = HBase.Prepender.new(table)
        prepender.props.guard_family = 'f'
        cells = HBase.Put.new(None)
        cells.add_utf8('f', 'q', 'hello')
        comment = HBase.PrependRequest.new(cells)
        self.assertTrue(prepender.prepend(comment))
        self.assertTrue(comment.is_settled())
        resumed = HBase.PrependRequest.new_resumed(cells, comment.get_token(), comment.get_row())
        self.assertTrue(prepender.settle(resumed))
        self.assertEqual(bytes(resumed.get_row()), bytes(comment.get_row()))
        self.assertEqual(self.table.get(HBase.Get.new(comment.get_row())).dup_value_utf8('f:q'), 'hello')


if __name__ == '__main__':
    unittest.main()
