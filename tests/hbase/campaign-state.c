/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "campaign-state.h"

#include "check-main.h"
#include "test-seed.h"

void
campaign_state_load (CampaignState *state, const char *name, const char *variable)
{
  *state = (CampaignState){ .file = g_key_file_new (), .path = g_getenv (variable), .name = name };
  if (state->path != NULL)
    g_key_file_load_from_file (state->file, state->path, G_KEY_FILE_NONE, NULL);
  if (!g_key_file_has_key (state->file, name, "seed", NULL))
    campaign_state_add (state, "seed", test_seed (name));
}

void
campaign_state_clear (CampaignState *state)
{
  g_key_file_unref (state->file);
}

guint64
campaign_state_get (CampaignState *state, const char *number)
{
  return g_key_file_get_uint64 (state->file, state->name, number, NULL);
}

void
campaign_state_add (CampaignState *state, const char *number, guint64 n)
{
  g_key_file_set_uint64 (state->file, state->name, number, campaign_state_get (state, number) + n);
}

void
campaign_state_save (CampaignState *state)
{
  g_autoptr (GError) error = NULL;

  if (state->path != NULL)
    ck_assert_msg (g_key_file_save_to_file (state->file, state->path, &error), "%s", error->message);
}

guint64
campaign_number (const char *variable, guint64 otherwise)
{
  const char *given = g_getenv (variable);

  return given != NULL ? g_ascii_strtoull (given, NULL, 10) : otherwise;
}
