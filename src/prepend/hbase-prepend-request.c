/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepend-request-private.h"

#include <errno.h>
#include <unistd.h>

#include "hbase-error-private.h"
#include "hbase-guard-private.h"
#include "hbase-records-private.h"

/**
 * HBasePrependRequest:
 *
 * One row to be prepended: its cells, its token, and the key it got.
 *
 * The token, 16 random bytes, is written into the row's guard. It is what makes the row be written once,
 * however often it is attempted: all attempts carry the same token, and who finds it in a guard has found the
 * row. Who must not lose track of a row even if the process dies keeps the token with what is to be written,
 * before the first attempt, and after one that was left in doubt the row, too, and goes on by
 * [ctor@HBase.PrependRequest.new_resumed].
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
 * It may be asked from any thread, but not while a call works on it.
 *
 * Since: 0.1
 */
G_DEFINE_BOXED_TYPE (HBasePrependRequest,
                     hbase_prepend_request,
                     hbase_prepend_request_ref,
                     hbase_prepend_request_unref)

static HBasePrependRequest *
prepend_new (HBasePut *cells)
{
  HBasePrependRequest *prepend = g_new0 (HBasePrependRequest, 1);

  g_atomic_ref_count_init (&prepend->ref_count);
  prepend->cells = hbase_put_copy (cells);
  prepend->row = g_byte_array_new ();
  return prepend;
}

/* Two rows with one token would be taken for one: a generator that can be seeded alike in two processes won't
 * do. */
static void
draw_bytes (guint8 *bytes, gsize length)
{
  if (getentropy (bytes, length) != 0)
    g_error ("the system gives no random bytes: %s", g_strerror (errno));
}

/* All tokens of a process begin alike, so that guards show how many processes write to a list; those of a
 * forked child begin with others. */
static void
draw_token (guint8 token[HBASE_PREPEND_TOKEN_LENGTH])
{
  static GMutex lock;
  static guint8 writer[HBASE_GUARD_WRITER_LENGTH];
  static pid_t process;

  g_mutex_lock (&lock);
  if (process != getpid ())
    draw_bytes (writer, sizeof writer);
  process = getpid ();
  memcpy (token, writer, sizeof writer);
  g_mutex_unlock (&lock);
  draw_bytes (token + sizeof writer, HBASE_PREPEND_TOKEN_LENGTH - sizeof writer);
}

/**
 * hbase_prepend_request_new:
 * @cells: a put without a row key, and with cells that have no time stamps; it is copied
 *
 * Makes a row to be prepended, with a token of its own, drawn at random: four bytes once for the process, the
 * others for the row.
 *
 * The row gets its key when it is prepended. A put that has a key already is refused then, with
 * %HBASE_ERROR_INVALID_ARGUMENT, and nothing is written.
 *
 * Returns: (transfer full): the row to be prepended
 *
 * Since: 0.1
 */
HBasePrependRequest *
hbase_prepend_request_new (HBasePut *cells)
{
  HBasePrependRequest *prepend;

  g_return_val_if_fail (cells != NULL, NULL);

  prepend = prepend_new (cells);
  draw_token (prepend->token);
  return prepend;
}

/* A guard whose token has zeros only stands where nothing shall be written. */
static gboolean
check_token (const guint8 *token, gsize length, GError **error)
{
  static const guint8 zeros[HBASE_PREPEND_TOKEN_LENGTH];

  if (length != sizeof zeros)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                     "a token of %" G_GSIZE_FORMAT " bytes: it has %" G_GSIZE_FORMAT ", as "
                     "hbase_prepend_request_get_token() gave them",
                     length, sizeof zeros);
  else if (memcmp (token, zeros, sizeof zeros) == 0)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                     "a token of %" G_GSIZE_FORMAT " zero bytes is no row's: give the one that the row had",
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
                   "a row key of %" G_GSIZE_FORMAT " bytes: the row in doubt has at most %d", length,
                   HBASE_MAX_ROW_LENGTH);
  return FALSE;
}

/**
 * hbase_prepend_request_new_resumed:
 * @cells: the same cells as then; they are copied
 * @token: (array length=token_length): the token it had
 * @token_length: must be %HBASE_PREPEND_TOKEN_LENGTH
 * @row: (array length=row_length) (nullable): the row whose outcome was unknown; empty where none is known
 * @row_length: how many bytes
 * @error: return location for an error
 *
 * Makes again what was begun earlier, maybe by another process, and is to be settled or gone on with.
 *
 * With a row, that one is looked at first. If it is another's, all guards between it and the list's first row
 * are read before the row is written below them: so it is found where somebody else with the same token and
 * row has settled or cancelled it meanwhile, and two who settle it come to the same key. Where keys are times
 * or tickets, don't let two do so at once.
 *
 * Without a row, because whoever attempted it died before an answer came, the guards of the whole list are
 * read, a thousand a call, from its first row on. With %HBASE_PREPEND_STRATEGY_PROBE and a `downward` counter
 * that is as good: what is still under way can only land at the very key that is tried then. Where keys are
 * times or tickets, a row that is there is found, but one that lands later would be there twice. So where a
 * row was in doubt it should be given.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT for a token of another length than %HBASE_PREPEND_TOKEN_LENGTH or of
 * zeros only, and for a row longer than 32,767 bytes.
 *
 * Returns: (transfer full): the row to be prepended; %NULL on error
 *
 * Since: 0.1
 */
HBasePrependRequest *
hbase_prepend_request_new_resumed (HBasePut *cells,
                                   const guint8 *token,
                                   gsize token_length,
                                   const guint8 *row,
                                   gsize row_length,
                                   GError **error)
{
  HBasePrependRequest *prepend;

  g_return_val_if_fail (cells != NULL, NULL);
  hbase_return_if_no_bytes (token, NULL);
  hbase_return_if_no_bytes (row, NULL);

  if (!check_token (token, token_length, error) || !check_row_length (row_length, error))
    return NULL;
  prepend = prepend_new (cells);
  memcpy (prepend->token, token, token_length);
  g_byte_array_append (prepend->row, row, (guint) row_length);
  prepend->resumed = row_length == 0;
  return prepend;
}

/**
 * hbase_prepend_request_ref: (skip)
 * @prepend: a row to be prepended
 *
 * Takes one more reference.
 *
 * Returns: (transfer full): the same
 *
 * Since: 0.1
 */
HBasePrependRequest *
hbase_prepend_request_ref (HBasePrependRequest *prepend)
{
  g_return_val_if_fail (prepend != NULL, NULL);

  g_atomic_ref_count_inc (&prepend->ref_count);
  return prepend;
}

/**
 * hbase_prepend_request_unref: (skip)
 * @prepend: (transfer full): a row to be prepended
 *
 * Gives a reference back; with the last one it is freed.
 *
 * Since: 0.1
 */
void
hbase_prepend_request_unref (HBasePrependRequest *prepend)
{
  g_return_if_fail (prepend != NULL);

  if (!g_atomic_ref_count_dec (&prepend->ref_count))
    return;
  hbase_put_unref (prepend->cells);
  g_byte_array_unref (prepend->row);
  g_free (prepend);
}

/**
 * hbase_prepend_request_get_token:
 * @prepend: a row to be prepended
 * @length: (out): %HBASE_PREPEND_TOKEN_LENGTH
 *
 * The token, with which the first bytes of the row's guard will be the same.
 *
 * Returns: (array length=length) (transfer none): the token
 *
 * Since: 0.1
 */
const guint8 *
hbase_prepend_request_get_token (HBasePrependRequest *prepend, gsize *length)
{
  g_return_val_if_fail (prepend != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = sizeof prepend->token;
  return prepend->token;
}

/**
 * hbase_prepend_request_get_row:
 * @prepend: a row to be prepended
 * @length: (out): how many bytes
 *
 * The key it got, or, before it is settled, the one where it may have been written. Empty as long as nothing
 * was attempted, or all that was certainly failed.
 *
 * Returns: (array length=length) (transfer none): the key
 *
 * Since: 0.1
 */
const guint8 *
hbase_prepend_request_get_row (HBasePrependRequest *prepend, gsize *length)
{
  g_return_val_if_fail (prepend != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = prepend->row->len;
  return hbase_slice_bytes (hbase_slice (prepend->row->data, prepend->row->len));
}

/**
 * hbase_prepend_request_is_settled:
 * @prepend: a row to be prepended
 *
 * Whether the row was written for certain: the put was answered with “true”, or its token was seen in the
 * guard.
 *
 * Returns: whether it is there, at [method@HBase.PrependRequest.get_row]
 *
 * Since: 0.1
 */
gboolean
hbase_prepend_request_is_settled (HBasePrependRequest *prepend)
{
  g_return_val_if_fail (prepend != NULL, FALSE);

  return prepend->settled;
}

/**
 * hbase_prepend_request_get_state:
 * @prepend: a row to be prepended
 *
 * Returns what is known of the row; after [method@HBase.Prepender.cancel], how far that went.
 *
 * Returns: the state
 *
 * Since: 0.1
 */
HBasePrependState
hbase_prepend_request_get_state (HBasePrependRequest *prepend)
{
  g_return_val_if_fail (prepend != NULL, HBASE_PREPEND_STATE_NEW);

  if (prepend->settled)
    return HBASE_PREPEND_STATE_STANDS;
  if (prepend->cancelled)
    return HBASE_PREPEND_STATE_CANCELLED;
  if (prepend->withdrawn)
    return HBASE_PREPEND_STATE_NOT_FINAL;
  return hbase_prepend_request_is_in_doubt (prepend) ? HBASE_PREPEND_STATE_IN_DOUBT : HBASE_PREPEND_STATE_NEW;
}

/**
 * hbase_prepend_request_is_cancelled:
 * @prepend: a row to be prepended
 *
 * Returns whether the state is %HBASE_PREPEND_STATE_CANCELLED: [method@HBase.Prepender.cancel] found that the
 * row wasn't written, and left a guard that prevents it for every holder of the token; or a later call met the
 * guard that another holder of the token had left so.
 *
 * Returns: whether it will never be there
 *
 * Since: 0.1
 */
gboolean
hbase_prepend_request_is_cancelled (HBasePrependRequest *prepend)
{
  g_return_val_if_fail (prepend != NULL, FALSE);

  return prepend->cancelled;
}

void
hbase_prepend_request_note_cancelled (HBasePrependRequest *prepend)
{
  g_byte_array_set_size (prepend->row, 0);
  prepend->cancelled = TRUE;
}

void
hbase_prepend_request_note (HBasePrependRequest *prepend, HBaseSlice row, gboolean settled)
{
  g_byte_array_set_size (prepend->row, 0);
  g_byte_array_append (prepend->row, row.data, (guint) row.length);
  prepend->settled = settled;
  prepend->withdrawn = FALSE;
}
