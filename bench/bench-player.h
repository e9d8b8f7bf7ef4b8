/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

/* A contestant in a process of its own, forked from this one: it has a heap of its own, as a program that does
 * nothing else has it, and what it leaves there is nobody else's trouble. */

/* Takes a turn and returns how long that took. */
typedef double (*BenchTurn) (gconstpointer data, guint contestant);

typedef struct {
  pid_t process;
  int line;
} BenchPlayer;

void bench_player_start (BenchPlayer *player, BenchTurn turn, gconstpointer data, guint contestant);
double bench_player_turn (BenchPlayer *player);
/* Players end in the order opposite to that in which they started: each has inherited the lines of those before
 * it. */
void bench_player_end (BenchPlayer *player);
