/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-segments-private.h"

/* An operation is a chain of steps on lanes (docs/design: it knows no connection, no clock, no socket).
 *
 * A lane is one line of conversation: it is asked something or takes a nap, and names the step that takes the
 * answer. Whoever drives the operation (the pump in src/io; the scripted pump in tests/operations) moves
 * lanes that ask or nap to ANSWERED and calls their step.
 *
 *  1. A step leaves its lane IDLE, or sets it to ASKING or NAPPING by ask() or nap(): never both.
 *  2. A lane that is ASKING or DUE when a step returns DONE is *asked ahead*: its answer is taken by a later
 *     run.
 *  3. A run that ends by cancellation or deadline touches nothing of the operation. A one-shot operation
 *     isn't run again.
 *  4. An error answer with `sent` 0 means: certainly not executed.
 *  5. FAIL means that operation->error is set; the driver takes it.
 */

typedef struct _HBaseOperation HBaseOperation;
typedef struct _HBaseLane HBaseLane;

typedef enum {
  HBASE_WAIT, /* for the lanes that ask or nap */
  HBASE_DONE, /* this run is over; what it found is in the operation */
  HBASE_FAIL, /* operation->error says why */
} HBaseNext;

typedef HBaseNext (*HBaseStep) (HBaseOperation *operation, HBaseLane *lane);

typedef struct _HBaseRequest HBaseRequest;

/* An answer came when nobody wanted it any more: what to tell the service because of it, down the same
 * channel; its arguments are the caller's. FALSE: nothing. */
typedef gboolean (*HBaseLateReplyFunc) (const HBaseBlock *answer, HBaseRequest *request);

struct _HBaseRequest {
  const HBaseWireMethod *method;
  GBytes *arguments;       /* the arguments' struct in the operation's protocol; but for … */
  HBaseWireSegments *runs; /* … what is sent from where it lies; NULL: nothing is */
  guint channel; /* 0: any; else the ticket of the channel this must go down: an error if that one is gone */
  HBaseLateReplyFunc late_reply; /* NULL: an answer that comes late is nothing to anybody */
};

typedef enum {
  HBASE_LANE_IDLE,
  HBASE_LANE_SENDING,  /* the request hasn't left whole */
  HBASE_LANE_AWAITING, /* it has; the answer is on its way */
  HBASE_LANE_SLEEPING,
  HBASE_LANE_READY, /* the step's turn */
} HBaseLaneState;

struct _HBaseLane {
  HBaseOperation *operation;
  HBaseLaneState state;
  HBaseStep next;
  HBaseRequest request;
  guint sleep_ms; /* ms */
  /* the answer: a block, or why there is none */
  HBaseBlock *block;
  GError *error;
  gsize sent; /* bytes of the request that left */
  gboolean
      unknown_scanner; /* set by hbase_lane_take_response(): the service has no scanner of the id that was asked */
  gboolean refused; /* set by hbase_lane_take_response(): the service says that to ask again is in vain */
  gboolean
      not_executed; /* set by hbase_lane_take_response(): the error proves that no try of the request was executed */
  guint ticket; /* of the channel that carried the last exchange */
  gsize hint;   /* length of the last reply: the next one's first buffer */
  gint64 took;  /* µs, from the request to its reply, of the last exchange that the driver measured */
  /* the driver's own; freed by it when the operation is freed */
  gpointer link;
  void (*unlink) (HBaseLane *lane);
};

typedef struct {
  gsize size;      /* of the derived struct */
  HBaseStep start; /* each run begins here, with lane 0 */
  void (*clear) (HBaseOperation *operation);
  /* The run was ended by a deadline or a cancel: returns what to tell the caller (transfer full), takes
   * `why`. NULL: `why` itself. For writes whose outcome isn't known. */
  GError *(*interrupted) (HBaseOperation *operation, GError *why);
  /* Stores what a run that ended with DONE found in `*result`, whose type the constructor names, once (transfer
   * full); `result` NULL: the caller doesn't need it. FALSE: what was found is invalid, with an error. NULL: the
   * operation has no result. */
  gboolean (*take) (HBaseOperation *operation, gpointer result, GError **error);
} HBaseOperationClass;

struct _HBaseOperation {
  const HBaseOperationClass *class;
  HBaseWireProtocol protocol;
  GError *error;
  char *table;        /* what it is about, for errors: `name` or `namespace:name`; NULL: no table */
  char *row;          /* in printable escapes; NULL: no row */
  gboolean unframed;  /* framed gateways would get it wrong: it may go through others only */
  char *last_failure; /* why a call is being repeated: told when time runs out meanwhile */
  guint n_lanes;
  HBaseLane *lanes;
};

gpointer hbase_operation_new (const HBaseOperationClass *class, HBaseWireProtocol protocol, guint n_lanes);
void hbase_operation_free (gpointer operation);
/* Gives up its channels, and what they owe; between runs. */
void hbase_operation_release_channels (HBaseOperation *operation);
/* Of an operation that hasn't been run yet. */
void hbase_operation_set_n_lanes (HBaseOperation *operation, guint n_lanes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseOperation, hbase_operation_free)

/* Errors of the operation and of its answers name these. A row of `data` NULL: none. */
void hbase_operation_set_subject (HBaseOperation *operation, const char *table, HBaseSlice row);
/* One line: the subject, then what is said here. */
GError *hbase_operation_error (HBaseOperation *operation, HBaseError code, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* Why a call is being repeated: takes `error`. */
void hbase_operation_record_failure (HBaseOperation *operation, GError *error);

/* The things a step may do with a lane; they return WAIT, so `return hbase_lane_send (…)`. */
HBaseNext hbase_lane_send (HBaseLane *lane,
                           HBaseWireMethod const *method,
                           GBytes *arguments /* (transfer full) */,
                           guint channel,
                           HBaseStep next);
HBaseNext hbase_lane_sleep (HBaseLane *lane, guint ms, HBaseStep next);
/* Takes the result as its class does; TRUE where it has none. */
gboolean hbase_operation_take (HBaseOperation *operation, gpointer result, GError **error);
/* …and how to fail: takes `error`. */
HBaseNext hbase_operation_fail (HBaseOperation *operation, GError *error);

/* Takes the answer: the block (transfer full) of a reply with a result, or FALSE with the reason: lost, an
 * exception of the service (mapped to HBASE_ERROR), an application exception. In hbase-response.c. */
gboolean hbase_lane_take_response (HBaseLane *lane, HBaseBlock **block, GError **error);
/* What a reply with a boolean result says. */
gboolean hbase_response_get_flag (const HBaseBlock *block);
/* The type of the application exception that the block is; 0 if it is none. */
gint32 hbase_response_get_application_exception (const HBaseBlock *block);
#define HBASE_APPLICATION_UNKNOWN_METHOD 1
#define HBASE_APPLICATION_INTERNAL_ERROR 6
#define HBASE_APPLICATION_PROTOCOL_ERROR 7
