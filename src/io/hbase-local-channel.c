/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-channel-private.h"

#include "hbase-error-private.h"
#include "hbase-local-service-private.h"

/* The only place where the client meets the engine. A call goes in as a whole message, which the reader
 * checks as the server's does; its reply comes out as one, for the client's reader to check.
 *
 * 1. A caller that waits is answered in its own thread, by write(). For others the engine's own threads work;
 *    the one that has answered wakes the listener.
 * 2. Calls of one channel are answered in their order, by one thread at a time.
 * 3. A call has the deadline of its exchange, and the cancellable of a caller that waits. Where the run of another
 *    caller ends, or the channel is closed, nobody waits for the reply, and the engine gives the call up.
 * 4. A call that the engine gave up has written nothing: its channel's error says so.
 * 5. The database is opened by the first call. If it can't be, nothing was touched.
 * 6. A listener is called under the line's lock, and takes the pool's; the pool looks at idle lines under its
 *    own. No circle: an idle line has no listener.
 *
 * Field                                    whose
 * HBaseLocal.service                       its `lock`
 * LocalChannel.call, .reader               who writes
 * Line.calls … data                        its `lock` */

struct _HBaseLocal {
  gatomicrefcount ref_count;
  char *directory;
  gboolean must_exist;
  GThreadPool *workers;
  GMutex lock;
  gboolean is_opening;
  GCond opened;
  HBaseLocalService *service;
};

/* What a channel and a worker share. */
typedef struct {
  gatomicrefcount ref_count;
  HBaseLocal *local;
  HBaseLocalClient *client; /* of who works; NULL before the first call */
  int abandoned;            /* atomic: nobody waits for the call under way */
  GMutex lock;
  GQueue calls; /* (element-type Call) */
  gboolean working;
  GQueue replies; /* (element-type GBytes) */
  gsize taken;    /* of the first reply */
  GError *problem;
  void (*wake) (gpointer data);
  gpointer data;
} LocalQueue;

typedef struct {
  HBaseBlock *block;
  gint64 deadline;
  GCancellable *cancellable;
} Call;

typedef struct {
  HBaseChannel parent;
  LocalQueue *line;
  HBaseWireReader reader;
  guint8 *call;
  gsize length;
} LocalChannel;

/* ---- the database ---- */

static void line_work (gpointer line, gpointer unused);

HBaseLocal *
hbase_local_new (const char *directory, gboolean must_exist, guint max_threads)
{
  HBaseLocal *local = g_new0 (HBaseLocal, 1);

  g_atomic_ref_count_init (&local->ref_count);
  g_mutex_init (&local->lock);
  g_cond_init (&local->opened);
  local->directory = g_strdup (directory);
  local->must_exist = must_exist;
  local->workers = g_thread_pool_new (line_work, NULL, (int) max_threads, FALSE, NULL);
  return local;
}

static const char *
directory_text (const HBaseLocal *local)
{
  return local->directory != NULL ? local->directory : ":memory:";
}

static HBaseLocal *
local_ref (HBaseLocal *local)
{
  g_atomic_ref_count_inc (&local->ref_count);
  return local;
}

void
hbase_local_unref (HBaseLocal *local)
{
  if (!g_atomic_ref_count_dec (&local->ref_count))
    return;
  /* A worker may be the last to let go, so nobody is waited for. */
  g_thread_pool_free (local->workers, FALSE, FALSE);
  g_clear_pointer (&local->service, hbase_local_service_unref);
  g_mutex_clear (&local->lock);
  g_cond_clear (&local->opened);
  g_free (local->directory);
  g_free (local);
}

/* TRUE: the service is there, or it is this thread that opens it. */
static gboolean
wait_until_opened_locked (HBaseLocal *local, HBaseLocalBudget *budget, GError **error)
{
  while (local->service == NULL && local->is_opening)
    if (!hbase_local_budget_wait (budget, &local->opened, &local->lock, error))
      return FALSE;
  return TRUE;
}

/* Not under the lock: another process may have locked the database for long. */
static void
open_service_locked (HBaseLocal *local, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalService *service;

  local->is_opening = TRUE;
  g_mutex_unlock (&local->lock);
  service = hbase_local_service_open_within (
      local->directory, local->must_exist ? HBASE_LOCAL_OPEN_EXISTING : HBASE_LOCAL_OPEN_CREATE, budget,
      error);
  g_mutex_lock (&local->lock);
  local->service = service;
  local->is_opening = FALSE;
  g_cond_broadcast (&local->opened);
}

static HBaseLocalService *
ref_service (HBaseLocal *local, HBaseLocalBudget *budget, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&local->lock);

  if (!wait_until_opened_locked (local, budget, error))
    return NULL;
  if (local->service == NULL)
    open_service_locked (local, budget, error);
  return local->service != NULL ? hbase_local_service_ref (local->service) : NULL;
}

/* ---- a call ---- */

static void
call_free (Call *call)
{
  hbase_block_unref (call->block);
  g_clear_object (&call->cancellable);
  g_free (call);
}

/* ---- a line ---- */

static LocalQueue *
line_ref (LocalQueue *line)
{
  g_atomic_ref_count_inc (&line->ref_count);
  return line;
}

static void
line_unref (LocalQueue *line)
{
  if (!g_atomic_ref_count_dec (&line->ref_count))
    return;
  g_queue_clear_full (&line->calls, (GDestroyNotify) call_free);
  g_queue_clear_full (&line->replies, (GDestroyNotify) g_bytes_unref);
  g_clear_error (&line->problem);
  g_clear_pointer (&line->client, hbase_local_client_free);
  g_mutex_clear (&line->lock);
  hbase_local_unref (line->local);
  g_free (line);
}

/* The database is opened by the first call. */
static gboolean
connect_client (LocalQueue *line, HBaseLocalBudget *budget, GError **error)
{
  g_autoptr (HBaseLocalService) service
      = line->client == NULL ? ref_service (line->local, budget, error) : NULL;

  if (service != NULL)
    line->client = hbase_local_client_new (service);
  return line->client != NULL;
}

static gboolean
is_abandoned (gpointer line)
{
  return g_atomic_int_get (&((LocalQueue *) line)->abandoned);
}

static GBytes *
answer_within (LocalQueue *line, const Call *call, HBaseLocalBudget *budget, GError **error)
{
  HBaseWireWriter writer;

  if (!connect_client (line, budget, error))
    return NULL;
  hbase_wire_writer_init (&writer, call->block->protocol, 256);
  if (hbase_local_client_execute (line->client, budget, call->block, &writer))
    return hbase_wire_writer_end (&writer);
  hbase_wire_writer_clear (&writer);
  hbase_local_budget_set_error (budget, error);
  return NULL;
}

static GBytes *
answer (LocalQueue *line, const Call *call, GError **error)
{
  g_autoptr (GError) failure = NULL;
  HBaseLocalBudget budget;
  GBytes *reply;

  hbase_local_budget_init (&budget);
  budget.deadline = call->deadline;
  budget.cancellable = call->cancellable;
  budget.is_abandoned = is_abandoned;
  budget.data = line;
  reply = answer_within (line, call, &budget, &failure);
  if (failure != NULL && failure->domain == HBASE_LOCAL_BUDGET_ERROR)
    hbase_error_set (error, HBASE_ERROR_TIMED_OUT, "database %s: %s", directory_text (line->local),
                     failure->message);
  else if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return reply;
}

static gboolean
line_is_readable_locked (LocalQueue *line)
{
  return line->replies.length > 0 || line->problem != NULL;
}

static void
line_wake_locked (LocalQueue *line)
{
  void (*wake) (gpointer data) = g_steal_pointer (&line->wake);

  if (wake != NULL)
    wake (line->data);
}

/* Until there are no more calls; `working` keeps others out. */
static void
line_answer_all (LocalQueue *line)
{
  Call *call;

  g_mutex_lock (&line->lock);
  while ((call = g_queue_pop_head (&line->calls)) != NULL)
    {
      GError *error = NULL;
      GBytes *reply;

      g_mutex_unlock (&line->lock);
      reply = answer (line, call, &error);
      call_free (call);
      g_mutex_lock (&line->lock);
      if (reply != NULL)
        g_queue_push_tail (&line->replies, reply);
      else if (line->problem == NULL)
        line->problem = error;
      else
        g_error_free (error);
    }
  line->working = FALSE;
  line_wake_locked (line);
  g_mutex_unlock (&line->lock);
}

static void
line_work (gpointer line, gpointer unused)
{
  line_answer_all (line);
  line_unref (line);
}

/* takes `call` */
static void
line_take_call (LocalQueue *line, Call *call, gboolean here)
{
  gboolean others;

  g_mutex_lock (&line->lock);
  g_queue_push_tail (&line->calls, call);
  others = line->working;
  line->working = TRUE;
  g_mutex_unlock (&line->lock);
  if (others)
    return;
  if (here)
    line_answer_all (line);
  else
    g_thread_pool_push (line->local->workers, line_ref (line), NULL);
}

/* ---- the channel ---- */

static void
begin_call (LocalChannel *self)
{
  hbase_wire_reader_init_call (&self->reader, HBASE_WIRE_PROTOCOL_BINARY, FALSE, G_MAXINT32);
  self->call = NULL;
  self->length = 0;
}

/* takes `block` */
static Call *
make_call (const HBaseChannel *channel, HBaseBlock *block)
{
  Call *call = g_new0 (Call, 1);

  call->block = block;
  call->deadline = channel->deadline;
  g_set_object (&call->cancellable, channel->cancellable);
  return call;
}

static gboolean
finish_call (LocalChannel *self, GError **error)
{
  HBaseWireStatus status = hbase_wire_reader_feed (&self->reader, self->call, self->length);

  if (status == HBASE_WIRE_BAD)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "the call can't be read: %s",
                       hbase_wire_reader_get_problem (&self->reader));
      self->parent.not_sent = TRUE;
      return FALSE;
    }
  if (status == HBASE_WIRE_WHOLE)
    {
      HBaseBlock *block = hbase_wire_reader_take (&self->reader, self->call);

      g_atomic_int_set (&self->line->abandoned, FALSE);
      line_take_call (self->line, make_call (&self->parent, block), self->parent.blocking);
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

static gsize
take_reply_locked (LocalQueue *line, guint8 *buffer, gsize room)
{
  gsize size;
  const guint8 *reply = g_bytes_get_data (g_queue_peek_head (&line->replies), &size);
  gsize n = MIN (room, size - line->taken);

  memcpy (buffer, reply + line->taken, n);
  line->taken += n;
  if (line->taken < size)
    return n;
  line->taken = 0;
  g_bytes_unref (g_queue_pop_head (&line->replies));
  return n;
}

static gssize
local_read (HBaseChannel *channel, guint8 *buffer, gsize room, GError **error)
{
  LocalQueue *line = ((LocalChannel *) channel)->line;
  gssize n = -1;

  g_mutex_lock (&line->lock);
  if (line->replies.length > 0)
    n = (gssize) take_reply_locked (line, buffer, room);
  else if (line->problem == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK, "no reply yet");
  else
    {
      g_propagate_error (error, g_steal_pointer (&line->problem));
      channel->not_sent = TRUE;
    }
  g_mutex_unlock (&line->lock);
  return n;
}

static gboolean
local_is_readable (HBaseChannel *channel)
{
  LocalQueue *line = ((LocalChannel *) channel)->line;
  gboolean readable;

  g_mutex_lock (&line->lock);
  readable = line_is_readable_locked (line);
  g_mutex_unlock (&line->lock);
  return readable;
}

static void
local_listen (HBaseChannel *channel, void (*wake) (gpointer data), gpointer data)
{
  LocalQueue *line = ((LocalChannel *) channel)->line;

  g_mutex_lock (&line->lock);
  line->wake = wake;
  line->data = data;
  if (line_is_readable_locked (line))
    line_wake_locked (line);
  g_mutex_unlock (&line->lock);
}

static void
local_abandon (HBaseChannel *channel)
{
  g_atomic_int_set (&((LocalChannel *) channel)->line->abandoned, TRUE);
}

static void
local_close (HBaseChannel *channel)
{
  LocalChannel *self = (LocalChannel *) channel;

  local_abandon (channel);
  hbase_wire_reader_clear (&self->reader);
  g_free (self->call);
  line_unref (self->line);
}

static const HBaseChannelClass local_class = {
  .write = local_write,
  .read = local_read,
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
  self->line = g_new0 (LocalQueue, 1);
  g_atomic_ref_count_init (&self->line->ref_count);
  g_mutex_init (&self->line->lock);
  self->line->local = local_ref (local);
  begin_call (self);
  return &self->parent;
}
