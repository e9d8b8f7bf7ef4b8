/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The list of faults that a server was asked for. */

#include "config.h"

#include "hbase-local-server-faults-private.h"

#define ALL_CALLS G_MAXUINT

typedef struct {
  HBaseServerFault kind;
  char *method; /* NULL: any */
  guint n_before, n_calls, delay;
} Fault;

struct _HBaseServerFaults {
  GMutex lock;
  GPtrArray *faults; /* (element-type Fault) */
  guint n_taken;
};

static void
fault_free (gpointer data)
{
  Fault *fault = data;

  g_free (fault->method);
  g_free (fault);
}

HBaseServerFaults *
hbase_server_faults_new (void)
{
  HBaseServerFaults *faults = g_atomic_rc_box_new0 (HBaseServerFaults);

  g_mutex_init (&faults->lock);
  faults->faults = g_ptr_array_new_with_free_func (fault_free);
  return faults;
}

HBaseServerFaults *
hbase_server_faults_ref (HBaseServerFaults *faults)
{
  return g_atomic_rc_box_acquire (faults);
}

static void
faults_free (gpointer data)
{
  HBaseServerFaults *faults = data;

  g_ptr_array_unref (faults->faults);
  g_mutex_clear (&faults->lock);
}

void
hbase_server_faults_unref (HBaseServerFaults *faults)
{
  g_atomic_rc_box_release_full (faults, faults_free);
}

void
hbase_server_faults_add (HBaseServerFaults *faults,
                         HBaseServerFault kind,
                         const char *method,
                         guint first,
                         guint n_calls,
                         guint delay)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faults->lock);
  Fault *fault = g_new (Fault, 1);

  *fault = (Fault){ .kind = kind,
                    .method = g_strdup (method),
                    .n_before = first - 1,
                    .n_calls = n_calls > 0 ? n_calls : ALL_CALLS,
                    .delay = delay };
  g_ptr_array_add (faults->faults, fault);
}

void
hbase_server_faults_clear (HBaseServerFaults *faults)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faults->lock);

  g_ptr_array_set_size (faults->faults, 0);
}

/* Counts a call that has come before the fault's first one. */
static gboolean
is_due (Fault *fault, HBaseSlice method)
{
  if (fault->method != NULL && !hbase_slice_equal (hbase_slice_text (fault->method), method))
    return FALSE;
  if (fault->n_before == 0)
    return TRUE;
  fault->n_before--;
  return FALSE;
}

static guint
find_due_locked (HBaseServerFaults *faults, HBaseSlice method)
{
  guint found = faults->faults->len;

  for (guint i = faults->faults->len; i-- > 0;)
    if (is_due (faults->faults->pdata[i], method))
      found = i;
  return found;
}

gboolean
hbase_server_faults_take (HBaseServerFaults *faults, HBaseSlice method, HBaseServerFault *kind, guint *delay)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faults->lock);
  guint i = find_due_locked (faults, method);
  Fault *fault;

  if (i == faults->faults->len)
    return FALSE;
  fault = faults->faults->pdata[i];
  *kind = fault->kind;
  *delay = fault->delay;
  faults->n_taken++;
  if (fault->n_calls != ALL_CALLS && --fault->n_calls == 0)
    g_ptr_array_remove_index (faults->faults, i);
  return TRUE;
}

guint
hbase_server_faults_get_n_taken (HBaseServerFaults *faults)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&faults->lock);

  return faults->n_taken;
}
