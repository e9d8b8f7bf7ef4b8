// SPDX-License-Identifier: LGPL-2.1-or-later
// A session with a server in this process, in which each class is used.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';
import HBasePlan from 'gi://HBasePlan?version=1.0';

import { equal, run } from './harness.js';

const bytes = text => new GLib.Bytes(text);
const text = data => new TextDecoder().decode(data instanceof GLib.Bytes ? data.toArray() : data);
const keys = rows => [...rows].map(row => row.dup_key_utf8()).join(' ');

const server = HBase.LocalServer.new(null, 'tcp://127.0.0.1:0', null);
const connection = HBase.Connection.new(server.dup_uri());
const admin = HBase.Admin.new(connection);

function describeTable(name) {
  const descriptor = HBase.TableDescriptor.new(name);
  ['f', 'g', 's'].forEach(family => descriptor.add_family(HBase.FamilyDescriptor.new(family)));
  return descriptor;
}

async function createTable(name, splits = null) {
  await admin.create_table_async(describeTable(name), splits);
  return HBase.Table.new(connection, name);
}

await run({
  async administration() {
    const splits = [bytes('m')];
    const descriptor = describeTable('administered');
    descriptor.check(splits);
    admin.create_table(descriptor, splits);
    equal(admin.ensure_table(descriptor, splits), []);
    equal(await admin.ensure_table_async(descriptor, splits), []);
    equal(admin.wait_available('administered', splits), true);
    equal(await admin.get_table_state_async('administered'), HBase.TableState.AVAILABLE);
    const found = admin.describe_tables('default', 'admin.*', false);
    equal(found.map(table => table.get_name()), ['administered']);
    admin.create_namespace(HBase.NamespaceDescriptor.new('ns'));
    equal(admin.list_namespaces().includes('ns'), true);
    const [first, second] = await HBase.Table.new(connection, 'administered').get_regions_async();
    equal([text(first.get_end_key()), text(second.get_start_key())], ['m', 'm']);
    equal(connection.diagnose()[0].get_kind() !== HBase.ServiceKind.UNKNOWN, true);
  },

  async cells() {
    const table = await createTable('cells', []);
    table.put_multiple([HBase.Put.from('a', { 'f:q': '1' }), HBase.Put.from('b', { 'f:q': '2' })]);
    await table.put_multiple_async([HBase.Put.from('c', { 'f:q': '3' })]);
    const get = HBase.Get.new_utf8('a');
    get.add_column_utf8('f', 'q');
    equal(table.get(get).get_cell(0).dup_column_escaped(), 'f:q');
    equal(table.exists_multiple(['a', 'x']), [true, false]);
    equal(await table.exists_multiple_async(['x', 'a']), [false, true]);
    equal(keys(table.get_multiple(['a', 'c'])), 'a c');
    equal(keys(await table.get_multiple_async(['b'])), 'b');
    const appended = HBase.Append.new_utf8('a');
    appended.add_utf8('f', 'q', '0');
    equal(table.append(appended).dup_value_utf8('f:q'), '10');
    const increment = HBase.Increment.new_utf8('n');
    increment.add('f', 'n', 40);
    await table.increment_async(increment);
    equal(table.increment(increment).get_counter('f:n'), 80);
    const mutations = HBase.RowMutations.new();
    mutations.add_put(HBase.Put.from('a', { 'f:r': '4' }));
    mutations.add_delete(HBase.Delete.new_utf8('a'));
    equal(mutations.get_n_mutations(), 2);
    table.delete_multiple(['n']);
    await table.delete_multiple_async([HBase.Delete.new_utf8('c')]);
    equal(keys(table.scan({})), 'a b');
  },

  async filters() {
    const table = await createTable('filtered');
    table.put_multiple([...'abcd'].map(row => HBase.Put.from(row, { [`f:${row}`]: row })));
    const { Filter } = HBase;
    const found = filter => keys(table.scan({ filter }));
    const prefixes = ['a', 'c'].map(prefix => Filter.new_prefix(prefix));
    equal(found(Filter.new_or(prefixes)), 'a c');
    equal(found(Filter.new_and(prefixes)), '');
    equal(found(Filter.new_multiple_column_prefix(['b', 'd'].map(bytes))), 'b d');
    equal(found(Filter.new_multi_row_range([bytes('b')], [bytes('d')])), 'b c');
    equal(found(Filter.new_fuzzy_row([bytes('c')], [new GLib.Bytes([0])])), 'c');
  },

  async failures() {
    const table = await createTable('failures');
    const batch = HBase.Batch.new(table);
    batch.put('r', { 'none:q': '1' });
    let failed = false;
    try {
      await batch.flush_async();
    } catch (error) {
      failed = error.matches(HBase.Error, HBase.Error.FAMILY_NOT_FOUND);
    }
    equal(failed, true);
    equal(batch.take_failures().map(failure => text(failure.get_row())), ['r']);
    server.add_fault(HBase.ServerFault.LOSE_REPLY, 'get', 1, 1, 0);
    equal((await table.get_async('r')).is_empty(), true);
    equal(server.get_n_faults(), 1);
  },

  async prepended_rows_in_pages() {
    await createTable('prepended');
    const schema = HBase.KeySchema.new('id:downward');
    const table = HBase.Table.new_with_key_schema(connection, 'prepended', schema);
    const prepender = HBase.Prepender.new(table);
    const requests = [...'bcd'].map(name => HBase.PrependRequest.new(HBase.Put.from(null, { 'f:q': name })));
    prepender.prepend_many(requests);
    await prepender.prepend_many_async([HBase.PrependRequest.new(HBase.Put.from(null, { 'f:q': 'a' }))]);
    equal(requests.map(request => request.is_settled()), [true, true, true]);
    const pages = HBase.PageIterator.new(table, HBase.Scan.from({ columns: ['f:q'] }), 2);
    const values = [...pages].map(page => page.get_rows().map(row => row.dup_value_utf8('f:q')).join(''));
    equal(values, ['ab', 'cd']);
    const model = HBase.RowModel.new(HBase.PageIterator.new(table, HBase.Scan.new(), 3));
    equal(await model.load_more_async(), 3);
    equal(model.get_item(0).get_row().dup_value_utf8('f:q'), 'a');
    const sequence = new HBase.Sequence({ table, name: 'numbers', family: 's' });
    await sequence.create_async();
    equal(await sequence.next_async(), 1);
  },

  splits() {
    const calculators = [HBase.BytesSplits.new_uniform(), HBase.FixedSplits.new(['b', 'a'].map(bytes)),
      HBase.NumberSplits.new_hex_string(null, null), HBase.PartitionSplits.new()];
    equal(calculators.map(splits => splits.calculate(3, null).length), [2, 2, 2, 2]);
    const salts = HBase.SaltSplits.new(HBase.KeySchema.new('salt:phoenix(4),id:uint64'));
    equal(salts.calculate(4, null).length, 3);
    equal(HBase.FixedSplits.new([bytes('b')]).get_n_regions(), 2);
  },

  key_generators() {
    const schema = HBase.KeySchema.new('id:uint64');
    const list = HBase.ListKeyGenerator.new(['a', 'b', 'c', 'd'].map(bytes));
    const sampled = HBase.SampledSplits.new(list, 4);
    equal(sampled.calculate(2, null).map(text), ['c']);
    equal(sampled.get_max_memory() > 0, true);
    const stream = HBase.StreamKeyGenerator.new(Gio.MemoryInputStream.new_from_bytes(bytes('x\ny\n')));
    equal(text(stream.next(null)), 'x');
    equal(HBase.SchemaKeyGenerator.new(schema, 1).next(null).get_size(), 8);
    equal(HBase.ListKeyGenerator.new([]).next(null), null);
    const fields = HBasePlan.FieldKeyGenerator.new(schema, 1);
    fields.define('id=sequence');
    equal(fields.get_key(0).get_size(), 8);
  },

  simulation() {
    const splits = ['3', '7'].map(bytes);
    const generator = HBase.ListKeyGenerator.new(['1', '4', '5', '8'].map(bytes));
    const simulation = HBasePlan.Simulator.new(generator, splits, 4).run(null);
    equal([0, 1, 2].map(region => simulation.get_region_puts(region)), [1, 2, 1]);
    const numbers = HBasePlan.FieldKeyGenerator.new(HBase.KeySchema.new('id:uint64'), 1);
    numbers.define('id=sequence');
    const chunk = HBasePlan.Simulator.new(numbers, splits, 50).run_chunk(0, null);
    const parts = HBasePlan.Simulation.new(splits);
    parts.add_chunk(chunk);
    equal(parts.get_puts(), chunk.get_puts());
    const picture = simulation.to_picture();
    equal(picture.get_shape(0).width, picture.get_width());
    const advice = HBasePlan.RegionAdvisor.new(simulation).run();
    equal(advice.list().every(recommendation => recommendation.get_advice() !== ''), true);
    equal(advice.get_n_regions() > 0, true);
  },

  emulation() {
    const site = HBasePlan.SiteSettings.new();
    equal(Array.isArray(site.get_names()), true);
    const settings = HBasePlan.EmulationSettings.new(site);
    equal(settings.list()[0].get_name().length > 0, true);
    const emulator = HBasePlan.Emulator.new(settings);
    emulator.set_splits([bytes('m')]);
    emulator.write(bytes('a'), 10);
    emulator.flush();
    const report = emulator.report();
    equal(report.get_regions().map(region => region.get_number()).length, 2);
    equal(report.to_text().length > 0, true);
  },

  lint() {
    const lint = HBasePlan.KeyLint.new(HBase.KeySchema.new('salt:phoenix(3),id:int64'));
    lint.set_splits([bytes('\x07')]);
    lint.set_sample([bytes('abc')]);
    equal(lint.run().every(finding => finding.to_text() !== ''), true);
  },

  closing() {
    connection.close();
    server.stop();
  },
});
