/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Appends parts of JSON. Texts are in printable escapes. */

void json_append_string (GString *json, const char *text);
/* Appends `"name":"text"`; text NULL: null. */
void json_append_member (GString *json, const char *name, const char *text);
