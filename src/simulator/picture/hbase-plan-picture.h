/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include "hbase-plan-macros.h"

G_BEGIN_DECLS

/**
 * HBasePlanShapeKind:
 * @HBASE_PLAN_SHAPE_KIND_RECTANGLE: a rectangle
 * @HBASE_PLAN_SHAPE_KIND_LINE: a straight line
 * @HBASE_PLAN_SHAPE_KIND_TEXT: a line of text
 *
 * What an [struct@HBasePlan.Shape] is. The numbers are never changed or reused.
 */
typedef enum {
  HBASE_PLAN_SHAPE_KIND_RECTANGLE = 0,
  HBASE_PLAN_SHAPE_KIND_LINE = 1,
  HBASE_PLAN_SHAPE_KIND_TEXT = 2,
} HBasePlanShapeKind;

#define HBASE_PLAN_TYPE_SHAPE_KIND (hbase_plan_shape_kind_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_shape_kind_get_type (void);

/**
 * HBasePlanShape:
 * @kind: what it is
 * @x: the left edge of a rectangle, the beginning of a line, or where a text is anchored
 * @y: the upper edge of a rectangle, the beginning of a line, or the baseline of a text
 * @width: the width of a rectangle; of a line, what is to be added to @x for its end
 * @height: the height of a rectangle; of a line, what is to be added to @y for its end
 * @fill: the colour of a rectangle's area, or of a text, as 0xRRGGBBAA; 0: none
 * @stroke: the colour of a line or of a rectangle's border, as 0xRRGGBBAA; 0: none
 * @stroke_width: the width of a line or border
 * @is_dashed: whether a line is dashed
 * @size: the size of a text's font
 * @anchor: how much of a text's width is to the left of @x, from 0 to 1
 * @is_bold: whether a text is bold
 * @is_monospace: whether all characters of a text have the same width; its font is sans-serif otherwise
 * @text: (nullable): a text, or what a rectangle means, which may be shown as its tooltip
 *
 * A part of an [struct@HBasePlan.Picture]. Lengths are pixels; the origin is the upper left corner.
 */
typedef struct {
  HBasePlanShapeKind kind;
  double x;
  double y;
  double width;
  double height;
  guint32 fill;
  guint32 stroke;
  double stroke_width;
  gboolean is_dashed;
  double size;
  double anchor;
  gboolean is_bold;
  gboolean is_monospace;
  char *text;
  /*< private >*/
  gpointer padding[4];
} HBasePlanShape;

#define HBASE_PLAN_TYPE_SHAPE (hbase_plan_shape_get_type ())

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_shape_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanShape *hbase_plan_shape_copy (const HBasePlanShape *shape);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_shape_free (HBasePlanShape *shape);

#define HBASE_PLAN_TYPE_PICTURE (hbase_plan_picture_get_type ())
typedef struct _HBasePlanPicture HBasePlanPicture;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_picture_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanPicture *hbase_plan_picture_ref (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_picture_unref (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_picture_get_width (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
double hbase_plan_picture_get_height (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_picture_get_title (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_picture_get_description (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
guint hbase_plan_picture_get_n_shapes (HBasePlanPicture *picture);
HBASE_AVAILABLE_IN_0_1
const HBasePlanShape *hbase_plan_picture_get_shape (HBasePlanPicture *picture, guint index);
HBASE_AVAILABLE_IN_0_1
char *hbase_plan_picture_to_svg (HBasePlanPicture *picture);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanPicture, hbase_plan_picture_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanShape, hbase_plan_shape_free)

G_END_DECLS
