/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-call-operation-private.h"
#include "hbase-retry-private.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-results-private.h"

/* This file implements the operations that change existing tables, their families, and namespaces. Tables are
 * created in hbase-create-operation.c.
 *
 *  1. After a lost response the change may have been executed, may be executed later, or may never be. So
 *     the operation reads the state: if it is the wanted one, it is DONE; otherwise the change is sent again.
 *  2. If a request may have been executed, the refusal of a later one because the state is the wanted one
 *     already may be caused by the first one. Then the state is read, too.
 *  3. Every other refusal is final. If the timeout expires, the operation fails with OUTCOME_UNKNOWN.
 *  4. Modifications are sent again without that: executed twice, they have the same result. */

typedef struct _HBaseChangeOperation HBaseChangeOperation;

typedef struct {
  HBaseWireMethodId change;
  HBaseWireMethodId read; /* of the state */
  HBaseError already;     /* the error of a second such change */
  /* Returns whether the state is the wanted one. `state` is the result of the read; NULL: there is
   * no such table or namespace. */
  gboolean (*is_done) (HBaseChangeOperation *self, GObject *state);
} Change;

struct _HBaseChangeOperation {
  HBaseOperation parent;
  const Change *kind;
  GObject *arguments; /* of the change */
  GObject *read_arguments;
  char *family; /* NULL: none */
  HBaseRetry retry;
  HBaseRetry read_retry;
};

static HBaseNext send_change (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext read_state (HBaseOperation *operation, HBaseLane *lane);

/* ---- the kinds of changes ---- */

static gboolean
is_true (HBaseChangeOperation *self, GObject *state)
{
  return state != NULL && hbase_result_get_flag (state);
}

static gboolean
exists (HBaseChangeOperation *self, GObject *state)
{
  return state != NULL;
}

static gboolean
is_gone (HBaseChangeOperation *self, GObject *state)
{
  return state == NULL;
}

static gboolean
has_family (HBaseChangeOperation *self, GObject *state)
{
  g_autoptr (HBaseTableDescriptor) table = state != NULL ? hbase_result_make_table (state) : NULL;

  return table != NULL && hbase_table_descriptor_get_family (table, self->family) != NULL;
}

static gboolean
lacks_family (HBaseChangeOperation *self, GObject *state)
{
  return state != NULL && !has_family (self, state);
}

#define METHOD(name) HBASE_WIRE_METHOD_##name

static const Change enabling
    = { METHOD (ENABLE_TABLE), METHOD (IS_TABLE_ENABLED), HBASE_ERROR_TABLE_NOT_DISABLED, is_true };
static const Change disabling
    = { METHOD (DISABLE_TABLE), METHOD (IS_TABLE_DISABLED), HBASE_ERROR_TABLE_DISABLED, is_true };
static const Change deleting
    = { METHOD (DELETE_TABLE), METHOD (GET_TABLE_DESCRIPTOR), HBASE_ERROR_TABLE_NOT_FOUND, is_gone };
/* A table is disabled before it is truncated, and enabled afterwards. */
static const Change truncating
    = { METHOD (TRUNCATE_TABLE), METHOD (IS_TABLE_ENABLED), HBASE_ERROR_TABLE_NOT_DISABLED, is_true };
static const Change adding_family
    = { METHOD (ADD_COLUMN_FAMILY), METHOD (GET_TABLE_DESCRIPTOR), HBASE_ERROR_FAMILY_EXISTS, has_family };
static const Change deleting_family = { METHOD (DELETE_COLUMN_FAMILY), METHOD (GET_TABLE_DESCRIPTOR),
                                        HBASE_ERROR_FAMILY_NOT_FOUND, lacks_family };
static const Change creating_namespace
    = { METHOD (CREATE_NAMESPACE), METHOD (GET_NAMESPACE_DESCRIPTOR), HBASE_ERROR_NAMESPACE_EXISTS, exists };
static const Change deleting_namespace = { METHOD (DELETE_NAMESPACE), METHOD (GET_NAMESPACE_DESCRIPTOR),
                                           HBASE_ERROR_NAMESPACE_NOT_FOUND, is_gone };

/* ---- the steps ---- */

static HBaseNext
continue_with_state (HBaseChangeOperation *self, HBaseLane *lane, GObject *state)
{
  return self->kind->is_done (self, state)
             ? HBASE_DONE
             : hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&self->retry), send_change);
}

static HBaseNext
read_failed (HBaseChangeOperation *self, HBaseLane *lane, GError *error)
{
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND)
      || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_NAMESPACE_NOT_FOUND))
    {
      g_error_free (error);
      return continue_with_state (self, lane, NULL);
    }
  if (hbase_retry_decide (&self->read_retry, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->read_retry, lane, error, read_state);
  return hbase_operation_fail (&self->parent, hbase_retry_outcome_unknown (error));
}

static HBaseNext
state_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;
  g_autoptr (GObject) state = NULL;
  GError *error = NULL;

  return hbase_lane_take_result (lane, &state, &error) ? continue_with_state (self, lane, state)
                                                       : read_failed (self, lane, error);
}

static HBaseNext
read_state (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  return hbase_lane_call_stub (lane, self->kind->read, g_object_ref (self->read_arguments), NULL,
                               state_received);
}

static HBaseNext
change_responded (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;
  GError *error = NULL;
  HBaseRetryDecision decision;

  if (hbase_lane_take_response (lane, NULL, &error))
    return HBASE_DONE;
  decision = hbase_retry_decide (&self->retry, lane, &error);
  if (decision == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->retry, lane, error, send_change);
  if (decision == HBASE_RETRY_UNKNOWN
      || (self->retry.may_be_executed && g_error_matches (error, HBASE_ERROR, (int) self->kind->already)))
    return hbase_retry_back_off (&self->retry, lane, error, read_state);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
send_change (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  return hbase_lane_call_stub (lane, self->kind->change, g_object_ref (self->arguments), NULL,
                               change_responded);
}

static GError *
change_interrupted (HBaseOperation *operation, GError *why)
{
  return hbase_retry_interrupted (&((HBaseChangeOperation *) operation)->retry, &operation->lanes[0], why);
}

static void
change_clear (HBaseOperation *operation)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  g_clear_object (&self->arguments);
  g_clear_object (&self->read_arguments);
  g_free (self->family);
}

static const HBaseOperationClass change_class = {
  .size = sizeof (HBaseChangeOperation),
  .start = send_change,
  .clear = change_clear,
  .interrupted = change_interrupted,
};

/* ---- the constructors ---- */

static HBaseChangeOperation *
change_new (HBaseTarget target, const Change *kind)
{
  HBaseChangeOperation *self = hbase_operation_new (&change_class, target.protocol, 1);

  self->kind = kind;
  hbase_retry_init (&self->retry, HBASE_CALL_DESCRIBE);
  hbase_retry_init (&self->read_retry, HBASE_CALL_READ);
  return self;
}

/* Makes the change of a table; the arguments of the change are still to be set. FALSE in `*is_valid`:
 * its name isn't valid, or the generated code can't be loaded. */
static HBaseChangeOperation *
table_change_new (HBaseTarget target, const Change *kind, gboolean *is_valid)
{
  HBaseChangeOperation *self = change_new (target, kind);

  *is_valid = hbase_table_name_check (target.table, &self->parent.problem);
  if (*is_valid)
    {
      hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
      self->read_arguments = hbase_arguments_of_table_name (kind->read, target.table, &self->parent.problem);
      *is_valid = self->read_arguments != NULL;
    }
  return self;
}

/* Makes a change whose only argument is the table's name. */
static HBaseOperation *
change_by_name_new (HBaseTarget target, const Change *kind)
{
  gboolean is_valid;
  HBaseChangeOperation *self = table_change_new (target, kind, &is_valid);

  if (is_valid)
    self->arguments = hbase_arguments_of_table_name (kind->change, target.table, &self->parent.problem);
  return &self->parent;
}

HBaseOperation *
hbase_enable_table_operation_new (HBaseTarget target)
{
  return change_by_name_new (target, &enabling);
}

HBaseOperation *
hbase_disable_table_operation_new (HBaseTarget target)
{
  return change_by_name_new (target, &disabling);
}

HBaseOperation *
hbase_delete_table_operation_new (HBaseTarget target)
{
  return change_by_name_new (target, &deleting);
}

HBaseOperation *
hbase_truncate_table_operation_new (HBaseTarget target, gboolean preserve_splits)
{
  gboolean is_valid;
  HBaseChangeOperation *self = table_change_new (target, &truncating, &is_valid);

  if (is_valid)
    self->arguments = hbase_arguments_of_truncation (target.table, preserve_splits, &self->parent.problem);
  return &self->parent;
}

HBaseOperation *
hbase_add_family_operation_new (HBaseTarget target, HBaseFamilyDescriptor *family)
{
  gboolean is_valid;
  HBaseChangeOperation *self = table_change_new (target, &adding_family, &is_valid);

  if (is_valid && hbase_family_descriptor_check (family, target.table, &self->parent.problem))
    {
      self->family = g_strdup (hbase_family_descriptor_get_name (family));
      self->arguments
          = hbase_arguments_of_family (adding_family.change, target.table, family, &self->parent.problem);
      self->parent.unframed = hbase_family_descriptor_has_attributes (family);
    }
  return &self->parent;
}

HBaseOperation *
hbase_delete_family_operation_new (HBaseTarget target, const char *family)
{
  gboolean is_valid;
  HBaseChangeOperation *self = table_change_new (target, &deleting_family, &is_valid);

  if (is_valid && hbase_family_name_check (target.table, family, &self->parent.problem))
    {
      self->family = g_strdup (family);
      self->arguments = hbase_arguments_of_family_name (target.table, family, &self->parent.problem);
      self->parent.unframed = TRUE;
    }
  return &self->parent;
}

/* Makes the change of a namespace, as table_change_new() does that of a table. */
static HBaseChangeOperation *
namespace_change_new (HBaseTarget target, const Change *kind, const char *name, gboolean *is_valid)
{
  HBaseChangeOperation *self = change_new (target, kind);

  if (hbase_namespace_name_check (name, &self->parent.problem))
    self->read_arguments = hbase_arguments_of_namespace_name (kind->read, name, &self->parent.problem);
  *is_valid = self->read_arguments != NULL;
  return self;
}

HBaseOperation *
hbase_create_namespace_operation_new (HBaseTarget target, HBaseNamespaceDescriptor *descriptor)
{
  const Change *kind = &creating_namespace;
  gboolean is_valid;
  HBaseChangeOperation *self
      = namespace_change_new (target, kind, hbase_namespace_descriptor_get_name (descriptor), &is_valid);

  if (is_valid)
    self->arguments = hbase_arguments_of_namespace (kind->change, descriptor, &self->parent.problem);
  return &self->parent;
}

HBaseOperation *
hbase_delete_namespace_operation_new (HBaseTarget target, const char *name)
{
  const Change *kind = &deleting_namespace;
  gboolean is_valid;
  HBaseChangeOperation *self = namespace_change_new (target, kind, name, &is_valid);

  if (is_valid)
    self->arguments = hbase_arguments_of_namespace_name (kind->change, name, &self->parent.problem);
  return &self->parent;
}

/* ---- modifications ---- */

/* Takes arguments and error: one of them is NULL. */
static HBaseOperation *
modification_new (
    HBaseTarget target, HBaseWireMethodId method, GObject *arguments, GError *error, gboolean unframed)
{
  gboolean is_valid = arguments != NULL;
  HBaseOperation *operation
      = hbase_call_operation_new_stub (target, method, arguments, error, HBASE_CALL_MODIFY);

  operation->unframed = is_valid && unframed;
  return operation;
}

HBaseOperation *
hbase_modify_table_operation_new (HBaseTarget target, HBaseTableDescriptor *descriptor)
{
  GObject *arguments = NULL;
  GError *error = NULL;

  if (hbase_table_descriptor_check (descriptor, NULL, &error))
    arguments = hbase_arguments_of_descriptor (descriptor, NULL, &error);
  return modification_new (target, METHOD (MODIFY_TABLE), arguments, error,
                           hbase_table_descriptor_has_attributes (descriptor));
}

HBaseOperation *
hbase_modify_family_operation_new (HBaseTarget target, HBaseFamilyDescriptor *family)
{
  HBaseWireMethodId method = METHOD (MODIFY_COLUMN_FAMILY);
  GObject *arguments = NULL;
  GError *error = NULL;

  if (hbase_table_name_check (target.table, &error)
      && hbase_family_descriptor_check (family, target.table, &error))
    arguments = hbase_arguments_of_family (method, target.table, family, &error);
  return modification_new (target, method, arguments, error, hbase_family_descriptor_has_attributes (family));
}

HBaseOperation *
hbase_modify_namespace_operation_new (HBaseTarget target, HBaseNamespaceDescriptor *descriptor)
{
  HBaseWireMethodId method = METHOD (MODIFY_NAMESPACE);
  GObject *arguments = NULL;
  GError *error = NULL;

  if (hbase_namespace_name_check (hbase_namespace_descriptor_get_name (descriptor), &error))
    arguments = hbase_arguments_of_namespace (method, descriptor, &error);
  return modification_new (target, method, arguments, error, FALSE);
}
