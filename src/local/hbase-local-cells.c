/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-cells-private.h"
#include "hbase-wire-tables.h"

/* Which of a row's stored cells are to be seen, in one walk, as HBase's delete tracker and column tracker
 * have it.
 *
 * 1. A family's markers have the empty qualifier, so they come before all cells that they mask; a column's
 *    markers come before the cells of the same or an older stamp. So what masks a cell is known when the cell
 *    comes.
 * 2. DeleteFamily and DeleteColumn mask all puts of their stamp and older; DeleteFamilyVersion and Delete
 *    those of exactly their stamp. When the put was written doesn't matter.
 * 3. Only cells that aren't masked and lie in the query's range count as versions.
 * 4. A version too many, or an expired one, ends its column; expired ones within MIN_VERSIONS stay.
 */

/* So many cells are stepped over before what is wanted next is sought. */
#define STEPS_BEFORE_SEEK 32
#define NONE (-1)

typedef struct {
  HBaseLocalCursor *cursor;
  const HBaseLocalTable *table;
  const HBaseLocalQuery *query;
  HBaseLocalRow *row;
  gint64 now;
  GByteArray *column;       /* the key up to the end of the qualifier, of the column that it is in */
  gsize row_end, family_end; /* in that key */
  /* of the family */
  const HBaseLocalFamily *family;
  gboolean family_wanted;
  HBaseLocalRange range;
  gint32 max_versions;
  gint64 oldest;            /* older ones have expired */
  gint64 family_stamp;      /* DeleteFamily */
  GArray *family_versions;  /* DeleteFamilyVersion */
  gint64 in_family;         /* cells that came by, for the store's limit and offset */
  /* of the column */
  GByteArray *qualifier;
  gboolean wanted;
  gboolean done;            /* not wanted, or no version more */
  gint64 column_stamp;      /* DeleteColumn */
  gint64 version_stamp;     /* Delete: the latest one */
  gint32 versions;
  guint stepped;            /* cells since the last one that was to be seen */
} Walk;

static void
enter_family (Walk *walk, HBaseSlice part)
{
  const gint64 *settings;

  walk->family = NULL;
  for (guint i = 0; walk->family == NULL && i < hbase_local_table_n_families (walk->table); i++)
    if (hbase_slice_equal (hbase_local_table_family (walk->table, i)->part, part))
      walk->family = hbase_local_table_family (walk->table, i);
  walk->family_wanted = walk->family != NULL
                        && hbase_local_query_wants_family (walk->query, walk->family->name);
  walk->family_stamp = NONE;
  g_array_set_size (walk->family_versions, 0);
  walk->in_family = 0;
  if (!walk->family_wanted)
    return;
  settings = walk->family->settings;
  walk->range = hbase_local_query_range (walk->query, walk->family->name);
  walk->max_versions = (gint32) MIN (settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MAX_VERSIONS],
                                     walk->query->max_versions);
  walk->oldest = settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE] == G_MAXINT32
                   ? 0
                   : walk->now - settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE] * 1000;
}

static void
enter_column (Walk *walk, HBaseSlice key)
{
  HBaseSlice column = hbase_slice (key.data, key.length - HBASE_LOCAL_KEY_TAIL);
  gboolean same_family = walk->column->len > 0 && walk->family_end == walk->cursor->family_end
                         && memcmp (walk->column->data, key.data, walk->family_end) == 0;

  walk->row_end = walk->cursor->row_end;
  walk->family_end = walk->cursor->family_end;
  if (!same_family)
    enter_family (walk, hbase_slice (key.data + walk->row_end, walk->family_end - walk->row_end));
  g_byte_array_set_size (walk->column, 0);
  g_byte_array_append (walk->column, column.data, (guint) column.length);
  g_byte_array_set_size (walk->qualifier, 0);
  hbase_local_key_read_part (key, walk->family_end, column.length, walk->qualifier);
  walk->wanted = walk->family_wanted
                 && hbase_local_query_wants (walk->query, walk->family->name,
                                             hbase_local_key_slice (walk->qualifier));
  walk->done = !walk->wanted;
  walk->column_stamp = walk->version_stamp = NONE;
  walk->versions = 0;
}

static void
note_marker (Walk *walk, guint8 type, gint64 stamp)
{
  switch ((int) type)
    {
    case HBASE_LOCAL_DELETE_FAMILY:
      walk->family_stamp = MAX (walk->family_stamp, stamp);
      break;
    case HBASE_LOCAL_DELETE_FAMILY_VERSION:
      g_array_append_val (walk->family_versions, stamp);
      break;
    case HBASE_LOCAL_DELETE_COLUMN:
      walk->column_stamp = MAX (walk->column_stamp, stamp);
      break;
    case HBASE_LOCAL_DELETE:
    default:
      walk->version_stamp = stamp;
      break;
    }
}

static gboolean
is_masked (const Walk *walk, gint64 stamp)
{
  if (stamp <= walk->family_stamp || stamp <= walk->column_stamp || stamp == walk->version_stamp)
    return TRUE;
  for (guint i = 0; i < walk->family_versions->len; i++)
    if (g_array_index (walk->family_versions, gint64, i) == stamp)
      return TRUE;
  return FALSE;
}

/* HBase looks at the limit only after it has taken a family's first cell: 0 is as good as 1. */
static gboolean
is_beyond_limit (const Walk *walk)
{
  const HBaseLocalQuery *query = walk->query;

  return query->store_limit >= 0 && walk->in_family > 1
         && walk->in_family - query->store_offset > query->store_limit;
}

/* One more version that isn't masked: is it to be seen? */
static gboolean
count_version (Walk *walk, gint64 stamp)
{
  gboolean expired = stamp < walk->oldest;

  walk->versions++;
  if (walk->versions > walk->max_versions
      || (expired && walk->versions > walk->family->settings[HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MIN_VERSIONS]))
    {
      walk->done = TRUE;
      return FALSE;
    }
  walk->in_family++;
  return walk->in_family > walk->query->store_offset && !is_beyond_limit (walk);
}

static gboolean
take_cell (Walk *walk, GError **error)
{
  HBaseSlice key = walk->cursor->key;
  gint64 stamp = hbase_local_key_timestamp (key);
  guint8 type = hbase_local_key_type (key);

  if (type != HBASE_LOCAL_PUT)
    {
      note_marker (walk, type, stamp);
      return TRUE;
    }
  if (walk->done || stamp < walk->range.min || stamp >= walk->range.max || is_masked (walk, stamp)
      || !count_version (walk, stamp))
    {
      walk->stepped++;
      return TRUE;
    }
  walk->stepped = 0;
  return hbase_local_row_add (walk->row, walk->family->name, hbase_local_key_slice (walk->qualifier),
                              hbase_local_db_column (walk->cursor->statement, 1), stamp, type, error);
}

/* Past cells that aren't wanted, of which there may be any number: the rest of a column, the columns up to
 * the next one that is wanted, or a family. */
static gboolean
leave (Walk *walk, GError **error)
{
  g_autoptr (GByteArray) beyond = g_byte_array_new ();
  HBaseSlice qualifier = hbase_local_key_slice (walk->qualifier), next;

  g_byte_array_append (beyond, walk->column->data,
                       walk->wanted ? walk->column->len : (guint) walk->family_end);
  if (!walk->wanted && walk->family_wanted
      && hbase_local_query_next (walk->query, walk->family->name, qualifier, &next))
    hbase_local_key_append (beyond, next);
  else
    hbase_local_key_pass (beyond);
  walk->stepped = 0;
  return hbase_local_cursor_seek (walk->cursor, hbase_local_key_slice (beyond), error);
}

/* A family's markers stand in its first column, which is therefore gone through to its end. */
static gboolean
is_to_leave (const Walk *walk)
{
  return walk->done && walk->stepped >= STEPS_BEFORE_SEEK
         && (walk->qualifier->len > 0 || !walk->family_wanted);
}

static gboolean
walk_row (Walk *walk, HBaseSlice prefix, GError **error)
{
  gboolean ok = TRUE;

  while (ok && walk->cursor->key.data != NULL && hbase_local_key_begins_with (walk->cursor->key, prefix))
    {
      HBaseSlice key = walk->cursor->key;

      if (key.length != walk->column->len + HBASE_LOCAL_KEY_TAIL
          || memcmp (key.data, walk->column->data, walk->column->len) != 0)
        enter_column (walk, key);
      ok = take_cell (walk, error);
      if (!ok)
        break;
      ok = is_to_leave (walk) ? leave (walk, error) : hbase_local_cursor_next (walk->cursor, error);
    }
  return ok;
}

gboolean
hbase_local_cells_read_row (HBaseLocalCursor *cursor,
                            const HBaseLocalTable *table,
                            const HBaseLocalQuery *query,
                            gint64 now,
                            HBaseLocalRow *row,
                            GError **error)
{
  g_autoptr (GByteArray) prefix = g_byte_array_new ();
  g_autoptr (GByteArray) column = g_byte_array_new ();
  g_autoptr (GByteArray) qualifier = g_byte_array_new ();
  g_autoptr (GArray) family_versions = g_array_new (FALSE, FALSE, sizeof (gint64));
  Walk walk = { .cursor = cursor, .table = table, .query = query, .row = row, .now = now, .column = column,
                .qualifier = qualifier, .family_versions = family_versions };

  g_byte_array_append (prefix, cursor->key.data, (guint) cursor->row_end);
  hbase_local_key_read_part (cursor->key, 0, cursor->row_end, qualifier);
  hbase_local_row_begin (row, hbase_local_key_slice (qualifier));
  return walk_row (&walk, hbase_local_key_slice (prefix), error);
}

gboolean
hbase_local_cells_get (HBaseLocalDb *db,
                       const HBaseLocalTable *table,
                       HBaseSlice key,
                       const HBaseLocalQuery *query,
                       gint64 now,
                       HBaseLocalRow *row,
                       GError **error)
{
  g_auto (HBaseLocalCursor) cursor;
  g_autoptr (GByteArray) prefix = g_byte_array_new ();

  hbase_local_cursor_init (&cursor, db, table);
  hbase_local_row_begin (row, key);
  hbase_local_key_append (prefix, key);
  if (!hbase_local_cursor_seek (&cursor, hbase_local_key_slice (prefix), error))
    return FALSE;
  if (cursor.key.data == NULL || !hbase_local_key_begins_with (cursor.key, hbase_local_key_slice (prefix)))
    return TRUE;
  return hbase_local_cells_read_row (&cursor, table, query, now, row, error);
}
