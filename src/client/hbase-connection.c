/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin.h"
#include "hbase-connection-private.h"
#include "hbase-error.h"
#include "hbase-object-private.h"
#include "hbase-table.h"
#include "hbase-task-private.h"

/**
 * HBaseConnection:
 *
 * What stands behind tables: an HBase cluster by its Thrift2 gateways, or the embedded engine. Its URI says
 * which:
 *
 * - `thrift://host[:9090][,host2[:port]…]/?protocol=binary|compact&framing=none|framed`: gateways over TCP;
 *   binary and unframed where the URI doesn't say, as gateways are by default
 * - `…&admin=host[:9090]`: with `framing=framed`, an unframed gateway of the same HBase for the calls that framed
 *   ones get wrong: to create tables with split keys, see [method@HBase.Admin.create_table]
 * - `thrift+unix:///path?…`: a gateway behind a Unix domain socket
 * - `local:///directory`: the embedded engine, durable in that directory, which several processes may share. It is made if
 *   it isn't there; with `?create=no` calls fail then with %HBASE_ERROR_STORAGE
 * - `local::memory:`: the embedded engine in memory, a database of its own for each connection object
 *
 * A connection is a pool of channels: they are opened as calls need them, lent to one exchange at a time, and
 * given up after any error. One connection a program is enough; it may be used from any thread, and async
 * calls are answered in the thread-default context of their caller.
 *
 * What open scans of a `local:` connection hold in the engine is bounded by 1 GiB, and by 256 MiB for each of its
 * channels. A scan that isn't read for a minute is closed there, as HBase does it, and opened anew when it goes on.
 *
 * A child made by `fork()` may go on with blocking calls, over channels of its own; `local:` connections are to
 * be opened anew there. Async calls that were under way, and their context, stay the parent's.
 *
 * ```c
 * g_autoptr (HBaseConnection) connection = hbase_connection_new ("local::memory:", &error);
 * g_autoptr (HBaseTable) table = hbase_connection_get_table (connection, "comments");
 * ```
 *
 * Since: 0.1
 */
struct _HBaseConnection {
  GObject parent_instance;
  char *uri;
  HBaseUri *address;     /* the same, parsed; NULL if it can't be */
  GMutex lock;           /* guards what follows */
  HBasePool *pool;       /* made at the first use, and kept */
  HBasePool *admin_pool; /* of the URI's admin= gateways: the same */
  guint max_channels;
  guint max_reply_size;
  guint timeout;
  guint attempt_timeout;
};

/* Calls that make tables are few. */
#define MAX_ADMIN_CHANNELS 2

enum {
  PROP_URI = 1,
  PROP_MAX_CHANNELS,
  PROP_MAX_REPLY_SIZE,
  PROP_TIMEOUT,
  PROP_ATTEMPT_TIMEOUT,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void initable_iface_init (GInitableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseConnection,
                               hbase_connection,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE, initable_iface_init))

static gboolean
hbase_connection_initable_init (GInitable *initable, GCancellable *cancellable, GError **error)
{
  HBaseConnection *self = HBASE_CONNECTION (initable);

  /* What couldn't be parsed is parsed again for the error. */
  return self->address != NULL || hbase_uri_parse (self->uri != NULL ? self->uri : "", error) != NULL;
}

static void
initable_iface_init (GInitableIface *iface)
{
  iface->init = hbase_connection_initable_init;
}

/* Where a property that is a plain number is kept; NULL for the others. */
static guint *
number_of (HBaseConnection *self, guint id)
{
  switch (id)
    {
    case PROP_MAX_CHANNELS:
      return &self->max_channels;
    case PROP_MAX_REPLY_SIZE:
      return &self->max_reply_size;
    case PROP_TIMEOUT:
      return &self->timeout;
    case PROP_ATTEMPT_TIMEOUT:
      return &self->attempt_timeout;
    default:
      return NULL;
    }
}

static guint
get_number (HBaseConnection *self, guint id)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);

  return *number_of (self, id);
}

static void
hbase_connection_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseConnection *self = HBASE_CONNECTION (object);

  if (id == PROP_URI)
    g_value_set_string (value, self->uri);
  else if (number_of (self, id) != NULL)
    g_value_set_uint (value, get_number (self, id));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_connection_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseConnection *self = HBASE_CONNECTION (object);
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  guint *number = number_of (self, id);

  if (id == PROP_URI)
    self->uri = g_value_dup_string (value);
  else if (number != NULL)
    *number = g_value_get_uint (value);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

/* Bindings may make objects without init(), which is only there to tell what is wrong. */
static void
hbase_connection_constructed (GObject *object)
{
  HBaseConnection *self = HBASE_CONNECTION (object);

  if (self->uri != NULL)
    self->address = hbase_uri_parse (self->uri, NULL);
  G_OBJECT_CLASS (hbase_connection_parent_class)->constructed (object);
}

static void
hbase_connection_finalize (GObject *object)
{
  HBaseConnection *self = HBASE_CONNECTION (object);

  g_clear_pointer (&self->pool, hbase_pool_unref);
  g_clear_pointer (&self->admin_pool, hbase_pool_unref);
  g_clear_pointer (&self->address, hbase_uri_unref);
  g_free (self->uri);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (hbase_connection_parent_class)->finalize (object);
}

static GParamSpec *
number_property (const char *name, guint minimum, guint maximum, guint value)
{
  return g_param_spec_uint (name, NULL, NULL, minimum, maximum, value,
                            G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS);
}

static void
hbase_connection_class_init (HBaseConnectionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = hbase_connection_get_property;
  object_class->set_property = hbase_connection_set_property;
  object_class->constructed = hbase_connection_constructed;
  object_class->finalize = hbase_connection_finalize;

  /**
   * HBaseConnection:uri: (getter get_uri)
   *
   * What the connection leads to.
   *
   * Since: 0.1
   */
  properties[PROP_URI] = g_param_spec_string (
      "uri", NULL, NULL, NULL, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseConnection:max-channels:
   *
   * How many channels may be at work at once, for blocking and for async calls each; further calls wait for
   * one.
   *
   * It counts as it is when the first call is made.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_CHANNELS] = number_property ("max-channels", 1, 1024, 8);
  /**
   * HBaseConnection:max-reply-size:
   *
   * The longest reply that is taken, in bytes; a longer one is %HBASE_ERROR_TOO_LARGE.
   *
   * It counts as it is when the first call is made.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_REPLY_SIZE] = number_property ("max-reply-size", 1024, G_MAXINT32, 256 << 20);
  /**
   * HBaseConnection:timeout:
   *
   * How long a call may take in all, connecting and trying again included, in milliseconds; 0: without a limit.
   * The default is 60,000, a minute. A table handle may have one of its own.
   *
   * A gateway that accepts connections and sends nothing, since it speaks another protocol or framing than the
   * URI's, say, uses it up: the error names the gateway and what to look at.
   *
   * Since: 0.1
   */
  properties[PROP_TIMEOUT] = number_property ("timeout", 0, G_MAXINT32, 60000);
  /**
   * HBaseConnection:attempt-timeout:
   *
   * How long one exchange with one gateway may take, in milliseconds, so that a silent gateway doesn't use up
   * the whole [property@HBase.Connection:timeout]; 0: without a limit. The default is 20,000. A table handle may
   * have one of its own.
   *
   * Since: 0.1
   */
  properties[PROP_ATTEMPT_TIMEOUT] = number_property ("attempt-timeout", 0, G_MAXINT32, 20000);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_connection_init (HBaseConnection *self)
{
  g_mutex_init (&self->lock);
}

/* Of an address that is there: the programmer's fault where it isn't. */
HBasePool *
hbase_connection_get_pool (HBaseConnection *connection)
{
  g_autoptr (GMutexLocker) locker = NULL;

  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (connection->address != NULL, NULL);

  locker = g_mutex_locker_new (&connection->lock);
  if (connection->pool == NULL)
    connection->pool
        = hbase_pool_new (connection->address, connection->max_channels, connection->max_reply_size);
  return connection->pool;
}

HBasePool *
hbase_connection_get_admin_pool (HBaseConnection *connection)
{
  HBaseUri *admin = connection->address->admin;
  g_autoptr (GMutexLocker) locker = NULL;

  if (admin == NULL)
    return NULL;
  locker = g_mutex_locker_new (&connection->lock);
  if (connection->admin_pool == NULL)
    connection->admin_pool = hbase_pool_new (admin, MAX_ADMIN_CHANNELS, connection->max_reply_size);
  return connection->admin_pool;
}

HBasePool *
hbase_connection_choose_pool (HBaseConnection *connection, HBaseOperation *operation, GError **error)
{
  if (!hbase_connection_check (connection, error))
    return NULL;
  if (!operation->unframed || !connection->address->framed)
    return hbase_connection_get_pool (connection);
  if (connection->address->admin != NULL)
    return hbase_connection_get_admin_pool (connection);
  g_propagate_error (error,
                     hbase_operation_error (operation, HBASE_ERROR_UNSUPPORTED,
                                            "framed gateways get this wrong (split keys, time ranges of "
                                            "families), so nothing was sent: name an unframed "
                                            "gateway of the same HBase in the URI, …&admin=host:port"));
  return NULL;
}

gboolean
hbase_connection_has_address (HBaseConnection *connection)
{
  return connection->address != NULL;
}

gboolean
hbase_connection_check (HBaseConnection *connection, GError **error)
{
  return hbase_object_check_property (connection, "uri", connection->uri, error)
         && (connection->address != NULL || g_initable_init (G_INITABLE (connection), NULL, error));
}

HBaseWireProtocol
hbase_connection_get_protocol (HBaseConnection *connection)
{
  return connection != NULL && connection->address != NULL ? connection->address->protocol
                                                           : HBASE_WIRE_PROTOCOL_BINARY;
}

guint
hbase_connection_get_timeout (HBaseConnection *connection)
{
  return get_number (connection, PROP_TIMEOUT);
}

guint
hbase_connection_get_attempt_timeout (HBaseConnection *connection)
{
  return get_number (connection, PROP_ATTEMPT_TIMEOUT);
}

/**
 * hbase_connection_new:
 * @uri: what to connect to, see the class
 * @error: return location for an error
 *
 * Makes a connection. The URI is parsed, no more: the first call connects, and has the errors of that.
 *
 * Errors: %HBASE_ERROR_INVALID_URI; the message says what was expected.
 *
 * Returns: (transfer full): the connection
 *
 * Since: 0.1
 */
HBaseConnection *
hbase_connection_new (const char *uri, GError **error)
{
  g_return_val_if_fail (uri != NULL, NULL);

  return g_initable_new (HBASE_TYPE_CONNECTION, NULL, error, "uri", uri, NULL);
}

/**
 * hbase_connection_get_uri: (get-property uri)
 * @connection: a connection
 *
 * What the connection leads to.
 *
 * Returns: (transfer none): the URI, as it was given
 *
 * Since: 0.1
 */
const char *
hbase_connection_get_uri (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);

  return connection->uri;
}

/**
 * hbase_connection_get_table:
 * @connection: a connection
 * @name: the table's name, `name` or `namespace:name`
 *
 * Makes a handle of a table. Nothing is sent: whether there is such a table is seen by its first call.
 *
 * Every call makes a new handle, with timeouts and a key schema of its own.
 *
 * Returns: (transfer full): the table's handle
 *
 * Since: 0.1
 */
HBaseTable *
hbase_connection_get_table (HBaseConnection *connection, const char *name)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_object_new (HBASE_TYPE_TABLE, "connection", connection, "name", name, NULL);
}

/**
 * hbase_connection_get_admin:
 * @connection: a connection
 *
 * Makes the object that creates, lists and drops tables. Nothing is sent.
 *
 * Returns: (transfer full): the admin
 *
 * Since: 0.1
 */
HBaseAdmin *
hbase_connection_get_admin (HBaseConnection *connection)
{
  g_return_val_if_fail (HBASE_IS_CONNECTION (connection), NULL);

  return g_object_new (HBASE_TYPE_ADMIN, "connection", connection, NULL);
}
