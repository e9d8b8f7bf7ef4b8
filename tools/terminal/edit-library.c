/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "edit-library.h"
#include "loaded-library.h"

const EditLibrary *
edit_library_load (GError **error)
{
  /* The names of its ABI: Debian's, and that of libedit itself. Both have all of the functions. */
  static const char *const files[] = { "libedit.so.2", "libedit.so.0", NULL };
#define NAME(name) #name,
  static const char *const names[] = { EDIT_FUNCTIONS (NAME) NULL };
#undef NAME
  static EditLibrary library;
  g_autoptr (GError) problem = NULL;

  if (loaded_library_open (files, names, (gpointer *) &library, &problem))
    return &library;
  g_set_error (error, problem->domain, problem->code,
               "lines can't be edited, as libedit can't be loaded: %s; install it (Debian: libedit2)",
               problem->message);
  return NULL;
}
