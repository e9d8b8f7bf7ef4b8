// SPDX-License-Identifier: LGPL-2.1-or-later
//
// SimulateRegions PUTS REGIONS THREADS ROUNDS: counts how puts are distributed over regions, as programs for
// HBase do it: a TreeMap, in HBase's order, has the first key of each region, and the region of a key is its
// floorEntry(). Keys are an MD5 prefix of 8 hex digits and an id of 8 bytes. Prints the median time in ms of
// the rounds, before which a run warms up the virtual machine, and the puts of each region.

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.TreeMap;

public class SimulateRegions {
  static final byte[] DIGITS = "0123456789abcdef".getBytes();

  static byte[] makeKey(MessageDigest md5, long id) {
    ByteBuffer key = ByteBuffer.allocate(16).putLong(8, id);
    md5.update(key.array(), 8, 8);
    byte[] sum = md5.digest();
    for (int i = 0; i < 4; i++) {
      key.put(2 * i, DIGITS[sum[i] >> 4 & 0xf]).put(2 * i + 1, DIGITS[sum[i] & 0xf]);
    }
    return key.array();
  }

  // The splits divide the range of the prefixes evenly.
  static TreeMap<byte[], Integer> makeRegions(int n) {
    TreeMap<byte[], Integer> regions = new TreeMap<>(Arrays::compareUnsigned);
    regions.put(new byte[0], 0);
    for (int i = 1; i < n; i++) {
      regions.put(String.format("%08x", (1L << 32) / n * i).getBytes(), i);
    }
    return regions;
  }

  static void count(long first, long last, int n, long[] counts) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      TreeMap<byte[], Integer> regions = makeRegions(n);
      for (long id = first; id < last; id++) {
        counts[regions.floorEntry(makeKey(md5, id)).getValue()]++;
      }
    } catch (Exception error) {
      throw new RuntimeException(error);
    }
  }

  static long[] run(long puts, int n, int threads) throws Exception {
    long[][] counts = new long[threads][n];
    Thread[] running = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      long first = puts * i / threads, last = puts * (i + 1) / threads;
      long[] mine = counts[i];
      running[i] = new Thread(() -> count(first, last, n, mine));
      running[i].start();
    }
    long[] sums = new long[n];
    for (int i = 0; i < threads; i++) {
      running[i].join();
      for (int j = 0; j < n; j++) {
        sums[j] += counts[i][j];
      }
    }
    return sums;
  }

  public static void main(String[] arguments) throws Exception {
    long puts = Long.parseLong(arguments[0]);
    int regions = Integer.parseInt(arguments[1]), threads = Integer.parseInt(arguments[2]);
    double[] times = new double[Integer.parseInt(arguments[3])];
    long[] counts = run(Math.min(puts, 2000000), regions, threads);
    for (int i = 0; i < times.length; i++) {
      long start = System.nanoTime();
      counts = run(puts, regions, threads);
      times[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(times);
    System.out.print(times[times.length / 2]);
    for (long count : counts) {
      System.out.print(" " + count);
    }
    System.out.println();
  }
}
