/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"
#include "hbase-target-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-segments-private.h"
#include "hbase-wire-tables.h"

/* An operation carries out one call, as a chain of steps. Operations are pure: they know no connection, no
 * clock and no random numbers. A driver runs them: the pump of src/io over sockets, and in
 * tests the scripted pump and the simulated network. All drivers keep a stack of operations, see
 * hbase-operation-stack-private.h.
 *
 * A *lane* is one sequential exchange of an operation with the service. A step sends a request down a
 * lane, or lets the lane sleep, and names the step that is called with the response or after the sleep.
 * Operations that work in parallel have several lanes; their steps are still called one at a time. A lane
 * has no channel of its own: the driver acquires one for each exchange.
 *
 * A *run* is one drive of an operation: from its class's `start` until a step returns DONE or FAIL, or
 * until the deadline or the caller's cancel interrupts it. Cursors run their operation many times, other
 * calls once.
 *
 * A *child* is an operation that another operation, its parent, runs as a part of its own run. A step starts
 * it by hbase_operation_run_child() and names the step that is called when the child's run has ended.
 *
 *  1. A step leaves its lane IDLE, or sends down it, or lets it sleep: never both.
 *  2. A lane that is SENDING or AWAITING when a step returns DONE is *prefetching*: the response stays
 *     with the lane and is taken in a later run. A child's lanes prefetch likewise when the child is done.
 *  3. A run that is interrupted changes nothing in the operation. An operation that may be run only once
 *     isn't run again afterwards.
 *  4. An error response with `sent` 0 means: the request was certainly not executed.
 *  5. FAIL means that operation->error is set; the driver takes it. So an operation that can be run again,
 *     and keeps an error for its next runs, returns a copy of the error each time.
 *  6. A parent with a child has no lane in use, and so holds no channel while the child waits. When the
 *     parent's step is called the child's lanes are detached from the driver: the step may free the child
 *     or run it again. The parent owns the child all the time, and frees it in `clear`.
 *  7. When a run is interrupted, the innermost child's `interrupted` is called first, then its parent's
 *     with the error that it returned, and so on. No step is called any more. The error has the child's last
 *     failure, and names the child's table and row.
 *  8. A run has one deadline, which all children share, unless the parent's class says
 *     `child_has_own_deadline`.
 *  9. If a child needs an unframed gateway, the parent must say so before it is run.
 * 10. A constructor always makes an operation. If it finds invalid arguments it sets `problem`, and may stop
 *     half-way, which the class's `clear` must cope with.
 * 11. Times and random numbers that an operation or its children need come from callbacks of its maker. */

typedef struct _HBaseOperation HBaseOperation;
typedef struct _HBaseLane HBaseLane;

typedef enum {
  HBASE_WAIT, /* for lanes that are in use, or for a child */
  HBASE_DONE, /* the run is over; its result is in the operation */
  HBASE_FAIL, /* the run is over; operation->error says why */
} HBaseNext;

typedef HBaseNext (*HBaseStep) (HBaseOperation *operation, HBaseLane *lane);

/* Called when the run of `child` has ended. `error` (transfer full): why it failed; NULL: it is done. */
typedef HBaseNext (*HBaseChildStep) (HBaseOperation *operation, HBaseOperation *child, GError *error);

typedef struct _HBaseRequest HBaseRequest;

/* How a request is sent. Only probes of an unknown peer deviate from the URI. */
typedef enum {
  HBASE_FORMAT_OF_URI, /* in the protocol and framing of the pool's URI */
  HBASE_FORMAT_GIVEN,  /* in the protocol and framing of the request */
  HBASE_FORMAT_RAW,    /* the arguments are the whole message; whatever comes is an error */
} HBaseRequestFormat;

/* Is called with a response that came after its operation was freed. Returns TRUE if another request must
 * follow down the same channel because of it, for example to close a scanner; the caller owns its
 * arguments. */
typedef gboolean (*HBaseLateReplyFunc) (const HBaseBlock *response, HBaseRequest *request);

struct _HBaseRequest {
  const HBaseWireMethod *method;
  GBytes *arguments; /* the arguments' struct in the operation's protocol, without … */
  GArray
      *segments; /* … the segments (HBaseWireSegment) that are sent from where they are stored; NULL: none */
  guint channel;                 /* 0: any; else the id of the channel to use: an error if that is closed */
  HBaseLateReplyFunc late_reply; /* NULL: a response that comes late is dropped */
  HBaseRequestFormat format;
  HBaseWireProtocol protocol; /* of the format GIVEN, as is `framed` */
  gboolean framed;
};

typedef enum {
  HBASE_LANE_IDLE,
  HBASE_LANE_SENDING,  /* not all of the request has been sent */
  HBASE_LANE_AWAITING, /* the request has been sent, the response hasn't come */
  HBASE_LANE_SLEEPING,
  HBASE_LANE_READY, /* the next step can be called */
} HBaseLaneState;

struct _HBaseLane {
  HBaseOperation *operation;
  HBaseLaneState state;
  HBaseStep next;
  HBaseRequest request;
  guint sleep_ms;
  /* the response: a block, or the reason why there is none */
  HBaseBlock *block;
  GError *error;
  gsize sent; /* bytes of the request that were sent */
  /* set by hbase_lane_take_response() when it returns an error */
  gboolean unknown_scanner; /* the service has no scanner of the requested id */
  gboolean refused;         /* the service reports that the same request would fail again */
  gboolean not_executed;    /* no attempt of the request was executed, for certain */
  gboolean no_region;       /* no region serves a row of several rows, as if the table were disabled */
  gboolean undone;          /* the service executed nothing of this request, which it tried once */
  guint channel_id;         /* id of the channel that carried the last exchange */
  gsize expected_size;      /* expected size of the next reply: the length of the last reply */
  gint64 exchange_us;       /* from the request to its reply, of the last exchange that the driver measured */
  /* the driver's: returns whether a partly sent request may be sent again; NULL: always */
  gboolean (*take_retry) (HBaseLane *lane);
  /* the driver's own; `unlink` frees it when the operation is freed */
  gpointer link;
  void (*unlink) (HBaseLane *lane);
};

typedef struct {
  gsize size;      /* of the derived struct */
  HBaseStep start; /* each run begins here, with lane 0 */
  void (*clear) (HBaseOperation *operation);
  /* Called when a deadline or a cancel ended the run: takes `why` and returns the caller's error (transfer
   * full), for example that the outcome of a write is unknown. NULL: the caller gets `why`. */
  GError *(*interrupted) (HBaseOperation *operation, GError *why);
  /* Stores what a run that ended with DONE found in `*result`, whose type the constructor names, once
   * (transfer full); `result` NULL: the caller doesn't need it. FALSE: what was found is invalid, with an
   * error. NULL: the operation has no result. */
  gboolean (*take) (HBaseOperation *operation, gpointer result, GError **error);
  /* Takes a request that is to be sent without awaiting its response, for example to close a scanner;
   * its arguments are (transfer full). The driver calls this after each run, and with `is_freed` before the
   * operation is freed or releases its channels, until it returns FALSE: no request is left. NULL: none. */
  gboolean (*take_unawaited) (HBaseOperation *operation, gboolean is_freed, HBaseRequest *request);
  /* TRUE: the timeout is that of each child, as if each were a run, not that of all together. */
  gboolean child_has_own_deadline;
} HBaseOperationClass;

struct _HBaseOperation {
  const HBaseOperationClass *class;
  HBaseWireProtocol protocol;
  GError *error;
  GError *problem;      /* of the constructor's arguments: fails each run before its start; NULL: none */
  char *table;          /* for errors: `name` or `namespace:name`; NULL: no table */
  HBaseSlice row;       /* a copy; without data: no row */
  gboolean unframed;    /* framed gateways corrupt it: it needs an unframed gateway */
  GError *last_failure; /* why a call is being repeated: part of the error if the run times out */
  guint n_lanes;
  HBaseLane *lanes;
  HBaseLane only_lane; /* where `lanes` points to if there is one lane */
  /* while a child runs */
  HBaseOperation *child, *parent;
  HBaseChildStep child_ended;
};

gpointer hbase_operation_new (const HBaseOperationClass *class, HBaseWireProtocol protocol, guint n_lanes);
void hbase_operation_free (gpointer operation);
/* Releases its channels and drops what it has prefetched. Not during a run. */
void hbase_operation_release_channels (HBaseOperation *operation);
/* Only before the first run. */
void hbase_operation_set_n_lanes (HBaseOperation *operation, guint n_lanes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseOperation, hbase_operation_free)

/* Returns what the operation's requests are for: its protocol and its table, without a schema. */
static inline HBaseTarget
hbase_operation_get_target (const HBaseOperation *operation)
{
  return (HBaseTarget){ operation->protocol, operation->table };
}

/* Sets the table and the row that errors of the operation and of its responses name. A row whose `data` is
 * NULL: no row. */
void hbase_operation_set_subject (HBaseOperation *operation, const char *table, HBaseSlice row);
/* Makes an error of one line: the table and the row, then this text. */
GError *hbase_operation_error (HBaseOperation *operation, HBaseError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* Returns the part of an error's message that follows the table and the row, if they are the operation's. */
const char *hbase_operation_skip_subject (const HBaseOperation *operation, const char *message);
/* Returns a copy of an error about several rows of the operation's table; the copy also names one of the
 * rows. */
GError *hbase_operation_error_of_row (const HBaseOperation *operation, const GError *error, HBaseSlice row);

/* The text of TABLE_DISABLED. */
#define HBASE_TABLE_IS_DISABLED "the table is disabled; enable it first"

/* The text of the error of a call that framed gateways execute incorrectly (UNSUPPORTED). */
#define HBASE_FRAMING_REFUSED                                                                                \
  "framed gateways get this wrong (split keys, attributes of descriptors, deletions of families, time "      \
  "ranges of families), so nothing was sent: name an unframed gateway of the same HBase in the URI, "        \
  "…&admin=host:port"

/* Checks that as many results were received as were requested, else PROTOCOL: results are matched by
 * position, so another number would assign them to the wrong rows. */
gboolean
hbase_operation_check_count (HBaseOperation *operation, guint requested, guint received, GError **error);

/* Keeps the error as the reason why a call is being repeated. Takes `error`. */
void hbase_operation_record_failure (HBaseOperation *operation, GError *error);

/* Takes an unawaited request by the class's function; FALSE if it has none. */
gboolean hbase_operation_take_unawaited (HBaseOperation *operation, gboolean is_freed, HBaseRequest *request);

/* Takes the result of a run that is done, by the class's function; TRUE if it has none. */
gboolean hbase_operation_take (HBaseOperation *operation, gpointer result, GError **error);

/* What a step may do; each returns the step's own return value, as in `return hbase_lane_send (…)`. */
HBaseNext hbase_lane_send (HBaseLane *lane,
                           HBaseWireMethod const *method,
                           GBytes *arguments /* (transfer full) */,
                           guint channel,
                           HBaseStep next);
/* Does the same with a call of the service that any channel may carry. */
HBaseNext hbase_lane_call (HBaseLane *lane,
                           HBaseWireMethodId method,
                           GBytes *arguments /* (transfer full) */,
                           HBaseStep next);
/* Does the same with a call that carries no cells. Takes arguments and error: one of them is NULL. */
HBaseNext hbase_lane_call_stub (
    HBaseLane *lane, HBaseWireMethodId method, GObject *arguments, GError *error, HBaseStep next);
/* Does the same with a call whose only argument is the name of the operation's table, as a TTableName. */
HBaseNext hbase_lane_call_by_name (HBaseLane *lane, HBaseWireMethodId method, HBaseStep next);
HBaseNext hbase_lane_sleep (HBaseLane *lane, guint ms, HBaseStep next);
/* Runs the child from its start, with lanes of its own; all lanes of the operation must be idle. `ended`
 * is called when its run has ended, and may run it again. An operation has one child at a time. */
HBaseNext hbase_operation_run_child (HBaseOperation *operation, HBaseOperation *child, HBaseChildStep ended);
/* Takes `error`. */
HBaseNext hbase_operation_fail (HBaseOperation *operation, GError *error);

/* Takes the response: the block (transfer full) of a reply with a result. FALSE: it was lost, or it is an
 * exception of the service (mapped to HBASE_ERROR), or an application exception. In hbase-response.c. */
gboolean hbase_lane_take_response (HBaseLane *lane, HBaseBlock **block, GError **error);
/* Takes the response to a call that carries no cells: its result (transfer full), which
 * hbase-stub-results-private.h reads. */
gboolean hbase_lane_take_result (HBaseLane *lane, GObject **result, GError **error);
/* Returns the boolean that is the reply's result. */
gboolean hbase_response_get_flag (const HBaseBlock *block);
/* Returns the booleans of a reply that is a list of them (transfer full, element-type gboolean). */
GArray *hbase_response_get_flags (const HBaseBlock *block);
/* Returns the type of the application exception; 0 if the block is none. */
gint32 hbase_response_get_application_exception (const HBaseBlock *block);
#define HBASE_APPLICATION_UNKNOWN_METHOD 1
#define HBASE_APPLICATION_INTERNAL_ERROR 6
#define HBASE_APPLICATION_PROTOCOL_ERROR 7
