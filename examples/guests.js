#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: LGPL-2.1-or-later
// The README's first example in JavaScript: guests.js URI puts a row into the table `guests`, which is
// created if it doesn't exist, and prints all rows of it.

import HBase from 'gi://HBase?version=1.0';
import { exit } from 'system';

if (ARGV.length !== 1) {
  printerr('usage: guests.js URI');
  exit(2);
}

const connection = HBase.Connection.new(ARGV[0]);
const descriptor = HBase.TableDescriptor.new('guests');
descriptor.add_family(HBase.FamilyDescriptor.new('content'));
await HBase.Admin.new(connection).ensure_table_async(descriptor, null);

const table = HBase.Table.new(connection, 'guests');
await table.put_async('barbara', { 'content:name': 'Barbara Liskov' });
for await (const row of table.scan({ columns: ['content:name'] }))
  print(row.dup_key_utf8(), row.dup_value_utf8('content:name'));
