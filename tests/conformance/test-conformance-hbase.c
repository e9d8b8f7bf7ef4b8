/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "conformance.h"
#include "hbase/fixture.h"
#include "messages.h"

/* This tests that a real HBase responds as the transcripts say, whatever protocol its gateway is configured
 * for. test-conformance-long has the other gateways and versions. */

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start ("binary compact framed compact-framed nonblocking hsha threadedselector "
                           "http https binary-readonly");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static void
compact (const char *table)
{
  fixture_command (fixture, "flush %s", table);
  fixture_command (fixture, "compact %s", table);
}

static char *
uri_of (const char *name)
{
  return fixture_uri (fixture, name);
}

static const ConformanceTarget targets[]
    = { { "binary", uri_of, FALSE }, { "compact-framed", uri_of, TRUE }, { NULL, NULL, FALSE } };
static const ConformanceTarget others[] = {
  { "compact", uri_of, FALSE }, { "framed", uri_of, TRUE },           { "nonblocking", uri_of, TRUE },
  { "hsha", uri_of, TRUE },     { "threadedselector", uri_of, TRUE },
#ifdef HBASE_WITH_HTTP
  { "http", uri_of, FALSE },    { "https", uri_of, FALSE },
#endif
  { NULL, NULL, FALSE },
};
static const ConformanceTarget read_only[] = { { "binary-readonly", uri_of, FALSE }, { NULL, NULL, FALSE } };

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("gateways");

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  conformance_fill (tests, targets, fixture_version (), CONFORMANCE_ALL, compact);
  conformance_fill (tests, others, fixture_version (), CONFORMANCE_METHODS, compact);
  conformance_fill (tests, read_only, fixture_version (), CONFORMANCE_READ_ONLY, compact);
  messages_fill (tests, uri_of, fixture_version ());
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("conformance on HBase", fill)
