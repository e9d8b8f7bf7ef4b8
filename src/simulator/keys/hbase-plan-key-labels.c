/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "hbase-bytes.h"
#include "hbase-plan-picture-private.h"
#include "hbase-slice-private.h"

/* This file makes the labels of row keys in pictures, which have little space. */

#define MIN_DROPPED 8 /* fewer bytes that all keys have in common are shown */

static char *
escape (GBytes *key, gsize first, gsize length)
{
  return hbase_bytes_to_escaped (hbase_slice_bytes (hbase_slice_of_bytes (key)) + first, length);
}

/* Returns the number of bytes with which all keys begin; the empty key, the first, isn't considered. */
static gsize
count_all_shared (GPtrArray *keys)
{
  HBaseSlice model = { NULL, 0 };
  gsize n_shared = G_MAXSIZE;

  for (guint i = 0; i < keys->len; i++)
    {
      HBaseSlice key = hbase_slice_of_bytes (keys->pdata[i]);

      if (model.length > 0 && key.length > 0)
        n_shared = MIN (n_shared, hbase_slice_count_shared (model, key));
      else if (key.length > 0)
        model = key;
    }
  return n_shared == G_MAXSIZE ? 0 : n_shared;
}

/* The bytes of a key from the given one on, as many as there is space for. */
static char *
shorten (GBytes *key, gsize first)
{
  gsize length = MIN (g_bytes_get_size (key) - first, HBASE_PLAN_KEY_LABEL_LENGTH);

  for (;; length--)
    {
      g_autofree char *text = escape (key, first, length);
      gboolean is_whole = first + length == g_bytes_get_size (key);

      if (strlen (text) + (first > 0) + !is_whole <= HBASE_PLAN_KEY_LABEL_LENGTH)
        return g_strconcat (first > 0 ? "…" : "", text, is_whole ? "" : "…", NULL);
    }
}

static char *
label_key (GBytes *key, gsize n_shared)
{
  char *label = shorten (key, 0);

  if (g_bytes_get_size (key) == 0)
    {
      g_free (label);
      return g_strdup ("(first key)");
    }
  if (!g_str_has_suffix (label, "…") || n_shared < MIN_DROPPED)
    return label;
  g_free (label);
  return shorten (key, n_shared - 1);
}

GStrv
hbase_plan_key_labels_new (GPtrArray *keys)
{
  GStrv labels = g_new0 (char *, keys->len + 1);
  gsize n_shared = count_all_shared (keys);

  for (guint i = 0; i < keys->len; i++)
    labels[i] = label_key (keys->pdata[i], n_shared);
  return labels;
}
