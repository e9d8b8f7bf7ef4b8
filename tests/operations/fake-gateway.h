/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* A gateway over a few rows in memory, and the driver of operations that goes with it: no socket, no clock,
 * so that every fault can be placed exactly. It knows what scans and prepends ask, and answers as HBase does:
 * equal bounds give that row, ids of scanners are valid for everybody until they are closed. */

typedef enum {
  FAKE_FINE,
  FAKE_LOST_BEFORE,         /* the channel breaks, and nothing was carried out */
  FAKE_LOST_AFTER,          /* the channel breaks, and it was */
  FAKE_FALSE_THOUGH_DONE,   /* of checkAndPut: the gateway's own retry met its own row */
  FAKE_RIVAL_FIRST,         /* `rival` gets in before it */
  FAKE_LATE_2,              /* the channel breaks; it is carried out before the next call but one, */
  FAKE_LATE_3,              /* or but two */
  FAKE_FAILED_THOUGH_DONE,  /* of checkAndPut: an exception that nobody knows, after the write */
  FAKE_REFUSED_THOUGH_DONE, /* of checkAndPut: the gateway lost the answer, and its next try is refused */
  FAKE_REFUSED,             /* an exception that is HBase's last word */
  FAKE_REFUSED_FOR_NOW,     /* an exception that may be gone the next time */
  FAKE_FORGETFUL,           /* the gateway has forgotten all scanners */
  FAKE_UNREACHABLE,         /* nobody takes the connection */
  FAKE_TIME_OVER,           /* the run ends with the request sent; a later run gets its answer */
} FakeFault;

typedef struct _FakeGateway FakeGateway;

struct _FakeGateway {
  HBaseWireProtocol protocol;
  /* the test's */
  FakeFault (*fault) (FakeGateway *gateway, const HBaseWireMethod *method);
  void (*rival) (FakeGateway *gateway);
  gpointer data;
  guint max_rows;   /* more in a reply are too large; 0: none are */
  gboolean is_slow; /* more don't come in time instead */
  gboolean ignores_limit;
  gboolean hides_cells;      /* each row has one more cell, which no scan shows: a deleted one, say */
  gboolean refuses_reversed; /* getScannerResults against the table's order: an exception that nobody knows */
  gboolean salts_guards; /* each put's guard gets another last byte: as if each attempt had its own token */
  gboolean shows_guards; /* where there is no guard a get shows somebody's: as if a key could be left empty */
  const char *splits;    /* where regions begin, one space between two; NULL: there is one region */
  void (*tamper) (FakeGateway *gateway, GPtrArray *pieces); /* with a reply's rows: pointers to FakePiece */
  /* what happened */
  guint n_calls; /* since `n_calls` was set to 0 */
  guint n_faults;
  guint n_opened;
  guint last_num_rows;
  guint last_caching;
  guint last_limit;   /* 0: none was sent */
  GString *ranges;    /* NULL, or the test's: of each scan “start-stop ”, as it was sent */
  guint n_whole_rows; /* sent with their values, not by key-only filters */
  /* its own */
  GPtrArray *rows;
  GHashTable *scanners;
  guint next_scanner;
  guint channel; /* the ticket of the one channel there is; a broken one is followed by another */
  GQueue late;
};

typedef struct _FakeRow FakeRow;

typedef struct {
  FakeRow *row;
  HBaseSlice key;
  guint first_cell, n_cells;
  gboolean partial;
} FakePiece;

FakeGateway *fake_gateway_new (HBaseWireProtocol protocol);
void fake_gateway_free (FakeGateway *gateway);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FakeGateway, fake_gateway_free)

/* `q@2` is an older version of the column `q` than `q@1`. */
void fake_gateway_put (
    FakeGateway *gateway, HBaseSlice key, const char *family, const char *qualifier, HBaseSlice value);
void fake_gateway_delete (FakeGateway *gateway, HBaseSlice key);
/* The value of `g:`; data NULL: there is none. */
HBaseSlice fake_gateway_get_guard (FakeGateway *gateway, HBaseSlice key);
guint fake_gateway_get_n_rows (FakeGateway *gateway);
HBaseSlice fake_gateway_get_key (FakeGateway *gateway, guint index);
guint fake_gateway_get_n_scanners (FakeGateway *gateway);
/* Carries out what is still under way. */
void fake_gateway_settle (FakeGateway *gateway);
/* What a pool does for finalizers. */
void fake_gateway_post (FakeGateway *gateway, const HBaseRequest *request);

/* One run. WAIT: time was over. */
HBaseNext fake_gateway_drive (FakeGateway *gateway, HBaseOperation *operation);
