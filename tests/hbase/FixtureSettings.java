// SPDX-License-Identifier: LGPL-2.1-or-later

import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** The settings of every process of the fixture: start quickly, stay on loopback, and give up soon. */
class FixtureSettings {
  private static final List<String> SETTINGS = List.of(
      "hbase.unsafe.stream.capability.enforce=false",
      // The local file system without checksums. Its hflush() writes all to the operating system, so that
      // what HBase has acknowledged survives a SIGKILL. The one with checksums keeps up to a chunk of the log
      // in the process.
      "fs.file.impl=org.apache.hadoop.fs.RawLocalFileSystem",
      "hbase.wal.provider=filesystem",
      "hbase.zookeeper.quorum=127.0.0.1",
      // HBase ends when its session does, and a busy machine may stand still for seconds, or start slowly.
      "zookeeper.session.timeout=600000",
      "hbase.zookeeper.property.maxSessionTimeout=600000",
      "hbase.master.start.timeout.localHBaseCluster=300000",
      "hbase.master.hostname=localhost",
      "hbase.master.ipc.address=127.0.0.1",
      "hbase.master.port=0",
      "hbase.master.info.port=-1",
      "hbase.master.wait.on.regionservers.maxtostart=1",
      "hbase.master.wait.on.regionservers.interval=50",
      // The master checks every second for what it waits for, and gathers requests to servers: a move would
      // take a second.
      "hbase.master.event.waiting.time=20",
      "hbase.procedure.remote.dispatcher.delay.msec=5",
      "hbase.assignment.dispatch.wait.msec=5",
      "hbase.master.maxclockskew=86400000",
      "hbase.balancer.period=2147483647",
      "hbase.unsafe.regionserver.hostname=localhost",
      "hbase.regionserver.ipc.address=127.0.0.1",
      "hbase.regionserver.port=0",
      "hbase.regionserver.info.port=-1",
      "hbase.regionserver.handler.count=8",
      "hbase.regionserver.msginterval=100",
      // Files are compacted when a test says so, which changes what is read, and not when there are three.
      // Of ten files or more, by default, HRegion.compact() compacts none then.
      "hbase.hstore.compaction.min=1000",
      "hbase.hstore.compaction.max=1000",
      "hbase.hstore.blockingStoreFiles=1000",
      // So are they written. A region server would write files for changes that are an hour old, and begin
      // another log after an hour: when a test sets the clock to 1970 and back, everything is that old.
      "hbase.regionserver.optionalcacheflushinterval=0",
      "hbase.regionserver.logroll.period=4611686018427387903",
      // From 30 s after its start on, the master would add hbase.store.file-tracker.impl to descriptors of
      // tables that modifyTable took it from.
      "hbase.master.rolling.upgrade.chore.delay.secs=2147483647",
      "hbase.client.retries.number=3",
      "hbase.client.pause=50",
      "hbase.thrift.info.port=-1",
      "hbase.regionserver.thrift.ipaddress=127.0.0.1");

  private FixtureSettings() { }

  static Configuration of(Path data) {
    var configuration = HBaseConfiguration.create();
    for (String setting : SETTINGS) {
      String[] pair = setting.split("=", 2);
      configuration.set(pair[0], pair[1]);
    }
    configuration.set("hbase.rootdir", "file://" + data + "/hbase");
    configuration.set("hbase.tmp.dir", data + "/tmp");
    // -Dhbase.key=value on the command line has priority.
    System.getProperties().forEach((key, value) -> {
      if (key.toString().matches("(hbase|zookeeper|fs)\\..*")) {
        configuration.set(key.toString(), value.toString());
      }
    });
    return configuration;
  }
}
