/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-append.h"
#include "hbase-block-private.h"
#include "hbase-delete.h"
#include "hbase-get.h"
#include "hbase-increment.h"
#include "hbase-key-schema-private.h"
#include "hbase-put.h"
#include "hbase-region.h"
#include "hbase-row.h"
#include "hbase-salting.h"
#include "hbase-scan.h"
#include "hbase-table-descriptor.h"
#include "hbase-wire-stubs-private.h"
#include "hbase-wire-writer-private.h"

/* What operations need of records: to check them before anything is sent, to write them, to make rows. */

/* Whether it can be sent at all; else INVALID_ARGUMENT, with the row in printable escapes. */
gboolean hbase_get_check (HBaseGet *get, GError **error);
gboolean hbase_put_check (HBasePut *put, GError **error);
gboolean hbase_delete_check (HBaseDelete *delete_, GError **error);
gboolean hbase_increment_check (HBaseIncrement *increment, GError **error);
gboolean hbase_append_check (HBaseAppend *append, GError **error);
gboolean hbase_scan_check (HBaseScan *scan, GError **error);
gboolean hbase_row_key_check (HBaseSlice row, GError **error);
/* Of a put that goes to another row than its own, and may have no cells. */
gboolean hbase_put_check_cells (HBasePut *put, GError **error);

/* The fields of a TGet, TPut, TDelete… and the stop byte. The caller has begun the struct: by
 * hbase_wire_write_struct() of a field, by hbase_wire_begin_struct() of an element. */
void hbase_get_write (HBaseGet *get, HBaseWireWriter *writer);
void hbase_put_write (HBasePut *put, HBaseWireWriter *writer);
void hbase_delete_write (HBaseDelete *delete_, HBaseWireWriter *writer);
void hbase_increment_write (HBaseIncrement *increment, HBaseWireWriter *writer);
void hbase_append_write (HBaseAppend *append, HBaseWireWriter *writer);
/* As many bytes as hbase_put_write() writes, or some more; `in_place`: but for what it leaves in place. */
gsize hbase_put_get_room (HBasePut *put, gboolean in_place);

/* Whether all that it writes or deletes has a time stamp of the caller's: then to send it twice does no harm.
 */
gboolean hbase_put_is_timestamped (HBasePut *put);
gboolean hbase_delete_is_timestamped (HBaseDelete *delete_);

/* A put that nobody else changes. */
HBasePut *hbase_put_copy (HBasePut *put);
/* The same about another row. */
HBaseGet *hbase_get_copy_to (HBaseGet *get, HBaseSlice row);
HBasePut *hbase_put_copy_to (HBasePut *put, HBaseSlice row);
HBaseDelete *hbase_delete_copy_to (HBaseDelete *delete_, HBaseSlice row);
HBaseIncrement *hbase_increment_copy_to (HBaseIncrement *increment, HBaseSlice row);
HBaseAppend *hbase_append_copy_to (HBaseAppend *append, HBaseSlice row);
/* Whether it has a cell of that column; its value. */
gboolean hbase_put_find_column (HBasePut *put, HBaseSlice family, HBaseSlice qualifier, HBaseSlice *value);
/* Each once: char *. */
GPtrArray *hbase_put_list_families (HBasePut *put);
/* Whether the put or any of its cells names a time stamp. */
gboolean hbase_put_has_timestamps (HBasePut *put);
HBaseDurability hbase_put_get_durability (HBasePut *put);

/* A put whose cells go to another row than its own, with one cell more (a prepender's guard). */
void hbase_put_write_at (HBasePut *put,
                         HBaseSlice row,
                         HBaseSlice family,
                         HBaseSlice qualifier,
                         HBaseSlice value,
                         HBaseWireWriter *writer);

/* A scan as the caller said it. Operations write it with bounds of their own (resumption, pages, lanes).
 * Start is the lower end, of a reversed scan the higher one. */
typedef struct {
  HBaseSlice start;    /* data NULL: none */
  HBaseSlice stop;     /* data NULL: none */
  gboolean skip_start; /* the row equal to start isn't in the scan */
  gboolean with_stop;  /* the row equal to stop is */
  guint limit;         /* rows; 0: none */
  guint caching;       /* rows; 0: not sent */
} HBaseScanBounds;

/* Start and stop with the prefix worked in, the right way round for a reversed scan; slices into the scan,
 * good until it is asked again. FALSE: no row can be in it. A reversed scan with a prefix begins at the least
 * row behind all that have the prefix: no greatest one of these can be named. */
gboolean hbase_scan_get_bounds (HBaseScan *scan, HBaseScanBounds *bounds);
/* hbase_scan_fan_out() of a scan that has room. The first `*head_length` bytes of the row keys of each tell it
 * from the others; `*in_order`: what follows them is in the order of the unsalted keys. In hbase-salting.c. */
GPtrArray *hbase_scan_fan_out_lanes (
    HBaseScan *scan, HBaseKeySchema *schema, gsize *head_length, gboolean *in_order, GError **error);
gboolean hbase_scan_bounds_have_room (const HBaseScanBounds *bounds, gboolean reversed);
/* The same in the words of TScan, whose start is always in and whose stop never is; `*kept` keeps the bytes.
 * A start that isn't in is left to whoever takes the rows where no next key can be named (reversed), as are
 * rows between the stop and what is sent for it. FALSE: no row can be in it. */
gboolean hbase_scan_bounds_to_wire (const HBaseScanBounds *bounds,
                                    gboolean reversed,
                                    HBaseScanBounds *sent,
                                    GBytes *kept[2]);
gboolean hbase_scan_bounds_contain (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key);
/* The scan as servers shall be asked: a copy with the limit and the filter that follow from the caller's words.
 * `*remembers` becomes TRUE where the filter does, so that the scan can't be gone on with. NULL:
 * INVALID_ARGUMENT. */
HBaseScan *hbase_scan_resolve (HBaseScan *scan, gboolean *remembers, GError **error);
/* Whether a framed gateway would get it wrong. */
gboolean hbase_scan_is_unframed (HBaseScan *scan);
/* How many lanes read it, 0 or 1 for one; and whether their rows come as they come. */
guint hbase_scan_get_parallelism (HBaseScan *scan, gboolean *unordered);
/* Without columns, filters, and pieces: what such a row takes is what the table's rows take. */
gboolean hbase_scan_reads_whole_rows (HBaseScan *scan);
/* The families it asks for (GPtrArray of char *, each once); NULL: all. */
GPtrArray *hbase_scan_list_families (HBaseScan *scan);
gboolean hbase_scan_is_reversed (HBaseScan *scan);
guint hbase_scan_get_batch_size (HBaseScan *scan);
HBaseSlice hbase_scan_get_prefix (HBaseScan *scan);
void hbase_scan_write (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseWireWriter *writer);
/* Pages of a row's columns, in hbase-get-columns.c. Whether it can be read so; else INVALID_ARGUMENT. */
gboolean hbase_get_check_columns (HBaseGet *get, GError **error);
/* Gets of the columns behind one (a family of data NULL: all), with at most `limit` columns of each family; what
 * they find follows each other. (element-type HBaseGet) */
GPtrArray *hbase_get_list_columns_after (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit);
/* Whether it asks for columns of that family. */
gboolean hbase_get_has_family (HBaseGet *get, HBaseSlice family);
/* As of a scan. */
void hbase_get_fingerprint (HBaseGet *get, GChecksum *checksum);
/* One row of the first `n_cells` cells of these rows, which are parts of one. In hbase-row-copy.c. */
HBaseRow *hbase_row_join (HBaseRow *const *rows, guint n_cells);

/* The same rows in the other direction. */
HBaseScan *hbase_scan_reverse (HBaseScan *scan);
/* Of its rows those from `first` to `last`, both included. */
HBaseScan *hbase_scan_narrow (HBaseScan *scan, HBaseSlice first, HBaseSlice last);
/* All that makes one query differ from another (bounds, prefix, columns, filter, versions, ranges,
 * direction), in a form that never changes between versions: page tokens are bound to it. */
void hbase_scan_fingerprint (HBaseScan *scan, GChecksum *checksum);
/* With its length, so that no two different queries are the same run of bytes. */
void hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice);

/* ---- of whom first or last rows are wanted: hbase-scan-ends.c ---- */

/* Of the same rows (of all where it is NULL), in table order or against it: whole ones, so many at most. */
HBaseScan *hbase_scan_copy_reversed (HBaseScan *scan, gboolean reversed, guint limit);
/* Of one row of these: that with the key, or else the next one before it. */
HBaseScan *hbase_scan_copy_down_from (HBaseScan *scan, HBaseSlice key);
/* The same rows with as little of each as the server can be told to send, when the scan is resolved: for who
 * wants their keys only. */
HBaseScan *hbase_scan_copy_key_only (HBaseScan *scan);
/* NULL: there is none. */
GBytes *hbase_scan_ref_prefix (HBaseScan *scan);

/* A row of a reply. `key` is what was asked for, used where the reply names no key (data NULL: nothing). */
HBaseRow *hbase_row_new (HBaseBlock *block, guint row, HBaseSlice key, HBaseKeySchema *schema);
/* One that was found in none of its places: `key` is the unsalted one that was asked for; the block's row is
 * an empty one. */
HBaseRow *hbase_row_new_missing (HBaseBlock *block, guint index, HBaseSlice key, HBaseKeySchema *schema);
/* Its key. */
HBaseSlice hbase_row_key_slice (HBaseRow *row);
/* Its `index`-th cell, in its block. */
void hbase_row_view_cell (HBaseRow *row, guint index, HBaseCellView *view);

/* Descriptors and the plain structs that the stub bridge takes and gives. */
HBaseWireTable *hbase_table_descriptor_to_wire (HBaseTableDescriptor *descriptor);
HBaseTableDescriptor *hbase_table_descriptor_from_wire (const HBaseWireTable *table);
gboolean hbase_table_descriptor_check (HBaseTableDescriptor *descriptor, GError **error);

/* What getAllRegionLocations and getRegionLocation answered. Of several: by their start keys; neither copies for
 * reading nor what was split. (element-type HBaseRegion) */
GPtrArray *hbase_regions_read (const HBaseBlock *block);
HBaseRegion *hbase_region_read (const HBaseBlock *block);

/* Whether a table can be split so, and the keys in order; NULL: INVALID_ARGUMENT. (element-type GBytes) */
GPtrArray *hbase_splits_sort (GPtrArray *splits, const char *table, GError **error);
/* Whether a table may be called so: a gateway's answer wouldn't say what is wrong. */
gboolean hbase_table_name_check (const char *name, GError **error);
