// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A real HBase for tests: ZooKeeper, master, region server and any mix of Thrift2 gateways in one JVM, all of
// it on loopback ports chosen by the system. `start` compiles and runs it, with DATA MODE[=PORT]...
//
// A mode is words joined by '-': binary compact framed nonblocking hsha threadedselector http https
// readonly detour. Gateways on a detour give up a call to the cluster after 1.5 s (and try again, as they do),
// and reach it by a proxy.
// When everything answers it prints one line:
//
//   READY pid=PID zookeeper=PORT MODE=PORT...
//
// Then it takes commands on its standard input, one a line, and answers each with one, `ok …` or `error …`:
//
//   flush TABLE           writes what is in memory to files
//   compact TABLE         flushes, then rewrites all files: deleted cells and surplus versions are gone
//   split TABLE ROW       splits the region that holds ROW, there; ROW in printable escapes (\x00)
//   stop MODE             ends that gateway and cuts its connections
//   start MODE            starts it again, on the port it had; the answer names the port
//   hold                  nothing gets by the detours any more, as if the region server had stopped
//   release               all of it gets by, even what its sender has given up
//
// The end of standard input ends the process at once: no test can leave one behind. Data survive that.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.thrift2.ThriftServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hbase.thirdparty.org.eclipse.jetty.server.ServerConnector;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TNonblockingServerSocket;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

public class HBaseFixture {
  /** What a cluster of one process needs to start quickly, to stay on loopback, and to give up soon. */
  private static final List<String> SETTINGS = List.of(
      "hbase.unsafe.stream.capability.enforce=false",
      // The local file system without checksums: the other one takes no hflush, on which durability rests.
      "fs.file.impl=org.apache.hadoop.fs.RawLocalFileSystem",
      "hbase.wal.provider=filesystem",
      "hbase.zookeeper.quorum=127.0.0.1",
      "zookeeper.session.timeout=10000",
      "hbase.master.hostname=localhost",
      "hbase.master.ipc.address=127.0.0.1",
      "hbase.master.port=0",
      "hbase.master.info.port=-1",
      "hbase.master.wait.on.regionservers.maxtostart=1",
      "hbase.master.wait.on.regionservers.interval=50",
      "hbase.unsafe.regionserver.hostname=localhost",
      "hbase.regionserver.ipc.address=127.0.0.1",
      "hbase.regionserver.port=0",
      "hbase.regionserver.info.port=-1",
      "hbase.regionserver.handler.count=8",
      "hbase.regionserver.msginterval=100",
      "hbase.client.retries.number=3",
      "hbase.client.pause=50",
      "hbase.thrift.info.port=-1",
      "hbase.regionserver.thrift.ipaddress=127.0.0.1");

  /** One gateway: a mode, its port once known, and the server that runs at the moment. */
  private static class Gateway {
    private final String mode;
    private final Configuration configuration;
    private Server server;
    private int port;

    Gateway(Configuration base, String mode, int port) {
      this.mode = mode;
      this.port = port;
      configuration = new Configuration(base);
      for (String word : mode.split("-")) {
        configure(word);
      }
    }

    private void configure(String word) {
      switch (word) {
        case "binary" -> { }
        case "compact", "framed", "http" ->
            configuration.setBoolean("hbase.regionserver.thrift." + word, true);
        case "nonblocking", "hsha", "threadedselector" ->
            configuration.set("hbase.regionserver.thrift.server.type", word);
        case "https" -> {
          configuration.setBoolean("hbase.regionserver.thrift.http", true);
          configuration.setBoolean("hbase.thrift.ssl.enabled", true);
          configuration.set("hbase.thrift.ssl.keystore.type", "pkcs12");
          configuration.set("hbase.thrift.ssl.keystore.store", System.getProperty("fixture.keystore"));
          configuration.set("hbase.thrift.ssl.keystore.password", "changeit");
        }
        case "readonly" -> configuration.setBoolean("hbase.thrift.readonly", true);
        case "detour" -> {
          configuration.setInt("hbase.rpc.timeout", 1500);
          configuration.set("hbase.rpc.client.impl", "org.apache.hadoop.hbase.ipc.BlockingRpcClient");
          configuration.set("hadoop.rpc.socket.factory.class.default", DetourFactory.class.getName());
        }
        default -> throw new IllegalArgumentException("no mode '" + mode + "'");
      }
    }

    void start() throws Exception {
      if (server != null) {
        throw new IllegalStateException(mode + " runs already");
      }
      configuration.setInt("hbase.regionserver.thrift.port", port);
      server = new Server(configuration);
      server.runInBackground();
      port = server.awaitPort();
    }

    void stop() throws Exception {
      if (server == null) {
        throw new IllegalStateException(mode + " doesn't run");
      }
      server.end();
      server = null;
    }
  }

  /** HBase's Thrift2 server, with a look at its port and at its connections. */
  private static class Server extends ThriftServer {
    private final Set<TTransport> connections = ConcurrentHashMap.newKeySet();
    private volatile Throwable fault;
    private Thread thread;

    Server(Configuration configuration) {
      super(configuration);
    }

    /** Remembers connections, to cut them: the thread pool's stop() lets them live until their clients go. */
    @Override
    protected TServer getTThreadPoolServer(TProtocolFactory protocols, TProcessor processor,
        TTransportFactory transports, InetSocketAddress address) throws Exception {
      TTransportFactory remembering = new TTransportFactory() {
        @Override
        public TTransport getTransport(TTransport connection) throws TTransportException {
          connections.removeIf(known -> !known.isOpen());
          connections.add(connection);
          return transports.getTransport(connection);
        }
      };
      return super.getTThreadPoolServer(protocols, processor, remembering, address);
    }

    void runInBackground() {
      thread = inBackground(() -> {
        try {
          run();
          fault = new IOException("the gateway has ended");
        } catch (Throwable thrown) {
          fault = thrown;
        }
      });
    }

    int awaitPort() throws Exception {
      int port;
      while ((port = port()) < 0) {
        if (fault != null) {
          throw new IOException(fault);
        }
        Thread.sleep(10);
      }
      return port;
    }

    /** The port it is bound to, or -1 while it isn't. */
    private int port() throws Exception {
      if (httpServer != null) {
        return httpServer.isStarted() ? ((ServerConnector) httpServer.getConnectors()[0]).getLocalPort() : -1;
      }
      if (tserver == null) {
        return -1;
      }
      var field = TServer.class.getDeclaredField("serverTransport_");
      field.setAccessible(true);
      Object transport = field.get(tserver);
      return transport instanceof TServerSocket socket
          ? socket.getServerSocket().getLocalPort()
          : ((TNonblockingServerSocket) transport).getPort();
    }

    /** Its thread takes seconds to end; nobody needs to wait for that: the port is free. */
    void end() throws Exception {
      stop();
      cut();
      inBackground(() -> {
        // Those that were accepted while it ended.
        while (thread.isAlive()) {
          cut();
        }
      });
    }

    private void cut() {
      connections.forEach(TTransport::close);
      try {
        Thread.sleep(10);
      } catch (InterruptedException thrown) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Thread inBackground(Runnable work) {
    var thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** A proxy before one of the cluster's servers. */
  private static class Detour {
    private static final Map<SocketAddress, Detour> DETOURS = new ConcurrentHashMap<>();
    private static final Object GATE = new Object();
    private static boolean held;
    private final SocketAddress server;
    private final ServerSocket listener;

    private Detour(SocketAddress server) {
      this.server = server;
      try {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      } catch (IOException thrown) {
        throw new UncheckedIOException(thrown);
      }
      inBackground(this::acceptAll);
    }

    static SocketAddress to(SocketAddress server) {
      return DETOURS.computeIfAbsent(server, Detour::new).listener.getLocalSocketAddress();
    }

    static void hold(boolean hold) {
      synchronized (GATE) {
        held = hold;
        GATE.notifyAll();
      }
    }

    private static void awaitRelease() throws InterruptedException {
      synchronized (GATE) {
        while (held) {
          GATE.wait();
        }
      }
    }

    private void acceptAll() {
      try {
        while (true) {
          Socket client = listener.accept();
          var connection = new Socket();
          connection.connect(server);
          client.setTcpNoDelay(true);
          connection.setTcpNoDelay(true);
          inBackground(() -> pass(client, connection));
          inBackground(() -> pass(connection, client));
        }
      } catch (IOException thrown) {
        throw new UncheckedIOException(thrown);
      }
    }

    /** What was read before the sender hung up goes on all the same. */
    private static void pass(Socket from, Socket to) {
      var buffer = new byte[65536];
      try (from; to) {
        for (int n; (n = from.getInputStream().read(buffer)) >= 0; ) {
          awaitRelease();
          to.getOutputStream().write(buffer, 0, n);
        }
      } catch (IOException | InterruptedException thrown) {
        // One end has gone; closing tells the other.
      }
    }
  }

  /** Sockets that take the detour; HBase makes it by its name. */
  public static class DetourFactory extends SocketFactory {
    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress server, int timeout) throws IOException {
          super.connect(Detour.to(server), timeout);
        }
      };
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }

  private final Configuration configuration;
  private final LocalHBaseCluster cluster;
  private final int zookeeperPort;
  private final Map<String, Gateway> gateways = new LinkedHashMap<>();

  private HBaseFixture(Path data) throws Exception {
    configuration = configuration(data);
    var zookeeperData = data.resolve("zookeeper").toFile();
    // Nothing in it is needed; kept, a restart would wait for the old sessions to expire.
    FileUtil.fullyDelete(zookeeperData);
    DefaultMetricsSystem.setMiniClusterMode(true);
    zookeeperPort = new MiniZooKeeperCluster(configuration).startup(zookeeperData);
    configuration.setInt("hbase.zookeeper.property.clientPort", zookeeperPort);
    cluster = new LocalHBaseCluster(configuration, 1, 1);
    cluster.startup();
    while (!cluster.getActiveMaster().isInitialized()) {
      Thread.sleep(20);
    }
  }

  private static Configuration configuration(Path data) {
    var configuration = HBaseConfiguration.create();
    for (String setting : SETTINGS) {
      String[] pair = setting.split("=", 2);
      configuration.set(pair[0], pair[1]);
    }
    configuration.set("hbase.rootdir", "file://" + data + "/hbase");
    configuration.set("hbase.tmp.dir", data + "/tmp");
    // -Dhbase.key=value on the command line has the last word.
    System.getProperties().forEach((key, value) -> {
      if (key.toString().matches("(hbase|zookeeper|fs)\\..*")) {
        configuration.set(key.toString(), value.toString());
      }
    });
    return configuration;
  }

  private void addGateway(String argument) throws Exception {
    String[] pair = argument.split("=", 2);
    var gateway = new Gateway(configuration, pair[0], pair.length > 1 ? Integer.parseInt(pair[1]) : 0);
    gateway.start();
    gateways.put(gateway.mode, gateway);
  }

  private String readyLine() {
    var line = new StringBuilder("READY pid=" + ProcessHandle.current().pid());
    line.append(" zookeeper=" + zookeeperPort);
    gateways.values().forEach(gateway -> line.append(" " + gateway.mode + "=" + gateway.port));
    return line.toString();
  }

  private List<HRegion> regions(String table) throws IOException {
    var name = TableName.valueOf(table);
    List<HRegion> regions = cluster.getRegionServers().stream()
        .flatMap(thread -> thread.getRegionServer().getRegions(name).stream())
        .map((Region region) -> (HRegion) region).toList();
    if (regions.isEmpty()) {
      throw new IOException("no region of a table '" + table + "' is open");
    }
    return regions;
  }

  private void flush(String table) throws IOException {
    for (HRegion region : regions(table)) {
      region.flush(true);
    }
  }

  private void compact(String table) throws IOException {
    flush(table);
    for (HRegion region : regions(table)) {
      region.compact(true);
    }
  }

  private void split(String table, byte[] row) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      byte[] region = connection.getRegionLocator(TableName.valueOf(table)).getRegionLocation(row).getRegion()
          .getRegionName();
      admin.splitRegionAsync(region, row).get(60, TimeUnit.SECONDS);
    }
  }

  private Gateway gateway(String mode) {
    Gateway gateway = gateways.get(mode);
    if (gateway == null) {
      throw new IllegalArgumentException("no gateway '" + mode + "'");
    }
    return gateway;
  }

  private static String argument(String[] words, int index) {
    if (index >= words.length) {
      throw new IllegalArgumentException("'" + words[0] + "' needs " + index + " arguments");
    }
    return words[index];
  }

  private String obey(String command) throws Exception {
    String[] words = command.trim().split(" +");
    switch (words[0]) {
      case "flush" -> flush(argument(words, 1));
      case "compact" -> compact(argument(words, 1));
      case "split" -> split(argument(words, 1), Bytes.toBytesBinary(argument(words, 2)));
      case "hold" -> Detour.hold(true);
      case "release" -> Detour.hold(false);
      case "stop" -> gateway(argument(words, 1)).stop();
      case "start" -> {
        Gateway gateway = gateway(argument(words, 1));
        gateway.start();
        return "ok " + gateway.port;
      }
      default -> throw new IllegalArgumentException("no command '" + words[0] + "'");
    }
    return "ok";
  }

  private String answer(String command) {
    try {
      return obey(command);
    } catch (Exception thrown) {
      thrown.printStackTrace();
      return "error " + thrown.toString().lines().findFirst().orElse("");
    }
  }

  private void obeyUntilEnd() throws IOException {
    var commands = new BufferedReader(new InputStreamReader(System.in));
    for (String command; (command = commands.readLine()) != null; ) {
      System.out.println(answer(command));
    }
  }

  public static void main(String[] arguments) {
    int status = 0;
    try {
      var fixture = new HBaseFixture(Files.createDirectories(Paths.get(arguments[0]).toAbsolutePath()));
      for (String gateway : Arrays.copyOfRange(arguments, 1, arguments.length)) {
        fixture.addGateway(gateway);
      }
      System.out.println(fixture.readyLine());
      fixture.obeyUntilEnd();
    } catch (Throwable thrown) {
      thrown.printStackTrace();
      status = 1;
    }
    // Nobody needs an orderly end, and it would take seconds.
    Runtime.getRuntime().halt(status);
  }
}
