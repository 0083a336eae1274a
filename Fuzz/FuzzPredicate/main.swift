// SPDX-License-Identifier: Apache-2.0

import FuzzDriver
import ObjectStore

// Any text is a predicate or a mistake at a place in it, and always the same.
fuzz { bytes in
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(PredicateSyntaxError) {
    let predicate = try PredicateParser.parse(text)
    precondition((try? PredicateParser.parse(text)) == predicate)
  } catch {
    // Places count Unicode scalars, from 1; the one behind the last is the end.
    precondition((1...text.unicodeScalars.count + 1).contains(error.position))
    precondition(!error.expectation.isEmpty)
  }
}
