/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the choice of gateways.
 *
 *  1. A gateway is up until it fails: it refuses or doesn't accept a connection, doesn't respond within an
 *     attempt's time, or two connections to it are lost in a row (the first, if it never replied).
 *  2. While other gateways are up, a gateway that is down gets one new connection each time that it is due,
 *     not one connection of every caller. It is up again when a whole reply has come on a connection that was
 *     made after the failure: accepting a connection shows nothing.
 *  3. If none is up, all callers try all gateways: nothing can be lost by that.
 *  4. A gateway has at most max_channels in use by each kind of caller. Channels are spread evenly over the
 *     gateways that are up. */

#include "config.h"

#include "hbase-gateways-private.h"

void
hbase_gateways_init (HBaseGateways *gateways, guint n, guint max_channels)
{
  *gateways = (HBaseGateways){ .n = n, .max_channels = max_channels, .all = g_new0 (HBaseGateway, n) };
}

void
hbase_gateways_clear (HBaseGateways *gateways)
{
  g_clear_pointer (&gateways->all, g_free);
}

/* ---- places ---- */

static gboolean
is_any_up (const HBaseGateways *gateways)
{
  for (guint i = 0; i < gateways->n; i++)
    if (!gateways->all[i].is_down)
      return TRUE;
  return FALSE;
}

gboolean
hbase_gateways_is_full (const HBaseGateways *gateways, guint i, gboolean blocking)
{
  return gateways->all[i].acquired[blocking] >= gateways->max_channels;
}

static gboolean
is_due (const HBaseGateways *gateways, guint i, gboolean blocking, gint64 now)
{
  const HBaseGateway *gateway = &gateways->all[i];

  return gateway->is_down && now >= gateway->next_probe && !hbase_gateways_is_full (gateways, i, blocking);
}

gboolean
hbase_gateways_is_probe_due (const HBaseGateways *gateways, gboolean blocking, gint64 now)
{
  for (guint i = 0; i < gateways->n; i++)
    if (is_due (gateways, i, blocking, now))
      return is_any_up (gateways);
  return FALSE;
}

guint
hbase_gateways_count_places (const HBaseGateways *gateways, gboolean blocking, gint64 now)
{
  gboolean none_up = !is_any_up (gateways);
  guint n = 0;

  for (guint i = 0; i < gateways->n; i++)
    if (hbase_gateways_is_full (gateways, i, blocking))
      continue;
    else if (none_up || !gateways->all[i].is_down)
      n += gateways->max_channels - gateways->all[i].acquired[blocking];
    else
      n += is_due (gateways, i, blocking, now);
  return n;
}

gboolean
hbase_gateways_has_other (const HBaseGateways *gateways, guint i, gboolean blocking)
{
  for (guint other = 0; other < gateways->n; other++)
    if (other != i && !gateways->all[other].is_down && !hbase_gateways_is_full (gateways, other, blocking))
      return TRUE;
  return FALSE;
}

/* ---- what became of connections ---- */

static gint64
delay_after (guint n_failures, double random)
{
  gint64 delay = MIN (HBASE_GATEWAY_MIN_DELAY << MIN (MAX (n_failures, 1) - 1, 10), HBASE_GATEWAY_MAX_DELAY);

  return delay / 2 + (gint64) (random * (double) (delay / 2));
}

void
hbase_gateways_fail (
    HBaseGateways *gateways, guint i, gboolean is_certain, guint next_channel_id, gint64 now, double random)
{
  HBaseGateway *gateway = &gateways->all[i];

  gateway->failures++;
  gateway->n_failures++;
  gateway->first_trusted_id = next_channel_id;
  if (!is_certain && gateway->n_failures < 2)
    return;
  gateway->is_down = TRUE;
  gateway->next_probe = now + delay_after (gateway->n_failures, random);
}

gboolean
hbase_gateways_reply (HBaseGateways *gateways, guint i, guint channel_id)
{
  HBaseGateway *gateway = &gateways->all[i];
  gboolean was_down = gateway->is_down;

  if (gateway->n_failures == 0 || channel_id < gateway->first_trusted_id)
    return FALSE;
  gateway->n_failures = 0;
  gateway->is_down = FALSE;
  return was_down;
}

/* ---- rounds ---- */

/* The smaller, the earlier. */
typedef struct {
  guint group; /* due, up, up and avoided, down, down and avoided */
  gint64 rank; /* within the group */
  guint gateway;
} Candidate;

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *one = a, *other = b;

  if (one->group != other->group)
    return one->group < other->group ? -1 : 1;
  return (one->rank > other->rank) - (one->rank < other->rank);
}

/* Candidates are made in the order of rotation; the sort keeps it among equals. */
static Candidate
make_candidate (const HBaseGateways *gateways, guint i, guint open, gboolean is_avoided, gboolean is_probe)
{
  const HBaseGateway *gateway = &gateways->all[i];

  if (!gateway->is_down)
    return (Candidate){ is_avoided ? 2 : 1, open, i };
  return (Candidate){ is_avoided ? 4 : is_probe ? 0 : 3, gateway->next_probe, i };
}

void
hbase_round_begin (HBaseRound *round,
                   HBaseGateways *gateways,
                   const guint *open,
                   guint avoided,
                   gboolean probes,
                   gboolean blocking,
                   gint64 now)
{
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint k = 0; k < gateways->n; k++)
    {
      guint i = (gateways->next_first + k) % gateways->n;
      Candidate candidate = make_candidate (gateways, i, open[i], i == avoided,
                                            probes && is_due (gateways, i, blocking, now));

      g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare_candidates);
  *round = (HBaseRound){ .order = g_new (guint, gateways->n), .failures = g_string_new (NULL) };
  for (guint k = 0; k < gateways->n; k++)
    round->order[k] = g_array_index (candidates, Candidate, k).gateway;
  round->is_probing = g_array_index (candidates, Candidate, 0).group == 0;
  gateways->next_first = (gateways->next_first + 1) % gateways->n;
}

/* Nobody else tries a gateway that is being tried. */
static void
begin_probe (HBaseGateway *gateway, gint64 now, double random)
{
  gateway->next_probe = now + delay_after (gateway->n_failures, random);
}

gboolean
hbase_round_next (
    HBaseRound *round, HBaseGateways *gateways, gboolean blocking, gint64 now, double random, guint *gateway)
{
  while (round->next < gateways->n)
    {
      guint i = round->order[round->next++];
      gboolean is_probe = round->is_probing && round->next == 1;

      if (hbase_gateways_is_full (gateways, i, blocking))
        {
          round->has_skipped = TRUE;
          continue;
        }
      if (gateways->all[i].is_down && !is_probe && is_any_up (gateways))
        continue;
      if (is_probe)
        begin_probe (&gateways->all[i], now, random);
      gateways->all[i].acquired[blocking]++;
      *gateway = i;
      return TRUE;
    }
  return FALSE;
}

void
hbase_round_add_failure (HBaseRound *round, const char *gateway, const GError *error)
{
  gboolean is_first = round->failures->len == 0;
  HBaseError code = error->domain == HBASE_ERROR ? (HBaseError) error->code : HBASE_ERROR_UNREACHABLE;

  round->code = is_first || round->code == code ? code : HBASE_ERROR_UNREACHABLE;
  g_string_append_printf (round->failures, "%s%s: %s", is_first ? "" : "; ", gateway, error->message);
}

static const char *
get_advice (HBaseError code)
{
  switch ((int) code)
    {
    case HBASE_ERROR_CONNECTION_REFUSED:
      return ": does a Thrift2 gateway run there, and is this its port?";
    case HBASE_ERROR_HOST_NOT_FOUND:
      return ": is the host's name right?";
    default:
      return "";
    }
}

GError *
hbase_round_get_error (const HBaseRound *round, const HBaseGateways *gateways)
{
  if (round->has_skipped && (round->failures->len == 0 || is_any_up (gateways)))
    return NULL;
  return g_error_new (HBASE_ERROR, (int) round->code, "no gateway accepts connections (%s)%s",
                      round->failures->str, get_advice (round->code));
}

void
hbase_round_clear (HBaseRound *round)
{
  g_clear_pointer (&round->order, g_free);
  if (round->failures != NULL)
    g_string_free (g_steal_pointer (&round->failures), TRUE);
}
