/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "numbered-row.h"

static char *
put_row (Local *local, const char *row, guint64 number, const char *cells)
{
  return put (local, row, cells);
}

static char *
put_row_and_another (Local *local, const char *row, guint64 number, const char *cells)
{
  g_autofree char *other = g_strconcat (row, "-other", NULL);
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, 2);
  write_put (out, row, cells);
  write_put (out, other, cells);
  return call_text (local, HBASE_WIRE_METHOD_PUT_MULTIPLE);
}

static char *
put_family_after_family (Local *local, const char *row, guint64 number, const char *cells)
{
  g_auto (GStrv) parts = g_strsplit (cells, " ", -1);
  g_autofree char *puts = g_strjoinv ("|+", parts), *mutations = g_strconcat ("+", puts, "|-f:none", NULL);

  return mutate_row (local, row, mutations);
}

static char *
put_if_it_has_the_last_number (Local *local, const char *row, guint64 number, const char *cells)
{
  g_autofree char *last = g_strdup_printf ("%" G_GUINT64_FORMAT, number - 1);
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_ROW, hbase_slice_text (row));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_FAMILY, HBASE_SLICE_LITERAL (F));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, HBASE_SLICE_LITERAL ("n"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_VALUE, hbase_slice_text (last));
  hbase_wire_write_struct (out, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cells);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_CHECK_AND_PUT);
}

char *
numbered_row_write (Local *local, const char *row, guint64 number, gsize padding)
{
  static char *(*const ways[]) (Local * local, const char *row, guint64 number, const char *cells)
      = { put_row_and_another, put_row, put_family_after_family, put_if_it_has_the_last_number };
  g_autofree char *value = g_strnfill (padding, 'v');
  g_autofree char *cells = g_strdup_printf ("f:n@1=%" G_GUINT64_FORMAT " f:p@1=%s g:n@1=%" G_GUINT64_FORMAT,
                                            number, value, number);
  char *answer = ways[number % G_N_ELEMENTS (ways)](local, row, number, cells);

  if (strcmp (answer, "ok") == 0 || strcmp (answer, "true") == 0)
    g_clear_pointer (&answer, g_free);
  return answer;
}

static guint64
number_in (const char *text, const char *column)
{
  const char *at = strstr (text, column);

  ck_assert_msg (at != NULL, "%s isn't in: %s", column, text);
  return g_ascii_strtoull (at + strlen (column), NULL, 10);
}

guint64
numbered_row_read (Local *local, const char *row)
{
  g_autofree char *text = get (local, row, "f:n g:n", 1);
  guint64 number;

  if (strcmp (text, "-") == 0)
    return 0;
  number = number_in (text, "f:n@1=");
  ck_assert_msg (number_in (text, "g:n@1=") == number, "%s", text);
  return number;
}
