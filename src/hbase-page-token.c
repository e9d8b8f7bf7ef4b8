/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-page-token-private.h"

#include "hbase-error.h"

#define TOKEN_VERSION 1
#define CHECK_LENGTH 8
#define HEAD_LENGTH (1 + HBASE_PAGE_QUERY_LENGTH)

/* The beginning of what the checksum has come to. */
static void
checksum_take (GChecksum *checksum, guint8 *digest, gsize length)
{
  guint8 whole[32];
  gsize whole_length = sizeof whole;

  g_checksum_get_digest (checksum, whole, &whole_length);
  memcpy (digest, whole, length);
  g_checksum_free (checksum);
}

void
hbase_page_query_init (HBasePageQuery *query, const char *table, HBaseKeySchema *schema, HBaseScan *scan)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *text = schema != NULL ? hbase_key_schema_get_text (schema) : "";

  /* Each with its NUL, so that they can't run into each other. */
  g_checksum_update (checksum, (const guchar *) table, (gssize) strlen (table) + 1);
  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text) + 1);
  hbase_scan_fingerprint (scan, checksum);
  checksum_take (checksum, query->digest, sizeof query->digest);
}

static void
token_check (const guint8 *data, gsize length, guint8 *check)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, data, (gssize) length);
  checksum_take (checksum, check, CHECK_LENGTH);
}

static char *
base64_url_encode (const guint8 *data, gsize length)
{
  char *text = g_base64_encode (data, length);

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  text[strcspn (text, "=")] = '\0';
  return text;
}

/* NULL where encoding what was read wouldn't give the same text again. */
static guint8 *
base64_url_decode (const char *text, gsize *length)
{
  g_autofree char *padded = g_strconcat (text, &"==="[3 - (4 - strlen (text) % 4) % 4], NULL);
  g_autofree char *again = NULL;
  g_autofree guint8 *data = NULL;

  g_strdelimit (padded, "-", '+');
  g_strdelimit (padded, "_", '/');
  data = g_base64_decode (padded, length);
  again = base64_url_encode (data, *length);
  return strcmp (again, text) == 0 ? g_steal_pointer (&data) : NULL;
}

char *
hbase_page_token_write (const HBasePageQuery *query, HBaseSlice row)
{
  gsize length = HEAD_LENGTH + row.length;
  g_autofree guint8 *data = g_malloc (length + CHECK_LENGTH);

  data[0] = TOKEN_VERSION;
  memcpy (data + 1, query->digest, HBASE_PAGE_QUERY_LENGTH);
  memcpy (data + HEAD_LENGTH, hbase_slice_bytes (row), row.length);
  token_check (data, length, data + length);
  return base64_url_encode (data, length + CHECK_LENGTH);
}

/* Anybody can compute a checksum: a token may open no page that the scan hasn't. */
static gboolean
scan_may_have (HBaseScan *scan, HBaseSlice row)
{
  HBaseScanBounds bounds;

  hbase_scan_get_bounds (scan, &bounds);
  return row.length <= HBASE_MAX_ROW_LENGTH
         && hbase_scan_bounds_contain (&bounds, hbase_scan_is_reversed (scan), row);
}

GBytes *
hbase_page_token_read (const HBasePageQuery *query, HBaseScan *scan, const char *token, GError **error)
{
  gsize length = 0;
  g_autofree guint8 *data = base64_url_decode (token, &length);
  guint8 check[CHECK_LENGTH];
  const char *fault = NULL;

  if (data != NULL && length > HEAD_LENGTH + CHECK_LENGTH)
    token_check (data, length - CHECK_LENGTH, check);
  if (data == NULL || length <= HEAD_LENGTH + CHECK_LENGTH
      || memcmp (check, data + length - CHECK_LENGTH, CHECK_LENGTH) != 0)
    fault = "was cut or altered: pass it on just as it was given";
  else if (data[0] != TOKEN_VERSION)
    fault = "was made by a newer version of the library: ask for the first page again";
  else if (memcmp (data + 1, query->digest, HBASE_PAGE_QUERY_LENGTH) != 0)
    fault = "is of another table, key schema or scan: ask for the first page of this one";
  else if (!scan_may_have (scan, hbase_slice (data + HEAD_LENGTH, length - HEAD_LENGTH - CHECK_LENGTH)))
    fault = "names a row that isn't in the scan: ask for the first page again";
  if (fault == NULL)
    return g_bytes_new (data + HEAD_LENGTH, length - HEAD_LENGTH - CHECK_LENGTH);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_TOKEN, "the page token %s", fault);
  return NULL;
}
