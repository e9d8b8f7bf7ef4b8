/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements channels to the embedded engine, the only place where the client meets it. A request
 * goes in as a whole message, which the reader checks as the server's reader does; its reply comes out as a
 * message, for the client's reader to check.
 *
 *  1. A blocking caller is served in its own thread, by write(). For asynchronous callers the engine's own
 *     threads work; the thread that has finished a reply wakes the listener.
 *  2. The calls of one channel are executed in their order, by one thread at a time.
 *  3. A call has the deadline of its exchange, and the cancellable of a blocking caller. Where the run of an
 *     asynchronous caller ends, or the channel is closed, the call is abandoned and the engine stops it.
 *  4. A call that the engine stopped has written nothing: its channel's error says so.
 *  5. The database is opened by the first call. If it can't be opened, the call wasn't executed.
 *  6. The engine's threads are GLib's shared ones. A forked child counts its parent's idle ones as its own,
 *     and a call given to one of them isn't executed: so a child has threads of its own.
 *  7. A listener is called under the queue's lock, and takes the pool's; the pool examines idle channels
 *     under its own lock. That is no deadlock, as an idle channel has no listener.
 *
 * HBaseLocal.service and LocalQueue's calls … data are protected by the `lock` beside them; LocalChannel's
 * call and reader belong to the thread that writes. */

#include "config.h"

#include "hbase-local-channel-private.h"

#include "hbase-error-private.h"
#include "hbase-forks-private.h"
#include "hbase-local-service-private.h"
#include "hbase-memory-private.h"

/* More than a short row takes, and not more than malloc() keeps in the thread's cache. */
#define REPLY_CAPACITY 1024

struct _HBaseLocal {
  char *directory;
  gboolean must_exist;
  gboolean is_strict;
  GThreadPool *workers;
  GMutex lock;
  gboolean is_opening;
  GCond opened;
  HBaseLocalService *service;
};

/* What a channel and a worker share. */
typedef struct {
  HBaseLocal *local;
  HBaseLocalClient *client; /* used by the working thread; NULL before the first call */
  int abandoned;            /* atomic: the reply to the call under way isn't needed */
  GMutex lock;
  GQueue calls; /* (element-type Call) */
  gboolean working;
  GQueue replies; /* (element-type Call) that were executed */
  GError *problem;
  void (*wake) (gpointer data);
  gpointer data;
} LocalQueue;

typedef struct {
  GList link; /* of the queue that it is in */
  HBaseBlock *block;
  gint64 deadline;
  GCancellable *cancellable;
  guint8 *reply; /* a whole one; NULL: none */
  gsize length;
} Call;

typedef struct {
  HBaseChannel parent;
  LocalQueue *queue;
  HBaseWireReader reader;
  guint8 *call;
  gsize length;
} LocalChannel;

/* ---- the database ---- */

static void queue_work (gpointer queue, gpointer unused);

HBaseLocal *
hbase_local_new (const HBaseUri *uri, guint max_threads)
{
  HBaseLocal *local = g_atomic_rc_box_new0 (HBaseLocal);

  g_mutex_init (&local->lock);
  g_cond_init (&local->opened);
  local->directory = g_strdup (uri->directory);
  local->must_exist = uri->must_exist;
  local->is_strict = uri->is_strict;
  local->workers = g_thread_pool_new (queue_work, NULL, (int) max_threads, FALSE, NULL);
  return local;
}

static const char *
directory_text (const HBaseLocal *local)
{
  return local->directory != NULL ? local->directory : ":memory:";
}

static void
local_clear (HBaseLocal *local)
{
  /* A worker may hold the last reference, so its end isn't waited for. */
  g_thread_pool_free (local->workers, FALSE, FALSE);
  g_clear_pointer (&local->service, hbase_local_service_unref);
  g_mutex_clear (&local->lock);
  g_cond_clear (&local->opened);
  g_free (local->directory);
}

void
hbase_local_unref (HBaseLocal *local)
{
  g_atomic_rc_box_release_full (local, (GDestroyNotify) local_clear);
}

/* Not under the lock: another process may have locked the database for a long time. */
static void
open_service_locked (HBaseLocal *local, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalService *service;

  local->is_opening = TRUE;
  g_mutex_unlock (&local->lock);
  service = hbase_local_service_open (local->directory,
                                      local->must_exist ? HBASE_LOCAL_OPEN_EXISTING : HBASE_LOCAL_OPEN_CREATE,
                                      budget, error);
  if (service != NULL)
    hbase_local_service_set_strict (service, local->is_strict);
  g_mutex_lock (&local->lock);
  local->service = service;
  local->is_opening = FALSE;
  g_cond_broadcast (&local->opened);
}

static HBaseLocalService *
ref_service (HBaseLocal *local, HBaseLocalBudget *budget, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&local->lock);

  while (local->service == NULL && local->is_opening)
    if (!hbase_local_budget_wait (budget, &local->opened, &local->lock, error))
      return NULL;
  if (local->service == NULL)
    open_service_locked (local, budget, error);
  return local->service != NULL ? hbase_local_service_ref (local->service) : NULL;
}

/* ---- a call ---- */

static Call *
call_new (HBaseBlock *block, const HBaseChannel *channel)
{
  Call *call = hbase_malloc0 (sizeof (Call));

  call->link.data = call;
  call->block = block;
  call->deadline = channel->deadline;
  g_set_object (&call->cancellable, channel->cancellable);
  return call;
}

static void
call_free (Call *call)
{
  hbase_block_unref (call->block);
  g_clear_object (&call->cancellable);
  g_free (call->reply);
  g_free (call);
}

static Call *
pop_call (GQueue *calls)
{
  GList *link = g_queue_pop_head_link (calls);

  return link != NULL ? link->data : NULL;
}

static void
clear_calls (GQueue *calls)
{
  Call *call;

  while ((call = pop_call (calls)) != NULL)
    call_free (call);
}

/* ---- the queue of a channel ---- */

static void
queue_clear (LocalQueue *queue)
{
  clear_calls (&queue->calls);
  clear_calls (&queue->replies);
  g_clear_error (&queue->problem);
  g_clear_pointer (&queue->client, hbase_local_client_free);
  g_mutex_clear (&queue->lock);
  hbase_local_unref (queue->local);
}

static void
queue_unref (LocalQueue *queue)
{
  g_atomic_rc_box_release_full (queue, (GDestroyNotify) queue_clear);
}

static gboolean
connect_client (LocalQueue *queue, HBaseLocalBudget *budget, GError **error)
{
  g_autoptr (HBaseLocalService) service
      = queue->client == NULL ? ref_service (queue->local, budget, error) : NULL;

  if (service != NULL)
    queue->client = hbase_local_client_new (service);
  return queue->client != NULL;
}

static gboolean
is_abandoned (gpointer queue)
{
  return g_atomic_int_get (&((LocalQueue *) queue)->abandoned);
}

static gboolean
execute_within (LocalQueue *queue, Call *call, HBaseLocalBudget *budget, GError **error)
{
  HBaseWireWriter writer;
  gboolean executed;

  if (!connect_client (queue, budget, error))
    return FALSE;
  hbase_wire_writer_init (&writer, call->block->protocol, REPLY_CAPACITY);
  executed = hbase_local_client_execute (queue->client, budget, call->block, &writer);
  if (executed)
    call->reply = hbase_wire_writer_take (&writer, &call->length);
  else
    hbase_local_budget_set_error (budget, error);
  hbase_wire_writer_clear (&writer);
  return executed;
}

static gboolean
execute (LocalQueue *queue, Call *call, GError **error)
{
  g_autoptr (GError) failure = NULL;
  HBaseLocalBudget budget = {
    .deadline = call->deadline, .cancellable = call->cancellable, .is_abandoned = is_abandoned, .data = queue
  };

  if (execute_within (queue, call, &budget, &failure))
    return TRUE;
  if (failure->domain == HBASE_LOCAL_BUDGET_ERROR)
    hbase_error_set (error, HBASE_ERROR_TIMED_OUT, "database %s: %s", directory_text (queue->local),
                     failure->message);
  else
    g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static gboolean
queue_is_readable_locked (LocalQueue *queue)
{
  return queue->replies.length > 0 || queue->problem != NULL;
}

static void
queue_wake_locked (LocalQueue *queue)
{
  void (*wake) (gpointer data) = g_steal_pointer (&queue->wake);

  if (wake != NULL)
    wake (queue->data);
}

static void
call_failed_locked (LocalQueue *queue, Call *call, GError *error)
{
  if (queue->problem == NULL)
    queue->problem = error;
  else
    g_error_free (error);
  call_free (call);
}

/* Executes calls until there are no more. Only the thread that set `working` may. */
static void
queue_execute_all (LocalQueue *queue)
{
  Call *call;

  g_mutex_lock (&queue->lock);
  while ((call = pop_call (&queue->calls)) != NULL)
    {
      GError *error = NULL;
      gboolean executed;

      g_mutex_unlock (&queue->lock);
      executed = execute (queue, call, &error);
      g_mutex_lock (&queue->lock);
      if (executed)
        g_queue_push_tail_link (&queue->replies, &call->link);
      else
        call_failed_locked (queue, call, error);
    }
  queue->working = FALSE;
  queue_wake_locked (queue);
  g_mutex_unlock (&queue->lock);
}

static void
queue_work (gpointer queue, gpointer unused)
{
  queue_execute_all (queue);
  queue_unref (queue);
}

static gpointer
queue_work_alone (gpointer queue)
{
  queue_work (queue, NULL);
  return NULL;
}

/* Has another thread execute the calls. */
static void
queue_begin_work (LocalQueue *queue)
{
  GThread *thread = NULL;

  g_atomic_rc_box_acquire (queue);
  if (hbase_get_forks () > 0)
    thread = g_thread_try_new ("hbase-local", queue_work_alone, queue, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    g_thread_pool_push (queue->local->workers, queue, NULL);
}

/* takes `call` */
static void
queue_take_call (LocalQueue *queue, Call *call, gboolean in_this_thread)
{
  gboolean is_working;

  g_mutex_lock (&queue->lock);
  g_queue_push_tail_link (&queue->calls, &call->link);
  is_working = queue->working;
  queue->working = TRUE;
  g_mutex_unlock (&queue->lock);
  if (is_working)
    return;
  if (in_this_thread)
    queue_execute_all (queue);
  else
    queue_begin_work (queue);
}

/* ---- the channel ---- */

static void
begin_call (LocalChannel *self)
{
  hbase_wire_reader_init_call (&self->reader, HBASE_WIRE_PROTOCOL_BINARY, FALSE, G_MAXINT32);
  self->call = NULL;
  self->length = 0;
}

static gboolean
finish_call (LocalChannel *self, GError **error)
{
  HBaseWireStatus status = hbase_wire_reader_feed (&self->reader, self->call, self->length);

  if (status == HBASE_WIRE_BAD)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "the call is malformed: %s",
                       hbase_wire_reader_get_problem (&self->reader));
      self->parent.not_sent = TRUE;
      return FALSE;
    }
  if (status == HBASE_WIRE_WHOLE)
    {
      Call *call = call_new (hbase_wire_reader_take (&self->reader, self->call), &self->parent);

      g_atomic_int_set (&self->queue->abandoned, FALSE);
      queue_take_call (self->queue, call, self->parent.blocking);
      begin_call (self);
    }
  return TRUE;
}

static gssize
local_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error)
{
  LocalChannel *self = (LocalChannel *) channel;
  gsize size = 0;

  for (guint i = 0; i < n_vectors; i++)
    size += vectors[i].size;
  self->call = g_realloc (self->call, self->length + size);
  for (guint i = 0; i < n_vectors; i++)
    {
      memcpy (self->call + self->length, vectors[i].buffer, vectors[i].size);
      self->length += vectors[i].size;
    }
  return finish_call (self, error) ? (gssize) size : -1;
}

static guint8 *
local_take (HBaseChannel *channel, gsize *length)
{
  LocalQueue *queue = ((LocalChannel *) channel)->queue;
  guint8 *reply;
  Call *call;

  g_mutex_lock (&queue->lock);
  call = pop_call (&queue->replies);
  g_mutex_unlock (&queue->lock);
  if (call == NULL)
    return NULL;
  reply = g_steal_pointer (&call->reply);
  *length = call->length;
  call_free (call);
  return reply;
}

/* Called when there was no reply to take; one may have come meanwhile. */
static gssize
local_read (HBaseChannel *channel, guint8 *buffer, gsize capacity, GError **error)
{
  LocalQueue *queue = ((LocalChannel *) channel)->queue;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

  if (queue->problem == NULL || queue->replies.length > 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK, "the reply hasn't come yet");
      return -1;
    }
  g_propagate_error (error, g_steal_pointer (&queue->problem));
  channel->not_sent = TRUE;
  return -1;
}

static gboolean
local_is_readable (HBaseChannel *channel)
{
  LocalQueue *queue = ((LocalChannel *) channel)->queue;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

  return queue_is_readable_locked (queue);
}

static void
local_listen (
    HBaseChannel *channel, GMainContext *context, int priority, void (*wake) (gpointer data), gpointer data)
{
  LocalQueue *queue = ((LocalChannel *) channel)->queue;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&queue->lock);

  queue->wake = wake;
  queue->data = data;
  if (queue_is_readable_locked (queue))
    queue_wake_locked (queue);
}

static void
local_abandon (HBaseChannel *channel)
{
  g_atomic_int_set (&((LocalChannel *) channel)->queue->abandoned, TRUE);
}

static void
local_close (HBaseChannel *channel)
{
  LocalChannel *self = (LocalChannel *) channel;

  local_abandon (channel);
  hbase_wire_reader_clear (&self->reader);
  g_free (self->call);
  queue_unref (self->queue);
}

static const HBaseChannelClass local_class = {
  .write = local_write,
  .read = local_read,
  .take = local_take,
  .is_readable = local_is_readable,
  .listen = local_listen,
  .abandon = local_abandon,
  .close = local_close,
};

HBaseChannel *
hbase_local_channel_new (HBaseLocal *local)
{
  LocalChannel *self
      = hbase_channel_new (&local_class, sizeof (LocalChannel), g_strdup (directory_text (local)));

  self->parent.has_replied = TRUE;
  self->queue = g_atomic_rc_box_new0 (LocalQueue);
  g_mutex_init (&self->queue->lock);
  self->queue->local = g_atomic_rc_box_acquire (local);
  begin_call (self);
  return &self->parent;
}
