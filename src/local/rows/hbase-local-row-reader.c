/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The cells of a row that a query selects, found in one walk over the stored cells: a port of HBase's
 * delete tracker, column tracker and store scanner.
 *
 * 1. A family's markers have the empty qualifier, so they come before all cells that they mask; a
 *    column's markers come before the cells of the same or an older timestamp. So all markers that mask a
 *    cell precede it.
 * 2. DeleteFamily and DeleteColumn mask all puts of their timestamp and older; DeleteFamilyVersion and
 *    Delete those of exactly their timestamp. The time at which the put was written doesn't matter. In a
 *    family that keeps deleted cells only markers in the query's time range mask.
 * 3. Only cells that aren't masked and lie in the query's time range count as versions.
 * 4. A version that exceeds the limit, or an expired version, ends its column; expired versions within
 *    MIN_VERSIONS stay; a raw query returns all expired versions.
 *    A cell or marker whose own time to live is over is skipped as if it weren't stored.
 * 5. A filter sees each version that the family keeps; the cells that it includes count against the
 *    versions that the query selects. It sees the row key before the first cell of a family that is read.
 * 6. A raw query masks nothing and includes markers; they don't count as versions, but a filter counts
 *    them.
 * 7. If a row is returned in partial results, HBase sets the flag `partial` on a full last result if its
 *    scanner is at another stored cell of the row, even a deleted, expired or filtered cell: `has_tail`. The
 *    scanner has advanced by one cell; or, if its column tracker or the filter says so, to the next column or
 *    past the family.
 * 8. If the filter doesn't need some families for its decision, they are read last, in a second walk, and
 *    only of rows that pass the filter. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-delete-tracker-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-wire-tables.h"

#define KEY_CAPACITY 64 /* more than usual keys have */
/* The memory of longer keys isn't kept. */
#define KEPT_KEY_MAX 4096
/* The number of cells that are skipped one by one before the next selected cell is sought. */
#define SKIPS_BEFORE_SEEK 32

/* How far HBase's scanner has advanced after the last included cell. */
typedef enum {
  PASSED_ALL, /* its position is known; or no cell was included */
  PASSED_CELL,
  PASSED_COLUMN,
  PASSED_FAMILY,
} Passed;

typedef struct {
  HBaseLocalCursor *cursor;
  const HBaseLocalCall *call;
  const HBaseLocalQuery *query;
  HBaseLocalFilterScan *filtering; /* NULL: no filter */
  HBaseLocalRow *row;
  gboolean is_second_walk;        /* reads only families that the filter doesn't need */
  gboolean has_deferred_families; /* for the second walk */
  gboolean is_key_filtered;       /* the filter has seen the row key */
  gboolean is_row_rejected;       /* by the filter, because of its key */
  gboolean is_done;               /* no more cells are examined */
  gsize longest;                  /* the greatest length of a key */
  GByteArray *column;             /* the current column's key, without timestamp and type */
  gsize row_end, family_end;      /* in `column` */
  HBaseLocalDeleteTracker deletes;
  /* of the current family */
  const HBaseLocalFamily *family;
  guint family_index;
  gboolean is_family_selected;
  HBaseLocalRange range;
  gint32 max_versions;               /* that the family keeps, or the query if there is no filter */
  gint32 wanted_versions;            /* of the cells that a filter includes */
  gboolean keeps_deleted_cells;      /* for reads of a time range */
  gint64 oldest;                     /* cells with older timestamps have expired */
  gboolean is_restricted_to_columns; /* by the query */
  gint64 n_in_family;                /* for the store's limit and offset */
  HBaseSlice hint;                   /* the first column that the filter needs; data NULL: none given */
  /* of the current column */
  GByteArray *qualifier, *next_qualifier;
  gboolean is_column_selected;
  gboolean is_column_done; /* not selected, or no more versions */
  gint32 versions;
  gboolean had_expired; /* the last version */
  gint32 included;      /* versions that the filter included */
  Passed passed;
  gboolean was_family_readable; /* when the walk entered it */
  gboolean ends_column;         /* the filter included the cell and needs no more of the column */
  guint n_skipped;              /* cells since the last selected cell */
} Walk;

/* No more of the family is read in this row. */
static void
finish_family (Walk *walk)
{
  walk->is_family_selected = walk->is_column_selected = FALSE;
  walk->is_column_done = TRUE;
}

/* For a row that the filter rejects, HBase skips the cells if the scan is reversed; otherwise it still
 * shows them to the filter. */
static void
filter_row_key (Walk *walk)
{
  HBaseLocalFilterScan *filtering = walk->filtering;

  filtering->limits.row = walk->row;
  walk->is_key_filtered = TRUE;
  walk->is_row_rejected = hbase_local_filter_row_key (filtering->filter, hbase_local_row_get_key (walk->row));
  filtering->ended = walk->is_row_rejected && hbase_local_filter_all_remaining (filtering->filter);
  walk->is_done = walk->is_row_rejected && (filtering->ended || filtering->reversed);
}

/* Returns whether the filter lets the family be read in this walk. */
static gboolean
is_family_open (Walk *walk)
{
  gboolean essential = hbase_local_filter_is_essential (walk->filtering->filter, walk->family->name);

  walk->has_deferred_families |= !essential;
  return essential != walk->is_second_walk
         && !hbase_local_filter_scan_is_family_closed (walk->filtering, walk->family_index);
}

static void
set_family_limits (Walk *walk)
{
  const gint64 *settings = walk->family->settings;
  gint32 max_versions = (gint32) settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS];

  if (walk->query->raw)
    max_versions = G_MAXINT32;
  walk->is_restricted_to_columns
      = hbase_local_query_is_restricted_to_columns (walk->query, walk->family->name);
  walk->range = hbase_local_query_range (walk->query, walk->family->name);
  walk->keeps_deleted_cells
      = settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_KEEP_DELETED_CELLS] != HBASE_T_KEEP_DELETED_CELLS_FALSE;
  walk->wanted_versions = MIN (max_versions, walk->query->max_versions);
  /* If zero versions are requested HBase returns one version of named columns, unless there is a filter. */
  if (walk->wanted_versions <= 0 && walk->filtering == NULL && walk->is_restricted_to_columns)
    walk->wanted_versions = 1;
  walk->max_versions = walk->filtering != NULL ? max_versions : walk->wanted_versions;
  walk->oldest = walk->query->raw ? 0 : hbase_local_family_oldest (walk->family, walk->call->now);
}

static void
enter_family (Walk *walk, HBaseSlice part)
{
  walk->family = hbase_local_table_find_family_by_component (walk->call->table, part);
  if (walk->family != NULL)
    walk->family_index = hbase_local_table_family_index (walk->call->table, walk->family);
  hbase_local_delete_tracker_enter_family (&walk->deletes);
  walk->n_in_family = 0;
  walk->hint = (HBaseSlice){ NULL, 0 };
  walk->was_family_readable = FALSE;
  walk->is_family_selected = walk->family != NULL
                             && hbase_local_query_selects_family (walk->query, walk->family->name)
                             && (walk->filtering == NULL || is_family_open (walk));
  if (!walk->is_family_selected)
    return;
  walk->was_family_readable = TRUE;
  set_family_limits (walk);
  if (walk->filtering == NULL)
    return;
  if (!walk->is_key_filtered)
    filter_row_key (walk);
  if (hbase_local_filter_scan_close_family_if_done (walk->filtering, walk->family_index))
    walk->is_family_selected = walk->was_family_readable = FALSE;
}

static gboolean
is_below_hint (const Walk *walk)
{
  return walk->hint.data != NULL
         && hbase_slice_compare (hbase_local_key_slice (walk->qualifier), walk->hint) < 0;
}

/* Called when another column begins; `qualifier` of the walk is still that of the previous column. */
static void
update_passed (Walk *walk, gboolean same_family, HBaseSlice qualifier)
{
  if (walk->passed == PASSED_ALL)
    return;
  if (!same_family
      || (walk->passed == PASSED_COLUMN
          && hbase_local_query_selects_between (walk->query, walk->family->name,
                                                hbase_local_key_slice (walk->qualifier), qualifier)))
    walk->passed = PASSED_CELL;
}

/* After the empty qualifier HBase's scanner looks for the family's markers first. */
static void
record_taken_cell (Walk *walk)
{
  HBaseSlice family = walk->family->name, qualifier = hbase_local_key_slice (walk->qualifier), next;
  gboolean enough
      = walk->ends_column || (walk->is_restricted_to_columns && walk->versions >= walk->max_versions);
  gboolean is_last = enough && walk->is_restricted_to_columns
                     && !hbase_local_query_find_next_qualifier (walk->query, family, qualifier, &next);

  walk->row->has_tail = FALSE;
  walk->passed = !enough                ? PASSED_CELL
                 : is_last              ? PASSED_FAMILY
                 : qualifier.length > 0 ? PASSED_COLUMN
                                        : PASSED_CELL;
}

/* Returns whether the cursor's key has a prefix that the key of the cell before it has, unless there is no
 * such cell. */
static gboolean
has_still (const HBaseLocalCursor *cursor, HBaseSlice prefix)
{
  return cursor->n_shared >= prefix.length || hbase_local_key_begins_with (cursor->key, prefix);
}

static void
enter_column (Walk *walk, HBaseSlice key)
{
  HBaseSlice column = hbase_slice (key.data, key.length - HBASE_LOCAL_KEY_TAIL);
  gboolean same_family = walk->column->len > 0 && walk->family_end == walk->cursor->family_end
                         && has_still (walk->cursor, hbase_slice (walk->column->data, walk->family_end));
  GByteArray *before;

  walk->longest = MAX (walk->longest, key.length);
  walk->row_end = walk->cursor->row_end;
  walk->family_end = walk->cursor->family_end;
  if (!same_family)
    enter_family (walk, hbase_slice (key.data + walk->row_end, walk->family_end - walk->row_end));
  hbase_local_key_set (walk->column, column);
  hbase_local_key_decode_component (key, walk->family_end, column.length, walk->next_qualifier);
  update_passed (walk, same_family, hbase_local_key_slice (walk->next_qualifier));
  before = walk->qualifier;
  walk->qualifier = walk->next_qualifier;
  walk->next_qualifier = before;
  walk->is_column_selected = walk->is_family_selected && !is_below_hint (walk)
                             && hbase_local_query_selects (walk->query, walk->family->name,
                                                           hbase_local_key_slice (walk->qualifier));
  walk->is_column_done = !walk->is_column_selected;
  hbase_local_delete_tracker_enter_column (&walk->deletes);
  walk->versions = walk->included = 0;
  walk->had_expired = FALSE;
}

/* Returns whether the version, which has expired, exceeds MIN_VERSIONS. If the query names columns HBase
 * tests that after it has included a version, so an expired version may follow the others. */
static gboolean
is_excess (const Walk *walk)
{
  gint64 min_versions = walk->family->settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MIN_VERSIONS];

  if (walk->is_restricted_to_columns && min_versions > 0)
    return walk->had_expired && walk->versions > min_versions;
  return walk->versions > min_versions;
}

/* Counts a version that isn't masked. Returns whether the family keeps it. */
static gboolean
count_version (Walk *walk, gint64 timestamp, guint8 type)
{
  gboolean expired = timestamp < walk->oldest;

  walk->versions += type == HBASE_LOCAL_PUT;
  walk->is_column_done = walk->versions > walk->max_versions || (expired && is_excess (walk));
  walk->had_expired = expired;
  return !walk->is_column_done;
}

/* Ends the column for the filter. After the empty qualifier HBase expects the family's markers, so it
 * doesn't leave that column: the filter sees all of its versions, unless the query names columns. */
static void
end_column (Walk *walk)
{
  walk->is_column_done |= walk->qualifier->len > 0 || walk->is_restricted_to_columns;
}

/* In reversed scans HBase doesn't seek, but advances cell by cell. */
static void
apply_filter_decision (Walk *walk, HBaseLocalFilterDecision decision)
{
  switch (decision)
    {
    case HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN:
    case HBASE_LOCAL_NEXT_COLUMN:
      end_column (walk);
      break;
    case HBASE_LOCAL_NEXT_FAMILY:
      finish_family (walk);
      break;
    case HBASE_LOCAL_SEEK:
      if (walk->filtering->reversed || !hbase_local_filter_hint (walk->filtering->filter, &walk->hint)
          || !is_below_hint (walk))
        break;
      walk->is_column_selected = FALSE;
      walk->is_column_done = TRUE;
      break;
    case HBASE_LOCAL_INCLUDE:
    case HBASE_LOCAL_SKIP:
    default:
      break;
    }
}

static gboolean
filter_includes (Walk *walk, HBaseCellView *cell)
{
  HBaseLocalFilterDecision decision;
  gboolean included;

  if (walk->filtering == NULL)
    return TRUE;
  decision = hbase_local_filter_cell (walk->filtering->filter, cell);
  walk->ends_column = decision == HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
  included = hbase_local_filter_decision_includes (decision) && ++walk->included <= walk->wanted_versions;
  if (included)
    hbase_local_filter_transform (walk->filtering->filter, cell);
  if (walk->included > walk->wanted_versions)
    end_column (walk);
  apply_filter_decision (walk, decision);
  if (hbase_local_filter_scan_close_family_if_done (walk->filtering, walk->family_index))
    finish_family (walk);
  return included;
}

/* The store's limit and offset count the cells of a family over all columns. HBase tests the limit only
 * after it has included a cell, so that 0 is the same as 1. */
static gboolean
deliver_cell (Walk *walk, const HBaseCellView *cell, GError **error)
{
  const HBaseLocalQuery *query = walk->query;

  if (++walk->n_in_family <= query->store_offset)
    return TRUE;
  if (query->store_limit >= 0 && walk->n_in_family >= query->store_limit + query->store_offset)
    finish_family (walk);
  walk->n_skipped = 0;
  record_taken_cell (walk);
  return walk->is_row_rejected || hbase_local_row_add (walk->row, cell, error);
}

/* In a family that keeps deleted cells a read of the past doesn't see later deletes. */
static gboolean
is_marker_effective (const Walk *walk, gint64 timestamp)
{
  return !walk->keeps_deleted_cells || (timestamp >= walk->range.min && timestamp < walk->range.max);
}

static gboolean
process_cell (Walk *walk, GError **error)
{
  HBaseSlice key = walk->cursor->key, value, time_to_live;
  gint64 timestamp = hbase_local_key_timestamp (key);
  guint8 type = hbase_local_key_type (key);
  HBaseCellView cell;

  walk->n_skipped++;
  if (!hbase_local_cursor_get_value (walk->cursor, &value, &time_to_live, error))
    return FALSE;
  if (hbase_local_cell_has_expired (timestamp, time_to_live, walk->call->now))
    return TRUE;
  if (type != HBASE_LOCAL_PUT && !walk->query->raw)
    {
      /* When it seeks to a hint HBase skips the family's markers, too, and then returns the cells that
       * they mask. */
      if (!is_below_hint (walk) && is_marker_effective (walk, timestamp))
        hbase_local_delete_tracker_add (&walk->deletes, type, timestamp);
      return TRUE;
    }
  if (walk->is_column_done || timestamp < walk->range.min || timestamp >= walk->range.max
      || hbase_local_delete_tracker_masks (&walk->deletes, timestamp)
      || !count_version (walk, timestamp, type))
    return TRUE;
  cell = (HBaseCellView){ .family = walk->family->name,
                          .qualifier = hbase_local_key_slice (walk->qualifier),
                          .value = value,
                          .tags = time_to_live,
                          .timestamp = timestamp,
                          .type = type };
  return !filter_includes (walk, &cell) || deliver_cell (walk, &cell, error);
}

/* Seeks past cells that aren't selected; their number may be large: the remaining versions of a
 * column, the columns up to the next selected column, or a family. */
static gboolean
seek_past (Walk *walk, GError **error)
{
  g_autoptr (GByteArray) target = g_byte_array_new ();
  HBaseSlice qualifier = hbase_local_key_slice (walk->qualifier), next;

  g_byte_array_append (target, walk->column->data,
                       walk->is_column_selected ? walk->column->len : (guint) walk->family_end);
  if (!walk->is_column_selected && walk->is_family_selected && is_below_hint (walk))
    hbase_local_key_append_component (target, walk->hint);
  else if (!walk->is_column_selected && walk->is_family_selected
           && hbase_local_query_find_next_qualifier (walk->query, walk->family->name, qualifier, &next))
    hbase_local_key_append_component (target, next);
  else
    hbase_local_key_skip_prefix (target);
  walk->n_skipped = 0;
  return hbase_local_cursor_advance (walk->cursor, hbase_local_key_slice (target), error);
}

/* The first column of a family, which holds its markers, is read to its end. */
static gboolean
should_seek (const Walk *walk)
{
  return walk->is_column_done && walk->n_skipped >= SKIPS_BEFORE_SEEK
         && (walk->qualifier->len > 0 || !walk->is_family_selected);
}

static gboolean
has_filter_given_up (const Walk *walk)
{
  return walk->filtering != NULL && walk->filtering->limits.gave_up;
}

static gboolean
set_filter_error (const Walk *walk, GError **error)
{
  const HBaseLocalBudget *budget = walk->filtering->limits.budget;

  if (budget->state != HBASE_LOCAL_BUDGET_LEFT)
    return hbase_local_budget_set_error (budget, error);
  return hbase_local_error_set (
      error, HBASE_LOCAL_ERROR_IO,
      "a filter's regular expression takes too long: it tries too many ways to match");
}

static gboolean
walk_row (Walk *walk, HBaseSlice prefix, GError **error)
{
  gboolean ok = TRUE;

  while (ok && walk->cursor->key.data != NULL && has_still (walk->cursor, prefix))
    {
      HBaseSlice key = walk->cursor->key;

      if (key.length != walk->column->len + HBASE_LOCAL_KEY_TAIL
          || memcmp (key.data, walk->column->data, walk->column->len) != 0)
        enter_column (walk, key);
      if (walk->passed == PASSED_CELL && walk->was_family_readable)
        {
          walk->row->has_tail = TRUE;
          walk->passed = PASSED_ALL;
        }
      ok = walk->is_done || process_cell (walk, error);
      if (!ok || walk->is_done || has_filter_given_up (walk))
        break;
      ok = should_seek (walk) ? seek_past (walk, error) : hbase_local_cursor_next (walk->cursor, error);
    }
  return ok && (!has_filter_given_up (walk) || set_filter_error (walk, error));
}

/* Reads the families that the first walk left out, of a row that passes the filter. */
static gboolean
walk_deferred_families (Walk *walk, HBaseSlice prefix, GError **error)
{
  walk->is_second_walk = TRUE;
  walk->column->len = 0;
  if (!hbase_local_cursor_seek (walk->cursor, prefix, error) || !walk_row (walk, prefix, error))
    return FALSE;
  hbase_local_row_sort (walk->row);
  return TRUE;
}

static gboolean
walk_filtered (Walk *walk, HBaseSlice prefix, GError **error)
{
  if (!walk_row (walk, prefix, error))
    return FALSE;
  if (walk->is_done && walk->filtering->ended)
    return TRUE;
  if (walk->is_row_rejected || hbase_local_filter_scan_rejects_row (walk->filtering, walk->row))
    hbase_local_row_clear_cells (walk->row);
  else if (walk->has_deferred_families && !walk_deferred_families (walk, prefix, error))
    return FALSE;
  if (walk->is_key_filtered)
    hbase_local_filter_scan_end_row (walk->filtering);
  return TRUE;
}

/* ---- the reader of a connection ---- */

static HBaseLocalRowReader *
reader_new (void)
{
  HBaseLocalRowReader *reader = g_new0 (HBaseLocalRowReader, 1);

  hbase_local_cursor_allocate (&reader->cursor);
  reader->prefix = g_byte_array_sized_new (KEY_CAPACITY);
  reader->column = g_byte_array_sized_new (KEY_CAPACITY);
  /* Never NULL inside: a slice without data isn't an empty qualifier. */
  reader->qualifier = g_byte_array_sized_new (KEY_CAPACITY);
  reader->next_qualifier = g_byte_array_sized_new (KEY_CAPACITY);
  reader->family_versions = g_array_new (FALSE, FALSE, sizeof (gint64));
  return reader;
}

static void
reader_free (gpointer data)
{
  HBaseLocalRowReader *reader = data;

  hbase_local_cursor_clear (&reader->cursor);
  g_byte_array_unref (reader->prefix);
  g_byte_array_unref (reader->column);
  g_byte_array_unref (reader->qualifier);
  g_byte_array_unref (reader->next_qualifier);
  g_array_unref (reader->family_versions);
  g_free (reader);
}

HBaseLocalRowReader *
hbase_local_row_reader_begin (const HBaseLocalCall *call, gboolean keys_only)
{
  HBaseLocalDb *db = call->db;
  HBaseLocalRowReader *reader = db->row_reader;

  if (reader == NULL)
    {
      db->row_reader = reader = reader_new ();
      db->free_row_reader = reader_free;
    }
  g_assert (reader->call == NULL);
  reader->call = call;
  hbase_local_cursor_begin (&reader->cursor, db, call->table, keys_only);
  return reader;
}

void
hbase_local_row_reader_end (HBaseLocalRowReader *reader)
{
  hbase_local_cursor_reset (&reader->cursor);
  reader->call = NULL;
  if (reader->longest > KEPT_KEY_MAX)
    g_clear_pointer (&reader->cursor.db->row_reader, reader_free);
}

/* ---- rows ---- */

/* Sets the row's key and prefix from the cursor's position. */
static void
begin_row (HBaseLocalRowReader *reader, HBaseLocalRow *row)
{
  const HBaseLocalCursor *cursor = &reader->cursor;

  hbase_local_key_set (reader->prefix, hbase_local_cursor_row (cursor));
  reader->column->len = 0;
  hbase_local_key_decode_component (cursor->key, 0, cursor->row_end, reader->qualifier);
  hbase_local_row_begin (row, hbase_local_key_slice (reader->qualifier));
}

gboolean
hbase_local_read_row (HBaseLocalRowReader *reader,
                      const HBaseLocalQuery *query,
                      HBaseLocalFilterScan *filtering,
                      HBaseLocalRow *row,
                      GError **error)
{
  const HBaseLocalCall *call = reader->call;
  HBaseSlice prefix;
  Walk walk = { .cursor = &reader->cursor,
                .call = call,
                .query = query,
                .filtering = filtering,
                .row = row,
                .column = reader->column,
                .qualifier = reader->qualifier,
                .next_qualifier = reader->next_qualifier,
                .deletes = { .family_versions = reader->family_versions } };
  gboolean ok;

  begin_row (reader, row);
  prefix = hbase_local_key_slice (reader->prefix);
  if (!hbase_local_budget_spend_row (call->budget))
    return hbase_local_budget_set_error (call->budget, error);
  if (filtering != NULL)
    filtering->limits.budget = call->budget;
  ok = filtering != NULL ? walk_filtered (&walk, prefix, error) : walk_row (&walk, prefix, error);
  reader->longest = MAX (reader->longest, walk.longest);
  return ok || hbase_local_error_add_row (call->table, hbase_local_row_get_key (row), "in or after", error);
}

gboolean
hbase_local_error_add_row (const HBaseLocalTable *table, HBaseSlice row, const char *where, GError **error)
{
  g_autofree char *key = hbase_bytes_to_escaped (hbase_slice_bytes (row), row.length);
  GError *cause = error != NULL ? *error : NULL;
  char *message;

  if (cause == NULL || !g_error_matches (cause, HBASE_ERROR, HBASE_ERROR_STORAGE))
    return FALSE;
  message = g_strdup_printf ("%s (%s row “%s” of table “%s”)", cause->message, where, key, table->name);
  g_free (cause->message);
  cause->message = message;
  return FALSE;
}

static gboolean
is_in_row (const HBaseLocalCursor *cursor, HBaseSlice prefix)
{
  return cursor->key.data != NULL && hbase_local_key_begins_with (cursor->key, prefix);
}

/* Seeks the row and reads it. */
static gboolean
find_and_read_row (HBaseLocalRowReader *reader,
                   HBaseSlice key,
                   const HBaseLocalQuery *query,
                   HBaseLocalFilterScan *filtering,
                   HBaseLocalRow *row,
                   GError **error)
{
  HBaseSlice prefix;

  hbase_local_row_begin (row, key);
  reader->prefix->len = 0;
  hbase_local_key_append_component (reader->prefix, key);
  prefix = hbase_local_key_slice (reader->prefix);
  if (!hbase_local_cursor_seek (&reader->cursor, prefix, error))
    return hbase_local_error_add_row (reader->call->table, key, "at", error);
  return !is_in_row (&reader->cursor, prefix) || hbase_local_read_row (reader, query, filtering, row, error);
}

gboolean
hbase_local_get_row (const HBaseLocalCall *call,
                     HBaseSlice key,
                     const HBaseLocalQuery *query,
                     HBaseLocalRow *row,
                     GError **error)
{
  g_auto (HBaseLocalFilterScan) filtering = { 0 };
  HBaseLocalRowReader *reader;
  gboolean ok;

  if (query->filter != NULL && !hbase_local_filter_scan_init (&filtering, query->filter, FALSE, error))
    return FALSE;
  reader = hbase_local_row_reader_begin (call, query->keys_only);
  ok = find_and_read_row (reader, key, query, query->filter != NULL ? &filtering : NULL, row, error);
  hbase_local_row_reader_end (reader);
  return ok;
}
