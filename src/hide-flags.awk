# SPDX-License-Identifier: LGPL-2.1-or-later
# Makes of the GIR what is installed, and what the typelib and Vala's bindings are made from: functions whose result is marked (skip) return
# nothing. GJS and vapigen ignore the mark: they return the success flag before the answers, so that
# `if (table.exists (get))` would always hold. The GIR keeps the flag: C's documentation is made from it.

/<return-value / {
  is_skipped = sub (/ skip="1"/, "")
}

is_skipped && /<type name="gboolean"/ {
  sub (/<type .*\/>/, "<type name=\"none\" c:type=\"void\"/>")
}

/<\/return-value>/ {
  is_skipped = 0
}

{
  print
}
