/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Appends a number as printf() does. */
void hbase_plan_report_append_decimal (GString *text, const char *format, double number);
/* Appends a size: `1.5 GiB`. */
void hbase_plan_report_append_bytes (GString *text, double bytes);
/* Appends a duration: `2 d 3 h 0 min 7 s`. */
void hbase_plan_report_append_duration (GString *text, double ms);
/* Return the same. */
char *hbase_plan_report_show_decimal (const char *format, double number);
char *hbase_plan_report_show_bytes (double bytes);
char *hbase_plan_report_show_duration (double seconds);
/* Returns a key in printable escapes. */
char *hbase_plan_report_describe_key (GBytes *key);
/* Appends a string of JSON with its quotation marks. */
void hbase_plan_report_append_string (GString *json, const char *text);
