// SPDX-License-Identifier: LGPL-2.1-or-later
// Imports users' actions into the table `useractions`:
//
//   import URI FILE
//
// Each line of the file is USER,TIME,ACTION, such as 7,2024-05-01T12:00:00Z,login. The table is created if it
// doesn't exist. A batch sends the rows in few requests.

using HBase;

const string SCHEMA = "userid:uint32,stamp:reverse-ms,actionid:uint32";

Table open_table (Connection connection) throws Error {
  var descriptor = new TableDescriptor ("useractions");
  descriptor.add_family (new FamilyDescriptor ("content"));
  new Admin (connection).ensure_table (descriptor, null);
  return new Table.with_key_schema (connection, "useractions", new KeySchema (SCHEMA));
}

Put parse_line (KeySchema schema, string line, uint number) throws Error {
  var values = line.split (",", 3);
  if (values.length < 3)
    throw new HBaseError.INVALID_ARGUMENT ("line %u: “%s” isn't USER,TIME,ACTION", number, line);
  var fields = "userid=%s,stamp=%s,actionid=%u".printf (values[0], values[1], number);
  var put = new Put.bytes (schema.key_from_escaped (fields, false));
  put.add_utf8 ("content", "name", values[2]);
  return put;
}

void import (string uri, string file) throws Error {
  string text;
  FileUtils.get_contents (file, out text);
  var table = open_table (new Connection (uri));
  var batch = new Batch (table);
  uint count = 0;
  foreach (unowned string line in text.chomp ().split ("\n"))
    batch.put (parse_line (table.get_key_schema (), line, ++count));
  batch.flush ();
  print ("%u actions were imported\n", count);
}

int main (string[] args) {
  Intl.setlocale ();
  if (args.length != 3) {
    printerr ("usage: import URI FILE\n");
    return 2;
  }
  try {
    import (args[1], args[2]);
  } catch (Error error) {
    printerr ("import: %s\n", error.message);
    return 1;
  }
  return 0;
}
