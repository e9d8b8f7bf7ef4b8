#!/usr/bin/env -S gjs -m
// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts a visit, and prints the number of visits so far:
//
//   counter.js URI PAGE
//
// Any number of programs may count at the same time: no visit is lost, and none is counted twice.

import HBase from 'gi://HBase?version=1.0';
import { exit } from 'system';

const [uri, page] = ARGV;
if (ARGV.length !== 2) {
  printerr('usage: counter.js URI PAGE');
  exit(2);
}

const connection = HBase.Connection.new(uri);
const descriptor = HBase.TableDescriptor.new('visits');
descriptor.add_family(HBase.FamilyDescriptor.new('count'));
await HBase.Admin.new(connection).ensure_table_async(descriptor, null);

const increment = HBase.Increment.new_utf8(page);
increment.add('count', 'visits', 1);
const row = await HBase.Table.new(connection, 'visits').increment_async(increment);
print(`visits of ${page}: ${row.get_counter('count:visits')}`);
