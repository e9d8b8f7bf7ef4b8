/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-call-operation-private.h"
#include "hbase-table-names-private.h"

/* This file chooses the call that lists, or describes, the wanted tables. The service has one for all tables,
 * one for those of a namespace, and one for those that match a pattern, but none for both conditions.
 *
 *  1. With both conditions the namespace is looked up first: otherwise one that doesn't exist would seem to
 *     be empty.
 *  2. Then its name becomes a part of the pattern. What isn't a pattern by itself (`a)|(?:b`) may match
 *     tables of other namespaces so: they are removed. */

/* ---- tables of a namespace that match a pattern ---- */

typedef struct {
  HBaseOperation parent;
  char *namespace;
  HBaseOperation *check; /* describes the namespace */
  HBaseOperation *list;
  gboolean are_descriptors; /* of what `list` returns; otherwise names */
} HBaseMatchOperation;

static HBaseNext
match_listed (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  return error == NULL ? HBASE_DONE : hbase_operation_fail (operation, error);
}

static HBaseNext
match_checked (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  return error == NULL
             ? hbase_operation_run_child (operation, ((HBaseMatchOperation *) operation)->list, match_listed)
             : hbase_operation_fail (operation, error);
}

static HBaseNext
match_start (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_operation_run_child (operation, ((HBaseMatchOperation *) operation)->check, match_checked);
}

static gboolean
is_in_namespace (const char *table, const char *namespace)
{
  const char *colon = strchr (table, ':');
  gsize length = strlen (namespace);

  return colon != NULL ? (gsize) (colon - table) == length && strncmp (table, namespace, length) == 0
                       : strcmp (namespace, HBASE_DEFAULT_NAMESPACE) == 0;
}

static void
remove_other_names (char **names, const char *namespace)
{
  char **kept = names;

  for (; *names != NULL; names++)
    if (is_in_namespace (*names, namespace))
      *kept++ = *names;
    else
      g_free (*names);
  *kept = NULL;
}

static void
remove_other_tables (GPtrArray *tables, const char *namespace)
{
  for (guint i = tables->len; i-- > 0;)
    if (!is_in_namespace (hbase_table_descriptor_get_name (tables->pdata[i]), namespace))
      g_ptr_array_remove_index (tables, i);
}

static gboolean
match_take (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseMatchOperation *self = (HBaseMatchOperation *) operation;

  if (!hbase_operation_take (self->list, result, error))
    return FALSE;
  if (result != NULL && self->are_descriptors)
    remove_other_tables (*(GPtrArray **) result, self->namespace);
  else if (result != NULL)
    remove_other_names (*(char ***) result, self->namespace);
  return TRUE;
}

static void
match_clear (HBaseOperation *operation)
{
  HBaseMatchOperation *self = (HBaseMatchOperation *) operation;

  g_clear_pointer ((gpointer *) &self->check, hbase_operation_free);
  g_clear_pointer ((gpointer *) &self->list, hbase_operation_free);
  g_free (self->namespace);
}

static const HBaseOperationClass match_class = {
  .size = sizeof (HBaseMatchOperation),
  .start = match_start,
  .clear = match_clear,
  .take = match_take,
};

typedef HBaseOperation *(*ListByPattern) (HBaseTarget target, const char *pattern, gboolean system_tables);

/* Returns the operation whose `list` is made by `list_by_pattern`. HBase has system tables in the namespace
 * `hbase` only. */
static HBaseOperation *
match_operation_new (HBaseTarget target,
                     const char *namespace,
                     const char *pattern,
                     ListByPattern list_by_pattern)
{
  HBaseMatchOperation *self = hbase_operation_new (&match_class, target.protocol, 1);
  g_autofree char *whole = g_strdup_printf ("%s:(?:%s)", namespace, pattern);

  if (!hbase_namespace_name_check (namespace, &self->parent.problem))
    return &self->parent;
  self->namespace = g_strdup (namespace);
  self->check = hbase_describe_namespace_operation_new (target, namespace);
  self->list = list_by_pattern (target, whole, TRUE);
  self->are_descriptors = list_by_pattern == hbase_describe_matching_tables_operation_new;
  return &self->parent;
}

/* ---- the constructors ---- */

HBaseOperation *
hbase_find_table_names_operation_new (HBaseTarget target,
                                      const char *namespace,
                                      const char *pattern,
                                      gboolean system_tables)
{
  if (namespace == NULL)
    return hbase_list_tables_operation_new (target, pattern, system_tables);
  return pattern == NULL ? hbase_list_namespace_tables_operation_new (target, namespace)
                         : match_operation_new (target, namespace, pattern, hbase_list_tables_operation_new);
}

HBaseOperation *
hbase_find_tables_operation_new (HBaseTarget target,
                                 const char *namespace,
                                 const char *pattern,
                                 gboolean system_tables)
{
  if (namespace == NULL && pattern == NULL && !system_tables)
    return hbase_describe_tables_operation_new (target);
  if (namespace == NULL)
    return hbase_describe_matching_tables_operation_new (target, pattern, system_tables);
  return pattern == NULL
             ? hbase_describe_namespace_tables_operation_new (target, namespace)
             : match_operation_new (target, namespace, pattern, hbase_describe_matching_tables_operation_new);
}
