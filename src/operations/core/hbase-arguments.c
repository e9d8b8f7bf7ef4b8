/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the encoding of the arguments of calls that read and write rows. */

#include "hbase-arguments-private.h"

#include "hbase-wire-tables.h"

/* Calls with the same arguments have the same fields. */
G_STATIC_ASSERT ((int) HBASE_GET_ARGS_TGET == (int) HBASE_EXISTS_ARGS_TGET);
G_STATIC_ASSERT ((int) HBASE_GET_MULTIPLE_ARGS_TGETS == (int) HBASE_EXISTS_ALL_ARGS_TGETS);
G_STATIC_ASSERT ((int) HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN == (int) HBASE_OPEN_SCANNER_ARGS_TSCAN);
G_STATIC_ASSERT ((int) HBASE_PUT_ARGS_TPUT == (int) HBASE_INCREMENT_ARGS_TINCREMENT);
G_STATIC_ASSERT ((int) HBASE_PUT_ARGS_TPUT == (int) HBASE_APPEND_ARGS_TAPPEND);
G_STATIC_ASSERT ((int) HBASE_PUT_ARGS_TPUT == (int) HBASE_DELETE_SINGLE_ARGS_TDELETE);
G_STATIC_ASSERT ((int) HBASE_PUT_MULTIPLE_ARGS_TPUTS == (int) HBASE_DELETE_MULTIPLE_ARGS_TDELETES);

gsize
hbase_arguments_get_overhead (HBaseTarget target)
{
  return 128 + strlen (target.table);
}

void
hbase_arguments_begin (HBaseTarget target, gsize capacity, HBaseWireWriter *writer)
{
  hbase_wire_writer_init (writer, target.protocol, 64 + strlen (target.table) + capacity);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_GET_ARGS_TABLE, hbase_slice_text (target.table));
}

GBytes *
hbase_arguments_end (HBaseWireWriter *writer)
{
  hbase_wire_end_struct (writer);
  return hbase_wire_writer_end (writer);
}

GBytes *
hbase_arguments_of_get (HBaseTarget target, HBaseGet *get)
{
  HBaseWireWriter writer;

  hbase_arguments_begin (target, 256, &writer);
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_get_write (get, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_gets (HBaseTarget target, GPtrArray *gets, guint first, guint count)
{
  HBaseWireWriter writer;

  hbase_arguments_begin (target, 256, &writer);
  hbase_wire_write_list (&writer, HBASE_GET_MULTIPLE_ARGS_TGETS, HBASE_WIRE_STRUCT, count);
  for (guint i = first; i < first + count; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_get_write (gets->pdata[i], &writer);
    }
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_scan (HBaseTarget target, HBaseScan *scan, const HBaseScanBounds *bounds, guint n_rows)
{
  HBaseWireWriter writer;

  hbase_arguments_begin (target, 256, &writer);
  hbase_wire_write_struct (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_scan_write (scan, bounds, &writer);
  if (n_rows > 0)
    hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, (gint32) n_rows);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_first_rows (HBaseTarget target, HBaseScan *scan, HBaseScanBounds bounds, guint n_rows)
{
  bounds.limit = bounds.caching = n_rows;
  return hbase_arguments_of_scan (target, scan, &bounds, n_rows);
}

GBytes *
hbase_arguments_of_mutation (HBaseTarget target, HBaseMutation *mutation)
{
  HBaseWireWriter writer;

  hbase_arguments_begin (target, hbase_mutation_get_max_length (mutation, FALSE), &writer);
  hbase_wire_write_struct (&writer, HBASE_PUT_ARGS_TPUT);
  hbase_mutation_write (mutation, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_mutations (HBaseTarget target, GPtrArray *mutations, GArray **segments)
{
  HBaseWireWriter writer;
  gsize length = 0;

  for (guint i = 0; i < mutations->len; i++)
    length
        += hbase_mutation_get_max_length (mutations->pdata[i], target.protocol == HBASE_WIRE_PROTOCOL_BINARY);
  hbase_arguments_begin (target, length, &writer);
  hbase_wire_writer_allow_segments (&writer, mutations->len);
  hbase_wire_write_list (&writer, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, mutations->len);
  for (guint i = 0; i < mutations->len; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_mutation_write (mutations->pdata[i], &writer);
    }
  *segments = hbase_wire_writer_take_segments (&writer);
  return hbase_arguments_end (&writer);
}

/* The fields with which checkAndPut and checkAndMutate begin. */
G_STATIC_ASSERT ((int) HBASE_CHECK_AND_PUT_ARGS_ROW == (int) HBASE_CHECK_AND_MUTATE_ARGS_ROW);
G_STATIC_ASSERT ((int) HBASE_CHECK_AND_PUT_ARGS_FAMILY == (int) HBASE_CHECK_AND_MUTATE_ARGS_FAMILY);
G_STATIC_ASSERT ((int) HBASE_CHECK_AND_PUT_ARGS_QUALIFIER == (int) HBASE_CHECK_AND_MUTATE_ARGS_QUALIFIER);
G_STATIC_ASSERT ((int) HBASE_CHECK_AND_PUT_ARGS_TPUT == (int) HBASE_CHECK_AND_DELETE_ARGS_TDELETE);

static void
begin_check (
    HBaseTarget target, HBaseSlice row, HBaseSlice family, HBaseSlice qualifier, HBaseWireWriter *writer)
{
  hbase_arguments_begin (target, 256 + row.length + family.length + qualifier.length, writer);
  hbase_wire_write_binary (writer, HBASE_CHECK_AND_PUT_ARGS_ROW, row);
  hbase_wire_write_binary (writer, HBASE_CHECK_AND_PUT_ARGS_FAMILY, family);
  hbase_wire_write_binary (writer, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, qualifier);
}

/* In a request the value is the left operand, not the cell. */
static const gint32 reversed_operators[] = {
  [HBASE_COMPARE_OPERATOR_LESS] = HBASE_T_COMPARE_OP_GREATER,
  [HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL] = HBASE_T_COMPARE_OP_GREATER_OR_EQUAL,
  [HBASE_COMPARE_OPERATOR_EQUAL] = HBASE_T_COMPARE_OP_EQUAL,
  [HBASE_COMPARE_OPERATOR_NOT_EQUAL] = HBASE_T_COMPARE_OP_NOT_EQUAL,
  [HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL] = HBASE_T_COMPARE_OP_LESS_OR_EQUAL,
  [HBASE_COMPARE_OPERATOR_GREATER] = HBASE_T_COMPARE_OP_LESS,
};

static void
write_row_mutations (GPtrArray *mutations, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_ROW_MUTATIONS_ROW, hbase_mutation_row_slice (mutations->pdata[0]));
  hbase_wire_write_list (writer, HBASE_T_ROW_MUTATIONS_MUTATIONS, HBASE_WIRE_STRUCT, mutations->len);
  for (guint i = 0; i < mutations->len; i++)
    {
      HBaseMutation *mutation = mutations->pdata[i];
      gboolean is_put = mutation->class->method == HBASE_WIRE_METHOD_PUT;

      hbase_wire_begin_struct (writer);
      hbase_wire_write_struct (writer, is_put ? HBASE_T_MUTATION_PUT : HBASE_T_MUTATION_DELETE_SINGLE);
      hbase_mutation_write (mutation, writer);
      hbase_wire_end_struct (writer);
    }
  hbase_wire_end_struct (writer);
}

GBytes *
hbase_arguments_of_check_and_mutate (HBaseTarget target,
                                     HBaseSlice family,
                                     HBaseSlice qualifier,
                                     HBaseCompareOperator
                                     operator,
                                     HBaseSlice value,
                                     GPtrArray *mutations)
{
  HBaseWireWriter writer;

  begin_check (target, hbase_mutation_row_slice (mutations->pdata[0]), family, qualifier, &writer);
  hbase_wire_write_i32 (&writer, HBASE_CHECK_AND_MUTATE_ARGS_COMPARE_OP, reversed_operators[operator]);
  hbase_wire_write_binary (&writer, HBASE_CHECK_AND_MUTATE_ARGS_VALUE, value);
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_MUTATE_ARGS_ROW_MUTATIONS);
  write_row_mutations (mutations, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_mutate_row (HBaseTarget target, GPtrArray *mutations)
{
  HBaseWireWriter writer;

  hbase_arguments_begin (target, 256, &writer);
  hbase_wire_write_struct (&writer, HBASE_MUTATE_ROW_ARGS_TROW_MUTATIONS);
  write_row_mutations (mutations, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_check_and_change (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBaseMutation *change)
{
  HBaseWireWriter writer;

  begin_check (target, hbase_mutation_row_slice (change), family, qualifier, &writer);
  if (value.data != NULL)
    hbase_wire_write_binary (&writer, HBASE_CHECK_AND_PUT_ARGS_VALUE, value);
  hbase_wire_write_struct (&writer, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_mutation_write (change, &writer);
  return hbase_arguments_end (&writer);
}
