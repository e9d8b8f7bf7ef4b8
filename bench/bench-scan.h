/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

#define SCAN_PLAIN_TABLE "plain"   /* split by keys */
#define SCAN_SALTED_TABLE "salted" /* the same rows, split by salts */
#define SCAN_SALTED_SCHEMA "salt:phoenix(8),id:text"
#define SCAN_REGIONS 8
#define SCAN_ROW_FORMAT "row%08u"
#define SCAN_CELLS_A_ROW 10
#define SCAN_VALUE_LENGTH 32
#define SCAN_FAMILY "f"
#define SCAN_BATCH 2000 /* rows a reply, of one connection: one and a half MB */

/* The result of a turn, in shared memory. */
typedef struct {
  guint64 rows;
  guint64 cells;
  double seconds;
  double cpu;        /* seconds of the contestant's own processor time, */
  double server;     /* and of the server's */
  guint64 early_rss; /* KiB, the peak after the first cells, */
  guint64 peak_rss;  /* and at the end */
} ScanResult;

/* ---- the tables: bench-scan-tables.c ---- */

/* Sets the SCAN_VALUE_LENGTH bytes of a row's cell. */
void scan_tables_make_value (guint number, guint cell, char *value);
/* `salts` NULL: the row of the plain table. */
HBasePut *scan_tables_make_put (guint number, HBaseKeySchema *salts);
/* These need a gateway that isn't framed. */
void scan_tables_fill (const char *uri, guint n_rows);
void scan_tables_fill_salted (const char *uri, guint n_rows);

/* ---- raw sockets: bench-scan-raw.c ---- */

/* Reads the table through `n_connections` to a framed gateway of the binary protocol, each with a thread and
 * its share of the rows and of the batch. */
void scan_raw_walk (guint port, const char *table, guint n_rows, guint n_connections);

/* ---- HBase's own client: bench-scan-java.c ---- */

typedef struct _ScanJava ScanJava;

ScanJava *scan_java_start (guint zookeeper_port);
void scan_java_walk (ScanJava *java, const char *table, ScanResult *result);
void scan_java_stop (ScanJava *java);
