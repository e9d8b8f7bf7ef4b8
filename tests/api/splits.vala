// SPDX-License-Identifier: LGPL-2.1-or-later
// Split calculators and key generators, those of the library and others.

// The library's own have no NULL to end with here, and no checks of what they give.
class Ends : Object, HBase.SplitCalculator, HBase.KeyGenerator {
  public string[] keys;
  int given = 0;

  public Ends (string[] keys) {
    this.keys = keys;
  }

  public List<Bytes> compute_splits (uint n_regions) throws Error {
    var list = new List<Bytes> ();
    foreach (unowned string key in keys)
      list.append (new Bytes (key.data));
    return list;
  }

  public Bytes? next () throws Error {
    return given < keys.length ? new Bytes (keys[given++].data) : null;
  }
}

void assert_refused (HBase.SplitCalculator splits, uint n_regions, string part) {
  try {
    splits.calculate (n_regions);
  } catch (HBase.Error.INVALID_ARGUMENT error) {
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
    splits.compute_splits (0);
  } catch (HBase.Error.INVALID_ARGUMENT error) {
    return;
  } catch (Error error) {
    GLib.error ("another error: %s", error.message);
  }
  GLib.error ("%s computes splits for no region", splits.get_type ().name ());
}

void test_library () throws Error {
  HBase.SplitCalculator[] all = { new HBase.NumberSplits.hex_string (null, null), new HBase.BytesSplits.uniform (),
                                  new HBase.PartitionSplits () };
  foreach (var splits in all) {
    assert (splits.calculate (16).length == 15);
    assert_refused (splits, 0, "from 1 to 1000000");
    assert_refused (splits, uint.MAX, "from 1 to 1000000");
    assert_virtual_function_refuses (splits);
  }
  assert ((string) all[0].calculate (2)[0].get_data () == "80000000");
}

void test_own () throws Error {
  assert (new Ends ({ "a", "b" }).calculate (3).length == 2);
  assert (new Ends ({ "a", "b" }).calculate (1).length == 0);
  assert_refused (new Ends ({ "b", "a" }), 3, "isn't greater");
  assert_refused (new Ends ({ "a" }), 3, "1 split keys for 3 regions");
  assert (new HBase.SampledSplits (new Ends ({ "a", "b", "c", "d" }), 100).calculate (2).length == 1);
}

int main () {
  try {
    test_library ();
    test_own ();
  } catch (Error error) {
    GLib.error ("%s", error.message);
  }
  return 0;
}
