/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command splits. */

#include "config.h"

#include <string.h>

#include "output.h"
#include "picked-keys.h"
#include "progress.h"
#include "table-text.h"

#define MEBIBYTE (1024 * 1024)
#define MOST_MEBIBYTES 4095
#define SAMPLES 1000000 /* keys of a schema */
#define NOT_GIVEN G_MININT

typedef struct {
  int regions;
  char *from, *to;
  gboolean inclusive, with_ends;
  char *keys;
  HBaseKeySchema *schema;
  gint64 samples, seed;
  int memory;
  gboolean hex;
  char *create; /* the table to create; NULL: none */
  gboolean dry_run;
  char **families; /* the families of that table; owned by the arguments */
  int versions;    /* how many versions of a cell that table keeps; NOT_GIVEN: one */
  GCancellable *cancellable;
} Options;

static void
clear_options (Options *options)
{
  g_free (options->from);
  g_free (options->to);
  g_free (options->keys);
  g_free (options->create);
  g_clear_pointer (&options->schema, hbase_key_schema_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, clear_options)

/* What a kind of splits accepts beside --regions. */
typedef enum {
  TAKES_RANGE = 1 << 0,
  NEEDS_RANGE = 1 << 1,
  TAKES_ENDS = 1 << 2,
  NEEDS_KEYS = 1 << 3,
  NEEDS_SCHEMA = 1 << 4, /* with NEEDS_KEYS: needs one of the two */
} KindFlags;

typedef struct {
  const char *name;
  KindFlags flags;
  HBaseSplitCalculator *(*make) (const Options *options, GError **error);
} Kind;

/* ---- kinds ---- */

static HBaseSplitCalculator *
make_hex (const Options *options, GError **error)
{
  return HBASE_SPLIT_CALCULATOR (hbase_number_splits_new_hex (options->from, options->to));
}

static HBaseSplitCalculator *
make_hex_string (const Options *options, GError **error)
{
  return HBASE_SPLIT_CALCULATOR (hbase_number_splits_new_hex_string (options->from, options->to));
}

static HBaseSplitCalculator *
make_decimal_string (const Options *options, GError **error)
{
  return HBASE_SPLIT_CALCULATOR (hbase_number_splits_new_decimal_string (options->from, options->to));
}

static HBaseSplitCalculator *
make_partition (const Options *options, GError **error)
{
  return HBASE_SPLIT_CALCULATOR (hbase_partition_splits_new ());
}

/* Makes splits between two keys; one that isn't given is empty. */
static HBaseSplitCalculator *
make_range (const Options *options, gboolean inclusive, GError **error)
{
  g_autoptr (GBytes) start = hbase_bytes_from_escaped (options->from != NULL ? options->from : "", error);
  g_autoptr (GBytes) end
      = start != NULL ? hbase_bytes_from_escaped (options->to != NULL ? options->to : "", error) : NULL;
  const guint8 *start_data, *end_data;
  gsize start_length, end_length;

  if (end == NULL)
    return NULL;
  start_data = g_bytes_get_data (start, &start_length);
  end_data = g_bytes_get_data (end, &end_length);
  if (options->with_ends)
    return HBASE_SPLIT_CALCULATOR (
        hbase_bytes_splits_new_with_ends (start_data, start_length, end_data, end_length));
  return HBASE_SPLIT_CALCULATOR (
      hbase_bytes_splits_new (start_data, start_length, end_data, end_length, inclusive));
}

static HBaseSplitCalculator *
make_uniform (const Options *options, GError **error)
{
  return make_range (options, TRUE, error);
}

static HBaseSplitCalculator *
make_bytes (const Options *options, GError **error)
{
  return make_range (options, options->inclusive, error);
}

static HBaseSplitCalculator *
make_salt (const Options *options, GError **error)
{
  return HBASE_SPLIT_CALCULATOR (hbase_salt_splits_new (options->schema));
}

static HBaseSplitCalculator *
make_sampled (const Options *options, GError **error)
{
  guint32 seed = options->seed >= 0 ? (guint32) options->seed : g_random_int ();
  g_autoptr (HBaseKeyGenerator) keys = NULL;
  HBaseSampledSplits *splits;

  if (options->schema != NULL)
    keys = picked_keys_new_all (HBASE_KEY_GENERATOR (hbase_schema_key_generator_new (options->schema, seed)));
  else
    keys = picked_keys_new (options->keys, (guint64) options->samples, seed, options->cancellable, error);
  if (keys == NULL)
    return NULL;
  splits
      = hbase_sampled_splits_new (keys, options->schema != NULL ? (guint64) options->samples : G_MAXUINT64);
  hbase_sampled_splits_set_max_memory (splits, (guint64) options->memory * MEBIBYTE);
  return HBASE_SPLIT_CALCULATOR (splits);
}

static const Kind kinds[] = {
  { "hex", NEEDS_RANGE, make_hex },
  { "hexstring", TAKES_RANGE, make_hex_string },
  { "decimalstring", TAKES_RANGE, make_decimal_string },
  { "uniform", TAKES_RANGE, make_uniform },
  { "bytes", NEEDS_RANGE | TAKES_ENDS, make_bytes },
  { "partition", 0, make_partition },
  { "salt", NEEDS_SCHEMA, make_salt },
  { "sampled", NEEDS_KEYS | NEEDS_SCHEMA, make_sampled },
};

static const Kind *
find_kind (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].name, name) == 0)
      return &kinds[i];
  return NULL;
}

static int
refuse_kind (const char *name)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", kinds[i].name);
  return tool_usage (&command_splits, "there is no kind of splits “%s”; there are %s", name, names->str);
}

/* ---- the command ---- */

/* Returns which option doesn't fit the kind, or NULL. */
static const char *
find_conflict (const Kind *kind, const Options *options)
{
  gboolean has_range = options->from != NULL || options->to != NULL;

  if (has_range && (kind->flags & (TAKES_RANGE | NEEDS_RANGE)) == 0)
    return "this kind has no --from and --to";
  if ((kind->flags & NEEDS_RANGE) != 0 && (options->from == NULL || options->to == NULL))
    return "--from and --to are missing";
  if ((options->inclusive || options->with_ends) && (kind->flags & TAKES_ENDS) == 0)
    return "--inclusive and --with-ends are for bytes only";
  if (options->inclusive && options->with_ends)
    return "give either --inclusive or --with-ends";
  if ((kind->flags & NEEDS_KEYS) != 0 && options->keys == NULL && options->schema == NULL)
    return "keys are missing: give their SCHEMA, or --keys=FILE";
  if ((kind->flags & NEEDS_KEYS) == 0 && (kind->flags & NEEDS_SCHEMA) != 0 && options->schema == NULL)
    return "SCHEMA is missing";
  if ((kind->flags & NEEDS_KEYS) == 0
      && (options->keys != NULL || (options->samples > 0 && options->schema == NULL) || options->seed >= 0))
    return "--keys, --samples and --seed are for sampled only";
  if (options->create != NULL && options->families[0] == NULL)
    return "the table's column families are missing: --create=TABLE FAMILY…";
  if (options->create == NULL && options->families[0] != NULL)
    return options->regions < 1 ? "the number of regions is given as --regions=N"
                                : "column families need --create=TABLE";
  if (options->create == NULL && options->versions != NOT_GIVEN)
    return "--versions is for a table: add --create=TABLE and its column families";
  if (options->create == NULL && options->dry_run)
    return "--dry-run is for a table: add --create=TABLE and its column families";
  return NULL;
}

static const char *
find_wrong_number (const Options *options)
{
  if (options->regions < 1)
    return "--regions=N is missing, or less than 1";
  if (options->samples < 0)
    return "--samples must be at least 0";
  if (options->seed < -1 || options->seed > G_MAXUINT32)
    return "--seed must be a number of 32 bits";
  if (options->memory < 1 || options->memory > MOST_MEBIBYTES)
    return "--memory must be from 1 to 4095 MiB";
  if (options->versions != NOT_GIVEN && options->versions < 1)
    return "--versions must be at least 1";
  if (options->samples > 0 && g_strcmp0 (options->keys, "-") == 0)
    return "--samples reads the file twice, so that it can't be the standard input";
  return NULL;
}

static void
print_key (Tool *tool, gboolean hex, GBytes *key)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (key, &length);

  if (hex)
    output_hex (tool, data, length);
  else
    output_key (tool, data, length);
}

/* Parses the table that is to be created, and its families. */
static HBaseTableDescriptor *
parse_table (const Options *options, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (HBaseFamilyDescriptor) defaults = hbase_family_descriptor_new ("");
  g_auto (GStrv) words = NULL;
  HBaseTableDescriptor *table;

  g_strv_builder_add (builder, options->create);
  g_strv_builder_addv (builder, (const char **) options->families);
  words = g_strv_builder_end (builder);
  table = table_text_parse_words (words, error);
  if (options->versions != NOT_GIVEN)
    hbase_family_descriptor_set_max_versions (defaults, (guint) options->versions);
  if (table != NULL)
    table_text_complete_families (table, defaults);
  return table;
}

/* Creates the table, or prints it with --dry-run. */
static gboolean
create_table (Tool *tool, const Options *options, GPtrArray *splits, GError **error)
{
  HBaseTableDescriptor *table = parse_table (options, error);
  g_autoptr (TableText) text = table != NULL ? table_text_new (table) : NULL;
  g_autoptr (HBaseAdmin) admin = NULL;

  if (text == NULL)
    return FALSE;
  g_ptr_array_extend (text->splits, splits, (GCopyFunc) (GCallback) g_bytes_ref, NULL);
  tool->may_create = !options->dry_run;
  admin = tool_open_admin (tool, NULL, error);
  if (admin == NULL)
    return FALSE;
  return options->dry_run ? table_text_print_plan (tool, admin, text, error)
                          : hbase_admin_create_table (admin, text->table, splits, tool->cancellable, error);
}

static int
print_splits (Tool *tool, const Kind *kind, const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseSplitCalculator) calculator = kind->make (options, &error);
  g_autoptr (GPtrArray) splits = NULL;

  if (calculator != NULL)
    splits = hbase_split_calculator_calculate (calculator, (guint) options->regions, options->cancellable,
                                               &error);
  progress_end ();
  if (splits == NULL && options->keys != NULL)
    return tool_failed_in_data (error);
  if (splits == NULL || (options->create != NULL && !create_table (tool, options, splits, &error)))
    return tool_failed (error);
  for (guint i = 0; i < splits->len && !options->dry_run && !output_is_lost (); i++)
    print_key (tool, options->hex, g_ptr_array_index (splits, i));
  return TOOL_DONE;
}

static gboolean
parse_options (Tool *tool, char ***words, Options *options)
{
  GOptionEntry entries[] = {
    { "regions", 0, 0, G_OPTION_ARG_INT, &options->regions, "the number of regions: one more than split keys",
      "N" },
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &options->from, "the least key: digits, or any bytes", "A" },
    { "to", 0, 0, G_OPTION_ARG_FILENAME, &options->to, "the greatest key", "B" },
    { "inclusive", 0, 0, G_OPTION_ARG_NONE, &options->inclusive, "bytes: B belongs to the last region",
      NULL },
    { "with-ends", 0, 0, G_OPTION_ARG_NONE, &options->with_ends, "bytes: also split at A and at B", NULL },
    { "keys", 0, 0, G_OPTION_ARG_FILENAME, &options->keys,
      "sampled: a file of keys, one on each line; -: the standard input", "FILE" },
    { "samples", 0, 0, G_OPTION_ARG_INT64, &options->samples,
      "sampled: how many keys are chosen at random (all of a file, 1,000,000 of a SCHEMA)", "M" },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options->seed, "sampled: choose the same keys each time", "S" },
    { "memory", 0, 0, G_OPTION_ARG_INT, &options->memory,
      "sampled: memory for keys; if they need more, some are dropped (64)", "MIB" },
    { "hex", 0, 0, G_OPTION_ARG_NONE, &options->hex, "print hex digits", NULL },
    { "create", 0, 0, G_OPTION_ARG_FILENAME, &options->create, "create the table with these column families",
      "TABLE" },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options->dry_run,
      "with --create: print the table that would be created, and create nothing", NULL },
    { "versions", 0, 0, G_OPTION_ARG_INT, &options->versions,
      "with --create: how many versions of a cell are kept (1), if a FAMILY doesn't say it", "N" },
    G_OPTION_ENTRY_NULL,
  };

  return tool_parse (tool, &command_splits, entries, words, 1, G_MAXINT);
}

/* Takes the schema after a kind that needs one, unless the keys are read from a file. */
static gboolean
take_schema (const Kind *kind, char **words, Options *options, GError **error)
{
  options->families = words;
  if ((kind->flags & NEEDS_SCHEMA) == 0 || options->keys != NULL || words[0] == NULL)
    return TRUE;
  options->families = words + 1;
  options->schema = hbase_key_schema_new (words[0], error);
  if (options->samples == 0)
    options->samples = SAMPLES;
  return options->schema != NULL;
}

static int
run_splits (Tool *tool, char **argv)
{
  g_auto (Options) options
      = { .seed = -1, .memory = 64, .versions = NOT_GIVEN, .cancellable = tool->cancellable };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  const Kind *kind;
  const char *problem;

  if (!parse_options (tool, &words, &options))
    return TOOL_USAGE;
  kind = find_kind (words[1]);
  if (kind == NULL)
    return refuse_kind (words[1]);
  if (!take_schema (kind, words + 2, &options, &error))
    return tool_usage (&command_splits, "%s", error->message);
  problem = find_conflict (kind, &options);
  if (problem == NULL)
    problem = find_wrong_number (&options);
  if (problem != NULL)
    return tool_usage (&command_splits, "%s: %s", kind->name, problem);
  return print_splits (tool, kind, &options);
}

const ToolCommand command_splits = {
  "splits",
  "KIND [SCHEMA] --regions=N [FAMILY…]",
  "calculate where to split a table",
  "Prints the split keys in order, one on each line. Kinds:\n"
  "  hex            keys of hex digits from A to B, the step rounded down\n"
  "  hexstring      as HBase's HexStringSplit, by default from 00000000 to FFFFFFFF\n"
  "  decimalstring  as HBase's DecimalStringSplit, by default from 00000000 to 99999999\n"
  "  uniform        as HBase's UniformSplit: any bytes, by default from the empty key to eight bytes FF\n"
  "  bytes          as HBase's Bytes.split(): any bytes, from A to B\n"
  "  partition      keys that begin with the number of a partition in eight bytes\n"
  "  salt           keys of a SCHEMA that begin with a salt: the same number of salts in each region\n"
  "  sampled        keys of a SCHEMA, or from a file: the same number of keys in each region\n"
  "With --create the table is created with these splits before the keys are printed. TABLE and each FAMILY\n"
  "can have settings in braces, as for `create`.\n"
  "Example: hbase-glib splits hexstring --regions=16 --create=users --versions=3 content",
  run_splits,
};
