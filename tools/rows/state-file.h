/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* A file that says how far a job is, so that it can be continued. `path`: NULL: nothing is stored. `job`:
 * describes the job, so that another one doesn't continue it. */

gboolean state_file_save (const char *path, const char *job, const char *progress, GError **error);
/* Sets `*progress`; to NULL if there is no file. */
gboolean state_file_load (const char *path, const char *job, char **progress, GError **error);
/* Removes the file: the job is done. */
void state_file_remove (const char *path);
