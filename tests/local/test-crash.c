/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "numbered-row.h"
#include "test-seed.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hbase-local-fsck-private.h"

/* Processes that write to one directory are killed at random points, again and again. A write that was
 * acknowledged is there afterwards; one that wasn't is there whole, or not at all.
 *
 * Each writer has a numbered row of its own. After each call it sends the number through a pipe. So the row
 * holds the last number sent, or the next one. */

#define WRITERS 3
#define ROUNDS_PER_CHECK 50

typedef struct {
  GPid process;
  int acknowledged; /* the end of a pipe from which the numbers are read */
  guint64 last;     /* number */
} Writer;

static char *
row_of (guint writer)
{
  return g_strdup_printf ("w%u", writer);
}

/* Check's messages are in a file, the only one that is open. A process may be killed in the middle of writing
 * to it; Check couldn't read the messages of the others then. */
static void
leave_messages (void)
{
  int null = open ("/dev/null", O_RDWR);
  struct stat status;

  for (int fd = 3; fd < null; fd++)
    if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode))
      dup2 (null, fd);
  close (null);
}

static void
write_until_killed (const char *directory, guint writer, guint64 last, int fd)
{
  g_autofree char *row = row_of (writer);
  Local local;

  local_open_at (&local, directory);
  for (guint64 number = last + 1;; number++)
    {
      ck_assert_ptr_null (numbered_row_write (&local, row, number, 0));
      if (write (fd, &number, sizeof number) != sizeof number)
        _exit (1);
    }
}

static void
start_writer (Writer *writers, guint i, const char *directory)
{
  int ends[2];

  ck_assert_int_eq (pipe (ends), 0);
  writers[i].process = fork ();
  if (writers[i].process == 0)
    {
      close (ends[0]);
      leave_messages ();
      write_until_killed (directory, i, writers[i].last, ends[1]);
    }
  ck_assert_int_gt (writers[i].process, 0);
  close (ends[1]);
  writers[i].acknowledged = ends[0];
}

/* Returns FALSE at the end of the pipe. */
static gboolean
read_number (Writer *writer)
{
  guint64 number;

  if (read (writer->acknowledged, &number, sizeof number) != sizeof number)
    return FALSE;
  ck_assert_uint_eq (number, writer->last + 1);
  writer->last = number;
  return TRUE;
}

static void
kill_writer (Writer *writer)
{
  int status;

  kill (writer->process, SIGKILL);
  ck_assert_int_eq (waitpid (writer->process, &status, 0), writer->process);
  ck_assert_msg (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL,
                 "a writer failed before it was killed");
  while (read_number (writer))
    continue;
  close (writer->acknowledged);
}

/* The number that was being written when the writer was killed may be there. */
static void
check_row (Local *local, Writer *writer, guint i)
{
  g_autofree char *row = row_of (i);
  guint64 number = numbered_row_read (local, row);

  ck_assert_msg (number == writer->last || number == writer->last + 1,
                 "%" G_GUINT64_FORMAT " was acknowledged, found %" G_GUINT64_FORMAT, writer->last, number);
  writer->last = number;
}

static void
check_directory (const char *directory, Writer *writers, gboolean thoroughly)
{
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  local_open_at (&local, directory);
  for (guint i = 0; i < WRITERS; i++)
    check_row (&local, &writers[i], i);
  local_close (&local);
  if (thoroughly)
    problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert (problems == NULL || problems->len == 0);
}

static void
make_directory (const char *directory)
{
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, NUMBERED_ROW_FAMILIES);
  local_close (&local);
}

/* The number of writes after which the writers are killed, and how long after that, are random. */
static void
run_round (GRand *rand, const char *directory, Writer *writers)
{
  for (guint i = 0; i < WRITERS; i++)
    start_writer (writers, i, directory);
  for (guint n = (guint) g_rand_int_range (rand, 0, 12); n > 0; n--)
    ck_assert (read_number (&writers[n % WRITERS]));
  g_usleep ((gulong) g_rand_int_range (rand, 0, 2000));
  for (guint i = 0; i < WRITERS; i++)
    kill_writer (&writers[i]);
}

START_TEST (acknowledged_writes_survive_their_writer)
{
  g_autoptr (GRand) rand = test_rand_new ("test-crash");
  char *directory = local_directory ();
  Writer writers[WRITERS] = { { .last = 0 } };

  make_directory (directory);
  for (guint i = 0, n = test_times (ROUNDS); i < n; i++)
    {
      run_round (rand, directory, writers);
      check_directory (directory, writers, i % ROUNDS_PER_CHECK == 0);
    }
  g_print ("campaign: %u kills\n", test_times (ROUNDS) * WRITERS);
  ck_assert_uint_gt (writers[0].last + writers[1].last + writers[2].last, 0);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("crash");

  tcase_set_timeout (tests, 1200);
  tcase_add_test (tests, acknowledged_writes_survive_their_writer);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("crash", fill)
