/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"

/* Functions that the tests of prependers share. */

/* Returns a table whose key counts downwards, with guards in family g. */
static inline HBaseTable *
growing_table (HBaseConnection *connection, const char *schema_text)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (schema_text, NULL);
  HBaseTable *table = hbase_table_new_with_key_schema (connection, "t", schema);

  return table;
}

static inline HBaseTable *
memory_table (const char *schema_text)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");

  api_create (connection, "t");
  return growing_table (connection, schema_text);
}

static inline HBasePrependRequest *
comment_new (const char *text)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);

  hbase_put_add_utf8 (cells, "f", "text", text);
  return hbase_prepend_request_new (cells);
}

static inline gint64
counter_in (const guint8 *key, gsize length)
{
  guint64 big;

  ck_assert_uint_ge (length, sizeof big);
  memcpy (&big, key + length - sizeof big, sizeof big);
  return (gint64) GUINT64_FROM_BE (big);
}

static inline gint64
counter_of (HBasePrependRequest *prepend)
{
  gsize length;
  const guint8 *key = hbase_prepend_request_get_row (prepend, &length);

  return counter_in (key, length);
}

static inline gint64
prepend_one (HBasePrepender *prepender, const char *text)
{
  g_autoptr (HBasePrependRequest) comment = comment_new (text);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  ck_assert (hbase_prepend_request_is_settled (comment));
  return counter_of (comment);
}

/* Repeats the call until the request is settled. */
static inline void
prepend_in_the_end (HBasePrepender *prepender, HBasePrependRequest *comment, guint64 *n_in_doubt)
{
  g_autoptr (GError) error = NULL;

  while (!hbase_prepender_prepend (prepender, comment, NULL, &error))
    {
      *n_in_doubt += g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      ck_assert_msg (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN)
                         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT)
                         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED)
                         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNAVAILABLE),
                     "%s", error->message);
      g_clear_error (&error);
    }
}

static inline void
assert_refused (HBasePrepender *prepender, HBasePrependRequest *comment, HBaseError code)
{
  g_autoptr (GError) error = NULL;
  gsize length;

  ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert (!hbase_prepend_request_is_settled (comment));
  hbase_prepend_request_get_row (comment, &length);
  ck_assert_uint_eq (length, 0);
}

/* Returns the number of rows, which must be contiguous from `first` downwards. */
static inline guint
count_contiguous (HBaseTable *table, gint64 first)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  hbase_scan_set_reversed (scan, TRUE);
  cursor = hbase_table_scan (table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      gsize length;
      const guint8 *key = hbase_row_get_key (row, &length);

      ck_assert_int_eq (counter_in (key, length), first - n);
      n++;
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  return n;
}
