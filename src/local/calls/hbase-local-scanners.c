/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The open scanners of a service: their limits, and their expiry. */

#include "config.h"

#include "hbase-forks-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-scanners-private.h"

#define MIB (G_GUINT64_CONSTANT (1) << 20)
/* An expired scanner may stay open this long, so that the thread doesn't wake for each scanner. */
#define SWEEP_US G_USEC_PER_SEC

static const HBaseLocalScannerLimits default_limits = {
  .max_open = 10000,
  .max_open_of_owner = 1000,
  .max_bytes = 1024 * MIB,
  .max_bytes_of_owner = 256 * MIB,
  .timeout = 60 * G_USEC_PER_SEC, /* hbase.client.scanner.timeout.period */
};

typedef struct {
  HBaseLocalScannerOwner *owner;
  HBaseLocalScan *scan;
  guint64 n_bytes;
  gint64 last_used;
  guint n_calls; /* that use it now */
} Scanner;

struct _HBaseLocalScanners {
  const HBaseLocalClock *clock;
  gint forks; /* hbase_get_forks() when they were made */
  GMutex mutex;
  HBaseLocalScannerLimits limits;
  GHashTable *open; /* id → Scanner */
  HBaseLocalScannerOwner total;
  GThread *sweeper; /* NULL until a scanner is opened, and while the system has no thread for it */
  GCond woken;
  gboolean is_closing;
};

/* Changes what an owner, and all owners together, are charged for. */
static void
count_locked (HBaseLocalScannerOwner *owner, int n_open, gint64 n_bytes)
{
  HBaseLocalScannerOwner *total = &owner->scanners->total;

  owner->n_open += (guint) n_open;
  owner->n_bytes += (guint64) n_bytes;
  total->n_open += (guint) n_open;
  total->n_bytes += (guint64) n_bytes;
}

static void
scanner_free (gpointer data)
{
  Scanner *scanner = data;

  count_locked (scanner->owner, -1, -(gint64) scanner->n_bytes);
  hbase_local_scan_unref (scanner->scan);
  g_free (scanner);
}

HBaseLocalScanners *
hbase_local_scanners_new (const HBaseLocalClock *clock)
{
  HBaseLocalScanners *scanners = g_new0 (HBaseLocalScanners, 1);

  scanners->clock = clock;
  scanners->forks = hbase_get_forks ();
  scanners->limits = default_limits;
  g_mutex_init (&scanners->mutex);
  g_cond_init (&scanners->woken);
  scanners->open = g_hash_table_new_full (NULL, NULL, NULL, scanner_free);
  return scanners;
}

static void
stop_sweeper (HBaseLocalScanners *scanners)
{
  g_mutex_lock (&scanners->mutex);
  scanners->is_closing = TRUE;
  g_cond_signal (&scanners->woken);
  g_mutex_unlock (&scanners->mutex);
  g_clear_pointer (&scanners->sweeper, g_thread_join);
}

/* In a forked child there is no sweeper, and the parent's may have held the lock: nothing is touched
 * there. */
void
hbase_local_scanners_free (HBaseLocalScanners *scanners)
{
  if (scanners->forks != hbase_get_forks ())
    return;
  stop_sweeper (scanners);
  g_hash_table_unref (scanners->open);
  g_mutex_clear (&scanners->mutex);
  g_cond_clear (&scanners->woken);
  g_free (scanners);
}

void
hbase_local_scanners_set_limits (HBaseLocalScanners *scanners, const HBaseLocalScannerLimits *limits)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);

  scanners->limits = *limits;
}

HBaseLocalScannerLimits
hbase_local_scanners_get_limits (HBaseLocalScanners *scanners)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);

  return scanners->limits;
}

HBaseLocalScannerOwner
hbase_local_scanners_get_total (HBaseLocalScanners *scanners)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);

  return scanners->total;
}

/* ---- expiry ---- */

static gint64
ticks (const HBaseLocalScanners *scanners)
{
  return scanners->clock->ticks (scanners->clock->data);
}

static gint64
time_left (const HBaseLocalScanners *scanners, const Scanner *scanner)
{
  return scanner->last_used + scanners->limits.timeout - ticks (scanners);
}

static gboolean
has_expired (gpointer id, gpointer scanner, gpointer scanners)
{
  return ((Scanner *) scanner)->n_calls == 0 && time_left (scanners, scanner) < 0;
}

static void
sweep_locked (HBaseLocalScanners *scanners)
{
  g_hash_table_foreach_remove (scanners->open, has_expired, scanners);
}

/* Returns the µs until the next scanner expires. */
static gint64
time_to_sweep_locked (HBaseLocalScanners *scanners)
{
  gint64 next = scanners->limits.timeout;
  GHashTableIter iter;
  gpointer scanner;

  g_hash_table_iter_init (&iter, scanners->open);
  while (g_hash_table_iter_next (&iter, NULL, &scanner))
    next = MIN (next, time_left (scanners, scanner));
  return MAX (next, MIN (scanners->limits.timeout, SWEEP_US));
}

static gpointer
sweep_until_closed (gpointer data)
{
  HBaseLocalScanners *scanners = data;

  g_mutex_lock (&scanners->mutex);
  while (!scanners->is_closing)
    if (scanners->total.n_open == 0)
      g_cond_wait (&scanners->woken, &scanners->mutex);
    else if (!g_cond_wait_until (&scanners->woken, &scanners->mutex,
                                 g_get_monotonic_time () + time_to_sweep_locked (scanners)))
      sweep_locked (scanners);
  g_mutex_unlock (&scanners->mutex);
  return NULL;
}

/* Starts the sweeper, or wakes it for the first scanner. Without it, expired scanners stay until another
 * scanner is opened. */
static void
wake_sweeper_locked (HBaseLocalScanners *scanners)
{
  if (scanners->sweeper == NULL)
    scanners->sweeper = g_thread_try_new ("hbase-scanners", sweep_until_closed, scanners, NULL);
  else if (scanners->total.n_open == 1)
    g_cond_signal (&scanners->woken);
}

/* ---- limits ---- */

#define U64 "%" G_GUINT64_FORMAT

/* Checks the limits for `more` bytes, which aren't counted yet. */
static gboolean
check_bytes_locked (const HBaseLocalScannerOwner *owner, guint64 more, GError **error)
{
  const HBaseLocalScanners *scanners = owner->scanners;
  guint64 max_of_owner = MIN (scanners->limits.max_bytes_of_owner, scanners->limits.max_bytes);

  if (more > max_of_owner)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  "the scanner holds " U64 " bytes, more than the " U64
                                  " that a connection's scanners may "
                                  "hold: scan fewer columns, or with a smaller filter",
                                  more, max_of_owner);
  if (owner->n_bytes + more > max_of_owner)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "the scanners of this connection hold " U64 " bytes, more than " U64
                                  ": close some",
                                  owner->n_bytes + more, max_of_owner);
  if (scanners->total.n_bytes + more > scanners->limits.max_bytes)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "the scanners of all connections hold " U64 " bytes, more than " U64
                                  ": close some",
                                  scanners->total.n_bytes + more, scanners->limits.max_bytes);
  return TRUE;
}

static gboolean
fits_locked (const HBaseLocalScannerOwner *owner, const HBaseLocalScan *scan, GError **error)
{
  const HBaseLocalScanners *scanners = owner->scanners;

  if (owner->n_open >= scanners->limits.max_open_of_owner)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "%u scanners are open on this connection: close some", owner->n_open);
  if (scanners->total.n_open >= scanners->limits.max_open)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY, "%u scanners are open: close some",
                                  scanners->total.n_open);
  return check_bytes_locked (owner, hbase_local_scan_memory_size (scan), error);
}

/* ---- the set of open scanners ---- */

static gint32
free_id_locked (HBaseLocalScanners *scanners)
{
  gint32 id;

  do
    id = (gint32) (scanners->clock->random (scanners->clock->data) & G_MAXINT32);
  while (g_hash_table_contains (scanners->open, GINT_TO_POINTER (id)));
  return id;
}

gboolean
hbase_local_scanners_add (HBaseLocalScannerOwner *owner, HBaseLocalScan *scan, gint32 *id, GError **error)
{
  HBaseLocalScanners *scanners = owner->scanners;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&scanners->mutex);
  Scanner *scanner;

  if (scanners->sweeper == NULL || !fits_locked (owner, scan, NULL))
    sweep_locked (scanners);
  if (!fits_locked (owner, scan, error))
    return FALSE;
  *id = free_id_locked (scanners);
  scanner = g_new (Scanner, 1);
  *scanner = (Scanner){ .owner = owner,
                        .scan = hbase_local_scan_ref (scan),
                        .n_bytes = hbase_local_scan_memory_size (scan),
                        .last_used = ticks (scanners) };
  count_locked (owner, 1, (gint64) scanner->n_bytes);
  g_hash_table_insert (scanners->open, GINT_TO_POINTER (*id), scanner);
  wake_sweeper_locked (scanners);
  return TRUE;
}

static Scanner *
find_locked (const HBaseLocalScannerOwner *owner, gint32 id)
{
  Scanner *scanner = g_hash_table_lookup (owner->scanners->open, GINT_TO_POINTER (id));

  return scanner != NULL && scanner->owner == owner ? scanner : NULL;
}

HBaseLocalScan *
hbase_local_scanners_acquire (HBaseLocalScannerOwner *owner, gint32 id)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&owner->scanners->mutex);
  Scanner *scanner = find_locked (owner, id);

  if (scanner == NULL || has_expired (NULL, scanner, owner->scanners))
    return NULL;
  scanner->n_calls++;
  return hbase_local_scan_ref (scanner->scan);
}

static gboolean
measure_locked (Scanner *scanner, GError **error)
{
  guint64 n_bytes;

  hbase_local_scan_trim (scanner->scan);
  n_bytes = hbase_local_scan_memory_size (scanner->scan);
  count_locked (scanner->owner, 0, -(gint64) scanner->n_bytes);
  scanner->n_bytes = 0;
  if (!check_bytes_locked (scanner->owner, n_bytes, error))
    return FALSE;
  count_locked (scanner->owner, 0, (gint64) n_bytes);
  scanner->n_bytes = n_bytes;
  return TRUE;
}

gboolean
hbase_local_scanners_release (HBaseLocalScannerOwner *owner, gint32 id, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&owner->scanners->mutex);
  Scanner *scanner = find_locked (owner, id);

  if (scanner == NULL)
    return TRUE;
  scanner->last_used = ticks (owner->scanners);
  if (--scanner->n_calls > 0 || measure_locked (scanner, error))
    return TRUE;
  g_hash_table_remove (owner->scanners->open, GINT_TO_POINTER (id));
  return FALSE;
}

void
hbase_local_scanners_remove (HBaseLocalScannerOwner *owner, gint32 id)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&owner->scanners->mutex);

  if (find_locked (owner, id) != NULL)
    g_hash_table_remove (owner->scanners->open, GINT_TO_POINTER (id));
}

static gboolean
is_owned_by (gpointer id, gpointer scanner, gpointer owner)
{
  return ((Scanner *) scanner)->owner == owner;
}

void
hbase_local_scanners_remove_all (HBaseLocalScannerOwner *owner)
{
  HBaseLocalScanners *scanners = owner->scanners;

  if (scanners->forks != hbase_get_forks ())
    return;
  g_mutex_lock (&scanners->mutex);
  if (owner->n_open > 0)
    g_hash_table_foreach_remove (scanners->open, is_owned_by, owner);
  g_mutex_unlock (&scanners->mutex);
}
