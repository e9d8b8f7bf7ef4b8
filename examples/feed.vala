// SPDX-License-Identifier: LGPL-2.1-or-later
// Prints a page of ten of a user's actions, newest first:
//
//   feed URI USER [TOKEN]
//
// and the tokens that open the next page and the previous one. import fills the table `useractions`.

using HBase;

const string SCHEMA = "userid:uint32,stamp:reverse-ms,actionid:uint32";

PageIterator list_actions (Connection connection, string user) throws Error {
  var schema = new KeySchema (SCHEMA);
  var scan = new Scan ();
  scan.set_prefix_bytes (schema.key_from_escaped ("userid=" + user, true));
  return new PageIterator (new Table.with_key_schema (connection, "useractions", schema), scan, 10);
}

void print_page (Page page) throws Error {
  foreach (unowned Row row in page.get_rows ())
    print ("%s  %s\n", row.dup_key_field_escaped ("stamp"), row.dup_value_utf8 ("content:name"));
  if (page.get_next_token () != null)
    print ("next page: %s\n", page.get_next_token ());
  if (page.get_previous_token () != null)
    print ("previous page: %s\n", page.get_previous_token ());
}

int main (string[] args) {
  Intl.setlocale ();
  if (args.length < 3 || args.length > 4) {
    printerr ("usage: feed URI USER [TOKEN]\n");
    return 2;
  }
  try {
    var page = list_actions (new Connection (args[1]), args[2]).open (args[3]);
    if (page != null)
      print_page (page);
  } catch (Error error) {
    printerr ("feed: %s\n", error.message);
    return 1;
  }
  return 0;
}
