// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// One line of the table: a program with some access groups makes calls, each of which has an
/// expected status and an expected result.
struct Case {
  /// The rule that the case is an example of.
  let behaviour: String
  /// Which example, where there are several.
  let variant: String
  /// Where the expectation comes from: a section (§) of the specification of Apple's behaviour, «T»
  /// and a test of Apple's, or «decided» where Apple's behaviour was not followed.
  let source: String
  let groups: [String]
  let steps: [Step]

  init(
    _ behaviour: String, _ variant: String = "", from source: String,
    groups: [String] = [Group.first, Group.second], _ steps: [Step]
  ) {
    self.behaviour = behaviour
    self.variant = variant
    self.source = source
    self.groups = groups
    self.steps = steps
  }

  var identity: String { variant.isEmpty ? behaviour : "\(behaviour): \(variant)" }

  /// Carries the case out in an empty keychain; returns what was not as expected, nil when
  /// everything was.
  func failure() -> String? {
    let keychain = ProvidedKeychain()
    var results: [CFTypeRef?] = []
    for (number, step) in steps.enumerated() {
      let outcome = keychain.withEntitlements(step.groups ?? groups) { step.run(after: results) }
      if let failure = outcome.failure { return "step \(number): \(failure)" }
      results.append(outcome.result)
    }
    return nil
  }
}
