/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "history.h"

/* The rows of a table that were put and deleted, what scans returned of them, and whether that fits. A key is
 * put once, and never again after its delete. Any thread.
 *
 *  1. A scan returns each row once, in order, and none outside of its range.
 *  2. It returns each row that existed from its begin to its end.
 *  3. It returns no row whose put was refused, or hadn't begun, or whose delete was done before it began.
 *  4. A row whose put has an unknown outcome exists if a scan has returned it. One whose delete has an
 *     unknown outcome is deleted if a scan didn't return it. */

typedef struct _Lifetimes Lifetimes;

Lifetimes *lifetimes_new (void);
void lifetimes_free (Lifetimes *lifetimes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Lifetimes, lifetimes_free)

guint lifetimes_get_n_rows (Lifetimes *lifetimes);
/* Begins the put of a new key that is drawn at random; returns the row's index. */
guint lifetimes_begin_put (Lifetimes *lifetimes, GRand *rand);
guint32 lifetimes_get_key (Lifetimes *lifetimes, guint row);
void lifetimes_end_put (Lifetimes *lifetimes, guint row, HistoryOutcome outcome);
/* Returns FALSE if the row was deleted, or isn't known to exist. */
gboolean lifetimes_begin_delete (Lifetimes *lifetimes, guint row);
void lifetimes_end_delete (Lifetimes *lifetimes, guint row, HistoryOutcome outcome);
/* A scan that began then has ended, with these keys (guint32). Its range is from `first` to `last`; `how` is
 * what it was, for messages. */
void lifetimes_saw (Lifetimes *lifetimes,
                    gint64 begin,
                    const char *how,
                    guint32 first,
                    guint32 last,
                    gboolean reversed,
                    GArray *keys);
/* Returns what contradicts the rules, or NULL. */
char *lifetimes_check (Lifetimes *lifetimes);
