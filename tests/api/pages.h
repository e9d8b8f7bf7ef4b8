/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api.h"

/* Functions that the tests of pages share: a table of rows `row000`, `row001`…, and every way to read a
 * page. */

typedef enum {
  NEXT,
  PREVIOUS,
  FIRST,
  LAST,
  OPEN,
} Move;

/* Timestamps grow, as a delete masks what is put within the same millisecond. */
static gint64 timestamp = 1;

static inline void
write_row (HBaseTable *table, guint number)
{
  g_autofree char *key = g_strdup_printf ("row%03u", number);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("v"), timestamp++);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static inline HBaseTable *
filled_table (guint n_rows)
{
  HBaseTable *table = api_table ();

  for (guint i = 0; i < n_rows; i++)
    write_row (table, i);
  return table;
}

static inline HBasePage *
move_to (HBasePageIterator *pages, Move move, const char *token, GError **error)
{
  switch (move)
    {
    case PREVIOUS:
      return hbase_page_iterator_previous (pages, NULL, error);
    case FIRST:
      return hbase_page_iterator_first (pages, NULL, error);
    case LAST:
      return hbase_page_iterator_last (pages, NULL, error);
    case OPEN:
      return hbase_page_iterator_open (pages, token, NULL, error);
    default:
      return hbase_page_iterator_next (pages, NULL, error);
    }
}

static inline HBasePage *
go (HBasePageIterator *pages, Move move)
{
  g_autoptr (GError) error = NULL;
  HBasePage *page = move_to (pages, move, NULL, &error);

  ck_assert_no_error (error);
  return page;
}

static inline guint
number_of (HBasePage *page, guint index)
{
  g_autofree char *key = hbase_row_dup_key_escaped (hbase_page_get_row (page, index));

  return (guint) g_ascii_strtoull (key + 3, NULL, 10);
}

static inline void
assert_page (HBasePage *page, guint first, guint n)
{
  ck_assert_ptr_nonnull (page);
  ck_assert_uint_eq (hbase_page_get_n_rows (page), n);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_eq (number_of (page, i), first + i);
}
