// SPDX-License-Identifier: LGPL-2.1-or-later
// The library in JavaScript: every list that is passed or returned, results without success flags, and the
// list model.

import System from 'system';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';
import HBasePlan from 'gi://HBasePlan?version=1.0';

import { equal, run } from './harness.js';

const bytes = text => new GLib.Bytes(text);
const text = data => new TextDecoder().decode(data instanceof GLib.Bytes ? data.toArray() : data);
const texts = list => list.map(text);
const keys = rows => rows.map(row => row.dup_key_escaped());

function codeOf(call) {
  try {
    call();
  } catch (error) {
    return error.code;
  }
  return null;
}

function wait(start) {
  const loop = GLib.MainLoop.new(null, false);
  let answer;
  start((source, result) => {
    answer = result;
    loop.quit();
  });
  loop.run();
  System.gc();
  return answer;
}

function createTable(name, splits) {
  const descriptor = HBase.TableDescriptor.new(name);
  for (const family of ['f', 'g', 's'])
    descriptor.add_family(HBase.FamilyDescriptor.new(family));
  HBase.Admin.new(connection).create_table(descriptor, splits, null);
  return HBase.Table.new(connection, name);
}

function put(row, value) {
  const cells = row !== null ? HBase.Put.new_utf8(row) : HBase.Put.new(null);
  cells.add_utf8('f', 'q', value);
  return cells;
}

// Refuses the requests of the connection, and remembers their credentials.
function refuse(connection, seen) {
  connection.get_input_stream().read_bytes_async(65536, 0, null, (stream, result) => {
    const request = new TextDecoder('latin1').decode(stream.read_bytes_finish(result).toArray());
    if (request === '')
      return;
    seen.push((request.match(/^Authorization: (.*)\r$/m) ?? [])[1]);
    connection.get_output_stream().write_all(
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="r"\r\nContent-Length: 0\r\n\r\n', null);
    refuse(connection, seen);
  });
}

const connection = HBase.Connection.new('local::memory:');

await run({
  error_details() {
    const table = createTable('details', null);
    table.put(put('r', 'text'), null);
    const increment = HBase.Increment.new_utf8('r');
    increment.add('f', 'q', 1);
    try {
      table.increment(increment, null);
      throw new Error('text was incremented');
    } catch (error) {
      equal(HBase.Error.get_java_class(error), 'org.apache.hadoop.hbase.DoNotRetryIOException');
      equal(HBase.Error.get_details(error).includes('Field is not a long'), true);
    }
  },

  rows() {
    const table = createTable('rows', [bytes('m'), bytes('c')]);
    const gets = ['a', 'b', 'none'].map(row => HBase.Get.new_utf8(row));
    const values = rows => rows.map(row => row.dup_value_utf8('f:q'));
    table.put_multiple([put('a', '1'), put('b', '2')], null);
    table.put_multiple_finish(
        wait(done => table.put_multiple_async([put('m', '3'), put('z', '4')], null, done)));
    equal(values(table.get_multiple(gets, null)), ['1', '2', null]);
    equal(values(table.get_multiple_finish(wait(done => table.get_multiple_async(gets, null, done)))),
          ['1', '2', null]);
    equal(keys(table.last_rows(null, 2, null)), ['m', 'z']);
    equal(keys(table.last_rows_finish(wait(done => table.last_rows_async(null, 2, null, done)))), ['m', 'z']);
    equal(keys(table.scan(HBase.Scan.new()).next_batch(0, null)), ['a', 'b', 'm', 'z']);
    const cursor = table.scan(HBase.Scan.new());
    equal(keys(cursor.next_batch_finish(wait(done => cursor.next_batch_async(1, null, done)))), ['a']);
    equal(keys(HBase.PageIterator.new(table, HBase.Scan.new(), 3).next(null).get_rows()), ['a', 'b', 'm']);
  },

  batch() {
    const table = createTable('batch', null);
    const batch = HBase.Batch.new(table);
    const bad = HBase.Put.new_utf8('bad');
    bad.add_utf8('x', 'q', 'v');
    batch.put(put('a', '1'), null);
    batch.put_finish(wait(done => batch.put_async(bad, null, done)));
    equal(codeOf(() => batch.flush_finish(wait(done => batch.flush_async(null, done)))),
          HBase.Error.FAMILY_NOT_FOUND);
    equal(batch.take_failures().map(failure => text(failure.get_row())), ['bad']);
    batch.flush(null);
    equal(keys(table.last_rows(null, 2, null)), ['a']);
  },

  regions() {
    const table = createTable('regions', [bytes('m'), bytes('c')]);
    const starts = regions => regions.map(region => text(region.get_start_key()));
    equal(starts(table.get_regions(null)), ['', 'c', 'm']);
    equal(starts(table.get_regions_finish(wait(done => table.get_regions_async(null, done)))),
          ['', 'c', 'm']);
    const admin = HBase.Admin.new(connection);
    const descriptor = HBase.TableDescriptor.new('regions2');
    descriptor.add_family(HBase.FamilyDescriptor.new('f'));
    admin.create_table_finish(wait(done => admin.create_table_async(descriptor, [bytes('k')], null, done)));
    equal(starts(HBase.Table.new(connection, 'regions2').get_regions(null)), ['', 'k']);
    equal(admin.describe_table('regions', null).get_families().map(family => family.get_name()),
          ['f', 'g', 's']);
  },

  answers() {
    const table = createTable('answers', null);
    const admin = HBase.Admin.new(connection);
    equal(table.exists(HBase.Get.new_utf8('a'), null), false);
    equal(table.check_and_put('f', 'q', null, put('a', '1'), null), true);
    equal(table.check_and_put('f', 'q', null, put('a', '2'), null), false);
    equal(table.exists_finish(
        wait(done => table.exists_async(HBase.Get.new_utf8('a'), null, done))), true);
    const gets = ['none', 'a'].map(row => HBase.Get.new_utf8(row));
    equal(table.exists_multiple(gets, null), [false, true]);
    equal(table.exists_multiple_finish(wait(done => table.exists_multiple_async(gets, null, done))),
          [false, true]);
    equal(table.check_and_delete('f', 'q', '2', HBase.Delete.new_utf8('a'), null), false);
    equal(table.check_and_delete('f', 'q', '1', HBase.Delete.new_utf8('a'), null), true);
    const mutations = HBase.RowMutations.new();
    mutations.add_put(put('m', '5'));
    mutations.add_delete(HBase.Delete.new_utf8('m'));
    equal(codeOf(() => table.mutate_row(mutations, null)), HBase.Error.INVALID_ARGUMENT);
    const counted = HBase.RowMutations.new();
    counted.add_put(put('m', '5'));
    table.mutate_row(counted, null);
    equal(table.check_and_mutate('f', 'q', HBase.CompareOperator.LESS, '5', counted, null), false);
    equal(table.check_and_mutate('f', 'q', HBase.CompareOperator.LESS, '6', counted, null), true);
    equal(table.check_and_mutate('f', 'none', HBase.CompareOperator.EQUAL, null, counted, null),
          true);
    const typed = HBase.Put.new_utf8('typed');
    typed.add_int64('f', 'n', 7);
    typed.add_variant('f', 'v', new GLib.Variant('s', 'text'));
    table.put(typed, null);
    const values = table.get(HBase.Get.new_utf8('typed'), null);
    equal(values.get_counter('f:n'), 7);
    equal(values.list_cells().map(cell => cell.dup_column_escaped()), ['f:n', 'f:v']);
    equal(values.get_value_variant('f:v', 's').unpack(), 'text');
    equal(admin.get_table_state('none', null), HBase.TableState.MISSING);
    equal(admin.get_table_state('answers', null), HBase.TableState.AVAILABLE);
    equal(HBase.KeySchema.new('user:uint16,id:uint16').prefix_range(new GLib.Variant('(q)', [1]))
      .map(key => Array.from(key.toArray())), [[0, 1], [0, 2]]);
  },

  // Beyond 2^53, as numbers they would be rounded.
  large_numbers() {
    const table = createTable('large', null);
    const big = '9007199254740993';
    const increment = HBase.Increment.new_utf8('r');
    increment.add('f', 'n', 2 ** 53);
    table.increment(increment, null);
    const one = HBase.Increment.new_utf8('r');
    one.add('f', 'n', 1);
    const row = table.increment(one, null);
    equal(String(row.getBigInt('f:n')), big);
    equal(String(row.get_cell(0).getBigInt()), big);
    let failure = null;
    try {
      row.getBigInt('f:none');
    } catch (error) {
      failure = error;
    }
    equal(failure.matches(HBase.Error, HBase.Error.COLUMN_NOT_FOUND), true);
    const late = HBase.Put.new_utf8('late');
    late.add_with_timestamp('f', 'q', 'v', 2 ** 53);
    table.put(late, null);
    equal(table.get(HBase.Get.new_utf8('late'), null).get_cell(0).dup_timestamp_text(), '9007199254740992');
    const schema = HBase.KeySchema.new('id:uint64');
    const key = schema.encode_escaped([`id=${big}`], false);
    equal(schema.key_field_to_escaped(key.toArray(), 'id'), big);
  },

  large_numbers_are_passed_as_big_integers() {
    const table = createTable('passed', null);
    const [big, nanoseconds] = [9007199254740993n, 1700000000000000001n];
    const number = HBase.Put.new_utf8('r');
    number.add_int64('f', 'n', big);
    number.set_timestamp(nanoseconds);
    table.put(number, null);
    const cell = table.get(HBase.Get.new_utf8('r'), null).get_cell(0);
    equal([cell.getBigInt(), cell.dup_timestamp_text()].map(String), [big, nanoseconds].map(String));
    const increment = HBase.Increment.new_utf8('counter');
    increment.add('f', 'n', big);
    equal(String(table.increment(increment, null).getBigInt('f:n')), String(big));
    const scan = HBase.Scan.new();
    scan.set_time_range(nanoseconds, nanoseconds + 1n);
    equal(keys(table.scan(scan).next_batch(0, null)), ['r']);
    equal(HBase.Filter.new_timestamps([nanoseconds]).to_string(), `TimestampsFilter(${nanoseconds})`);
    const schema = HBase.KeySchema.new('id:uint64');
    const key = schema.encode(new GLib.Variant('(t)', [big]));
    equal(schema.key_field_to_escaped(key.toArray(), 'id'), String(big));
  },

  sequences() {
    const sequence = new HBase.Sequence({ table: createTable('sequences', null), name: 'users' });
    sequence.create(null);
    equal(sequence.next(null), 1);
    equal(sequence.next_n(3, null), [2, 3, 4]);
    equal(sequence.next_n_finish(wait(done => sequence.next_n_async(2, null, done))), [5, 6]);
    equal(sequence.next_finish(wait(done => sequence.next_async(null, done))), 7);
  },

  prepends() {
    const schema = HBase.KeySchema.new('id:downward');
    createTable('prepends', null);
    const table = HBase.Table.new_with_key_schema(connection, 'prepends', schema);
    const prepender = HBase.Prepender.new(table);
    const comments = ['c', 'd'].map(value => HBase.PrependRequest.new(put(null, value)));
    prepender.prepend_many(comments, null);
    const newer = ['a', 'b'].map(value => HBase.PrependRequest.new(put(null, value)));
    prepender.prepend_many_finish(wait(done => prepender.prepend_many_async(newer, null, done)));
    const rows = table.scan(HBase.Scan.new()).next_batch(0, null);
    equal(rows.map(row => row.dup_value_utf8('f:q')), ['a', 'b', 'c', 'd']);
    equal(comments.map(comment => comment.is_settled()), [true, true]);
  },

  salts() {
    createTable('salts', null);
    const schema = HBase.KeySchema.new('salt:random(2),name:text');
    const salted = HBase.Table.new_unsalted(connection, 'salts', schema);
    salted.put(put('ada', '1'), null);
    salted.put(put('bob', '2'), null);
    const gets = ['bob', 'none', 'ada'].map(row => HBase.Get.new_utf8(row));
    const values = rows => rows.map(row => row.dup_value_utf8('f:q'));
    equal(values(salted.get_multiple(gets, null)), ['2', null, '1']);
    equal(values(salted.get_multiple_finish(wait(done => salted.get_multiple_async(gets, null, done)))),
          ['2', null, '1']);
    equal(values(salted.last_rows(null, 2, null)), ['1', '2']);
    equal(values(salted.last_rows_finish(wait(done => salted.last_rows_async(null, 2, null, done)))),
          ['1', '2']);
    equal(salted.exists(HBase.Get.new_utf8('ada'), null), true);
    equal(schema.list_salted_keys('ada').length, 2);
    equal(schema.list_salted_prefixes(new GLib.Variant('(s)', ['ada'])).length, 2);
  },

  splits() {
    equal(texts(HBase.NumberSplits.new_hex_string(null, null).calculate(3, null)), ['55555555', 'aaaaaaaa']);
    equal(texts(HBase.FixedSplits.new([bytes('b'), bytes('a')]).calculate(3, null)), ['a', 'b']);
    const generator = HBase.ListKeyGenerator.new(['a', 'b', 'c', 'd'].map(bytes));
    equal(texts(HBase.SampledSplits.new(generator, 10).calculate(2, null)), ['c']);
    const cancellable = new Gio.Cancellable();
    cancellable.cancel();
    equal(codeOf(() => HBase.PartitionSplits.new().calculate(2, cancellable)), Gio.IOErrorEnum.CANCELLED);
    equal(codeOf(() => generator.next(cancellable)), Gio.IOErrorEnum.CANCELLED);
    const lint = HBasePlan.KeyLint.new(HBase.KeySchema.new('id:uint64'));
    lint.set_splits([bytes('b'), bytes('a')]);
    lint.set_sample([bytes('a')]);
    if (lint.run().length === 0 || lint.run().some(finding => finding.to_text() === ''))
      throw new Error('no findings');
  },

  // The main loop must be iterated until rows are loaded; an item emits notify when its row was loaded again.
  models() {
    const table = createTable('models', null);
    for (let number = 0; number < 25; number++)
      table.put(put(`row${number}`, 'v'), null);
    const model = HBase.RowModel.new(HBase.PageIterator.new(table, HBase.Scan.new(), 10));
    const loop = GLib.MainLoop.new(null, false);
    const heard = [];
    const loaded = (source, result) => heard.push(model.load_more_finish(result));
    model.set_max_pages(1);
    model.connect('items-changed', (list, position, removed, added) => {
      heard.push(`${position} ${removed} ${added}`);
      if (model.has_more) {
        model.load_more_async(null, loaded);
        return;
      }
      const item = model.get_item(0);
      heard.push(item.row);
      item.connect('notify::row', () => {
        heard.push(item.get_row().dup_key_escaped());
        loop.quit();
      });
    });
    model.load_more_async(null, loaded);
    loop.run();
    equal(heard, ['0 0 10', 10, '10 0 10', 10, '20 0 5', null, 5, 'row0']);
  },

  credentials() {
    const [asked, seen] = [[], []];
    const service = new Gio.SocketService();
    service.connect('incoming', (_, incoming) => refuse(incoming, seen));
    const guarded = HBase.Connection.new(`http://127.0.0.1:${service.add_any_inet_port(null)}/`);
    guarded.set_credentials_func((gateway, realm, wasRefused) => {
      asked.push([realm, wasRefused]);
      return [!wasRefused, 'u', 'p'];
    });
    const table = HBase.Table.new(guarded, 't');
    const result = wait(done => table.get_async(HBase.Get.new_utf8('r'), null, done));
    const code = codeOf(() => table.get_finish(result));
    service.close();
    if (code === HBase.Error.UNSUPPORTED)
      return;
    equal(code, HBase.Error.UNAUTHENTICATED);
    equal(asked, [['r', false], ['r', true]]);
    equal(seen, [undefined, 'Basic dTpw']);
  },
});
