/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/campaign-state.h"
#include "hbase/cluster-changes.h"

#include <stdlib.h>

/* Linked lists of many nodes, as HBase's own IntegrationTestBigLinkedList writes and verifies them: each node
 * has a random key of 128 bits and refers to the key of an earlier one, and in the end each list is closed to
 * circles, so that each node is referred to once. A lost node is then a reference to a row that is undefined,
 * and a lost write a row that is unreferenced. Servers are killed and regions are moved, split and merged
 * meanwhile.
 *
 * HBASE_TEST_LINKED_LIST_NODES are written in parts of up to PART_NODES, each a table of its own that is
 * verified and dropped. With a file HBASE_TEST_LINKED_LIST_STATE the number goes on where it ended, and
 * HBASE_TEST_LINKED_LIST_SECONDS ends it earlier: no part begins later. */

#define DEFAULT_NODES 100000
#define PART_NODES 1000000
#define PARTS_A_CLUSTER 3
#define N_WRITERS 4
#define WIDTH 1000 /* of a list: so many nodes lie between a node and that which it refers to */
#define CHUNK 1000 /* nodes that are flushed together */
#define CHANGE_INTERVAL_US 2000000
#define TIMEOUT_MS 600000
#define MAX_SHOWN 5

typedef struct {
  guint8 bytes[16];
} Key;

typedef struct {
  HBaseTable *table;
  GRand *rand;
  guint n_nodes;
  guint *n_failures; /* puts that were sent again */
  GThread *thread;
} Writer;

/* ---- writing ---- */

static Key
draw_key (GRand *rand)
{
  Key key;

  for (guint i = 0; i < sizeof key / sizeof (guint32); i++)
    {
      guint32 word = g_rand_int (rand);

      memcpy (key.bytes + i * sizeof word, &word, sizeof word);
    }
  return key;
}

/* A node's timestamp is that of the circle's closing if it closes one: so no server's clock hides that. */
static HBasePut *
node_new (const Key *key, const Key *previous, gboolean closes)
{
  HBasePut *put = hbase_put_new (key->bytes, sizeof *key);

  hbase_put_add (put, "f", BYTES ("previous"), previous != NULL ? previous->bytes : NULL,
                 previous != NULL ? sizeof *previous : 0);
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), closes ? 2 : 1);
  return put;
}

/* Returns the puts that failed. */
static GPtrArray *
put_once (HBaseTable *table, GPtrArray *puts)
{
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GPtrArray) failures = NULL;
  GPtrArray *failed = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  hbase_batch_set_max_count (batch, CHUNK);
  for (guint i = 0; i < puts->len; i++)
    {
      assert_works (hbase_batch_add (batch, HBASE_MUTATION (puts->pdata[i]), NULL, &error), error);
      ck_assert_no_error (error);
    }
  hbase_batch_flush (batch, NULL, NULL);
  failures = hbase_batch_take_failures (batch);
  for (guint i = 0; i < failures->len; i++)
    g_ptr_array_add (failed,
                     hbase_mutation_ref (puts->pdata[hbase_batch_failure_get_index (failures->pdata[i])]));
  return failed;
}

/* Takes `puts`, which are repeated until all are acknowledged. */
static void
put_all (Writer *writer, GPtrArray *puts)
{
  while (puts->len > 0)
    {
      GPtrArray *failed = put_once (writer->table, puts);

      *writer->n_failures += failed->len;
      g_ptr_array_unref (puts);
      puts = failed;
    }
  g_ptr_array_unref (puts);
}

static GPtrArray *
puts_new (void)
{
  return g_ptr_array_new_with_free_func (hbase_mutation_unref);
}

static void
close_circles (Writer *writer, const Key *first, const Key *last)
{
  GPtrArray *puts = puts_new ();

  for (guint i = 0; i < WIDTH; i++)
    g_ptr_array_add (puts, node_new (&first[i], &last[i], TRUE));
  put_all (writer, puts);
}

static gpointer
write_nodes (gpointer data)
{
  Writer *writer = data;
  g_autofree Key *first = g_new (Key, WIDTH), *last = g_new (Key, WIDTH);
  GPtrArray *puts = puts_new ();

  for (guint i = 0; i < writer->n_nodes; i++)
    {
      Key key = draw_key (writer->rand);

      g_ptr_array_add (puts, node_new (&key, i < WIDTH ? NULL : &last[i % WIDTH], FALSE));
      last[i % WIDTH] = key;
      if (i < WIDTH)
        first[i] = key;
      if (puts->len < CHUNK)
        continue;
      put_all (writer, puts);
      puts = puts_new ();
    }
  put_all (writer, puts);
  close_circles (writer, first, last);
  return NULL;
}

/* ---- verifying ---- */

typedef struct {
  GArray *defined, *referenced; /* of Key */
} Nodes;

static int
compare_keys (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (Key));
}

static void
nodes_init (Nodes *nodes, guint n)
{
  nodes->defined = g_array_sized_new (FALSE, FALSE, sizeof (Key), n);
  nodes->referenced = g_array_sized_new (FALSE, FALSE, sizeof (Key), n);
}

static void
nodes_clear (Nodes *nodes)
{
  g_array_unref (nodes->defined);
  g_array_unref (nodes->referenced);
}

static void
add_node (Nodes *nodes, HBaseRow *row)
{
  gsize key_length, length;
  const guint8 *key = hbase_row_get_key (row, &key_length);
  const guint8 *previous = hbase_row_get_value (row, "f", BYTES ("previous"), &length);

  ck_assert_uint_eq (key_length, sizeof (Key));
  ck_assert_uint_eq (length, sizeof (Key));
  g_array_append_vals (nodes->defined, key, 1);
  g_array_append_vals (nodes->referenced, previous, 1);
}

/* Returns FALSE if the scan fails, because of what was done to HBase. */
static gboolean
read_nodes (HBaseTable *table, guint n_lanes, Nodes *nodes)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  hbase_scan_set_caching (scan, 5000);
  hbase_scan_set_parallelism (scan, n_lanes, FALSE);
  cursor = hbase_table_scan (table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      add_node (nodes, row);
      hbase_row_unref (row);
    }
  if (error != NULL)
    g_print ("the scan of %u lanes has failed: %s\n", n_lanes, error->message);
  return error == NULL;
}

/* Prints keys that one array has and the other hasn't; returns their number. Both are sorted. */
static guint
count_missing (GArray *wanted, GArray *present, const char *what)
{
  guint n = 0, j = 0;

  for (guint i = 0; i < wanted->len; i++)
    {
      const Key *key = &g_array_index (wanted, Key, i);

      while (j < present->len && compare_keys (&g_array_index (present, Key, j), key) < 0)
        j++;
      if (j < present->len && compare_keys (&g_array_index (present, Key, j), key) == 0)
        continue;
      if (n++ < MAX_SHOWN)
        {
          g_autofree char *text = hbase_bytes_to_escaped (key->bytes, sizeof *key);

          g_printerr ("%s: %s\n", what, text);
        }
    }
  return n;
}

static guint
count_repeated (GArray *keys)
{
  guint n = 0;

  for (guint i = 1; i < keys->len; i++)
    n += compare_keys (&g_array_index (keys, Key, i - 1), &g_array_index (keys, Key, i)) == 0;
  return n;
}

/* Returns the number of holes: 0 if each node is there once and is referred to once. */
static guint
count_holes (Nodes *nodes, guint n_nodes)
{
  guint undefined, unreferenced, repeated;

  qsort (nodes->defined->data, nodes->defined->len, sizeof (Key), compare_keys);
  qsort (nodes->referenced->data, nodes->referenced->len, sizeof (Key), compare_keys);
  undefined = count_missing (nodes->referenced, nodes->defined, "undefined");
  unreferenced = count_missing (nodes->defined, nodes->referenced, "unreferenced");
  repeated = count_repeated (nodes->defined);
  if (nodes->defined->len != n_nodes || undefined + unreferenced + repeated > 0)
    g_printerr ("%u of %u nodes: %u undefined, %u unreferenced, %u returned twice\n", nodes->defined->len,
                n_nodes, undefined, unreferenced, repeated);
  return undefined + unreferenced + repeated + (nodes->defined->len != n_nodes);
}

/* Reads all nodes until that succeeds; returns the number of holes. */
static guint
verify (HBaseTable *table, guint n_lanes, guint n_nodes)
{
  for (;;)
    {
      Nodes nodes;
      gboolean is_read;
      guint n_holes = 0;

      nodes_init (&nodes, n_nodes);
      is_read = read_nodes (table, n_lanes, &nodes);
      if (is_read)
        n_holes = count_holes (&nodes, n_nodes);
      nodes_clear (&nodes);
      if (is_read)
        return n_holes;
    }
}

/* ---- a part ---- */

typedef struct {
  ClusterChanges *changes;
  GRand *rand;
  char *name; /* of the table */
  guint n_nodes;
  HBaseConnection *connection;
  gint is_done; /* writing and the first verification */
  guint n_failures[N_WRITERS];
  guint n_holes;
} Part;

static char *
draw_row (GRand *rand, guint table)
{
  return g_strdup_printf ("\\x%02x\\x%02x", g_rand_int (rand) % 256, g_rand_int (rand) % 256);
}

static HBaseTable *
part_table (Part *part)
{
  HBaseTable *table = hbase_table_new (part->connection, part->name);

  g_object_set (table, "timeout", TIMEOUT_MS, NULL);
  return table;
}

static void
create_table (Part *part)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (part->connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (part->name);
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  hbase_table_descriptor_add_family (descriptor, family);
  for (guint i = 1; i < 6; i++)
    {
      guint8 split = (guint8) (i * 256 / 6);

      g_ptr_array_add (splits, g_bytes_new (&split, 1));
    }
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
}

static void
drop_table (Part *part)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (part->connection);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_admin_disable_table (admin, part->name, NULL, &error), error);
  assert_works (hbase_admin_delete_table (admin, part->name, HBASE_DELETE_TABLE_NONE, NULL, &error), error);
}

/* Writes the nodes, and reads them in parallel while the cluster still changes. */
static gpointer
write_and_read (gpointer data)
{
  Part *part = data;
  g_autoptr (HBaseTable) table = part_table (part);
  Writer writers[N_WRITERS];

  for (guint i = 0; i < N_WRITERS; i++)
    {
      writers[i] = (Writer){ .n_nodes = part->n_nodes / N_WRITERS, .n_failures = &part->n_failures[i] };
      writers[i].table = part_table (part);
      writers[i].rand = g_rand_new_with_seed (g_rand_int (part->rand));
      writers[i].thread = g_thread_new ("writer", write_nodes, &writers[i]);
    }
  for (guint i = 0; i < N_WRITERS; i++)
    {
      g_thread_join (writers[i].thread);
      g_rand_free (writers[i].rand);
      g_object_unref (writers[i].table);
    }
  part->n_holes = verify (table, 4, part->n_nodes);
  g_atomic_int_set (&part->is_done, TRUE);
  return NULL;
}

static void
run_part (Part *part, guint seed)
{
  ClusterTarget target = { g_rand_new_with_seed (seed), 1, &part->name, draw_row, TRUE };
  g_autoptr (HBaseTable) table = part_table (part);
  g_autofree char *summary = NULL;
  GThread *thread;
  guint n_failures = 0;

  create_table (part);
  thread = g_thread_new ("nodes", write_and_read, part);
  while (!g_atomic_int_get (&part->is_done))
    {
      cluster_change (part->changes, &target);
      g_usleep (CHANGE_INTERVAL_US);
    }
  g_thread_join (thread);
  g_rand_free (target.rand);
  part->n_holes += verify (table, 1, part->n_nodes);
  for (guint i = 0; i < N_WRITERS; i++)
    n_failures += part->n_failures[i];
  summary = cluster_changes_take_summary (part->changes);
  g_print ("part %u: %u nodes, %u holes, %u puts repeated by the writers; %s\n", seed, part->n_nodes,
           part->n_holes, n_failures, summary);
}

/* ---- all parts ---- */

typedef struct {
  CampaignState state;
  guint64 n_nodes; /* that are wanted */
  gint64 until;
} LinkedList;

static gboolean
is_over (LinkedList *list)
{
  return campaign_state_get (&list->state, "nodes") >= list->n_nodes
         || g_get_monotonic_time () >= list->until;
}

/* Each writer has whole circles. */
static guint
count_nodes_of_part (LinkedList *list)
{
  guint64 n = MIN (list->n_nodes - campaign_state_get (&list->state, "nodes"), PART_NODES);

  return (guint) MAX (n - n % (N_WRITERS * WIDTH), N_WRITERS * WIDTH);
}

static void
run_next_part (LinkedList *list, Fixture *fixture, ClusterChanges *changes)
{
  guint seed = (guint) campaign_state_get (&list->state, "seed");
  g_autofree char *uri = cluster_changes_uri (fixture), *name = g_strdup_printf ("nodes-%u", seed);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Part part = { changes, rand, name, count_nodes_of_part (list), connection };

  run_part (&part, seed);
  campaign_state_add (&list->state, "seed", 1);
  campaign_state_add (&list->state, "parts", 1);
  campaign_state_add (&list->state, "nodes", part.n_nodes);
  campaign_state_add (&list->state, "holes", part.n_holes);
  campaign_state_save (&list->state);
  ck_assert_uint_eq (part.n_holes, 0);
  drop_table (&part);
}

static void
run_cluster (LinkedList *list)
{
  ClusterChanges *changes;
  Fixture *fixture = cluster_changes_start (&changes);

  for (guint i = 0; i < PARTS_A_CLUSTER && !is_over (list); i++)
    run_next_part (list, fixture, changes);
  cluster_changes_free (changes);
  fixture_stop (fixture);
}

START_TEST (no_node_is_lost)
{
  guint64 seconds = campaign_number ("HBASE_TEST_LINKED_LIST_SECONDS", G_MAXINT32);
  LinkedList list = { .n_nodes = campaign_number ("HBASE_TEST_LINKED_LIST_NODES", DEFAULT_NODES),
                      .until = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC };

  campaign_state_load (&list.state, "linked-list", "HBASE_TEST_LINKED_LIST_STATE");
  while (!is_over (&list))
    run_cluster (&list);
  g_print ("linked list: %" G_GUINT64_FORMAT " nodes, %" G_GUINT64_FORMAT " holes\n",
           campaign_state_get (&list.state, "nodes"), campaign_state_get (&list.state, "holes"));
  campaign_state_clear (&list.state);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("linked list");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, no_node_is_lost);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("linked-list-long", fill)
