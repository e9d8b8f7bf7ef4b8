/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-picture.h"

#define HBASE_PLAN_COLOUR_BLACK 0x000000FF
#define HBASE_PLAN_COLOUR_GREY 0x666666FF
#define HBASE_PLAN_COLOUR_LIGHT_GREY 0xDDDDDDFF

/* The description is one sentence or several, for those who can't see the picture. */
HBasePlanPicture *
hbase_plan_picture_new (double width, double height, const char *title, const char *description);

/* Each adds a shape over those before it, and returns it, so that other members can be set; the pointer is
 * invalid after the next shape was added. */
HBasePlanShape *hbase_plan_picture_add_rectangle (
    HBasePlanPicture *picture, double x, double y, double width, double height, guint32 fill);
HBasePlanShape *hbase_plan_picture_add_line (
    HBasePlanPicture *picture, double x, double y, double x2, double y2, guint32 stroke);
/* The text is black, begins at x, and has the size 12. */
HBasePlanShape *hbase_plan_picture_add_text (HBasePlanPicture *picture, double x, double y, const char *text);

/* Takes over the text. */
void hbase_plan_shape_take_text (HBasePlanShape *shape, char *text);

/* Returns the keys (element-type GBytes) in printable escapes, each shortened to
 * HBASE_PLAN_KEY_LABEL_LENGTH characters: if that is necessary, it begins after what all keys have in common.
 * */
#define HBASE_PLAN_KEY_LABEL_LENGTH 32
GStrv hbase_plan_key_labels_new (GPtrArray *keys);
