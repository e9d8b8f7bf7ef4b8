/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBaseFreedError: the last error that a thread freed, for the overrides of Python. */

#include "config.h"

#include "hbase-freed-error-private.h"

enum { PROP_CODE = 1, PROP_MESSAGE, PROP_DETAILS, PROP_JAVA_CLASS, N_PROPERTIES };

typedef struct {
  int code;
  char *texts[N_PROPERTIES]; /* NULL: none */
} Record;

typedef struct {
  GObject parent_instance;
  Record record;
} HBaseFreedError;

typedef struct {
  GObjectClass parent_class;
} HBaseFreedErrorClass;

G_DEFINE_TYPE (HBaseFreedError, hbase_freed_error, G_TYPE_OBJECT)

static void
record_clear (Record *record)
{
  for (guint i = 0; i < N_PROPERTIES; i++)
    g_free (record->texts[i]);
}

static void
record_free (gpointer record)
{
  record_clear (record);
  g_free (record);
}

/* Of the thread; NULL: it has freed none. */
static GPrivate last_record = G_PRIVATE_INIT (record_free);
/* Whether anybody wants records: programs in other languages don't. */
static gint is_used;

void
hbase_freed_error_record (const GError *error, const char *details, const char *java_class)
{
  Record *record;

  if (!g_atomic_int_get (&is_used))
    return;
  record = g_new0 (Record, 1);
  record->code = error->code;
  record->texts[PROP_MESSAGE] = g_strdup (error->message);
  record->texts[PROP_DETAILS] = g_strdup (details);
  record->texts[PROP_JAVA_CLASS] = g_strdup (java_class);
  g_private_replace (&last_record, record);
}

static void
hbase_freed_error_init (HBaseFreedError *self)
{
  const Record *record = g_private_get (&last_record);

  if (record == NULL)
    return;
  self->record.code = record->code;
  for (guint i = 0; i < N_PROPERTIES; i++)
    self->record.texts[i] = g_strdup (record->texts[i]);
}

static void
hbase_freed_error_finalize (GObject *object)
{
  record_clear (&((HBaseFreedError *) object)->record);
  G_OBJECT_CLASS (hbase_freed_error_parent_class)->finalize (object);
}

static void
hbase_freed_error_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const Record *record = &((HBaseFreedError *) object)->record;

  if (id == PROP_CODE)
    g_value_set_int (value, record->code);
  else
    g_value_set_string (value, record->texts[id]);
}

static void
hbase_freed_error_class_init (HBaseFreedErrorClass *class)
{
  static const char *const names[]
      = { [PROP_MESSAGE] = "message", [PROP_DETAILS] = "details", [PROP_JAVA_CLASS] = "java-class" };
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_freed_error_finalize;
  object_class->get_property = hbase_freed_error_get_property;
  g_object_class_install_property (object_class, PROP_CODE,
                                   g_param_spec_int ("code", NULL, NULL, 0, G_MAXINT, 0, flags));
  for (guint i = PROP_MESSAGE; i < N_PROPERTIES; i++)
    g_object_class_install_property (object_class, i,
                                     g_param_spec_string (names[i], NULL, NULL, NULL, flags));
  g_atomic_int_set (&is_used, TRUE);
}
