// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// One call with what is expected of it.
struct Step {
  private enum Call {
    case add(Entries)
    case find(Entries)
    case update(Entries, Entries)
    case delete(Entries)
    case check(([CFTypeRef?]) -> String?)
  }

  private let call: Call
  private let status: OSStatus
  private let shape: Shape
  /// The entitlements for this step, where they are not those of the case.
  let groups: [String]?

  static func add(
    _ attributes: Entries, _ status: OSStatus = errSecSuccess, _ shape: Shape = .any,
    as groups: [String]? = nil
  ) -> Step {
    Step(call: .add(attributes), status: status, shape: shape, groups: groups)
  }

  static func find(
    _ query: Entries, _ status: OSStatus = errSecSuccess, _ shape: Shape = .any,
    as groups: [String]? = nil
  ) -> Step {
    Step(call: .find(query), status: status, shape: shape, groups: groups)
  }

  static func update(
    _ query: Entries, _ changes: Entries, _ status: OSStatus = errSecSuccess,
    as groups: [String]? = nil
  ) -> Step {
    Step(call: .update(query, changes), status: status, shape: .any, groups: groups)
  }

  static func delete(
    _ query: Entries, _ status: OSStatus = errSecSuccess, as groups: [String]? = nil
  ) -> Step {
    Step(call: .delete(query), status: status, shape: .any, groups: groups)
  }

  /// No call of the item API: something else that must hold at this point; what is returned says
  /// why it does not.
  static func check(_ body: @escaping ([CFTypeRef?]) -> String?) -> Step {
    Step(call: .check(body), status: errSecSuccess, shape: .any, groups: nil)
  }

  /// Makes the call.
  ///
  /// A call that fails must leave the caller's variable alone.
  func run(after results: [CFTypeRef?]) -> (result: CFTypeRef?, failure: String?) {
    let untouched = NSObject()
    var result: CFTypeRef? = untouched
    let found: OSStatus
    switch call {
    case .add(let attributes): found = SecItemAdd(attributes.dictionary(after: results), &result)
    case .find(let query): found = SecItemCopyMatching(query.dictionary(after: results), &result)
    case .update(let query, let changes):
      found = SecItemUpdate(query.dictionary(after: results), changes.dictionary(after: results))
      if found == errSecSuccess { result = nil }
    case .delete(let query):
      found = SecItemDelete(query.dictionary(after: results))
      if found == errSecSuccess { result = nil }
    case .check(let body): return (nil, body(results))
    }
    guard found == status else { return (nil, "status \(found), expected \(status)") }
    guard found == errSecSuccess else {
      return (nil, result === untouched ? nil : "the variable was written to by a call that failed")
    }
    if result === untouched { return (nil, "the variable was not written to") }
    return (result, shape.mismatch(result, after: results))
  }
}
