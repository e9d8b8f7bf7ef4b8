/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "conformance.h"
#include "hbase/fixture.h"
#include "messages.h"

/* This tests what test-conformance-hbase leaves out: the transcripts on older versions of HBase, and on every
 * kind of gateway. Each version is an HBase of its own. */

static const char *const versions[] = { "2.4.17", "2.5.8", "2.6.1" };
static const char modes[] = "binary compact framed compact-framed nonblocking hsha threadedselector "
                            "http https binary-readonly";
static Fixture *fixture;

static void
set_up (const char *version)
{
  g_setenv ("HBASE_FIXTURE_VERSION", version, TRUE);
  fixture = fixture_start (modes);
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static void
set_up_oldest (void)
{
  set_up (versions[0]);
}

static void
set_up_older (void)
{
  set_up (versions[1]);
}

static void
set_up_newest (void)
{
  set_up (versions[2]);
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

static const ConformanceTarget usual[]
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

static TCase *
add_version (Suite *suite, const char *version, void (*start) (void))
{
  TCase *tests = tcase_create (version);

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, start, tear_down);
  suite_add_tcase (suite, tests);
  return tests;
}

static void
fill (Suite *suite)
{
  TCase *oldest = add_version (suite, versions[0], set_up_oldest);
  TCase *older = add_version (suite, versions[1], set_up_older);
  TCase *newest = add_version (suite, versions[2], set_up_newest);

  conformance_fill (oldest, usual, versions[0], CONFORMANCE_ALL, compact);
  conformance_fill (oldest, others, versions[0], CONFORMANCE_METHODS, compact);
  conformance_fill (oldest, read_only, versions[0], CONFORMANCE_READ_ONLY, compact);
  messages_fill (oldest, uri_of, versions[0]);
  conformance_fill (older, usual, versions[1], CONFORMANCE_ALL, compact);
  conformance_fill (older, others, versions[1], CONFORMANCE_METHODS, compact);
  conformance_fill (older, read_only, versions[1], CONFORMANCE_READ_ONLY, compact);
  messages_fill (older, uri_of, versions[1]);
  conformance_fill (newest, others, versions[2], CONFORMANCE_ALL, compact);
}

TEST_MAIN ("conformance on all versions of HBase", fill)
