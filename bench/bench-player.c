/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-player.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void G_GNUC_NORETURN
play_along (int fd, BenchTurn turn, gconstpointer data, guint contestant)
{
  char request;

  while (read (fd, &request, sizeof request) == sizeof request)
    {
      double took = turn (data, contestant);

      if (write (fd, &took, sizeof took) != sizeof took)
        break;
    }
  _exit (0);
}

void
bench_player_start (BenchPlayer *player, BenchTurn turn, gconstpointer data, guint contestant)
{
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM, 0, fds) != 0)
    g_error ("socketpair: %s", g_strerror (errno));
  player->process = fork ();
  if (player->process < 0)
    g_error ("fork: %s", g_strerror (errno));
  player->fd = fds[0];
  if (player->process == 0)
    {
      close (fds[0]);
      play_along (fds[1], turn, data, contestant);
    }
  close (fds[1]);
}

double
bench_player_turn (BenchPlayer *player)
{
  double took;

  if (write (player->fd, "", 1) != 1 || recv (player->fd, &took, sizeof took, MSG_WAITALL) != sizeof took)
    g_error ("a contestant has left the match");
  return took;
}

void
bench_player_end (BenchPlayer *player)
{
  close (player->fd);
  waitpid (player->process, NULL, 0);
}
