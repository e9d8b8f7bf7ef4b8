# SPDX-License-Identifier: LGPL-2.1-or-later
#
# What an application does by the Python code that Apache Thrift generates, or by thriftpy2, which reads the
# interface definition itself:
#
#   thrift_client.py apache|thriftpy2 SOURCE HOST PORT
#
# SOURCE is the folder of the generated code, or the interface definition. It prints `done` if all results are
# as expected; otherwise it ends by an exception.

import sys


def connect_by_apache(folder, host, port):
    sys.path.insert(0, folder)
    from hbase import THBaseService, ttypes
    from thrift.protocol.TBinaryProtocol import TBinaryProtocolAccelerated
    from thrift.transport import TSocket, TTransport

    transport = TTransport.TBufferedTransport(TSocket.TSocket(host, port))
    transport.open()
    return THBaseService.Client(TBinaryProtocolAccelerated(transport)), ttypes


def connect_by_thriftpy2(definition, host, port):
    import thriftpy2
    from thriftpy2.rpc import make_client

    types = thriftpy2.load(definition, module_name="hbase_thrift")
    return make_client(types.THBaseService, host, port), types


class Session:
    def __init__(self, client, types, space):
        self.client = client
        self.types = types
        self.space = space
        self.table = f"{space}:clients".encode()
        self.name = types.TTableName(ns=space.encode(), qualifier=b"clients")

    def put(self, row, value, family=b"f"):
        cell = self.types.TColumnValue(family=family, qualifier=b"q", value=value)
        return self.types.TPut(row=row, columnValues=[cell])

    def get(self, row):
        return self.client.get(self.table, self.types.TGet(row=row))

    def value(self, row):
        return self.get(row).columnValues[0].value

    def rows(self, **options):
        scan = self.types.TScan(**options)
        return [row.row for row in self.client.getScannerResults(self.table, scan, 100)]

    def create(self):
        types, client = self.types, self.client
        client.createNamespace(types.TNamespaceDescriptor(name=self.space, configuration={"owner": "me"}))
        check(client.getNamespaceDescriptor(self.space).configuration["owner"], "me")
        check(client.tableExists(self.name), False)
        families = [types.TColumnFamilyDescriptor(name=b"f", maxVersions=3, timeToLive=1000000),
                    types.TColumnFamilyDescriptor(name=b"g")]
        client.createTable(types.TTableDescriptor(tableName=self.name, columns=families), [b"h", b"p"])
        check(client.isTableAvailable(self.name), True)
        check(len(client.getAllRegionLocations(self.table)), 3)
        found = {family.name: family for family in client.getTableDescriptor(self.name).columns}
        check(found[b"f"].maxVersions, 3)
        check(found[b"f"].timeToLive, 1000000)
        check([name.qualifier for name in client.getTableNamesByNamespace(self.space)], [b"clients"])

    def read_and_write(self):
        types, client = self.types, self.client
        client.put(self.table, self.put(b"a", b"1"))
        values = {b"b": b"\x00\xff", b"m": b"4", b"z": b"5"}
        client.putMultiple(self.table, [self.put(row, value) for row, value in values.items()])
        check(self.value(b"b"), b"\x00\xff")
        found = client.getMultiple(self.table, [types.TGet(row=b"m"), types.TGet(row=b"no")])
        check([row.row for row in found], [b"m", None])
        check(client.existsAll(self.table, [types.TGet(row=b"z"), types.TGet(row=b"no")]), [True, False])
        check(self.rows(), [b"a", b"b", b"m", b"z"])
        check(self.rows(reversed=True, stopRow=b"b"), [b"z", b"m"])
        check(self.rows(filterString=b"PrefixFilter ('m')"), [b"m"])

    def scan(self):
        client = self.client
        scanner = client.openScanner(self.table, self.types.TScan(startRow=b"b"))
        check([row.row for row in client.getScannerRows(scanner, 2)], [b"b", b"m"])
        check([row.row for row in client.getScannerRows(scanner, 2)], [b"z"])
        check(client.getScannerRows(scanner, 2), [])
        client.closeScanner(scanner)

    def change(self):
        types, client = self.types, self.client
        check(client.checkAndPut(self.table, b"a", b"f", b"q", b"1", self.put(b"a", b"7")), True)
        check(client.checkAndPut(self.table, b"a", b"f", b"q", b"1", self.put(b"a", b"8")), False)
        mutations = types.TRowMutations(row=b"a", mutations=[types.TMutation(put=self.put(b"a", b"9"))])
        equal = types.TCompareOp.EQUAL
        check(client.checkAndMutate(self.table, b"a", b"f", b"q", equal, b"7", mutations), True)
        check(self.value(b"a"), b"9")
        increment = types.TIncrement(row=b"n", columns=[types.TColumnIncrement(b"g", b"q", 5)])
        check(client.increment(self.table, increment).columnValues[0].value, (5).to_bytes(8, "big"))
        append = types.TAppend(row=b"m", columns=[types.TColumnValue(b"f", b"q", b"+")])
        check(client.append(self.table, append).columnValues[0].value, b"4+")
        client.deleteSingle(self.table, types.TDelete(row=b"m"))
        check(client.deleteMultiple(self.table, [types.TDelete(row=b"z")]), [])
        check(self.rows(), [b"a", b"b", b"n"])

    def fail(self):
        types, client = self.types, self.client
        missing = f"{self.space}:missing".encode()
        check_error(types.TIOError, missing, client.get, missing, types.TGet(row=b"a"))
        check_error(types.TIOError, b"NoSuchColumnFamilyException", client.put, self.table,
                    self.put(b"a", b"1", b"none"))
        check_error(types.TIllegalArgument, b"scanner", client.getScannerRows, 1 << 30, 1)

    def alter_and_drop(self):
        client = self.client
        client.addColumnFamily(self.name, self.types.TColumnFamilyDescriptor(name=b"h"))
        client.deleteColumnFamily(self.name, b"g")
        families = client.getTableDescriptor(self.name).columns
        check(sorted(family.name for family in families), [b"f", b"h"])
        client.disableTable(self.name)
        check(client.isTableDisabled(self.name), True)
        client.truncateTable(self.name, True)
        check(self.rows(), [])
        client.disableTable(self.name)
        client.deleteTable(self.name)
        client.deleteNamespace(self.space)
        check(self.space in client.listNamespaces(), False)


def check(found, expected):
    if found != expected:
        raise AssertionError(f"expected {expected}, found {found}")


def check_error(kind, words, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        if words.lower() not in error.message.encode().lower():
            raise
    else:
        raise AssertionError(f"{words} was expected")


def main():
    kind, source, host, port = sys.argv[1:]
    connect = {"apache": connect_by_apache, "thriftpy2": connect_by_thriftpy2}[kind]
    client, types = connect(source, host, int(port))
    session = Session(client, types, kind)
    session.create()
    session.read_and_write()
    session.scan()
    session.change()
    session.fail()
    session.alter_and_drop()
    print("done")


main()
