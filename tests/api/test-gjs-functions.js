// SPDX-License-Identifier: LGPL-2.1-or-later
// Calls every public function: sessions with the functions that no other test in JavaScript calls, and the
// check that there is none that isn't called. The check runs the other tests, which save what they called.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';
import HBasePlan from 'gi://HBasePlan?version=1.0';

import { equal, run } from './harness.js';
import { called, functions } from './recorder.js';

const bytes = text => new GLib.Bytes(text);
const text = data => new TextDecoder().decode(data instanceof GLib.Bytes ? data.toArray() : data);
const keys = rows => [...rows].map(row => row.dup_key_escaped()).join(' ');
const { Filter } = HBase;
const { EQUAL } = HBase.CompareOperator;
const { BINARY } = HBase.Comparator;

const server = HBase.LocalServer.new(null, 'tcp://127.0.0.1:0');
const connection = HBase.Connection.new(server.dup_uri());
const admin = HBase.Admin.new(connection);

function describeTable(name, ...families) {
  const descriptor = HBase.TableDescriptor.new(name);
  families.forEach(family => descriptor.add_family(HBase.FamilyDescriptor.new(family)));
  return descriptor;
}

function createTable(name, schema = null) {
  admin.create_table(describeTable(name, 'c', 'd', 's'), [bytes('m')]);
  return schema === null ? HBase.Table.new(connection, name) :
    HBase.Table.new_with_key_schema(connection, name, HBase.KeySchema.new(schema));
}

const shown = value => value?.to_string?.() ?? value?.get_name?.() ?? value;
const show = result => Array.isArray(result) ? result.map(shown) : shown(result);

// Makes a call in its blocking and its asynchronous form. Returns the result, which is the same.
async function both(owner, name, ...args) {
  const blocking = owner[name](...args);
  equal(show(await owner[`${name}_async`](...args)), show(blocking));
  return blocking;
}

// Makes the first of two calls in its blocking form, the other one in its asynchronous form.
async function each(owner, name, first, second) {
  equal([owner[name](...first), await owner[`${name}_async`](...second)], [true, true]);
}

const change = (name, first, second) => each(admin, name, [first].flat(), [second].flat());

function fieldKeys() {
  const generator = HBasePlan.FieldKeyGenerator.new(HBase.KeySchema.new('id:uint64'), 1);
  generator.define_all('sequential');
  return generator;
}

const fourth = new GLib.Bytes([0, 0, 0, 0, 0, 0, 0, 4]);
const simulate = n => HBasePlan.Simulator.new(fieldKeys(), [fourth], n).run();

// The names of what a record has a pair set_x (x) and get_x () for.
function settable(type) {
  const ofType = functions.filter(found => found.type === type.name.replace('HBase_', ''));
  const names = ofType.map(({ name }) => name);
  const isPair = name => names.includes(`get_${name}`) && type.prototype[`get_${name}`].length === 0
    && type.prototype[`set_${name}`].length === 1;
  return names.filter(name => name.startsWith('set_')).map(name => name.slice(4)).filter(isPair);
}

function setEach(record) {
  const pairs = settable(record.constructor);
  for (const name of pairs) {
    const former = record[`get_${name}`]();
    // Of encodings there is no 1.
    const number = name === 'data_block_encoding' ? 2 : 1;
    const values = { boolean: [true, false], number: [number] }[typeof former] ?? [];
    for (const value of values) {
      record[`set_${name}`](value);
      equal([name, record[`get_${name}`]()], [name, value]);
    }
  }
  equal(pairs.length > 0, true);
}

// Compares what the getters of properties return with the properties.
function compareGetters(object) {
  for (const { name } of object.constructor.list_properties.call(object.constructor)) {
    const getter = object[`get_${name.replaceAll('-', '_')}`];
    if (typeof getter === 'function')
      equal([name, getter.call(object)], [name, object[name.replaceAll('-', '_')]]);
  }
}

await run({
  async questions_to_the_admin() {
    createTable('asked');
    equal(await both(admin, 'list_tables', null, 'as.*', false), ['asked']);
    equal(await both(admin, 'list_tables', 'default', 'as.*', false), ['asked']);
    equal(await both(admin, 'list_namespaces'), ['default', 'hbase']);
    equal((await both(admin, 'describe_namespaces')).length, 2);
    equal((await both(admin, 'describe_namespace', 'hbase')).get_name(), 'hbase');
    const table = await both(admin, 'describe_table', 'asked');
    const found = [await both(admin, 'describe_tables', null, 'asked', false),
      await both(admin, 'describe_tables', 'default', null, false)];
    equal(found.map(([first]) => first.equal(table)), [true, true]);
    equal(await both(admin, 'get_table_state', 'asked'), HBase.TableState.AVAILABLE);
    equal(await both(admin, 'get_table_state', 'none'), HBase.TableState.MISSING);
    equal(await both(admin, 'wait_available', 'asked', [bytes('m')]), true);
    equal((await both(admin, 'get_cluster_id')).length > 0, true);
    equal(admin.get_slow_log([], null, null).n_children(), 0);
    equal((await admin.get_slow_log_async([], null)).n_children(), 0);
    equal(await both(admin, 'clear_slow_log', []), true);
    equal(admin.get_connection() === connection, true);
  },

  async changes_by_the_admin() {
    const two = make => ['x', 'y'].map(name => [make(name)]);
    await change('create_table', ...['x', 'y'].map(name => [describeTable(name, 'c'), null]));
    await change('add_family', ...['x', 'y'].map(name => [name, HBase.FamilyDescriptor.new('e')]));
    await change('modify_family', ...['x', 'y'].map(name => {
      const family = HBase.FamilyDescriptor.new('e');
      family.set_max_versions(3);
      return [name, family];
    }));
    equal(admin.describe_table('y').get_family('e').get_max_versions(), 3);
    await change('delete_family', ['x', 'e'], ['y', 'e']);
    await change('modify_table', ...two(name => {
      const table = describeTable(name, 'c');
      table.set_durability(HBase.Durability.SKIP_WAL);
      return table;
    }));
    equal(admin.describe_table('x').get_durability(), HBase.Durability.SKIP_WAL);
    await change('disable_table', 'x', 'y');
    await change('enable_table', 'x', 'y');
    await change('disable_table', 'x', 'y');
    const { PRESERVE_SPLITS } = HBase.TruncateTableFlags;
    await change('truncate_table', ['x', PRESERVE_SPLITS], ['y', PRESERVE_SPLITS]);
    const { DISABLE } = HBase.DeleteTableFlags;
    await change('delete_table', ['x', DISABLE], ['y', DISABLE]);
    await change('create_namespace', ...two(name => HBase.NamespaceDescriptor.new(name)));
    await change('modify_namespace', ...two(name => {
      const namespace = HBase.NamespaceDescriptor.new(name);
      namespace.set_configuration('k', 'v');
      return namespace;
    }));
    equal(admin.describe_namespace('y').dup_configuration('k'), 'v');
    await change('delete_namespace', 'x', 'y');
  },

  async rows_of_tables() {
    const table = createTable('rows', 'id:uint8');
    equal([table.get_name(), table.get_connection() === connection], ['rows', true]);
    equal(table.is_unsalted(), false);
    equal(table.get_key_schema().get_text(), 'id:uint8');
    for (const id of [5, 7]) {
      const put = HBase.Put.new([id]);
      put.add_bytes('c', bytes('x'), bytes('1'));
      put.add_int64('c', 'n', id);
      table.put(put);
    }
    const row = table.first_row(HBase.Scan.new(), null);
    const others = [await table.first_row_async(HBase.Scan.new()), table.row_at_or_before([6]),
      await table.row_at_or_before_async([6]), row.copy()];
    equal(others.map(other => other.dup_key_field_escaped('id')), ['5', '5', '5', '5']);
    const last = [table.last_row(null, HBase.LastRowMethod.AUTO, null),
      await table.last_row_async(null, HBase.LastRowMethod.AUTO)];
    equal(last.map(found => found.get_key_field('id').unpack()), [7, 7]);
    equal([row.get_int64('c:n'), row.dup_value_escaped('c:x'), row.is_partial()], [5, '1', false]);
    equal([row.get_key(), row.ref_key().toArray(), row.get_stored_key(), row.ref_stored_key().toArray(),
      row.ref_unsalted_key().toArray()].map(key => [...key]), [[5], [5], [5], [5], [5]]);
    equal(row.get_key_schema().get_text(), 'id:uint8');
    equal(text(row.ref_value('c', 'x')), '1');
    const cell = row.list_cells()[0];
    equal([cell.get_int64(), cell.get_cell_type(), cell.get_timestamp() > 0],
      [5, HBase.CellType.PUT, true]);
    equal([cell.ref_family(), cell.ref_qualifier()].map(text), ['c', 'n']);
    equal(cell.ref_value().get_size(), 8);
    const variant = HBase.Put.new([6]);
    variant.add_variant('c', 'v', new GLib.Variant('s', 'text'));
    table.put(variant);
    equal(table.get(new Uint8Array([6])).get_cell(0).get_variant('s').unpack(), 'text');
    table.delete(new Uint8Array([6]));
    const region = [table.get_region([5], null), await table.get_region_async([5])];
    equal(region.map(found => text(found.ref_end_key())), ['m', 'm']);
    equal([region[0].get_host(), region[0].get_port()], ['localhost', 0]);
    equal(region[0].ref_start_key().get_size(), 0);
    equal(region[0].dup_server_name().includes('localhost'), true);
    table.delete(HBase.Delete.new([7]));
    equal(keys(table.scan({})), '\\x05');
  },

  async what_is_added_is_returned() {
    const columns = record => record.list_cells().map(cell => cell.dup_column_escaped());
    const [put, append, increment, delete_] = [HBase.Put, HBase.Append, HBase.Increment, HBase.Delete].map(
      type => type.new('a'));
    put.add_utf8('c', 'x', '1');
    append.add('c', 'x', '2');
    increment.add_utf8('c', 'n', -3);
    delete_.add_column('c', 'y');
    equal([put, append, increment, delete_].map(columns), [['c:x'], ['c:x'], ['c:n'], ['c:y']]);
    equal(increment.list_cells()[0].get_int64(), -3);
    equal(delete_.list_cells()[0].get_cell_type(), HBase.CellType.DELETE_COLUMN);
    for (const record of [HBase.Get.new('a'), HBase.Scan.new()]) {
      record.add_family('d');
      record.add_column('c', 'x');
      equal(record.list_columns(), ['d', 'c:x']);
    }
    const mutations = HBase.RowMutations.new();
    mutations.add_put(put);
    mutations.add_delete(delete_);
    equal([mutations.list_puts(), mutations.list_deletes()].map(list => list.map(columns)),
      [[['c:x']], [['c:y']]]);
  },

  async writes_of_tables() {
    const table = createTable('written');
    table.put('a', { 'c:x': '1' });
    const row = table.get('a');
    const records = [HBase.Put, HBase.Append, HBase.Increment, HBase.Delete].flatMap(type =>
      [type.new('a'), type.new_bytes(bytes('a')), type.new_for_row(row)]);
    records.push(HBase.Get.new_bytes(bytes('a')));
    equal(records.every(record => text(record.get_row()) === 'a' && text(record.ref_row()) === 'a'), true);
    const append = records[3];
    append.add('c', 'x', '2');
    equal((await table.append_async(append)).dup_value_utf8('c:x'), '12');
    const increment = records[6];
    increment.add_utf8('c', 'n', 3);
    equal((await table.increment_async(increment)).get_int64('c:n'), 3);
    const mutations = HBase.RowMutations.new();
    mutations.add_put(HBase.Put.from('a', { 'c:y': '3' }));
    await table.mutate_row_async(mutations);
    equal(await table.check_and_mutate_async('c', 'y', EQUAL, '3', mutations), true);
    equal(await table.check_and_delete_async('c', 'y', '4', HBase.Delete.new('a')), false);
    const batch = HBase.Batch.new(table);
    equal(batch.get_table() === table, true);
    batch.append(append, null);
    await batch.append_async(append);
    batch.increment(increment, null);
    await batch.increment_async(increment);
    await batch.flush_async();
    equal(table.get('a').get_int64('c:n'), 9);
    batch.put('b', { 'none:x': '1' });
    batch.discard();
    equal(batch.get_statistics().deepUnpack().pending?.unpack() ?? 0, 0);
    batch.put('b', { 'none:x': '1' });
    try {
      batch.flush(null);
    } catch {
      const [failure] = batch.take_failures();
      equal([failure.get_index(), text(failure.ref_row()), failure.get_error().code],
        [5, 'b', HBase.Error.FAMILY_NOT_FOUND]);
    }
    batch.discard();
  },

  async deletes_of_columns() {
    const table = createTable('deleted');
    const put = (name, timestamp) => {
      const cells = HBase.Put.from('r', { 'c:x': name, 'c:y': name, 'd:x': name });
      cells.set_timestamp(timestamp);
      table.put(cells);
      return cells;
    };
    equal(put('1', 5).get_n_cells(), 3);
    const remove = (type, add) => {
      const record = HBase.Delete.new('r');
      record.set_delete_type(type);
      add(record);
      table.delete(record, null);
      return Object.keys(table.get('r').toObject());
    };
    const { COLUMN, COLUMNS, FAMILY } = HBase.DeleteType;
    equal(remove(FAMILY, record => record.add_family_with_timestamp('d', 4)), ['c:x', 'c:y', 'd:x']);
    equal(remove(COLUMN, record => record.add_column_with_timestamp('c', 'x', 4)), ['c:x', 'c:y', 'd:x']);
    equal(remove(COLUMNS, record => record.add_column('c', 'x')), ['c:y', 'd:x']);
    equal(remove(COLUMNS, record => record.add_column_utf8('c', 'y')), ['d:x']);
    equal(remove(FAMILY, record => record.add_family('d')), []);
  },

  async scans_and_gets() {
    const table = createTable('scanned');
    table.put_multiple([...'abcd'].map(row => HBase.Put.from(row, { 'c:x': row, 'd:y': row })));
    const scan = (...calls) => {
      const made = HBase.Scan.new();
      calls.forEach(([name, ...args]) => made[name](...args));
      return made;
    };
    const found = (...calls) => keys(table.scan(scan(...calls)));
    equal(found(['set_prefix_utf8', 'b']), 'b');
    equal(found(['set_prefix_bytes', bytes('b')]), 'b');
    equal(found(['set_start_utf8', 'b'], ['set_stop_utf8', 'd']), 'b c');
    equal(found(['set_start_bytes', bytes('b')], ['set_stop_bytes', bytes('c')]), 'b');
    equal(found(['set_start_utf8', 'b'], ['set_start_inclusive', false], ['set_stop_utf8', 'd'],
      ['set_stop_inclusive', true]), 'c d');
    equal(found(['set_time_range', 0, 5]), '');
    equal(found(['add_family', 'c'], ['set_family_time_range', 'c', 0, 5]), '');
    // The embedded engine has no filters of Java's classes.
    equal(text(scan(['set_filter_bytes', 'F']).ref_filter_bytes()), 'F');
    const all = scan(['set_start', 'b'], ['set_stop', 'd'], ['set_time_range', 1, 9],
      ['add_column_utf8', 'c', 'x'],
      ['set_family_time_range', 'c', 2, 8], ['set_filter', Filter.new_prefix('b')],
      ['set_attribute', 'k', 'v'],
      ['set_authorizations', ['a']],
      ['set_parallelism', 2, true], ['set_skip_guards', 'd', 'g']).copy();
    equal([all.ref_start(), all.ref_stop(), all.ref_attribute('k')].map(text), ['b', 'd', 'v']);
    equal([all.get_time_range(), all.get_family_time_range('c')], [[true, 1, 9], [true, 2, 8]]);
    equal([all.get_parallelism(), all.get_skip_guards()[0]], [[2, true], 'd']);
    equal([all.get_authorizations(), all.get_filter().to_string()], [['a'], "PrefixFilter('b')"]);
    equal(text(scan(['set_prefix', 'p']).ref_prefix()), 'p');
    const get = HBase.Get.new('a');
    get.add_family('c');
    get.add_column('d', 'y');
    get.set_time_range(1, 2 ** 50);
    get.set_filter(Filter.new_prefix('a'));
    equal([get.get_filter().to_string(), get.get_time_range()], ["PrefixFilter('a')", [true, 1, 2 ** 50]]);
    equal(Object.keys(table.get(get).toObject()), ['c:x', 'd:y']);
    get.set_filter_text("PrefixFilter('b')");
    equal(table.get(get, null).is_empty(), true);
    get.set_filter_bytes("PrefixFilter('a')");
    get.set_attribute('k', 'v');
    get.set_authorizations(['x']);
    equal([text(get.ref_filter_bytes()), text(get.ref_attribute('k')), get.get_authorizations()],
      ["PrefixFilter('a')", 'v', ['x']]);
    const cursor = table.scan({});
    cursor.next();
    equal([cursor.get_table() === table, cursor.get_statistics().n_children() > 0], [true, true]);
  },

  filters() {
    const table = createTable('filtered');
    table.put('r', { 'c:ab': '1', 'c:cd': '2', 'd:e': '3' });
    table.put('s', { 'c:ab': '2' });
    const all = ['c:ab', 'c:cd', 'd:e'];
    for (const [expected, filter] of [
      [['c:ab'], Filter.new_column_count_get(1)], [['c:cd'], Filter.new_column_pagination(1, 1)],
      [['c:cd'], Filter.new_column_prefix('c')], [['c:cd'], Filter.new_column_range('b', true, 'd', false)],
      [['c:ab'], Filter.new_column_value('c', 'ab', EQUAL, BINARY, '1')],
      [['d:e'], Filter.new_family(EQUAL, BINARY, 'd')], [['c:cd'], Filter.new_qualifier(EQUAL, BINARY, 'cd')],
      [['c:cd'], Filter.new_value(EQUAL, BINARY, '2')], [['c:ab'], Filter.new_first_key_only()],
      [all, Filter.new_inclusive_stop('r')], [all, Filter.new_key_only(false)],
      [all, Filter.new_random_row(1)],
      [all, Filter.new_row(EQUAL, BINARY, 'r')], [all, Filter.new_while(Filter.new_prefix('r'))],
      [['c:ab', 'c:cd', 'd:e'], Filter.parse("PrefixFilter('r')")],
      [all, Filter.new_single_column_value('c', 'ab', EQUAL, BINARY, '1', true, true)],
      [['c:cd', 'd:e'], Filter.new_single_column_value_exclude('c', 'ab', EQUAL, BINARY, '1', true, true)],
      [all, Filter.new_dependent_column('c', 'ab', false)],
      [all, Filter.new_dependent_column_value('c', 'ab', false, EQUAL, BINARY, '1')]])
      equal([filter.to_string(), [...table.scan({ filter }).next()].map(cell => cell.dup_column_escaped())],
        [filter.to_string(), expected]);
    equal(keys(table.scan({ filter: Filter.new_skip(Filter.new_value(EQUAL, BINARY, '2')) })), 's');
    equal(keys(table.scan({ filter: Filter.new_timestamps([5]) })), '');
  },

  what_is_set_is_returned() {
    const table = createTable('set');
    const iterator = HBase.PageIterator.new(table, HBase.Scan.new(), 2);
    const records = [HBase.FamilyDescriptor.new('c'), HBase.TableDescriptor.new('t'), HBase.Put.new('r'),
      HBase.Append.new('r'), HBase.Increment.new('r'), HBase.Delete.new('r'), HBase.Get.new('r'),
      HBase.Scan.new(),
      HBase.Batch.new(table), table, HBase.Connection.new('local::memory:'), table.scan({}), iterator,
      HBase.RowModel.new(iterator)];
    records.forEach(setEach);
    for (const record of [...records.slice(0, 6)]) {
      record.set_attribute('KEY', 'value');
      equal(text(record.ref_attribute('KEY')), 'value');
    }
    const sampled = HBase.SampledSplits.new(fieldKeys(), 5);
    sampled.set_max_memory(2 ** 21);
    equal(sampled.get_max_memory(), 2 ** 21);
    [connection, table, server].forEach(compareGetters);
    for (const record of records.slice(2, 5)) {
      record.set_cell_visibility('a');
      equal(record.get_cell_visibility(), 'a');
    }
  },

  descriptors() {
    const family = HBase.FamilyDescriptor.new_from_string('c {VERSIONS 5}');
    const copy = family.copy();
    equal([family.is_set('VERSIONS'), copy.equal(family)], [true, true]);
    copy.unset('VERSIONS');
    equal(copy.equal(family), false);
    copy.merge(family);
    equal(copy.to_string(), 'c {VERSIONS 5}');
    copy.set_configuration('key', 'value');
    equal([copy.list_configuration(), copy.dup_configuration('key')], [['key'], 'value']);
    const table = HBase.TableDescriptor.new_from_string('t c {VERSIONS 5}');
    const other = table.copy();
    equal([other.equal(table), other.remove_family('c'), other.equal(table)], [true, true, false]);
    other.merge(table);
    equal(other.to_string(), table.to_string());
    other.set_name('u');
    equal(other.get_name(), 'u');
    for (const descriptor of [copy, other]) {
      descriptor.set_attribute('KEY', 'value');
      equal(descriptor.list_attributes(), ['KEY']);
      descriptor.remove_attribute('KEY');
      equal(descriptor.list_attributes(), []);
    }
    const namespace = HBase.NamespaceDescriptor.new_from_string('n {key value}');
    equal([namespace.get_name(), namespace.list_configuration(), namespace.to_string()],
      ['n', ['key'], 'n {key value}']);
    equal(namespace.copy().equal(namespace), true);
  },

  schemas() {
    const schema = HBase.KeySchema.new('salt:phoenix(4),id:uint16,name:text');
    equal([schema.get_text(), schema.get_n_fields(), schema.get_field_name(1), schema.has_salt(),
      schema.has_random_salt()], ['salt:phoenix(4),id:uint16,name:text', 2, 'name', true, false]);
    const types = [schema.get_variant_type(), schema.get_field_variant_type(0)];
    equal(types.map(type => type.dup_string()), ['(qs)', 'q']);
    const values = schema.parse_values_escaped(['id=1', 'name=a']);
    const key = schema.encode(values);
    equal([schema.decode(key.toArray()), schema.decode_bytes(key)].map(decoded => decoded.deepUnpack()),
      [[1, 'a'], [1, 'a']]);
    equal(schema.decode_field(key.toArray(), 'id').unpack(), 1);
    equal(schema.key_from_escaped(schema.key_to_escaped(key.toArray()), false).equal(key), true);
    const unsalted = schema.unsalt(key.toArray());
    equal(schema.salt(unsalted.toArray()).equal(key), true);
    equal(schema.unsalted_key_from_escaped('id=1,name=a', false).equal(unsalted), true);
    const random = HBase.KeySchema.new('salt:random(4),id:uint8');
    const one = new GLib.Variant('(y)', [1]);
    equal([...random.encode_with_random(one, 2).toArray()], [2, 1]);
    equal([...random.salt_with_random([1], 3).toArray()], [3, 1]);
    const prefix = new GLib.Variant('(q)', [1]);
    equal([...HBase.KeySchema.new('id:uint16,name:text').encode_prefix(prefix).toArray()], [0, 1]);
    const lint = HBasePlan.KeyLint.new(HBase.KeySchema.new('id:int64'));
    lint.set_guard('d:g', 10);
    lint.add_column('c', 'x');
    const [finding] = lint.run();
    equal([finding.get_code_name(), finding.get_severity(), finding.get_code()],
      ['sign-order', HBasePlan.KeySeverity.WARNING, HBasePlan.KeyFindingCode.SIGN_ORDER]);
    equal([finding.get_advice(), finding.get_effect()].every(part => finding.to_text().includes(part)), true);
  },

  bytes() {
    equal(HBase.bytes_to_escaped('a\0'), 'a\\x00');
    equal(text(HBase.bytes_from_escaped('a\\x00')), 'a\0');
    equal(HBase.bytes_to_printable('a,', ','), 'a\\x2C');
    equal([text(HBase.key_prefix_stop('a')), text(HBase.key_successor('a'))], ['b', 'a\0']);
    equal([HBase.version_get_major(), HBase.version_get_minor(), HBase.version_get_micro()],
      [HBase.MAJOR_VERSION, HBase.MINOR_VERSION, HBase.MICRO_VERSION]);
    equal(GLib.quark_to_string(HBase.Error.quark()).toLowerCase().includes('hbase'), true);
  },

  splits() {
    const splits = (calculator, n = 2) => calculator.calculate(n).map(text);
    equal(splits(HBase.BytesSplits.new('a', 'c', false)), ['b']);
    equal(splits(HBase.BytesSplits.new_with_ends('a', 'c'), 3), ['a', 'c']);
    equal(splits(HBase.NumberSplits.new_hex('00', 'ff')), ['7f']);
    equal(splits(HBase.NumberSplits.new_decimal_string('00', '99')), ['50']);
    equal(HBase.FixedSplits.new([bytes('k')]).compute_splits(2).map(text), ['k']);
  },

  async pages_and_models() {
    const table = createTable('paged');
    table.put_multiple([...'abcde'].map(row => HBase.Put.from(row, { 'c:x': row })));
    const pages = HBase.PageIterator.new(table, HBase.Scan.new(), 2);
    pages.add_token_key('0123456789abcdef');
    equal([pages.get_table() === table, pages.get_token_lifetime()], [true, 0]);
    const page = pages.next();
    equal([page.get_n_rows(), page.get_row(1).dup_key_utf8(), page.get_previous_token()], [2, 'b', null]);
    equal(keys(pages.open(page.get_token(), null)), 'a b');
    equal(keys(await pages.open_async(page.get_next_token())), 'c d');
    equal(keys(pages.previous(null)), 'a b');
    pages.seek(page.get_next_token());
    pages.next();
    equal(keys(await pages.previous_async()), 'a b');
    equal([keys(pages.last(null)), keys(await pages.last_async())], ['d e', 'd e']);
    equal([keys(pages.first(null)), keys(await pages.first_async())], ['a b', 'a b']);
    equal([keys(pages.skip_to(2, null)), keys(await pages.skip_to_async(1))], ['c d', 'b c']);
    const columns = HBase.PageIterator.new_columns(table, HBase.Get.new('a'), 2);
    equal(keys(columns.next()), 'a');
    const model = HBase.RowModel.new(HBase.PageIterator.new(table, HBase.Scan.new(), 5));
    await model.load_more_async();
    equal([model.get_has_more(), model.get_loading(), model.get_error()], [model.has_more, false, null]);
    equal(model.get_iterator().get_table() === table, true);
    const item = model.get_item(0);
    equal([item.dup_key_escaped(), item.dup_text('c:x'), item.get_deleted(), text(item.ref_key())],
      ['a', 'a', false, 'a']);
    model.refresh();
  },

  async prepending() {
    const table = createTable('prepended', 'id:downward');
    const prepender = new HBase.Prepender({ table, guard_family: 'd', start: 2 ** 40 });
    const request = value => HBase.PrependRequest.new(HBase.Put.from(null, { 'c:x': value }));
    const [first, second, third] = ['1', '2', '3'].map(request);
    prepender.prepend(first, null);
    await prepender.prepend_async(second);
    equal(second.get_state(), HBase.PrependState.WRITTEN);
    equal(text(second.ref_row()) === text(second.get_row()) && !second.is_cancelled(), true);
    equal(text(second.ref_token()) === text(second.get_token()), true);
    const [token, row] = [second.get_token(), second.get_row()];
    const resumed = HBase.PrependRequest.new_resumed(second.dup_cells(), token, row);
    prepender.settle(resumed, null);
    await prepender.settle_async(resumed);
    equal(resumed.get_state(), HBase.PrependState.WRITTEN);
    const fourth = request('4');
    prepender.cancel(third, null);
    await prepender.cancel_async(fourth);
    equal([third.is_cancelled(), fourth.is_cancelled()], [true, true]);
    equal([prepender.dup_guard_family(), prepender.get_table() === table, prepender.get_strategy()],
      ['d', true, prepender.strategy]);
    for (const name of ['guard_qualifier', 'prefix', 'sequence', 'token_column'])
      equal(String(prepender[`dup_${name}`]()), String(prepender[name]));
    equal([prepender.get_start(), prepender.get_statistics().n_children() > 0], [prepender.start, true]);
    prepender.retire(first.get_row(), null);
    await prepender.retire_async(second.get_row());
  },

  async sequences() {
    const sequence = HBase.Sequence.new(createTable('sequences'), 'ids');
    equal([sequence.get_name(), sequence.get_family(), sequence.get_start(), sequence.get_block_size(),
      sequence.is_downward(), sequence.get_table().get_name()],
    ['ids', 's', 1, sequence.block_size, false, 'sequences']);
    sequence.create(null);
    equal(sequence.next_text(null), '1');
    const number = await new Promise(resolve => {
      sequence.next_async(null, (source, result) => resolve(source.next_text_finish(result)));
    });
    equal([number, sequence.get_statistics().lookup_value('ids-handed-out', null).unpack()], ['2', 2]);
  },

  servers() {
    const folder = GLib.Dir.make_tmp('hbase-XXXXXX');
    const listen = 'tcp://127.0.0.1:0';
    const other = new HBase.LocalServer({ directory: folder, listen, max_connections: 7 });
    other.start();
    equal([other.get_directory(), other.get_max_connections(), other.get_address().startsWith('tcp://')],
      [folder, 7, true]);
    compareGetters(other);
    other.restart();
    other.add_fault(HBase.ServerFault.LOSE_REPLY, 'get', 1, 1, 0);
    other.clear_faults();
    other.stop();
    equal(HBase.LocalServer.check_directory(folder), []);
    equal(HBase.LocalServer.compact_directory(folder, null), 0);
    GLib.spawn_command_line_sync(`rm -r ${folder}`);
    equal([connection.get_uri(), connection.get_statistics().n_children() > 0], [server.dup_uri(), true]);
  },

  async closing() {
    const other = HBase.LocalServer.new(null, 'tcp://127.0.0.1:0');
    const closed = HBase.Connection.new(other.dup_uri());
    await closed.close_async();
    await other.stop_async();
  },

  async diagnoses() {
    const [diagnosis] = await connection.diagnose_async();
    equal([diagnosis.fits_uri(), diagnosis.get_reason(), diagnosis.is_read_only()], [true, null, false]);
    equal(diagnosis.get_round_trip_time() >= 0, true);
    equal([diagnosis.get_uri(), diagnosis.get_gateway(), diagnosis.get_version()].map(shown => typeof shown),
      ['string', 'string', 'string']);
    equal(diagnosis.to_string().includes('The URI is right'), true);
  },

  simulations() {
    const simulator = HBasePlan.Simulator.new(fieldKeys(), null, 5);
    equal([simulator.get_n_chunks(), simulator.is_parallel()], [5, true]);
    equal(simulator.run_chunk(0).get_index(), 0);
    const simulation = simulate(10);
    equal([simulation.get_n_regions(), simulation.get_region_share(1), simulation.get_region_ratio(1) > 1],
      [2, 0.6, true]);
    equal([...simulation.get_region_start(1).toArray()], [0, 0, 0, 0, 0, 0, 0, 4]);
    equal([simulation.get_busiest_region(), simulation.get_busiest_share(), simulation.get_n_dead_regions()],
      [0, 1, 0]);
    equal([simulation.get_region_bytes(1) > simulation.get_region_bytes(0), simulation.get_window() > 0,
      simulation.get_gini() < 1, simulation.get_mean_busiest_share() >= 0.6], [true, true, true, true]);
    equal(['csv', 'json', 'svg', 'text'].every(form => simulation[`to_${form}`]().includes('6')), true);
    const picture = simulation.to_picture();
    const svg = picture.to_svg();
    equal([svg.includes(picture.get_title()), svg.includes(picture.get_description())], [true, true]);
    const shape = picture.get_shape(picture.get_n_shapes() - 1).copy();
    equal([shape.y <= picture.get_height()], [true]);
    const keyed = HBasePlan.FieldKeyGenerator.new(HBase.KeySchema.new('id:uint64'), 1);
    keyed.define('id=column');
    keyed.set_column('id', ['7']);
    equal(keyed.get_key(0).toArray()[7], 7);
    const path = `${GLib.getenv('top_srcdir')}/COPYING`;
    equal(HBase.StreamKeyGenerator.new_for_file(Gio.File.new_for_path(path)).next(null).get_size() > 0, true);
  },

  emulations() {
    const settings = HBasePlan.EmulationSettings.new(null);
    const setting = settings.find('hbase.hregion.max.filesize');
    equal([setting.get_value(), setting.get_unit(), setting.is_default(), typeof setting.get_effect(),
      typeof setting.get_origin()], ['10737418240', 'bytes', true, 'number', 'string']);
    const emulator = HBasePlan.Emulator.new(settings);
    emulator.set_splits([bytes('k')]);
    emulator.write(bytes('a'), 10);
    emulator.wait();
    emulator.flush();
    equal(emulator.get_sample_rows() > 0, true);
    const report = emulator.report();
    const [first, second] = report.get_regions();
    equal([text(first.get_end_key()), text(second.get_start_key())], ['k', 'k']);
    equal(report.get_figure(HBasePlan.EmulationFigure.ROWS), 10);
    equal(first.get_figure(HBasePlan.RegionFigure.ROWS), 10);
    equal([report.get_growth(1).length, report.to_json().includes('regions')], [3, true]);
    equal(report.to_svg().includes(report.to_picture().get_title()), true);
  },

  advice() {
    const advice = HBasePlan.RegionAdvisor.new(simulate(20000)).run();
    equal([advice.get_splits().length, advice.get_region_size() > 0, advice.get_n_salts() >= 0],
      [advice.get_n_regions() - 1, true, true]);
    equal(advice.to_text().includes('leave the table as it is'), !advice.has_changes());
    equal(advice.to_json().includes('regions'), true);
    const [recommendation] = advice.list();
    equal([typeof recommendation.get_basis(), typeof recommendation.get_topic()], ['string', 'number']);
    equal([typeof recommendation.is_change(), Array.isArray(recommendation.get_keys())], ['boolean', true]);
    const settings = HBasePlan.SiteSettings.new();
    const read = [];
    settings.set_reader(file => {
      read.push(file);
      return bytes('<configuration><property><name>a</name><value>1</value></property></configuration>');
    });
    settings.add_xml('etc/site.xml', bytes('<configuration xmlns:i="http://www.w3.org/2001/XInclude">'
      + '<i:include href="more.xml"/></configuration>'));
    settings.add_descriptor('describe', "MAX_FILESIZE => '1073741824'");
    equal([read, settings.get('a'), settings.get_notes()], [['etc/more.xml'], '1', []]);
    const origins = settings.get_names().map(name => settings.get_origin(name));
    equal(origins.map(origin => origin.includes('describe')).sort(), [false, true]);
  },

  every_function_is_called() {
    const folder = GLib.Dir.make_tmp('hbase-XXXXXX');
    const path = `${folder}/calls`;
    const gjs = GLib.getenv('HBASE_TEST_GJS') ?? 'gjs';
    const launcher = Gio.SubprocessLauncher.new(Gio.SubprocessFlags.NONE);
    launcher.setenv('HBASE_TEST_CALLS', path, true);
    for (const name of ['test-gjs', 'test-gjs-overrides', 'test-gjs-session']) {
      const script = `${GLib.getenv('top_srcdir')}/tests/api/${name}.js`;
      equal([name, launcher.spawnv([gjs, '-m', script]).wait_check(null)], [name, true]);
    }
    const others = text(GLib.file_get_contents(path)[1]).split('\n');
    GLib.spawn_command_line_sync(`rm -r ${folder}`);
    const all = new Set([...called, ...others]);
    equal(functions.length > 800, true);
    equal(functions.map(({ label }) => label).filter(label => !all.has(label)), []);
  },
});
