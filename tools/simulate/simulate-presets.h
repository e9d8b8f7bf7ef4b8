/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The known designs of row keys, for comparisons. */

#define SIMULATE_MAX_FIELDS 3

typedef struct {
  const char *name;
  const char *schema;
  const char *fields[SIMULATE_MAX_FIELDS + 1]; /* the definitions of the fields; NULL-terminated */
  const char *splits;                          /* that suit it; NULL: sampled ones */
} SimulatePreset;

/* Gets a preset by its number; NULL after the last. */
const SimulatePreset *simulate_preset_nth (guint index);
/* Finds a preset by its name; NULL and an error that lists the names if there is none. */
const SimulatePreset *simulate_preset_find (const char *name, GError **error);
