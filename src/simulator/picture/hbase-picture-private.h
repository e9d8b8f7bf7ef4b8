/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-picture.h"

#define HBASE_COLOUR_BLACK 0x000000FF
#define HBASE_COLOUR_GREY 0x666666FF
#define HBASE_COLOUR_LIGHT_GREY 0xDDDDDDFF

/* The description is one sentence or several, for those who can't see the picture. */
HBasePicture *hbase_picture_new (double width, double height, const char *title, const char *description);

/* Each adds a shape over those before it, and returns it, so that other members can be set; the pointer is
 * invalid after the next shape was added. */
HBaseShape *hbase_picture_add_rectangle (
    HBasePicture *picture, double x, double y, double width, double height, guint32 fill);
HBaseShape *
hbase_picture_add_line (HBasePicture *picture, double x, double y, double x2, double y2, guint32 stroke);
/* The text is black, begins at x, and has the size 12. */
HBaseShape *hbase_picture_add_text (HBasePicture *picture, double x, double y, const char *text);

/* Takes over the text. */
void hbase_shape_take_text (HBaseShape *shape, char *text);

/* Returns the keys (element-type GBytes) in printable escapes, each shortened to
 * HBASE_KEY_LABEL_LENGTH characters: if that is necessary, it begins after what all keys have in common. */
#define HBASE_KEY_LABEL_LENGTH 32
GStrv hbase_key_labels_new (GPtrArray *keys);
