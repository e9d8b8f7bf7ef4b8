/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This compares how many keys a second a schema encodes with how many hand-written code does: both encode the
 * same values, each key into a new GBytes, and take turns in one run. The medians of the rounds are compared,
 * and all keys must be equal. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench-keys.h"
#include "hbase-key-builder.h"

#define N_KEYS 300000
#define ROUNDS 15

typedef struct {
  const char *schema;
  double goal; /* of the speed by hand */
  GBytes *(*by_schema) (HBaseKeySchema *schema, guint64 i);
  GBytes *(*by_hand) (guint64 i);
} Loop;

/* ---- salt:md5-hex(8,id),id:int64 ---- */

static GBytes *
user_by_schema (HBaseKeySchema *schema, guint64 i)
{
  g_auto (HBaseKeyBuilder) builder;

  hbase_key_builder_init (&builder, schema);
  hbase_key_builder_add_uint64 (&builder, i);
  return hbase_key_builder_end (&builder, NULL);
}

static GBytes *
user_by_hand (guint64 i)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  guint64 id = GUINT64_TO_BE (i);
  guint8 key[16], digest[16];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guint8 *) &id, sizeof id);
  g_checksum_get_digest (checksum, digest, &length);
  for (guint j = 0; j < 8; j++)
    key[j] = (guint8) "0123456789abcdef"[digest[j / 2] >> (j % 2 == 0 ? 4 : 0) & 0xf];
  memcpy (key + 8, &id, sizeof id);
  return g_bytes_new (key, sizeof key);
}

/* ---- userid:uint32,stamp:reverse-ms,actionid:uint32 ---- */

static GBytes *
action_by_schema (HBaseKeySchema *schema, guint64 i)
{
  g_auto (HBaseKeyBuilder) builder;

  hbase_key_builder_init (&builder, schema);
  hbase_key_builder_add_uint64 (&builder, i % 1000);
  hbase_key_builder_add_int64 (&builder, (gint64) (1700000000000 + i));
  hbase_key_builder_add_uint64 (&builder, i);
  return hbase_key_builder_end (&builder, NULL);
}

static GBytes *
action_by_hand (guint64 i)
{
  guint32 user = GUINT32_TO_BE ((guint32) (i % 1000)), action = GUINT32_TO_BE ((guint32) i);
  guint64 timestamp = GUINT64_TO_BE ((guint64) G_MAXINT64 - (1700000000000 + i));
  guint8 key[16];

  memcpy (key, &user, 4);
  memcpy (key + 4, &timestamp, 8);
  memcpy (key + 12, &action, 4);
  return g_bytes_new (key, sizeof key);
}

/* ---- turns ---- */

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e9 + (double) time.tv_nsec;
}

static guint
touch (guint sum, GBytes *key)
{
  return sum * 31 + ((const guint8 *) g_bytes_get_data (key, NULL))[15];
}

static double
time_schema (const Loop *loop, HBaseKeySchema *schema, guint *sum)
{
  double start = now ();

  for (guint64 i = 0; i < N_KEYS; i++)
    {
      g_autoptr (GBytes) key = loop->by_schema (schema, i);

      *sum = touch (*sum, key);
    }
  return (now () - start) / N_KEYS;
}

static double
time_hand (const Loop *loop, guint *sum)
{
  double start = now ();

  for (guint64 i = 0; i < N_KEYS; i++)
    {
      g_autoptr (GBytes) key = loop->by_hand (i);

      *sum = touch (*sum, key);
    }
  return (now () - start) / N_KEYS;
}

static void
compare_keys (const Loop *loop, HBaseKeySchema *schema)
{
  for (guint64 i = 0; i < 1000; i++)
    {
      g_autoptr (GBytes) ours = loop->by_schema (schema, i), theirs = loop->by_hand (i);

      if (!g_bytes_equal (ours, theirs))
        g_error ("%s: key %" G_GUINT64_FORMAT " isn't the same by hand", loop->schema, i);
    }
}

static int
compare_times (const void *a, const void *b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

static void
run (const Loop *loop)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (loop->schema, NULL);
  double ours[ROUNDS], theirs[ROUNDS], ratio;
  guint our_sum = 0, their_sum = 0;

  compare_keys (loop, schema);
  for (guint i = 0; i < ROUNDS; i++)
    {
      ours[i] = time_schema (loop, schema, &our_sum);
      theirs[i] = time_hand (loop, &their_sum);
    }
  if (our_sum != their_sum)
    g_error ("%s: not the same keys", loop->schema);
  qsort (ours, ROUNDS, sizeof *ours, compare_times);
  qsort (theirs, ROUNDS, sizeof *theirs, compare_times);
  ratio = theirs[ROUNDS / 2] / ours[ROUNDS / 2];
  printf ("%s\n  %.2f M keys/s by the schema, %.2f M by hand: %.2f of its speed (goal: >= %.1f)  %s\n",
          loop->schema, 1e3 / ours[ROUNDS / 2], 1e3 / theirs[ROUNDS / 2], ratio, loop->goal,
          ratio >= loop->goal ? "reached" : "NOT REACHED");
}

void
bench_keys_loops (void)
{
  static const Loop loops[] = {
    { "salt:md5-hex(8,id),id:int64", 0.8, user_by_schema, user_by_hand },
    { "userid:uint32,stamp:reverse-ms,actionid:uint32", 0.5, action_by_schema, action_by_hand },
  };

  for (guint i = 0; i < G_N_ELEMENTS (loops); i++)
    run (&loops[i]);
}
