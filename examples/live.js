#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: LGPL-2.1-or-later
// Prints the newest twenty comments, and those that are written from now on, the oldest first:
//
//   live.js URI [COUNT]
//
// It ends after COUNT comments; 0, the default: never. The table `comments` is created if it doesn't exist.
// The list is a Gio.ListModel, as those that widgets show: rows that are prepended to the table appear in
// front. This prepends one:
//
//   hbase-glib prepend comments --schema=id:downward content:text=hello

import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';
import { exit } from 'system';

if (ARGV.length < 1 || ARGV.length > 2) {
  printerr('usage: live.js URI [COUNT]');
  exit(2);
}

const connection = HBase.Connection.new(ARGV[0]);
const descriptor = HBase.TableDescriptor.new('comments');
descriptor.add_family(HBase.FamilyDescriptor.new('content'));
descriptor.add_family(HBase.FamilyDescriptor.new('g'));
await HBase.Admin.new(connection).ensure_table_async(descriptor, null);

const schema = HBase.KeySchema.new('id:downward');
const table = HBase.Table.new_with_key_schema(connection, 'comments', schema);
const scan = HBase.Scan.from({ columns: ['content'] });
const model = HBase.RowModel.new(HBase.PageIterator.new(table, scan, 20));
const loop = new GLib.MainLoop(null, false);
let left = Number(ARGV[1] ?? 0);

model.connect('items-changed', (list, position, nRemoved, nAdded) => {
  for (let i = position + nAdded; i-- > position;) {
    print(list.get_item(i).get_row().dup_value_utf8('content:text'));
    if (--left === 0) {
      loop.quit();
      return;
    }
  }
});
// The model polls again after an error.
model.connect('notify::error', () => {
  if (model.error)
    printerr(`live.js: ${model.error.message}`);
});
model.set_follow(true);
loop.run();
