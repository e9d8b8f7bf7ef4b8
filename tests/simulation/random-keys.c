/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "random-keys.h"

static const guint8 letters[] = { 0x00, 0x01, 'a', 'b', 0xfe, 0xff };

static GByteArray *
random_letters (GRand *rand, guint low, guint high)
{
  GByteArray *key = g_byte_array_new ();
  guint length = (guint) g_rand_int_range (rand, (gint32) low, (gint32) high + 1);

  for (guint i = 0; i < length; i++)
    g_byte_array_append (key, &letters[g_rand_int_range (rand, 0, G_N_ELEMENTS (letters))], 1);
  return key;
}

static void
pad (GByteArray *key, guint length)
{
  guint from = key->len;

  g_byte_array_set_size (key, MAX (from, length));
  memset (key->data + from, 0xff, key->len - from);
}

GBytes *
random_key (GRand *rand, guint low, guint high, gsize longest)
{
  GByteArray *key = random_letters (rand, low, high);
  guint kind = (guint) g_rand_int_range (rand, 0, 400);

  if (kind < 1)
    pad (key, (guint) longest);
  else if (kind < 120)
    {
      /* After a short beginning, so that the key may exist that is next except for its padding. */
      g_byte_array_set_size (key, MIN (key->len, 2));
      pad (key, key->len + 6 + kind % 40);
    }
  return g_byte_array_free_to_bytes (key);
}

GBytes *
random_short_key (GRand *rand, guint low, guint high)
{
  return g_byte_array_free_to_bytes (random_letters (rand, low, high));
}
