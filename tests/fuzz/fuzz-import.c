/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include "tools/rows/csv-reader.h"
#include "tools/rows/json.h"

/* A file that is imported: a byte that chooses the format, then records of CSV, lines of words, or a row in
 * JSON. */

enum { LINES, CSV, CSV_WITHOUT_QUOTES, N_FORMATS };

/* Depth and sizes of the tree. */
static void
check_json (const JsonValue *value)
{
  fuzz_assert (json_kind_text (value->kind) != NULL);
  fuzz_assert ((value->kind == JSON_OBJECT) == (value->names != NULL));
  for (guint i = 0; value->items != NULL && i < value->items->len; i++)
    check_json (value->items->pdata[i]);
  if (value->kind == JSON_OBJECT)
    for (guint i = 0; i < value->names->len; i++)
      fuzz_assert (json_get (value, value->names->pdata[i]) != NULL);
}

static void
read_json (HBaseSlice input)
{
  g_autofree char *text = fuzz_take_text (&input, '\0');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonValue) value = json_parse (text, &error);

  fuzz_assert_error (value != NULL, error);
  if (value != NULL)
    check_json (value);
}

static void
read_lines (Load *load)
{
  g_autoptr (GError) error = NULL;
  char **words;

  while ((words = load_next (load, NULL, &error)) != NULL)
    fuzz_assert (words[0] != NULL);
  if (error != NULL)
    fuzz_assert_message (error->message);
}

static void
read_csv (Load *load, gboolean has_quotes)
{
  g_autoptr (CsvReader) reader = csv_reader_new (load, ',', has_quotes);
  g_autoptr (GError) error = NULL;
  char **fields;

  while ((fields = csv_reader_next (reader, NULL, &error)) != NULL)
    fuzz_assert (fields[0] != NULL && csv_reader_get_line (reader) > 0);
  if (error != NULL)
    fuzz_assert_message (error->message);
}

/* The readers take the name of a file, which exists in memory only. */
static void
read_file (int format, HBaseSlice input)
{
  int fd = memfd_create ("import", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GError) error = NULL;
  g_autoptr (Load) load = NULL;

  fuzz_assert (fd >= 0 && write (fd, hbase_slice_bytes (input), input.length) == (gssize) input.length);
  load = load_open (path, &error);
  fuzz_assert_error (load != NULL, error);
  if (format == LINES)
    read_lines (load);
  else
    read_csv (load, format == CSV);
  close (fd);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  int format = fuzz_take_byte (&input) % (N_FORMATS + 1);

  if (format == N_FORMATS)
    read_json (input);
  else
    read_file (format, input);
  return 0;
}
