/* SPDX-License-Identifier: LGPL-2.1-or-later
 *
 * What an application does by the C++ code that Apache Thrift generates:
 *
 *   thrift-client HOST PORT
 *
 * It prints `done` if all results are as expected; otherwise it ends by an exception. */

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <thrift/protocol/TBinaryProtocol.h>
#include <thrift/transport/TBufferTransports.h>
#include <thrift/transport/TSocket.h>

#include "THBaseService.h"

using apache::thrift::protocol::TBinaryProtocol;
using apache::thrift::transport::TBufferedTransport;
using apache::thrift::transport::TSocket;

/* The generated code, which has sets of servers, leaves this to the program. */
bool
TServerName::operator<(const TServerName &other) const
{
  return std::tie (hostName, port, startCode) < std::tie (other.hostName, other.port, other.startCode);
}

static const std::string space = "cxx", table = "cxx:clients";

template <typename T>
static void
check (const T &found, const T &expected, const char *what)
{
  if (found != expected)
    throw std::logic_error (std::string ("not as expected: ") + what);
}

static TTableName
name ()
{
  TTableName name;

  name.__set_ns (space);
  name.__set_qualifier ("clients");
  return name;
}

static TPut
put (const std::string &row, const std::string &value)
{
  TColumnValue cell;
  TPut put;

  cell.__set_family ("f");
  cell.__set_qualifier ("q");
  cell.__set_value (value);
  put.__set_row (row);
  put.__set_columnValues ({ cell });
  return put;
}

static TGet
get (const std::string &row)
{
  TGet get;

  get.__set_row (row);
  return get;
}

static std::vector<std::string>
rows_of (const std::vector<TResult> &results)
{
  std::vector<std::string> rows;

  for (const TResult &result : results)
    rows.push_back (result.row);
  return rows;
}

static std::vector<std::string>
rows (THBaseServiceClient &client, const TScan &scan)
{
  std::vector<TResult> results;

  client.getScannerResults (results, table, scan, 100);
  return rows_of (results);
}

static void
create (THBaseServiceClient &client)
{
  TNamespaceDescriptor description;
  TColumnFamilyDescriptor family;
  TTableDescriptor descriptor, found;

  description.__set_name (space);
  client.createNamespace (description);
  family.__set_name ("f");
  family.__set_maxVersions (3);
  descriptor.__set_tableName (name ());
  descriptor.__set_columns ({ family });
  client.createTable (descriptor, { "h", "p" });
  check (client.isTableAvailable (name ()), true, "availability");
  client.getTableDescriptor (found, name ());
  check (found.columns.at (0).maxVersions, 3, "versions");
}

static void
read_and_write (THBaseServiceClient &client)
{
  const std::string binary ("\0\xff", 2);
  TScan reversed, filtered;
  TResult result;

  client.put (table, put ("a", "1"));
  client.putMultiple (table, { put ("b", binary), put ("m", "4"), put ("z", "5") });
  client.get (result, table, get ("b"));
  check (result.columnValues.at (0).value, binary, "value");
  check (client.exists (table, get ("no")), false, "existence");
  check (rows (client, TScan ()), { "a", "b", "m", "z" }, "scan");
  reversed.__set_reversed (true);
  reversed.__set_stopRow ("b");
  check (rows (client, reversed), { "z", "m" }, "reversed scan");
  filtered.__set_filterString ("PrefixFilter ('m')");
  check (rows (client, filtered), { "m" }, "filter");
}

static void
scan (THBaseServiceClient &client)
{
  std::vector<TResult> results;
  std::int32_t scanner = client.openScanner (table, TScan ());

  client.getScannerRows (results, scanner, 3);
  check (rows_of (results), { "a", "b", "m" }, "first rows of a scanner");
  client.getScannerRows (results, scanner, 3);
  check (rows_of (results), { "z" }, "last rows of a scanner");
  client.closeScanner (scanner);
}

static void
change (THBaseServiceClient &client)
{
  TColumnIncrement column;
  TIncrement increment;
  TDelete deletion;
  TResult result;

  check (client.checkAndPut (table, "a", "f", "q", "1", put ("a", "7")), true, "checkAndPut");
  check (client.checkAndPut (table, "a", "f", "q", "1", put ("a", "8")), false, "second checkAndPut");
  column.__set_family ("f");
  column.__set_qualifier ("n");
  column.__set_amount (5);
  increment.__set_row ("m");
  increment.__set_columns ({ column });
  client.increment (result, table, increment);
  check (result.columnValues.at (0).value, std::string ("\0\0\0\0\0\0\0\5", 8), "counter");
  deletion.__set_row ("m");
  client.deleteSingle (table, deletion);
  check (rows (client, TScan ()), { "a", "b", "z" }, "rows after a delete");
}

static void
fail (THBaseServiceClient &client)
{
  TResult result;

  try
    {
      client.get (result, space + ":missing", get ("a"));
  } catch (const TIOError &error)
    {
      check (error.message.find (space + ":missing") != std::string::npos, true, "message");
      return;
  }
  throw std::logic_error ("a missing table was found");
}

static void
drop (THBaseServiceClient &client)
{
  client.disableTable (name ());
  client.deleteTable (name ());
  check (client.tableExists (name ()), false, "existence of a dropped table");
  client.deleteNamespace (space);
}

int
main (int, char **arguments)
{
  auto transport = std::make_shared<TBufferedTransport> (
      std::make_shared<TSocket> (arguments[1], std::stoi (arguments[2])));
  THBaseServiceClient client (std::make_shared<TBinaryProtocol> (transport));

  transport->open ();
  create (client);
  read_and_write (client);
  scan (client);
  change (client);
  fail (client);
  drop (client);
  transport->close ();
  std::cout << "done" << std::endl;
  return 0;
}
