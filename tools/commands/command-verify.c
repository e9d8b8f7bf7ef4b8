/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command verify, which compares two tables, or an export file and a table.
 *
 *  1. Both sides are read in the order of rows. Of each row only a digest is kept, so memory is bounded.
 *  2. Rows that differ and have no equal row between them are one range. */

#include "config.h"

#include "export-writer.h"
#include "output.h"
#include "progress.h"
#include "transfer-source.h"
#include "transfer.h"

/* What is compared, one row after another. */
typedef struct {
  TransferSource *source;
  TransferCell cell; /* the first one that isn't in the digest … */
  gboolean has_cell; /* … if there is one */
  gboolean has_row;
  GByteArray *row;
  guint8 digest[EXPORT_DIGEST_LENGTH]; /* of the row's cells */
} Side;

/* Rows that differ, from `first` to `last`. */
typedef struct {
  GByteArray *first, *last;
  guint64 n_missing, n_extra, n_different; /* missing: only the first side has them; extra: only the second */
} Difference;

typedef struct {
  Tool *tool;
  int parallelism;
  gboolean is_visible;
  ExportReader *reader; /* NULL: two tables are compared */
  TransferTable tables[2];
  Side sides[2];
  Difference difference;
  guint64 n_equal, n_unequal;
} Verify;

static void
verify_init (Verify *verify)
{
  for (guint i = 0; i < G_N_ELEMENTS (verify->sides); i++)
    verify->sides[i].row = g_byte_array_new ();
  verify->difference.first = g_byte_array_new ();
  verify->difference.last = g_byte_array_new ();
}

static void
verify_clear (Verify *verify)
{
  for (guint i = 0; i < G_N_ELEMENTS (verify->sides); i++)
    {
      g_clear_pointer (&verify->sides[i].source, transfer_source_free);
      g_byte_array_unref (verify->sides[i].row);
      transfer_table_clear (&verify->tables[i]);
    }
  g_clear_pointer (&verify->reader, export_reader_free);
  g_byte_array_unref (verify->difference.first);
  g_byte_array_unref (verify->difference.last);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Verify, verify_clear)

/* ---- rows ---- */

static gboolean
next_cell (Side *side, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) problem = NULL;

  side->has_cell = transfer_source_next (side->source, &side->cell, cancellable, &problem);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static gboolean
cell_is_of_row (const Side *side)
{
  return side->has_cell && transfer_is_equal (side->row, side->cell.row, side->cell.row_length);
}

/* Computes the digest of the next row. */
static gboolean
next_row (Side *side, GCancellable *cancellable, GError **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize length = sizeof side->digest;

  side->has_row = side->has_cell;
  transfer_set_bytes (side->row, side->cell.row, side->has_row ? side->cell.row_length : 0);
  while (cell_is_of_row (side))
    {
      g_byte_array_set_size (bytes, 0);
      export_append_cell (bytes, &side->cell);
      g_checksum_update (checksum, bytes->data, bytes->len);
      if (!next_cell (side, cancellable, error))
        return FALSE;
    }
  g_checksum_get_digest (checksum, side->digest, &length);
  return TRUE;
}

/* ---- differences ---- */

static void
print_difference (Verify *verify)
{
  Difference *difference = &verify->difference;
  g_autofree char *first = hbase_bytes_to_escaped (difference->first->data, difference->first->len);
  g_autofree char *last = hbase_bytes_to_escaped (difference->last->data, difference->last->len);
  g_autofree char *rows = g_strdup_printf (
      "%" G_GUINT64_FORMAT " missing, %" G_GUINT64_FORMAT " extra, %" G_GUINT64_FORMAT " different",
      difference->n_missing, difference->n_extra, difference->n_different);

  progress_end ();
  output_record (verify->tool, (OutputField[]){ { "first", first }, { "last", last }, { "rows", rows } }, 3);
  difference->n_missing = difference->n_extra = difference->n_different = 0;
}

static gboolean
has_difference (const Difference *difference)
{
  return difference->n_missing + difference->n_extra + difference->n_different > 0;
}

/* Adds a row to the range; `n`: where it is counted. */
static void
add_difference (Verify *verify, guint64 *n, const GByteArray *row)
{
  if (!has_difference (&verify->difference))
    transfer_set_bytes (verify->difference.first, row->data, row->len);
  transfer_set_bytes (verify->difference.last, row->data, row->len);
  verify->n_unequal++;
  ++*n;
}

/* < 0: only the first side has its row, > 0: only the second. */
static int
compare_sides (const Side *a, const Side *b)
{
  if (!a->has_row || !b->has_row)
    return a->has_row ? -1 : 1;
  return transfer_compare (a->row->data, a->row->len, b->row->data, b->row->len);
}

/* Compares the sides' rows, and reads the next row of those that had the smaller one. */
static gboolean
compare_rows (Verify *verify, GError **error)
{
  Side *a = &verify->sides[0], *b = &verify->sides[1];
  Difference *difference = &verify->difference;
  GCancellable *cancellable = verify->tool->cancellable;
  int order = compare_sides (a, b);

  if (order != 0)
    add_difference (verify, order < 0 ? &difference->n_missing : &difference->n_extra,
                    order < 0 ? a->row : b->row);
  else if (memcmp (a->digest, b->digest, sizeof a->digest) != 0)
    add_difference (verify, &difference->n_different, a->row);
  else
    {
      if (has_difference (difference))
        print_difference (verify);
      verify->n_equal++;
      progress_show ("verified", verify->n_equal, "rows");
    }
  return (order > 0 || next_row (a, cancellable, error)) && (order < 0 || next_row (b, cancellable, error));
}

static gboolean
verify_sides (Verify *verify, GError **error)
{
  Side *a = &verify->sides[0], *b = &verify->sides[1];
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < G_N_ELEMENTS (verify->sides); i++)
    ok = next_cell (&verify->sides[i], verify->tool->cancellable, error)
         && next_row (&verify->sides[i], verify->tool->cancellable, error);
  while (ok && (a->has_row || b->has_row))
    ok = compare_rows (verify, error);
  progress_end ();
  if (has_difference (&verify->difference))
    print_difference (verify);
  return ok;
}

/* ---- the command ---- */

static gboolean
open_table (Verify *verify, guint i, const char *uri, const char *name, GError **error)
{
  TransferRange range = { .is_visible = verify->is_visible, .parallelism = (guint) verify->parallelism };

  if (!transfer_table_open (&verify->tables[i], verify->tool, uri, name, error))
    return FALSE;
  verify->sides[i].source = transfer_source_new_table (verify->tables[i].table, &range);
  return TRUE;
}

static gboolean
open_export (Verify *verify, const char *path, GError **error)
{
  verify->reader = transfer_open_export (path, verify->tool->cancellable, error);
  if (verify->reader == NULL)
    return FALSE;
  verify->sides[0].source = transfer_source_new_export (verify->reader);
  return TRUE;
}

/* The words are FILE [TABLE], or SOURCE-URI TABLE TARGET-URI [TABLE]. */
static gboolean
open_sides (Verify *verify, char **words, GError **error)
{
  const char *name;

  if (g_strv_length (words) > 2)
    return open_table (verify, 0, words[0], words[1], error)
           && open_table (verify, 1, words[2], words[3] != NULL ? words[3] : words[1], error)
           && transfer_check_different (verify->tables[0].table, verify->tables[1].table, "compared with",
                                        verify->tool->cancellable, error);
  if (!open_export (verify, words[0], error))
    return FALSE;
  name = hbase_table_descriptor_get_name (export_reader_get_table (verify->reader));
  return open_table (verify, 1, NULL, words[1] != NULL ? words[1] : name, error);
}

/* Returns what may explain the differences. */
static const char *
get_hint (const Verify *verify)
{
  if (verify->reader != NULL)
    return "; a row may differ only in deleted and excess cells, which compactions remove from the table";
  return verify->is_visible ? "" : "; --visible ignores deleted cells, which compactions remove";
}

static int
verify_words (Verify *verify, char **words)
{
  g_autoptr (GError) error = NULL;

  if (!open_sides (verify, words, &error) || !verify_sides (verify, &error))
    return tool_failed (error);
  if (verify->n_unequal > 0)
    return tool_not_found ("%" G_GUINT64_FORMAT " rows differ, %" G_GUINT64_FORMAT " are equal%s",
                           verify->n_unequal, verify->n_equal, get_hint (verify));
  output_number (verify->tool, "verified", verify->n_equal);
  return TOOL_DONE;
}

static gboolean
is_uri (const char *word)
{
  return !g_file_test (word, G_FILE_TEST_EXISTS) && tool_check_uri (word, NULL);
}

static int
run_verify (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (Verify) verify = { .tool = tool, .parallelism = TRANSFER_PARALLELISM };
  const GOptionEntry entries[] = {
    { "visible", 0, 0, G_OPTION_ARG_NONE, &verify.is_visible,
      "compare what reads return, without delete markers and what they hide", NULL },
    TRANSFER_PARALLELISM_ENTRY (&verify.parallelism),
    G_OPTION_ENTRY_NULL,
  };

  verify_init (&verify);
  if (!tool_parse (tool, &command_verify, entries, &words, 1, 4)
      || !transfer_check_parallelism (&command_verify, verify.parallelism))
    return TOOL_USAGE;
  if (g_strv_length (words) <= 3 && is_uri (words[1]))
    return tool_usage (&command_verify, "“%s” is a URI, but TARGET-URI is missing", words[1]);
  if (g_strv_length (words) > 3 && !transfer_check_no_uri (tool, &command_verify))
    return TOOL_USAGE;
  if (verify.is_visible && g_strv_length (words) <= 3)
    return tool_usage (&command_verify, "an export has everything that is stored: --visible compares tables");
  return verify_words (&verify, words + 1);
}

const ToolCommand command_verify = {
  "verify",
  "FILE [TABLE] | SOURCE-URI TABLE TARGET-URI [TABLE]",
  "compare an export or a table with another table",
  "Reads both and compares a digest of each row: of all versions of all cells and the delete markers, with\n"
  "their timestamps. Prints the ranges of rows that differ: the first and the last row, and how many rows\n"
  "are missing in the second table, are only there (extra), or are different. The exit status is 1 if there\n"
  "are any.\n\n"
  "Two tables with the same visible cells may differ, because HBase removes deleted and excess cells when "
  "it\n"
  "compacts a table: --visible compares what other reads return. A table may differ from its export for the\n"
  "same reason.",
  run_verify,
  TOOL_RECORDS,
};
