// SPDX-License-Identifier: LGPL-2.1-or-later
// Programs that await many calls. GJS 1.74 loses callbacks while it frees memory, so that calls which are
// complete at once must have none. HBASE_TEST_ROWS is the number of rows of an import, HBASE_TEST_IMPORTS
// the number of imports.

import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';

import System from 'system';

import { equal, run } from './harness.js';

const nRows = Number(GLib.getenv('HBASE_TEST_ROWS') ?? 20000);
const nImports = Number(GLib.getenv('HBASE_TEST_IMPORTS') ?? 1);

async function createTable() {
  const connection = HBase.Connection.new('local::memory:');
  const descriptor = HBase.TableDescriptor.new('t');
  descriptor.add_family(HBase.FamilyDescriptor.new('f'));
  await HBase.Admin.new(connection).create_table_async(descriptor);
  return HBase.Table.new(connection, 't');
}

// Returns whether the main loop was iterated meanwhile.
async function iterates(calls) {
  let iterated = false;
  GLib.idle_add(GLib.PRIORITY_HIGH, () => {
    iterated = true;
    return GLib.SOURCE_REMOVE;
  });
  await calls();
  return iterated;
}

const key = i => `row${String(i).padStart(7, '0')}`;

// As the guide says: whoever frees memory often enough never has GJS do it in steps.
function freeMemory(i) {
  if (i % 5000 === 0)
    System.gc();
}

async function importRows(table) {
  const batch = HBase.Batch.new(table);
  for (let i = 0; i < nRows; i++) {
    freeMemory(i);
    await batch.put_async(key(i), { 'f:q': `value ${i}` });
  }
  await batch.flush_async();
}

async function countRows(table) {
  let n = 0;
  for await (const row of table.scan()) {
    freeMemory(n);
    n += row.get_n_cells();
  }
  return n;
}

await run({
  async additions_that_fit_are_complete_at_once() {
    const table = await createTable();
    const batch = new HBase.Batch({ table, max_count: 10 });
    equal(batch.is_ready(), true);
    equal(await iterates(async () => {
      for (let i = 0; i < 7; i++)
        await batch.put_async(key(i), { 'f:q': 'v' });
      await batch.delete_async('none');
      const [append, increment] = [HBase.Append.new('a'), HBase.Increment.new('i')];
      append.add('f', 'q', 'v');
      increment.add('f', 'q', 1);
      await batch.append_async(append);
      await batch.increment_async(increment);
    }), false);
    equal(batch.is_ready(), false);
    equal(await iterates(() => batch.put_async('last', { 'f:q': 'v' })), true);
    await batch.flush_async();
    equal(await countRows(table), 10);
  },

  // Nor does a change block the main loop for the request of those before it.
  async additions_of_any_length_send_nothing_while_the_batch_is_ready() {
    const table = await createTable();
    const batch = new HBase.Batch({ table, max_bytes: 2000, parallelism: 1 });
    const seen = [];
    batch.connect('progress', () => seen.push('flushed'));
    await batch.put_async('small', { 'f:q': 'v' });
    equal(batch.is_ready(), true);
    equal(await iterates(() => batch.put_async('large', { 'f:q': 'v'.repeat(1950) })), false);
    equal(seen, []);
    equal(batch.is_ready(), false);
    equal(await iterates(() => batch.put_async('last', { 'f:q': 'v' })), true);
    await batch.flush_async();
    equal(await countRows(table), 3);
  },

  async an_addition_that_fails_rejects_its_promise() {
    const batch = HBase.Batch.new(await createTable());
    const promise = batch.put_async(HBase.Put.new('empty'));
    equal(await promise.then(() => null, error => error.code), HBase.Error.INVALID_ARGUMENT);
  },

  async rows_that_were_received_are_returned_at_once() {
    const table = await createTable();
    table.put_multiple(Array.from({ length: 10 }, (_, i) => HBase.Put.from(key(i), { 'f:q': 'v' })));
    const cursor = table.scan({ batch_size: 100 });
    equal(cursor.is_ready(), false);
    const seen = [(await cursor.next_async()).dup_key_utf8()];
    equal(cursor.is_ready(), true);
    equal(await iterates(async () => {
      for (let i = 1; i < 9; i++)
        seen.push((await cursor.next_async()).dup_key_utf8());
      seen.push(...(await cursor.next_batch_async(5)).map(row => row.dup_key_utf8()));
    }), false);
    equal(seen, Array.from({ length: 10 }, (_, i) => key(i)));
    equal(await cursor.next_async(), null);
  },

  async imports_and_scans_end() {
    for (let i = 0; i < nImports; i++) {
      const table = await createTable();
      await importRows(table);
      equal(await countRows(table), nRows);
    }
  },
});
