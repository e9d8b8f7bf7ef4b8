/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "check-main.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-schema-private.h"
#include "hbase-split-calculator.h"

/* Functions that tests of split calculators share. */

static inline HBaseSlice
splits_slice (GPtrArray *keys, guint index)
{
  return hbase_slice_of_bytes (g_ptr_array_index (keys, index));
}

/* Returns all keys in printable escapes, separated by blanks. */
static inline char *
splits_text (GPtrArray *keys)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < keys->len; i++)
    {
      HBaseSlice key = splits_slice (keys, i);
      g_autofree char *escaped = hbase_bytes_to_escaped (key.data, key.length);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", escaped);
    }
  return g_string_free (text, FALSE);
}

/* Takes ownership of the calculator, and returns its split keys as text, or its error message. */
static inline char *
splits_of (gpointer calculator, guint n_regions)
{
  g_autoptr (GObject) owned = calculator;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) keys = hbase_split_calculator_calculate (calculator, n_regions, NULL, &error);

  if (keys != NULL)
    return splits_text (keys);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_null (strchr (error->message, '\n'));
  return g_steal_pointer (&error->message);
}

static inline void
splits_assert (gpointer calculator, guint n_regions, const char *expected)
{
  g_autofree char *text = splits_of (calculator, n_regions);

  ck_assert_str_eq (text, expected);
}

static inline void
splits_assert_fault (gpointer calculator, guint n_regions, const char *part)
{
  g_autofree char *text = splits_of (calculator, n_regions);

  ck_assert_msg (strstr (text, part) != NULL, "“%s” isn't in “%s”", part, text);
}

/* Checks that there are n_regions − 1 keys, each greater than the one before. */
static inline void
splits_assert_order (GPtrArray *keys, guint n_regions)
{
  ck_assert_ptr_nonnull (keys);
  ck_assert_uint_eq (keys->len, n_regions - 1);
  for (guint i = 0; i < keys->len; i++)
    {
      ck_assert_uint_ge (splits_slice (keys, i).length, 1);
      if (i > 0)
        ck_assert_int_lt (hbase_slice_compare (splits_slice (keys, i - 1), splits_slice (keys, i)), 0);
    }
}
