/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

/* A contestant in a process of its own, forked from this one, so that its heap isn't affected by the others.
 */

/* Takes a turn and returns how long that took. */
typedef double (*BenchTurn) (gconstpointer data, guint contestant);

typedef struct {
  pid_t process;
  int fd;
} BenchPlayer;

void bench_player_start (BenchPlayer *player, BenchTurn turn, gconstpointer data, guint contestant);
double bench_player_turn (BenchPlayer *player);
/* Players must be ended in reverse order of their start: each has inherited the sockets of those before it.
 */
void bench_player_end (BenchPlayer *player);
