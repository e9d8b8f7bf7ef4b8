/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-page-reader-private.h"

/* Rows are counted by so many a call: of usual keys that is a reply of half a mebibyte. */
#define COUNT_ROWS 8191
/* What makes a scan operation take that for one reply. */
#define COUNT_ROW_WIDTH 256

void
hbase_page_reader_init (HBasePageReader *reader,
                        HBaseTable *table,
                        HBaseKeySchema *schema,
                        const HBasePagePlan *plan,
                        HBasePagePosition *place,
                        guint64 skip)
{
  *reader = (HBasePageReader){
    .table = table,
    .plan = plan,
    .schema = schema,
    .place = { place->backward, g_steal_pointer (&place->from) },
    .to_skip = skip,
    .rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref),
  };
}

static void
reader_drop_operation (HBasePageReader *reader)
{
  if (reader->operation == NULL)
    return;
  hbase_operation_free (g_steal_pointer (&reader->operation));
}

void
hbase_page_reader_clear (HBasePageReader *reader)
{
  reader_drop_operation (reader);
  hbase_page_position_clear (&reader->place);
  g_clear_pointer (&reader->keys, hbase_scan_unref);
  g_clear_pointer (&reader->rows, g_ptr_array_unref);
}

/* ---- one operation after the other ---- */

static void
reader_begin (HBasePageReader *reader)
{
  HBaseScanRequest request = hbase_page_plan_request (reader->plan, &reader->place);

  if (reader->to_skip > 0)
    {
      if (reader->keys == NULL)
        reader->keys = hbase_scan_copy_key_only (request.scan);
      request.scan = reader->keys;
      request.limit = (guint) MIN (reader->to_skip, COUNT_ROWS);
      request.row_width = COUNT_ROW_WIDTH;
    }
  reader->n_asked = request.limit;
  reader->n_came = 0;
  reader->operation = hbase_scan_operation_new (hbase_table_get_protocol (reader->table), &request);
}

static void
reader_take (HBasePageReader *reader)
{
  HBaseBlock *block;
  guint row;

  while (hbase_scan_operation_take (reader->operation, &block, &row))
    {
      HBaseSlice key = hbase_block_row_key (block, row);

      if (reader->to_skip == 0)
        g_ptr_array_add (reader->rows, hbase_row_new (block, row, hbase_slice (NULL, 0), reader->schema));
      else if (++reader->n_came == reader->n_asked)
        {
          hbase_page_position_clear (&reader->place);
          reader->place.from = g_bytes_new (key.data, key.length);
        }
      hbase_block_unref (block);
    }
}

/* Whether there is anything left to be read. */
static gboolean
reader_end_operation (HBasePageReader *reader)
{
  gboolean counted = reader->to_skip > 0;

  hbase_table_learn_row_width (reader->table, hbase_scan_operation_take_row_width (reader->operation));
  reader_drop_operation (reader);
  reader->to_skip -= reader->n_came;
  return counted && reader->n_came == reader->n_asked;
}

HBaseOperation *
hbase_page_reader_go_on (HBasePageReader *reader)
{
  if (reader->operation == NULL)
    reader_begin (reader);
  for (;;)
    {
      reader_take (reader);
      if (!hbase_scan_operation_has_ended (reader->operation))
        return (HBaseOperation *) reader->operation;
      if (!reader_end_operation (reader))
        return NULL;
      reader_begin (reader);
    }
}
