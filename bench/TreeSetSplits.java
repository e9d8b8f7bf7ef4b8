// SPDX-License-Identifier: LGPL-2.1-or-later
//
// TreeSetSplits KEYS REGIONS ROUNDS: computes where to split a table, as programs for HBase do it: keys are
// added to a TreeSet, in HBase's order, and every (keys / regions)-th is a split. Prints the median time in
// ms, the bytes of heap that the set takes, and the splits in hex. The keys are made before: an MD5 prefix of
// 8 hex digits, and an id of 8 bytes.

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

public class TreeSetSplits {
  static final int LENGTH = 16;

  static byte[] makeKeys(int n) throws Exception {
    ByteBuffer keys = ByteBuffer.allocate(n * LENGTH);
    MessageDigest md5 = MessageDigest.getInstance("MD5");
    for (long id = 0; id < n; id++) {
      byte[] bytes = ByteBuffer.allocate(8).putLong(id).array();
      String digits = HexFormat.of().formatHex(md5.digest(bytes), 0, 4);
      keys.put(digits.getBytes(StandardCharsets.US_ASCII)).put(bytes);
    }
    return keys.array();
  }

  static TreeSet<byte[]> draw(byte[] keys) {
    TreeSet<byte[]> set = new TreeSet<>(Arrays::compareUnsigned);
    for (int i = 0; i < keys.length; i += LENGTH) {
      set.add(Arrays.copyOfRange(keys, i, i + LENGTH));
    }
    return set;
  }

  static List<byte[]> take(TreeSet<byte[]> set, int regions) {
    List<byte[]> splits = new ArrayList<>();
    int step = set.size() / regions;
    int index = 0;
    for (byte[] key : set) {
      if (index > 0 && index % step == 0 && splits.size() < regions - 1) {
        splits.add(key);
      }
      index++;
    }
    return splits;
  }

  static long alive() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  public static void main(String[] arguments) throws Exception {
    byte[] keys = makeKeys(Integer.parseInt(arguments[0]));
    int regions = Integer.parseInt(arguments[1]);
    double[] times = new double[Integer.parseInt(arguments[2])];
    List<byte[]> splits = null;
    long before = alive();
    for (int round = 0; round < times.length; round++) {
      long start = System.nanoTime();
      splits = take(draw(keys), regions);
      times[round] = (System.nanoTime() - start) / 1e6;
    }
    TreeSet<byte[]> set = draw(keys);
    long bytes = alive() - before;
    Arrays.sort(times);
    StringBuilder line = new StringBuilder(times[times.length / 2] + " " + bytes);
    for (byte[] split : take(set, regions)) {
      line.append(' ').append(HexFormat.of().formatHex(split));
    }
    System.out.println(line);
  }
}
