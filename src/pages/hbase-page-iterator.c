/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBasePageIterator, which reads the pages of a scan or of the columns of a row.
 *
 *  1. A call that reads a page or moves the iterator acquires `busy`, which protects all members after it.
 *  2. The iterator's position is a page, or is before the first page, or, after seek(), is just before or
 *     after the page that the token opens. `previous` and `next` say what is known about both sides of the
 *     position.
 *  3. They change only when a page was read. A call that fails or is cancelled doesn't change them. A call
 *     that finds no rows changes only the side on which it found none, and the other side if that was
 *     unknown.
 *  4. One operation reads the page: a page operation, or one call for the columns of a row. */

#include "config.h"

#include "hbase-page-iterator-private.h"
#include "hbase-unsalted-operations-private.h"

#include "hbase-data-operations-private.h"
#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-page-private.h"

/**
 * HBasePageIterator:
 *
 * Reads the rows of a scan page by page, forwards and backwards.
 *
 * A page is read by one call that requests one row more than the page has, which shows whether there is
 * another page. Pages are positioned by rows, not by numbers: the next page begins immediately after the
 * last row of this page, and the previous page ends immediately before its first row. So a row that stays
 * in the table while the pages are read is on exactly one page, whatever rows are inserted and deleted,
 * and even if the row that positions a page is deleted. No scan stays open between two pages, so a token
 * can open its page in another process and through another gateway.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBasePageIterator) iterator = NULL;
 * g_autoptr (HBasePage) page = NULL;
 * g_autoptr (GError) error = NULL;
 *
 * hbase_scan_set_prefix_utf8 (scan, "user7");
 * iterator = hbase_page_iterator_new (table, scan, 10);
 * page = hbase_page_iterator_open (iterator, token, NULL, &error);
 * for (guint i = 0; page != NULL && i < hbase_page_get_n_rows (page); i++)
 *   {
 *     g_autofree char *name = hbase_row_dup_value_utf8 (hbase_page_get_row (page, i), "content:name");
 *
 *     g_print ("%s\n", name);
 *   }
 * ```
 *
 * [ctor@HBase.PageIterator.new_columns] reads the columns of one wide row.
 *
 * ## Tokens
 *
 * A token is valid only for the table, key schema and scan that it was made for. By default there is no
 * further protection: everybody who has a token can make other tokens, and so read any row of the scan, but
 * no row outside it. [method@HBase.PageIterator.add_token_key] makes the iterator sign its tokens and refuse
 * all others; [property@HBase.PageIterator:token-lifetime] makes tokens expire.
 *
 * A signed token still contains a row key, which everybody who can decode base64 can read. If row keys are
 * confidential, encrypt tokens before they are sent to clients, and decrypt the tokens that clients send,
 * with an AEAD such as libsodium's `crypto_secretbox` or `AES-256-GCM`, and a nonce of its own for each
 * token. Encrypted tokens need no signature: without the key they can't be forged.
 *
 * An iterator makes one call at a time: a second call while the first is under way fails with
 * %G_IO_ERROR_PENDING. A call that fails, is cancelled or times out doesn't move the iterator.
 */
G_DEFINE_FINAL_TYPE (HBasePageIterator, hbase_page_iterator, G_TYPE_OBJECT)

enum {
  PROP_TABLE = 1,
  PROP_TOKEN_LIFETIME,
  PROP_IO_PRIORITY,
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
  hbase_page_plan_clear (&iterator->plan);
  hbase_column_plan_clear (&iterator->columns);
  g_clear_object (&iterator->table);
  G_OBJECT_CLASS (hbase_page_iterator_parent_class)->finalize (object);
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_TABLE] = G_STRUCT_OFFSET (HBasePageIterator, table),
  [PROP_TOKEN_LIFETIME] = G_STRUCT_OFFSET (HBasePageIterator, rules.lifetime),
  [PROP_IO_PRIORITY] = G_STRUCT_OFFSET (HBasePageIterator, io_priority),
};

static void
hbase_page_iterator_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_page_iterator_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  hbase_object_set_member (object, members[id], value, pspec);
}

static void
hbase_page_iterator_class_init (HBasePageIteratorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags settable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = hbase_page_iterator_finalize;
  object_class->get_property = hbase_page_iterator_get_property;
  object_class->set_property = hbase_page_iterator_set_property;

  /**
   * HBasePageIterator:table: (getter get_table)
   *
   * The table that is read.
   */
  properties[PROP_TABLE] = g_param_spec_object ("table", NULL, NULL, HBASE_TYPE_TABLE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBasePageIterator:token-lifetime: (getter get_token_lifetime) (setter set_token_lifetime)
   *
   * The time for which tokens are valid, in seconds; 0, the default, means that they don't expire.
   */
  properties[PROP_TOKEN_LIFETIME]
      = g_param_spec_uint ("token-lifetime", NULL, NULL, 0, G_MAXUINT, 0, settable);
  /**
   * HBasePageIterator:io-priority: (getter get_io_priority) (setter set_io_priority)
   *
   * The priority of the sources that dispatch asynchronous calls, for example %G_PRIORITY_DEFAULT_IDLE; the
   * default is %G_PRIORITY_DEFAULT. A change applies to the next call.
   */
  properties[PROP_IO_PRIORITY]
      = g_param_spec_int ("io-priority", NULL, NULL, G_MININT, G_MAXINT, G_PRIORITY_DEFAULT, settable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_page_iterator_init (HBasePageIterator *iterator)
{
  iterator->next.availability = HBASE_PAGE_AVAILABLE;
}

static HBasePageIterator *
iterator_new (HBaseTable *table, HBaseScan *scan, guint page_size)
{
  HBasePageIterator *iterator = g_object_new (HBASE_TYPE_PAGE_ITERATOR, NULL);
  HBaseTarget target = table != NULL ? hbase_table_get_target (table) : (HBaseTarget){ .table = "" };

  g_set_object (&iterator->table, table);
  hbase_page_plan_init (&iterator->plan, target.table, scan, page_size);
  iterator->plan.salts = target.unsalted ? target.schema : NULL;
  hbase_page_query_init (&iterator->rules.query, target.table, target.schema, iterator->plan.scan,
                         target.unsalted);
  return iterator;
}

/**
 * hbase_page_iterator_new:
 * @table: a table
 * @scan: the rows and columns to read, and their order; it is copied
 * @page_size: the number of rows on a page, at least 1
 *
 * Creates an iterator, whose position is before the first page. Nothing is sent yet. The scan's limit and
 * batch size are ignored, and so is a `PageFilter` that is its filter or is joined to other filters by AND:
 * pages have whole rows, and their number is the page size.
 *
 * A filter that depends on earlier rows (`WHILE`, `ColumnCountGetFilter`, a `PageFilter` within others, a
 * filter in bytes) makes the first page fail with %HBASE_ERROR_INVALID_ARGUMENT, because each page is a
 * separate scan. Some filters let other rows pass in a reversed scan: `InclusiveStopFilter`;
 * `ColumnPrefixFilter`, `MultipleColumnPrefixFilter` and `ColumnRangeFilter` that are joined by OR, or by
 * AND with filters that examine several cells; a `DependentColumnFilter` and a `PrefixFilter` under one OR.
 * Their pages can be read forwards only: [method@HBase.PageIterator.previous],
 * [method@HBase.PageIterator.last] and tokens of previous pages fail.
 *
 * On a handle whose keys have no salts ([ctor@HBase.Table.new_unsalted]) the rows are in the order of these
 * keys. A page takes one request for each salt, all at the same time, and its tokens contain stored keys. A
 * row that is stored twice is returned twice. If salts are random, a row that is deleted and written again
 * may get another salt; it is another stored row then, which may be on the other side of a page's boundary.
 *
 * Returns: (transfer full): the iterator
 */
HBasePageIterator *
hbase_page_iterator_new (HBaseTable *table, HBaseScan *scan, guint page_size)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (scan != NULL, NULL);

  return iterator_new (table, scan, page_size);
}

/**
 * hbase_page_iterator_new_columns: (constructor)
 * @table: a table
 * @get: the row, and the columns of it to read; it is copied
 * @page_size: the number of columns on a page, at least 1
 *
 * Creates an iterator over the columns of one row, for rows that are too wide to be read at once. Each page
 * has one row, with the newest version of as many columns as the page size, in the order of families, then
 * of qualifiers. A page takes one call.
 *
 * Columns can be read forwards only: by [method@HBase.PageIterator.next], [method@HBase.PageIterator.first]
 * and [method@HBase.PageIterator.open]. Pages have no previous token. A column that stays in the row is on
 * exactly one page; its value is that at the moment when its page was read. Tokens contain a family and
 * a qualifier.
 *
 * If the get names no family, or several, each page requests as many columns as the page size from each
 * family that isn't read completely; so name one family if that is enough.
 *
 * For a get with more than one version, or with a filter that examines more than one cell
 * (`SingleColumnValueFilter`, `FirstKeyOnlyFilter`, `SKIP`…), the first page fails with
 * %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the iterator
 */
HBasePageIterator *
hbase_page_iterator_new_columns (HBaseTable *table, HBaseGet *get, guint page_size)
{
  HBasePageIterator *iterator;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  g_return_val_if_fail (get != NULL, NULL);

  iterator = g_object_new (HBASE_TYPE_PAGE_ITERATOR, NULL);
  iterator->table = g_object_ref (table);
  iterator->is_of_columns = TRUE;
  hbase_column_plan_init (&iterator->columns, hbase_table_get_target (table).table, get, page_size);
  hbase_column_query_init (&iterator->rules.query, &iterator->columns, hbase_table_get_key_schema (table));
  return iterator;
}

HBasePageIterator *
hbase_page_iterator_new_like (HBasePageIterator *iterator)
{
  return iterator_new (iterator->table, iterator->plan.scan, iterator->plan.size);
}

HBasePageIterator *
hbase_page_iterator_new_between (HBasePageIterator *iterator, GBytes *first, GBytes *last, guint page_size)
{
  g_autoptr (HBaseScan) scan = hbase_page_plan_narrow (&iterator->plan, first, last);

  return iterator_new (iterator->table, scan, page_size);
}

/**
 * hbase_page_iterator_get_table: (get-property table)
 * @iterator: an iterator
 *
 * Returns the table that is read.
 *
 * Returns: (transfer none): the table
 */
HBaseTable *
hbase_page_iterator_get_table (HBasePageIterator *iterator)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);

  return iterator->table;
}

/**
 * hbase_page_iterator_get_io_priority: (get-property io-priority)
 * @iterator: an iterator
 *
 * Returns the priority of the sources that dispatch asynchronous calls.
 *
 * Returns: the priority, for example %G_PRIORITY_DEFAULT
 */
int
hbase_page_iterator_get_io_priority (HBasePageIterator *iterator)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), 0);

  return iterator->io_priority;
}

/**
 * hbase_page_iterator_set_io_priority: (set-property io-priority)
 * @iterator: an iterator
 * @io_priority: the priority, for example %G_PRIORITY_DEFAULT_IDLE
 *
 * Sets the priority of the sources that dispatch asynchronous calls. It applies to the next call.
 */
void
hbase_page_iterator_set_io_priority (HBasePageIterator *iterator, int io_priority)
{
  g_return_if_fail (HBASE_IS_PAGE_ITERATOR (iterator));

  g_object_set (iterator, "io-priority", io_priority, NULL);
}

/* ---- tokens ---- */

/**
 * hbase_page_iterator_get_token_lifetime: (get-property token-lifetime)
 * @iterator: an iterator
 *
 * Returns the time for which tokens are valid.
 *
 * Returns: the time in seconds; 0 means that tokens don't expire
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
 * @lifetime: the time in seconds; 0 means that tokens don't expire
 *
 * Sets the time for which the tokens of pages that are read from now on are valid. Tokens without an expiry
 * are then refused. Everybody who has an unsigned token can change its expiry;
 * [method@HBase.PageIterator.add_token_key] prevents that.
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
 * @key: (array length=key_length): a secret of at least 16 random bytes; it is copied
 * @key_length: the number of bytes; 32 are recommended
 * @error: return location for an error
 *
 * Adds a key that signs tokens with HMAC-SHA-256. From now on only signed tokens are accepted. The first
 * key that was added signs; a signature by any of the keys is valid. To replace a key, first add the new key
 * as the second everywhere, then make it the first everywhere, and remove the old key when the tokens that it
 * signed have expired.
 *
 * Add keys before pages are read, and the same keys to all iterators of a query.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the key is too short.
 *
 * Returns: %TRUE if the key was added; %FALSE on error
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
iterator_has_position (HBasePageIterator *iterator, const HBasePagePosition *position)
{
  return iterator->is_of_columns ? hbase_column_plan_has_position (&iterator->columns, position)
                                 : hbase_page_plan_has_position (&iterator->plan, position);
}

static gboolean
iterator_read_token (HBasePageIterator *iterator,
                     const char *token,
                     HBasePagePosition *position,
                     GError **error)
{
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  if (!hbase_page_token_read (&iterator->rules, token, now, position, error))
    return FALSE;
  if (iterator_has_position (iterator, position))
    return TRUE;
  hbase_page_position_clear (position);
  hbase_page_token_refuse_position (error);
  return FALSE;
}

/* Takes the position. Its other side is unknown, unless the position is before the first page. */
static void
iterator_set_position (HBasePageIterator *iterator, HBasePagePosition *position)
{
  HBasePageSide *ahead = position->backward ? &iterator->previous : &iterator->next;
  HBasePageSide *other = position->backward ? &iterator->next : &iterator->previous;

  g_clear_pointer (&iterator->previous.from, g_bytes_unref);
  g_clear_pointer (&iterator->next.from, g_bytes_unref);
  ahead->availability = HBASE_PAGE_AVAILABLE;
  other->availability = position->from != NULL ? HBASE_PAGE_UNKNOWN : HBASE_PAGE_NONE;
  ahead->from = g_steal_pointer (&position->from);
}

/**
 * hbase_page_iterator_seek:
 * @iterator: an iterator
 * @token: (nullable): a token of [method@HBase.Page.get_next_token] or
 *   [method@HBase.Page.get_previous_token]; %NULL for the first page
 * @error: return location for an error
 *
 * Moves to the page that the token opens, without sending anything. After a token of a next page
 * [method@HBase.PageIterator.next] reads that page, after a token of a previous page,
 * [method@HBase.PageIterator.previous]. [method@HBase.PageIterator.open] both moves and reads.
 *
 * A token opens pages of the table, key schema and scan that it was made for; the page size may differ.
 *
 * Errors: %HBASE_ERROR_INVALID_TOKEN if the token was truncated, altered, made for another query, or forged
 * to name a row outside the scan; if it has expired; or, if keys were added, if it isn't signed or is
 * signed with another key. %G_IO_ERROR_PENDING while a page is being read. On error the iterator doesn't
 * move.
 *
 * Returns: %TRUE if the token was accepted; %FALSE on error
 */
gboolean
hbase_page_iterator_seek (HBasePageIterator *iterator, const char *token, GError **error)
{
  g_auto (HBasePagePosition) position = { FALSE, NULL };
  gboolean is_valid;

  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), FALSE);

  if (!hbase_table_check (iterator, iterator->table, error)
      || !hbase_busy_flag_acquire (&iterator->busy, "page iterator", error))
    return FALSE;
  is_valid = token == NULL || iterator_read_token (iterator, token, &position, error);
  if (is_valid)
    iterator_set_position (iterator, &position);
  hbase_busy_flag_release (&iterator->busy);
  return is_valid;
}

/* ---- which page ---- */

static gboolean
side_find_position (const HBasePageSide *side, gboolean backward, HBasePagePosition *position, GError **error)
{
  if (side->availability == HBASE_PAGE_UNKNOWN)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "the page iterator is at a token that opens a %s page: read that one first, by %s()",
                       backward ? "next" : "previous", backward ? "next" : "previous");
      return FALSE;
    }
  *position = (HBasePagePosition){ .backward = backward,
                                   .from = side->from != NULL ? g_bytes_ref (side->from) : NULL };
  return TRUE;
}

static gboolean
iterator_find_position (HBasePageIterator *iterator,
                        const HBasePageMove *move,
                        HBasePagePosition *position,
                        GError **error)
{
  position->backward = move->kind == HBASE_PAGE_MOVE_LAST || move->kind == HBASE_PAGE_MOVE_BEFORE;
  position->from = NULL;
  if (move->row != NULL)
    position->from = g_bytes_ref (move->row);
  if (move->kind == HBASE_PAGE_MOVE_NEXT)
    return side_find_position (&iterator->next, FALSE, position, error);
  if (move->kind == HBASE_PAGE_MOVE_PREVIOUS)
    return side_find_position (&iterator->previous, TRUE, position, error);
  return move->token == NULL || iterator_read_token (iterator, move->token, position, error);
}

/* Returns the side to which the iterator moves, or NULL. */
static HBasePageSide *
iterator_get_side (HBasePageIterator *iterator, HBasePageMoveKind kind)
{
  if (kind == HBASE_PAGE_MOVE_NEXT)
    return &iterator->next;
  return kind == HBASE_PAGE_MOVE_PREVIOUS ? &iterator->previous : NULL;
}

static gboolean
iterator_check_columns (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  if (kind == HBASE_PAGE_MOVE_NEXT || kind == HBASE_PAGE_MOVE_FIRST || kind == HBASE_PAGE_MOVE_OPEN)
    return hbase_column_plan_check (&iterator->columns, error);
  hbase_error_set (
      error, HBASE_ERROR_INVALID_ARGUMENT,
      "table “%s”: columns of a row are read forward only: use next(), first(), or open() with a "
      "token",
      iterator->columns.table);
  return FALSE;
}

static gboolean
iterator_check (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  if (iterator->is_of_columns)
    return iterator_check_columns (iterator, kind, error);
  return hbase_page_plan_check (&iterator->plan, error)
         && hbase_unsalted_check_scan (hbase_table_get_target (iterator->table), iterator->plan.scan, error);
}

/* ---- the operation ---- */

static void
iterator_begin_columns (HBasePageIterator *iterator, const HBasePagePosition *position)
{
  g_autoptr (GPtrArray) gets = hbase_column_plan_request (&iterator->columns, position);

  iterator->operation = hbase_get_multiple_operation_new (hbase_table_get_target (iterator->table), gets);
  g_clear_pointer (&iterator->columns_from, g_bytes_unref);
  iterator->columns_from = position->from != NULL ? g_bytes_ref (position->from) : NULL;
}

static void
iterator_set_row_width (HBasePageIterator *iterator)
{
  HBaseTarget target = hbase_table_get_target (iterator->table);

  iterator->plan.row_width = target.row_width;
  iterator->plan.learn_row_width = target.learn_row_width;
  iterator->plan.learn_data = target.learn_data;
}

static gboolean
iterator_begin_rows (HBasePageIterator *iterator,
                     const HBasePagePosition *position,
                     guint64 n_skipped,
                     GError **error)
{
  if (!hbase_page_plan_check_direction (&iterator->plan, position, error))
    return FALSE;
  iterator_set_row_width (iterator);
  iterator->operation = hbase_page_operation_new (hbase_table_get_target (iterator->table), &iterator->plan,
                                                  position, n_skipped);
  return TRUE;
}

static gboolean
iterator_make_operation (HBasePageIterator *iterator, const HBasePageMove *move, GError **error)
{
  g_auto (HBasePagePosition) position = { FALSE, NULL };

  if (!iterator_find_position (iterator, move, &position, error))
    return FALSE;
  if (!iterator->is_of_columns)
    return iterator_begin_rows (iterator, &position, move->offset, error);
  iterator_begin_columns (iterator, &position);
  return TRUE;
}

/* Returns TRUE if the operation must be run: then the busy flag is acquired. Returns FALSE on error, or if
 * there is no page to read. */
static gboolean
iterator_begin (HBasePageIterator *iterator,
                const HBasePageMove *move,
                GCancellable *cancellable,
                GError **error)
{
  HBasePageSide *side = iterator_get_side (iterator, move->kind);

  if (!hbase_table_check_call (iterator, iterator->table, cancellable, error)
      || !hbase_busy_flag_acquire (&iterator->busy, "page iterator", error))
    return FALSE;
  if (iterator_check (iterator, move->kind, error) && (side == NULL || side->availability != HBASE_PAGE_NONE)
      && iterator_make_operation (iterator, move, error))
    return TRUE;
  hbase_busy_flag_release (&iterator->busy);
  return FALSE;
}

/* ---- the page ---- */

static void
side_set (HBasePageSide *side, gboolean is_available, GBytes *from)
{
  g_clear_pointer (&side->from, g_bytes_unref);
  side->availability = is_available ? HBASE_PAGE_AVAILABLE : HBASE_PAGE_NONE;
  side->from = is_available ? g_bytes_ref (from) : NULL;
}

static char *
iterator_write_token (HBasePageIterator *iterator, const HBasePagePosition *position)
{
  return hbase_page_token_write (&iterator->rules, position, g_get_real_time () / G_USEC_PER_SEC);
}

static char *
iterator_write_token_of_side (HBasePageIterator *iterator, const HBasePageSide *side, gboolean backward)
{
  HBasePagePosition position = { backward, side->from };

  return side->availability == HBASE_PAGE_AVAILABLE ? iterator_write_token (iterator, &position) : NULL;
}

/* Records that no rows were found, so there is no page on that side. If the other side was unknown, the
 * position is after or before all rows, and the last or the first page is on that side. */
static HBasePage *
iterator_find_nothing (HBasePageIterator *iterator, HBasePageMoveKind kind)
{
  HBasePageSide *side = iterator_get_side (iterator, kind);
  HBasePageSide *other = side == &iterator->next ? &iterator->previous : &iterator->next;

  if (side == NULL)
    return NULL;
  side_set (side, FALSE, NULL);
  if (other->availability == HBASE_PAGE_UNKNOWN && !iterator->is_of_columns)
    other->availability = HBASE_PAGE_AVAILABLE;
  return NULL;
}

/* Takes the rows. */
static HBasePage *
iterator_make_page (HBasePageIterator *iterator, GPtrArray *rows, const HBasePagePosition *own)
{
  return hbase_page_new (rows, iterator_write_token (iterator, own),
                         iterator_write_token_of_side (iterator, &iterator->previous, TRUE),
                         iterator_write_token_of_side (iterator, &iterator->next, FALSE));
}

static HBasePage *
iterator_take_rows (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  g_auto (HBasePageResult) found = { NULL };

  if (!hbase_operation_take (iterator->operation, &found, error))
    return NULL;
  if (found.rows->len == 0)
    return iterator_find_nothing (iterator, kind);
  side_set (&iterator->previous, found.bounds.has_previous, found.bounds.first);
  side_set (&iterator->next, found.bounds.has_next, found.bounds.last);
  return iterator_make_page (iterator, g_steal_pointer (&found.rows), &found.bounds.own);
}

static HBasePage *
iterator_take_columns (HBasePageIterator *iterator, HBasePageMoveKind kind, GError **error)
{
  const HBasePagePosition own = { FALSE, iterator->columns_from };
  g_autoptr (GPtrArray) parts = NULL;
  g_autoptr (GBytes) last = NULL;
  HBaseRow *row;
  GPtrArray *rows;

  if (!hbase_operation_take (iterator->operation, &parts, error))
    return NULL;
  row = hbase_column_plan_finish (&iterator->columns, parts, &last);
  if (row == NULL)
    return iterator_find_nothing (iterator, kind);
  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  g_ptr_array_add (rows, row);
  side_set (&iterator->next, last != NULL, last);
  return iterator_make_page (iterator, rows, &own);
}

static HBasePage *
iterator_end (HBasePageIterator *iterator, HBasePageMoveKind kind, gboolean ran, GError **error)
{
  HBasePage *page = NULL;

  if (ran)
    page = (iterator->is_of_columns ? iterator_take_columns : iterator_take_rows) (iterator, kind, error);
  g_clear_pointer (&iterator->operation, hbase_operation_free);
  hbase_busy_flag_release (&iterator->busy);
  return page;
}

/* ---- moves ---- */

static HBasePage *
iterator_move (HBasePageIterator *iterator,
               const HBasePageMove *move,
               GCancellable *cancellable,
               GError **error)
{
  gboolean ran;

  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);

  if (!iterator_begin (iterator, move, cancellable, error))
    return NULL;
  ran = hbase_table_run (iterator, iterator->table, iterator->operation, cancellable, error);
  return iterator_end (iterator, move->kind, ran, error);
}

/* The task's data are the kind of the move. */
static void
iterator_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  HBasePageMoveKind kind = (HBasePageMoveKind) GPOINTER_TO_UINT (g_task_get_task_data (task));
  GError *error = NULL;
  gboolean ran = g_task_propagate_boolean (G_TASK (result), &error);
  HBasePage *page = iterator_end (HBASE_PAGE_ITERATOR (source), kind, ran, ran ? &error : NULL);

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, page, (GDestroyNotify) hbase_page_unref);
}

void
hbase_page_iterator_move_async (HBasePageIterator *iterator,
                                const HBasePageMove *move,
                                gpointer tag,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_PAGE_ITERATOR (iterator));

  task
      = hbase_task_new_with_priority (iterator, iterator->io_priority, tag, cancellable, callback, user_data);
  g_task_set_task_data (task, GUINT_TO_POINTER (move->kind), NULL);
  if (iterator_begin (iterator, move, cancellable, &error))
    hbase_table_run_async (iterator, iterator->table, iterator->operation,
                           hbase_task_new_with_priority (iterator, iterator->io_priority, iterator_ran,
                                                         cancellable, iterator_ran, g_steal_pointer (&task)));
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, NULL, NULL);
}

void
hbase_page_iterator_read_all_async (HBasePageIterator *iterator,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  GTask *task = hbase_task_new_with_priority (
      iterator, iterator->io_priority, hbase_page_iterator_read_all_async, cancellable, callback, user_data);
  HBaseOperation *operation;

  iterator_set_row_width (iterator);
  operation = hbase_page_operation_new_all (hbase_table_get_target (iterator->table), &iterator->plan);
  g_task_set_task_data (task, operation, hbase_operation_free);
  hbase_table_run_async (iterator, iterator->table, operation, task);
}

GPtrArray *
hbase_page_iterator_read_all_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  HBaseOperation *operation = hbase_task_finish (iterator, hbase_page_iterator_read_all_async, result, error);
  g_auto (HBasePageResult) found = { NULL };

  return operation != NULL && hbase_operation_take (operation, &found, error) ? g_steal_pointer (&found.rows)
                                                                              : NULL;
}

/**
 * hbase_page_iterator_next:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page after the current page; the first call reads the first page. It returns %NULL without an
 * error if there are no more pages; then the iterator stays at the last page. A scan without rows has no
 * page. After %NULL, further calls send nothing and return %NULL again: to find rows that were inserted
 * later, call [method@HBase.PageIterator.first] or [method@HBase.PageIterator.last], or open a token.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_next (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  return iterator_move (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_NEXT }, cancellable, error);
}

/**
 * hbase_page_iterator_next_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.PageIterator.next] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_page_iterator_next_async (HBasePageIterator *iterator,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  hbase_page_iterator_move_async (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_NEXT },
                                  hbase_page_iterator_next_async, cancellable, callback, user_data);
}

/**
 * hbase_page_iterator_next_finish:
 * @iterator: an iterator
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.PageIterator.next_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_next_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (iterator, hbase_page_iterator_next_async, result, error);
}

/**
 * hbase_page_iterator_previous:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page before the current page: the rows immediately before its first row, in the scan's order.
 * Their number is the page size, unless fewer rows are left. It returns %NULL without an error if there are
 * no rows before the current page; then the iterator doesn't move. After %NULL, further calls send nothing
 * and return %NULL again, as with [method@HBase.PageIterator.next].
 *
 * Pages have no numbers: rows that are inserted meanwhile change which rows are on which page, but no row
 * that stays in the table is left out or on two pages.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_previous (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  return iterator_move (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_PREVIOUS }, cancellable, error);
}

/**
 * hbase_page_iterator_previous_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.PageIterator.previous] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_page_iterator_previous_async (HBasePageIterator *iterator,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  hbase_page_iterator_move_async (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_PREVIOUS },
                                  hbase_page_iterator_previous_async, cancellable, callback, user_data);
}

/**
 * hbase_page_iterator_previous_finish:
 * @iterator: an iterator
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.PageIterator.previous_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_previous_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (iterator, hbase_page_iterator_previous_async, result, error);
}

/**
 * hbase_page_iterator_first:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the first page. It returns %NULL without an error if the scan has no rows; then the iterator
 * doesn't move.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_first (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  return iterator_move (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_FIRST }, cancellable, error);
}

/**
 * hbase_page_iterator_first_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.PageIterator.first] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_page_iterator_first_async (HBasePageIterator *iterator,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  hbase_page_iterator_move_async (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_FIRST },
                                  hbase_page_iterator_first_async, cancellable, callback, user_data);
}

/**
 * hbase_page_iterator_first_finish:
 * @iterator: an iterator
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.PageIterator.first_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_first_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (iterator, hbase_page_iterator_first_async, result, error);
}

/**
 * hbase_page_iterator_last:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the last page, which has the last rows of the scan; their number is the page size, unless the scan
 * has fewer rows. Like any page, it takes one call: the scan is read from its end. It returns %NULL without
 * an error if the scan has no rows; then the iterator doesn't move.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_last (HBasePageIterator *iterator, GCancellable *cancellable, GError **error)
{
  return iterator_move (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_LAST }, cancellable, error);
}

/**
 * hbase_page_iterator_last_async:
 * @iterator: an iterator
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.PageIterator.last] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_page_iterator_last_async (HBasePageIterator *iterator,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  hbase_page_iterator_move_async (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_LAST },
                                  hbase_page_iterator_last_async, cancellable, callback, user_data);
}

/**
 * hbase_page_iterator_last_finish:
 * @iterator: an iterator
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.PageIterator.last_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_last_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (iterator, hbase_page_iterator_last_async, result, error);
}

/**
 * hbase_page_iterator_open:
 * @iterator: an iterator
 * @token: (nullable): a token of [method@HBase.Page.get_token], [method@HBase.Page.get_next_token] or
 *   [method@HBase.Page.get_previous_token]; %NULL for the first page
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page that a token opens, in the token's direction. It returns %NULL without an error if all
 * rows of the page have been deleted and there are none after them; then the iterator doesn't move.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %HBASE_ERROR_INVALID_TOKEN in the cases that [method@HBase.PageIterator.seek] lists; %G_IO_ERROR_PENDING
 * while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_open (HBasePageIterator *iterator,
                          const char *token,
                          GCancellable *cancellable,
                          GError **error)
{
  return iterator_move (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_OPEN, .token = token },
                        cancellable, error);
}

/**
 * hbase_page_iterator_open_async:
 * @iterator: an iterator
 * @token: (nullable): a token of [method@HBase.Page.get_token], [method@HBase.Page.get_next_token] or
 *   [method@HBase.Page.get_previous_token]; %NULL for the first page
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.PageIterator.open] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_page_iterator_open_async (HBasePageIterator *iterator,
                                const char *token,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  hbase_page_iterator_move_async (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_OPEN, .token = token },
                                  hbase_page_iterator_open_async, cancellable, callback, user_data);
}

/**
 * hbase_page_iterator_open_finish:
 * @iterator: an iterator
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.PageIterator.open_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_open_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (iterator, hbase_page_iterator_open_async, result, error);
}

/**
 * hbase_page_iterator_skip_to:
 * @iterator: an iterator
 * @offset: the number of rows of the scan before the page
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Reads the page that begins after @offset rows of the scan. It returns %NULL without an error if the scan
 * has no more than @offset rows; then the iterator doesn't move.
 *
 * HBase has no row numbers, so the rows before the page are read and counted. Only their keys are sent, or,
 * for a scan that has a filter or skips guards ([method@HBase.Scan.set_skip_guards]), also the names of their
 * columns. This takes one call for every 8,191 rows; on a handle whose keys have no salts, one or more for
 * each salt; the server still reads each row, so the cost grows with @offset. An offset is valid only at the
 * moment: each row that is inserted or deleted before the page shifts it. To return to a page, keep its
 * token.
 *
 * Each of these calls has the table's whole timeout.
 *
 * Errors: those of [method@HBase.TableCursor.next]; %HBASE_ERROR_INVALID_ARGUMENT for a page size of 0;
 * %G_IO_ERROR_PENDING while another call is under way.
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_skip_to (HBasePageIterator *iterator,
                             guint64 offset,
                             GCancellable *cancellable,
                             GError **error)
{
  return iterator_move (iterator, &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_SKIP, .offset = offset },
                        cancellable, error);
}

/**
 * hbase_page_iterator_skip_to_async:
 * @iterator: an iterator
 * @offset: the number of rows of the scan before the page
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called with the result
 * @user_data: for the callback
 *
 * Starts [method@HBase.PageIterator.skip_to] without blocking. The callback is called in the
 * thread-default main context of the caller.
 */
void
hbase_page_iterator_skip_to_async (HBasePageIterator *iterator,
                                   guint64 offset,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data)
{
  hbase_page_iterator_move_async (iterator,
                                  &(HBasePageMove){ .kind = HBASE_PAGE_MOVE_SKIP, .offset = offset },
                                  hbase_page_iterator_skip_to_async, cancellable, callback, user_data);
}

/**
 * hbase_page_iterator_skip_to_finish:
 * @iterator: an iterator
 * @result: the result that the callback was given
 * @error: return location for an error
 *
 * Finishes [method@HBase.PageIterator.skip_to_async].
 *
 * Returns: (transfer full) (nullable): the page; %NULL if there is no such page, or on error
 */
HBasePage *
hbase_page_iterator_skip_to_finish (HBasePageIterator *iterator, GAsyncResult *result, GError **error)
{
  return hbase_task_finish_pointer (iterator, hbase_page_iterator_skip_to_async, result, error);
}
