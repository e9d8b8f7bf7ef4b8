# SPDX-License-Identifier: LGPL-2.1-or-later
"""Calls every public function: sessions with the functions that no other test in Python calls, and the check
that there is none that isn't called.

The check runs the other tests in this process, with their calls recorded. A new function that no test
calls fails it.
"""

import asyncio
import glob
import importlib.util
import os
import tempfile
import unittest

import recorder

recorder.record_calls()
from gi.repository import GLib, HBase, HBasePlan  # noqa: E402

EQUAL, BINARY = HBase.CompareOperator.EQUAL, HBase.Comparator.BINARY
# They send signals to their process, or use another installation of the override.
OF_PROCESSES = 'test-gi-interrupt.py', 'test-docs.py', 'test-functions.py'


class Session(unittest.TestCase):
    def setUp(self):
        self.server = HBase.LocalServer.new(None, 'tcp://127.0.0.1:0')
        self.addCleanup(self.server.stop)
        self.connection = HBase.Connection.new(self.server.dup_uri())
        self.admin = HBase.Admin.new(self.connection)
        self.admin.create_table('t', ['c', 'd', 's'], splits=['m'])
        self.table = HBase.Table.new(self.connection, 't')

    def each(self, owner, name, *calls):
        """Makes the first of two calls that change something in its blocking form, the other one in its
        asynchronous form."""
        self.assertTrue(getattr(owner, name)(*calls[0]))
        self.assertTrue(await_call(owner, name, *calls[1]))


def await_call(owner, name, *arguments):
    async def call():
        return await getattr(owner, name + '_async')(*arguments)
    return asyncio.run(call())


class Admin(Session):
    def ask(self, name, *arguments):
        """Makes a call in its blocking and its asynchronous form. Returns the result, which is the same."""
        blocking, awaited = getattr(self.admin, name)(*arguments), await_call(self.admin, name, *arguments)
        self.assertEqual(repr(awaited), repr(blocking))
        return blocking

    def change(self, name, *calls):
        self.each(self.admin, name, *calls)

    def test_questions(self):
        self.assertEqual(self.ask('list_tables'), ['t'])
        self.assertEqual(self.ask('list_tables', None, 't.*'), ['t'])
        self.assertEqual(self.ask('list_tables', 'default', 't.*'), ['t'])
        self.assertEqual(self.ask('list_namespaces'), ['default', 'hbase'])
        self.assertEqual([d.get_name() for d in self.ask('describe_namespaces')], ['default', 'hbase'])
        self.assertEqual(self.ask('describe_namespace', 'hbase').get_name(), 'hbase')
        table = self.ask('describe_table', 't')
        self.assertEqual([f.get_name() for f in table.get_families()], ['c', 'd', 's'])
        for found in (self.ask('describe_tables'), self.ask('describe_tables', None, 't|u', False),
                      self.ask('describe_tables', 'default')):
            self.assertTrue(found[0].equal(table))
        self.assertEqual(self.ask('get_table_state', 't'), HBase.TableState.AVAILABLE)
        self.assertEqual(self.ask('get_table_state', 'none'), HBase.TableState.MISSING)
        self.assertTrue(self.ask('wait_available', 't', ['m']))
        self.assertTrue(self.ask('wait_available', 't'))
        self.assertEqual(self.admin.get_connection(), self.connection)

    def test_questions_of_servers(self):
        self.assertTrue(self.ask('get_cluster_id'))
        self.assertEqual(self.ask('get_slow_log', []).n_children(), 0)
        self.assertTrue(self.ask('clear_slow_log', []))

    def test_changes(self):
        self.change('create_table', ['a', ['c']], ['b', ['c']])
        self.assertEqual(self.ask('ensure_table', 'a', ['c']), [])
        self.change('add_family', ['a', 'e'], ['b', 'e'])
        self.change('modify_family', ['a', HBase.FamilyDescriptor('e', max_versions=3)],
                    ['b', HBase.FamilyDescriptor('e', max_versions=3)])
        self.assertEqual(self.admin.describe_table('b').get_family('e').get_max_versions(), 3)
        self.change('delete_family', ['a', 'e'], ['b', 'e'])
        self.assertIsNone(self.admin.describe_table('b').get_family('e'))
        changed = [HBase.TableDescriptor(name, ['c'], durability=HBase.Durability.SKIP_WAL) for name in 'ab']
        self.change('modify_table', *([descriptor] for descriptor in changed))
        self.assertEqual(self.admin.describe_table('a').get_durability(), HBase.Durability.SKIP_WAL)
        self.change('disable_table', 'a', 'b')
        self.change('enable_table', 'a', 'b')
        self.change('disable_table', 'a', 'b')
        self.change('truncate_table', 'a', 'b')
        self.change('truncate_table', *([name, HBase.TruncateTableFlags.DISABLE] for name in 'ab'))
        self.change('delete_table', *([name, HBase.DeleteTableFlags.DISABLE] for name in 'ab'))
        self.change('create_table', ['a', ['c']], ['b', ['c']])
        self.change('disable_table', 'a', 'b')
        self.change('delete_table', 'a', 'b')
        self.assertEqual(self.admin.list_tables(), ['t'])

    def test_namespaces(self):
        self.change('create_namespace', ['n'], ['m'])
        changed = [HBase.NamespaceDescriptor(name, configurations={'k': 'v'}) for name in 'nm']
        self.change('modify_namespace', *([descriptor] for descriptor in changed))
        self.assertEqual(self.admin.describe_namespace('m').dup_configuration('k'), 'v')
        self.change('delete_namespace', 'n', 'm')


class Calls(Session):
    def test_tables(self):
        self.each(self.table, 'put_multiple', [{'a': {'c:x': '1'}}], [{'b': {'c:x': '2'}}])
        self.assertEqual([row.key for row in self.table.scan()], [b'a', b'b'])
        cell = self.table['a'].get_cell(0)
        self.assertEqual(cell.dup_column_escaped(), 'c:x')
        self.assertEqual(cell.dup_timestamp_text(), str(cell.get_timestamp()))
        self.each(self.table, 'delete_multiple', [['a']], [['b']])
        self.assertEqual(list(self.table.scan()), [])
        self.assertIn('localhost', self.table.get_regions()[0].dup_server_name())
        self.assertEqual(self.table.scan().get_table(), self.table)
        self.assertFalse(self.table.scan().is_ready())
        self.assertTrue(HBase.Batch.new(self.table).is_ready())

    def test_deletes_of_a_version(self):
        put = HBase.Put.new_utf8('r')
        put.add_with_timestamp('c', 'x', '1', 5)
        self.table.put(put)
        delete = HBase.Delete('r', delete_type=HBase.DeleteType.FAMILY)
        delete.add_family_with_timestamp('c', 4)
        self.table.delete(delete)
        self.assertEqual(self.table.cells('r', 'c:x'), [(b'1', 5)])

    def test_what_is_added_is_returned(self):
        latest = (1 << 63) - 1
        put, append, increment = HBase.Put('r', {'c:x': '1'}), HBase.Append('r'), HBase.Increment('r')
        put.add_with_timestamp('c', b'\0', '2', 5)
        append.add('c', 'x', '3')
        increment.add('c', 'n', -4)
        self.assertEqual([(cell.column, cell.value, cell.timestamp)
                          for record in (put, append) for cell in record.list_cells()],
                         [('c:x', b'1', latest), ('c:\0', b'2', 5), ('c:x', b'3', latest)])
        self.assertEqual([cell.get_int64() for cell in increment.list_cells()], [-4])
        delete = HBase.Delete('r')
        delete.add_column('c', 'x')
        self.assertEqual([(cell.column, cell.get_cell_type()) for cell in delete.list_cells()],
                         [('c:x', HBase.CellType.DELETE_COLUMN)])
        for record in HBase.Get('r'), HBase.Scan():
            record.add_family('d')
            record.add_column('c', b'\0')
            self.assertEqual(record.list_columns(), ['d', 'c:\\x00'])
        mutations = HBase.RowMutations.new()
        mutations.add_put(put)
        mutations.add_delete(delete)
        self.assertEqual([len(change.list_cells()) for change in mutations.list_puts()], [2])
        self.assertEqual([len(change.list_cells()) for change in mutations.list_deletes()], [1])

    def test_rows(self):
        self.table.put('r\0', {'c:x': b'\xff'})
        get = HBase.Get('r\0')
        get.add_family('c')
        row = self.table.get(get).copy()
        self.assertEqual((row.dup_key_escaped(), row.ref_key().get_data()), ('r\\x00', b'r\0'))
        self.assertEqual(row.dup_value_escaped('c:x'), '\\xFF')
        self.assertFalse(row.is_partial())
        schema = HBase.KeySchema('id:uint8')
        keyed = HBase.Table.new_with_key_schema(self.connection, 't', schema)
        keyed.put(b'\7', {'c:x': '1'})
        self.assertEqual(keyed[b'\7'].dup_key_field_escaped('id'), '7')

    def test_sequences(self):
        sequence = HBase.Sequence.new(self.table, 'ids')
        other = HBase.Sequence(table=self.table, name='others', family='c')
        sequence.create()
        await_call(other, 'create')
        self.assertEqual((sequence.next(), await_call(other, 'next')), (1, 1))
        self.assertEqual((sequence.next_n(2), await_call(other, 'next_n', 2)), ([2, 3],) * 2)
        self.assertEqual(sequence.next_text(), '4')
        self.assertEqual(sequence.get_statistics()['ids-handed-out'], 4)
        loop, texts = GLib.MainLoop(), []

        def finish(source, result):
            texts.append(source.next_text_finish(result))
            loop.quit()
        other.next_async(None, finish)
        loop.run()
        self.assertEqual(texts, ['4'])

    def test_errors(self):
        self.table.put('r', {'c:x': 'x'})
        with self.assertRaises(HBase.Remote) as caught:
            self.table.counter_inc('r', 'c:x')
        self.assertEqual(HBase.Error.get_java_class(caught.exception), caught.exception.java_class)
        self.assertEqual(HBase.Error.get_details(caught.exception), caught.exception.details)
        self.assertIn('Field is not a long', caught.exception.details)
        self.assertEqual(GLib.quark_to_string(HBase.Error.quark()), caught.exception.domain)

    def test_requests_to_prepend(self):
        keyed = HBase.Table.new_with_key_schema(self.connection, 't', 'id:downward')
        request = HBase.PrependRequest({'c:x': '1'})
        HBase.Prepender(table=keyed, guard_family='d').prepend(request)
        self.assertEqual(request.ref_row().get_data(), request.get_row())
        self.assertEqual(request.ref_token().get_data(), request.get_token())

    def test_filters(self):
        self.table.put('r', {'c:ab': '1', 'c:cd': '2', 'd:e': '3'})
        self.table.put('s', {'c:ab': '2'})
        for expected, name, *arguments in (
                (['c:ab'], 'column_count_get', 1), (['c:cd'], 'column_pagination', 1, 1),
                (['c:cd'], 'column_prefix', 'c'), (['c:cd'], 'column_range', 'b', True, 'd', False),
                (['d:e'], 'family', EQUAL, BINARY, 'd'), (['c:cd'], 'qualifier', EQUAL, BINARY, 'cd'),
                (['c:cd'], 'value', EQUAL, BINARY, '2'), (['c:ab'], 'first_key_only'),
                (['c:ab', 'c:cd', 'd:e'], 'inclusive_stop', 'r'),
                (['c:ab', 'c:cd', 'd:e'], 'key_only', False),
                (['c:ab', 'c:cd', 'd:e'], 'single_column_value', 'c', 'ab', EQUAL, BINARY, '1', True, True),
                (['c:cd', 'd:e'], 'single_column_value_exclude', 'c', 'ab', EQUAL, BINARY, '1', True, True),
                (['c:ab', 'c:cd', 'd:e'], 'dependent_column', 'c', 'ab', False),
                (['c:ab', 'c:cd', 'd:e'], 'dependent_column_value', 'c', 'ab', False, EQUAL, BINARY, '1')):
            rows = list(self.table.scan(filter=getattr(HBase.Filter, 'new_' + name)(*arguments), limit=1))
            self.assertEqual(list(rows[0]), expected, name)


def settable(cls):
    """Yields the name and type of what a record has a pair set_x (x) and get_x () for."""
    methods = {m.get_name(): m for m in cls.__info__.get_methods()}
    for name, method in methods.items():
        getter = methods.get(name.replace('set_', 'get_', 1))
        arguments = method.get_arguments()
        if name.startswith('set_') and getter and not getter.get_arguments() and len(arguments) == 1:
            yield name[4:], arguments[0].get_type()


def values_of(type_):
    """Returns values of a type, or none if it isn't a simple one."""
    tag = type_.get_tag_as_string()
    if tag == 'gboolean':
        return [True, False]
    if tag == 'interface' and hasattr(HBase, type_.get_interface().get_name()):
        return list(getattr(getattr(HBase, type_.get_interface().get_name()), '__enum_values__', {}).values())
    return {'utf8': ['x']}.get(tag, [1, 2] if 'int' in tag else [])


class Objects(Session):
    def test_what_is_set_is_returned(self):
        for record in (HBase.FamilyDescriptor('c'), HBase.TableDescriptor('t'), HBase.Put('r'),
                       HBase.Append('r'), HBase.Increment('r'), HBase.Delete('r'), HBase.Get('r'),
                       HBase.Scan(), HBase.Batch.new(self.table), self.table, self.connection,
                       self.table.scan(), self.table.pages(2), HBase.RowModel.new(self.table.pages(2))):
            names = []
            for name, type_ in settable(type(record)):
                for value in values_of(type_):
                    getattr(record, 'set_' + name)(value)
                    self.assertEqual(getattr(record, 'get_' + name)(), value, f'{record}, {name}')
                    names.append(name)
            self.assertNotEqual(names, [], record)

    def test_properties(self):
        check_getters(self, self.connection)
        check_getters(self, self.table)

    def test_attributes(self):
        for record in (HBase.Append('r'), HBase.Increment('r'), HBase.FamilyDescriptor('c'),
                       HBase.TableDescriptor('t')):
            record.set_attribute('KEY', 'value')
            self.assertEqual(record.ref_attribute('KEY').get_data(), b'value')
        for record in HBase.FamilyDescriptor('c'), HBase.TableDescriptor('t'):
            record.set_attribute('KEY', 'value')
            self.assertEqual(record.list_attributes(), ['KEY'])
            record.remove_attribute('KEY')
            self.assertEqual(record.list_attributes(), [])

    def test_descriptors(self):
        family = HBase.FamilyDescriptor.new_from_string('c {VERSIONS 5}')
        self.assertTrue(family.is_set('VERSIONS'))
        copy = family.copy()
        self.assertTrue(copy.equal(family))
        copy.unset('VERSIONS')
        self.assertFalse(copy.equal(family))
        copy.merge(family)
        self.assertEqual(copy.to_string(), 'c {VERSIONS 5}')
        copy.set_configuration('key', 'value')
        self.assertEqual((copy.list_configuration(), copy.dup_configuration('key')), (['key'], 'value'))
        table = HBase.TableDescriptor.new_from_string('t c {VERSIONS 5}')
        self.assertTrue(table.check(['a', 'b']))
        other = table.copy()
        self.assertTrue(other.equal(table))
        self.assertTrue(other.remove_family('c'))
        self.assertFalse(other.equal(table))
        other.merge(table)
        self.assertEqual(other.to_string(), table.to_string())
        namespace = HBase.NamespaceDescriptor.new_from_string('n {key value}')
        self.assertEqual((namespace.get_name(), namespace.list_configuration()), ('n', ['key']))
        self.assertTrue(namespace.copy().equal(namespace))
        self.assertIn('key', namespace.to_string())

    def test_keys(self):
        schema = HBase.KeySchema('salt:phoenix(4),id:uint16,name:text')
        values = schema.parse_values_escaped(['id=1', 'name=a'])
        self.assertEqual(values.unpack(), (1, 'a'))
        key = schema.encode(values)
        text = schema.key_to_escaped(key.get_data())
        self.assertTrue(schema.key_from_escaped(text, False).equal(key))
        self.assertEqual(schema.key_field_to_escaped(key.get_data(), 'id'), '1')
        unsalted = schema.unsalt(key.get_data())
        self.assertTrue(schema.unsalted_key_from_escaped('id=1,name=a', False).equal(unsalted))
        plain = HBase.KeySchema('id:uint16,name:text')
        prefix = GLib.Variant('(q)', [1])
        start, stop = plain.prefix_range(prefix)
        self.assertEqual((start.get_data(), stop.get_data()), (b'\0\1', b'\0\2'))
        self.assertTrue(plain.encode_prefix(prefix).equal(start))

    def test_bytes(self):
        self.assertEqual(HBase.bytes_to_escaped(b'a\0'), 'a\\x00')
        self.assertEqual(HBase.bytes_from_escaped('a\\x00').get_data(), b'a\0')
        self.assertEqual(HBase.bytes_to_printable(b'a,\0', ','), 'a\\x2C\\x00')
        self.assertEqual(HBase.key_prefix_stop('a').get_data(), b'b')
        self.assertEqual(HBase.key_successor('a').get_data(), b'a\0')
        version = HBase.version_get_major(), HBase.version_get_minor(), HBase.version_get_micro()
        self.assertEqual(version, (HBase.MAJOR_VERSION, HBase.MINOR_VERSION, HBase.MICRO_VERSION))


def check_getters(case, item):
    """Compares what the getters of properties return with the properties."""
    for pspec in item.list_properties():
        getter = getattr(item, 'get_' + pspec.name.replace('-', '_'), None)
        if getter:
            case.assertEqual(getter(), item.get_property(pspec.name), pspec.name)


class Server(unittest.TestCase):
    def test_settings(self):
        with tempfile.TemporaryDirectory() as folder:
            server = HBase.LocalServer(directory=folder, listen='tcp://127.0.0.1:0', max_connections=7)
            self.assertTrue(server.start())
            self.assertEqual((server.get_directory(), server.get_listen()), (folder, 'tcp://127.0.0.1:0'))
            self.assertEqual(server.get_max_connections(), 7)
            check_getters(self, server)
            server.stop()
            self.assertEqual(HBase.LocalServer.check_directory(folder), [])
            self.assertEqual(HBase.LocalServer.compact_directory(folder, None), 0)

    def test_faults(self):
        server = HBase.LocalServer.new(None, 'tcp://127.0.0.1:0')
        connection = HBase.Connection.new(server.dup_uri())
        HBase.Admin.new(connection).create_table('t', ['c'])
        table = HBase.Table.new(connection, 't')
        server.add_fault(HBase.ServerFault.LOSE_REPLY, 'get', 1, 1, 0)
        self.assertFalse(table.get('r'))
        self.assertEqual(server.get_n_faults(), 1)
        server.add_fault(HBase.ServerFault.LOSE_REPLY, 'get', 1, 1, 0)
        server.clear_faults()
        self.assertFalse(table.get('r'))
        asyncio.run(self.diagnose(connection, server))

    async def diagnose(self, connection, server):
        diagnosis, = await connection.diagnose_async()
        self.assertTrue(diagnosis.fits_uri())
        await server.stop_async()


class Simulations(unittest.TestCase):
    def keys(self):
        keys = HBasePlan.FieldKeyGenerator.new('id:uint64', 1)
        self.assertTrue(keys.define_all('sequential'))
        return keys

    def simulate(self, n=10):
        return HBasePlan.Simulator.new(self.keys(), [bytes(7) + b'\4'], n).run()

    def test_columns(self):
        keys = HBasePlan.FieldKeyGenerator.new('id:uint64', 1)
        self.assertTrue(keys.define('id=column'))
        self.assertTrue(keys.set_column('id', ['7']))
        self.assertEqual(keys.get_key(0).get_data(), bytes(7) + b'\7')

    def test_chunks(self):
        simulation = HBasePlan.Simulation.new(None)
        chunk = HBasePlan.Simulator.new(self.keys(), None, 5).run_chunk(0)
        self.assertEqual(chunk.get_index(), 0)
        self.assertTrue(simulation.add_chunk(chunk))
        self.assertEqual((simulation.get_puts(), simulation.get_n_regions()), (chunk.get_puts(), 1))

    def test_figures(self):
        simulation = self.simulate()
        self.assertEqual([simulation.get_region_puts(i) for i in (0, 1)], [4, 6])
        self.assertEqual([simulation.get_region_share(i) for i in (0, 1)], [0.4, 0.6])
        self.assertAlmostEqual(simulation.get_region_ratio(1), 1.5)
        self.assertGreater(simulation.get_region_bytes(1), simulation.get_region_bytes(0))
        self.assertEqual(simulation.get_region_start(1).get_data(), bytes(7) + b'\4')
        self.assertEqual((simulation.get_busiest_region(), simulation.get_busiest_share()), (0, 1.0))
        self.assertGreaterEqual(simulation.get_mean_busiest_share(), 0.6)
        self.assertTrue(0 <= simulation.get_gini() <= 1)
        self.assertEqual(simulation.get_n_dead_regions(), 0)
        self.assertGreater(simulation.get_window(), 0)
        self.assertIn('regions', simulation.to_json())
        for text in simulation.to_csv(), simulation.to_text(), simulation.to_svg():
            self.assertIn('6', text)

    def test_pictures(self):
        picture = self.simulate().to_picture()
        last = picture.get_shape(picture.get_n_shapes() - 1)
        self.assertLessEqual(last.x, picture.get_width())
        self.assertLessEqual(last.y, picture.get_height())
        self.assertIn(picture.get_title(), picture.to_svg())
        self.assertIn(picture.get_description(), picture.to_svg())

    def test_emulations(self):
        settings = HBasePlan.EmulationSettings.new(None)
        setting = settings.find('hbase.hregion.max.filesize')
        self.assertEqual((setting.get_value(), setting.get_unit()), ('10737418240', 'bytes'))
        self.assertIsInstance(setting.get_effect(), HBasePlan.SettingEffect)
        self.assertIn('HBase 2', setting.get_origin())
        emulator = HBasePlan.Emulator.new(settings)
        self.assertTrue(emulator.set_splits(['k']))
        emulator.write('a', 10)
        emulator.wait()
        emulator.flush()
        self.assertGreater(emulator.get_sample_rows(), 0)
        report = emulator.report()
        first, second = report.get_regions()
        self.assertEqual((first.get_end_key().get_data(), second.get_start_key().get_data()), (b'k', b'k'))
        self.assertNotEqual(first.get_number(), second.get_number())
        self.assertFalse(report.get_growth(1)[0] and report.get_growth(1)[1] > 2)
        self.assertIn(report.to_picture().get_title(), report.to_svg())
        self.assertIn('regions', report.to_json())

    def test_advice(self):
        advisor = HBasePlan.RegionAdvisor.new(self.simulate(20000))
        advice = advisor.run()
        self.assertEqual(len(advice.get_splits()), advice.get_n_regions() - 1)
        self.assertGreater(advice.get_region_size(), 0)
        self.assertIn('regions', advice.to_json())
        self.assertEqual('leave the table as it is' in advice.to_text(), not advice.has_changes())
        for recommendation in advice.list():
            self.assertIsInstance(recommendation.get_advice(), str)
            self.assertIsInstance(recommendation.is_change(), bool)
            self.assertIsInstance(recommendation.get_basis(), str)
            self.assertIsInstance(recommendation.get_keys(), list)

    def test_sites(self):
        settings, read, included = HBasePlan.SiteSettings.new(), [], '<configuration/>'
        settings.set_reader(lambda file, *data: read.append(file) or GLib.Bytes.new(included.encode()))
        settings.add_xml('etc/site.xml', '<configuration xmlns:i="http://www.w3.org/2001/XInclude">'
                         '<i:include href="more.xml"/></configuration>')
        self.assertEqual(read, ['etc/more.xml'])
        self.assertTrue(settings.add_descriptor('describe', "MAX_FILESIZE => '1073741824'"))
        self.assertEqual(settings.get_notes(), [])
        name, = settings.get_names()
        self.assertEqual(settings.get(name), '1073741824')
        self.assertIn('describe', settings.get_origin(name))


class Check(unittest.TestCase):
    def load_others(self):
        top = os.environ['top_srcdir'] + '/tests/'
        for path in sorted(glob.glob(top + 'python/test-*.py') + glob.glob(top + 'api/test-gi-*.py')
                           + [top + 'api/test-gi.py']):
            with open(path, encoding='utf-8') as file:
                is_suite = 'unittest.main()' in file.read()
            if is_suite and os.path.basename(path) not in OF_PROCESSES:
                spec = importlib.util.spec_from_file_location(os.path.basename(path).replace('-', '_'), path)
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                yield unittest.defaultTestLoader.loadTestsFromModule(module)

    def test_every_function_is_called(self):
        others = unittest.TestSuite(self.load_others())
        self.assertGreater(others.countTestCases(), 100)
        others.run(unittest.TestResult())
        functions = set(recorder.public_functions())
        self.assertGreater(len(functions), 800)
        self.maxDiff = None
        self.assertEqual(sorted(functions - recorder.called), [])


def load_tests(loader, tests, pattern):
    """The check comes last."""
    cases = Admin, Calls, Objects, Server, Simulations, Check
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases)


if __name__ == '__main__':
    unittest.main()
