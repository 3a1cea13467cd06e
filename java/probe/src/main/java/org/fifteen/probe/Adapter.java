// SPDX-License-Identifier: Apache-2.0
package org.fifteen.probe;

import org.fifteen.engine.BlockEngine;

/** An engine that is a library's object, or a library's class, in our shape. */
interface Adapter extends BlockEngine {
  /** What the library made; of an API of statics, the key, and nothing before there is one. */
  Object adapted();
}
