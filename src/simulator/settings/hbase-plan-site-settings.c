/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-site-settings.h"

#include <string.h>

#include "hbase-bytes-private.h"
#include "hbase-error-private.h"
#include "hbase-plan-descriptor-text-private.h"

/* This file implements HBasePlanSiteSettings: configuration files, read as Hadoop's class `Configuration`
 * does.
 *
 * Invariants:
 * 1. A file is read completely or not at all: it changes a copy of the settings, which replaces them when the
 *    end of the file was reached without an error.
 * 2. A property that is final keeps its value, whichever file or line comes after it.
 * 3. Each value that isn't used, because of 2, or because the same file has another one, has a note.
 * 4. Files that include each other in a circle, or deeper than MAX_INCLUDES, are an error. */

#define MAX_INCLUDES 16
/* Configuration.MAX_SUBST. */
#define MAX_SUBSTITUTIONS 20

/**
 * HBasePlanSiteSettings:
 *
 * The properties of configuration files as HBase reads them: `hbase-default.xml`, then `hbase-site.xml`, then
 * what a table's descriptor overrides.
 *
 * A later file overrides an earlier one, except for properties that are `final`. `${name}` in a value is
 * replaced by the value of another property, at most 20 times. Files are included by `xi:include`, with
 * `fallback`. As Hadoop does, the reader ignores a property without a name and one with an empty value, and
 * reads `name`, `value` and `final` from attributes, too. System properties of Java and environment variables
 * aren't read: `${user.home}` and `${env.HOME}` remain as they are.
 *
 * The object reads no files itself. It may be used by one thread at a time.
 */
struct _HBasePlanSiteSettings {
  GObject parent;
  GHashTable *properties; /* from names to Property */
  GPtrArray *notes;       /* of char * */
  HBasePlanSiteSettingsReader reader;
  gpointer reader_data;
  GDestroyNotify destroy;
};

G_DEFINE_FINAL_TYPE (HBasePlanSiteSettings, hbase_plan_site_settings, G_TYPE_OBJECT)

typedef struct {
  char *value;
  char *origin; /* `hbase-site.xml:12` */
  char *file;
  gboolean is_final;
} Property;

/* What one call adds. */
typedef struct {
  HBasePlanSiteSettings *settings;
  GHashTable *properties;
  GPtrArray *notes;
} Addition;

/* One file, and the element in which the parser is. */
typedef struct _Reading {
  Addition *addition;
  const struct _Reading *includer;
  const char *file;
  GMarkupParseContext *context;
  GString *text;
  int depth;   /* of elements */
  int skipped; /* depth of the innermost element that is skipped; 0: none */
  char *name, *value;
  gboolean is_final, is_in_property;
  char *failed_href; /* the include at which the parser is couldn't be read */
  gboolean has_fallback;
  int property_line;
} Reading;

static void
property_free (gpointer data)
{
  Property *property = data;

  g_free (property->value);
  g_free (property->origin);
  g_free (property->file);
  g_free (property);
}

static Property *
property_new (const char *value, const char *file, int line, gboolean is_final)
{
  Property *property = g_new (Property, 1);

  property->value = g_strdup (value);
  property->origin = g_strdup_printf ("%s:%d", file, line);
  property->file = g_strdup (file);
  property->is_final = is_final;
  return property;
}

static GHashTable *
make_table (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, property_free);
}

static void
hbase_plan_site_settings_init (HBasePlanSiteSettings *settings)
{
  settings->properties = make_table ();
  settings->notes = g_ptr_array_new_with_free_func (g_free);
}

static void
finalize (GObject *object)
{
  HBasePlanSiteSettings *settings = HBASE_PLAN_SITE_SETTINGS (object);

  if (settings->destroy != NULL)
    settings->destroy (settings->reader_data);
  g_hash_table_unref (settings->properties);
  g_ptr_array_unref (settings->notes);
  G_OBJECT_CLASS (hbase_plan_site_settings_parent_class)->finalize (object);
}

static void
hbase_plan_site_settings_class_init (HBasePlanSiteSettingsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

/**
 * hbase_plan_site_settings_new:
 *
 * Makes settings without any property.
 *
 * Returns: (transfer full): the settings
 */
HBasePlanSiteSettings *
hbase_plan_site_settings_new (void)
{
  return g_object_new (HBASE_PLAN_TYPE_SITE_SETTINGS, NULL);
}

/**
 * hbase_plan_site_settings_set_reader:
 * @settings: settings
 * @reader: (nullable) (scope notified) (closure user_data) (destroy destroy): reads included files; NULL, the
 *   default: no file is found
 * @user_data: data for @reader
 * @destroy: (nullable): frees @user_data
 *
 * Sets the function that reads the files that `xi:include` names.
 */
void
hbase_plan_site_settings_set_reader (HBasePlanSiteSettings *settings,
                                     HBasePlanSiteSettingsReader reader,
                                     gpointer user_data,
                                     GDestroyNotify destroy)
{
  g_return_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings));

  if (settings->destroy != NULL)
    settings->destroy (settings->reader_data);
  settings->reader = reader;
  settings->reader_data = user_data;
  settings->destroy = destroy;
}

/* ---- properties ---- */

static void G_GNUC_PRINTF (2, 3) add_note (Addition *addition, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (addition->notes, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static void
set_property (
    Addition *addition, const char *name, const char *value, const char *file, int line, gboolean is_final)
{
  Property *old = g_hash_table_lookup (addition->properties, name);

  if (old != NULL && old->is_final)
    {
      add_note (addition, "%s:%d: the value of %s is ignored, because it is final in %s", file, line, name,
                old->origin);
      return;
    }
  if (old != NULL && g_str_equal (old->file, file))
    add_note (addition, "%s: the value of %s is replaced by that of line %d", old->origin, name, line);
  g_hash_table_replace (addition->properties, g_strdup (name), property_new (value, file, line, is_final));
}

/* ---- XML ---- */

static int
current_line (Reading *reading)
{
  int line = 0;

  g_markup_parse_context_get_position (reading->context, &line, NULL);
  return line;
}

/* The name without its namespace's prefix. */
static const char *
local_name (const char *name)
{
  const char *colon = strchr (name, ':');

  return colon != NULL ? colon + 1 : name;
}

/* Sets an error with the place where the parser is. */
static void G_GNUC_PRINTF (3, 4) fail (Reading *reading, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;
  int line = 0, column = 0;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_markup_parse_context_get_position (reading->context, &line, &column);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s:%d:%d: %s", reading->file, line, column, message);
}

static gboolean
read_file (Addition *addition, const Reading *includer, const char *file, GBytes *text, GError **error);

/* The file that an include names, from the folder of the file that includes it. */
static char *
resolve_href (const char *file, const char *href)
{
  g_autofree char *folder = g_path_get_dirname (file);

  if (g_str_has_prefix (href, "file://"))
    return g_strdup (href + strlen ("file://"));
  if (g_path_is_absolute (href) || strstr (href, "://") != NULL || g_str_equal (folder, "."))
    return g_strdup (href);
  return g_build_filename (folder, href, NULL);
}

static gboolean
check_includers (Reading *reading, const char *file, GError **error)
{
  int depth = 0;

  for (const Reading *outer = reading; outer != NULL; outer = outer->includer, depth++)
    if (g_str_equal (outer->file, file))
      {
        fail (reading, error, "%s includes itself", file);
        return FALSE;
      }
  if (depth > MAX_INCLUDES)
    {
      fail (reading, error, "files are included more than %d deep", MAX_INCLUDES);
      return FALSE;
    }
  return TRUE;
}

static void
include (Reading *reading, const char *href, GError **error)
{
  HBasePlanSiteSettings *settings = reading->addition->settings;
  g_autofree char *file = NULL;
  g_autoptr (GBytes) text = NULL;
  g_autoptr (GError) local_error = NULL;

  if (href == NULL)
    {
      fail (reading, error, "an include has no href");
      return;
    }
  file = resolve_href (reading->file, href);
  if (!check_includers (reading, file, error))
    return;
  if (settings->reader != NULL)
    text = settings->reader (file, settings->reader_data, &local_error);
  if (text != NULL)
    read_file (reading->addition, reading, file, text, error);
  else if (local_error != NULL)
    fail (reading, error, "%s can't be included: %s", file, local_error->message);
  else
    {
      /* In a fallback, of another include that failed: Hadoop forgets that one, too. */
      g_free (reading->failed_href);
      reading->failed_href = g_steal_pointer (&file);
    }
}

static const char *
find_attribute (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];
  return NULL;
}

static gboolean
is_true (const char *text)
{
  return text != NULL && g_str_equal (text, "true");
}

static void
begin_property (Reading *reading, const char **names, const char **values)
{
  g_clear_pointer (&reading->name, g_free);
  g_clear_pointer (&reading->value, g_free);
  reading->name = g_strdup (find_attribute (names, values, "name"));
  reading->value = g_strdup (find_attribute (names, values, "value"));
  reading->is_final = is_true (find_attribute (names, values, "final"));
  reading->is_in_property = TRUE;
  reading->property_line = current_line (reading);
}

static void
on_start (GMarkupParseContext *context G_GNUC_UNUSED,
          const char *element,
          const char **names,
          const char **values,
          gpointer user_data,
          GError **error)
{
  Reading *reading = user_data;
  const char *name = local_name (element);

  reading->depth++;
  g_string_truncate (reading->text, 0);
  if (reading->depth == 1 && !g_str_equal (name, "configuration"))
    fail (reading, error, "the outermost element is <%s>; <configuration> was expected", element);
  else if (reading->skipped != 0)
    return;
  else if (g_str_equal (name, "property"))
    begin_property (reading, names, values);
  else if (g_str_equal (name, "include"))
    include (reading, find_attribute (names, values, "href"), error);
  else if (g_str_equal (name, "fallback") && reading->failed_href != NULL)
    reading->has_fallback = TRUE;
  else if (g_str_equal (name, "fallback"))
    reading->skipped = reading->depth; /* the file was included */
}

static void
end_property (Reading *reading)
{
  Addition *addition = reading->addition;

  reading->is_in_property = FALSE;
  if (reading->name == NULL)
    add_note (addition, "%s:%d: a property without a name is ignored", reading->file, reading->property_line);
  else if (reading->value == NULL)
    add_note (addition, "%s:%d: %s has no value and is ignored", reading->file, reading->property_line,
              reading->name);
  else
    set_property (addition, reading->name, reading->value, reading->file, reading->property_line,
                  reading->is_final);
}

static void
end_include (Reading *reading, GError **error)
{
  if (reading->failed_href != NULL && !reading->has_fallback)
    fail (reading, error, "%s was not found, and the include has no fallback", reading->failed_href);
  g_clear_pointer (&reading->failed_href, g_free);
  reading->has_fallback = FALSE;
}

/* A name, a value or a word. An empty one counts as absent, as in Hadoop. */
static void
end_field (Reading *reading, const char *name)
{
  if (!reading->is_in_property || reading->text->len == 0)
    return;
  if (g_str_equal (name, "name"))
    {
      g_free (reading->name);
      reading->name = g_strstrip (g_strdup (reading->text->str));
    }
  else if (g_str_equal (name, "value"))
    {
      g_free (reading->value);
      reading->value = g_strdup (reading->text->str);
    }
  else if (g_str_equal (name, "final"))
    reading->is_final = is_true (reading->text->str);
}

static void
on_end (GMarkupParseContext *context G_GNUC_UNUSED, const char *element, gpointer user_data, GError **error)
{
  Reading *reading = user_data;
  const char *name = local_name (element);

  if (reading->skipped == 0)
    {
      if (g_str_equal (name, "property"))
        end_property (reading);
      else if (g_str_equal (name, "include"))
        end_include (reading, error);
      else
        end_field (reading, name);
    }
  else if (reading->skipped == reading->depth)
    reading->skipped = 0;
  reading->depth--;
  g_string_truncate (reading->text, 0);
}

static void
on_text (GMarkupParseContext *context G_GNUC_UNUSED,
         const char *text,
         gsize length,
         gpointer user_data,
         GError **error G_GNUC_UNUSED)
{
  Reading *reading = user_data;

  g_string_append_len (reading->text, text, (gssize) length);
}

static void
reading_clear (Reading *reading)
{
  g_markup_parse_context_free (reading->context);
  g_string_free (reading->text, TRUE);
  g_free (reading->name);
  g_free (reading->value);
  g_free (reading->failed_href);
}

/* GMarkup's messages begin with the position, which is here in the form of a compiler's. */
static void
translate_error (Reading *reading, GError *local_error, GError **error)
{
  const char *message = strstr (local_error->message, ": ");

  if (local_error->domain != G_MARKUP_ERROR)
    g_propagate_error (error, local_error);
  else
    {
      fail (reading, error, "not XML: %s", message != NULL ? message + 2 : local_error->message);
      g_error_free (local_error);
    }
}

static gboolean
read_file (Addition *addition, const Reading *includer, const char *file, GBytes *text, GError **error)
{
  static const GMarkupParser parser = { .start_element = on_start, .end_element = on_end, .text = on_text };
  Reading reading = { .addition = addition, .includer = includer, .file = file };
  GError *local_error = NULL;
  gsize length;
  const char *bytes = g_bytes_get_data (text, &length);
  const char *data = bytes != NULL ? bytes : "";
  gsize mark = hbase_text_measure_mark (data, length);

  reading.text = g_string_new (NULL);
  reading.context = g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &reading, NULL);
  if (!g_markup_parse_context_parse (reading.context, data + mark, (gssize) (length - mark), &local_error)
      || !g_markup_parse_context_end_parse (reading.context, &local_error))
    translate_error (&reading, local_error, error);
  reading_clear (&reading);
  return local_error == NULL;
}

/* ---- additions ---- */

static void
addition_init (Addition *addition, HBasePlanSiteSettings *settings)
{
  GHashTableIter iter;
  gpointer name;
  Property *old;

  addition->settings = settings;
  addition->notes = g_ptr_array_new_with_free_func (g_free);
  addition->properties = make_table ();
  g_hash_table_iter_init (&iter, settings->properties);
  while (g_hash_table_iter_next (&iter, &name, (gpointer *) &old))
    {
      Property *copy = g_memdup2 (old, sizeof *old);

      copy->value = g_strdup (old->value);
      copy->origin = g_strdup (old->origin);
      copy->file = g_strdup (old->file);
      g_hash_table_insert (addition->properties, g_strdup (name), copy);
    }
}

static gboolean
addition_finish (Addition *addition, gboolean was_read)
{
  HBasePlanSiteSettings *settings = addition->settings;

  if (was_read)
    {
      GHashTable *old = settings->properties;

      settings->properties = addition->properties;
      addition->properties = old;
      g_ptr_array_extend_and_steal (settings->notes, g_steal_pointer (&addition->notes));
    }
  g_hash_table_unref (addition->properties);
  g_clear_pointer (&addition->notes, g_ptr_array_unref);
  return was_read;
}

/**
 * hbase_plan_site_settings_add_xml:
 * @settings: settings
 * @file: the name of the file, for errors, for origins, and to find what it includes
 * @text: the text of the file
 * @error: location of an error, or NULL
 *
 * Reads a configuration file. Its properties override those of earlier files, except those that are final.
 *
 * Fails with %HBASE_ERROR_INVALID_ARGUMENT, and changes nothing, if the text isn't XML, its outermost element
 * isn't `configuration`, or an included file can't be read. The message begins with file, line and column.
 *
 * Returns: whether the file was read
 */
gboolean
hbase_plan_site_settings_add_xml (HBasePlanSiteSettings *settings,
                                  const char *file,
                                  GBytes *text,
                                  GError **error)
{
  Addition addition;

  g_return_val_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings), FALSE);
  g_return_val_if_fail (file != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  addition_init (&addition, settings);
  return addition_finish (&addition, read_file (&addition, NULL, file, text, error));
}

static void
add_attribute (const char *name, const char *value, int line, gpointer user_data)
{
  Reading *reading = user_data;
  Property *old = g_hash_table_lookup (reading->addition->properties, name);

  /* A descriptor isn't a file of Hadoop: what is final in a file doesn't bind it. */
  if (old != NULL)
    old->is_final = FALSE;
  set_property (reading->addition, name, value, reading->file, line, FALSE);
}

/**
 * hbase_plan_site_settings_add_descriptor:
 * @settings: settings
 * @file: the name of the file, for errors and origins
 * @text: the descriptor
 * @error: location of an error, or NULL
 *
 * Reads what a table overrides from the text of its descriptor, as HBase's shell prints and reads it:
 * `MAX_FILESIZE => '1073741824'`, `CONFIGURATION => {'hbase.hstore.compaction.min' => '5'}`.
 *
 * `MAX_FILESIZE`, `MEMSTORE_FLUSHSIZE`, `SPLIT_POLICY`, `SPLIT_ENABLED`, `COMPACTION_ENABLED` and `BLOCKSIZE`
 * become the properties of those names, which override the ones that files set for all tables. Other names
 * become properties only if they contain a point, as all names in configuration files do. A descriptor
 * overrides final properties, because HBase doesn't apply `final` to it.
 *
 * The output of `describe` is read as all versions of HBase print it, and where a terminal has wrapped it.
 *
 * Fails with %HBASE_ERROR_INVALID_ARGUMENT, and changes nothing, if the text isn't a descriptor, or has in
 * braces what HBase doesn't print there: an unknown name, or a text that is cut off. The message begins with
 * file and line.
 *
 * Returns: whether the descriptor was read
 */
gboolean
hbase_plan_site_settings_add_descriptor (HBasePlanSiteSettings *settings,
                                         const char *file,
                                         const char *text,
                                         GError **error)
{
  Addition addition;
  Reading reading = { .addition = &addition, .file = file };

  g_return_val_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings), FALSE);
  g_return_val_if_fail (file != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  text += hbase_text_measure_mark (text, strlen (text));
  addition_init (&addition, settings);
  return addition_finish (&addition,
                          hbase_plan_descriptor_text_parse (file, text, add_attribute, &reading, error));
}

/* ---- values ---- */

/* Finds the first `${…}` that contains no other one: its position, and the length of the name in it; NULL:
 * there is none. */
static const char *
find_variable (const char *text, gsize *length)
{
  for (const char *p = strstr (text, "${"); p != NULL; p = strstr (p + 2, "${"))
    {
      *length = strcspn (p + 2, "}$ ");
      if (*length > 0 && p[2 + *length] == '}')
        return p;
    }
  return NULL;
}

/* Replaces one variable. Returns FALSE if there is none, or it has no value: then Hadoop leaves those
 * after it, too. */
static gboolean
substitute_once (HBasePlanSiteSettings *settings, char **text)
{
  gsize length = 0;
  const char *variable = find_variable (*text, &length);
  g_autofree char *name = variable != NULL ? g_strndup (variable + 2, length) : NULL;
  Property *property = name != NULL ? g_hash_table_lookup (settings->properties, name) : NULL;
  char *result;

  if (property == NULL)
    return FALSE;
  result
      = g_strdup_printf ("%.*s%s%s", (int) (variable - *text), *text, property->value, variable + length + 3);
  g_free (*text);
  *text = result;
  return TRUE;
}

/**
 * hbase_plan_site_settings_get:
 * @settings: settings
 * @name: the name of a property
 * @error: location of an error, or NULL
 *
 * Returns the value of a property, after each `${name}` in it was replaced. As in Hadoop, a variable without
 * a value remains as it is, with all that are after it.
 *
 * Fails with %HBASE_ERROR_INVALID_ARGUMENT if there are still variables after 20 replacements, because one
 * refers to itself, for example.
 *
 * Returns: (transfer full) (nullable): the value; NULL without an error if no file sets the property
 */
char *
hbase_plan_site_settings_get (HBasePlanSiteSettings *settings, const char *name, GError **error)
{
  Property *property;
  char *text;

  g_return_val_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  property = g_hash_table_lookup (settings->properties, name);
  if (property == NULL)
    return NULL;
  text = g_strdup (property->value);
  for (int i = 0; i < MAX_SUBSTITUTIONS; i++)
    if (!substitute_once (settings, &text))
      return text;
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s: %s has more than %d variables to replace: %s",
                   property->origin, name, MAX_SUBSTITUTIONS, property->value);
  g_free (text);
  return NULL;
}

/**
 * hbase_plan_site_settings_get_origin:
 * @settings: settings
 * @name: the name of a property
 *
 * Returns the place from which a property's value is: `conf/hbase-site.xml:12`.
 *
 * Returns: (transfer none) (nullable): file and line, or NULL if no file sets the property
 */
const char *
hbase_plan_site_settings_get_origin (HBasePlanSiteSettings *settings, const char *name)
{
  Property *property;

  g_return_val_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  property = g_hash_table_lookup (settings->properties, name);
  return property != NULL ? property->origin : NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/**
 * hbase_plan_site_settings_get_names:
 * @settings: settings
 *
 * Returns the names of all properties that have a value.
 *
 * Returns: (transfer full): the names, sorted
 */
GStrv
hbase_plan_site_settings_get_names (HBasePlanSiteSettings *settings)
{
  g_autofree gpointer *keys = NULL;
  guint n;
  GStrv names;

  g_return_val_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings), NULL);

  keys = g_hash_table_get_keys_as_array (settings->properties, &n);
  names = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = g_strdup (keys[i]);
  qsort (names, n, sizeof *names, compare_names);
  return names;
}

/**
 * hbase_plan_site_settings_get_notes:
 * @settings: settings
 *
 * Returns what was read and isn't used: one line for each value that a final property or a later line
 * replaces, and for each property without a name or a value.
 *
 * Returns: (transfer full): the lines, in the order of the files
 */
GStrv
hbase_plan_site_settings_get_notes (HBasePlanSiteSettings *settings)
{
  GStrv lines;

  g_return_val_if_fail (HBASE_PLAN_IS_SITE_SETTINGS (settings), NULL);

  lines = g_new0 (char *, settings->notes->len + 1);
  for (guint i = 0; i < settings->notes->len; i++)
    lines[i] = g_strdup (g_ptr_array_index (settings->notes, i));
  return lines;
}
