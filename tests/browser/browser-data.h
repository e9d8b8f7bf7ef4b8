/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

/* The data that the tests of the browser show, and its pictures in the documentation. All of it is made up,
 * and is the same each time. */

#define ACTIONS_SCHEMA "user:uint32,time:reverse-ms"
#define EVENTS_SCHEMA "salt:modulo(4,id),id:uint32"
#define N_ACTIONS 600u

/* Creates the tables `actions`, in which every row has JSON; `pictures`, in which every row has an image;
 * `users` of six regions; and `empty`. */
void browser_data_make (const char *uri);
/* Puts one more row into a table. */
void browser_data_add_row (const char *uri, const char *table, const char *key);
/* Creates the table `numbers` of rows whose keys are decimal numbers of eight digits, from 0. */
void browser_data_make_numbers (const char *uri, guint n_rows);
