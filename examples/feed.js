#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: LGPL-2.1-or-later
// Prints a page of ten of a user's actions, newest first:
//
//   feed.js URI USER [TOKEN]
//
// and the tokens that open the next page and the previous one. import fills the table `useractions`.

import HBase from 'gi://HBase?version=1.0';
import { exit } from 'system';

const [uri, user, token] = ARGV;
if (ARGV.length < 2 || ARGV.length > 3) {
  printerr('usage: feed.js URI USER [TOKEN]');
  exit(2);
}

const schema = HBase.KeySchema.new('userid:uint32,stamp:reverse-ms,actionid:uint32');
const table = HBase.Table.new_with_key_schema(HBase.Connection.new(uri), 'useractions', schema);
const scan = HBase.Scan.from({ prefix: schema.key_from_escaped(`userid=${user}`, true) });
const page = await HBase.PageIterator.new(table, scan, 10).open_async(token ?? null);
for (const row of page ?? [])
  print(row.dup_key_field_escaped('stamp'), '', row.dup_value_utf8('content:name'));
if (page?.get_next_token())
  print(`next page: ${page.get_next_token()}`);
if (page?.get_previous_token())
  print(`previous page: ${page.get_previous_token()}`);
