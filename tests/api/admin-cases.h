/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>
#include <hbase-glib.h>

/* The tests of administrative calls that must pass on the embedded engine and on a real HBase. */

/* Connects to the database of that number; the tests drop all its tables. */
typedef HBaseConnection *(*AdminCasesOpen) (int index);

/* Adds all tests, each for the databases 0 to `count` − 1. */
void admin_cases_add (TCase *tests, AdminCasesOpen open, int count);
