/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Reads profiles, which are the groups of the file ~/.config/hbase-glib/config:
 *
 *     [work]
 *     uri=thrift://gateway:9090
 *     schema.actions=userid:uint32,stamp:reverse-ms,actionid:uint32
 *     types.actions=content:duration:int64;content:share:double
 *
 * The profile is the one that --profile or the environment variable HBASE_PROFILE names. Otherwise it is
 * “default”, if it exists and neither --uri nor HBASE_URI is given. */

#define PROFILE_URI "uri"
#define PROFILE_SCHEMA "schema." /* the table follows */
#define PROFILE_TYPES "types."   /* the same */

/* Returns the name of the file. */
char *profile_get_path (void);
/* Reads the file; without a file there are no profiles. */
GKeyFile *profile_load (GError **error);
/* Checks that the file has the profile, and that its keys are known. */
gboolean profile_check (GKeyFile *file, const char *name, GError **error);
/* Prefixes an error with the file, the profile and the key. */
void profile_prefix_error (GError **error, const char *name, const char *key);

/* Returns the value of the key; NULL without an error if the profile doesn't have it. Fails if the value
 * isn't UTF-8, or has an invalid escape. */
char *profile_get_string (GKeyFile *file, const char *name, const char *key, GError **error);

/* Returns the key of a table in the profile, or that which would be added: the table may be named with and
 * without the default namespace. `prefix`: PROFILE_SCHEMA or PROFILE_TYPES. */
char *profile_find_key (GKeyFile *file, const char *name, const char *prefix, const char *table);

/* Return NULL without an error if there is no profile, or if it doesn't have that. */
char *profile_find_uri (const Tool *tool, GError **error);
char *profile_find_schema (const Tool *tool, const char *table, GError **error);
/* The types of the table's columns, as --as takes them (transfer full). */
char **profile_find_types (const Tool *tool, const char *table, GError **error);
