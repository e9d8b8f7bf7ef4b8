/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-player.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void G_GNUC_NORETURN
play_along (int line, BenchTurn turn, gconstpointer data, guint contestant)
{
  char asked;

  while (read (line, &asked, sizeof asked) == sizeof asked)
    {
      double took = turn (data, contestant);

      if (write (line, &took, sizeof took) != sizeof took)
        break;
    }
  _exit (0);
}

void
bench_player_start (BenchPlayer *player, BenchTurn turn, gconstpointer data, guint contestant)
{
  int ends[2];

  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends) != 0)
    g_error ("socketpair: %s", g_strerror (errno));
  player->process = fork ();
  if (player->process < 0)
    g_error ("fork: %s", g_strerror (errno));
  player->line = ends[0];
  if (player->process == 0)
    {
      close (ends[0]);
      play_along (ends[1], turn, data, contestant);
    }
  close (ends[1]);
}

double
bench_player_turn (BenchPlayer *player)
{
  double took;

  if (write (player->line, "", 1) != 1 || recv (player->line, &took, sizeof took, MSG_WAITALL) != sizeof took)
    g_error ("a contestant has left the match");
  return took;
}

void
bench_player_end (BenchPlayer *player)
{
  close (player->line);
  waitpid (player->process, NULL, 0);
}
