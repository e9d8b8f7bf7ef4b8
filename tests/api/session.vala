// SPDX-License-Identifier: LGPL-2.1-or-later
// A session with a server in this process, which uses each class; test-vala compares the functions that are
// called with the GIR.

using HBase;
using HBasePlan;

Bytes bytes (string text) {
  return new Bytes (text.data);
}

GenericArray<Bytes> list (string[] texts) {
  var found = new GenericArray<Bytes> ();
  foreach (unowned string text in texts)
    found.add (bytes (text));
  return found;
}

Put put (string? row, string value) {
  var cells = row != null ? new Put.utf8 (row) : new Put ({});
  cells.add_utf8 ("f", "q", value);
  return cells;
}

string values (GenericArray<weak Row> rows) {
  var text = new StringBuilder ();
  foreach (unowned Row row in rows)
    text.append (row.dup_value_utf8 ("f:q") ?? "-");
  return text.str;
}

async Table create_table (Connection connection, string name, KeySchema? schema = null) throws Error {
  var descriptor = new TableDescriptor (name);
  foreach (unowned string family in new string[] { "f", "g", "s" })
    descriptor.add_family (new FamilyDescriptor (family));
  yield new Admin (connection).create_table_async (descriptor, list ({ "m" }));
  return schema == null ? new Table (connection, name) : new Table.with_key_schema (connection, name, schema);
}

async void test_cells (Connection connection) throws Error {
  var table = yield create_table (connection, "cells");
  var puts = new GenericArray<Put> ();
  puts.add (put ("a", "1"));
  puts.add (put ("z", "2"));
  yield table.put_multiple_async (puts);
  bool found;
  yield table.exists_async (new Get.utf8 ("a"), null, out found);
  assert (found);
  var row = yield table.get_async (new Get ("z".data));
  assert (row.get_cell (0).dup_column_escaped () == "f:q" && row.dup_value_utf8 ("f:q") == "2");
  assert (row.dup_value_utf8 ("f:none") == null);
  var append = new Append.utf8 ("z");
  append.add_utf8 ("f", "q", "0");
  assert ((yield table.append_async (append)).dup_value_utf8 ("f:q") == "20");
  var increment = new Increment.utf8 ("n");
  increment.add_utf8 ("f", "n", 7);
  int64 number;
  (yield table.increment_async (increment)).get_counter ("f:n", out number);
  assert (number == 7);
  var mutations = new RowMutations ();
  mutations.add_put (put ("n", "3"));
  yield table.mutate_row_async (mutations);
  yield table.delete_async (new Delete.utf8 ("a"));
  var scan = new Scan ();
  scan.set_filter (new Filter.prefix ("n".data));
  assert (values (yield table.scan (scan).next_batch_async (10)) == "3");
  var regions = yield table.get_regions_async ();
  assert (regions.length == 2 && regions[1].ref_start_key ().compare (bytes ("m")) == 0);
}

async void test_failures (Connection connection) throws Error {
  var batch = new Batch (yield create_table (connection, "failures"));
  var wrong = new Put.utf8 ("r");
  wrong.add_utf8 ("none", "q", "v");
  yield batch.put_async (wrong);
  try {
    yield batch.flush_async ();
    assert_not_reached ();
  } catch (HBaseError.FAMILY_NOT_FOUND error) {
    assert (batch.take_failures ()[0].get_index () == 0);
  }
  try {
    yield new Table (connection, "missing").get_async (new Get.utf8 ("r"));
    assert_not_reached ();
  } catch (HBaseError.TABLE_NOT_FOUND error) {
    assert (error.message.contains ("missing"));
  }
}

async void test_prepending (Connection connection) throws Error {
  var table = yield create_table (connection, "prepended", new KeySchema ("id:downward"));
  var prepender = new Prepender (table);
  foreach (unowned string value in new string[] { "c", "b", "a" }) {
    var request = new PrependRequest (put (null, value));
    yield prepender.prepend_async (request);
    assert (request.is_settled ());
  }
  var scan = new Scan ();
  scan.add_family ("f");
  var pages = new PageIterator (table, scan, 2);
  assert (values ((yield pages.next_async ()).get_rows ()) == "ab");
  assert (values ((yield pages.next_async ()).get_rows ()) == "c");
  assert ((yield pages.next_async ()) == null);
  var model = new RowModel (new PageIterator (table, scan, 3));
  uint n_loaded;
  yield model.load_more_async (null, out n_loaded);
  assert (n_loaded == 3 && ((RowItem) model.get_item (0)).get_row ().dup_value_utf8 ("f:q") == "a");
  var sequence = Object.new (typeof (HBaseSequence), "table", table, "name", "numbers", "family", "s")
      as HBaseSequence;
  yield sequence.create_async ();
  int64 id;
  yield sequence.next_async (null, out id);
  assert (id == 1);
}

async void test_administration (Connection connection) throws Error {
  var admin = new Admin (connection);
  yield admin.create_namespace_async (new NamespaceDescriptor ("ns"));
  assert ("ns" in yield admin.list_namespaces_async ());
  assert ((yield connection.diagnose_async ()).get (0).get_uri () != "");
}

void test_keys () throws Error {
  var schema = new KeySchema ("id:uint64");
  assert (new ListKeyGenerator (list ({ "a" })).next ().compare (bytes ("a")) == 0);
  var stream = new StreamKeyGenerator (new MemoryInputStream.from_bytes (bytes ("x\n")));
  assert (stream.next ().compare (bytes ("x")) == 0);
  var fields = new FieldKeyGenerator (schema, 1);
  fields.define ("id=sequence");
  assert (fields.get_key (0).get_size () == 8);
  assert (new SchemaKeyGenerator (schema, 1).next ().get_size () == 8);
  assert (new FixedSplits (list ({ "b", "a" })).get_n_regions () == 3);
  assert (new SaltSplits (new KeySchema ("salt:phoenix(4),id:uint64")).calculate (4).length == 3);
  var findings = new KeyLint (new KeySchema ("id:int64")).run ();
  assert (findings.length > 0 && findings[0].to_text () != "");
}

void test_simulation () throws Error {
  var numbers = new FieldKeyGenerator (new KeySchema ("id:uint64"), 1);
  numbers.define ("id=sequence");
  var simulation = new Simulation (list ({ "m" }));
  var chunk = new Simulator (numbers, list ({ "m" }), 50).run_chunk (0);
  simulation.add_chunk (chunk);
  assert (simulation.get_puts () == chunk.get_puts ());
  var picture = simulation.to_picture ();
  assert (picture.get_shape (0).copy ().width == picture.get_width ());
  var advice = new RegionAdvisor (simulation).run ();
  assert (advice.get_n_regions () > 0 && advice.list ()[0].get_advice () != null);
}

void test_emulation () throws Error {
  var site = new SiteSettings ();
  assert (site.get_notes ().length == 0);
  var settings = new EmulationSettings (site);
  assert (settings.list ()[0].get_name () != "");
  var emulator = new Emulator (settings);
  emulator.set_splits (list ({ "m" }));
  emulator.write (bytes ("a"), 10);
  emulator.flush ();
  var regions = emulator.report ().get_regions ();
  assert (regions.length == 2 && regions[0].get_number () != regions[1].get_number ());
}

async void test_all () throws Error {
  var server = new LocalServer (null, "tcp://127.0.0.1:0");
  var connection = new Connection (server.dup_uri ());
  yield test_cells (connection);
  yield test_failures (connection);
  yield test_prepending (connection);
  yield test_administration (connection);
  test_keys ();
  test_simulation ();
  test_emulation ();
  yield connection.close_async ();
  yield server.stop_async ();
}

int main () {
  var loop = new MainLoop ();
  test_all.begin ((source, result) => {
    try {
      test_all.end (result);
    } catch (Error error) {
      GLib.error ("%s", error.message);
    }
    loop.quit ();
  });
  loop.run ();
  return 0;
}
