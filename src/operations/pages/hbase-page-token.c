/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file writes and reads page tokens. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-page-token-private.h"

#define FIRST_VERSION 1
#define TOKEN_VERSION 2
#define SIGNATURE_LENGTH 32
#define CHECK_LENGTH 8
#define EXPIRY_LENGTH 8

enum {
  BACKWARD = 1 << 0,
  EXPIRES = 1 << 1,
  SIGNED = 1 << 2,
  ALL_FLAGS = BACKWARD | EXPIRES | SIGNED,
};

/* A parsed token: slices of its bytes. */
typedef struct {
  guint8 version, flags;
  HBaseSlice query, row;
  gint64 expiry;                     /* with EXPIRES */
  HBaseSlice signed_part, signature; /* with SIGNED */
} Token;

/* ---- digests ---- */

/* Stores the beginning of the digest, and frees the checksum. */
static void
checksum_take (GChecksum *checksum, guint8 *digest, gsize length)
{
  guint8 whole[32];
  gsize whole_length = sizeof whole;

  g_checksum_get_digest (checksum, whole, &whole_length);
  memcpy (digest, whole, length);
  g_checksum_free (checksum);
}

GChecksum *
hbase_page_query_begin (const char *table, HBaseKeySchema *schema)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *text = schema != NULL ? hbase_key_schema_get_text (schema) : "";

  /* Each with its NUL, so that no two pairs give the same bytes. */
  g_checksum_update (checksum, (const guchar *) table, (gssize) strlen (table) + 1);
  g_checksum_update (checksum, (const guchar *) text, (gssize) strlen (text) + 1);
  return checksum;
}

void
hbase_page_query_end (HBasePageQuery *query, GChecksum *checksum)
{
  checksum_take (checksum, query->digest, sizeof query->digest);
}

void
hbase_page_query_init (
    HBasePageQuery *query, const char *table, HBaseKeySchema *schema, HBaseScan *scan, gboolean unsalted)
{
  GChecksum *checksum = hbase_page_query_begin (table, schema);

  hbase_scan_fingerprint (scan, checksum);
  if (unsalted)
    g_checksum_update (checksum, (const guchar *) "unsalted", -1);
  hbase_page_query_end (query, checksum);
}

static void
compute_check (HBaseSlice data, guint8 *check)
{
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, data.data, (gssize) data.length);
  checksum_take (checksum, check, CHECK_LENGTH);
}

static void
compute_signature (GBytes *key, HBaseSlice data, guint8 *signature)
{
  gsize key_length, length = SIGNATURE_LENGTH;
  const guint8 *key_data = g_bytes_get_data (key, &key_length);
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA256, key_data, key_length);

  g_hmac_update (hmac, data.data, (gssize) data.length);
  g_hmac_get_digest (hmac, signature, &length);
  g_hmac_unref (hmac);
}

/* Takes the same time wherever they differ: else a signature could be guessed byte by byte. */
static gboolean
signatures_equal (const guint8 *a, const guint8 *b)
{
  volatile guint8 difference = 0;

  for (gsize i = 0; i < SIGNATURE_LENGTH; i++)
    difference |= a[i] ^ b[i];
  return difference == 0;
}

/* ---- text and bytes ---- */

static char *
base64_url_encode (const guint8 *data, gsize length)
{
  char *text = g_base64_encode (data, length);

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  text[strcspn (text, "=")] = '\0';
  return text;
}

/* Returns NULL if encoding the bytes wouldn't give the same text again. */
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

static void
append (GByteArray *data, gconstpointer bytes, gsize length)
{
  g_byte_array_append (data, bytes, (guint) length);
}

/* ---- writing ---- */

static void
append_signature (GByteArray *data, GBytes *key)
{
  guint8 signature[SIGNATURE_LENGTH];

  compute_signature (key, hbase_slice (data->data, data->len), signature);
  append (data, signature, sizeof signature);
}

static void
append_check (GByteArray *data)
{
  guint8 check[CHECK_LENGTH];

  compute_check (hbase_slice (data->data, data->len), check);
  append (data, check, sizeof check);
}

static gboolean
rules_require_signature (const HBasePageTokenRules *rules)
{
  return rules->keys != NULL && rules->keys->len > 0;
}

char *
hbase_page_token_write (const HBasePageTokenRules *rules, const HBasePagePosition *position, gint64 now)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();
  gint64 expiry = GINT64_TO_BE (now + rules->lifetime);
  HBaseSlice row = hbase_slice_of_bytes (position->from);
  guint8 head[2] = { TOKEN_VERSION, 0 };

  head[1] |= position->backward ? BACKWARD : 0;
  head[1] |= rules->lifetime > 0 ? EXPIRES : 0;
  head[1] |= rules_require_signature (rules) ? SIGNED : 0;
  append (data, head, sizeof head);
  append (data, rules->query.digest, HBASE_PAGE_QUERY_LENGTH);
  if (rules->lifetime > 0)
    append (data, &expiry, EXPIRY_LENGTH);
  append (data, hbase_slice_bytes (row), row.length);
  if (rules_require_signature (rules))
    append_signature (data, rules->keys->pdata[0]);
  append_check (data);
  return base64_url_encode (data->data, data->len);
}

/* ---- reading ---- */

static gboolean
slice_take (HBaseSlice *progress, gsize length, HBaseSlice *taken)
{
  if (progress->length < length)
    return FALSE;
  *taken = hbase_slice (progress->data, length);
  *progress = hbase_slice (progress->data + length, progress->length - length);
  return TRUE;
}

/* In tokens of any version the last bytes are the check of all before them. */
static gboolean
token_take_check (HBaseSlice *data)
{
  guint8 check[CHECK_LENGTH];

  if (data->length <= CHECK_LENGTH)
    return FALSE;
  data->length -= CHECK_LENGTH;
  compute_check (*data, check);
  return memcmp (check, data->data + data->length, CHECK_LENGTH) == 0;
}

static gboolean
token_take_expiry (Token *token, HBaseSlice *progress)
{
  HBaseSlice bytes;

  if (!(token->flags & EXPIRES))
    return TRUE;
  if (!slice_take (progress, EXPIRY_LENGTH, &bytes))
    return FALSE;
  memcpy (&token->expiry, bytes.data, EXPIRY_LENGTH);
  token->expiry = GINT64_FROM_BE (token->expiry);
  return TRUE;
}

static gboolean
token_take_signature (Token *token, HBaseSlice data, HBaseSlice *progress)
{
  if (!(token->flags & SIGNED))
    return TRUE;
  if (progress->length < SIGNATURE_LENGTH)
    return FALSE;
  progress->length -= SIGNATURE_LENGTH;
  token->signature = hbase_slice (progress->data + progress->length, SIGNATURE_LENGTH);
  token->signed_part = hbase_slice (data.data, data.length - SIGNATURE_LENGTH);
  return TRUE;
}

/* FALSE: no version of the library writes such bytes. `data` is without the check. */
static gboolean
token_parse (Token *token, HBaseSlice data)
{
  HBaseSlice progress = data, byte;

  *token = (Token){ .version = data.data[0] };
  slice_take (&progress, 1, &byte);
  if (token->version == TOKEN_VERSION)
    {
      if (!slice_take (&progress, 1, &byte))
        return FALSE;
      token->flags = byte.data[0];
    }
  if (!slice_take (&progress, HBASE_PAGE_QUERY_LENGTH, &token->query) || !token_take_expiry (token, &progress)
      || !token_take_signature (token, data, &progress))
    return FALSE;
  token->row = progress;
  return progress.length > 0 || token->version > FIRST_VERSION;
}

static gboolean
token_has_valid_signature (const Token *token, GPtrArray *keys)
{
  gboolean good = FALSE;

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      guint8 signature[SIGNATURE_LENGTH];

      compute_signature (keys->pdata[i], token->signed_part, signature);
      good |= signatures_equal (signature, token->signature.data);
    }
  return good;
}

#define ASK_AGAIN "ask for the first page again"

/* Returns why the rules refuse the token; NULL: they accept it. */
static const char *
token_find_problem (const Token *token, const HBasePageTokenRules *rules, gint64 now)
{
  if (token->flags & ~ALL_FLAGS)
    return "was made by a newer version of the library: " ASK_AGAIN;
  if (!(token->flags & SIGNED) && rules_require_signature (rules))
    return "isn't signed, but only signed ones are accepted here: " ASK_AGAIN;
  if (token->flags & SIGNED && !token_has_valid_signature (token, rules->keys))
    return "is signed with a key that isn't known here: " ASK_AGAIN;
  if (memcmp (token->query.data, rules->query.digest, HBASE_PAGE_QUERY_LENGTH) != 0)
    return "is of another table, key schema or scan: ask for the first page of this one";
  if (!(token->flags & EXPIRES) && rules->lifetime > 0)
    return "never expires, but only tokens that expire are accepted here: " ASK_AGAIN;
  if (token->flags & EXPIRES && now >= token->expiry)
    return "has expired: " ASK_AGAIN;
  return NULL;
}

static void
refuse (const char *problem, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_TOKEN, "the page token %s", problem);
}

void
hbase_page_token_refuse_position (GError **error)
{
  refuse ("names a row or column that isn't in the scan: " ASK_AGAIN, error);
}

gboolean
hbase_page_token_read (const HBasePageTokenRules *rules,
                       const char *text,
                       gint64 now,
                       HBasePagePosition *position,
                       GError **error)
{
  gsize length = 0;
  g_autofree guint8 *bytes = base64_url_decode (text, &length);
  HBaseSlice data = hbase_slice (bytes, length);
  const char *problem = NULL;
  Token token;

  if (bytes == NULL || !token_take_check (&data))
    problem = "was cut or altered: pass it on exactly as it was given";
  else if (data.data[0] < FIRST_VERSION || data.data[0] > TOKEN_VERSION)
    problem = "was made by a newer version of the library: " ASK_AGAIN;
  else if (!token_parse (&token, data))
    problem = "isn't one of this library's: pass it on exactly as it was given";
  else
    problem = token_find_problem (&token, rules, now);
  if (problem != NULL)
    {
      refuse (problem, error);
      return FALSE;
    }
  *position
      = (HBasePagePosition){ .backward = (token.flags & BACKWARD) != 0,
                             .from
                             = token.row.length > 0 ? g_bytes_new (token.row.data, token.row.length) : NULL };
  return TRUE;
}
