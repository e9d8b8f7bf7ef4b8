/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-page-iterator-private.h"

/**
 * HBasePageIterator:
 *
 * The rows of a scan, page by page, forward and back.
 *
 * A page is read by one call that asks for one row more than the page has: whether there is another page is
 * known, not guessed. Pages hang on rows, not on numbers: the next page begins just behind the last row of
 * this one, the previous page ends just before its first. So a row that stays in the table while pages are
 * turned is shown once, neither twice nor never, whatever is inserted and deleted around it, and even if the
 * row that a page hangs on is deleted. Nothing is kept open between two pages, on neither side: a token opens
 * its page in another process, through another gateway.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBasePageIterator) pages = NULL;
 * g_autoptr (HBasePage) page = NULL;
 * g_autoptr (GError) error = NULL;
 *
 * hbase_scan_set_prefix (scan, (const guint8 *) "user7", 5);
 * pages = hbase_page_iterator_new (table, scan, 10);
 * page = hbase_page_iterator_open (pages, token, NULL, &error);
 * for (guint i = 0; page != NULL && i < hbase_page_get_n_rows (page); i++)
 *   {
 *     g_autofree char *name = hbase_row_dup_value_utf8 (hbase_page_get_row (page, i), "content:name");
 *
 *     g_print ("%s\n", name);
 *   }
 * ```
 *
 * [ctor@HBase.PageIterator.new_salted] pages a salted table in the order of its unsalted keys,
 * [ctor@HBase.PageIterator.new_columns] the columns of one wide row.
 *
 * ## Tokens
 *
 * A token is bound to the table, its key schema and the scan; one of another query is refused. Beyond that,
 * by default, it is bound to nothing: who holds one can make others, and so go to any row of the scan, but to
 * none outside of it. [method@HBase.PageIterator.add_token_key] has tokens signed, and takes no others;
 * [property@HBase.PageIterator:token-lifetime] lets them expire.
 *
 * A signed token still shows the row key that it holds to everybody who can read base64. Where keys are
 * nobody's business, seal tokens: encrypt them on the way out, and decrypt them on the way in, with an AEAD
 * of one's own, as libsodium's `crypto_secretbox` or `AES-256-GCM` with a nonce of its own for each token.
 * What is sealed needs no signature: whoever can't seal can't forge.
 *
 * One call at a time: a second one while the first is under way is refused with %G_IO_ERROR_PENDING. After an
 * error, a cancel or a time-out the iterator stands where it stood.
 *
 * Since: 0.1
 */
G_DEFINE_FINAL_TYPE (HBasePageIterator, hbase_page_iterator, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  PROP_TOKEN_LIFETIME,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_page_iterator_finalize (GObject *object)
{
  HBasePageIterator *iterator = HBASE_PAGE_ITERATOR (object);

  g_clear_pointer (&iterator->previous.from, g_bytes_unref);
  g_clear_pointer (&iterator->next.from, g_bytes_unref);
  g_clear_pointer (&iterator->columns_from, g_bytes_unref);
  g_clear_pointer (&iterator->rules.keys, g_ptr_array_unref);
  g_clear_pointer (&iterator->schema, hbase_key_schema_unref);
  hbase_page_plan_clear (&iterator->plan);
  hbase_column_plan_clear (&iterator->columns);
  g_clear_object (&iterator->table);
  G_OBJECT_CLASS (hbase_page_iterator_parent_class)->finalize (object);
}

static void
hbase_page_iterator_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBasePageIterator *iterator = HBASE_PAGE_ITERATOR (object);

  if (id == PROP_TABLE)
    g_value_set_object (value, iterator->table);
  else if (id == PROP_TOKEN_LIFETIME)
    g_value_set_uint (value, iterator->rules.lifetime);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_page_iterator_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBasePageIterator *iterator = HBASE_PAGE_ITERATOR (object);

  if (id == PROP_TOKEN_LIFETIME)
    iterator->rules.lifetime = g_value_get_uint (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_page_iterator_class_init (HBasePageIteratorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_page_iterator_finalize;
  object_class->get_property = hbase_page_iterator_get_property;
  object_class->set_property = hbase_page_iterator_set_property;

  /**
   * HBasePageIterator:table: (getter get_table)
   *
   * The table that is read.
   *
   * Since: 0.1
   */
  properties[PROP_TABLE] = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBasePageIterator:token-lifetime: (getter get_token_lifetime) (setter set_token_lifetime)
   *
   * For how many seconds tokens are good; 0, the default: for ever.
   *
   * Since: 0.1
   */
  properties[PROP_TOKEN_LIFETIME] = g_param_spec_uint ("token-lifetime", NULL, NULL, 0, G_MAXUINT, 0,
                                                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_page_iterator_init (HBasePageIterator *iterator)
{
  iterator->next.way = HBASE_PAGE_AVAILABLE;
}

/* Takes the schema, which may be NULL. */
static HBasePageIterator *
iterator_new (HBaseTable *table, HBaseKeySchema *schema, HBaseScan *scan, guint page_size, gboolean salted)
{
  HBasePageIterator *iterator = g_object_new (HBASE_TYPE_PAGE_ITERATOR, NULL);
  const char *name = table != NULL ? hbase_table_get_target (table).table : "";

  g_set_object (&iterator->table, table);
  iterator->schema = schema;
  iterator->salted = salted;
  hbase_page_plan_init (&iterator->plan, name, scan, page_size);
  iterator->plan.salts = salted ? iterator->schema : NULL;
  hbase_page_query_init (&iterator->rules.query, name, iterator->schema, iterator->plan.scan, salted);
  return iterator;
}

/**
 * hbase_page_iterator_new:
 * @table: a table
 * @scan: which rows and columns, and in which direction; it is copied
 * @page_size: rows a page, at least 1
 *
 * Makes an iterator that stands before the first page. Nothing is sent yet. Of the scan neither the limit
 * nor the batch size is heeded, nor a `PageFilter` that is its filter or joined to others by AND: pages
 * hold whole rows, as many as the page size says.
 *
 * A filter that remembers rows (`WHILE`, `ColumnCountGetFilter`, a `PageFilter` within others, one in
 * bytes) is refused by the first page, with %HBASE_ERROR_INVALID_ARGUMENT, as each page begins anew. Of
 * some filters HBase says something else where it reads backwards: of `InclusiveStopFilter`, of
 * `ColumnPrefixFilter`, `MultipleColumnPrefixFilter` and `ColumnRangeFilter` joined by OR, or by AND to
 * filters that look at several cells, of a `DependentColumnFilter` and a `PrefixFilter` under one OR. Pages
 * of these can be read forwards; [method@HBase.PageIterator.previous], [method@HBase.PageIterator.last] and
 * tokens of previous pages are refused.
 *
 * Returns: (transfer full): the iterator
 *
 * Since: 0.1
 */
HBasePageIterator *
hbase_page_iterator_new (HBaseTable *table, HBaseScan *scan, guint page_size)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  return iterator_new (table, hbase_table_dup_key_schema (table), scan, page_size, FALSE);
}

/**
 * hbase_page_iterator_new_salted:
 * @salted: a salted table
 * @scan: which rows, by their unsalted keys, which columns, and in which direction; it is copied
 * @page_size: rows a page, at least 1
 *
 * Makes an iterator over rows in the order of their unsalted keys, as [method@HBase.SaltedTable.scan] reads
 * them: a page takes one call a salt, all at the same time. Their rows have their row keys, with salts, and
 * tokens hold these. A row that is there twice comes twice. Where salts are drawn, a row that is deleted and
 * written anew may get another salt: it is another row then, which may lie on the other side of a page's end.
 *
 * What is wrong with the key schema or the range is told by the first page that is asked for.
 *
 * Returns: (transfer full): the iterator
 *
 * Since: 0.1
 */
HBasePageIterator *
hbase_page_iterator_new_salted (HBaseSaltedTable *salted, HBaseScan *scan, guint page_size)
{
  HBaseTable *table;

  g_return_val_if_fail (HBASE_IS_SALTED_TABLE (salted), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  table = hbase_salted_table_get_table (salted);
  return iterator_new (table, table != NULL ? hbase_table_dup_key_schema (table) : NULL, scan, page_size,
                       TRUE);
}

HBasePageIterator *
hbase_page_iterator_new_between (HBasePageIterator *iterator, GBytes *first, GBytes *last, guint page_size)
{
  g_autoptr (HBaseScan) scan = hbase_page_plan_narrow (&iterator->plan, first, last);
  HBaseKeySchema *schema = iterator->schema != NULL ? hbase_key_schema_ref (iterator->schema) : NULL;

  return iterator_new (iterator->table, schema, scan, page_size, iterator->salted);
}

/**
 * hbase_page_iterator_get_table: (get-property table)
 * @iterator: an iterator
 *
 * The table that is read.
 *
 * Returns: (transfer none): the table
 *
 * Since: 0.1
 */
HBaseTable *
hbase_page_iterator_get_table (HBasePageIterator *iterator)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);

  return iterator->table;
}

/* ---- tokens ---- */

/**
 * hbase_page_iterator_get_token_lifetime: (get-property token-lifetime)
 * @iterator: an iterator
 *
 * For how long tokens are good.
 *
 * Returns: in seconds; 0: for ever
 *
 * Since: 0.1
 */
guint
hbase_page_iterator_get_token_lifetime (HBasePageIterator *iterator)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), 0);

  return iterator->rules.lifetime;
}

/**
 * hbase_page_iterator_set_token_lifetime: (set-property token-lifetime)
 * @iterator: an iterator
 * @lifetime: in seconds; 0: for ever
 *
 * Lets the tokens of pages that are read from now on expire. Tokens without an end aren't taken any more
 * then. A token that isn't signed can be given another end by whoever holds it.
 *
 * Since: 0.1
 */
void
hbase_page_iterator_set_token_lifetime (HBasePageIterator *iterator, guint lifetime)
{
  g_return_if_fail (HBASE_IS_PAGE_ITERATOR (iterator));

  g_object_set (iterator, "token-lifetime", lifetime, NULL);
}

/**
 * hbase_page_iterator_add_token_key:
 * @iterator: an iterator
 * @key: (array length=key_length): a secret, of at least 16 random bytes; it is copied
 * @key_length: how many bytes; 32 are right
 * @error: return location for an error
 *
 * Has tokens signed, by HMAC-SHA-256: from now on only signed ones are taken. The first key that was added
 * signs, each of them is good. To change keys, first add the new one as the second everywhere, then make it
 * the first one everywhere, and leave the old one out when the tokens that it signed have expired.
 *
 * Keys are to be added before pages are read, to all iterators of a query alike.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for a key that could be guessed.
 *
 * Returns: whether the key was taken
 *
 * Since: 0.1
 */
gboolean
hbase_page_iterator_add_token_key (HBasePageIterator *iterator,
                                   const guint8 *key,
                                   gsize key_length,
                                   GError **error)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), FALSE);
  hbase_return_if_no_bytes (key, FALSE);

  if (!hbase_table_check (iterator, iterator->table, error))
    return FALSE;
  if (key_length < HBASE_PAGE_MIN_KEY_LENGTH)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "a key of %" G_GSIZE_FORMAT
                       " bytes for page tokens could be guessed: take 32 random ones",
                       key_length);
      return FALSE;
    }
  if (iterator->rules.keys == NULL)
    iterator->rules.keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_ptr_array_add (iterator->rules.keys, g_bytes_new (key, key_length));
  return TRUE;
}

static gboolean
iterator_has_place (HBasePageIterator *iterator, const HBasePagePosition *place)
{
  return iterator->is_of_columns ? hbase_column_plan_has_position (&iterator->columns, place)
                                 : hbase_page_plan_has_position (&iterator->plan, place);
}

gboolean
hbase_page_iterator_read_token (HBasePageIterator *iterator,
                                const char *token,
                                HBasePagePosition *place,
                                GError **error)
{
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  if (!hbase_page_token_read (&iterator->rules, token, now, place, error))
    return FALSE;
  if (iterator_has_place (iterator, place))
    return TRUE;
  hbase_page_position_clear (place);
  hbase_page_token_refuse_position (error);
  return FALSE;
}

/* Takes the place. The other side of it nobody has seen, but for the beginning. */
static void
iterator_set_position (HBasePageIterator *iterator, HBasePagePosition *place)
{
  HBasePageSide *ahead = place->backward ? &iterator->previous : &iterator->next;
  HBasePageSide *other = place->backward ? &iterator->next : &iterator->previous;

  g_clear_pointer (&iterator->previous.from, g_bytes_unref);
  g_clear_pointer (&iterator->next.from, g_bytes_unref);
  ahead->way = HBASE_PAGE_AVAILABLE;
  other->way = place->from != NULL ? HBASE_PAGE_UNKNOWN : HBASE_PAGE_NONE;
  ahead->from = g_steal_pointer (&place->from);
}

/**
 * hbase_page_iterator_seek:
 * @iterator: an iterator
 * @token: (nullable): of [method@HBase.Page.get_next_token] or [method@HBase.Page.get_previous_token];
 *   %NULL for the first page
 * @error: return location for an error
 *
 * Goes to the page that the token opens: [method@HBase.PageIterator.next] gives the page of a next token,
 * [method@HBase.PageIterator.previous] that of a previous one. Nothing is sent.
 * [method@HBase.PageIterator.open] does both at once.
 *
 * A token opens pages of the table, key schema and scan it was made of, and of no other; the page size may be
 * another.
 *
 * Errors: %HBASE_ERROR_INVALID_TOKEN for one that was cut, altered, made for another query, or forged to name
 * a row outside the scan; one that has expired; one that isn't signed, or with another key, where keys were
 * added. %G_IO_ERROR_PENDING while a page is being read. The iterator stays where it is then.
 *
 * Returns: whether the token was taken
 *
 * Since: 0.1
 */
gboolean
hbase_page_iterator_seek (HBasePageIterator *iterator, const char *token, GError **error)
{
  g_auto (HBasePagePosition) place = { FALSE, NULL };
  gboolean good;

  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), FALSE);

  if (!hbase_table_check (iterator, iterator->table, error)
      || !hbase_busy_flag_acquire (&iterator->turn, "page iterator", error))
    return FALSE;
  good = token == NULL || hbase_page_iterator_read_token (iterator, token, &place, error);
  if (good)
    iterator_set_position (iterator, &place);
  hbase_busy_flag_release (&iterator->turn);
  return good;
}
