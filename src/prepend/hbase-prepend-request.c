/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements HBasePrependRequest: a row to be prepended, and its state between calls. */

#include "hbase-prepend-request-private.h"

#include <errno.h>
#include <unistd.h>

#include "hbase-error-private.h"
#include "hbase-guard-private.h"
#include "hbase-records-private.h"
#include "hbase-ref-counted-private.h"

G_DEFINE_ENUM_TYPE (HBasePrependState,
                    hbase_prepend_state,
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_NEW, "new"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_IN_DOUBT, "in-doubt"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_WRITTEN, "written"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_CANCELLED, "cancelled"),
                    G_DEFINE_ENUM_VALUE (HBASE_PREPEND_STATE_NOT_FINAL, "not-final"))

static void
free_request (HBasePrependRequest *request)
{
  hbase_mutation_unref (request->cells);
  g_byte_array_unref (request->row);
  g_free (request);
}

/**
 * HBasePrependRequest:
 *
 * Describes one row to be prepended: its cells, its token, and the key that it was given.
 *
 * The token, 16 random bytes, is written into the row's guard. It ensures that the row is written once,
 * however often it is attempted: all attempts carry the same token, so a guard with that token shows where
 * the row is. A program that must not lose track of a row even if it crashes stores the token with the
 * content before the first attempt, and after an attempt that was left in doubt the row key, too; later it
 * continues with [ctor@HBase.PrependRequest.new_resumed].
 *
 * ```c
 * g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
 * g_autoptr (HBasePrependRequest) comment = NULL;
 * const guint8 *row;
 * gsize length;
 *
 * hbase_put_add_utf8 (cells, "content", "text", "First!");
 * comment = hbase_prepend_request_new (cells);
 * if (hbase_prepender_prepend (prepender, comment, NULL, &error))
 *   row = hbase_prepend_request_get_row (comment, &length);
 * ```
 *
 * The getters may be called from any thread, but not while a call works on the request.
 */
HBASE_DEFINE_REF_COUNTED (HBasePrependRequest, hbase_prepend_request, free_request)

/* Returns whether the row may have been written, or may still be written. */
static gboolean
is_in_doubt (const HBasePrependRequest *request)
{
  return request->row->len > 0 ? !request->settled : request->resumed && !request->cancelled;
}

static HBasePrependRequest *
request_new (HBasePut *cells)
{
  HBasePrependRequest *request = g_new0 (HBasePrependRequest, 1);

  g_atomic_ref_count_init (&request->ref_count);
  request->cells = hbase_mutation_copy (HBASE_MUTATION (cells));
  request->row = g_byte_array_new ();
  return request;
}

/* Two rows with the same token would be considered one row, so the bytes come from the system: a generator
 * could have the same seed in two processes. */
static void
fill_random (guint8 *bytes, gsize length)
{
  if (getentropy (bytes, length) != 0)
    g_error ("the system provides no random bytes: %s", g_strerror (errno));
}

/* All tokens of a process begin with the same bytes, so that guards show how many processes write to a
 * list; those of a forked child begin with other bytes. */
static void
make_token (guint8 token[HBASE_PREPEND_TOKEN_LENGTH])
{
  static GMutex lock;
  static guint8 writer[HBASE_GUARD_WRITER_LENGTH];
  static pid_t process;

  g_mutex_lock (&lock);
  if (process != getpid ())
    fill_random (writer, sizeof writer);
  process = getpid ();
  memcpy (token, writer, sizeof writer);
  g_mutex_unlock (&lock);
  fill_random (token + sizeof writer, HBASE_PREPEND_TOKEN_LENGTH - sizeof writer);
}

/**
 * hbase_prepend_request_new:
 * @cells: a put without a row key and without timestamps; it is copied
 *
 * Creates a request for a row, with a random token: its first four bytes are the same for all requests of the
 * process.
 *
 * The row is given its key when it is prepended. If @cells has a key, that call fails with
 * %HBASE_ERROR_INVALID_ARGUMENT, and nothing is written.
 *
 * Returns: (transfer full): the request
 */
HBasePrependRequest *
hbase_prepend_request_new (HBasePut *cells)
{
  HBasePrependRequest *request;

  g_return_val_if_fail (cells != NULL, NULL);

  request = request_new (cells);
  make_token (request->token);
  return request;
}

/* A token of zeros marks tombstones. */
static gboolean
check_token (const guint8 *token, gsize length, GError **error)
{
  static const guint8 zeros[HBASE_PREPEND_TOKEN_LENGTH];

  if (length != sizeof zeros)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                     "a token of %" G_GSIZE_FORMAT " bytes: a token has %" G_GSIZE_FORMAT ", as "
                     "hbase_prepend_request_get_token() returns them",
                     length, sizeof zeros);
  else if (memcmp (token, zeros, sizeof zeros) == 0)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                     "a token of %" G_GSIZE_FORMAT " zero bytes is no row's: pass the token that the row had",
                     length);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_row_length (gsize length, GError **error)
{
  if (length <= HBASE_MAX_ROW_LENGTH)
    return TRUE;
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "a row key of %" G_GSIZE_FORMAT " bytes: a row key has at most %d", length,
                   HBASE_MAX_ROW_LENGTH);
  return FALSE;
}

/**
 * hbase_prepend_request_new_resumed:
 * @cells: the same cells as in the original request; they are copied
 * @token: (array length=token_length): the original request's token
 * @token_length: must be %HBASE_PREPEND_TOKEN_LENGTH
 * @row: (array length=row_length) (nullable): the key at which the row may have been written; %NULL or
 *   empty if it isn't known
 * @row_length: the length of @row in bytes
 * @error: return location for an error
 *
 * Recreates a request that was made earlier, possibly by another process, to settle it, cancel it, or
 * prepend its row.
 *
 * With a row key, the guard at that key is read first. If it is another row's, all guards between it and
 * the list's first row are read before the row is written below them. So the row is found if another holder
 * of the same token and key has settled or cancelled it meanwhile, and two holders that settle it find or
 * write it at the same key. If keys are times or tickets, two holders must not settle it at the same time.
 *
 * Without a row key, because the process that attempted the row crashed before a response arrived, the
 * guards of the whole list are read, a thousand a call, from its first row on. With
 * %HBASE_PREPEND_STRATEGY_PROBE and a `downward` counter that is as safe: a request that is still under way
 * can only write at the key that is attempted next. If keys are times or tickets, a row that exists is
 * found, but a request that arrives later would write it a second time. So pass the key whenever it is
 * known.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the token's length isn't %HBASE_PREPEND_TOKEN_LENGTH or all its
 * bytes are zero, or if the row key is longer than 32,767 bytes.
 *
 * Returns: (transfer full): the request; %NULL on error
 */
HBasePrependRequest *
hbase_prepend_request_new_resumed (HBasePut *cells,
                                   const guint8 *token,
                                   gsize token_length,
                                   const guint8 *row,
                                   gsize row_length,
                                   GError **error)
{
  HBasePrependRequest *request;

  g_return_val_if_fail (cells != NULL, NULL);
  hbase_return_if_no_bytes (token, NULL);
  hbase_return_if_no_bytes (row, NULL);

  if (!check_token (token, token_length, error) || !check_row_length (row_length, error))
    return NULL;
  request = request_new (cells);
  memcpy (request->token, token, token_length);
  g_byte_array_append (request->row, row, (guint) row_length);
  request->resumed = row_length == 0;
  return request;
}

/**
 * hbase_prepend_request_ref: (skip)
 * @request: a request
 *
 * Acquires a reference.
 *
 * Returns: (transfer full): the request
 */

/**
 * hbase_prepend_request_unref: (skip)
 * @request: (transfer full): a request
 *
 * Releases a reference; the request is freed with the last reference.
 */

/**
 * hbase_prepend_request_dup_cells:
 * @request: a request
 *
 * Copies the row's cells.
 *
 * Returns: (transfer full): a put without a row key
 */
HBasePut *
hbase_prepend_request_dup_cells (HBasePrependRequest *request)
{
  g_return_val_if_fail (request != NULL, NULL);

  return hbase_mutation_copy (HBASE_MUTATION (request->cells));
}

/**
 * hbase_prepend_request_get_token:
 * @request: a request
 * @length: (out): the token's length in bytes, %HBASE_PREPEND_TOKEN_LENGTH
 *
 * Returns the token, with which the row's guard begins.
 *
 * Returns: (array length=length) (transfer none): the token
 */
const guint8 *
hbase_prepend_request_get_token (HBasePrependRequest *request, gsize *length)
{
  g_return_val_if_fail (request != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = sizeof request->token;
  return request->token;
}

/**
 * hbase_prepend_request_ref_token:
 * @request: a request
 *
 * Returns the token, with which the row's guard begins, as bytes.
 *
 * Returns: (transfer full): the token
 */
GBytes *
hbase_prepend_request_ref_token (HBasePrependRequest *request)
{
  g_return_val_if_fail (request != NULL, NULL);

  return g_bytes_new (request->token, sizeof request->token);
}

/**
 * hbase_prepend_request_get_row:
 * @request: a request
 * @length: (out): the length of the key in bytes
 *
 * Returns the row's key, or, before the row is settled, the key at which it may have been written. The key
 * is empty if nothing was attempted, or if all attempts certainly failed.
 *
 * Returns: (array length=length) (transfer none): the key
 */
const guint8 *
hbase_prepend_request_get_row (HBasePrependRequest *request, gsize *length)
{
  g_return_val_if_fail (request != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = request->row->len;
  return hbase_slice_bytes (hbase_slice (request->row->data, request->row->len));
}

/**
 * hbase_prepend_request_ref_row:
 * @request: a request
 *
 * Returns a copy of the key of [method@HBase.PrependRequest.get_row]. Later attempts don't change it.
 *
 * Returns: (transfer full): the key; empty if there is none
 */
GBytes *
hbase_prepend_request_ref_row (HBasePrependRequest *request)
{
  g_return_val_if_fail (request != NULL, NULL);

  return g_bytes_new (request->row->data, request->row->len);
}

/**
 * hbase_prepend_request_is_settled:
 * @request: a request
 *
 * Returns whether the row was certainly written: HBase returned “true” for a put, or the token was read in
 * a guard.
 *
 * Returns: %TRUE if the row is in the table, at [method@HBase.PrependRequest.get_row]
 */
gboolean
hbase_prepend_request_is_settled (HBasePrependRequest *request)
{
  g_return_val_if_fail (request != NULL, FALSE);

  return request->settled;
}

/**
 * hbase_prepend_request_get_state:
 * @request: a request
 *
 * Returns what is known about the row, for example the result of [method@HBase.Prepender.cancel].
 *
 * Returns: the state
 */
HBasePrependState
hbase_prepend_request_get_state (HBasePrependRequest *request)
{
  g_return_val_if_fail (request != NULL, HBASE_PREPEND_STATE_NEW);

  if (request->settled)
    return HBASE_PREPEND_STATE_WRITTEN;
  if (request->cancelled)
    return HBASE_PREPEND_STATE_CANCELLED;
  if (request->withdrawn)
    return HBASE_PREPEND_STATE_NOT_FINAL;
  return is_in_doubt (request) ? HBASE_PREPEND_STATE_IN_DOUBT : HBASE_PREPEND_STATE_NEW;
}

/**
 * hbase_prepend_request_is_cancelled:
 * @request: a request
 *
 * Returns whether the state is %HBASE_PREPEND_STATE_CANCELLED: [method@HBase.Prepender.cancel] found that
 * the row wasn't written, and left a tombstone that prevents it for every holder of the token; or a later
 * call found the tombstone that another holder of the token had left.
 *
 * Returns: %TRUE if the row will never be in the table
 */
gboolean
hbase_prepend_request_is_cancelled (HBasePrependRequest *request)
{
  g_return_val_if_fail (request != NULL, FALSE);

  return request->cancelled;
}

/* ---- for the prepender ---- */

gboolean
hbase_prepend_request_check (const HBasePrependRequest *request,
                             HBasePrependAction action,
                             const char *table,
                             GError **error)
{
  const char *what = NULL;

  if (request->settled || action == HBASE_PREPEND_ACTION_CANCEL)
    return TRUE;
  if (request->cancelled)
    what = "the row was cancelled, and will never be written: prepend another";
  else if (action == HBASE_PREPEND_ACTION_SETTLE && !is_in_doubt (request))
    what = "no row is in doubt that could be settled: prepend it";
  if (what != NULL)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "table “%s”: %s", table, what);
  return what == NULL;
}

gboolean
hbase_prepend_request_needs_call (const HBasePrependRequest *request, HBasePrependAction action)
{
  if (request->settled || request->cancelled)
    return FALSE;
  return action != HBASE_PREPEND_ACTION_CANCEL || is_in_doubt (request);
}

void
hbase_prepend_request_set_cancelled (HBasePrependRequest *request)
{
  g_byte_array_set_size (request->row, 0);
  request->cancelled = TRUE;
}

void
hbase_prepend_request_set_row (HBasePrependRequest *request, HBaseSlice row, gboolean settled)
{
  g_byte_array_set_size (request->row, 0);
  g_byte_array_append (request->row, row.data, (guint) row.length);
  request->settled = settled;
  request->withdrawn = FALSE;
}
