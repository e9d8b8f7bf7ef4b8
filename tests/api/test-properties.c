/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "hbase-plan.h"

/* This tests what the properties of all classes have in common. */

typedef GType (*TypeFunc) (void);

static const TypeFunc types[] = {
  hbase_batch_get_type,         hbase_connection_get_type,          hbase_plan_emulator_get_type,
  hbase_plan_key_lint_get_type, hbase_local_server_get_type,        hbase_page_iterator_get_type,
  hbase_prepender_get_type,     hbase_plan_region_advisor_get_type, hbase_row_model_get_type,
  hbase_sequence_get_type,      hbase_plan_simulation_get_type,     hbase_plan_simulator_get_type,
  hbase_table_get_type,         hbase_table_cursor_get_type,
};

static gboolean
is_construct_only (const GParamSpec *spec)
{
  return (spec->flags & G_PARAM_CONSTRUCT_ONLY) != 0;
}

static GParamSpec **
list_properties (GType type)
{
  g_autoptr (GTypeClass) class = g_type_class_ref (type);
  guint n;

  return g_object_class_list_properties (G_OBJECT_CLASS (class), &n);
}

/* Makes an object with the objects that it requires; nothing is sent. */
static GObject *
make (GType type)
{
  g_autofree GParamSpec **specs = list_properties (type);
  const char *names[1] = { NULL };
  GValue values[1] = { G_VALUE_INIT };
  guint n = 0;
  GObject *object;

  for (guint i = 0; specs[i] != NULL && n == 0; i++)
    if (is_construct_only (specs[i]) && G_TYPE_IS_CLASSED (specs[i]->value_type)
        && g_type_is_a (specs[i]->value_type, G_TYPE_OBJECT))
      {
        g_value_init (&values[n], specs[i]->value_type);
        g_value_take_object (&values[n], make (specs[i]->value_type));
        names[n++] = specs[i]->name;
      }
  object = g_object_new_with_properties (type, n, names, values);
  if (n > 0)
    g_value_unset (&values[0]);
  return object;
}

static void
assert_has_default (GObject *object, GParamSpec *spec)
{
  GValue value = G_VALUE_INIT;

  g_object_get_property (object, spec->name, &value);
  ck_assert_msg (g_param_value_defaults (spec, &value), "%s:%s hasn't its default",
                 G_OBJECT_TYPE_NAME (object), spec->name);
  g_value_unset (&value);
}

START_TEST (a_new_object_has_the_default_of_each_property)
{
  g_autoptr (GObject) object = make (types[_i]());
  g_autofree GParamSpec **specs = list_properties (types[_i]());

  for (guint i = 0; specs[i] != NULL; i++)
    if ((specs[i]->flags & G_PARAM_READABLE) != 0 && (specs[i]->flags & G_PARAM_WRITABLE) != 0
        && !is_construct_only (specs[i]))
      assert_has_default (object, specs[i]);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("properties");

  suite_add_tcase (suite, tcase);
  tcase_add_loop_test (tcase, a_new_object_has_the_default_of_each_property, 0, G_N_ELEMENTS (types));
}

TEST_MAIN ("properties", fill)
