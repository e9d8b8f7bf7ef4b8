// SPDX-License-Identifier: LGPL-2.1-or-later
// What the overrides add in JavaScript: promises, records from literals, iteration, objects of rows.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';

import { equal, run } from './harness.js';

const connection = HBase.Connection.new('local::memory:');

async function createTable(name) {
  const descriptor = HBase.TableDescriptor.new(name);
  descriptor.add_family(HBase.FamilyDescriptor.new('f'));
  await HBase.Admin.new(connection).create_table_async(descriptor, null);
  return HBase.Table.new(connection, name);
}

async function createLetters(name) {
  const table = await createTable(name);
  const puts = [...'abcde'].map(letter => HBase.Put.from(letter, { 'f:q': letter.toUpperCase() }));
  await table.put_multiple_async(puts);
  return table;
}

const keys = rows => rows.map(row => row.dup_key_utf8()).join('');

async function errorOf(call) {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('no error was thrown');
}

const isClosed = error => error.matches(HBase.Error, HBase.Error.CLOSED);

function asynchronousMethods() {
  const types = Object.getOwnPropertyNames(HBase).map(name => HBase[name]).filter(type => type?.prototype);
  return types.flatMap(type => Object.getOwnPropertyNames(type.prototype)
    .filter(name => name.endsWith('_async')).map(name => [type, name]));
}

await run({
  async every_asynchronous_method_returns_a_promise() {
    const methods = asynchronousMethods();
    equal(methods.length > 50, true);
    for (const [type, name] of methods) {
      const promise = type.prototype[name].call(null);
      equal([name, promise instanceof Promise], [name, true]);
      equal((await errorOf(() => promise)) instanceof TypeError, true);
    }
  },

  async answers_are_single_values() {
    const table = await createLetters('answers');
    equal(await table.exists_async('a'), true);
    equal(await table.exists_async('none'), false);
    equal(await table.exists_multiple_async(['a', 'none']), [true, false]);
    equal(table.exists_multiple(['a', 'none']), [true, false]);
    equal(await table.check_and_put_async('f', 'q', 'x', HBase.Put.from('a', { 'f:q': 'y' })), false);
  },

  cancellables_may_be_left_out() {
    equal(HBase.ListKeyGenerator.new([new GLib.Bytes('a')]).next().toArray()[0], 97);
    equal(HBase.PartitionSplits.new().calculate(2).length, 1);
    const server = HBase.LocalServer.new(null, 'tcp://127.0.0.1:0');
    server.restart();
    server.stop();
  },

  async callbacks_are_called_as_before() {
    const table = await createLetters('callbacks');
    const row = await new Promise((resolve, reject) => {
      table.get_async(HBase.Get.new('b'), null, (source, result) => {
        try {
          resolve(source.get_finish(result));
        } catch (error) {
          reject(error);
        }
      });
    });
    equal(row.dup_value_utf8('f:q'), 'B');
    Gio._promisify(HBase.Table.prototype, 'get_async');
    equal((await table.get_async('c')).dup_value_utf8('f:q'), 'C');
  },

  async callbacks_are_called_where_a_call_is_complete_at_once() {
    const table = await createLetters('ready');
    const batch = HBase.Batch.new(table);
    const call = (object, name, ...args) => new Promise((resolve, reject) => {
      object[`${name}_async`](...args, null, (_source, result) => {
        try {
          resolve(object[`${name}_finish`](result));
        } catch (error) {
          reject(error);
        }
      });
    });
    const [append, increment] = [HBase.Append.new('b'), HBase.Increment.new('i')];
    append.add('f', 'q', '+');
    increment.add('f', 'n', 1);
    await call(batch, 'put', 'a', { 'f:q': '1' });
    await call(batch, 'delete', 'c');
    await call(batch, 'append', append);
    await call(batch, 'increment', increment);
    await batch.flush_async();
    const cursor = table.scan();
    equal((await cursor.next_async()).toObject(), { 'f:q': '1' });
    equal((await call(cursor, 'next')).toObject(), { 'f:q': 'B+' });
    equal((await call(cursor, 'next_batch', 1))[0].dup_key_utf8(), 'd');
  },

  async errors_are_matched_by_code() {
    const missing = HBase.Table.new(connection, 'missing');
    const errors = [await errorOf(() => missing.get_async('r')), await errorOf(() => missing.get('r'))];
    equal(errors.map(error => error.matches(HBase.Error, HBase.Error.TABLE_NOT_FOUND)), [true, true]);
    equal(errors[0].stack.includes('errors_are_matched_by_code'), true);
    const cancellable = new Gio.Cancellable();
    cancellable.cancel();
    const cancelled = await errorOf(() => missing.get_async('r', cancellable));
    equal(cancelled.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED), true);
  },

  async rows_are_described_by_keys_and_objects() {
    const table = await createTable('literals');
    const bytes = new Uint8Array([0, 255]);
    table.put('r', { 'f:a': '1', 'f:b': bytes, 'f:': 'none', 'f:c:d': new GLib.Bytes('2') });
    await table.put_async(bytes, { 'f:a': 'ü' });
    const row = table.get('r');
    equal(['f:a', 'f:', 'f:c:d'].map(column => row.dup_value_utf8(column)), ['1', 'none', '2']);
    equal(Array.from(row.get_value('f', 'b')), [0, 255]);
    equal((await table.get_async(new GLib.Bytes(bytes))).toObject(), { 'f:a': 'ü' });
    equal(table.get_multiple(['r', bytes, HBase.Get.new('none')]).map(found => found.is_empty()),
      [false, false, true]);
    await table.delete_async('r');
    equal(table.exists('r'), false);
    table.delete_multiple([bytes]);
    equal(table.exists(bytes), false);
  },

  async a_number_is_no_value() {
    const table = await createTable('numbers');
    const error = await errorOf(() => table.put('r', { 'f:n': 7 }));
    equal([error instanceof TypeError, error.message.includes('f:n')], [true, true]);
  },

  async encoded_keys_are_keys() {
    const table = await createTable('encoded');
    const schema = HBase.KeySchema.new('id:uint32,name:text');
    const key = schema.encode(new GLib.Variant('(us)', [7, 'x']));
    equal(schema.decode(key).deepUnpack(), [7, 'x']);
    equal(schema.decode_field(key, 'id').unpack(), 7);
    table.put(key, { 'f:q': 'v' });
    equal([table.get(key), table.get(HBase.Get.new(key))].map(row => row.is_empty()), [false, false]);
    table.delete(HBase.Delete.new(key));
    equal(table.exists(key), false);
  },

  async text_without_bytes_is_refused() {
    const table = await createTable('halves');
    for (const call of [() => table.put('a\ud800', { 'f:q': '1' }), () => table.get('\udc00'),
      () => table.put('a', { 'f:\ud800': '1' }), () => table.put('a', { 'f:q': '\ud800' }),
      () => table.scan({ prefix: '\ud800' }), () => table.get_multiple(['a', '\ud800'])]) {
      const error = await errorOf(call);
      equal([error instanceof TypeError, error.message.includes('surrogate')], [true, true]);
    }
    table.put('\u{1f600}', { 'f:q': '1' });
    equal(keys([...table.scan()]), '\u{1f600}');
  },

  async inexact_numbers_are_refused() {
    const table = await createTable('inexact');
    for (const call of [() => table.scan({ limit: 1.7 }), () => HBase.Scan.new().set_time_range(0, 1.5),
      () => HBase.Increment.new('r').add('f', 'n', 1.5), () => table.scan().next_batch(1.5),
      () => HBase.PageIterator.new(table, HBase.Scan.new(), NaN), () => table.set_timeout(0.5)]) {
      const error = await errorOf(call);
      equal([error instanceof TypeError, error.message.includes('whole number')], [true, true]);
    }
    equal(HBase.Filter.new_random_row(0.5).to_string().includes('0.5'), true);
  },

  async mistakes_have_messages() {
    const table = await createLetters('mistakes');
    for (const [call, part] of [[() => table.put('r', 'x'), "{'family:qualifier': value}"],
      [() => table.put('r', { f: 'x' }), "not 'f'"],
      [() => table.put('r'), 'not undefined'], [() => table.get_multiple('a'), 'an array of rows']]) {
      const error = await errorOf(call);
      equal([error instanceof TypeError, error.message.includes(part)], [true, true]);
    }
  },

  async batches_take_literals() {
    const table = await createLetters('batches');
    const batch = HBase.Batch.new(table);
    batch.put('x', { 'f:q': 'X' });
    await batch.put_async('y', { 'f:q': 'Y' });
    batch.delete('a');
    await batch.delete_async('b');
    await batch.flush_async();
    equal(keys([...table.scan({})]), 'cdexy');
  },

  async scans_are_described_by_objects() {
    const table = await createLetters('scans');
    equal(keys([...table.scan()]), 'abcde');
    equal(keys([...table.scan({ start: 'b', stop: 'd' })]), 'bc');
    equal(keys([...table.scan({ reversed: true, limit: 2, columns: ['f:q'] })]), 'ed');
    equal(keys([...table.scan({ prefix: 'c', columns: ['f'] })]), 'c');
    equal(keys([...table.scan({ columns: ['f:none'] })]), '');
    equal(keys([...table.scan({ filter: "ValueFilter (=, 'binary:D')" })]), 'd');
    equal(keys([...table.scan({ filter: "ValueFilter (=, 'binary:\\x44')" })]), 'd');
    equal(keys([...table.scan({ filter: HBase.Filter.new_page(1) })]), 'a');
    const error = await errorOf(() => table.scan({ lmit: 1 }));
    equal([error instanceof TypeError, error.message.includes('lmit')], [true, true]);
  },

  async cursors_are_iterated_and_closed() {
    const table = await createLetters('cursors');
    const seen = [];
    const cursor = table.scan({ limit: 4 });
    for await (const row of cursor)
      seen.push(row.dup_key_utf8());
    equal(seen.join(''), 'abcd');
    const left = table.scan({});
    for (const row of left) {
      equal(row.dup_key_utf8(), 'a');
      break;
    }
    equal(isClosed(await errorOf(() => left.next())), true);
    const thrown = table.scan({});
    await errorOf(async () => {
      for await (const row of thrown)
        throw new Error(row.dup_key_utf8());
    });
    equal(isClosed(await errorOf(() => thrown.next_async())), true);
  },

  async an_error_ends_a_loop() {
    const cursor = HBase.Table.new(connection, 'missing').scan({});
    const error = await errorOf(() => [...cursor]);
    equal(error.matches(HBase.Error, HBase.Error.TABLE_NOT_FOUND), true);
  },

  async pages_are_iterated() {
    const table = await createLetters('pages');
    const pages = HBase.PageIterator.new(table, HBase.Scan.new(), 2);
    equal([...pages].map(page => keys([...page])), ['ab', 'cd', 'e']);
    const seen = [];
    for await (const page of HBase.PageIterator.new(table, HBase.Scan.from({ start: 'b' }), 3))
      seen.push(keys([...page]));
    equal(seen, ['bcd', 'e']);
  },

  async rows_become_objects() {
    const table = await createTable('objects');
    const family = HBase.FamilyDescriptor.new('f');
    family.set_max_versions(3);
    await HBase.Admin.new(connection).modify_family_async('objects', family);
    for (const [timestamp, cells] of [[1, { 'f:a': 'old' }], [2, { 'f:a': 'new', 'f:ü': 'x' }]]) {
      const put = HBase.Put.from('r', cells);
      put.set_timestamp(timestamp);
      table.put(put);
    }
    const get = HBase.Get.new('r');
    get.set_max_versions(3);
    const row = table.get(get);
    equal([...row].length, 3);
    equal(row.toObject(), { 'f:a': 'new', 'f:ü': 'x' });
    table.put('b', { 'f:a': new Uint8Array([200]) });
    const error = await errorOf(() => table.get('b').toObject());
    equal([error instanceof TypeError, error.message.includes('f:a')], [true, true]);
    equal(table.get('b').toObject((value, column) => [column, value[0]]), { 'f:a': ['f:a', 200] });
    equal(table.get('none').toObject(), {});
  },
});
