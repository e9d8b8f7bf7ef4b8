/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file replaces hbase-local-channel.c where the library is built without the embedded engine: each call
 * fails. */

#include "config.h"

#include "hbase-local-channel-private.h"

#include "hbase-error.h"

HBaseLocal *
hbase_local_new (const char *directory, gboolean must_exist, guint max_threads)
{
  return g_malloc (1);
}

void
hbase_local_unref (HBaseLocal *local)
{
  g_free (local);
}

static gssize
refuse_write (HBaseChannel *channel, GOutputVector *vectors, guint n_vectors, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED,
                       "this build of hbase-glib has no embedded engine: use a thrift: URI, or configure it "
                       "without --without-local");
  channel->not_sent = TRUE;
  return -1;
}

static gssize
refuse_read (HBaseChannel *channel, guint8 *buffer, gsize capacity, GError **error)
{
  return refuse_write (channel, NULL, 0, error);
}

static gboolean
is_never_readable (HBaseChannel *channel)
{
  return FALSE;
}

static void
ignore_listener (HBaseChannel *channel, void (*wake) (gpointer data), gpointer data)
{
}

static void
close_nothing (HBaseChannel *channel)
{
}

static const HBaseChannelClass refusing_class = {
  .write = refuse_write,
  .read = refuse_read,
  .is_readable = is_never_readable,
  .listen = ignore_listener,
  .close = close_nothing,
};

HBaseChannel *
hbase_local_channel_new (HBaseLocal *local)
{
  return hbase_channel_new (&refusing_class, sizeof (HBaseChannel), g_strdup ("local"));
}
