// SPDX-License-Identifier: LGPL-2.1-or-later
//
// HBase's Thrift2 service as HBase 2.6 serves it: its 50 methods and all that goes in and out of them.
//
// The ids, names, types, requiredness, defaults and values are HBase's, and the wire's; `make check-hbase`
// compares them, one by one, with those inside HBase's own hbase-thrift jar. Order, grouping and comments are
// ours: they tell what a gateway was seen to do.
//
// What holds everywhere:
// - A table given as bytes is `name` or `namespace:name`. A row has 1 to 32,767 bytes.
// - TIOError is the only error that says what happened. What a gateway's client code finds wrong with an
//   argument comes back as an application exception instead, "Internal error processing …", with the reason
//   left out.
// - An error doesn't prove that nothing was written.

namespace c_glib Hbt

// -----------------------------------------------------------------------------------------------------------
// Errors

// The cluster refused or failed.
exception TIOError {
  // Often "java.class.Name: text" and a stack trace; for a missing table just its name; may be absent.
  1: optional string message
  // Since 2.4. No reliable guide: any failure in a batch says true, also where trying again is useless.
  2: optional bool canRetry
}

// The gateway doesn't know the scanner; nothing else is reported by this.
exception TIllegalArgument {
  1: optional string message
}

// -----------------------------------------------------------------------------------------------------------
// Cells and rows

// One column, or a whole family where no qualifier is given; the empty qualifier is a column like any other.
struct TColumn {
  1: required binary family
  2: optional binary qualifier
  // Looked at by deletes, ignored by reads.
  3: optional i64 timestamp
}

// One version of one column of a row.
struct TColumnValue {
  1: required binary family
  2: required binary qualifier
  3: required binary value
  // In milliseconds. Always there in results; on writing, the row's one or the region server's clock stands
  // in for it.
  4: optional i64 timestamp
  // Never sent by a gateway in its usual configuration, ignored on writing.
  5: optional binary tags
  // 4: put; only raw scans show others: 8: delete of a version, 10: of a family's version, 12: of a column,
  // 14: of a family. Ignored on writing.
  6: optional i8 type
}

// One row's cells, by family, qualifier, then newest first.
struct TResult {
  // Absent if nothing was found.
  1: optional binary row
  2: required list<TColumnValue> columnValues
  // The answer came from a secondary replica and may be old.
  3: optional bool stale = false
  // More cells of this row follow in the next result; only with TScan.batchSize.
  4: optional bool partial = false
}

// From minStamp on, up to but without maxStamp.
struct TTimeRange {
  1: required i64 minStamp
  2: required i64 maxStamp
}

// -----------------------------------------------------------------------------------------------------------
// Reading

// Which replicas may answer.
enum TConsistency {
  STRONG = 1
  TIMELINE = 2
}

// The visibility labels that a reader claims; without the server's label coprocessor they do nothing.
struct TAuthorization {
  1: optional list<string> labels
}

// What to read of one row.
struct TGet {
  1: required binary row
  // All families where absent or empty. A later entry for a family replaces an earlier one of another kind.
  2: optional list<TColumn> columns
  // If given, timeRange counts for nothing.
  3: optional i64 timestamp
  4: optional TTimeRange timeRange
  // 1 where absent; 0 or less is an error.
  5: optional i32 maxVersions
  // In HBase's filter language.
  6: optional binary filterString
  7: optional map<binary, binary> attributes
  8: optional TAuthorization authorizations
  9: optional TConsistency consistency
  10: optional i32 targetReplicaId
  11: optional bool cacheBlocks
  // How many cells of each family, and how many to leave out before them.
  12: optional i32 storeLimit
  13: optional i32 storeOffset
  // `get` fails with true, whether or not the row is there: ask `exists`.
  14: optional bool existence_only
  // A serialized hbase.pb.Filter; if given, filterString counts for nothing.
  15: optional binary filterBytes
}

// How a scan reads the store's files.
enum TReadType {
  DEFAULT = 1
  STREAM = 2
  PREAD = 3
}

// Which rows to read and what of each. A scan sees each region as it was when it got there, the table at no
// one time.
struct TScan {
  // The first row wanted; absent or empty: from the table's first, or last if reversed.
  1: optional binary startRow
  // The first row not wanted. Equal to startRow it means that one row.
  2: optional binary stopRow
  3: optional list<TColumn> columns
  // Rows the gateway reads ahead from the cluster; the answer is the same for all values.
  4: optional i32 caching
  // 0 or less finds nothing, without an error.
  5: optional i32 maxVersions = 1
  6: optional TTimeRange timeRange
  // In HBase's filter language. A filter's counts and ends hold for one region and begin anew in the next.
  7: optional binary filterString
  // Cells in a result at most: larger rows come in several. 0 or less: whole rows, however large.
  8: optional i32 batchSize
  9: optional map<binary, binary> attributes
  10: optional TAuthorization authorizations
  // From startRow downwards.
  11: optional bool reversed
  12: optional bool cacheBlocks
  // Time ranges by family. A framed gateway ignores them.
  13: optional map<binary, TTimeRange> colFamTimeRangeMap
  14: optional TReadType readType
  // Rows at most; 0 is none, less than 0 is no limit.
  15: optional i32 limit
  16: optional TConsistency consistency
  17: optional i32 targetReplicaId
  // A serialized hbase.pb.Filter; if given, filterString counts for nothing.
  18: optional binary filterBytes
}

// -----------------------------------------------------------------------------------------------------------
// Writing

// What must have happened to the write-ahead log before a write is acknowledged; values unknown to the
// gateway are taken for none given.
enum TDurability {
  // As the table says; if that says nothing, SYNC_WAL.
  USE_DEFAULT = 0
  // Nothing: a crash of the server loses the write.
  SKIP_WAL = 1
  // It will be written soon.
  ASYNC_WAL = 2
  // It has reached the log's replicas, if perhaps not their disks.
  SYNC_WAL = 3
  // It has reached their disks.
  FSYNC_WAL = 4
}

// The label expression that a cell is written with; without the server's label coprocessor it does nothing.
struct TCellVisibility {
  1: optional string expression
}

// Cells to write into one row, at least one; all or none.
struct TPut {
  1: required binary row
  2: required list<TColumnValue> columnValues
  // For the cells that have none of their own.
  3: optional i64 timestamp
  // `_ttl`, 8 bytes big-endian, is the cells' time to live in milliseconds.
  5: optional map<binary, binary> attributes
  6: optional TDurability durability
  7: optional TCellVisibility cellVisibility
}

// What a delete does to each of its columns.
enum TDeleteType {
  // One version: the newest, or exactly the one with the timestamp.
  DELETE_COLUMN = 0
  // All versions, or those up to the timestamp. For a family without a qualifier: only its empty qualifier.
  DELETE_COLUMNS = 1
  // The whole family, or its cells up to the timestamp; a qualifier is ignored.
  DELETE_FAMILY = 2
  // The family's cells with exactly the timestamp, which must be given.
  DELETE_FAMILY_VERSION = 3
}

// What to delete from one row. A delete leaves markers: a cell written with a stamp not above a marker's
// stays unseen, a cell written in the same millisecond among them.
struct TDelete {
  1: required binary row
  // Absent or empty: the whole row.
  2: optional list<TColumn> columns
  // Only for the whole row: up to this stamp.
  3: optional i64 timestamp
  4: optional TDeleteType deleteType = TDeleteType.DELETE_COLUMNS
  6: optional map<binary, binary> attributes
  7: optional TDurability durability
}

// How much to add to one column.
struct TColumnIncrement {
  1: required binary family
  2: required binary qualifier
  3: optional i64 amount = 1
}

// Counters of one row to change, all or none. A counter is 8 bytes big-endian, begins at 0 and wraps around.
struct TIncrement {
  1: required binary row
  2: required list<TColumnIncrement> columns
  4: optional map<binary, binary> attributes
  5: optional TDurability durability
  6: optional TCellVisibility cellVisibility
  // The new values come back but for false.
  7: optional bool returnResults
}

// Bytes to hang on to the values in one row, all or none; the cells' stamps are ignored.
struct TAppend {
  1: required binary row
  2: required list<TColumnValue> columns
  3: optional map<binary, binary> attributes
  4: optional TDurability durability
  5: optional TCellVisibility cellVisibility
  // The new values come back but for false.
  6: optional bool returnResults
}

// One of several writes to a row.
union TMutation {
  1: TPut put
  2: TDelete deleteSingle
}

// Writes to one row, at least one; all or none. A put and a delete of one column without stamps get the same
// stamp, and the delete wins, in either order.
struct TRowMutations {
  1: required binary row
  2: required list<TMutation> mutations
}

// -----------------------------------------------------------------------------------------------------------
// Checking before writing

// How the value sent, on the left, must compare with the cell's, byte by byte, unsigned.
enum TCompareOp {
  LESS = 0
  LESS_OR_EQUAL = 1
  EQUAL = 2
  NOT_EQUAL = 3
  GREATER_OR_EQUAL = 4
  GREATER = 5
  NO_OP = 6
}

// -----------------------------------------------------------------------------------------------------------
// Tables and families

struct TTableName {
  // Absent or empty: the namespace `default`.
  1: optional binary ns
  // The name without namespace and colon.
  2: required binary qualifier
}

// What a family's store files have a Bloom filter of.
enum TBloomFilterType {
  NONE = 0
  ROW = 1
  ROWCOL = 2
  // The first bytes of rows, as many as the configuration says.
  ROWPREFIX_FIXED_LENGTH = 3
}

// Which of them a cluster really has depends on its installation; it is certain for NONE and GZ.
enum TCompressionAlgorithm {
  LZO = 0
  GZ = 1
  NONE = 2
  SNAPPY = 3
  LZ4 = 4
  BZIP2 = 5
  ZSTD = 6
}

// How keys are written within a block.
enum TDataBlockEncoding {
  NONE = 0
  PREFIX = 2
  DIFF = 3
  FAST_DIFF = 4
  ROW_INDEX_V1 = 7
}

// Whether reads of the past still find what was deleted since.
enum TKeepDeletedCells {
  FALSE = 0
  TRUE = 1
  // Until the marker itself is older than the family's time to live.
  TTL = 2
}

// One column family; what isn't given is as HBase has it by default.
struct TColumnFamilyDescriptor {
  1: required binary name
  // In answers all settings as text, those of the fields below again. Not to be sent: a framed gateway
  // misreads them.
  2: optional map<binary, binary> attributes
  3: optional map<string, string> configuration
  // In bytes; 65,536.
  4: optional i32 blockSize
  // Spelled so in HBase; ROW.
  5: optional TBloomFilterType bloomnFilterType
  6: optional TCompressionAlgorithm compressionType
  // 0: as the file system has it.
  7: optional i16 dfsReplication
  8: optional TDataBlockEncoding dataBlockEncoding
  9: optional TKeepDeletedCells keepDeletedCells
  // Versions of a cell that are kept; 1.
  10: optional i32 maxVersions
  // Versions that outlive the time to live; 0.
  11: optional i32 minVersions
  // Whether writes are replicated to other clusters; 0: no.
  12: optional i32 scope
  // In seconds from a cell's stamp on; 2,147,483,647: for ever.
  13: optional i32 timeToLive
  14: optional bool blockCacheEnabled
  15: optional bool cacheBloomsOnWrite
  16: optional bool cacheDataOnWrite
  17: optional bool cacheIndexesOnWrite
  18: optional bool compressTags
  19: optional bool evictBlocksOnClose
  20: optional bool inMemory
}

struct TTableDescriptor {
  1: required TTableName tableName
  // At least one to create a table.
  2: optional list<TColumnFamilyDescriptor> columns
  // As in TColumnFamilyDescriptor: to be read, not sent.
  3: optional map<binary, binary> attributes
  // For writes that don't say.
  4: optional TDurability durability
}

// -----------------------------------------------------------------------------------------------------------
// Namespaces

struct TNamespaceDescriptor {
  1: required string name
  2: optional map<string, string> configuration
}

// -----------------------------------------------------------------------------------------------------------
// Regions and servers

// A table's rows from startKey up to but without endKey.
struct THRegionInfo {
  // Always 0.
  1: required i64 regionId
  2: required binary tableName
  // Empty in the table's first region.
  3: optional binary startKey
  // Empty in its last.
  4: optional binary endKey
  5: optional bool offline
  6: optional bool split
  7: optional i32 replicaId
}

// A region server; startCode, its start in milliseconds, tells it from an earlier one at the same address.
struct TServerName {
  1: required string hostName
  2: optional i32 port
  3: optional i64 startCode
}

struct THRegionLocation {
  1: required TServerName serverName
  2: required THRegionInfo regionInfo
}

// -----------------------------------------------------------------------------------------------------------
// Logs of slow and of large calls

enum TLogType {
  SLOW_LOG = 1
  LARGE_LOG = 2
}

// Whether an entry must satisfy all that a TLogQueryFilter names, or any.
enum TFilterByOperator {
  AND = 0
  OR = 1
}

struct TLogQueryFilter {
  1: optional string regionName
  2: optional string clientAddress
  3: optional string tableName
  4: optional string userName
  5: optional i32 limit = 10
  6: optional TLogType logType = TLogType.SLOW_LOG
  7: optional TFilterByOperator filterByOperator = TFilterByOperator.OR
}

// One call, as its region server logged it; times in milliseconds, sizes in bytes.
struct TOnlineLogRecord {
  1: required i64 startTime
  2: required i32 processingTime
  3: required i32 queueTime
  4: required i64 responseSize
  5: required string clientAddress
  6: required string serverClass
  7: required string methodName
  8: required string callDetails
  9: required string param
  10: required string userName
  11: required i32 multiGetsCount
  12: required i32 multiMutationsCount
  13: required i32 multiServiceCalls
  14: optional string regionName
  // Since 2.6.
  15: optional i64 blockBytesScanned
  16: optional i64 fsReadTime
}

// -----------------------------------------------------------------------------------------------------------
// The gateway

// Which of HBase's two Thrift services answers; this one is the second.
enum TThriftServerType {
  ONE = 1
  TWO = 2
}

// -----------------------------------------------------------------------------------------------------------
// The service

service THBaseService {

  // ---- reading ----

  // Whether anything is there that the get would find.
  bool exists (1: required binary table, 2: required TGet tget)
    throws (1: TIOError io)

  // The same for several gets, answers in their order.
  list<bool> existsAll (1: required binary table, 2: required list<TGet> tgets)
    throws (1: TIOError io)

  // A result without row and cells if nothing was found.
  TResult get (1: required binary table, 2: required TGet tget)
    throws (1: TIOError io)

  // One result for each get, in their order, an empty one where nothing was found. If one get fails, the call
  // does.
  list<TResult> getMultiple (1: required binary table, 2: required list<TGet> tgets)
    throws (1: TIOError io)

  // ---- writing ----

  void put (1: required binary table, 2: required TPut tput)
    throws (1: TIOError io)

  // Row by row, not as a whole: if one put fails, others may be written, and the error doesn't say which.
  void putMultiple (1: required binary table, 2: required list<TPut> tputs)
    throws (1: TIOError io)

  // That nothing is there to delete is no error.
  void deleteSingle (1: required binary table, 2: required TDelete tdelete)
    throws (1: TIOError io)

  // As putMultiple. The answer is always an empty list.
  list<TDelete> deleteMultiple (1: required binary table, 2: required list<TDelete> tdeletes)
    throws (1: TIOError io)

  // Several writes to one row, all or none.
  void mutateRow (1: required binary table, 2: required TRowMutations trowMutations)
    throws (1: TIOError io)

  // The new values, unless they weren't asked for. A column named twice is counted once.
  TResult increment (1: required binary table, 2: required TIncrement tincrement)
    throws (1: TIOError io)

  // The new values, unless they weren't asked for.
  TResult append (1: required binary table, 2: required TAppend tappend)
    throws (1: TIOError io)

  // ---- checking ----
  // Only the newest visible version of the cell is compared. An empty value sent means "absent or empty".
  // False proves nothing: where the gateway tried twice, the first try's write makes the second's check fail.

  // Writes if the cell equals value, or, without value, if there is none.
  bool checkAndPut (1: required binary table, 2: required binary row, 3: required binary family,
                    4: required binary qualifier, 5: binary value, 6: required TPut tput)
    throws (1: TIOError io)

  // Deletes on the same condition.
  bool checkAndDelete (1: required binary table, 2: required binary row, 3: required binary family,
                       4: required binary qualifier, 5: binary value, 6: required TDelete tdelete)
    throws (1: TIOError io)

  // Applies the mutations if "value compareOp cell" holds. It fails without a value: send an empty one and
  // EQUAL to ask for absence. An absent cell satisfies no comparison with a value that isn't empty, not even
  // NOT_EQUAL.
  bool checkAndMutate (1: required binary table, 2: required binary row, 3: required binary family,
                       4: required binary qualifier, 5: required TCompareOp compareOp, 6: binary value,
                       7: required TRowMutations rowMutations)
    throws (1: TIOError io)

  // ---- scanning ----
  // Scanners are the gateway's: any connection to it may use any id, and ids begin again at 0 when it
  // restarts. One that wasn't used for a minute (by default) is forgotten.

  // Doesn't look at the table: what is wrong with it comes with the first rows asked for.
  i32 openScanner (1: required binary table, 2: required TScan tscan)
    throws (1: TIOError io)

  // The next rows, or, with a batchSize, pieces of rows; fewer than numRows, or none, only at the end.
  list<TResult> getScannerRows (1: required i32 scannerId, 2: i32 numRows = 1)
    throws (1: TIOError io, 2: TIllegalArgument ia)

  // Needed at the end, too. An id that isn't known is no error since 2.4.
  void closeScanner (1: required i32 scannerId)
    throws (1: TIOError io, 2: TIllegalArgument ia)

  // The three above in one call, for a scan's first numRows rows.
  list<TResult> getScannerResults (1: required binary table, 2: required TScan tscan, 3: i32 numRows = 1)
    throws (1: TIOError io)

  // ---- tables ----

  // With n split keys the table begins with n + 1 regions. A framed gateway misreads split keys.
  void createTable (1: required TTableDescriptor desc, 2: list<binary> splitKeys)
    throws (1: TIOError io)

  void modifyTable (1: required TTableDescriptor desc)
    throws (1: TIOError io)

  // The table must be disabled.
  void deleteTable (1: required TTableName tableName)
    throws (1: TIOError io)

  // The table must be disabled, and is enabled afterwards.
  void truncateTable (1: required TTableName tableName, 2: required bool preserveSplits)
    throws (1: TIOError io)

  // An error if it is enabled.
  void enableTable (1: required TTableName tableName)
    throws (1: TIOError io)

  // An error if it is disabled.
  void disableTable (1: required TTableName tableName)
    throws (1: TIOError io)

  bool tableExists (1: TTableName tableName)
    throws (1: TIOError io)

  // An error if there is no such table; likewise the next.
  bool isTableEnabled (1: required TTableName tableName)
    throws (1: TIOError io)

  bool isTableDisabled (1: required TTableName tableName)
    throws (1: TIOError io)

  // Whether the table is enabled and all its regions are served; false if there is no such table.
  bool isTableAvailable (1: required TTableName tableName)
    throws (1: TIOError io)

  // The same, and whether it has regions at just these keys. Wrong on a framed gateway.
  bool isTableAvailableWithSplit (1: required TTableName tableName, 2: list<binary> splitKeys)
    throws (1: TIOError io)

  TTableDescriptor getTableDescriptor (1: required TTableName table)
    throws (1: TIOError io)

  // Tables that aren't there are left out; an empty list asks for all.
  list<TTableDescriptor> getTableDescriptors (1: required list<TTableName> tables)
    throws (1: TIOError io)

  // Those whose whole name, with the namespace if it isn't the default one, matches the Java regular
  // expression; all without one.
  list<TTableDescriptor> getTableDescriptorsByPattern (1: string regex, 2: required bool includeSysTables)
    throws (1: TIOError io)

  list<TTableDescriptor> getTableDescriptorsByNamespace (1: required string name)
    throws (1: TIOError io)

  // As getTableDescriptorsByPattern.
  list<TTableName> getTableNamesByPattern (1: string regex, 2: required bool includeSysTables)
    throws (1: TIOError io)

  list<TTableName> getTableNamesByNamespace (1: required string name)
    throws (1: TIOError io)

  // ---- families ----

  void addColumnFamily (1: required TTableName tableName, 2: required TColumnFamilyDescriptor column)
    throws (1: TIOError io)

  void modifyColumnFamily (1: required TTableName tableName, 2: required TColumnFamilyDescriptor column)
    throws (1: TIOError io)

  // A table's last family can't be deleted. Fails on a framed gateway, which misreads the name.
  void deleteColumnFamily (1: required TTableName tableName, 2: required binary column)
    throws (1: TIOError io)

  // ---- namespaces ----

  void createNamespace (1: required TNamespaceDescriptor namespaceDesc)
    throws (1: TIOError io)

  // Replaces the configuration as a whole.
  void modifyNamespace (1: required TNamespaceDescriptor namespaceDesc)
    throws (1: TIOError io)

  // There must be no table left in it.
  void deleteNamespace (1: required string name)
    throws (1: TIOError io)

  TNamespaceDescriptor getNamespaceDescriptor (1: required string name)
    throws (1: TIOError io)

  list<TNamespaceDescriptor> listNamespaceDescriptors ()
    throws (1: TIOError io)

  list<string> listNamespaces ()
    throws (1: TIOError io)

  // ---- regions ----

  // The region in which the row is, or would be; by reload the gateway forgets what it knew.
  THRegionLocation getRegionLocation (1: required binary table, 2: required binary row, 3: bool reload)
    throws (1: TIOError io)

  // Of a table that isn't there: none.
  list<THRegionLocation> getAllRegionLocations (1: required binary table)
    throws (1: TIOError io)

  // ---- logs ----

  // The filter must be given, as opposed to what its requiredness says.
  list<TOnlineLogRecord> getSlowLogResponses (1: set<TServerName> serverNames,
                                              2: TLogQueryFilter logQueryFilter)
    throws (1: TIOError io)

  // For each server whether its log was cleared.
  list<bool> clearSlowLogResponses (1: set<TServerName> serverNames)
    throws (1: TIOError io)

  // ---- the gateway ----

  TThriftServerType getThriftServerType ()

  // Since 2.4.
  string getClusterId ()
}
