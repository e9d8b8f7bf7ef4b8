/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file prints how long a command took, and how much it sent and received. */

#include "config.h"

#include <stdio.h>

#include "statistics.h"

guint64
statistics_get (HBaseConnection *connection, const char *name)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (connection);
  guint64 n = 0;

  g_variant_lookup (statistics, name, "t", &n);
  return n;
}

static GVariant *at_begin; /* NULL: the connection is new */

void
statistics_begin (HBaseConnection *connection)
{
  g_clear_pointer (&at_begin, g_variant_unref);
  at_begin = hbase_connection_get_statistics (connection);
}

/* Returns how much was added since the command began. */
static guint64
get_added (HBaseConnection *connection, const char *name)
{
  guint64 before = 0;

  if (at_begin != NULL)
    g_variant_lookup (at_begin, name, "t", &before);
  return statistics_get (connection, name) - before;
}

static void
print_calls (HBaseConnection *connection)
{
  fprintf (stderr,
           "calls: %" G_GUINT64_FORMAT ", bytes sent: %" G_GUINT64_FORMAT
           ", bytes received: %" G_GUINT64_FORMAT ", connections: %" G_GUINT64_FORMAT
           ", closed after an error: %" G_GUINT64_FORMAT ", sent again: %" G_GUINT64_FORMAT "\n",
           get_added (connection, "exchanges"), get_added (connection, "bytes-sent"),
           get_added (connection, "bytes-received"), get_added (connection, "opened"),
           get_added (connection, "dropped"), get_added (connection, "retries"));
}

void
statistics_print (const Tool *tool, gint64 start)
{
  if (tool->verbose && tool->connection != NULL)
    print_calls (tool->connection);
  if (tool->timing)
    fprintf (stderr, "time: %.3f s\n", (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  g_clear_pointer (&at_begin, g_variant_unref);
}
