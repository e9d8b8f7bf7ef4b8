/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-macros.h"

G_BEGIN_DECLS

/**
 * HBaseCompression:
 * @HBASE_COMPRESSION_LZO: LZO
 * @HBASE_COMPRESSION_GZ: gzip
 * @HBASE_COMPRESSION_NONE: no compression
 * @HBASE_COMPRESSION_SNAPPY: Snappy
 * @HBASE_COMPRESSION_LZ4: LZ4
 * @HBASE_COMPRESSION_BZIP2: bzip2
 * @HBASE_COMPRESSION_ZSTD: Zstandard
 *
 * How the store files of a column family are compressed. Every HBase has NONE and GZ; the others depend on
 * its installation. The values are those of the IDL's TCompressionAlgorithm.
 */
typedef enum {
  HBASE_COMPRESSION_LZO = 0,
  HBASE_COMPRESSION_GZ = 1,
  HBASE_COMPRESSION_NONE = 2,
  HBASE_COMPRESSION_SNAPPY = 3,
  HBASE_COMPRESSION_LZ4 = 4,
  HBASE_COMPRESSION_BZIP2 = 5,
  HBASE_COMPRESSION_ZSTD = 6,
} HBaseCompression;

#define HBASE_TYPE_COMPRESSION (hbase_compression_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_compression_get_type (void);

/**
 * HBaseBloomFilter:
 * @HBASE_BLOOM_FILTER_NONE: no Bloom filters
 * @HBASE_BLOOM_FILTER_ROW: of row keys
 * @HBASE_BLOOM_FILTER_ROWCOL: of row keys with qualifiers
 * @HBASE_BLOOM_FILTER_ROWPREFIX_FIXED_LENGTH: of the first bytes of row keys; the configuration says how many
 *
 * What the store files of a column family have Bloom filters of, by which a read skips files. The values are
 * those of the IDL's TBloomFilterType.
 */
typedef enum {
  HBASE_BLOOM_FILTER_NONE = 0,
  HBASE_BLOOM_FILTER_ROW = 1,
  HBASE_BLOOM_FILTER_ROWCOL = 2,
  HBASE_BLOOM_FILTER_ROWPREFIX_FIXED_LENGTH = 3,
} HBaseBloomFilter;

#define HBASE_TYPE_BLOOM_FILTER (hbase_bloom_filter_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_bloom_filter_get_type (void);

/**
 * HBaseDataBlockEncoding:
 * @HBASE_DATA_BLOCK_ENCODING_NONE: keys are written whole
 * @HBASE_DATA_BLOCK_ENCODING_PREFIX: without the bytes that they share with the key before
 * @HBASE_DATA_BLOCK_ENCODING_DIFF: likewise, for each part of the key
 * @HBASE_DATA_BLOCK_ENCODING_FAST_DIFF: likewise, faster
 * @HBASE_DATA_BLOCK_ENCODING_ROW_INDEX_V1: with an index of the rows of a block
 *
 * How keys are written within the blocks of a column family's store files. The values are those of the IDL's
 * TDataBlockEncoding.
 */
typedef enum {
  HBASE_DATA_BLOCK_ENCODING_NONE = 0,
  HBASE_DATA_BLOCK_ENCODING_PREFIX = 2,
  HBASE_DATA_BLOCK_ENCODING_DIFF = 3,
  HBASE_DATA_BLOCK_ENCODING_FAST_DIFF = 4,
  HBASE_DATA_BLOCK_ENCODING_ROW_INDEX_V1 = 7,
} HBaseDataBlockEncoding;

#define HBASE_TYPE_DATA_BLOCK_ENCODING (hbase_data_block_encoding_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_data_block_encoding_get_type (void);

/**
 * HBaseKeepDeletedCells:
 * @HBASE_KEEP_DELETED_CELLS_FALSE: deleted cells are removed by the next major compaction
 * @HBASE_KEEP_DELETED_CELLS_TRUE: they are kept, and reads of an earlier time range find them
 * @HBASE_KEEP_DELETED_CELLS_TTL: they are kept until they are older than the family's time to live
 *
 * Whether reads of the past find what was deleted later. The values are those of the IDL's
 * TKeepDeletedCells.
 */
typedef enum {
  HBASE_KEEP_DELETED_CELLS_FALSE = 0,
  HBASE_KEEP_DELETED_CELLS_TRUE = 1,
  HBASE_KEEP_DELETED_CELLS_TTL = 2,
} HBaseKeepDeletedCells;

#define HBASE_TYPE_KEEP_DELETED_CELLS (hbase_keep_deleted_cells_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_keep_deleted_cells_get_type (void);

G_END_DECLS
