// SPDX-License-Identifier: LGPL-2.1-or-later
//
// A real HBase for tests: ZooKeeper, master, region server and any set of Thrift2 gateways in one JVM, all of
// them on loopback ports chosen by the system. `start` compiles and runs it, with DATA [servers=N]
// MODE[=PORT]... With servers=N there are N region servers instead, each a process of its own, which can be
// killed and whose clocks can be wrong; they are numbered from 1 on, and the first one has hbase:meta.
//
// A mode is words joined by '-': binary compact framed nonblocking hsha threadedselector http https
// readonly thrift1 detour patient impatient. Gateways on a detour reach the cluster through a proxy, and
// give up a call to it after 1.5 s (and send it again, as gateways do). A gateway tries four times, a
// patient one sixteen times, which is HBase's default. An impatient one closes connections that were idle
// for half a second, not for a minute. When everything responds it prints one line:
//
//   READY pid=PID zookeeper=PORT MODE=PORT...
//
// Then it takes commands on its standard input, one a line, and responds to each with one line, `ok …` or
// `error …`:
//
//   flush TABLE           writes what is in memory to files
//   compact TABLE         flushes, then rewrites all files: deleted cells and surplus versions are removed
//   split TABLE ROW       splits the region that contains ROW, there; ROW in printable escapes (\x00)
//   merge TABLE ROW       merges the region that contains ROW with the next one
//   fill TABLE BYTES      does at once what HBase does by and by when memstores are full: flushes the regions
//                         whose memstores have more than BYTES, compacts their files, and splits regions that
//                         are too large; returns the number of flushes. Not with servers=N
//   where TABLE ROW       returns the number of the server that has ROW
//   metric NAME           returns the sum of that counter of all region servers, or for a histogram of the
//                         numbers of its values
//   writes TABLE ROW      returns the number of writes to the region that contains ROW, since it was opened
//   stop MODE             ends that gateway and closes its connections
//   start MODE            starts it again, on the same port; the response names the port
//   freeze MS             the clock of master, region server and gateways stands at that time, in ms since
//                         1970; administration needs a clock that goes on
//   thaw                  it goes on, at the true time
//   hold                  nothing passes the detours any more, as if the region server had stopped
//   release               everything passes, also what its sender has given up
//
// and, with servers=N:
//
//   move TABLE ROW SERVER moves the region that contains ROW to that server
//   clock SERVER MS       sets that server's clock ahead of the true time by MS milliseconds
//   pid SERVER            returns its process id
//   crash SERVER          kills it by SIGKILL; the others then replay its log and open its regions
//   recover               responds when all work for crashed servers is done
//   start-server [MS]     starts another one, with its clock ahead by MS; returns its number
//
// A region that was split or merged must be compacted before it can be merged or split again.
//
// The end of standard input ends all processes at once: no test can leave one running. Data survive that.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.master.assignment.RegionStates;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.thrift.HBaseServiceHandler;
import org.apache.hadoop.hbase.thrift.ThriftHBaseServiceHandler;
import org.apache.hadoop.hbase.thrift.generated.Hbase;
import org.apache.hadoop.hbase.thrift2.ThriftServer;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

public class HBaseFixture {
  /** Our own setting: the gateway serves HBase's older service. */
  private static final String THRIFT1 = "fixture.thrift1";

  /** One gateway: a mode, its port once known, and the server that runs at the moment. */
  private static class Gateway {
    private final String mode;
    private final Configuration configuration;
    private Server server;
    private int port;
    private SocketChannel keeper;

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
        case "thrift1" -> configuration.setBoolean(THRIFT1, true);
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
        case "patient" -> configuration.setInt("hbase.client.retries.number", 15);
        case "impatient" -> configuration.setInt("hbase.thrift.server.socket.read.timeout", 500);
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
      if (port == 0) {
        port = keepPort();
      }
      configuration.setInt("hbase.regionserver.thrift.port", port);
      server = new Server(configuration);
      server.runInBackground();
      server.awaitStart();
    }

    /** Chooses a free port. A channel that is bound to it, doesn't listen and is never closed keeps it while
     * the gateway is stopped: the system gives it to nobody who asks for any. */
    private int keepPort() throws IOException {
      keeper = SocketChannel.open().setOption(StandardSocketOptions.SO_REUSEADDR, true)
          .bind(new InetSocketAddress(0));
      return ((InetSocketAddress) keeper.getLocalAddress()).getPort();
    }

    void stop() throws Exception {
      if (server == null) {
        throw new IllegalStateException(mode + " doesn't run");
      }
      server.end();
      server = null;
    }
  }

  /** HBase's Thrift2 server, with access to its connections. */
  private static class Server extends ThriftServer {
    private final Set<TTransport> connections = ConcurrentHashMap.newKeySet();
    private final boolean isThrift1;
    private volatile Throwable fault;
    private Thread thread;

    Server(Configuration configuration) {
      super(configuration);
      isThrift1 = configuration.getBoolean(THRIFT1, false);
    }

    @Override
    protected HBaseServiceHandler createHandler(Configuration configuration, UserProvider users)
        throws IOException {
      return isThrift1 ? new ThriftHBaseServiceHandler(configuration, users) { }
          : super.createHandler(configuration, users);
    }

    @Override
    protected TProcessor createProcessor() {
      return isThrift1 ? new Hbase.Processor<>((Hbase.Iface) hbaseServiceHandler) : super.createProcessor();
    }

    /** Records connections, to close them: the thread pool's stop() keeps them until their clients close
     * them. */
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

    void awaitStart() throws Exception {
      while (!hasStarted()) {
        if (fault != null) {
          throw new IOException(fault);
        }
        Thread.sleep(10);
      }
    }

    private boolean hasStarted() {
      return httpServer != null ? httpServer.isStarted() : tserver != null;
    }

    /** Its thread takes seconds to end, which isn't waited for: the port is free. */
    void end() throws Exception {
      stop();
      cut();
      inBackground(() -> {
        // Closes the connections that were accepted while it ended.
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
          connect(client);
        }
      } catch (IOException thrown) {
        throw new UncheckedIOException(thrown);
      }
    }

    /** A server that has ended closes its connections. */
    private void connect(Socket client) throws IOException {
      var connection = new Socket();
      try {
        connection.connect(server);
      } catch (IOException thrown) {
        client.close();
        return;
      }
      client.setTcpNoDelay(true);
      connection.setTcpNoDelay(true);
      inBackground(() -> pass(client, connection));
      inBackground(() -> pass(connection, client));
    }

    /** What was read before the sender closed its connection is still sent on. */
    private static void pass(Socket from, Socket to) {
      var buffer = new byte[65536];
      try (from; to) {
        for (int n; (n = from.getInputStream().read(buffer)) >= 0; ) {
          awaitRelease();
          to.getOutputStream().write(buffer, 0, n);
        }
      } catch (IOException | InterruptedException thrown) {
        // One side has closed; closing both notifies the other side.
      }
    }
  }

  /** Sockets that take the detour; HBase creates the factory by its name. */
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

  /** A region server that is a process of its own. */
  private static class RegionServer {
    private final Process process;
    private final PrintStream commands;
    private final BufferedReader answers;
    private ServerName name;

    RegionServer(Path data, int zookeeperPort, long clockOffset) throws IOException {
      var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
      command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
      command.addAll(List.of("-cp", System.getProperty("java.class.path"),
          FixtureRegionServer.class.getName(),
          data.toString(), "" + zookeeperPort, "" + clockOffset));
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      commands = new PrintStream(process.getOutputStream(), true);
      answers = new BufferedReader(new InputStreamReader(process.getInputStream()));
    }

    /** What follows `ok` in its response. */
    private String awaitAnswer() throws IOException {
      String answer = answers.readLine();
      if (answer == null || !answer.startsWith("ok")) {
        throw new IOException(answer == null ? "region server " + name + " has ended" : answer);
      }
      return answer.substring(2).trim();
    }

    void awaitName() throws IOException {
      name = ServerName.valueOf(awaitAnswer());
    }

    String ask(String command) throws IOException {
      commands.println(command);
      return awaitAnswer();
    }

    void kill() throws InterruptedException {
      process.destroyForcibly().waitFor();
    }
  }

  private final Path data;
  private final Configuration configuration;
  private final LocalHBaseCluster cluster;
  private final int zookeeperPort;
  private final Map<String, Gateway> gateways = new LinkedHashMap<>();
  // The running servers that are processes of their own, by number.
  private final Map<Integer, RegionServer> servers = new TreeMap<>();
  private int nServers;

  private HBaseFixture(Path data, int nServers) throws Exception {
    this.data = data;
    configuration = FixtureSettings.of(data);
    var zookeeperData = data.resolve("zookeeper").toFile();
    // Nothing in it is needed; if it were kept, a restart would wait for the old sessions to expire.
    FileUtil.fullyDelete(zookeeperData);
    DefaultMetricsSystem.setMiniClusterMode(true);
    zookeeperPort = new MiniZooKeeperCluster(configuration).startup(zookeeperData);
    configuration.setInt("hbase.zookeeper.property.clientPort", zookeeperPort);
    for (int i = 0; i < nServers; i++) {
      spawnServer(0);
    }
    cluster = new LocalHBaseCluster(configuration, 1, nServers > 0 ? 0 : 1);
    cluster.startup();
    for (RegionServer server : servers.values()) {
      server.awaitName();
    }
    await(() -> cluster.getActiveMaster() != null && cluster.getActiveMaster().isInitialized());
    for (RegionServer server : servers.values()) {
      await(() -> master().getServerManager().isServerOnline(server.name));
    }
    if (nServers > 0) {
      move(TableName.META_TABLE_NAME.getNameAsString(), new byte[0], server("1"));
    }
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(20);
    }
  }

  private HMaster master() {
    return cluster.getActiveMaster();
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

  // ---- region servers ----

  private RegionServer spawnServer(long clockOffset) throws IOException {
    var server = new RegionServer(data, zookeeperPort, clockOffset);
    servers.put(++nServers, server);
    return server;
  }

  private RegionServer server(String number) {
    RegionServer server = servers.get(Integer.parseInt(number));
    if (server == null) {
      throw new IllegalArgumentException(
          "there is no region server " + number + " that is a process of its own");
    }
    return server;
  }

  private int startServer(long clockOffset) throws Exception {
    RegionServer server = spawnServer(clockOffset);
    server.awaitName();
    await(() -> master().getServerManager().isServerOnline(server.name));
    return nServers;
  }

  /** Deletes the server's node in ZooKeeper, as HBase's start script does: sessions expire only later. */
  private void crash(String number) throws Exception {
    RegionServer server = server(number);
    server.kill();
    servers.remove(Integer.parseInt(number));
    var zookeeper = master().getZooKeeper();
    ZKUtil.deleteNodeFailSilent(zookeeper,
        ZNodePaths.joinZNode(zookeeper.getZNodePaths().rsZNode, server.name.toString()));
    await(() -> !master().getServerManager().isServerOnline(server.name));
  }

  private void recover() throws InterruptedException {
    await(() -> !master().getServerManager().areDeadServersInProgress()
        && master().getAssignmentManager().getRegionStates().getRegionsInTransitionCount() == 0);
  }

  // ---- regions ----

  /** Sends a command to all region servers; returns the sum of the numbers with which they respond. */
  private long askAll(String command) throws IOException {
    long sum = 0;
    for (RegionServer server : servers.values()) {
      sum += Long.parseLong(server.ask(command));
    }
    for (RegionServerThread thread : cluster.getRegionServers()) {
      String answer = FixtureRegionServer.obey(thread.getRegionServer(), command.split(" "));
      sum += Long.parseLong(answer.substring("ok ".length()));
    }
    return sum;
  }

  /** `flush` or `compact`: each region server responds with the number of the table's regions that it has. */
  private void rewrite(String command, String table) throws IOException {
    if (askAll(command + " " + table) == 0) {
      throw new IOException("no region of a table '" + table + "' is open");
    }
  }

  private RegionStates regionStates() {
    return master().getAssignmentManager().getRegionStates();
  }

  private RegionInfo region(String table, byte[] row) throws IOException {
    return regionStates().getRegionsOfTable(TableName.valueOf(table)).stream()
        .filter(region -> region.containsRow(row)).findFirst()
        .orElseThrow(() -> new IOException("no region of a table '" + table + "' is open"));
  }

  private RegionInfo nextRegion(String table, RegionInfo region) throws IOException {
    if (region.getEndKey().length == 0) {
      throw new IllegalArgumentException("there is no region after the last one");
    }
    return region(table, region.getEndKey());
  }

  private void move(String table, byte[] row, RegionServer server) throws Exception {
    master().move(region(table, row).getEncodedNameAsBytes(), Bytes.toBytes(server.name.getServerName()));
    if (!server.name.equals(regionStates().getRegionServerOfRegion(region(table, row)))) {
      throw new IOException("the region didn't get to " + server.name);
    }
  }

  private int where(String table, byte[] row) throws IOException {
    ServerName name = regionStates().getRegionServerOfRegion(region(table, row));
    for (Map.Entry<Integer, RegionServer> server : servers.entrySet()) {
      if (server.getValue().name.equals(name)) {
        return server.getKey();
      }
    }
    throw new IOException("the region is at " + name + ", which is no process of its own");
  }

  private interface AdminWork {
    Future<Void> begin(Admin admin) throws IOException;
  }

  private void administer(AdminWork work) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      work.begin(admin).get(60, TimeUnit.SECONDS);
    }
  }

  private void split(String table, byte[] row) throws Exception {
    byte[] name = region(table, row).getRegionName();
    administer(admin -> admin.splitRegionAsync(name, row));
  }

  private void merge(String table, byte[] row) throws Exception {
    RegionInfo first = region(table, row);
    byte[][] names = {first.getEncodedNameAsBytes(), nextRegion(table, first).getEncodedNameAsBytes()};
    administer(admin -> admin.mergeRegionsAsync(names, false));
  }

  // ---- full memstores ----

  private List<HRegion> openRegions(String table) {
    return cluster.getRegionServers().get(0).getRegionServer().getRegions(TableName.valueOf(table));
  }

  private int fill(String table, long bytes) throws Exception {
    int n = 0;
    for (HRegion region : openRegions(table)) {
      if (region.getMemStoreHeapSize() > bytes) {
        region.flush(true);
        settle(table, region);
        n++;
      }
    }
    return n;
  }

  private void settle(String table, HRegion region) throws Exception {
    if (!splitIfLarge(table, region)) {
      FixtureRegionServer.compactAsNeeded(region);
      splitIfLarge(table, region);
    }
  }

  private boolean splitIfLarge(String table, HRegion region) throws Exception {
    byte[] row = region.checkSplit().orElse(null);
    if (row != null) {
      administer(admin -> admin.splitRegionAsync(region.getRegionInfo().getRegionName(), row));
      for (HRegion open : openRegions(table)) {
        FixtureRegionServer.compactAsNeeded(open);
      }
    }
    return row != null;
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

  private static byte[] row(String[] words) {
    return Bytes.toBytesBinary(argument(words, 2));
  }

  private String obey(String command) throws Exception {
    String[] words = command.trim().split(" +");
    switch (words[0]) {
      case "flush", "compact" -> rewrite(words[0], argument(words, 1));
      case "fill" -> {
        return "ok " + fill(argument(words, 1), Long.parseLong(argument(words, 2)));
      }
      case "metric" -> {
        return "ok " + askAll("metric " + argument(words, 1));
      }
      case "writes" -> {
        return "ok " + askAll("writes " + argument(words, 1) + " " + argument(words, 2));
      }
      case "split" -> split(argument(words, 1), row(words));
      case "merge" -> merge(argument(words, 1), row(words));
      case "move" -> move(argument(words, 1), row(words), server(argument(words, 3)));
      case "where" -> {
        return "ok " + where(argument(words, 1), row(words));
      }
      case "clock" -> server(argument(words, 1)).ask("clock " + Long.parseLong(argument(words, 2)));
      case "pid" -> {
        return "ok " + server(argument(words, 1)).process.pid();
      }
      case "crash" -> crash(argument(words, 1));
      case "recover" -> recover();
      case "start-server" -> {
        return "ok " + startServer(words.length > 1 ? Long.parseLong(words[1]) : 0);
      }
      case "freeze" -> {
        long time = Long.parseLong(argument(words, 1));
        EnvironmentEdgeManager.injectEdge(() -> time);
      }
      case "thaw" -> EnvironmentEdgeManager.reset();
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
      int first = arguments.length > 1 && arguments[1].startsWith("servers=") ? 2 : 1;
      int nServers = first == 1 ? 0 : Integer.parseInt(arguments[1].substring("servers=".length()));
      var data = Files.createDirectories(Paths.get(arguments[0]).toAbsolutePath());
      var fixture = new HBaseFixture(data, nServers);
      for (String gateway : Arrays.copyOfRange(arguments, first, arguments.length)) {
        fixture.addGateway(gateway);
      }
      System.out.println(fixture.readyLine());
      fixture.obeyUntilEnd();
    } catch (Throwable thrown) {
      thrown.printStackTrace();
      status = 1;
    }
    // An orderly end isn't needed, and would take seconds.
    Runtime.getRuntime().halt(status);
  }
}
