/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file recognizes a database that two URIs name. */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "tool.h"

#define LOCAL "local://"

/* Returns the directory that the URI names, or NULL. */
static char *
find_directory (const char *uri)
{
  const char *path = g_str_has_prefix (uri, LOCAL) ? uri + strlen (LOCAL) : NULL;

  return path != NULL ? g_uri_unescape_segment (path, path + strcspn (path, "?"), NULL) : NULL;
}

/* Follows links; the last part of the path need not exist yet. */
static char *
resolve (const char *directory)
{
  g_autofree char *parent = g_path_get_dirname (directory), *name = g_path_get_basename (directory);
  char *whole = realpath (directory, NULL);
  char *above = whole == NULL ? realpath (parent, NULL) : NULL;
  char *resolved = whole != NULL   ? g_strdup (whole)
                   : above != NULL ? g_build_filename (above, name, NULL)
                                   : g_canonicalize_filename (directory, NULL);

  free (whole);
  free (above);
  return resolved;
}

char *
database_make_name (HBaseConnection *connection)
{
  const char *uri = hbase_connection_get_uri (connection);
  g_autofree char *directory = find_directory (uri);
  g_autofree char *resolved = directory != NULL ? resolve (directory) : NULL;

  return resolved != NULL ? g_strconcat (LOCAL, resolved, NULL) : g_strdup (uri);
}

/* Sets `*id` to NULL if the gateway is of an HBase before 2.4, which doesn't send it. */
static gboolean
read_cluster_id (HBaseConnection *connection, char **id, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  GError *problem = NULL;

  *id = hbase_admin_get_cluster_id (admin, cancellable, &problem);
  if (g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED))
    g_clear_error (&problem);
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}

/* A copy of a directory has the id of its original, so this isn't for two directories. */
static gboolean
compare_cluster_ids (
    HBaseConnection *a, HBaseConnection *b, gboolean *are_equal, GCancellable *cancellable, GError **error)
{
  g_autofree char *a_id = NULL, *b_id = NULL;

  if (!read_cluster_id (a, &a_id, cancellable, error) || !read_cluster_id (b, &b_id, cancellable, error))
    return FALSE;
  *are_equal = a_id != NULL && g_strcmp0 (a_id, b_id) == 0;
  return TRUE;
}

gboolean
database_is_same (
    HBaseConnection *a, HBaseConnection *b, gboolean *is_same, GCancellable *cancellable, GError **error)
{
  g_autofree char *a_name = database_make_name (a), *b_name = database_make_name (b);

  *is_same = strcmp (a_name, b_name) == 0;
  return *is_same || (tool_is_embedded (a) && tool_is_embedded (b))
         || compare_cluster_ids (a, b, is_same, cancellable, error);
}
