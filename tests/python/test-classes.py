# SPDX-License-Identifier: LGPL-2.1-or-later
"""A session with a server in this process, in which every public class is used.

A class that no test is named after fails test_every_class_is_tested.
"""

import os
import unittest
import xml.etree.ElementTree

import gi

gi.require_version('HBase', '1.0')
gi.require_version('HBasePlan', '1.0')
from gi.repository import Gio, GLib, GObject, HBase, HBasePlan  # noqa: E402

GI = '{http://www.gtk.org/introspection/core/1.0}'
GLIB = '{http://www.gtk.org/introspection/glib/1.0}'
IS_CLASS_STRUCT = GLIB + 'is-gtype-struct-for'


def public_classes():
    girs = [xml.etree.ElementTree.parse(f'{os.environ["top_builddir"]}/{name}-1.0.gir')
            for name in ('HBase', 'HBasePlan')]
    for element in [element for gir in girs for element in gir.getroot().find(GI + 'namespace')]:
        is_type = element.tag in (GI + 'class', GI + 'interface', GI + 'record')
        if is_type and not element.get(IS_CLASS_STRUCT) and element.get('introspectable') != '0':
            yield element.get('name')


def key_bytes(keys):
    return [key.get_data() for key in keys]


class Classes(unittest.TestCase):
    def setUp(self):
        self.server = HBase.LocalServer.new(None, 'tcp://127.0.0.1:0')
        self.addCleanup(self.server.stop)
        self.connection = HBase.Connection.new(self.server.dup_uri())
        self.admin = HBase.Admin.new(self.connection)
        self.admin.create_table('t', ['c', 'g'], splits=['m'])
        self.table = HBase.Table.new(self.connection, 't')
        self.table.put_multiple({key: {'c:a': key} for key in 'abc'})

    def assert_shown(self, record, *texts):
        for text in texts:
            self.assertIn(text, repr(record))

    def test_every_class_is_tested(self):
        tested = {name[len('test_'):] for name in dir(self) if name.startswith('test_')}
        self.assertEqual(sorted(set(public_classes()) - tested), [])

    # ---- the client ----

    def test_Admin(self):
        self.assertEqual(self.admin.list_tables(), ['t'])
        self.assertEqual(self.admin.get_table_state('t'), HBase.TableState.AVAILABLE)
        self.assertEqual(self.admin.get_table_state('none'), HBase.TableState.MISSING)
        self.admin.disable_table('t')
        with self.assertRaises(HBase.TableDisabled):
            self.table.get('a')
        self.assertEqual(self.admin.get_table_state('t'), HBase.TableState.DISABLED)
        self.admin.delete_table('t')
        self.assertEqual(self.admin.get_table_state('t'), HBase.TableState.MISSING)

    def test_Append(self):
        append = HBase.Append('a', {'c:a': '!'}, return_results=False)
        self.assertFalse(self.table.append(append))
        self.assertEqual(self.table['a']['c:a'], b'a!')
        self.assert_shown(append, "row=b'a'", 'return_results=False')

    def test_Batch(self):
        with HBase.Batch.new(self.table) as batch:
            batch.append('a', {'c:a': '!'})
            batch.delete('b')
        self.assertEqual([row['c:a'] for row in self.table.scan()], [b'a!', b'c'])

    def test_BatchFailure(self):
        batch = HBase.Batch.new(self.table)
        batch.put('x', {'none:a': '1'})
        with self.assertRaises(HBase.FamilyNotFound):
            batch.flush()
        failure, = batch.take_failures()
        self.assertEqual((failure.get_index(), failure.get_row()), (0, b'x'))
        self.assert_shown(failure, 'index=0', "row=b'x'")

    def test_Cell(self):
        cell, = self.table['a'].list_cells()
        self.assertEqual((cell.get_family(), cell.get_qualifier(), cell.value), (b'c', b'a', b'a'))
        self.assert_shown(cell, "c:a=b'a'")

    def test_Connection(self):
        self.assertEqual(self.connection.get_uri(), self.server.dup_uri())
        self.connection.close()
        with self.assertRaises(HBase.Closed):
            self.table.get('a')

    def test_Delete(self):
        self.table.delete(HBase.Delete('a', 'c'))
        self.assertNotIn('a', self.table)
        self.assert_shown(HBase.Delete('a', 'c'), "row=b'a'", 'delete_type=family')

    def test_Diagnosis(self):
        diagnosis, = self.connection.diagnose()
        self.assertEqual(diagnosis.get_kind(), HBase.ServiceKind.THRIFT2)
        self.assert_shown(diagnosis, 'The URI is right')

    def test_FamilyDescriptor(self):
        self.admin.modify_family('t', 'c', max_versions=3)
        family = self.admin.describe_table('t').get_family('c')
        self.assertEqual(family.get_max_versions(), 3)
        self.assert_shown(family, 'VERSIONS 3')

    def test_Filter(self):
        self.assertEqual([row.key for row in self.table.scan(filter=HBase.Filter.new_prefix('b'))], [b'b'])
        self.assert_shown(HBase.Filter.parse("PrefixFilter('b')"), "PrefixFilter('b')")

    def test_Get(self):
        self.assertEqual(dict(self.table.get(HBase.Get('a', 'c:none'))), {})
        self.assert_shown(HBase.Get('a', replica=1), "row=b'a'", 'replica=1')

    def test_Increment(self):
        self.table.increment(HBase.Increment('a', {'c:n': -2}))
        self.assertEqual(self.table['a'].get_int64('c:n'), -2)
        self.assert_shown(HBase.Increment('a', {}, durability=HBase.Durability.SKIP_WAL), 'skip-wal')

    def test_LocalServer(self):
        self.assertTrue(self.server.get_address().startswith('tcp://127.0.0.1:'))
        self.server.restart()
        self.assertEqual(self.table['a']['c:a'], b'a')

    def test_NamespaceDescriptor(self):
        self.admin.create_namespace(HBase.NamespaceDescriptor('n', configurations={'key': 'value'}))
        self.assertIn('n', self.admin.list_namespaces())
        self.assert_shown(self.admin.describe_namespace('n'), 'key', 'value')

    def test_Page(self):
        page = next(self.table.pages(2))
        self.assertEqual([row.key for row in page], [b'a', b'b'])
        self.assert_shown(page, 'n_rows=2')

    def test_PageIterator(self):
        pages = self.table.pages(2)
        self.assertEqual([len(page) for page in pages], [2, 1])
        self.assertEqual(pages.first()[0].key, b'a')
        self.assertTrue(pages.seek(pages.next().get_token()))

    def test_Put(self):
        self.table.put(HBase.Put('x', {'c:a': '1'}, timestamp=5))
        self.assertEqual(self.table.cells('x', 'c:a'), [(b'1', 5)])
        self.assert_shown(HBase.Put('x', {'c:a': '1'}, timestamp=5), 'n_cells=1', 'timestamp=5')

    def test_Region(self):
        first, second = self.table.get_regions()
        self.assertEqual((first.get_end_key(), second.get_start_key()), (b'm', b'm'))
        self.assert_shown(second, "start_key=b'm'")

    def test_Row(self):
        self.assertEqual(dict(self.table['a']), {'c:a': b'a'})

    def test_RowMutations(self):
        self.table.mutate_row(HBase.RowMutations([HBase.Put('a', {'c:b': '1'}), HBase.Delete('a', 'c:a')]))
        self.assertEqual(dict(self.table['a']), {'c:b': b'1'})

    def test_Scan(self):
        self.assertEqual([row.key for row in self.table.scan(HBase.Scan(start='b'))], [b'b', b'c'])

    def test_Sequence(self):
        sequence = HBase.Sequence(table=self.table, name='ids', family='c', start=5)
        sequence.create()
        self.assertEqual([sequence.next(), sequence.next()], [5, 6])

    def test_Table(self):
        self.assertEqual((self.table.get_name(), 'a' in self.table), ('t', True))

    def test_TableCursor(self):
        with self.table.scan(limit=2) as cursor:
            self.assertEqual([row.key for row in cursor], [b'a', b'b'])

    def test_rows_that_a_loop_left(self):
        cancelled = Gio.Cancellable()
        cancelled.cancel()
        cursor = self.table.scan()
        self.assertEqual(next(cursor).key, b'a')
        for call in cursor.next, lambda cancellable: cursor.next_batch(9, cancellable):
            with self.assertRaises(GLib.Error) as raised:
                call(cancelled)
            self.assertTrue(raised.exception.matches(Gio.io_error_quark(), Gio.IOErrorEnum.CANCELLED))
        self.assertEqual(cursor.next().key, b'b')
        cursor.close()
        with self.assertRaises(HBase.Closed):
            cursor.next()

    def test_TableDescriptor(self):
        descriptor = HBase.TableDescriptor('new', {'c': dict(in_memory=True), 'd': None})
        self.admin.create_table(descriptor)
        self.assertTrue(self.admin.describe_table('new').get_family('c').get_in_memory())
        self.assert_shown(descriptor, 'new')

    # ---- prepending and list models ----

    def prepended_table(self):
        return HBase.Table.new_with_key_schema(self.connection, 'feed', 'id:downward')

    def prepend(self):
        self.admin.create_table('feed', ['c', 'g'])
        request = HBase.PrependRequest({'c:text': 'hello'})
        prepender = HBase.Prepender(table=self.prepended_table(), guard_family='g')
        self.assertTrue(prepender.prepend(request))
        return request, prepender

    def test_Prepender(self):
        request, prepender = self.prepend()
        self.assertEqual([row.key for row in self.prepended_table().scan()], [request.get_row()])
        self.assertEqual(prepender.get_statistics()['rows'], 1)

    def test_what_is_prepended_may_be_a_dict(self):
        _, prepender = self.prepend()
        self.assertTrue(prepender.prepend({'c:text': 'second'}))
        self.assertTrue(prepender.prepend({'c:text': 'third'}, idempotent=True))
        prepender.prepend_many([{'c:text': 'fourth'}, HBase.PrependRequest({'c:text': 'fifth'})])
        texts = [row['c:text'] for row in self.prepended_table().scan()]
        self.assertEqual(sorted(texts), [b'fifth', b'fourth', b'hello', b'second', b'third'])

    def test_PrependRequest(self):
        request, prepender = self.prepend()
        self.assertEqual(request.get_state(), HBase.PrependState.WRITTEN)
        self.assert_shown(request, 'state=written')

    def load_model(self):
        model = HBase.RowModel.new(self.table.pages(2))
        model.set_auto_load(True)
        while model.get_has_more() or model.get_loading():
            model.get_item(max(model.get_n_items() - 1, 0))
            GLib.MainContext.default().iteration(True)
        return model

    def test_RowModel(self):
        self.assertEqual([item.get_row().key for item in self.load_model()], [b'a', b'b', b'c'])

    def test_RowItem(self):
        item = self.load_model()[0]
        self.assertEqual(item.get_row()['c:a'], b'a')
        self.assertFalse(item.get_deleted())

    # ---- keys and splits ----

    def test_KeySchema(self):
        schema = HBase.KeySchema('id:uint8,name:text')
        self.assertEqual(schema.decode(schema.encode(id=1, name='x')), {'id': 1, 'name': 'x'})
        self.assert_shown(schema, "text='id:uint8,name:text'")

    def test_KeyLint(self):
        codes = [finding.get_code() for finding in HBasePlan.KeyLint.new('id:int64').run()]
        self.assertIn(HBasePlan.KeyFindingCode.SIGN_ORDER, codes)

    def test_KeyFinding(self):
        self.assert_shown(HBasePlan.KeyLint.new('id:int64').run()[0], 'severity=warning')

    def split(self, calculator, n_regions=2):
        return key_bytes(calculator.calculate(n_regions))

    def test_BytesSplits(self):
        self.assertEqual(self.split(HBase.BytesSplits.new('a', 'c', False)), [b'b'])

    def test_FixedSplits(self):
        self.assertEqual(self.split(HBase.FixedSplits.new(['b', 'a']), 3), [b'a', b'b'])

    def test_NumberSplits(self):
        self.assertEqual(self.split(HBase.NumberSplits.new_hex('00', 'ff')), [b'7f'])

    def test_PartitionSplits(self):
        self.assertEqual(self.split(HBase.PartitionSplits.new()), [bytes(7) + b'\1'])

    def test_SaltSplits(self):
        self.assertEqual(self.split(HBase.SaltSplits.new('salt:phoenix(2),id:bytes')), [b'\1'])

    def test_SampledSplits(self):
        keys = HBase.ListKeyGenerator.new(['a', 'b', 'c', 'd'])
        self.assertEqual(self.split(HBase.SampledSplits.new(keys, 4)), [b'c'])

    def test_SplitCalculator(self):
        class Calculator(GObject.Object, HBase.SplitCalculator):
            def do_compute_splits(self, n_regions, cancellable):
                return [GLib.Bytes.new(b'%d' % i) for i in range(1, n_regions)]
        self.assertEqual(self.split(Calculator(), 3), [b'1', b'2'])

    def keys_of(self, generator):
        keys = []
        while len(keys) < 3 and (key := generator.next()) is not None:
            keys.append(key.get_data())
        return keys

    def test_KeyGenerator(self):
        class Generator(GObject.Object, HBase.KeyGenerator):
            left = 2

            def do_next(self, cancellable):
                self.left -= 1
                return GLib.Bytes.new(b'%d' % self.left) if self.left >= 0 else None
        self.assertEqual(self.keys_of(Generator()), [b'1', b'0'])

    def test_ListKeyGenerator(self):
        self.assertEqual(self.keys_of(HBase.ListKeyGenerator.new(['a', b'b'])), [b'a', b'b'])

    def test_StreamKeyGenerator(self):
        stream = Gio.MemoryInputStream.new_from_bytes(GLib.Bytes.new(b'a\nb\n'))
        self.assertEqual(self.keys_of(HBase.StreamKeyGenerator.new(stream)), [b'a', b'b'])

    def test_SchemaKeyGenerator(self):
        keys = self.keys_of(HBase.SchemaKeyGenerator.new('id:uint32', 1))
        self.assertEqual([len(key) for key in keys], [4] * 3)

    def field_keys(self):
        keys = HBasePlan.FieldKeyGenerator.new('id:uint64', 1)
        self.assertTrue(keys.define('id=sequence'))
        return keys

    def test_FieldKeyGenerator(self):
        self.assertEqual(self.field_keys().get_key(5).get_data(), bytes(7) + b'\5')
        with self.assertRaises(HBase.InvalidArgument):
            self.field_keys().define('id=none')

    # ---- the simulator ----

    def simulate(self):
        return HBasePlan.Simulator.new(self.field_keys(), [bytes(7) + b'\2'], 5).run()

    def test_Simulator(self):
        simulator = HBasePlan.Simulator.new(self.field_keys(), None, 5)
        self.assertEqual((simulator.get_n_chunks(), simulator.is_parallel()), (5, True))

    def test_Simulation(self):
        simulation = self.simulate()
        self.assertEqual([simulation.get_region_puts(i) for i in range(2)], [2, 3])

    def test_SimulationChunk(self):
        chunk = HBasePlan.Simulator.new(self.field_keys(), None, 5).run_chunk(0)
        self.assertEqual(chunk.get_puts(), 1)
        self.assert_shown(chunk, 'puts=1')

    def test_Picture(self):
        picture = self.simulate().to_picture()
        self.assertIn('<svg', picture.to_svg())
        self.assert_shown(picture, 'title=')

    def test_Shape(self):
        picture = self.simulate().to_picture()
        shape = picture.get_shape(0)
        del picture
        self.assertEqual((shape.kind, shape.fill), (HBasePlan.ShapeKind.RECTANGLE, 0xFFFFFFFF))
        copy = shape.copy()
        self.assertEqual((copy.width, copy.text), (shape.width, shape.text))
        self.assert_shown(shape, 'HBasePlan.Shape')

    def test_SiteSettings(self):
        settings = HBasePlan.SiteSettings.new()
        settings.add_xml('site.xml', '<configuration><property><name>a</name><value>1</value></property>'
                         '</configuration>')
        self.assertEqual((settings.get('a'), settings.get_names()), ('1', ['a']))

    def test_EmulationSettings(self):
        names = [setting.get_name() for setting in HBasePlan.EmulationSettings.new(None).list()]
        self.assertIn('hbase.hregion.max.filesize', names)

    def test_EmulationSetting(self):
        setting = HBasePlan.EmulationSettings.new(None).find('hbase.hregion.max.filesize')
        self.assertTrue(setting.is_default())
        self.assert_shown(setting, "name='hbase.hregion.max.filesize'", 'default=True')

    def emulate(self):
        emulator = HBasePlan.Emulator.new(HBasePlan.EmulationSettings.new(None))
        emulator.write('key', 10)
        emulator.flush()
        return emulator.report()

    def test_Emulator(self):
        self.assertEqual(self.emulate().get_figure(HBasePlan.EmulationFigure.ROWS), 10)

    def test_EmulationReport(self):
        self.assertIn('rows', self.emulate().to_text())
        self.assert_shown(self.emulate(), 'HBasePlan.EmulationReport')

    def test_EmulatedRegion(self):
        region, = self.emulate().get_regions()
        self.assertEqual(region.get_figure(HBasePlan.RegionFigure.ROWS), 10)
        self.assert_shown(region, 'number=')

    def advise(self):
        keys = HBasePlan.Simulator.new(self.field_keys(), None, 20000).run()
        return HBasePlan.RegionAdvisor(simulation=keys, rate=20000, row_size=300, servers=5).run()

    def test_RegionAdvisor(self):
        self.assertTrue(self.advise().has_changes())

    def test_RegionAdvice(self):
        self.assertEqual(self.advise().get_n_salts(), 10)
        self.assert_shown(self.advise(), 'n_salts=10')

    def test_RegionRecommendation(self):
        salts, = [r for r in self.advise().list() if r.get_topic() == HBasePlan.RegionTopic.SALTS]
        self.assertIn('salt:phoenix(10)', salts.get_advice())
        self.assert_shown(salts, 'topic=salts')


if __name__ == '__main__':
    unittest.main()
