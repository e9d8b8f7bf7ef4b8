// SPDX-License-Identifier: LGPL-2.1-or-later
// Split calculators and key generators: the library's and some written in Vala.

// Implements both interfaces without checks.
class Ends : Object, HBase.SplitCalculator, HBase.KeyGenerator {
  public string[] keys;
  int given = 0;

  public Ends (string[] keys) {
    this.keys = keys;
  }

  public List<Bytes> compute_splits (uint n_regions, Cancellable? cancellable) throws Error {
    var list = new List<Bytes> ();
    foreach (unowned string key in keys)
      list.append (new Bytes (key.data));
    return list;
  }

  public Bytes? next (Cancellable? cancellable) throws Error {
    return given < keys.length ? new Bytes (keys[given++].data) : null;
  }
}

void assert_refused (HBase.SplitCalculator splits, uint n_regions, string part) {
  try {
    splits.calculate (n_regions, null);
  } catch (HBase.HBaseError.INVALID_ARGUMENT error) {
    if (!error.message.contains (part))
      GLib.error ("“%s” isn't in “%s”", part, error.message);
    return;
  } catch (Error error) {
    GLib.error ("another error: %s", error.message);
  }
  GLib.error ("%s gives splits for %u regions", splits.get_type ().name (), n_regions);
}

void assert_virtual_function_refuses (HBase.SplitCalculator splits) {
  try {
    splits.compute_splits (0, null);
  } catch (HBase.HBaseError.INVALID_ARGUMENT error) {
    return;
  } catch (Error error) {
    GLib.error ("another error: %s", error.message);
  }
  GLib.error ("%s computes splits for no region", splits.get_type ().name ());
}

// Called by the interface, the method that is overridden has the checks.
void assert_list_is_checked (HBase.SplitCalculator splits) {
  try {
    splits.compute_splits (3, null);
  } catch (HBase.HBaseError.INVALID_ARGUMENT error) {
    return;
  } catch (Error error) {
    GLib.error ("another error: %s", error.message);
  }
  GLib.error ("splits in descending order are returned");
}

void test_cancelled () throws Error {
  var cancellable = new Cancellable ();
  cancellable.cancel ();
  try {
    new HBase.PartitionSplits ().calculate (2, cancellable);
    assert_not_reached ();
  } catch (IOError.CANCELLED error) {
  }
  try {
    HBase.KeyGenerator keys = new Ends ({ "a" });
    keys.next (cancellable);
    assert_not_reached ();
  } catch (IOError.CANCELLED error) {
  }
}

void test_library () throws Error {
  HBase.SplitCalculator[] all = { new HBase.NumberSplits.hex_string (null, null),
                                  new HBase.BytesSplits.uniform (),
                                  new HBase.PartitionSplits () };
  foreach (var splits in all) {
    assert (splits.calculate (16, null).length == 15);
    assert_refused (splits, 0, "from 1 to 1000000");
    assert_refused (splits, uint.MAX, "from 1 to 1000000");
    assert_virtual_function_refuses (splits);
  }
  assert ((string) all[0].calculate (2, null)[0].get_data () == "80000000");
}

void test_own () throws Error {
  assert (new Ends ({ "a", "b" }).calculate (3, null).length == 2);
  assert (new Ends ({ "a", "b" }).calculate (1, null).length == 0);
  assert_refused (new Ends ({ "b", "a" }), 3, "isn't greater");
  assert_refused (new Ends ({ "a" }), 3, "1 split keys for 3 regions");
  assert_list_is_checked (new Ends ({ "b", "a" }));
  assert (new HBase.SampledSplits (new Ends ({ "a", "b", "c", "d" }), 100).calculate (2, null).length == 1);
}

int main () {
  try {
    test_library ();
    test_own ();
    test_cancelled ();
  } catch (Error error) {
    GLib.error ("%s", error.message);
  }
  return 0;
}
