/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-plan-private.h"

/* Page tokens: text that names a query and a place in its result, and can't be mistaken for one of another
 * query. Pure: what time it is comes from outside.
 *
 *   URL-safe base64, unpadded, of
 *   version (1 byte, 2) · flags (1) · query (16) · end of its life (8, with EXPIRES) · row ·
 *   signature (32, with SIGNED) · check (8)
 *
 * `query` is the beginning of a SHA-256 over the table's name, its key schema's text, and all that makes the
 * query another one; `check` the beginning of a SHA-256 over all before it: it guards against accidents, not
 * against forgers. The signature is the HMAC-SHA-256 of all before it. The first page is
 * named by no row. Version 1, which is read still, is
 * version (1 byte, 1) · query (16) · row · check (8): it opens the page behind the row. */

#define HBASE_PAGE_QUERY_LENGTH 16
/* A shorter key of a signature could be guessed. */
#define HBASE_PAGE_MIN_KEY_LENGTH 16

typedef struct {
  guint8 digest[HBASE_PAGE_QUERY_LENGTH];
} HBasePageQuery;

/* What is written, and the least that is taken. */
typedef struct {
  HBasePageQuery query;
  GPtrArray *keys; /* (element-type GBytes): the first one signs, each is good; NULL: unsigned */
  guint lifetime;  /* s; 0: tokens never expire */
} HBasePageTokenRules;

/* Of a scan of the table's rows, by their own keys or by unsalted ones. */
void hbase_page_query_init (
    HBasePageQuery *query, const char *table, HBaseKeySchema *schema, HBaseScan *scan, gboolean unsalted);

/* For queries of other kinds: what is added between the two makes them others. */
GChecksum *hbase_page_query_begin (const char *table, HBaseKeySchema *schema);
void hbase_page_query_end (HBasePageQuery *query, GChecksum *checksum /* (transfer full) */);

/* `now`: s since 1970 */
char *hbase_page_token_write (const HBasePageTokenRules *rules, const HBasePagePosition *place, gint64 now);
/* Whether it is a token of that query and keeps the rules; else INVALID_TOKEN. That the place is in the query's
 * result is for the caller to see: INVALID_TOKEN as hbase_page_token_refuse_position() says it. */
gboolean hbase_page_token_read (const HBasePageTokenRules *rules,
                                const char *token,
                                gint64 now,
                                HBasePagePosition *place,
                                GError **error);
void hbase_page_token_refuse_position (GError **error);
