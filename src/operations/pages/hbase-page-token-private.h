/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-plan-private.h"

/* Page tokens: text that names a query and a position in its result, and is refused by any other query. The
 * caller passes the time.
 *
 *   URL-safe base64, unpadded, of
 *   version (1 byte, 2) · flags (1) · query (16) · expiry (8, with EXPIRES) · row ·
 *   signature (32, with SIGNED) · check (8)
 *
 * `query` is the beginning of a SHA-256 of the table's name, its key schema's text, and everything that
 * distinguishes the query from others. `check` is the beginning of a SHA-256 of all before it; it guards
 * against accidents, not against forgery. The signature is the HMAC-SHA-256 of all before it. The first
 * page's token has no row. Version 1, which is still read, is version (1 byte, 1) · query (16) · row · check
 * (8), and opens the page after the row. */

#define HBASE_PAGE_QUERY_LENGTH 16
/* A shorter key of a signature could be guessed. */
#define HBASE_PAGE_MIN_KEY_LENGTH 16

typedef struct {
  guint8 digest[HBASE_PAGE_QUERY_LENGTH];
} HBasePageQuery;

/* How tokens are written, and which are accepted. */
typedef struct {
  HBasePageQuery query;
  GPtrArray *keys; /* (element-type GBytes): the first key signs, each is accepted; NULL: unsigned */
  guint lifetime;  /* s; 0: without limit */
} HBasePageTokenRules;

/* For a scan of the table's rows, by stored keys or by unsalted keys. */
void hbase_page_query_init (
    HBasePageQuery *query, const char *table, HBaseKeySchema *schema, HBaseScan *scan, gboolean unsalted);

/* For queries of other kinds, which add more to the checksum between the two calls. */
GChecksum *hbase_page_query_begin (const char *table, HBaseKeySchema *schema);
void hbase_page_query_end (HBasePageQuery *query, GChecksum *checksum /* (transfer full) */);

/* `now`: s since 1970 */
char *
hbase_page_token_write (const HBasePageTokenRules *rules, const HBasePagePosition *position, gint64 now);
/* Reads a token of that query which the rules accept; else INVALID_TOKEN. The caller must check that the
 * position is in the query's result; hbase_page_token_refuse_position() sets the error. */
gboolean hbase_page_token_read (const HBasePageTokenRules *rules,
                                const char *token,
                                gint64 now,
                                HBasePagePosition *position,
                                GError **error);
void hbase_page_token_refuse_position (GError **error);
