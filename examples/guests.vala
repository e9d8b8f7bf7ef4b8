// SPDX-License-Identifier: LGPL-2.1-or-later
// The README's first example in Vala: guests URI puts a row into the table `guests`, which is created if it
// doesn't exist, and prints all its rows.

using HBase;

async void list_guests (string uri) throws Error {
  var connection = new Connection (uri);
  var descriptor = new TableDescriptor ("guests");
  descriptor.add_family (new FamilyDescriptor ("content"));
  yield new Admin (connection).ensure_table_async (descriptor, null);

  var table = new Table (connection, "guests");
  var put = new Put.utf8 ("margaret");
  put.add_utf8 ("content", "name", "Margaret Hamilton");
  yield table.put_async (put);

  var cursor = table.scan (new Scan ());
  for (Row? row; (row = yield cursor.next_async ()) != null;)
    print ("%s %s\n", row.dup_key_utf8 (), row.dup_value_utf8 ("content:name"));
}

int main (string[] args) {
  Intl.setlocale ();
  if (args.length != 2) {
    printerr ("usage: guests URI\n");
    return 2;
  }
  var loop = new MainLoop ();
  int status = 0;
  list_guests.begin (args[1], (source, result) => {
    try {
      list_guests.end (result);
    } catch (Error error) {
      printerr ("guests: %s\n", error.message);
      status = 1;
    }
    loop.quit ();
  });
  loop.run ();
  return status;
}
