/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "splits.h"
#include "test-seed.h"

#include "hbase-list-key-generator.h"
#include "hbase-sampled-splits.h"

#define MEBIBYTE (1024 * 1024)

/* ---- calculators and generators implemented outside the library ---- */

/* A calculator and generator that returns the keys that the test sets. */
typedef struct {
  GObject parent_instance;
  const char *keys;        /* separated by blanks; NULL: fails; "": no split keys, or an empty key */
  guint n_keys, cancel_at; /* 0: never */
  GCancellable *cancellable;
} Own;
typedef GObjectClass OwnClass;

static GType own_get_type (void);

static GList *
own_calculate (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  const char *keys = ((Own *) calculator)->keys;
  g_auto (GStrv) words = g_strsplit (keys != NULL ? keys : "", " ", -1);
  GList *list = NULL;

  if (keys == NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "own error");
  for (char **word = words; *word != NULL; word++)
    list = g_list_append (list, g_bytes_new (*word, strlen (*word)));
  return list;
}

static GBytes *
own_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  Own *own = (Own *) generator;

  if (++own->n_keys == own->cancel_at)
    g_cancellable_cancel (own->cancellable);
  if (own->keys != NULL)
    return g_bytes_new_static (own->keys, strlen (own->keys));
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "own error");
  return NULL;
}

static void
own_calculator_init (HBaseSplitCalculatorInterface *interface)
{
  interface->compute_splits = own_calculate;
}

static void
own_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = own_next;
}

G_DEFINE_TYPE_WITH_CODE (Own,
                         own,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_SPLIT_CALCULATOR, own_calculator_init)
                             G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, own_generator_init))

static void
own_class_init (OwnClass *class)
{
}

static void
own_init (Own *own)
{
}

static gpointer
own_new (const char *keys)
{
  Own *own = g_object_new (own_get_type (), NULL);

  own->keys = keys;
  return own;
}

/* A class that declares both interfaces, but implements no function of theirs. */
typedef GObject Idle;
typedef GObjectClass IdleClass;

static GType idle_get_type (void);

G_DEFINE_TYPE_WITH_CODE (Idle,
                         idle,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_SPLIT_CALCULATOR, NULL)
                             G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, NULL))

static void
idle_class_init (IdleClass *class)
{
}

static void
idle_init (Idle *idle)
{
}

START_TEST (what_a_calculator_of_ones_own_gives_is_checked)
{
  splits_assert (own_new ("b d"), 3, "b d");
  splits_assert (own_new ("d b"), 1, "");
  splits_assert_fault (own_new ("b d"), 4, "Own returned 2 split keys for 4 regions, not 3");
  splits_assert_fault (own_new ("b c d"), 3, "3 split keys for 3 regions, not 2");
  splits_assert_fault (own_new ("d b"), 3,
                       "split key 2 of Own, “b”, isn't greater than the one before it, “d”");
  splits_assert_fault (own_new ("b b"), 3, "isn't greater");
  splits_assert_fault (own_new (" b"), 3, "split key 1 of Own has 0 bytes");
  splits_assert_fault (own_new (NULL), 3, "own error");
}
END_TEST

/* Makes a generator that cancels the operation at its third key. */
static gpointer
make_cancelling (GCancellable *cancellable)
{
  Own *own = (Own *) own_new ("a b");

  own->cancel_at = 3;
  own->cancellable = cancellable;
  return own;
}

START_TEST (a_cancelled_calculation_returns_no_splits)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (HBaseKeyGenerator) generator = make_cancelling (cancellable);
  g_autoptr (HBaseSampledSplits) splits = hbase_sampled_splits_new (generator, G_MAXUINT64);
  g_autoptr (GError) during = NULL, before = NULL, next = NULL, list = NULL;

  ck_assert_ptr_null (
      hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), 2, cancellable, &during));
  ck_assert_error (during, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_uint_eq (((Own *) generator)->n_keys, 3);
  ck_assert_ptr_null (
      hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), 1, cancellable, &before));
  ck_assert_error (before, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_ptr_null (
      hbase_split_calculator_compute_splits (HBASE_SPLIT_CALCULATOR (splits), 2, cancellable, &list));
  ck_assert_error (list, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_ptr_null (hbase_key_generator_next (generator, cancellable, &next));
  ck_assert_error (next, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_uint_eq (((Own *) generator)->n_keys, 3);
}
END_TEST

START_TEST (interfaces_that_arent_implemented_are_errors)
{
  g_autoptr (GObject) idle = g_object_new (idle_get_type (), NULL);
  g_autoptr (GError) no_splits = NULL, no_key = NULL;

  ck_assert_ptr_null (hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (idle), 2, NULL, &no_splits));
  ck_assert_error (no_splits, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_ptr_null (hbase_key_generator_next (HBASE_KEY_GENERATOR (idle), NULL, &no_key));
  ck_assert_error (no_key, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
}
END_TEST

static gpointer
sampled (gpointer generator, guint64 n_samples)
{
  g_autoptr (GObject) owned = generator;

  return hbase_sampled_splits_new (generator, n_samples);
}

START_TEST (faults_of_generators_end_the_drawing)
{
  splits_assert_fault (sampled (own_new (NULL), 10), 2, "own error");
  splits_assert_fault (sampled (own_new (""), 10), 2, "Own returned a key of 0 bytes");
  splits_assert_fault (sampled (own_new ("k"), 10), 2, "2 regions need as many different keys");
  splits_assert_fault (sampled (own_new ("k"), 10), 2,
                       "the 10 keys of the sample have only 1 different ones");
  splits_assert_fault (g_object_new (HBASE_TYPE_SAMPLED_SPLITS, NULL), 2,
                       "constructed without its property “generator”");
}
END_TEST

/* ---- exact splits ---- */

static gpointer
words_generator (const char *words)
{
  g_auto (GStrv) keys = g_strsplit (words, " ", -1);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (char **key = keys; *key != NULL; key++)
    g_ptr_array_add (list, g_bytes_new (*key, strlen (*key)));
  return hbase_list_key_generator_new (list);
}

START_TEST (every_so_manyth_key_is_a_split)
{
  splits_assert (sampled (words_generator ("h g f e d c b a"), 100), 4, "c e g");
  splits_assert (sampled (words_generator ("h g f e d c b a"), 100), 8, "b c d e f g h");
  splits_assert (sampled (words_generator ("h g f e d c b a x y z"), 8), 2, "e");
  splits_assert (sampled (words_generator ("a ab abc b ba"), 100), 2, "abc");
  splits_assert (sampled (words_generator ("aaaaaaaab aaaaaaaaa aaaaaaaac"), 100), 3, "aaaaaaaab aaaaaaaac");
  splits_assert_fault (sampled (words_generator ("a b a b"), 100), 3, "have only 2 different ones");
}
END_TEST

START_TEST (keys_drawn_often_count_as_often)
{
  splits_assert (sampled (words_generator ("a b b b b b c d"), 100), 2, "b");
  splits_assert (sampled (words_generator ("a a b c c c c c"), 100), 2, "c");
  /* c fills more than one region; the keys after it are divided among the remaining regions */
  splits_assert (sampled (words_generator ("a b c c c c c c c c d e f g h i"), 100), 4, "c d f");
  /* too few different keys follow d, so that keys before it must be used */
  splits_assert (sampled (words_generator ("a b c d d d d d d d d"), 100), 4, "b c d");
}
END_TEST

START_TEST (a_generator_goes_on_where_it_was)
{
  g_autoptr (HBaseSampledSplits) splits = sampled (words_generator ("a b c d w x y z"), 4);

  splits_assert (g_object_ref (splits), 2, "c");
  splits_assert (g_object_ref (splits), 2, "y");
  splits_assert_fault (g_object_ref (splits), 2, "the 0 keys of the sample have only 0 different ones");
}
END_TEST

static GBytes *
random_key (GRand *rand)
{
  guint8 key[24];
  guint length = (guint) g_rand_int_range (rand, 1, sizeof key);

  for (guint i = 0; i < length; i++)
    key[i] = (guint8) g_rand_int_range (rand, 0, 5);
  return g_bytes_new (key, length);
}

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* Returns n different random keys in order. */
static GPtrArray *
draw_different_keys (GRand *rand, guint n)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_bytes_hash, g_bytes_equal);

  while (keys->len < n)
    {
      g_autoptr (GBytes) key = random_key (rand);

      if (g_hash_table_contains (seen, key))
        continue;
      g_ptr_array_add (keys, g_bytes_ref (key));
      g_hash_table_add (seen, key);
    }
  g_ptr_array_sort (keys, compare_keys);
  return keys;
}

static void
shuffle (GRand *rand, GPtrArray *keys)
{
  for (guint i = keys->len; i > 1; i--)
    {
      guint other = (guint) g_rand_int_range (rand, 0, (gint32) i);
      gpointer moved = keys->pdata[i - 1];

      keys->pdata[i - 1] = keys->pdata[other];
      keys->pdata[other] = moved;
    }
}

START_TEST (exact_splits_are_those_of_the_sorted_keys)
{
  g_autoptr (GRand) rand = test_rand_new ("exact_splits_are_those_of_the_sorted_keys");

  for (guint round = test_times (30); round > 0; round--)
    {
      g_autoptr (GPtrArray) keys = draw_different_keys (rand, (guint) g_rand_int_range (rand, 2, 10000));
      g_autoptr (GPtrArray) drawn = g_ptr_array_copy (keys, (GCopyFunc) (void (*) (void)) g_bytes_ref, NULL);
      guint n_regions = (guint) g_rand_int_range (rand, 2, (gint32) MIN (keys->len + 1, 500));
      g_autoptr (HBaseSampledSplits) splits = NULL;
      g_autoptr (GPtrArray) found = NULL;

      shuffle (rand, drawn);
      splits = sampled (hbase_list_key_generator_new (drawn), G_MAXUINT64);
      found = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), n_regions, NULL, NULL);
      splits_assert_order (found, n_regions);
      for (guint i = 0; i < found->len; i++)
        ck_assert (g_bytes_equal (found->pdata[i], keys->pdata[(i + 1) * (keys->len / n_regions)]));
    }
}
END_TEST

/* ---- more keys than memory ---- */

/* A generator of the numbers from 0 to n − 1, each once, in scattered order. The keys are text of several
 * lengths. */
typedef struct {
  GObject parent_instance;
  guint given, n;
  guint64 factor; /* coprime to n */
} Scattered;
typedef GObjectClass ScatteredClass;

static GType scattered_get_type (void);

static GBytes *
scattered_next (HBaseKeyGenerator *generator, GCancellable *cancellable, GError **error)
{
  Scattered *self = (Scattered *) generator;
  char text[64];
  guint number;

  if (self->given == self->n)
    return NULL;
  number = (guint) (self->given++ * self->factor % self->n);
  g_snprintf (text, sizeof text, "%010u%.*s", number, (int) (number % 13), "............");
  return g_bytes_new (text, strlen (text));
}

static void
scattered_generator_init (HBaseKeyGeneratorInterface *interface)
{
  interface->next = scattered_next;
}

G_DEFINE_TYPE_WITH_CODE (Scattered,
                         scattered,
                         G_TYPE_OBJECT,
                         G_IMPLEMENT_INTERFACE (HBASE_TYPE_KEY_GENERATOR, scattered_generator_init))

static void
scattered_class_init (ScatteredClass *class)
{
}

static void
scattered_init (Scattered *self)
{
}

/* Computes the bound on the error that is documented at HBaseSampledSplits. b is the number of keys that a
 * sixteenth of the memory can hold: keys have 16 bytes on average, and take 34 more each. l is the binary
 * logarithm of eight times the factor by which the memory is too small. */
static guint
largest_fault (guint n, gsize memory)
{
  double b = memory / 16.0 / (16 + 34), too_small = n * 18.0 / (memory * 0.5);
  guint l = 4;

  for (; too_small > 2; too_small /= 2)
    l++;
  return (guint) (n * (l / (2 * b)));
}

static void
check_fault (guint n, guint64 factor, guint n_regions)
{
  Scattered *keys = g_object_new (scattered_get_type (), NULL);
  g_autoptr (HBaseSampledSplits) splits = sampled (keys, G_MAXUINT64);
  g_autoptr (GPtrArray) found = NULL;

  keys->n = n;
  keys->factor = factor;
  hbase_sampled_splits_set_max_memory (splits, 0);
  ck_assert_uint_eq (hbase_sampled_splits_get_max_memory (splits), MEBIBYTE);
  found = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), n_regions, NULL, NULL);
  splits_assert_order (found, n_regions);
  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *text = g_strndup (g_bytes_get_data (found->pdata[i], NULL), 10);
      gint64 number = (gint64) g_ascii_strtoull (text, NULL, 10), aim = (gint64) (i + 1) * (n / n_regions);

      ck_assert_int_le (ABS (number - aim), largest_fault (n, MEBIBYTE));
    }
}

START_TEST (splits_of_more_keys_than_memory_are_within_the_bound)
{
  guint n = test_times (1000003);

  check_fault (n, 1, 10);      /* in order */
  check_fault (n, n - 1, 10);  /* backwards */
  check_fault (n, 618031, 10); /* scattered: a prime that doesn't divide n */
}
END_TEST

START_TEST (distant_keys_are_lost_without_memory_and_it_is_said)
{
  Scattered *keys = g_object_new (scattered_get_type (), NULL);
  g_autoptr (HBaseSampledSplits) splits = sampled (keys, G_MAXUINT64);

  keys->n = 100003;
  keys->factor = 1;
  hbase_sampled_splits_set_max_memory (splits, MEBIBYTE);
  splits_assert_fault (g_object_ref (splits), 100000, "in the memory allowed");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *own = tcase_create ("interfaces"), *exact = tcase_create ("exact"),
        *bounded = tcase_create ("bounded");

  tcase_add_test (own, what_a_calculator_of_ones_own_gives_is_checked);
  tcase_add_test (own, a_cancelled_calculation_returns_no_splits);
  tcase_add_test (own, interfaces_that_arent_implemented_are_errors);
  tcase_add_test (own, faults_of_generators_end_the_drawing);
  suite_add_tcase (suite, own);
  tcase_add_test (exact, every_so_manyth_key_is_a_split);
  tcase_add_test (exact, keys_drawn_often_count_as_often);
  tcase_add_test (exact, a_generator_goes_on_where_it_was);
  tcase_add_test (exact, exact_splits_are_those_of_the_sorted_keys);
  suite_add_tcase (suite, exact);
  tcase_add_test (bounded, splits_of_more_keys_than_memory_are_within_the_bound);
  tcase_add_test (bounded, distant_keys_are_lost_without_memory_and_it_is_said);
  suite_add_tcase (suite, bounded);
}

TEST_MAIN ("sampled splits", fill)
