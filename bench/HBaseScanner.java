// SPDX-License-Identifier: LGPL-2.1-or-later
//
// HBase's own client as a contestant of bench-scan. It is run from source with HBase's jars: HBaseScanner
// PORT BATCH, where PORT is ZooKeeper's. For each table's name on its standard input it scans that table,
// reads every cell's value, and prints `ok ROWS CELLS SECONDS CPU-SECONDS`.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

public class HBaseScanner {
  private static double cpu() {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }

  private static String walk(Connection connection, String name, int batch) throws Exception {
    long start = System.nanoTime();
    double cpu = cpu();
    long rows = 0;
    long cells = 0;
    long sum = 0;
    try (Table table = connection.getTable(TableName.valueOf(name));
        ResultScanner scanner = table.getScanner(new Scan().setCaching(batch))) {
      for (Result result; (result = scanner.next()) != null; rows++) {
        for (Cell cell : result.rawCells()) {
          sum += cell.getValueArray()[cell.getValueOffset()];
          cells++;
        }
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    return String.format("ok %d %d %.6f %.6f %d", rows, cells, seconds, cpu() - cpu, sum);
  }

  public static void main(String[] arguments) throws Exception {
    var configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", "127.0.0.1");
    configuration.set("hbase.zookeeper.property.clientPort", arguments[0]);
    var commands = new BufferedReader(new InputStreamReader(System.in));
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      System.out.println("ok");
      for (String name; (name = commands.readLine()) != null; ) {
        System.out.println(walk(connection, name, Integer.parseInt(arguments[1])));
      }
    }
    System.exit(0);
  }
}
