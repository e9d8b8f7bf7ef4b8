/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This includes the public headers in a C++ program; it is built once for each standard, see
 * Makefile.am.inc. */

#include <hbase-plan.h>

#if !HBASE_CHECK_VERSION(0, 1, 0)
#error "the version macros don't work in C++"
#endif

static HBaseTable *
a_table ()
{
  g_autoptr (GError) error = nullptr;
  g_autoptr (HBaseConnection) connection = hbase_connection_new ("local::memory:", &error);

  return connection != nullptr ? hbase_table_new (connection, "t") : nullptr;
}

static char *
a_report ()
{
  g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulation_new (nullptr);

  return hbase_plan_simulation_to_text (simulation);
}

int
main ()
{
  g_autofree char *report = a_report ();
  g_autoptr (HBaseTable) table = a_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("");
  g_autoptr (GError) error = nullptr;
  g_autoptr (HBaseRow) row = nullptr;

  if (report == nullptr)
    return 1;
  if (table == nullptr)
    return 77; /* built without the embedded engine */
  row = hbase_table_get (table, get, nullptr, &error);
  return g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT) ? 0 : 1;
}
