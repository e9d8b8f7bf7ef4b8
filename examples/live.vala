// SPDX-License-Identifier: LGPL-2.1-or-later
// Prints the newest twenty comments, and those that are written from now on, the oldest first:
//
//   live URI [COUNT]
//
// It ends after COUNT comments; 0, the default: never. The table `comments` is created if it doesn't exist.
// The list is a ListModel, as those that widgets show: rows that are prepended to the table appear in
// front. This prepends one:
//
//   hbase-glib prepend comments --schema=id:downward content:text=hello

using HBase;

Table open_table (Connection connection) throws Error {
  var descriptor = new TableDescriptor ("comments");
  descriptor.add_family (new FamilyDescriptor ("content"));
  descriptor.add_family (new FamilyDescriptor ("g"));
  new Admin (connection).ensure_table (descriptor, null);
  return new Table.with_key_schema (connection, "comments", new KeySchema ("id:downward"));
}

void follow (Table table, uint64 left) {
  var scan = new Scan ();
  scan.add_family ("content");
  var model = new RowModel (new PageIterator (table, scan, 20));
  var loop = new MainLoop ();
  model.items_changed.connect ((position, n_removed, n_added) => {
    for (var i = position + n_added; i-- > position;) {
      print ("%s\n", ((RowItem) model.get_item (i)).get_row ().dup_value_utf8 ("content:text"));
      if (left > 0 && --left == 0) {
        loop.quit ();
        return;
      }
    }
  });
  // The model polls again after an error.
  model.notify["error"].connect (() => {
    if (model.error != null)
      printerr ("live: %s\n", model.error.message);
  });
  model.follow = true;
  loop.run ();
}

int main (string[] args) {
  Intl.setlocale ();
  if (args.length < 2 || args.length > 3) {
    printerr ("usage: live URI [COUNT]\n");
    return 2;
  }
  try {
    follow (open_table (new Connection (args[1])), uint64.parse (args[2] ?? "0"));
  } catch (Error error) {
    printerr ("live: %s\n", error.message);
    return 1;
  }
  return 0;
}
