// SPDX-License-Identifier: LGPL-2.1-or-later
//
// What an application does by HBase's own client for the Thrift2 service, ThriftConnection: Admin and Table.
// It is run from source with HBase's jars.
//
//   ThriftClient HOST PORT
//
// It prints `done` if all results are as expected; otherwise it ends by an exception.

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.thrift.Constants;
import org.apache.hadoop.hbase.thrift2.client.ThriftConnection;
import org.apache.hadoop.hbase.util.Bytes;

public class ThriftClient {
  static final TableName NAME = TableName.valueOf("javaspace:clients");
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] G = Bytes.toBytes("g");
  static final byte[] Q = Bytes.toBytes("q");

  static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }

  static void check(Object found, Object expected) {
    if (!expected.equals(found)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }

  static String value(Result result, byte[] family) {
    return Bytes.toString(result.getValue(family, Q));
  }

  static Put put(String row, String value) {
    return new Put(bytes(row)).addColumn(F, Q, bytes(value));
  }

  static List<String> rows(Table table, Scan scan) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        rows.add(Bytes.toString(result.getRow()));
      }
    }
    return rows;
  }

  static TableDescriptor describe() {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(F)
            .setMaxVersions(3)
            .setTimeToLive(1000000)
            .setKeepDeletedCells(KeepDeletedCells.TRUE)
            .setValue("OWNER", "me")
            .setConfiguration("some.key", "some value")
            .build();
    return TableDescriptorBuilder.newBuilder(NAME)
        .setColumnFamily(family)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(G))
        .setDurability(Durability.ASYNC_WAL)
        .setValue("PURPOSE", "test")
        .build();
  }

  static void create(Admin admin) throws Exception {
    admin.createNamespace(
        NamespaceDescriptor.create("javaspace").addConfiguration("owner", "me").build());
    check(admin.getNamespaceDescriptor("javaspace").getConfigurationValue("owner"), "me");
    check(admin.tableExists(NAME), false);
    admin.createTable(describe(), new byte[][] {bytes("h"), bytes("p")});
    check(admin.isTableAvailable(NAME), true);
    check(Arrays.asList(admin.listTableNames("javaspace:.*")), Arrays.asList(NAME));
  }

  /** What was sent comes back. */
  static void compareDescriptors(Admin admin) throws Exception {
    TableDescriptor found = admin.getDescriptor(NAME);
    check(found.getValue("PURPOSE"), "test");
    check(found.getDurability(), Durability.ASYNC_WAL);
    check(found.getColumnFamilyCount(), 2);
    ColumnFamilyDescriptor family = found.getColumnFamily(F);
    check(family.getMaxVersions(), 3);
    check(family.getTimeToLive(), 1000000);
    check(family.getKeepDeletedCells(), KeepDeletedCells.TRUE);
    check(Bytes.toString(family.getValue(bytes("OWNER"))), "me");
    check(family.getConfigurationValue("some.key"), "some value");
    check(admin.listTableDescriptorsByNamespace(bytes("javaspace")).size(), 1);
  }

  static void readAndWrite(Table table) throws Exception {
    table.put(put("a", "1").addColumn(G, Q, bytes("2")).setTTL(1000000));
    table.put(Arrays.asList(put("b", "3"), put("m", "4"), put("z", "5")));
    check(value(table.get(new Get(bytes("a"))), F), "1");
    check(table.get(Arrays.asList(new Get(bytes("b")), new Get(bytes("no"))))[1].isEmpty(), true);
    check(table.exists(new Get(bytes("z")).addFamily(G)), false);
    check(rows(table, new Scan()), Arrays.asList("a", "b", "m", "z"));
    check(rows(table, new Scan().setReversed(true).withStopRow(bytes("b"), false)),
        Arrays.asList("z", "m"));
    check(rows(table, new Scan().setFilter(new PrefixFilter(bytes("m"))).setCaching(1)),
        Arrays.asList("m"));
    check(table.getDescriptor().getTableName(), NAME);
  }

  static void change(Table table) throws Exception {
    table.put(put("c", "6"));
    table.delete(new Delete(bytes("m")));
    check(rows(table, new Scan()), Arrays.asList("a", "b", "c", "z"));
    table.delete(new ArrayList<>(Arrays.asList(new Delete(bytes("c")))));
    check(table.checkAndMutate(bytes("a"), F).qualifier(Q).ifEquals(bytes("1"))
        .thenPut(put("a", "7")), true);
    check(table.checkAndMutate(bytes("a"), F).qualifier(Q).ifEquals(bytes("1"))
        .thenPut(put("a", "8")), false);
    check(table.checkAndMutate(bytes("a"), F).qualifier(Q)
        .ifMatches(CompareOperator.EQUAL, bytes("7"))
        .thenMutate(RowMutations.of(Arrays.asList(put("a", "9")))), true);
    check(value(table.get(new Get(bytes("a"))), F), "9");
    check(Bytes.toLong(table.increment(new Increment(bytes("n")).addColumn(G, Q, 5L))
        .getValue(G, Q)), 5L);
    check(Bytes.toString(table.append(new Append(bytes("b")).addColumn(F, Q, bytes("+")))
        .getValue(F, Q)), "3+");
    table.mutateRow(RowMutations.of(Arrays.asList(new Delete(bytes("b")).addColumns(F, Q, 1L),
        put("b", "10"))));
    check(value(table.get(new Get(bytes("b"))), F), "10");
  }

  static void alter(Admin admin) throws Exception {
    admin.addColumnFamily(NAME, ColumnFamilyDescriptorBuilder.of("h"));
    admin.modifyColumnFamily(NAME, ColumnFamilyDescriptorBuilder.newBuilder(bytes("h"))
        .setMaxVersions(7).build());
    check(admin.getDescriptor(NAME).getColumnFamily(bytes("h")).getMaxVersions(), 7);
    admin.deleteColumnFamily(NAME, G);
    check(admin.getDescriptor(NAME).hasColumnFamily(G), false);
    admin.modifyTable(TableDescriptorBuilder.newBuilder(admin.getDescriptor(NAME))
        .setValue("PURPOSE", "another").build());
    check(admin.getDescriptor(NAME).getValue("PURPOSE"), "another");
  }

  static void drop(Admin admin) throws Exception {
    admin.disableTable(NAME);
    check(admin.isTableDisabled(NAME), true);
    admin.truncateTable(NAME, true);
    check(admin.isTableEnabled(NAME), true);
    admin.disableTable(NAME);
    admin.deleteTable(NAME);
    check(admin.tableExists(NAME), false);
    admin.deleteNamespace("javaspace");
    check(Arrays.asList(admin.listNamespaces()).contains("javaspace"), false);
  }

  public static void main(String[] arguments) throws Exception {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.client.connection.impl", ThriftConnection.class.getName());
    settings.set(Constants.HBASE_THRIFT_SERVER_NAME, arguments[0]);
    settings.set(Constants.HBASE_THRIFT_SERVER_PORT, arguments[1]);
    try (Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(NAME)) {
      create(admin);
      compareDescriptors(admin);
      readAndWrite(table);
      change(table);
      alter(admin);
      drop(admin);
    }
    System.out.println("done");
  }
}
