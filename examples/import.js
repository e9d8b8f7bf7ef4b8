#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: LGPL-2.1-or-later
// Imports users' actions into the table `useractions`:
//
//   import.js URI FILE
//
// Each line of the file is USER,TIME,ACTION, such as 7,2024-05-01T12:00:00Z,login. The table is created if it
// doesn't exist. A batch sends the rows in few requests. The program does nothing else, so its calls block:
// it needs neither a main loop nor a promise for each line.

import GLib from 'gi://GLib';
import HBase from 'gi://HBase?version=1.0';
import { exit } from 'system';

const [uri, file] = ARGV;
if (ARGV.length !== 2) {
  printerr('usage: import.js URI FILE');
  exit(2);
}

const connection = HBase.Connection.new(uri);
const schema = HBase.KeySchema.new('userid:uint32,stamp:reverse-ms,actionid:uint32');

const descriptor = HBase.TableDescriptor.new('useractions');
descriptor.add_family(HBase.FamilyDescriptor.new('content'));
HBase.Admin.new(connection).ensure_table(descriptor, null);

const batch = HBase.Batch.new(HBase.Table.new(connection, 'useractions'));
const [, contents] = GLib.file_get_contents(file);
const lines = new TextDecoder().decode(contents).trimEnd().split('\n');
for (const [i, line] of lines.entries()) {
  const [user, time, ...action] = line.split(',');
  if (action.length === 0)
    throw new Error(`line ${i + 1}: “${line}” isn't USER,TIME,ACTION`);
  const key = schema.key_from_escaped(`userid=${user},stamp=${time},actionid=${i + 1}`, false);
  batch.put(key, { 'content:name': action.join(',') });
}
batch.flush();
print(`${lines.length} actions were imported`);
