/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <unistd.h>

#include <check.h>
#include <glib.h>

static inline int
test_main (const char *name, void (*fill) (Suite *suite), enum fork_status fork_status)
{
  Suite *suite = suite_create (name);
  SRunner *runner;
  int failed;

  fill (suite);
  runner = srunner_create (suite);
  srunner_set_fork_status (runner, fork_status);
  srunner_run_all (runner, CK_ENV);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? 0 : 1;
}

#define TEST_MAIN(name, fill)                                                                                \
  int main (void)                                                                                            \
  {                                                                                                          \
    return test_main (name, fill, CK_FORK_GETENV);                                                           \
  }

/* For tests that change their process, as by its umask: each runs in one of its own, even where CK_FORK is
 * no. */
#define TEST_MAIN_FORKED(name, fill)                                                                         \
  int main (void)                                                                                            \
  {                                                                                                          \
    return test_main (name, fill, CK_FORK);                                                                  \
  }

/* Ends a child process that a test has forked. It can't free what its parent's stack frames refer to, which
 * valgrind would report as lost; therefore the process executes another program. */
G_GNUC_NORETURN static inline void
test_child_end (gboolean passed)
{
  const char *program = passed ? "true" : "false";

  execlp (program, program, NULL);
  _exit (2);
}

#define ck_assert_no_error(error)                                                                            \
  ck_assert_msg ((error) == NULL, "unexpected error: %s", (error) != NULL ? (error)->message : "")

#define ck_assert_error(error, domain, code)                                                                 \
  ck_assert_msg (g_error_matches ((error), (domain), (int) (code)), "expected %s, got: %s", #code,           \
                 (error) != NULL ? (error)->message : "no error")
