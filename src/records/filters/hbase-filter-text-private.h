/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-slice-private.h"

/* HBase's filter language, from text to a tree:
 *
 *   filters = Name ( argument, … ) | SKIP filters | WHILE filters | filters AND filters | filters OR filters
 *           | ( filters )
 *
 * SKIP and WHILE bind tighter than AND, and AND tighter than OR. An argument consists of bytes in single
 * quotes, where a quote is written twice, or of a word: a number, a boolean, an operator. */

typedef enum {
  HBASE_FILTER_NAMED,
  HBASE_FILTER_AND,
  HBASE_FILTER_OR,
  HBASE_FILTER_SKIP,
  HBASE_FILTER_WHILE,
} HBaseFilterKind;

typedef struct {
  GBytes *bytes; /* without its quotes */
  gboolean quoted;
  gsize at; /* the byte of the text where it begins */
} HBaseFilterArgument;

typedef struct {
  HBaseFilterKind kind;
  gsize at;            /* the byte of the text where it begins; for AND and OR, where the word begins */
  guint depth;         /* 1 for a filter by itself */
  GPtrArray *children; /* HBaseFilterNode: two or more of AND and OR, one of SKIP and WHILE, else none */
  /* of HBASE_FILTER_NAMED */
  GBytes *name;      /* whether such a filter exists isn't checked */
  GArray *arguments; /* HBaseFilterArgument */
} HBaseFilterNode;

/* The maximal depth of a tree, so that functions may walk trees by recursion. */
#define HBASE_FILTER_DEPTH_MAX 100

/* The maximal number of a filter's parts (filters, arguments, operators and parentheses), which bounds its
 * memory. */
#define HBASE_FILTER_PARTS_MAX 100000

/* Parses the texts that HBase's ParseFilter accepts, up to these limits; else INVALID_ARGUMENT with the
 * position. */
HBaseFilterNode *hbase_filter_text_parse (HBaseSlice text, GError **error);
void hbase_filter_node_free (HBaseFilterNode *node);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseFilterNode, hbase_filter_node_free)

gboolean hbase_filter_node_is (const HBaseFilterNode *node, const char *name);
/* Returns the filter's name if it is one of the names, which end with NULL; else NULL. */
const char *hbase_filter_node_find_name (const HBaseFilterNode *node, const char *const *names);

static inline const HBaseFilterNode *
hbase_filter_node_child (const HBaseFilterNode *node, guint i)
{
  return node->children->pdata[i];
}

static inline const HBaseFilterArgument *
hbase_filter_node_argument (const HBaseFilterNode *node, guint i)
{
  return &g_array_index (node->arguments, HBaseFilterArgument, i);
}

/* ---- checks of what was parsed: hbase-filter-check.c ---- */

/* Parses a filter and checks the arguments of HBase's own filters. Filters with other names pass: the
 * operator of a gateway may have registered them (hbase.thrift.filters). */
HBaseFilterNode *hbase_filter_text_read (HBaseSlice text, GError **error);
/* Whether all filters are HBase's own. */
gboolean hbase_filter_check_names (const HBaseFilterNode *node, HBaseSlice text, GError **error);
/* Returns FALSE, with HBASE_ERROR_INVALID_ARGUMENT and the position in the message. */
gboolean hbase_filter_fail (HBaseSlice text, gsize at, GError **error, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* ---- values of arguments, by ParseFilter's rules; FALSE: the argument isn't of that type ---- */

/* The language's words in the order of the enumerations; NULL at the end. Comparators have their colon. */
extern const char *const hbase_filter_operators[];
extern const char *const hbase_filter_comparators[];

gboolean hbase_filter_argument_number (const HBaseFilterArgument *argument, gint64 *number);
/* From 0 to 1. */
gboolean hbase_filter_argument_fraction (const HBaseFilterArgument *argument, double *fraction);
gboolean hbase_filter_argument_boolean (const HBaseFilterArgument *argument, gboolean *value);
gboolean hbase_filter_argument_operator (const HBaseFilterArgument *argument, HBaseCompareOperator *value);
/* Splits a quoted comparator, `type:value`. */
gboolean hbase_filter_argument_comparator (const HBaseFilterArgument *argument,
                                           HBaseComparator *type,
                                           HBaseSlice *value);

static inline gboolean
hbase_filter_comparator_has_order (HBaseComparator type)
{
  return type <= HBASE_COMPARATOR_BINARY_PREFIX;
}

/* Gets the bytes of a quoted argument. */
gboolean hbase_filter_argument_bytes (const HBaseFilterArgument *argument, HBaseSlice *bytes);

/* ---- from a tree to text ---- */

void hbase_filter_append_text (GByteArray *filter, const char *text);
/* Appends `head` and the bytes in quotes. */
void hbase_filter_append_quoted (GByteArray *filter, const char *head, HBaseSlice bytes);
/* Appends a node as text that is parsed to an equal node. */
void hbase_filter_append_node (GByteArray *text, const HBaseFilterNode *node);
