/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-table-private.h"

/* The settings of tables and families that HBase has both as typed fields and as texts in the attributes. */

/* Sets the setting that an attribute of the family stands for, or else the attribute itself. */
gboolean
hbase_local_settings_parse (HBaseLocalFamily *family, HBaseSlice name, HBaseSlice value, GError **error);
/* Sets a setting from its typed field. A number that its enumeration doesn't have is ignored, as in HBase. */
void hbase_local_settings_set (HBaseLocalFamily *family, guint field, gint64 number);
/* Returns the attributes as HBase sends them: all settings, and the family's own attributes. */
HBaseLocalAttributes *hbase_local_settings_to_attributes (const HBaseLocalFamily *family);
/* Sets the table's durability, and the attribute that shows that it was set, from the typed field. */
void hbase_local_settings_set_durability (HBaseLocalTable *table, gint64 durability);
/* Sets the table's durability from its attributes. */
void hbase_local_settings_parse_durability (HBaseLocalTable *table);
