/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "fuzz.h"

#include "hbase-page-token-private.h"

/* A page token by its text, or by its content with a correct checksum, because others are refused early: a
 * byte that chooses, and the rest. What is read must be written unchanged. */

#define NOW 1000000
#define CHECK_LENGTH 8

static void
read_token (const char *token)
{
  HBasePageTokenRules rules = { .lifetime = 0 };
  g_auto (HBasePagePosition) place = { FALSE, NULL };
  g_autoptr (GError) error = NULL;
  gboolean ok = hbase_page_token_read (&rules, token, NOW, &place, &error);
  g_autofree char *again = NULL;
  g_auto (HBasePagePosition) same = { FALSE, NULL };

  fuzz_assert_error (ok, error);
  if (!ok)
    return;
  again = hbase_page_token_write (&rules, &place, NOW);
  fuzz_assert (hbase_page_token_read (&rules, again, NOW, &same, NULL));
  fuzz_assert (same.backward == place.backward);
  fuzz_assert ((same.from == NULL) == (place.from == NULL));
  fuzz_assert (place.from == NULL || g_bytes_equal (same.from, place.from));
}

/* URL-safe base64 without padding, of the bytes and their checksum. */
static char *
seal (HBaseSlice bytes)
{
  g_autoptr (GByteArray) all = g_byte_array_new ();
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;
  char *token;

  g_byte_array_append (all, hbase_slice_bytes (bytes), (guint) bytes.length);
  g_checksum_update (checksum, all->data, all->len);
  g_checksum_get_digest (checksum, digest, &length);
  g_byte_array_append (all, digest, CHECK_LENGTH);
  token = g_base64_encode (all->data, all->len);
  g_strdelimit (token, "+", '-');
  g_strdelimit (token, "/", '_');
  token[strcspn (token, "=")] = '\0';
  return token;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  HBaseSlice input = hbase_slice (data, size);
  g_autofree char *token = fuzz_take_byte (&input) & 1 ? seal (input) : fuzz_take_text (&input, '\0');

  read_token (token);
  return 0;
}
