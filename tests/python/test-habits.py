# SPDX-License-Identifier: LGPL-2.1-or-later
"""Python's habits with the library's names: mappings, keyword arguments, `with`, exceptions, keys."""

import copy
import datetime
import decimal
import os
import pickle
import re
import subprocess
import sys
import unittest
import uuid

import gi

gi.require_version('HBase', '1.0')
from gi.repository import Gio, GLib, HBase  # noqa: E402

UTC = datetime.timezone.utc


class Habits(unittest.TestCase):
    def setUp(self):
        self.connection = HBase.Connection.new('local::memory:')
        self.admin = HBase.Admin.new(self.connection)
        self.admin.create_table('t', {'c': dict(max_versions=5), 'd': {}}, splits=[b'k', 'p'])
        self.table = HBase.Table.new(self.connection, 't')

    def keys(self, **settings):
        return [row.key for row in self.table.scan(**settings)]

    # ---- rows ----

    def test_a_row_is_a_mapping(self):
        self.table.put(b'r', {'c:a': b'1', 'd:b': 'ü', ('c', b'\xff'): b''})
        row = self.table[b'r']
        self.assertEqual(dict(row), {'c:a': b'1', 'c:\udcff': b'', 'd:b': 'ü'.encode()})
        self.assertEqual([row[column] for column in row], list(row.values()))
        self.assertEqual((row['c:a'], row[b'c:a'], row['c', b'a']), (b'1', b'1', b'1'))
        self.assertEqual((row.get('c:none'), row.get('c:none', b'0'), row.get('c:a')), (None, b'0', b'1'))
        self.assertTrue('c:a' in row and 'c:none' not in row)
        self.assertEqual((len(row), bool(row), row.key), (3, True, b'r'))
        with self.assertRaises(KeyError):
            row['c:none']
        with self.assertRaises(ValueError):
            row['c']
        copy = HBase.Put('copy', row)
        self.assertEqual(copy.get_n_cells(), 3)

    def test_rows_are_copied(self):
        self.table.put('r', {'c:a': '1', 'd:b': '2'})
        row = self.table['r']
        for copied in copy.copy(row), copy.deepcopy(row), copy.deepcopy([row])[0]:
            self.assertEqual((copied.key, dict(copied)), (b'r', dict(row)))
        with self.assertRaisesRegex(TypeError, 'dict'):
            pickle.dumps(row)

    def test_docstrings_list_the_keywords(self):
        for method, keyword in ((HBase.Table.scan, 'prefix'), (HBase.Table.get, 'columns'),
                                (HBase.Table.put_multiple, 'cells'), (HBase.Admin.create_table, 'families')):
            self.assertRegex(method.__doc__, f'Keywords make the HBase\\.\\w+: .*{keyword}')
        self.assertNotIn('Keywords', HBase.Table.get_name.__doc__)

    def test_the_end_of_the_interpreter_is_silent(self):
        program = '''
import asyncio, gi
gi.require_version('HBase', '1.0')
from gi.repository import HBase
table = HBase.Table.new(HBase.Connection.new('local::memory:'), 't')
async def get():
    try:
        await table.get_async('r')
    except HBase.TableNotFound:
        pass
loop = asyncio.new_event_loop()
loop.run_until_complete(get())
loop.close()
from gi.overrides.HBase import _asyncio
kept = list(_asyncio._contexts.values())
kept.append(kept)
'''
        run = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (0, ''))

    def test_inexact_numbers_are_refused(self):
        self.table.put('r', {'c:a': '1'})
        for call in (lambda: self.table.counter_inc('r', 'c:n', 1.5),
                     lambda: self.table.scan(limit=1.7),
                     lambda: self.table.scan(time_range=(0, 1.5)),
                     lambda: HBase.Get('r', max_versions=decimal.Decimal('1.5')),
                     lambda: self.table.pages(2.5),
                     lambda: self.table.scan().next_batch(1.5),
                     lambda: self.table.set_timeout(0.5),
                     lambda: self.table.set_property('timeout', 0.5),
                     lambda: setattr(self.table.props, 'timeout', 0.5),
                     lambda: HBase.Table(self.connection, 't', timeout=0.5),
                     lambda: HBase.Batch(table=self.table, max_count='7'),
                     lambda: self.table.put('r', {'c:a': 1.5})):
            with self.assertRaises(TypeError):
                call()
        self.assertNotIn('c:n', self.table['r'])
        self.assertEqual(self.table.counter_inc('r', 'c:n', 2.0), 2)
        table = HBase.Table(self.connection, 't', timeout=7.0)
        table.props.attempt_timeout = 8.0
        self.assertEqual((table.get_timeout(), table.get_attempt_timeout()), (7, 8))

    def test_versions_are_one_column(self):
        for value in (1, 2, 3):
            self.table.put('r', {'c:a': str(value)}, timestamp=value)
        row = self.table.get('r', max_versions=5)
        self.assertEqual((row.get_n_cells(), len(row), dict(row)), (3, 1, {'c:a': b'3'}))
        self.assertEqual(self.table.cells('r', 'c:a', versions=2), [(b'3', 3), (b'2', 2)])
        self.assertEqual(len(self.table.cells('r', 'c:a')), 3)
        self.assertEqual(self.table.cells('r', 'c:none'), [])

    def test_a_missing_row_is_false(self):
        self.assertFalse(self.table.get(b'none'))
        self.assertNotIn(b'none', self.table)
        with self.assertRaises(KeyError):
            self.table[b'none']
        with self.assertRaises(TypeError):
            iter(self.table)

    def test_cells_have_attributes(self):
        self.table.put('r', {'c:a': b'1'}, timestamp=7)
        cell = self.table['r'].get_cell(0)
        self.assertEqual((cell.column, cell.value, cell.timestamp), ('c:a', b'1', 7))
        self.assertEqual(repr(cell), "<HBase.Cell c:a=b'1' timestamp=7>")

    # ---- writing ----

    def test_values(self):
        self.table.put('r', {'c:text': 'é', 'c:bytes': bytearray(b'\0'), 'c:number': -2,
                             'c:shared': GLib.Bytes.new(b'x')})
        self.assertEqual(dict(self.table['r']), {
            'c:text': b'\xc3\xa9', 'c:bytes': b'\0', 'c:number': b'\xff' * 7 + b'\xfe', 'c:shared': b'x'})
        for wrong in (None, True, 1.5, ['x']):
            with self.assertRaises(TypeError):
                self.table.put('r', {'c:a': wrong})
        with self.assertRaises(OverflowError):
            self.table.put('r', {'c:a': 1 << 63})
        with self.assertRaises(TypeError):
            self.table.put('r', {'c:a': b'1'}, durabilty=HBase.Durability.SKIP_WAL)
        with self.assertRaises(TypeError):
            self.table.get(7)

    def test_changes(self):
        self.table.put_multiple({'a': {'c:a': '1', 'd:b': '2'}, 'b': {'c:a': '1'}})
        self.table.put_multiple([HBase.Put('c', {'c:a': '1'}), ('d', {'c:a': '1'})])
        self.assertEqual(self.keys(), [b'a', b'b', b'c', b'd'])
        self.table.delete('a', columns=['c:a'])
        self.assertEqual(dict(self.table['a']), {'d:b': b'2'})
        self.table.delete('a', 'd')
        self.table.delete(self.table['b'])
        self.table.delete_multiple(['c', HBase.Delete('d')])
        self.assertEqual(self.keys(), [])
        self.assertEqual(self.table.append('a', {'c:a': 'x'})['c:a'], b'x')
        self.assertEqual(self.table.increment('a', {'c:n': 2}).key, b'a')
        self.assertEqual(self.table.counter_inc('a', 'c:n', 3), 5)
        self.assertTrue(self.table.check_and_put('c', 'a', 'x', 'a', {'c:a': 'y'}))
        self.assertTrue(self.table.check_and_delete('c', 'a', 'y', 'a', ['c:a']))
        self.table.mutate_row([HBase.Put('m', {'c:a': '1'}), HBase.Delete('m', ['c:b'])])
        rows = self.table.get_multiple(['m', 'a'], columns='c:a')
        self.assertEqual([bool(row) for row in rows], [True, False])
        self.assertEqual(self.table.exists_multiple(['m', 'none']), [True, False])

    def test_a_batch_is_flushed_or_dropped(self):
        with HBase.Batch(table=self.table, max_count=2) as batch:
            for key in 'abc':
                batch.put(key, {'c:a': key})
            batch.delete('a')
            batch.increment('n', {'c:n': 1})
        self.assertEqual(self.keys(), [b'b', b'c', b'n'])
        with self.assertRaises(ZeroDivisionError):
            with HBase.Batch(table=self.table) as batch:
                batch.put('z', {'c:a': 'z'})
                1 // 0
        self.assertNotIn('z', self.table)
        self.assertEqual(batch.get_statistics()['written'], 0)

    # ---- reading ----

    def fill(self):
        self.table.put_multiple({f'{key}{i}': {'c:a': key, 'd:b': key} for key in 'ab' for i in range(3)})

    def test_scans(self):
        self.fill()
        self.assertEqual(self.keys(prefix=b'a'), [b'a0', b'a1', b'a2'])
        self.assertEqual(self.keys(start='a1', stop=b'b1', reverse=False), [b'a1', b'a2', b'b0'])
        self.assertEqual(self.keys(start='a1', stop='b1', start_inclusive=False, stop_inclusive=True),
                         [b'a2', b'b0', b'b1'])
        self.assertEqual(self.keys(prefix='b', reverse=True, limit=2), [b'b2', b'b1'])
        self.assertEqual(self.keys(filter="ValueFilter(=, 'binary:b')", limit=1), [b'b0'])
        self.assertEqual(self.keys(filter=HBase.Filter.new_prefix('b')), [b'b0', b'b1', b'b2'])
        self.assertEqual(self.keys(time_range=(0, 1)), [])
        row, = self.table.scan(columns=['d'], limit=1)
        self.assertEqual(dict(row), {'d:b': b'a'})
        scan = HBase.Scan(prefix='a')
        self.assertEqual(len(list(self.table.scan(scan))), 3)
        self.assertEqual(len(list(self.table.scan(scan, limit=2))), 2)
        self.assertEqual(scan.get_limit(), 0)

    def test_every_setter_is_a_keyword(self):
        values = {'start': 'a', 'stop': 'b', 'prefix': 'c', 'start_bytes': b'a', 'start_utf8': 'a',
                  'stop_bytes': b'b', 'stop_utf8': 'b', 'prefix_bytes': b'c', 'prefix_utf8': 'c',
                  'attribute': ('n', b'v'),
                  'authorizations': ['l'], 'consistency': HBase.Consistency.TIMELINE,
                  'family_time_range': ('c', 1, 2),
                  'filter': 'KeyOnlyFilter()', 'filter_bytes': b'\0', 'filter_text': 'KeyOnlyFilter()',
                  'parallelism': (2, True), 'read_type': HBase.ReadType.PREAD, 'skip_guards': ('c', b'q'),
                  'time_range': (1, 2)}
        for cls, arguments in ((HBase.Scan, []), (HBase.Get, ['r'])):
            for name in [name[len('set_'):] for name in dir(cls) if name.startswith('set_')]:
                self.assertIsInstance(cls(*arguments, **{name: values.get(name, 1)}), cls)
        scan = HBase.Scan(attributes={'n': b'v'}, family_time_ranges={'c': (1, 2)})
        self.assertEqual(scan.ref_attribute('n').get_data(), b'v')
        self.assertEqual(scan.get_family_time_range('c'), (True, 1, 2))

    def test_first_and_last_rows(self):
        self.fill()
        self.assertEqual(self.table.first_row().key, b'a0')
        self.assertEqual(self.table.first_row(prefix='b').key, b'b0')
        self.assertEqual(self.table.last_row().key, b'b2')
        self.assertEqual(self.table.last_row(prefix='a', method=HBase.LastRowMethod.BISECTION).key, b'a2')
        self.assertEqual([row.key for row in self.table.last_rows(n_rows=2, prefix='a')], [b'a1', b'a2'])
        self.assertEqual(self.table.row_at_or_before('a9', columns='c').key, b'a2')

    def test_pages(self):
        self.fill()
        pages = self.table.pages(2, prefix='a', columns=['c:a'])
        first, second = pages
        self.assertEqual(([row.key for row in first], len(first), first[1].key), ([b'a0', b'a1'], 2, b'a1'))
        self.assertEqual([row.key for row in second], [b'a2'])
        self.assertEqual([row.key for row in pages.previous()], [b'a0', b'a1'])
        self.assertEqual(len(HBase.PageIterator.new(self.table, page_size=4, start='a1').next()), 4)

    def test_loops_leave_no_row_out(self):
        self.fill()
        with self.table.scan() as cursor:
            for row in cursor:
                break
            self.assertEqual([cursor.next().key, next(cursor).key], [b'a1', b'a2'])
            self.assertEqual([row.key for row in cursor.next_batch(2)], [b'b0', b'b1'])
            self.assertEqual([row.key for row in cursor], [b'b2'])
            self.assertEqual((cursor.next(), cursor.next_batch(1)), (None, []))
        with self.assertRaises(HBase.Closed):
            cursor.next()

    def test_with_closes(self):
        with HBase.LocalServer.new(None, 'tcp://127.0.0.1:0') as server:
            with HBase.Connection.new(server.dup_uri()) as connection:
                HBase.Admin.new(connection).list_tables()
            with self.assertRaises(HBase.Closed):
                HBase.Admin.new(connection).list_tables()
            uri = server.dup_uri()
        with self.assertRaises(HBase.TimedOut), HBase.Connection(uri=uri, timeout=100) as connection:
            HBase.Admin.new(connection).list_tables()

    # ---- descriptors ----

    def test_descriptors(self):
        admin = self.admin
        self.assertEqual(admin.describe_table('t').get_family('c').get_max_versions(), 5)
        self.assertEqual(len(self.table.get_regions()), 3)
        admin.create_table('list', ['a', 'b'])
        admin.add_family('list', 'e', time_to_live=60, configurations={'k': 'v'})
        self.assertEqual([f.get_name() for f in admin.describe_table('list').get_families()], ['a', 'b', 'e'])
        admin.create_namespace('n', configurations={'k': 'v'})
        self.assertEqual(admin.describe_namespace('n').dup_configuration('k'), 'v')
        admin.ensure_table('n:t', {'a': None}, splits=['m'], durability=HBase.Durability.SKIP_WAL)
        self.assertEqual(admin.describe_table('n:t').get_durability(), HBase.Durability.SKIP_WAL)
        with self.assertRaises(TypeError):
            admin.create_table('t2', {'a': dict(max_version=5)})

    def test_lists_of_bytes(self):
        self.assertEqual(HBase.FixedSplits.new(['b', b'c']).get_n_regions(), 3)
        self.assertEqual(HBase.key_successor('a').get_data(), b'a\0')
        self.assertEqual(HBase.bytes_to_escaped('é'), '\\xC3\\xA9')

    # ---- keys ----

    def test_keys(self):
        schema = HBase.KeySchema(
            'salt:md5(1,id),id:uint32,at:reverse-ms,day:seconds desc,who:uuid,name:text-z,raw:bytes')
        self.assertEqual(schema.fields, ['id', 'at', 'day', 'who', 'name', 'raw'])
        values = {'id': 7, 'at': datetime.datetime(2024, 5, 1, 12, 0, 0, 250000, UTC),
                  'day': datetime.datetime(1970, 1, 2, tzinfo=UTC),
                  'who': uuid.UUID('123e4567-e89b-12d3-a456-426614174000'), 'name': 'é,\\', 'raw': b'\0,\xff'}
        key = schema.encode(**values)
        self.assertIsInstance(key, bytes)
        self.assertEqual(schema.decode(key), values)
        self.assertEqual(schema.decode_field(key, 'raw'), b'\0,\xff')
        self.assertTrue(key.startswith(schema.encode_prefix(id=7)))
        zone = datetime.timezone(datetime.timedelta(hours=2))
        self.assertEqual(schema.encode(**{**values, 'at': values['at'].astimezone(zone)}), key)
        self.assertEqual(schema.encode(**{**values, 'at': 1714564800250}), key)
        with self.assertRaises(HBase.InvalidKey):
            schema.encode(id=7)
        with self.assertRaises(ValueError):
            schema.encode(**{**values, 'at': datetime.datetime(2024, 5, 1, 12, 0, 0, 250001, UTC)})
        for wrong in ({'id': datetime.datetime.now(UTC)}, {'none': 1}):
            with self.assertRaises(TypeError):
                schema.encode(**{**values, **wrong})
        with self.assertRaises(ValueError):
            schema.encode(**{**values, 'at': datetime.datetime(2024, 5, 1)})
        for finer in ({'at': values['at'].replace(microsecond=250001)},
                      {'day': values['day'].replace(microsecond=1)}):
            with self.assertRaisesRegex(ValueError, 'finer than'):
                schema.encode(**{**values, **finer})
        distant = HBase.KeySchema('at:ms')
        self.assertEqual(distant.decode(distant.encode(at=2**62)), {'at': 2**62})

    def test_all_types_of_fields(self):
        """Decodes what each type encodes; the types and examples are those of docs/key-schema.md."""
        with open(os.environ['top_srcdir'] + '/docs/key-schema.md', encoding='utf-8') as page:
            rows = re.findall(r'^\| `([\w()-]+)` \|.*?\| `\w+` \| \w+ \| `([^`]+)` \|', page.read(), re.M)
        self.assertGreater(len(rows), 30)
        for type_, example in rows:
            schema = HBase.KeySchema('f:' + type_)
            key = schema.encode_escaped(['f=' + example], False).get_data()
            self.assertEqual(schema.encode(**schema.decode(key)), key, type_)

    def test_rows_of_a_schema(self):
        table = HBase.Table.new_with_key_schema(self.connection, 't', 'id:uint32,at:reverse-ms')
        at = datetime.datetime(2024, 5, 1, tzinfo=UTC)
        table.put(table.get_key_schema().encode(id=1, at=at), {'c:a': '1'})
        row, = table.scan()
        self.assertEqual((row.get_key_field('id'), row.get_key_field('at')), (1, at))

    # ---- objects ----

    def test_classes_are_called_as_new_is(self):
        connection = HBase.Connection(self.connection.get_uri())
        self.assertEqual(HBase.Admin(connection).props.connection, connection)
        table = HBase.Table(connection, 't', timeout=7000)
        self.assertEqual((table.get_name(), table.get_timeout()), ('t', 7000))
        self.assertEqual(HBase.Batch(table, max_count=7).get_max_count(), 7)
        with self.assertRaises(HBase.InvalidUri):
            HBase.Connection('nonsense')
        with self.assertRaises(HBase.InvalidUri):
            HBase.LocalServer().init()
        with HBase.LocalServer(None, 'tcp://127.0.0.1:0') as server:
            self.assertTrue(server.get_address())
        with self.assertRaises(TypeError) as caught:
            HBase.Table(connection, 't', 'more')
        self.assertIn('connection, name', str(caught.exception))

    # ---- mistakes ----

    def assert_type_error(self, message, call, *arguments, **named):
        with self.assertRaises(TypeError) as caught:
            call(*arguments, **named)
        self.assertIn(message, str(caught.exception))

    def test_messages_name_what_is_wrong(self):
        table = self.table
        self.assert_type_error('row: bytes or str expected, not int', table.get, 7)
        self.assert_type_error('row: None isn\'t allowed', table.get, None)
        self.assert_type_error('an HBase.Get is missing', table.get)
        self.assert_type_error('Gio.Cancellable', table.put, 'r', {'c:a': '1'}, 5)
        self.assert_type_error('did you mean “timestamp”?', table.put, 'r', {'c:a': '1'}, timestmp=5)
        self.assert_type_error('did you mean “prefix”?', table.scan, row_prefix='r')
        self.assert_type_error('as in prefix=…', table.scan, 'r')
        self.assert_type_error('family “c”: a dict', self.admin.create_table, 'new', {'c': 5})
        schema = HBase.KeySchema('name:text')
        self.assert_type_error('“name” is None', schema.encode, name=None)
        self.assert_type_error('as in name=…', schema.encode, 'ada')

    def test_text_is_no_list(self):
        """Its characters would be the items."""
        for call in self.table.get_multiple, self.table.delete_multiple, HBase.FixedSplits.new:
            for text in 'row', b'row':
                self.assert_type_error('a list is expected', call, text)
        self.admin.create_table('one', 'family')
        self.assertEqual([f.get_name() for f in self.admin.describe_table('one').get_families()], ['family'])

    def test_none_is_the_default_of_a_setting(self):
        self.table.put('r', {'c:a': '1'})
        self.assertEqual(self.keys(prefix='r', limit=None, filter=None, columns=None), [b'r'])

    # ---- exceptions ----

    def test_each_code_has_an_exception(self):
        for value in HBase.Error.__enum_values__.values():
            name = value.value_nick.title().replace('-', '')
            cls = getattr(HBase, name)
            self.assertTrue(issubclass(cls, HBase.HBaseError) and issubclass(cls, GLib.Error))
            self.assertEqual(cls.__mro__[1], HBase.HBaseError)

    def test_calls_raise_them(self):
        missing = HBase.Table.new(self.connection, 'missing')
        with self.assertRaises(HBase.TableNotFound) as caught:
            missing.get('r')
        error = caught.exception
        self.assertTrue(error.matches(HBase.error_quark(), HBase.Error.TABLE_NOT_FOUND))
        self.assertIn('“missing”', str(error))
        self.assertEqual(repr(error), f'HBase.TableNotFound({error.message!r})')
        with self.assertRaises(HBase.TableExists):
            self.admin.create_table('t', ['c'])
        with self.assertRaises(HBase.InvalidUri):
            HBase.Connection.new('nonsense')
        with self.assertRaises(HBase.InvalidSchema):
            HBase.KeySchema('nonsense')
        with self.assertRaises(HBase.InvalidArgument):
            self.keys(filter='nonsense')

    def test_they_have_what_the_gateway_sent(self):
        self.table.put('r', {'c:text': 'x'})
        with self.assertRaises(HBase.Remote) as caught:
            self.table.counter_inc('r', 'c:text')
        error = caught.exception
        self.assertEqual(error.java_class, 'org.apache.hadoop.hbase.DoNotRetryIOException')
        self.assertIn('Field is not a long', error.details)
        with self.assertRaises(HBase.InvalidArgument) as caught:
            self.table.get('')
        self.assertEqual((caught.exception.details, caught.exception.java_class), (None, None))
        self.assertIn('Field is not a long', error.details)

    def test_properties_have_them(self):
        model = HBase.RowModel.new(HBase.Table.new(self.connection, 'missing').pages(2))
        model.set_auto_load(True)
        model.get_item(0)
        while model.props.error is None:
            GLib.MainContext.default().iteration(True)
        for error in model.props.error, model.get_property('error'), model.get_error():
            self.assertIsInstance(error, HBase.TableNotFound)
        model.props.auto_load = False
        self.assertFalse(model.get_auto_load())
        self.assertIn('error', dir(model.props))

    def test_finishers_and_lists_of_failures_have_them(self):
        loop, results = GLib.MainLoop(), []
        HBase.Table.new(self.connection, 'missing').get_async(
            HBase.Get('r'), None, lambda table, result: (results.append((table, result)), loop.quit()))
        loop.run()
        with self.assertRaises(HBase.TableNotFound):
            HBase.Table.get_finish(*results[0])
        batch = HBase.Batch.new(self.table)
        batch.put('r', {'none:a': '1'})
        with self.assertRaises(HBase.FamilyNotFound):
            batch.flush()
        self.assertIsInstance(batch.take_failures()[0].get_error(), HBase.FamilyNotFound)

    def test_cancelled_calls_raise_gios(self):
        cancellable = Gio.Cancellable()
        cancellable.cancel()
        with self.assertRaises(GLib.Error) as caught:
            self.table.get('r', cancellable=cancellable)
        self.assertNotIsInstance(caught.exception, HBase.HBaseError)
        self.assertTrue(caught.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))

    # ---- repr ----

    def test_records_show_what_they_are(self):
        self.table.put('r', {'c:a': b'1'})
        for record, text in (
                (self.table['r'], "<HBase.Row b'r' c:a=b'1'>"),
                (self.table.get('none'), "<HBase.Row b'none' without cells>"),
                (HBase.Get('r', max_versions=2), "<HBase.Get row=b'r' max_versions=2>"),
                (HBase.Scan(prefix='a', reverse=True), "<HBase.Scan reversed=True prefix=b'a'>"),
                (HBase.Scan(consistency=HBase.Consistency.TIMELINE), '<HBase.Scan consistency=timeline>'),
                (HBase.Put('r', {'c:a': '1'}), "<HBase.Put n_cells=1 row=b'r'>"),
                (HBase.FamilyDescriptor('c', max_versions=5), '<HBase.FamilyDescriptor c {VERSIONS 5}>'),
                (self.table.get_regions()[1],
                 "<HBase.Region end_key=b'p' host='localhost' port=0 start_key=b'k'>")):
            self.assertEqual(repr(record), text)


if __name__ == '__main__':
    unittest.main()
