/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "engine.h"

#include "check-main.h"
#include "hbase-admin-operations-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-wire-tables.h"
#include "test-seed.h"

/* At least this many histories are run. */
#define FEW 30

/* ---- the engine ---- */

HBaseTarget
target (void)
{
  return (HBaseTarget){ PROTOCOL, "t" };
}

static gboolean
is_write (const HBaseBlock *call)
{
  return call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT]
         || call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_MUTATE];
}

/* Executes the call once before, so that the response is that of the second time, `false`. */
static void
execute_before (Engine *engine, const HBaseBlock *call)
{
  HBaseWireWriter unheard;

  hbase_wire_writer_init (&unheard, PROTOCOL, 256);
  hbase_local_client_execute (engine->client, NULL, call, &unheard);
  hbase_wire_writer_clear (&unheard);
}

void
serve (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  Engine *engine = data;

  if (is_write (call) && ++engine->writes == engine->doubled)
    execute_before (engine, call);
  hbase_local_client_execute (engine->client, NULL, call, reply);
}

void
run_successfully (Engine *engine, HBaseOperation *operation)
{
  ScriptedPump pump = { .serve = serve, .service = engine };
  g_autoptr (GError) error = NULL;

  scripted_pump_run (&pump, operation, &error);
  ck_assert_no_error (error);
  scripted_pump_clear (&pump);
}

void
engine_init (Engine *engine)
{
  const char *const families[] = { "f", "g", "h" };
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseOperation) creation = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (families[i]);

      hbase_table_descriptor_add_family (table, family);
    }
  *engine = (Engine){ .service = hbase_local_service_open (NULL, HBASE_LOCAL_OPEN_CREATE, NULL, &error) };
  ck_assert_no_error (error);
  engine->client = hbase_local_client_new (engine->service);
  creation = hbase_create_table_operation_new (target (), table, NULL);
  run_successfully (engine, creation);
}

void
engine_clear (Engine *engine)
{
  hbase_local_client_free (engine->client);
  hbase_local_service_unref (engine->service);
}

void
put (Engine *engine, HBaseSlice row, const char *cells)
{
  g_autoptr (HBasePut) put = hbase_put_new (row.data, row.length);
  g_auto (GStrv) words = g_strsplit (cells, " ", -1);
  g_autoptr (HBaseOperation) operation = NULL;

  for (char **word = words; *word != NULL; word++)
    {
      g_auto (GStrv) parts = g_strsplit_set (*word, ":=", 3);

      hbase_put_add_utf8 (put, parts[0], parts[1], parts[2]);
    }
  operation = hbase_put_operation_new (target (), put);
  run_successfully (engine, operation);
}

char *
get (Engine *engine, HBaseSlice row)
{
  g_autoptr (HBaseGet) get = hbase_get_new (row.data, row.length);
  g_autoptr (HBaseOperation) operation = hbase_get_operation_new (target (), get);
  g_autoptr (HBaseRow) found = NULL;
  GString *text = g_string_new (NULL);

  run_successfully (engine, operation);
  hbase_operation_take (operation, &found, NULL);
  for (guint i = 0; i < hbase_row_get_n_cells (found); i++)
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (found, i);
      g_autofree char *column = hbase_cell_dup_column_escaped (cell);
      HBaseSlice value;

      value.data = hbase_cell_get_value (cell, &value.length);
      if (value.length == HBASE_GUARD_FENCE_LENGTH
          && memcmp (value.data, HBASE_GUARD_TOMBSTONE.data, 17) == 0)
        value = HBASE_SLICE_LITERAL ("!");
      g_string_append_printf (text, "%s%s=%.*s", i > 0 ? " " : "", column, (int) value.length,
                              (const char *) value.data);
    }
  return g_string_free (text, FALSE);
}

void
assert_row (Engine *engine, HBaseSlice row, const char *expected, guint history)
{
  g_autofree char *text = get (engine, row);

  ck_assert_msg (strcmp (text, expected) == 0, "history %u: “%s”, not “%s”", history, text, expected);
}

/* ---- keys: the number of the history, and a counter ---- */

HBaseSlice
key_of (Key *key, guint32 list, gint64 counter)
{
  guint32 head = GUINT32_TO_BE (list);
  guint64 tail = GUINT64_TO_BE ((guint64) counter);

  memcpy (key->bytes, &head, sizeof head);
  memcpy (key->bytes + sizeof head, &tail, sizeof tail);
  return hbase_slice (key->bytes, sizeof key->bytes);
}

void
play_all (Scene scene, guint requests)
{
  guint n = scripted_histories (requests) * 3, times = MAX (test_times (n), MIN (n, FEW));
  Engine engine;

  engine_init (&engine);
  for (guint i = 0; i < n; i += n / times)
    {
      ScriptedPump pump = { .serve = serve, .service = &engine };

      engine.writes = 0;
      engine.doubled = i % 3;
      scripted_history (&pump, i / 3, requests);
      scene (&engine, i, &pump);
    }
  engine_clear (&engine);
}

/* ---- what is prepended ---- */

/* What all rows are made of. */
static struct {
  HBaseKeySchema *schema;
  GVariant *prefix; /* of the list that was used last */
  HBasePut *cells;
} stuff;

void
make_test_settings (void)
{
  stuff.schema = hbase_key_schema_new ("list:uint32,id:downward", NULL);
  stuff.cells = hbase_put_new (NULL, 0);
  hbase_put_add_utf8 (stuff.cells, "f", "a", "1");
}

void
free_test_settings (void)
{
  hbase_mutation_unref (stuff.cells);
  g_clear_pointer (&stuff.prefix, g_variant_unref);
  hbase_key_schema_unref (stuff.schema);
}

HBasePrependSettings
settings_of (const Key *list, const char *token)
{
  guint32 number;

  memcpy (&number, list->bytes, sizeof number);
  g_clear_pointer (&stuff.prefix, g_variant_unref);
  stuff.prefix = g_variant_ref_sink (g_variant_new ("(u)", GUINT32_FROM_BE (number)));
  return (HBasePrependSettings){ .table = "t",
                                 .schema = stuff.schema,
                                 .prefix = stuff.prefix,
                                 .strategy = &hbase_prepend_probe_class,
                                 .start = START,
                                 .guard_family = "g",
                                 .guard_qualifier = "",
                                 .cells = stuff.cells,
                                 .token = (const guint8 *) token,
                                 .checked = TRUE };
}

HBasePrependOperation *
prepend_new_below (const HBasePrependSettings *settings, gint64 taken)
{
  HBasePrependSettings known = *settings;
  HBasePrependOperation *prepend;

  known.coordinator = hbase_prepend_coordinator_new ();
  if (taken >= 0)
    hbase_prepend_coordinator_record_taken (known.coordinator, taken);
  prepend = hbase_prepend_operation_new (PROTOCOL, &known);
  hbase_prepend_coordinator_unref (known.coordinator);
  return prepend;
}
