/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "admin-cases.h"
#include "api.h"

/* This file tests each administrative call, in both of its forms, on the embedded engine. */

static HBaseConnection *
open_engine (int index)
{
  return api_connect ("local::memory:");
}

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("admin-calls");

  admin_cases_add (tests, open_engine, 1);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("admin-calls", fill)
