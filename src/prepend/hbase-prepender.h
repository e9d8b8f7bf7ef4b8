/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-sequence.h"
#include "hbase-table.h"

G_BEGIN_DECLS

/**
 * HBasePrependStrategy:
 * @HBASE_PREPEND_STRATEGY_PROBE: the first row is looked for, and the key below it is tried. Keys are
 * contiguous; who is alone needs one call a row
 * @HBASE_PREPEND_STRATEGY_TICKET: a sequence hands out the counter, and the row is put there: two calls a
 * row, however many prepend. A crash leaves a gap, and so does an increment whose answer is lost, and a put
 * that is refused or ended before it is sent: the number is used up by then; a reader may see a row before the one above it is there. Needed for salted keys, `salt:modulo(8,id),id:downward`
 * @HBASE_PREPEND_STRATEGY_BLOCK: a sequence hands out blocks of counters: little more than one call a row.
 * What is left of an old block is used later, so rows aren't in the order of time
 *
 * How a new row's key is found.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_PREPEND_STRATEGY_PROBE = 0,
  HBASE_PREPEND_STRATEGY_TICKET = 1,
  HBASE_PREPEND_STRATEGY_BLOCK = 2,
} HBasePrependStrategy;

#define HBASE_TYPE_PREPEND_STRATEGY (hbase_prepend_strategy_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_prepend_strategy_get_type (void);

/**
 * HBasePrependState:
 * @HBASE_PREPEND_STATE_NEW: nothing was attempted, or all attempts certainly failed
 * @HBASE_PREPEND_STATE_IN_DOUBT: the row may have been written, or may be yet, at the key that
 * [method@HBase.PrependRequest.get_row] returns, or, resumed without a key, anywhere
 * @HBASE_PREPEND_STATE_STANDS: the row was written, at the key that [method@HBase.PrependRequest.get_row] returns
 * @HBASE_PREPEND_STATE_CANCELLED: the row was not written, and never will be, by no holder of its token
 * @HBASE_PREPEND_STATE_NOT_FINAL: [method@HBase.Prepender.cancel] found another row at the key in doubt, and
 * its own nowhere. No request of this object can write the row any more, but another holder of the token may:
 * where keys are times or tickets, nothing can be left in the table to prevent that
 *
 * What is known of a row to be prepended. Only %HBASE_PREPEND_STATE_STANDS and
 * %HBASE_PREPEND_STATE_CANCELLED are final.
 *
 * Since: 0.1
 */
typedef enum {
  HBASE_PREPEND_STATE_NEW = 0,
  HBASE_PREPEND_STATE_IN_DOUBT = 1,
  HBASE_PREPEND_STATE_STANDS = 2,
  HBASE_PREPEND_STATE_CANCELLED = 3,
  HBASE_PREPEND_STATE_NOT_FINAL = 4,
} HBasePrependState;

#define HBASE_TYPE_PREPEND_STATE (hbase_prepend_state_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_prepend_state_get_type (void);

#define HBASE_TYPE_PREPEND_REQUEST (hbase_prepend_request_get_type ())
/* One row to be prepended, from before its first attempt until it is settled: its cells, its token, and the
 * key it got. */
typedef struct _HBasePrependRequest HBasePrependRequest;

/**
 * HBASE_PREPEND_TOKEN_LENGTH:
 *
 * The length of a token in bytes.
 *
 * Since: 0.1
 */
#define HBASE_PREPEND_TOKEN_LENGTH 16

HBASE_AVAILABLE_IN_0_1
GType hbase_prepend_request_get_type (void);
/* `cells`: a put whose row is empty; a random token is drawn */
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_new (HBasePut *cells);
/* one begun earlier, maybe by another process: its token, and the row that its OUTCOME_UNKNOWN was about (may
 * be empty) */
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_new_resumed (HBasePut *cells,
                                                        const guint8 *token,
                                                        gsize token_length,
                                                        const guint8 *row,
                                                        gsize row_length,
                                                        GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_ref (HBasePrependRequest *prepend);
HBASE_AVAILABLE_IN_0_1
void hbase_prepend_request_unref (HBasePrependRequest *prepend);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_prepend_request_get_token (HBasePrependRequest *prepend, gsize *length);
/* the key that was got, or that isn't settled yet; empty before the first attempt */
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_prepend_request_get_row (HBasePrependRequest *prepend, gsize *length);
/* its own token was seen at its row, or its put was answered with true */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepend_request_is_settled (HBasePrependRequest *prepend);

HBASE_AVAILABLE_IN_0_1
HBasePrependState hbase_prepend_request_get_state (HBasePrependRequest *prepend);
/* it was fenced off: it will never be written */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepend_request_is_cancelled (HBasePrependRequest *prepend);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePrependRequest, hbase_prepend_request_unref)

#define HBASE_TYPE_PREPENDER (hbase_prepender_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePrepender, hbase_prepender, HBASE, PREPENDER, GObject)

/* Properties: table (construct only; must have a key schema whose last field counts downward, or is a
 * reversed stamp), guard-family (default "g"), guard-qualifier (default empty), token-column, prefix, start,
 * strategy, sequence. */
HBASE_AVAILABLE_IN_0_1
HBasePrepender *hbase_prepender_new (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend (HBasePrepender *prepender,
                                  HBasePrependRequest *prepend,
                                  GCancellable *cancellable,
                                  GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_prepend_async (HBasePrepender *prepender,
                                    HBasePrependRequest *prepend,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
/* prepends: (element-type HBasePrependRequest); from the first row on they come in this order */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend_many (HBasePrepender *prepender,
                                       GPtrArray *prepends,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_prepend_many_async (HBasePrepender *prepender,
                                         GPtrArray *prepends,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_prepender_prepend_many_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_settle (HBasePrepender *prepender,
                                 HBasePrependRequest *prepend,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_settle_async (HBasePrepender *prepender,
                                   HBasePrependRequest *prepend,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_settle_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
/* of counters: rows, puts, lost-puts, false-denials, missed-keys */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_prepender_get_statistics (HBasePrepender *prepender);

/* a row in doubt: was written, or never will be */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_cancel (HBasePrepender *prepender,
                                 HBasePrependRequest *prepend,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_cancel_async (HBasePrepender *prepender,
                                   HBasePrependRequest *prepend,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_cancel_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);

/* deletes a row's content, and keeps its guard */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_retire (HBasePrepender *prepender,
                                 const guint8 *row,
                                 gsize row_length,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_retire_async (HBasePrepender *prepender,
                                   const guint8 *row,
                                   gsize row_length,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_retire_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);

G_END_DECLS
