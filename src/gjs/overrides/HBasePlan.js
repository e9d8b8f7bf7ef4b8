// SPDX-License-Identifier: LGPL-2.1-or-later
// What GJS adds to HBasePlan when it is imported: the same habits as those of HBase.

const { adaptNamespace, checkNamespace } = imports.overrides.HBase;

// GJS calls this with the namespace when it is imported.
function _init() {
  adaptNamespace(this);
  checkNamespace(this, ['get_growth']);
}
