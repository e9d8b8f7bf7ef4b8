/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-picture-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanPicture, a boxed type: rectangles, lines and texts, which a program paints
 * with whatever library it uses. What a picture shows is computed by the functions that make it. */

struct _HBasePlanPicture {
  gatomicrefcount ref_count;
  double width, height;
  char *title, *description;
  GArray *shapes; /* of HBasePlanShape */
};

G_DEFINE_ENUM_TYPE (HBasePlanShapeKind,
                    hbase_plan_shape_kind,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_SHAPE_KIND_RECTANGLE, "rectangle"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_SHAPE_KIND_LINE, "line"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_SHAPE_KIND_TEXT, "text"))

static void
free_picture (HBasePlanPicture *picture)
{
  g_free (picture->title);
  g_free (picture->description);
  g_array_unref (picture->shapes);
  g_free (picture);
}

/**
 * HBasePlanPicture:
 *
 * A picture as a list of shapes, each of which is over those before it. It can be written as SVG
 * ([method@HBasePlan.Picture.to_svg]), or painted by the program. It is immutable and may be used from any
 * thread.
 */

/**
 * hbase_plan_picture_ref: (skip)
 * @picture: a picture
 *
 * Adds a reference.
 *
 * Returns: (transfer full): the picture
 */
/**
 * hbase_plan_picture_unref: (skip)
 * @picture: a picture
 *
 * Releases a reference; the last one frees the picture.
 */
HBASE_DEFINE_REF_COUNTED (HBasePlanPicture, hbase_plan_picture, free_picture)

/* ---- shapes ---- */

static void
clear_shape (HBasePlanShape *shape)
{
  g_free (shape->text);
}

/**
 * hbase_plan_shape_copy:
 * @shape: a shape
 *
 * Copies a shape, with its text. The copy stays valid without the picture.
 *
 * Returns: (transfer full): the copy, to be freed with hbase_plan_shape_free()
 */
HBasePlanShape *
hbase_plan_shape_copy (const HBasePlanShape *shape)
{
  HBasePlanShape *copy;

  g_return_val_if_fail (shape != NULL, NULL);

  copy = g_memdup2 (shape, sizeof *shape);
  copy->text = g_strdup (shape->text);
  return copy;
}

/**
 * hbase_plan_shape_free: (skip)
 * @shape: (transfer full): a copy that hbase_plan_shape_copy() made
 *
 * Frees a copy of a shape. The shapes that hbase_plan_picture_get_shape() returns belong to their picture.
 */
void
hbase_plan_shape_free (HBasePlanShape *shape)
{
  g_return_if_fail (shape != NULL);

  clear_shape (shape);
  g_free (shape);
}

G_DEFINE_BOXED_TYPE (HBasePlanShape, hbase_plan_shape, hbase_plan_shape_copy, hbase_plan_shape_free)

/* ---- making ---- */

HBasePlanPicture *
hbase_plan_picture_new (double width, double height, const char *title, const char *description)
{
  HBasePlanPicture *picture = g_new0 (HBasePlanPicture, 1);

  g_atomic_ref_count_init (&picture->ref_count);
  picture->width = width;
  picture->height = height;
  picture->title = g_strdup (title);
  picture->description = g_strdup (description);
  picture->shapes = g_array_new (FALSE, TRUE, sizeof (HBasePlanShape));
  g_array_set_clear_func (picture->shapes, (GDestroyNotify) clear_shape);
  hbase_plan_picture_add_rectangle (picture, 0, 0, width, height, 0xFFFFFFFF);
  return picture;
}

static HBasePlanShape *
add_shape (HBasePlanPicture *picture, HBasePlanShapeKind kind, double x, double y)
{
  HBasePlanShape shape = { .kind = kind, .x = x, .y = y, .stroke_width = 1 };

  g_array_append_val (picture->shapes, shape);
  return &g_array_index (picture->shapes, HBasePlanShape, picture->shapes->len - 1);
}

HBasePlanShape *
hbase_plan_picture_add_rectangle (
    HBasePlanPicture *picture, double x, double y, double width, double height, guint32 fill)
{
  HBasePlanShape *shape = add_shape (picture, HBASE_PLAN_SHAPE_KIND_RECTANGLE, x, y);

  shape->width = width;
  shape->height = height;
  shape->fill = fill;
  return shape;
}

HBasePlanShape *
hbase_plan_picture_add_line (
    HBasePlanPicture *picture, double x, double y, double x2, double y2, guint32 stroke)
{
  HBasePlanShape *shape = add_shape (picture, HBASE_PLAN_SHAPE_KIND_LINE, x, y);

  shape->width = x2 - x;
  shape->height = y2 - y;
  shape->stroke = stroke;
  return shape;
}

HBasePlanShape *
hbase_plan_picture_add_text (HBasePlanPicture *picture, double x, double y, const char *text)
{
  HBasePlanShape *shape = add_shape (picture, HBASE_PLAN_SHAPE_KIND_TEXT, x, y);

  shape->fill = HBASE_PLAN_COLOUR_BLACK;
  shape->size = 12;
  shape->text = g_strdup (text);
  return shape;
}

void
hbase_plan_shape_take_text (HBasePlanShape *shape, char *text)
{
  g_free (shape->text);
  shape->text = text;
}

/* ---- reading ---- */

/**
 * hbase_plan_picture_get_width:
 * @picture: a picture
 *
 * Returns the width of the picture.
 *
 * Returns: pixels
 */
double
hbase_plan_picture_get_width (HBasePlanPicture *picture)
{
  g_return_val_if_fail (picture != NULL, 0);

  return picture->width;
}

/**
 * hbase_plan_picture_get_height:
 * @picture: a picture
 *
 * Returns the height of the picture.
 *
 * Returns: pixels
 */
double
hbase_plan_picture_get_height (HBasePlanPicture *picture)
{
  g_return_val_if_fail (picture != NULL, 0);

  return picture->height;
}

/**
 * hbase_plan_picture_get_title:
 * @picture: a picture
 *
 * Returns what the picture shows, in a few words; they are also a text in it.
 *
 * Returns: (transfer none): the title
 */
const char *
hbase_plan_picture_get_title (HBasePlanPicture *picture)
{
  g_return_val_if_fail (picture != NULL, NULL);

  return picture->title;
}

/**
 * hbase_plan_picture_get_description:
 * @picture: a picture
 *
 * Returns what can be seen in the picture, for people who can't see it.
 *
 * Returns: (transfer none): the description
 */
const char *
hbase_plan_picture_get_description (HBasePlanPicture *picture)
{
  g_return_val_if_fail (picture != NULL, NULL);

  return picture->description;
}

/**
 * hbase_plan_picture_get_n_shapes:
 * @picture: a picture
 *
 * Returns the number of shapes.
 *
 * Returns: the number
 */
guint
hbase_plan_picture_get_n_shapes (HBasePlanPicture *picture)
{
  g_return_val_if_fail (picture != NULL, 0);

  return picture->shapes->len;
}

/**
 * hbase_plan_picture_get_shape:
 * @picture: a picture
 * @index: the position of a shape; the first is 0
 *
 * Returns a shape. The picture must be painted in the order of its shapes.
 *
 * Returns: (transfer none): the shape, valid as long as the picture
 */
const HBasePlanShape *
hbase_plan_picture_get_shape (HBasePlanPicture *picture, guint index)
{
  g_return_val_if_fail (picture != NULL, NULL);
  g_return_val_if_fail (index < picture->shapes->len, NULL);

  return &g_array_index (picture->shapes, HBasePlanShape, index);
}
