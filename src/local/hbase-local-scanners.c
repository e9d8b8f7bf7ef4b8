/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-fault-private.h"
#include "hbase-local-scanners-private.h"

#define EXPIRY_US (60 * G_USEC_PER_SEC) /* hbase.client.scanner.timeout.period */
#define SWEEP_US G_USEC_PER_SEC
/* Of all clients together; a client that never closes what it opens doesn't take the memory of all. */
#define OPEN_MAX 10000

typedef struct {
  HBaseLocalScan *scan;
  gint64 used;
} Open;

struct _HBaseLocalScanners {
  GMutex mutex;
  GHashTable *open; /* id → Open */
  gint32 next;
  gint64 swept;
};

static void
open_free (gpointer data)
{
  Open *open = data;

  hbase_local_scan_unref (open->scan);
  g_free (open);
}

HBaseLocalScanners *
hbase_local_scanners_new (void)
{
  HBaseLocalScanners *scanners = g_new0 (HBaseLocalScanners, 1);

  g_mutex_init (&scanners->mutex);
  scanners->open = g_hash_table_new_full (NULL, NULL, NULL, open_free);
  return scanners;
}

void
hbase_local_scanners_free (HBaseLocalScanners *scanners)
{
  g_hash_table_unref (scanners->open);
  g_mutex_clear (&scanners->mutex);
  g_free (scanners);
}

static gboolean
has_expired (gpointer id, gpointer open, gpointer ticks)
{
  return ((Open *) open)->used + EXPIRY_US < *(gint64 *) ticks;
}

static void
sweep (HBaseLocalScanners *scanners, gint64 ticks)
{
  if (scanners->swept + SWEEP_US > ticks && g_hash_table_size (scanners->open) < OPEN_MAX)
    return;
  scanners->swept = ticks;
  g_hash_table_foreach_remove (scanners->open, has_expired, &ticks);
}

gboolean
hbase_local_scanners_add (HBaseLocalScanners *scanners, HBaseLocalScan *scan, gint64 ticks, gint32 *id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);
  Open *open;

  sweep (scanners, ticks);
  if (g_hash_table_size (scanners->open) >= OPEN_MAX)
    return hbase_local_fault (error, HBASE_LOCAL_FAULT_IO_RETRY, "%d scanners are open: close some", OPEN_MAX);
  *id = scanners->next;
  open = g_new (Open, 1);
  *open = (Open){ hbase_local_scan_ref (scan), ticks };
  g_hash_table_insert (scanners->open, GINT_TO_POINTER (*id), open);
  scanners->next = (gint32) ((guint32) *id + 1);
  return TRUE;
}

HBaseLocalScan *
hbase_local_scanners_use (HBaseLocalScanners *scanners, gint32 id, gint64 ticks)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);
  Open *open = g_hash_table_lookup (scanners->open, GINT_TO_POINTER (id));

  if (open == NULL || has_expired (NULL, open, &ticks))
    return NULL;
  open->used = ticks;
  return hbase_local_scan_ref (open->scan);
}

void
hbase_local_scanners_remove (HBaseLocalScanners *scanners, gint32 id)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);

  g_hash_table_remove (scanners->open, GINT_TO_POINTER (id));
}
