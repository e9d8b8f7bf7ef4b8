/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Numbers that a campaign adds up, and with which a later one goes on: in a file, if a variable of the
 * environment names one. */

typedef struct {
  GKeyFile *file;
  const char *path; /* NULL: none */
  const char *name; /* of the campaign, and of its group in the file */
} CampaignState;

/* Without a number "seed" in the file that of test_seed() is added. */
void campaign_state_load (CampaignState *state, const char *name, const char *variable);
void campaign_state_clear (CampaignState *state);
guint64 campaign_state_get (CampaignState *state, const char *number);
void campaign_state_add (CampaignState *state, const char *number, guint64 n);
void campaign_state_save (CampaignState *state);
/* Returns the number in a variable of the environment, or another one. */
guint64 campaign_number (const char *variable, guint64 otherwise);
