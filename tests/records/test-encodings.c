/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-records-private.h"
#include "hbase-wire-stubs-private.h"
#include "hbt_hbase_types.h"

/* This file tests that records are encoded to the same bytes as by the generated code. */

#define CASES 2000

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTPut, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTGet, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTDelete, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTScan, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTIncrement, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HbtTAppend, g_object_unref)

static const HBaseWireProtocol protocols[] = { HBASE_WIRE_PROTOCOL_BINARY, HBASE_WIRE_PROTOCOL_COMPACT };

/* ---- random values ---- */

static GByteArray *
draw_bytes (GRand *rand, guint least, guint most)
{
  guint length = (guint) g_rand_int_range (rand, (gint32) least, (gint32) most + 1);
  GByteArray *bytes = g_byte_array_sized_new (length + 1);

  g_byte_array_set_size (bytes, length);
  for (guint i = 0; i < length; i++)
    bytes->data[i] = (guint8) g_rand_int (rand);
  return bytes;
}

/* Returns the name of a family as text, and sets `*bytes` to the same as bytes. */
static char *
draw_family (GRand *rand, GByteArray **bytes)
{
  char *family = g_strdup_printf ("f%u", g_rand_int (rand) >> g_rand_int_range (rand, 0, 32));

  *bytes = g_byte_array_new ();
  g_byte_array_append (*bytes, (const guint8 *) family, (guint) strlen (family));
  return family;
}

static gboolean
toss (GRand *rand)
{
  return g_rand_boolean (rand);
}

/* Returns a timestamp of at least 0, whose magnitude is random. */
static gint64
draw_timestamp (GRand *rand)
{
  return (gint64) (test_rand_uint64 (rand) >> g_rand_int_range (rand, 1, 64));
}

static guint
draw_number (GRand *rand)
{
  return (g_rand_int (rand) >> g_rand_int_range (rand, 1, 31)) + 1;
}

static void
assert_joined (GBytes *own, GArray *segments, gpointer stub, HBaseWireProtocol protocol)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) theirs = hbase_wire_stub_write (G_OBJECT (stub), protocol, &error);
  g_autoptr (GBytes) ours = hbase_wire_message_join (own, segments);

  ck_assert_no_error (error);
  ck_assert_uint_eq (g_bytes_get_size (ours), g_bytes_get_size (theirs));
  ck_assert_mem_eq (g_bytes_get_data (ours, NULL), g_bytes_get_data (theirs, NULL), g_bytes_get_size (ours));
}

static void
assert_same (HBaseWireWriter *writer, gpointer stub, HBaseWireProtocol protocol)
{
  g_autoptr (GBytes) written = hbase_wire_writer_end (writer);

  assert_joined (written, NULL, stub, protocol);
}

static void
begin (HBaseWireWriter *writer, HBaseWireProtocol protocol)
{
  hbase_wire_writer_init (writer, protocol, 64);
  hbase_wire_begin_struct (writer);
}

/* Sets an attribute, or the time to live, which is one. A stub writes several in any order. */
#define DRAW_ATTRIBUTE(rand, type, record, stub)                                                             \
  do                                                                                                         \
    {                                                                                                        \
      GByteArray *name = g_byte_array_new (), *value = draw_bytes ((rand), 0, 400);                          \
                                                                                                             \
      g_byte_array_append (name, (const guint8 *) "name", 4);                                                \
      (stub)->__isset_attributes = toss (rand);                                                              \
      if ((stub)->__isset_attributes)                                                                        \
        type##_set_attribute ((record), "name", value->data, value->len);                                    \
      g_hash_table_insert ((stub)->attributes, name, value);                                                 \
    }                                                                                                        \
  while (0)

#define DRAW_VISIBILITY(rand, record, stub)                                                                  \
  do                                                                                                         \
    {                                                                                                        \
      HbtTCellVisibility *visibility = g_object_new (HBT_TYPE_T_CELL_VISIBILITY, NULL);                      \
                                                                                                             \
      visibility->__isset_expression = TRUE;                                                                 \
      visibility->expression = g_strnfill ((gsize) g_rand_int_range ((rand), 0, 300), 'e');                  \
      (stub)->__isset_cellVisibility = toss (rand);                                                          \
      if ((stub)->__isset_cellVisibility)                                                                    \
        hbase_mutation_set_cell_visibility (HBASE_MUTATION (record), visibility->expression);                \
      g_set_object (&(stub)->cellVisibility, visibility);                                                    \
      g_object_unref (visibility);                                                                           \
    }                                                                                                        \
  while (0)

/* ---- puts ---- */

static void
draw_cell (GRand *rand, HBasePut *put, HbtTPut *stub)
{
  HbtTColumnValue *cell = g_object_new (HBT_TYPE_T_COLUMN_VALUE, NULL);
  g_autofree char *family = draw_family (rand, &cell->family);

  cell->qualifier = draw_bytes (rand, 0, 12);
  cell->value = draw_bytes (rand, 0, 300);
  cell->__isset_timestamp = toss (rand);
  cell->timestamp = draw_timestamp (rand);
  if (cell->__isset_timestamp)
    hbase_put_add_with_timestamp (put, family, cell->qualifier->data, cell->qualifier->len, cell->value->data,
                                  cell->value->len, cell->timestamp);
  else
    hbase_put_add (put, family, cell->qualifier->data, cell->qualifier->len, cell->value->data,
                   cell->value->len);
  g_ptr_array_add (stub->columnValues, cell);
}

static HBasePut *
draw_put (GRand *rand, HbtTPut *stub)
{
  HBasePut *put;
  guint n_cells = (guint) g_rand_int_range (rand, 1, 20);

  stub->row = draw_bytes (rand, 1, 20);
  put = hbase_put_new (stub->row->data, stub->row->len);
  for (guint i = 0; i < n_cells; i++)
    draw_cell (rand, put, stub);
  stub->__isset_timestamp = toss (rand);
  stub->timestamp = draw_timestamp (rand);
  if (stub->__isset_timestamp)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), stub->timestamp);
  stub->__isset_durability = toss (rand);
  stub->durability = (HbtTDurability) g_rand_int_range (rand, 1, 5);
  if (stub->__isset_durability)
    hbase_mutation_set_durability (HBASE_MUTATION (put), (HBaseDurability) stub->durability);
  DRAW_ATTRIBUTE (rand, hbase_mutation, HBASE_MUTATION (put), stub);
  DRAW_VISIBILITY (rand, put, stub);
  return put;
}

START_TEST (puts_are_as_the_stubs_write_them)
{
  g_autoptr (GRand) rand = test_rand_new ("puts");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTPut) stub = g_object_new (HBT_TYPE_T_PUT, NULL);
      g_autoptr (HBasePut) put = draw_put (rand, stub);
      g_autoptr (HBasePut) copy = hbase_mutation_copy (HBASE_MUTATION (put));
      HBaseWireWriter writer;

      ck_assert (hbase_mutation_check (HBASE_MUTATION (put), NULL));
      begin (&writer, protocols[_i]);
      hbase_mutation_write (HBASE_MUTATION (put), &writer);
      ck_assert_uint_le (writer.length, hbase_mutation_get_max_length (HBASE_MUTATION (put), FALSE));
      assert_same (&writer, stub, protocols[_i]);
      /* A cell that is added to the original isn't in the copy. */
      hbase_put_add_utf8 (put, "f", "q", "v");
      begin (&writer, protocols[_i]);
      hbase_mutation_write (HBASE_MUTATION (copy), &writer);
      assert_same (&writer, stub, protocols[_i]);
    }
}
END_TEST

/* A message that refers to the bytes of a put doesn't change when the put is changed or freed. */
START_TEST (puts_in_place_are_the_same)
{
  g_autoptr (GRand) rand = test_rand_new ("puts in place");
  guint n_in_place = 0;

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTPut) stub = g_object_new (HBT_TYPE_T_PUT, NULL);
      HBasePut *put = draw_put (rand, stub);
      gsize room
          = hbase_mutation_get_max_length (HBASE_MUTATION (put), protocols[_i] == HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (GArray) segments = NULL;
      g_autoptr (GBytes) own = NULL;
      HBaseWireWriter writer;

      begin (&writer, protocols[_i]);
      hbase_wire_writer_allow_segments (&writer, 1);
      hbase_mutation_write (HBASE_MUTATION (put), &writer);
      ck_assert_uint_le (writer.length, room);
      segments = hbase_wire_writer_take_segments (&writer);
      own = hbase_wire_writer_end (&writer);
      n_in_place += hbase_wire_message_length (own, segments) > g_bytes_get_size (own);
      for (guint j = 0; j < 100; j++)
        hbase_put_add_utf8 (put, "family", "qualifier", "added too late to be written");
      hbase_mutation_unref (put);
      assert_joined (own, segments, stub, protocols[_i]);
    }
  ck_assert ((n_in_place > 0) == (protocols[_i] == HBASE_WIRE_PROTOCOL_BINARY));
}
END_TEST

START_TEST (a_put_goes_to_another_row_with_one_cell_more)
{
  g_autoptr (GRand) rand = test_rand_new ("puts elsewhere");
  HbtTColumnValue *guard = g_object_new (HBT_TYPE_T_COLUMN_VALUE, NULL);
  g_autoptr (HbtTPut) stub = g_object_new (HBT_TYPE_T_PUT, NULL);
  g_autoptr (HBasePut) put = draw_put (rand, stub);
  g_autofree char *family = draw_family (rand, &guard->family);
  g_autoptr (HBaseMutation) elsewhere = NULL;
  HBaseWireWriter writer;

  g_byte_array_unref (stub->row);
  stub->row = draw_bytes (rand, 3, 3);
  guard->qualifier = draw_bytes (rand, 0, 0);
  guard->value = draw_bytes (rand, 16, 16);
  g_ptr_array_add (stub->columnValues, guard);
  begin (&writer, protocols[_i]);
  elsewhere = hbase_mutation_copy_to (HBASE_MUTATION (put), hbase_slice (stub->row->data, 3));
  hbase_mutation_add_cell (elsewhere, hbase_slice_text (family), hbase_slice (guard->qualifier->data, 0),
                           hbase_slice (guard->value->data, 16), HBASE_CELL_NO_TIMESTAMP);
  hbase_mutation_write (elsewhere, &writer);
  assert_same (&writer, stub, protocols[_i]);
}
END_TEST

/* ---- columns of gets, scans and deletes ---- */

static HbtTColumn *
draw_column (GRand *rand, gboolean with_qualifier, char **family)
{
  HbtTColumn *column = g_object_new (HBT_TYPE_T_COLUMN, NULL);

  *family = draw_family (rand, &column->family);
  column->__isset_qualifier = with_qualifier;
  column->qualifier = draw_bytes (rand, 0, 12);
  return column;
}

static void
draw_range (GRand *rand, HbtTTimeRange *range)
{
  range->minStamp = draw_timestamp (rand);
  range->maxStamp = range->minStamp + (draw_timestamp (rand) & (G_MAXINT64 - range->minStamp));
}

static GByteArray *
draw_filter (GRand *rand, char **filter)
{
  GByteArray *bytes = g_byte_array_new ();

  *filter = g_strdup_printf ("PageFilter (%u)", draw_number (rand));
  return g_byte_array_append (bytes, (const guint8 *) *filter, (guint) strlen (*filter));
}

/* ---- gets ---- */

static void
draw_get_columns (GRand *rand, HBaseGet *get, HbtTGet *stub)
{
  guint n_columns = (guint) g_rand_int_range (rand, 0, 4);

  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *family = NULL;
      HbtTColumn *column = draw_column (rand, toss (rand), &family);

      if (column->__isset_qualifier)
        hbase_query_add_column (HBASE_QUERY (get), family, column->qualifier->data, column->qualifier->len);
      else
        hbase_query_add_family (HBASE_QUERY (get), family);
      g_ptr_array_add (stub->columns, column);
    }
  stub->__isset_columns = n_columns > 0;
}

static void
draw_get_authorizations (GRand *rand, HBaseGet *get, HbtTGet *stub)
{
  stub->__isset_authorizations = toss (rand);
  if (!stub->__isset_authorizations)
    return;
  hbase_query_set_authorizations (HBASE_QUERY (get), (const char *const[]){ "secret", "top", NULL });
  stub->authorizations->__isset_labels = TRUE;
  g_ptr_array_add (stub->authorizations->labels, g_strdup ("secret"));
  g_ptr_array_add (stub->authorizations->labels, g_strdup ("top"));
}

static void
draw_get_options (GRand *rand, HBaseGet *get, HbtTGet *stub)
{
  DRAW_ATTRIBUTE (rand, hbase_query, HBASE_QUERY (get), stub);
  draw_get_authorizations (rand, get, stub);
  stub->__isset_consistency = toss (rand);
  stub->consistency = (HbtTConsistency) g_rand_int_range (rand, 1, 3);
  if (stub->__isset_consistency)
    hbase_query_set_consistency (HBASE_QUERY (get), (HBaseConsistency) stub->consistency);
  stub->__isset_targetReplicaId = toss (rand);
  stub->targetReplicaId = g_rand_int_range (rand, 0, 3);
  if (stub->__isset_targetReplicaId)
    hbase_query_set_replica (HBASE_QUERY (get), stub->targetReplicaId);
  stub->__isset_cacheBlocks = toss (rand);
  stub->cacheBlocks = toss (rand);
  if (stub->__isset_cacheBlocks)
    hbase_query_set_cache_blocks (HBASE_QUERY (get), stub->cacheBlocks);
  stub->__isset_storeLimit = toss (rand);
  stub->storeLimit = (gint32) draw_number (rand);
  hbase_get_set_store_limit (get, stub->__isset_storeLimit ? (guint) stub->storeLimit : 0);
  stub->__isset_storeOffset = toss (rand);
  stub->storeOffset = (gint32) draw_number (rand);
  hbase_get_set_store_offset (get, stub->__isset_storeOffset ? (guint) stub->storeOffset : 0);
  stub->__isset_filterBytes = toss (rand);
  stub->filterBytes = draw_bytes (rand, 1, 20);
  if (stub->__isset_filterBytes)
    hbase_query_set_filter_bytes (HBASE_QUERY (get), stub->filterBytes->data, stub->filterBytes->len);
}

static HBaseGet *
draw_get (GRand *rand, HbtTGet *stub)
{
  HBaseGet *get;
  g_autofree char *filter = NULL;

  stub->row = draw_bytes (rand, 1, 20);
  get = hbase_get_new (stub->row->data, stub->row->len);
  draw_get_columns (rand, get, stub);
  stub->__isset_timeRange = toss (rand);
  draw_range (rand, stub->timeRange);
  if (stub->__isset_timeRange)
    hbase_query_set_time_range (HBASE_QUERY (get), stub->timeRange->minStamp, stub->timeRange->maxStamp);
  stub->__isset_maxVersions = toss (rand);
  stub->maxVersions = (gint32) draw_number (rand);
  if (stub->__isset_maxVersions)
    hbase_query_set_max_versions (HBASE_QUERY (get), (guint) stub->maxVersions);
  stub->__isset_filterString = toss (rand);
  stub->filterString = draw_filter (rand, &filter);
  if (stub->__isset_filterString)
    hbase_query_set_filter_text (HBASE_QUERY (get), filter);
  draw_get_options (rand, get, stub);
  return get;
}

START_TEST (gets_are_as_the_stubs_write_them)
{
  g_autoptr (GRand) rand = test_rand_new ("gets");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTGet) stub = g_object_new (HBT_TYPE_T_GET, NULL);
      g_autoptr (HBaseGet) get = draw_get (rand, stub);
      g_autoptr (HBaseGet) copy = hbase_get_copy_to (get, hbase_get_row_slice (get));
      HBaseWireWriter writer;

      ck_assert (hbase_get_check (get, NULL));
      begin (&writer, protocols[_i]);
      hbase_get_write (get, &writer);
      assert_same (&writer, stub, protocols[_i]);
      begin (&writer, protocols[_i]);
      hbase_get_write (copy, &writer);
      assert_same (&writer, stub, protocols[_i]);
    }
}
END_TEST

/* ---- the gets for a page of columns ---- */

static GByteArray *
bytes_of (const char *text)
{
  return g_byte_array_append (g_byte_array_new (), (const guint8 *) text, (guint) strlen (text));
}

static void
assert_part (HBaseGet *part, const char *filter, guint limit, HBaseWireProtocol protocol)
{
  g_autoptr (HbtTGet) stub = g_object_new (HBT_TYPE_T_GET, NULL);
  HBaseWireWriter writer;

  stub->row = bytes_of ("r");
  stub->__isset_filterString = filter != NULL;
  stub->filterString = filter != NULL ? bytes_of (filter) : NULL;
  stub->__isset_storeLimit = TRUE;
  stub->storeLimit = (gint32) limit;
  if (filter != NULL && strstr (filter, "ColumnRangeFilter") != NULL)
    {
      HbtTColumn *column = g_object_new (HBT_TYPE_T_COLUMN, NULL);

      column->family = bytes_of ("f");
      g_ptr_array_add (stub->columns, column);
      stub->__isset_columns = TRUE;
    }
  begin (&writer, protocol);
  hbase_get_write (part, &writer);
  assert_same (&writer, stub, protocol);
}

/* From each family, at most one column more than the page has is read, which shows whether there is another
 * page. */
START_TEST (a_page_of_columns_asks_for_no_more)
{
  for (guint limit = 1; limit < 3000; limit = 3 * limit + 1)
    {
      g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
      g_autoptr (GPtrArray) first
          = hbase_get_list_columns_after (get, hbase_slice (NULL, 0), hbase_slice (NULL, 0), limit);
      g_autoptr (GPtrArray) next
          = hbase_get_list_columns_after (get, hbase_slice_text ("f"), hbase_slice_text ("q"), limit);

      ck_assert_uint_eq (first->len, 1);
      assert_part (first->pdata[0], NULL, limit, protocols[_i]);
      ck_assert_uint_eq (next->len, 2);
      assert_part (next->pdata[0], "ColumnRangeFilter('q',false,'',false)", limit, protocols[_i]);
      assert_part (next->pdata[1], "FamilyFilter(>,'binary:f')", limit, protocols[_i]);
    }
}
END_TEST

/* ---- deletes ---- */

static void
draw_delete_column (GRand *rand, gboolean of_families, HBaseDelete *delete_, HbtTDelete *stub)
{
  g_autofree char *family = NULL;
  HbtTColumn *column = draw_column (rand, !of_families, &family);

  column->__isset_timestamp = toss (rand) || stub->deleteType == HBT_T_DELETE_TYPE_DELETE_FAMILY_VERSION;
  column->timestamp = draw_timestamp (rand);
  if (of_families && column->__isset_timestamp)
    hbase_delete_add_family_with_timestamp (delete_, family, column->timestamp);
  else if (of_families)
    hbase_delete_add_family (delete_, family);
  else if (column->__isset_timestamp)
    hbase_delete_add_column_with_timestamp (delete_, family, column->qualifier->data, column->qualifier->len,
                                            column->timestamp);
  else
    hbase_delete_add_column (delete_, family, column->qualifier->data, column->qualifier->len);
  g_ptr_array_add (stub->columns, column);
}

static HBaseDelete *
draw_delete (GRand *rand, HbtTDelete *stub)
{
  guint n_columns = (guint) g_rand_int_range (rand, 0, 4);
  HBaseDelete *delete_;

  stub->row = draw_bytes (rand, 1, 20);
  delete_ = hbase_delete_new (stub->row->data, stub->row->len);
  stub->__isset_deleteType = n_columns > 0 && toss (rand);
  if (stub->__isset_deleteType)
    {
      stub->deleteType = (HbtTDeleteType) g_rand_int_range (rand, 0, 4);
      hbase_delete_set_delete_type (delete_, (HBaseDeleteType) stub->deleteType);
    }
  /* The same family twice would be refused. */
  if (stub->deleteType == HBT_T_DELETE_TYPE_DELETE_FAMILY)
    n_columns = 1;
  for (guint i = 0; i < n_columns; i++)
    draw_delete_column (rand, stub->deleteType >= HBT_T_DELETE_TYPE_DELETE_FAMILY, delete_, stub);
  stub->__isset_columns = n_columns > 0;
  stub->__isset_timestamp = n_columns == 0 && toss (rand);
  stub->timestamp = draw_timestamp (rand);
  if (stub->__isset_timestamp)
    hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), stub->timestamp);
  stub->__isset_durability = toss (rand);
  stub->durability = (HbtTDurability) g_rand_int_range (rand, 1, 5);
  if (stub->__isset_durability)
    hbase_mutation_set_durability (HBASE_MUTATION (delete_), (HBaseDurability) stub->durability);
  DRAW_ATTRIBUTE (rand, hbase_mutation, HBASE_MUTATION (delete_), stub);
  return delete_;
}

START_TEST (deletes_are_as_the_stubs_write_them)
{
  g_autoptr (GRand) rand = test_rand_new ("deletes");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTDelete) stub = g_object_new (HBT_TYPE_T_DELETE, NULL);
      g_autoptr (HBaseDelete) delete_ = draw_delete (rand, stub);
      g_autoptr (GError) error = NULL;
      HBaseWireWriter writer;

      hbase_mutation_check (HBASE_MUTATION (delete_), &error);
      ck_assert_no_error (error);
      begin (&writer, protocols[_i]);
      hbase_mutation_write (HBASE_MUTATION (delete_), &writer);
      assert_same (&writer, stub, protocols[_i]);
    }
}
END_TEST

/* ---- increments and appends ---- */

/* The least number marks a column without a timestamp, but is an amount as others are. */
static gint64
draw_amount (GRand *rand)
{
  if (g_rand_int_range (rand, 0, 8) == 0)
    return G_MININT64;
  return toss (rand) ? draw_timestamp (rand) : -draw_timestamp (rand);
}

/* No two of a change are equal, which would be refused. */
static GByteArray *
draw_qualifier (GRand *rand, guint8 column)
{
  GByteArray *qualifier = draw_bytes (rand, 0, 12);

  if (column > 0 || qualifier->len > 0)
    g_byte_array_append (qualifier, &column, 1);
  return qualifier;
}

static HBaseIncrement *
draw_increment (GRand *rand, HbtTIncrement *stub)
{
  HBaseIncrement *increment;
  guint n_columns = (guint) g_rand_int_range (rand, 1, 5);

  stub->row = draw_bytes (rand, 1, 20);
  increment = hbase_increment_new (stub->row->data, stub->row->len);
  for (guint i = 0; i < n_columns; i++)
    {
      HbtTColumnIncrement *column = g_object_new (HBT_TYPE_T_COLUMN_INCREMENT, NULL);
      g_autofree char *family = draw_family (rand, &column->family);

      column->qualifier = draw_qualifier (rand, (guint8) i);
      column->__isset_amount = TRUE;
      column->amount = draw_amount (rand);
      hbase_increment_add (increment, family, column->qualifier->data, column->qualifier->len,
                           column->amount);
      g_ptr_array_add (stub->columns, column);
    }
  stub->__isset_durability = toss (rand);
  stub->durability = (HbtTDurability) g_rand_int_range (rand, 1, 5);
  if (stub->__isset_durability)
    hbase_mutation_set_durability (HBASE_MUTATION (increment), (HBaseDurability) stub->durability);
  DRAW_ATTRIBUTE (rand, hbase_mutation, HBASE_MUTATION (increment), stub);
  DRAW_VISIBILITY (rand, increment, stub);
  stub->__isset_returnResults = toss (rand);
  stub->returnResults = FALSE;
  hbase_mutation_set_return_results (HBASE_MUTATION (increment), !stub->__isset_returnResults);
  return increment;
}

START_TEST (increments_are_as_the_stubs_write_them)
{
  g_autoptr (GRand) rand = test_rand_new ("increments");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTIncrement) stub = g_object_new (HBT_TYPE_T_INCREMENT, NULL);
      g_autoptr (HBaseIncrement) increment = draw_increment (rand, stub);
      HBaseWireWriter writer;

      ck_assert (hbase_mutation_check (HBASE_MUTATION (increment), NULL));
      begin (&writer, protocols[_i]);
      hbase_mutation_write (HBASE_MUTATION (increment), &writer);
      assert_same (&writer, stub, protocols[_i]);
    }
}
END_TEST

static HBaseAppend *
draw_append (GRand *rand, HbtTAppend *stub)
{
  HBaseAppend *append;
  guint n_columns = (guint) g_rand_int_range (rand, 1, 5);

  stub->row = draw_bytes (rand, 1, 20);
  append = hbase_append_new (stub->row->data, stub->row->len);
  for (guint i = 0; i < n_columns; i++)
    {
      HbtTColumnValue *column = g_object_new (HBT_TYPE_T_COLUMN_VALUE, NULL);
      g_autofree char *family = draw_family (rand, &column->family);

      column->qualifier = draw_qualifier (rand, (guint8) i);
      column->value = draw_bytes (rand, 0, 50);
      hbase_append_add (append, family, column->qualifier->data, column->qualifier->len, column->value->data,
                        column->value->len);
      g_ptr_array_add (stub->columns, column);
    }
  stub->__isset_durability = toss (rand);
  stub->durability = (HbtTDurability) g_rand_int_range (rand, 1, 5);
  if (stub->__isset_durability)
    hbase_mutation_set_durability (HBASE_MUTATION (append), (HBaseDurability) stub->durability);
  DRAW_ATTRIBUTE (rand, hbase_mutation, HBASE_MUTATION (append), stub);
  DRAW_VISIBILITY (rand, append, stub);
  stub->__isset_returnResults = toss (rand);
  stub->returnResults = FALSE;
  hbase_mutation_set_return_results (HBASE_MUTATION (append), !stub->__isset_returnResults);
  return append;
}

START_TEST (appends_are_as_the_stubs_write_them)
{
  g_autoptr (GRand) rand = test_rand_new ("appends");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTAppend) stub = g_object_new (HBT_TYPE_T_APPEND, NULL);
      g_autoptr (HBaseAppend) append = draw_append (rand, stub);
      HBaseWireWriter writer;

      ck_assert (hbase_mutation_check (HBASE_MUTATION (append), NULL));
      begin (&writer, protocols[_i]);
      hbase_mutation_write (HBASE_MUTATION (append), &writer);
      assert_same (&writer, stub, protocols[_i]);
    }
}
END_TEST

/* ---- scans ---- */

static void
draw_scan_columns (GRand *rand, HBaseScan *scan, HbtTScan *stub)
{
  guint n_columns = (guint) g_rand_int_range (rand, 0, 4);

  for (guint i = 0; i < n_columns; i++)
    {
      g_autofree char *family = NULL;
      HbtTColumn *column = draw_column (rand, toss (rand), &family);

      if (column->__isset_qualifier)
        hbase_query_add_column (HBASE_QUERY (scan), family, column->qualifier->data, column->qualifier->len);
      else
        hbase_query_add_family (HBASE_QUERY (scan), family);
      g_ptr_array_add (stub->columns, column);
    }
  stub->__isset_columns = n_columns > 0;
}

static void
draw_scan_bounds (GRand *rand, HBaseScan *scan, HbtTScan *stub)
{
  stub->__isset_startRow = toss (rand);
  stub->startRow = draw_bytes (rand, 1, 20);
  if (stub->__isset_startRow)
    hbase_scan_set_start (scan, stub->startRow->data, stub->startRow->len);
  stub->__isset_stopRow = toss (rand);
  stub->stopRow = draw_bytes (rand, 1, 20);
  if (stub->__isset_stopRow)
    hbase_scan_set_stop (scan, stub->stopRow->data, stub->stopRow->len);
  stub->__isset_caching = toss (rand);
  stub->caching = (gint32) draw_number (rand);
  if (stub->__isset_caching)
    hbase_scan_set_caching (scan, (guint) stub->caching);
  stub->__isset_limit = toss (rand);
  stub->limit = (gint32) draw_number (rand);
  if (stub->__isset_limit)
    hbase_scan_set_limit (scan, (guint) stub->limit);
}

/* Returns whether the scan is reversed, so that its range isn't empty. */
static gboolean
draw_direction (GRand *rand, HbtTScan *stub)
{
  if (!stub->__isset_startRow || !stub->__isset_stopRow)
    return toss (rand);
  return hbase_slice_compare (hbase_slice (stub->startRow->data, stub->startRow->len),
                              hbase_slice (stub->stopRow->data, stub->stopRow->len))
         > 0;
}

static HBaseScan *
draw_scan (GRand *rand, HbtTScan *stub)
{
  HBaseScan *scan = hbase_scan_new ();
  g_autofree char *filter = NULL;

  draw_scan_columns (rand, scan, stub);
  draw_scan_bounds (rand, scan, stub);
  stub->__isset_timeRange = toss (rand);
  draw_range (rand, stub->timeRange);
  if (stub->__isset_timeRange)
    hbase_query_set_time_range (HBASE_QUERY (scan), stub->timeRange->minStamp, stub->timeRange->maxStamp);
  stub->__isset_maxVersions = toss (rand);
  stub->maxVersions = (gint32) draw_number (rand);
  if (stub->__isset_maxVersions)
    hbase_query_set_max_versions (HBASE_QUERY (scan), (guint) stub->maxVersions);
  stub->__isset_batchSize = toss (rand);
  stub->batchSize = (gint32) draw_number (rand);
  if (stub->__isset_batchSize)
    hbase_scan_set_batch_size (scan, (guint) stub->batchSize);
  stub->__isset_filterString = toss (rand);
  stub->filterString = draw_filter (rand, &filter);
  if (stub->__isset_filterString)
    hbase_query_set_filter_text (HBASE_QUERY (scan), filter);
  stub->reversed = stub->__isset_reversed = draw_direction (rand, stub);
  hbase_scan_set_reversed (scan, stub->reversed);
  return scan;
}

START_TEST (scans_and_their_copies_are_as_the_stubs_write_them)
{
  g_autoptr (GRand) rand = test_rand_new ("scans");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (HbtTScan) stub = g_object_new (HBT_TYPE_T_SCAN, NULL);
      g_autoptr (HBaseScan) scan = draw_scan (rand, stub);
      g_autoptr (HBaseScan) copy = hbase_scan_copy (scan);
      HBaseWireWriter writer;
      HBaseScanBounds bounds;

      g_clear_pointer (&scan, hbase_query_unref);
      ck_assert (hbase_scan_check (copy, NULL));
      hbase_scan_get_bounds (copy, &bounds);
      begin (&writer, protocols[_i]);
      hbase_scan_write (copy, &bounds, &writer);
      assert_same (&writer, stub, protocols[_i]);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("encodings");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, puts_are_as_the_stubs_write_them, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, puts_in_place_are_the_same, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, a_put_goes_to_another_row_with_one_cell_more, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, gets_are_as_the_stubs_write_them, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, a_page_of_columns_asks_for_no_more, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, deletes_are_as_the_stubs_write_them, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, increments_are_as_the_stubs_write_them, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, appends_are_as_the_stubs_write_them, 0, G_N_ELEMENTS (protocols));
  tcase_add_loop_test (tests, scans_and_their_copies_are_as_the_stubs_write_them, 0,
                       G_N_ELEMENTS (protocols));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("encodings", fill)
