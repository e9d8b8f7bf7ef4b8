// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A region server as a process of its own, started by HBaseFixture with DATA ZOOKEEPER-PORT CLOCK-OFFSET. It
// prints "ok SERVER-NAME" when it is about to join, and then takes commands on its standard input: `flush
// TABLE`, `compact TABLE`, `metric NAME`, `writes TABLE ROW`, `clock MS`. It ends at once with its standard
// input, so no region server outlives its fixture.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Paths;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.metrics.BaseSourceImpl;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.metrics2.lib.MutableFastCounter;
import org.apache.hadoop.metrics2.lib.MutableHistogram;

public class FixtureRegionServer {
  private static volatile long clockOffset;

  private FixtureRegionServer() { }

  /** Writes what is in memory to files; returns the number of regions of the table that are open here. */
  private static int flush(HRegionServer server, String table) throws IOException {
    List<HRegion> regions = server.getRegions(TableName.valueOf(table));
    for (HRegion region : regions) {
      region.flush(true);
    }
    return regions.size();
  }

  /** Also rewrites all files. */
  private static int compact(HRegionServer server, String table) throws IOException {
    int n = flush(server, table);
    for (HRegion region : server.getRegions(TableName.valueOf(table))) {
      region.compact(true);
      while (isUnfinished(region)) {
        LockSupport.parkNanos(10_000_000);
        region.compact(true);
      }
    }
    return n;
  }

  /**
   * Some time after a split HBase itself compacts the new regions: what it has begun is left out here. (A
   * store's hasReferences() counts what was compacted, too, which stays as long as a scanner reads it.) A
   * region that was closed meanwhile stays as it is.
   */
  private static boolean isUnfinished(HRegion region) {
    return region.isAvailable() && !region.isReadOnly() && region.getStores().stream()
        .anyMatch(store -> store.getStorefiles().size() > 1
            || store.getStorefiles().stream().anyMatch(HStoreFile::isReference));
  }

  /**
   * What HBase does with a region after a flush, unless it splits it: it compacts the files that the policy
   * chooses. After a split these are all, and the files of the region that was split are released.
   */
  static void compactAsNeeded(HRegion region) throws IOException {
    region.compact(false);
    while (region.getStores().stream().anyMatch(HStore::hasReferences)) {
      LockSupport.parkNanos(1_000_000);
      region.compact(false);
      for (HStore store : region.getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
    }
  }

  /** The value of a counter, or the number of values in a histogram. */
  private static long metric(HRegionServer server, String name) {
    var source = (BaseSourceImpl) server.getMetrics().getMetricsSource();
    var metric = source.getMetricsRegistry().get(name);
    return metric instanceof MutableFastCounter counter ? counter.value()
        : ((MutableHistogram) metric).getCount();
  }

  /** The number of writes to the region that contains the row, since it was opened; 0 if it isn't here. */
  private static long writes(HRegionServer server, String table, byte[] row) {
    return server.getRegions(TableName.valueOf(table)).stream()
        .filter(region -> region.getRegionInfo().containsRow(row))
        .mapToLong(HRegion::getWriteRequestsCount).sum();
  }

  static String obey(HRegionServer server, String[] words) throws IOException {
    switch (words[0]) {
      case "flush":
        return "ok " + flush(server, words[1]);
      case "compact":
        return "ok " + compact(server, words[1]);
      case "metric":
        return "ok " + metric(server, words[1]);
      case "writes":
        return "ok " + writes(server, words[1], Bytes.toBytesBinary(words[2]));
      case "clock":
        clockOffset = Long.parseLong(words[1]);
        return "ok";
      default:
        throw new IllegalArgumentException("no command '" + words[0] + "'");
    }
  }

  private static String answer(HRegionServer server, String command) {
    try {
      return obey(server, command.split(" "));
    } catch (Exception thrown) {
      thrown.printStackTrace();
      return "error " + thrown.toString().lines().findFirst().orElse("");
    }
  }

  private static void run(String[] arguments) throws Exception {
    var configuration = FixtureSettings.of(Paths.get(arguments[0]));
    configuration.set("hbase.zookeeper.property.clientPort", arguments[1]);
    clockOffset = Long.parseLong(arguments[2]);
    // The clock is static in a JVM: therefore servers whose clocks differ are processes.
    EnvironmentEdgeManager.injectEdge(() -> System.currentTimeMillis() + clockOffset);
    var server = new HRegionServer(configuration);
    server.start();
    System.out.println("ok " + server.getServerName());
    var commands = new BufferedReader(new InputStreamReader(System.in));
    for (String command; (command = commands.readLine()) != null; ) {
      System.out.println(answer(server, command));
    }
  }

  public static void main(String[] arguments) {
    try {
      run(arguments);
    } catch (Throwable thrown) {
      thrown.printStackTrace();
    }
    Runtime.getRuntime().halt(0);
  }
}
