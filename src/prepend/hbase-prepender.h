/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-sequence.h"
#include "hbase-table.h"

G_BEGIN_DECLS

/**
 * HBasePrependStrategy:
 * @HBASE_PREPEND_STRATEGY_PROBE: attempts the key below the table's first row. Keys are contiguous; without
 * contention a row takes one call
 * @HBASE_PREPEND_STRATEGY_TICKET: takes the counter from a sequence, and writes the row there: two calls a
 * row, however many programs prepend. A crash leaves a gap, and so does an increment whose response is
 * lost, and a put that is refused or ended before it is sent: the number is used up by then. A reader may
 * see a row before the one above it is there. Required for salted keys, `salt:modulo(8,id),id:downward`
 * @HBASE_PREPEND_STRATEGY_BLOCK: takes blocks of counters from a sequence: little more than one call a row.
 * What is left of a block is used later, so rows aren't in the order of time
 *
 * How a new row's key is chosen.
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
 * @HBASE_PREPEND_STATE_STANDS: the row was written, at the key that [method@HBase.PrependRequest.get_row]
 * returns
 * @HBASE_PREPEND_STATE_CANCELLED: the row was not written, and no holder of its token will ever write it
 * @HBASE_PREPEND_STATE_NOT_FINAL: [method@HBase.Prepender.cancel] found another row at the key in doubt,
 * and the request's own row nowhere. No attempt of this request can write the row any more, but another
 * holder of the token may: where keys are times or tickets, nothing can be left in the table to prevent
 * that
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
/* One row to be prepended: its cells, its token, and the key that it was given. */
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
/* `cells`: a put without a row key; the token is random */
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_new (HBasePut *cells);
/* a request made earlier, possibly by another process: its token, and the row that its OUTCOME_UNKNOWN
 * named (may be empty) */
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_new_resumed (HBasePut *cells,
                                                        const guint8 *token,
                                                        gsize token_length,
                                                        const guint8 *row,
                                                        gsize row_length,
                                                        GError **error);
HBASE_AVAILABLE_IN_0_1
HBasePrependRequest *hbase_prepend_request_ref (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
void hbase_prepend_request_unref (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_prepend_request_get_token (HBasePrependRequest *request, gsize *length);
/* the row's key, or the one at which it may have been written; empty before the first attempt */
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_prepend_request_get_row (HBasePrependRequest *request, gsize *length);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepend_request_is_settled (HBasePrependRequest *request);

HBASE_AVAILABLE_IN_0_1
HBasePrependState hbase_prepend_request_get_state (HBasePrependRequest *request);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepend_request_is_cancelled (HBasePrependRequest *request);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePrependRequest, hbase_prepend_request_unref)

#define HBASE_TYPE_PREPENDER (hbase_prepender_get_type ())
HBASE_AVAILABLE_IN_0_1
G_DECLARE_FINAL_TYPE (HBasePrepender, hbase_prepender, HBASE, PREPENDER, GObject)

/* Properties: table (construct only; must have a key schema whose last field counts downward, or is a
 * reversed timestamp), guard-family (default "g"), guard-qualifier (default empty), token-column, prefix,
 * start, strategy, sequence. */
HBASE_AVAILABLE_IN_0_1
HBasePrepender *hbase_prepender_new (HBaseTable *table);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend (HBasePrepender *prepender,
                                  HBasePrependRequest *request,
                                  GCancellable *cancellable,
                                  GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_prepend_async (HBasePrepender *prepender,
                                    HBasePrependRequest *request,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
/* requests: (element-type HBasePrependRequest), in the order in which readers find them from the first row
 * on */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_prepend_many (HBasePrepender *prepender,
                                       GPtrArray *requests,
                                       GCancellable *cancellable,
                                       GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_prepend_many_async (HBasePrepender *prepender,
                                         GPtrArray *requests,
                                         GCancellable *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean
hbase_prepender_prepend_many_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_settle (HBasePrepender *prepender,
                                 HBasePrependRequest *request,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_settle_async (HBasePrepender *prepender,
                                   HBasePrependRequest *request,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_settle_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error);
/* `a{sv}` of counters: rows, puts, lost-puts, false-denials, missed-keys */
HBASE_AVAILABLE_IN_0_1
GVariant *hbase_prepender_get_statistics (HBasePrepender *prepender);

/* decides of a row in doubt that it was written, or never will be */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_prepender_cancel (HBasePrepender *prepender,
                                 HBasePrependRequest *request,
                                 GCancellable *cancellable,
                                 GError **error);
HBASE_AVAILABLE_IN_0_1
void hbase_prepender_cancel_async (HBasePrepender *prepender,
                                   HBasePrependRequest *request,
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
