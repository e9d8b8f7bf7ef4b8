/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"
#include "hbase-prepend-operation-private.h"
#include "hbase-target-private.h"
#include "scripted-pump.h"

/* The embedded engine behind a scripted pump, with a table `t` of the families f, g and h, for what
 * prependers do. Each history has a row, or a list of rows, of its own. */

#define PROTOCOL HBASE_WIRE_PROTOCOL_BINARY
#define TOKEN "our-own-16-bytes"
#define START 1000
#define GUARD ((HBaseGuard){ (char *) "g", (char *) "", (char *) "g", (char *) "" })

typedef struct {
  HBaseLocalService *service;
  HBaseLocalClient *client;
  guint doubled; /* the calls that write, from 1, of which this one is carried out twice; 0: none is */
  guint writes;  /* so far */
} Engine;

void engine_init (Engine *engine);
void engine_clear (Engine *engine);
/* A pump's service; its data is the engine. */
void serve (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply);
/* Without any fault. */
void run_successfully (Engine *engine, HBaseOperation *operation);
HBaseTarget target (void);

/* "f:a=v f:b=w" */
void put (Engine *engine, HBaseSlice row, const char *cells);
/* The same; a burnt guard is "!" */
char *get (Engine *engine, HBaseSlice row);
void assert_row (Engine *engine, HBaseSlice row, const char *expected, guint history);

/* A list's number, and a counter. */
typedef struct {
  guint8 bytes[12];
} Key;

HBaseSlice key_of (Key *key, guint32 list, gint64 counter);

/* Every history of so many requests in turn, and again with one of its writes carried out twice; some of them
 * where that is slow. */
typedef void (*Scene) (Engine *engine, guint number, ScriptedPump *pump);
void play_all (Scene scene, guint requests);

/* To prepend f:a=1 to the key's list. */
HBasePrependSettings settings_of (const Key *list, const char *token);
/* In a process that has seen that counter taken (< 0: none), and knows nothing else. */
HBasePrependOperation *prepend_new_below (const HBasePrependSettings *settings, gint64 taken);
void make_test_settings (void);
void free_test_settings (void);
