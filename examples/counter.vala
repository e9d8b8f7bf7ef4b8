// SPDX-License-Identifier: LGPL-2.1-or-later
// Counts a visit, and prints the number of visits so far:
//
//   counter URI PAGE
//
// Any number of programs may count at the same time: no visit is lost, and none is counted twice.

using HBase;

void count (string uri, string page) throws Error {
  var connection = new Connection (uri);
  var descriptor = new TableDescriptor ("visits");
  descriptor.add_family (new FamilyDescriptor ("count"));
  new Admin (connection).ensure_table (descriptor, null);

  var increment = new Increment.utf8 (page);
  increment.add_utf8 ("count", "visits", 1);
  int64 visits;
  new Table (connection, "visits").increment (increment).get_counter ("count:visits", out visits);
  print ("visits of %s: %s\n", page, visits.to_string ());
}

int main (string[] args) {
  Intl.setlocale ();
  if (args.length != 3) {
    printerr ("usage: counter URI PAGE\n");
    return 2;
  }
  try {
    count (args[1], args[2]);
  } catch (Error error) {
    printerr ("counter: %s\n", error.message);
    return 1;
  }
  return 0;
}
