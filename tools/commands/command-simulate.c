/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command simulate. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "emulation.h"
#include "load.h"
#include "output.h"
#include "progress.h"
#include "region-splits.h"
#include "simulate-advice.h"
#include "simulate-compare.h"
#include "simulate-keys.h"
#include "simulate-presets.h"
#include "simulate-report.h"
#include "simulate-run.h"

#define MAX_THREADS 1024
#define NOT_GIVEN G_MININT64 /* a number that wasn't given */
#define PRESET_SPLITS "sampled:10"
/* Of keys that are computed, if --puts isn't given. */
#define DEFAULT_PUTS 100000
#define ADVISED_PUTS 1000000 /* the same for advice */

typedef struct {
  char *generator, *keys, *table; /* where keys come from */
  char **fields, **columns;
  char *splits, *preset;
  gint64 puts, seed, samples, row_size;
  int threads;
  gboolean lint, presets, compare;
  PictureFiles pictures;
  EmulationOptions emulation;
  AdviceOptions advice;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->generator);
  g_free (options->keys);
  g_free (options->table);
  g_strfreev (options->fields);
  g_strfreev (options->columns);
  g_free (options->splits);
  g_free (options->preset);
  picture_files_clear (&options->pictures);
  emulation_options_clear (&options->emulation);
  advice_options_clear (&options->advice);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* ---- keys ---- */

/* Reads the values of a column: one on each line, or the word number N of each line. */
static char **
load_column (Tool *tool, const char *path, guint word, GError **error)
{
  g_autoptr (Load) load = load_open (path, error);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (g_free);
  GError *problem = NULL;
  char **words;

  while (load != NULL && (words = load_next (load, tool->cancellable, &problem)) != NULL)
    {
      if (g_strv_length (words) < word)
        {
          g_set_error (&problem, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "there is no column %u", word);
          load_prefix_error (load, load_get_line (load), &problem);
          break;
        }
      g_ptr_array_add (values, g_strdup (words[word - 1]));
    }
  if (problem != NULL)
    g_propagate_error (error, problem);
  if (load == NULL || problem != NULL)
    return NULL;
  g_ptr_array_add (values, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&values), FALSE);
}

/* Defines a field by `FIELD=FILE` or `FIELD=FILE:N`. */
static gboolean
add_column (Tool *tool, HBasePlanFieldKeyGenerator *keys, const char *text, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "=", 2);
  g_autofree char *definition = g_strconcat (parts[0], "=column", NULL);
  g_autofree char *name = NULL;
  g_auto (GStrv) values = NULL;
  guint64 word = 1;
  char *colon;

  if (parts[0] == NULL || parts[1] == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "--column=%s isn't FIELD=FILE", text);
      return FALSE;
    }
  colon = strrchr (parts[1], ':');
  if (colon != NULL && g_ascii_string_to_unsigned (colon + 1, 10, 1, G_MAXINT, &word, NULL))
    *colon = '\0';
  name = g_strndup (parts[0], strcspn (parts[0], ":"));
  if (!hbase_plan_field_key_generator_define (keys, definition, error))
    return FALSE;
  values = load_column (tool, parts[1], (guint) word, error);
  return values != NULL
         && hbase_plan_field_key_generator_set_column (keys, name, (const char *const *) values, error);
}

static HBaseKeyGenerator *
make_field_keys (Tool *tool, const Options *options, GError **error)
{
  g_autoptr (HBasePlanFieldKeyGenerator) keys
      = hbase_plan_field_key_generator_new (tool->schema, (guint64) options->seed);

  if (!hbase_plan_field_key_generator_define_all (
          keys, options->generator != NULL ? options->generator : "random", error))
    return NULL;
  for (char **text = options->columns; text != NULL && *text != NULL; text++)
    if (!add_column (tool, keys, *text, error))
      return NULL;
  for (char **text = options->fields; text != NULL && *text != NULL; text++)
    if (!hbase_plan_field_key_generator_define (keys, *text, error))
      return NULL;
  return HBASE_KEY_GENERATOR (g_steal_pointer (&keys));
}

static HBaseKeyGenerator *
make_keys (Tool *tool, const Options *options, TableSample *sample, GError **error)
{
  if (options->keys != NULL)
    return simulate_keys_new_for_file (tool, options->keys, error);
  if (options->table != NULL)
    return simulate_keys_new_for_table (tool, options->table, sample, error);
  return make_field_keys (tool, options, error);
}

/* ---- splits ---- */

static HBaseSplitCalculator *
make_calculator (
    Tool *tool, const Options *options, const char *kind, HBaseKeyGenerator *keys, GError **error)
{
  g_autoptr (HBaseKeyGenerator) sample = NULL;

  if (strcmp (kind, "hexstring") == 0)
    return HBASE_SPLIT_CALCULATOR (hbase_number_splits_new_hex_string (NULL, NULL));
  if (strcmp (kind, "decimalstring") == 0)
    return HBASE_SPLIT_CALCULATOR (hbase_number_splits_new_decimal_string (NULL, NULL));
  if (strcmp (kind, "uniform") == 0)
    return HBASE_SPLIT_CALCULATOR (hbase_bytes_splits_new_uniform ());
  if (strcmp (kind, "partition") == 0)
    return HBASE_SPLIT_CALCULATOR (hbase_partition_splits_new ());
  if (strcmp (kind, "salt") == 0 && tool->schema != NULL)
    return HBASE_SPLIT_CALCULATOR (hbase_salt_splits_new (tool->schema));
  if (strcmp (kind, "sampled") == 0 && HBASE_PLAN_IS_FIELD_KEY_GENERATOR (keys))
    {
      sample = simulate_keys_new_sample (HBASE_PLAN_FIELD_KEY_GENERATOR (keys), (guint64) options->samples,
                                         (guint64) options->puts);
      return HBASE_SPLIT_CALCULATOR (hbase_sampled_splits_new (sample, G_MAXUINT64));
    }
  g_set_error (
      error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
      "--splits=%s: the kinds are hexstring, decimalstring, uniform, partition, and with --schema salt and "
      "sampled; sampled keys can't be read by --keys or --table",
      options->splits);
  return NULL;
}

/* Whether the option is KIND:N, and not the name of a file. */
static gboolean
parse_kind (const char *text, char **kind, guint64 *n_regions)
{
  const char *colon = strrchr (text, ':');

  if (colon == NULL || strchr (text, '/') != NULL
      || !g_ascii_string_to_unsigned (colon + 1, 10, 1, HBASE_MAX_REGIONS, n_regions, NULL))
    return FALSE;
  *kind = g_strndup (text, (gsize) (colon - text));
  return TRUE;
}

/* In the output of `regions` the key of the first region is empty, as there is no split. */
static GPtrArray *
load_splits (Tool *tool, const char *path, GError **error)
{
  g_autoptr (Load) load = load_open (path, error);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  GError *problem = NULL;
  char **words;

  while (load != NULL && (words = load_next (load, tool->cancellable, &problem)) != NULL)
    {
      GBytes *key = hbase_bytes_from_escaped (words[0], &problem);
      GBytes *before = splits->len > 0 ? g_ptr_array_index (splits, splits->len - 1) : NULL;

      if (key != NULL && g_bytes_get_size (key) == 0 && splits->len == 0)
        {
          g_bytes_unref (key);
          continue;
        }
      if (key != NULL && before != NULL && g_bytes_compare (before, key) >= 0)
        {
          g_set_error (&problem, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” %s", words[0],
                       g_bytes_equal (before, key) ? "occurs twice"
                                                   : "is less than the split before it: splits must ascend");
          g_clear_pointer (&key, g_bytes_unref);
        }
      if (key == NULL)
        {
          load_prefix_error (load, load_get_line (load), &problem);
          break;
        }
      g_ptr_array_add (splits, key);
    }
  if (problem != NULL)
    g_propagate_error (error, problem);
  return load != NULL && problem == NULL ? g_steal_pointer (&splits) : NULL;
}

/* Whether the advice is on the table's own regions, which are the splits then. */
static gboolean
is_on_table (const Options *options)
{
  return options->advice.advise && options->table != NULL && options->splits == NULL;
}

static GPtrArray *
get_splits_of_table (Tool *tool, const char *name, GError **error)
{
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, error);
  g_autoptr (GPtrArray) regions
      = table != NULL ? hbase_table_get_regions (table, tool->cancellable, error) : NULL;

  return regions != NULL ? region_splits (regions) : NULL;
}

static GPtrArray *
make_splits (Tool *tool, const Options *options, HBaseKeyGenerator *keys, GError **error)
{
  g_autoptr (HBaseSplitCalculator) calculator = NULL;
  g_autofree char *kind = NULL;
  guint64 n_regions;

  if (is_on_table (options))
    return get_splits_of_table (tool, options->table, error);
  if (options->splits == NULL)
    return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  if (!parse_kind (options->splits, &kind, &n_regions))
    return load_splits (tool, options->splits, error);
  calculator = make_calculator (tool, options, kind, keys, error);
  return calculator != NULL
             ? hbase_split_calculator_calculate (calculator, (guint) n_regions, tool->cancellable, error)
             : NULL;
}

/* ---- output ---- */

static void
print_figures (HBasePlanSimulation *simulation)
{
  printf ("dead regions:%u of %u\n", hbase_plan_simulation_get_n_dead_regions (simulation),
          hbase_plan_simulation_get_n_regions (simulation));
  printf ("Gini coefficient:%.4f\n", hbase_plan_simulation_get_gini (simulation));
  printf ("share of the busiest region in %" G_GUINT64_FORMAT
          " successive puts:%.1f %% at most (region %u), %.1f %% on average\n",
          hbase_plan_simulation_get_window (simulation),
          100 * hbase_plan_simulation_get_busiest_share (simulation),
          hbase_plan_simulation_get_busiest_region (simulation) + 1,
          100 * hbase_plan_simulation_get_mean_busiest_share (simulation));
}

static void
print_simulation (Tool *tool, HBasePlanSimulation *simulation, const SimulateExtras *extras)
{
  g_autofree char *text = tool->json  ? hbase_plan_simulation_to_json (simulation)
                          : tool->csv ? hbase_plan_simulation_to_csv (simulation)
                                      : hbase_plan_simulation_to_text (simulation);

  if (tool->json)
    {
      simulate_print_json (text, extras);
      return;
    }
  fputs (text, stdout);
  if (tool->csv)
    return;
  print_figures (simulation);
  simulate_print_extras (tool, extras);
}

static gboolean
write_pictures (const Options *options, HBasePlanSimulation *simulation, GError **error)
{
  g_autoptr (HBasePlanPicture) picture = NULL;

  if (!picture_is_wanted (&options->pictures))
    return TRUE;
  picture = hbase_plan_simulation_to_picture (simulation);
  return picture_write (&options->pictures, picture, error);
}

/* ---- the command ---- */

static const char *
find_problem (const Tool *tool, const Options *options)
{
  gboolean is_read = options->keys != NULL || options->table != NULL;

  if (options->keys != NULL && options->table != NULL)
    return "give either --keys or --table";
  if (is_read && (options->generator != NULL || options->fields != NULL || options->columns != NULL))
    return "--generator, --field and --column compute keys: they can't be given with --keys or --table";
  if (options->presets && (is_read || picture_is_wanted (&options->pictures) || options->lint))
    return "--presets can only be given with --puts, --splits, --seed and --threads";
  if (!is_read && tool->schema == NULL && !options->presets)
    return "keys are missing: give --schema=SCHEMA, --keys=FILE or --table=TABLE";
  if (options->puts != NOT_GIVEN && options->puts < 1)
    return "--puts must be at least 1";
  if (options->lint && tool->schema == NULL)
    return "--lint needs --schema";
  if (options->lint && tool->csv)
    return "--format=csv has a line for each region only: give --lint with --format=json or without --format";
  if (options->samples < 2)
    return "--samples must be at least 2";
  if (options->row_size != NOT_GIVEN && (options->row_size < 0 || options->row_size > G_MAXINT))
    return "--row-size must be from 0 to 2147483647";
  if (options->threads < 0 || options->threads > MAX_THREADS)
    return "--threads must be from 1 to 1024";
  if (options->advice.advise && tool->csv)
    return "--format=csv has a line for each region only: give --advise with --format=json or without "
           "--format";
  if (options->advice.advise && (options->presets || options->emulation.sites != NULL))
    return "--advise can't be given with --presets or --emulate; --site=hbase-site.xml gives it HBase's "
           "settings";
  if (options->advice.advise && options->row_size < 0 && options->table == NULL)
    return "--advise needs --row-size=BYTES, the size of names and values in a row";
  if (is_on_table (options) && options->puts > 0)
    return "--advise needs all rows of the table: --puts can't be given";
  if (options->emulation.descriptor != NULL && options->emulation.sites == NULL && !options->advice.advise)
    return "--descriptor needs --emulate or --advise";
  if (options->emulation.sites != NULL && (tool->csv || options->presets))
    return "--emulate can't be given with --format=csv or --presets";
  if (picture_find_problem (&options->pictures) != NULL)
    return picture_find_problem (&options->pictures);
  if (emulation_find_problem (&options->emulation) != NULL)
    return emulation_find_problem (&options->emulation);
  return advice_find_problem (&options->advice, &options->emulation);
}

static HBasePlanSimulation *
run_simulation (
    Tool *tool, const Options *options, HBaseKeyGenerator *keys, GPtrArray *splits, GError **error)
{
  guint n_threads = options->threads > 0 ? (guint) options->threads : g_get_num_processors ();
  g_autoptr (HBasePlanSimulator) simulator
      = g_object_new (HBASE_PLAN_TYPE_SIMULATOR, "keys", keys, "splits", splits, "puts",
                      (guint64) MAX (options->puts, 0), "row-size", (guint) MAX (options->row_size, 0), NULL);

  return simulate_run (simulator, splits, n_threads, tool->cancellable, error);
}

static gboolean
use_preset (Tool *tool, const SimulatePreset *preset, Options *options, GError **error)
{
  g_clear_pointer (&tool->schema, hbase_key_schema_unref);
  tool->schema = hbase_key_schema_new (preset->schema, error);
  g_strfreev (options->fields);
  options->fields = g_strdupv ((char **) preset->fields);
  return tool->schema != NULL;
}

static void
print_preset (const SimulatePreset *preset, HBasePlanSimulation *simulation)
{
  double most = 0;

  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    most = MAX (most, hbase_plan_simulation_get_region_ratio (simulation, i));
  printf ("%-22s %7.4f %7.4f %5u %10.1f %% %8.1f %%  %s\n", preset->name, most,
          hbase_plan_simulation_get_gini (simulation), hbase_plan_simulation_get_n_dead_regions (simulation),
          100 * hbase_plan_simulation_get_busiest_share (simulation),
          100 * hbase_plan_simulation_get_mean_busiest_share (simulation), preset->schema);
}

/* Prints a line for each of the known designs, with splits that suit it. */
static int
compare_presets (Tool *tool, Options *options)
{
  const SimulatePreset *preset;
  gboolean is_given = options->splits != NULL;

  printf ("%-22s %7s %7s %5s %12s %10s  %s\n", "design", "ratio", "Gini", "dead", "busiest", "mean",
          "schema");
  for (guint i = 0; (preset = simulate_preset_nth (i)) != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseKeyGenerator) keys = NULL;
      g_autoptr (GPtrArray) splits = NULL;
      g_autoptr (HBasePlanSimulation) simulation = NULL;

      if (!is_given)
        {
          g_free (options->splits);
          options->splits = g_strdup (preset->splits != NULL ? preset->splits : PRESET_SPLITS);
        }
      if (use_preset (tool, preset, options, &error))
        keys = make_keys (tool, options, NULL, &error);
      if (keys != NULL)
        splits = make_splits (tool, options, keys, &error);
      if (splits != NULL)
        simulation = run_simulation (tool, options, keys, splits, &error);
      if (simulation == NULL)
        return tool_failed (error);
      print_preset (preset, simulation);
    }
  return TOOL_DONE;
}

static int
simulate (Tool *tool, const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TableSample) sample = is_on_table (options) ? table_sample_new () : NULL;
  g_autoptr (HBaseKeyGenerator) keys = make_keys (tool, options, sample, &error);
  g_autoptr (GPtrArray) splits = keys != NULL ? make_splits (tool, options, keys, &error) : NULL;
  g_autoptr (HBasePlanSimulation) simulation = NULL;
  g_auto (SimulateExtras) extras = { 0 };

  if (splits == NULL)
    return tool_failed (error);
  if (options->lint)
    extras.findings = simulate_find_problems (tool->schema, splits);
  if (options->emulation.sites != NULL)
    return emulation_run (tool, &options->emulation, keys, splits, (guint64) MAX (options->puts, 0),
                          (guint64) MAX (options->row_size, 0), (guint64) options->seed, &options->pictures,
                          &extras);
  simulation = run_simulation (tool, options, keys, splits, &error);
  if (simulation == NULL)
    return tool_failed_in_data (error);
  if (hbase_plan_simulation_get_puts (simulation) == 0)
    return tool_not_found ("there are no keys to simulate");
  if (options->advice.advise
      && (extras.advice = advice_make (tool, &options->advice, &options->emulation, simulation,
                                       options->row_size, sample, options->table, &error))
             == NULL)
    return tool_failed_in_data (error);
  if (!write_pictures (options, simulation, &error))
    return tool_failed_in_data (error);
  print_simulation (tool, simulation, &extras);
  if (extras.advice != NULL && !advice_save_splits (&options->advice, extras.advice, &error))
    return tool_failed_in_data (error);
  return TOOL_DONE;
}

/* Prepares the preset that was chosen. */
static gboolean
prepare_preset (Tool *tool, Options *options, GError **error)
{
  const SimulatePreset *preset;

  if (options->preset == NULL)
    return TRUE;
  preset = simulate_preset_find (options->preset, error);
  return preset != NULL && use_preset (tool, preset, options, error);
}

static int
run_compare (char **words)
{
  g_autoptr (GError) error = NULL;

  if (words[1] == NULL || words[2] == NULL)
    return tool_usage (&command_simulate, "--compare needs two files: --compare A.json B.json");
  return simulate_compare (words[1], words[2], &error) ? TOOL_DONE : tool_failed_in_data (error);
}

static int
run_simulate (Tool *tool, char **argv)
{
  g_auto (Options) options = { .puts = NOT_GIVEN,
                               .row_size = NOT_GIVEN,
                               .advice = ADVICE_DEFAULTS,
                               .samples = 1000000,
                               .emulation = EMULATION_DEFAULTS };
  GOptionEntry entries[] = {
    { "puts", 0, 0, G_OPTION_ARG_INT64, &options.puts,
      "how many puts (100000, with --advise 1000000); of a file or table by default all", "N" },
    { "generator", 0, 0, G_OPTION_ARG_STRING, &options.generator,
      "how all fields get their values: random (the default), sequential, zipf or time", "PATTERN" },
    { "field", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.fields,
      "how a field gets its values, such as id=zipf(1000); can be repeated", "FIELD=KIND" },
    { "column", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.columns,
      "a field's values are the lines of a file, or their word number N; can be repeated", "FIELD=FILE[:N]" },
    { "keys", 0, 0, G_OPTION_ARG_FILENAME, &options.keys, "read the row keys, one on each line, instead",
      "FILE|-" },
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &options.table, "read the row keys of a table of --uri instead",
      "TABLE" },
    { "splits", 0, 0, G_OPTION_ARG_FILENAME, &options.splits,
      "a file of split keys, or a kind and the number of regions, such as hexstring:16", "FILE|KIND:N" },
    { "samples", 0, 0, G_OPTION_ARG_INT64, &options.samples,
      "for sampled splits: the number of keys (1000000)", "N" },
    { "row-size", 0, 0, G_OPTION_ARG_INT64, &options.row_size,
      "bytes that a put writes in addition to its key (0)", "BYTES" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options.seed, "of the random numbers (0)", "S" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &options.threads, "how many threads (one for each processor)", "N" },
    PICTURE_ENTRIES (options.pictures),
    { "preset", 0, 0, G_OPTION_ARG_STRING, &options.preset, "use the schema and fields of a known design",
      "NAME" },
    { "presets", 0, 0, G_OPTION_ARG_NONE, &options.presets,
      "print a table of all known designs, in 10 regions if --splits isn't given", NULL },
    { "compare", 0, 0, G_OPTION_ARG_NONE, &options.compare,
      "show two reports in JSON side by side: of two distributions, or of two emulations", NULL },
    { "lint", 0, 0, G_OPTION_ARG_NONE, &options.lint, "also report the problems of the key schema", NULL },
    ADVICE_ENTRIES (options.advice),
    EMULATION_ENTRIES (options.emulation),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  const char *problem;

  if (!tool_parse (tool, &command_simulate, entries, &words, 0, 2))
    return TOOL_USAGE;
  if (options.compare)
    return run_compare (words);
  if (words[1] != NULL)
    return tool_usage (&command_simulate, "“%s” is one argument too many", words[1]);
  if ((options.preset != NULL || options.presets) && (options.fields != NULL || tool->schema != NULL))
    return tool_usage (&command_simulate, "known designs have a schema and fields of their own: "
                                          "--schema and --field can't be given with them");
  if (options.puts == NOT_GIVEN && options.keys == NULL && options.table == NULL)
    options.puts = options.advice.advise ? ADVISED_PUTS : DEFAULT_PUTS;
  if (!prepare_preset (tool, &options, &error))
    return tool_usage (&command_simulate, "%s", error->message);
  problem = find_problem (tool, &options);
  if (problem != NULL)
    return tool_usage (&command_simulate, "%s", problem);
  return options.presets ? compare_presets (tool, &options) : simulate (tool, &options);
}

const ToolCommand command_simulate = {
  "simulate",
  "[A.json B.json]",
  "show how writes would be distributed over regions",
  "Counts how many of N simulated puts go to each region. Prints a line START:PUTS:RATIO for each region, "
  "where\n"
  "RATIO is its puts divided by those of the region with the fewest, then totals. The same seed gives the "
  "same\n"
  "figures with any number of threads. --format can also be csv.\n"
  "\n"
  "Kinds of values of a field:\n"
  "  constant(VALUE)                sequence(START,STEP,LENGTH)    uniform(LOW,HIGH)\n"
  "  zipf(VALUES,EXPONENT)          normal(MEAN,DEVIATION)         md5(FIELD,…)\n"
  "  time(PUTS_A_SECOND,JITTER_IN_SECONDS,START)                   copy(FIELD)\n"
  "  md5-hex(DIGITS,FIELD,…)        phoenix(N,FIELD,…)             modulo(N,FIELD)\n"
  "  opentsdb(WIDTH,N,FIELD,…)      hash-of(WORD|WORD|…,FIELD,…)\n"
  "FIELD:TYPE=KIND defines a field that isn't stored in keys, for these hashes.\n"
  "\n"
  "Known designs (--preset, --presets): sequential-id, downward-counter, reversed-id, md5-prefix, "
  "partition,\n"
  "  multi-level-partition, time-series, metric-first, salted-time, newest-first-by-user\n"
  "\n"
  "Kinds of splits: hexstring, decimalstring, uniform, partition, salt and sampled; see `hbase-glib "
  "splits`.\n"
  "\n"
  "With --emulate, follows the regions in virtual time under HBase's settings instead: flushes, "
  "compactions, splits,\n"
  "moves to other servers, and the time for which writers are blocked. --row-size is then the size of "
  "names and values\n"
  "in a row.\n"
  "\n"
  "With --advise, also recommends regions, splits, salts, region size and split policy for a target: --rate "
  "or\n"
  "--rows-per-day, --row-size, --target-size or --keep-days, --servers and --heap; each with the figures "
  "that it\n"
  "rests on. With --table it is advice on the regions that the table has.\n"
  "\n"
  "Example: hbase-glib simulate --schema='salt:md5-hex(8,id),id:int64' --field='id=sequence(1)' \\\n"
  "           --splits=sampled:10 --puts=1000000 --svg=puts.svg\n"
  "         hbase-glib simulate --presets\n"
  "         hbase-glib simulate --advise --schema=id:uint64 --generator=sequential --rate=20000 \\\n"
  "           --row-size=300 --servers=5\n"
  "         hbase-glib simulate --emulate=hbase-site.xml --schema=id:int64 --generator=sequential \\\n"
  "           --puts=1000000000 --row-size=200 --servers=3",
  run_simulate,
  TOOL_CSV,
};
