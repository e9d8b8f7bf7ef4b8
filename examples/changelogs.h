/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* One upload of a Debian package: its uploader, version and time. */
typedef struct {
  char *action;     /* `source version` */
  char *uploader;   /* the name, without the address */
  gint64 timestamp; /* ms since 1970 */
} Upload;

/* (element-type Upload) (transfer full): the uploads in the changelogs below that folder; one entry a source,
 * version and date, in the order of the folders' names. */
GPtrArray *changelogs_read (const char *folder);
/* Adds random uploads until there are `wanted` of them; the same ones for the same seed. */
void changelogs_make_up (GPtrArray *uploads, guint wanted, guint32 seed);
