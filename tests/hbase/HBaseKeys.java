// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What HBase's own classes compute from row keys, for tests to compare with. It is run from source with
// HBase's jars.
//
// It takes commands on its standard input, one a line, and responds to each with one line, `ok …` or `error
// …`. Keys are in hex digits, and `-` is a key of no bytes; a response is keys, each with a blank before it.
//
//   hexstring N FIRST LAST        RegionSplitter.HexStringSplit; FIRST and LAST in digits
//   decimalstring N FIRST LAST    RegionSplitter.DecimalStringSplit
//   uniform N START END           RegionSplitter.UniformSplit; `-` for START or END is its own default
//   exclusive N START END         Bytes.split (START, END, false, N - 1), without START and END
//   inclusive N START END         Bytes.split (START, END, true, N - 1), without START and END
//   ends N START END              where createTable (TABLE, START, END, N) splits
//   md5 KEY                       the first 8 hex digits of the key's MD5 sum, then the key
//   phoenix N KEY                 Phoenix's salt, of N buckets, then the key
//   filter TEXT                   whether ParseFilter accepts a filter: TEXT in hex digits
//   ordered TYPE ORDER VALUE      OrderedBytes' encoding; ORDER asc or desc; VALUE a number, the bits of a
//                                 float in decimal, or bytes

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.apache.hadoop.hbase.filter.ParseFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.RegionSplitter.DecimalStringSplit;
import org.apache.hadoop.hbase.util.RegionSplitter.HexStringSplit;
import org.apache.hadoop.hbase.util.RegionSplitter.SplitAlgorithm;
import org.apache.hadoop.hbase.util.RegionSplitter.UniformSplit;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;

public class HBaseKeys {
  static byte[] key(String word) {
    return word.equals("-") ? new byte[0] : Bytes.fromHex(word);
  }

  static byte[][] number(SplitAlgorithm algorithm, String[] words) {
    algorithm.setFirstRow(words[2]);
    algorithm.setLastRow(words[3]);
    return algorithm.split(Integer.parseInt(words[1]));
  }

  static byte[][] withoutEnds(byte[][] keys) {
    return Arrays.copyOfRange(keys, 1, keys.length - 1);
  }

  /** The rules of Admin.createTable(), which needs a cluster. */
  static byte[][] createTable(byte[] start, byte[] end, int n) {
    if (n < 3) {
      throw new IllegalArgumentException("Must create at least three regions");
    }
    if (Bytes.compareTo(start, end) >= 0) {
      throw new IllegalArgumentException("Start key must be smaller than end key");
    }
    return n == 3 ? new byte[][] {start, end} : Bytes.split(start, end, n - 3);
  }

  static byte[] md5(byte[] key) throws Exception {
    byte[] sum = MessageDigest.getInstance("MD5").digest(key);
    String digits = Bytes.toHex(sum).substring(0, 8);
    return Bytes.add(digits.getBytes(StandardCharsets.US_ASCII), key);
  }

  static byte[] phoenix(int buckets, byte[] key) {
    int hash = 1;
    for (byte each : key) {
      hash = 31 * hash + each;
    }
    return Bytes.add(new byte[] {(byte) Math.abs(hash % buckets)}, key);
  }

  static void ordered(String type, String value, Order order, PositionedByteRange out) {
    switch (type) {
      case "int8":
        OrderedBytes.encodeInt8(out, Byte.parseByte(value), order);
        break;
      case "int16":
        OrderedBytes.encodeInt16(out, Short.parseShort(value), order);
        break;
      case "int32":
        OrderedBytes.encodeInt32(out, Integer.parseInt(value), order);
        break;
      case "int64":
        OrderedBytes.encodeInt64(out, Long.parseLong(value), order);
        break;
      case "float32":
        OrderedBytes.encodeFloat32(out, (float) Double.longBitsToDouble(Long.parseLong(value)), order);
        break;
      case "float64":
        OrderedBytes.encodeFloat64(out, Double.longBitsToDouble(Long.parseLong(value)), order);
        break;
      case "text":
        OrderedBytes.encodeString(out, new String(key(value), StandardCharsets.UTF_8), order);
        break;
      case "blob-var":
        OrderedBytes.encodeBlobVar(out, key(value), order);
        break;
      default:
        OrderedBytes.encodeBlobCopy(out, key(value), order);
    }
  }

  static byte[] ordered(String[] words) {
    PositionedByteRange out = new SimplePositionedMutableByteRange(1000);
    ordered(words[1], words[3], words[2].equals("asc") ? Order.ASCENDING : Order.DESCENDING, out);
    return Arrays.copyOf(out.getBytes(), out.getPosition());
  }

  static byte[][] obey(String[] words) throws Exception {
    if (words[0].equals("ordered")) {
      return new byte[][] {ordered(words)};
    }
    if (words[0].equals("filter")) {
      new ParseFilter().parseFilterString(key(words[1]));
      return new byte[][] {};
    }
    int n = words.length > 2 ? Integer.parseInt(words[1]) : 0;
    switch (words[0]) {
      case "hexstring":
        return number(new HexStringSplit(), words);
      case "decimalstring":
        return number(new DecimalStringSplit(), words);
      case "uniform":
        return new UniformSplit().split(key(words[2]), key(words[3]), n, false);
      case "exclusive":
      case "inclusive":
        return withoutEnds(Bytes.split(key(words[2]), key(words[3]), words[0].equals("inclusive"), n - 1));
      case "ends":
        return createTable(key(words[2]), key(words[3]), n);
      case "md5":
        return new byte[][] {md5(key(words[1]))};
      case "phoenix":
        return new byte[][] {phoenix(n, key(words[2]))};
      default:
        throw new IllegalArgumentException("no command '" + words[0] + "'");
    }
  }

  static String answer(String line) {
    try {
      StringBuilder text = new StringBuilder("ok");
      for (byte[] key : obey(line.split(" "))) {
        text.append(' ').append(key.length > 0 ? Bytes.toHex(key) : "-");
      }
      return text.toString();
    } catch (Exception fault) {
      return "error " + fault.toString().replace('\n', ' ');
    }
  }

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line; (line = in.readLine()) != null;) {
      System.out.println(answer(line));
      System.out.flush();
    }
  }
}
