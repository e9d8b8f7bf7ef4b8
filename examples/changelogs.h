/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* One upload of a Debian package: who made which version of which source when. */
typedef struct {
  char *action;     /* `source version` */
  char *uploader;   /* the name, without the address */
  gint64 timestamp; /* ms since 1970 */
} Upload;

/* (element-type Upload) (transfer full): what the changelogs below that folder tell; one entry a source,
 * version and date, in the order of the folders' names. */
GPtrArray *changelogs_read (const char *folder);
/* Adds made-up uploads until there are `wanted`; the same ones for the same seed. */
void changelogs_make_up (GPtrArray *uploads, guint wanted, guint32 seed);
