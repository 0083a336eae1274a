// SPDX-License-Identifier: Apache-2.0

import KeychainEngine
import KeychainRequests
import Secrets
import Synchronization

/// An engine with a caller, and short ways to say what is asked of it.
struct EngineHarness {
  let engine: KeychainEngine
  var caller: Caller

  init(
    _ location: KeychainLocation = .memory, groups: [String] = ["TEAM.app"],
    authenticator: any Authenticator = NoAuthenticator()
  ) {
    self.init(
      KeychainEngine(location: location, authenticator: authenticator), groups: groups)
  }

  init(_ engine: KeychainEngine, groups: [String] = ["TEAM.app"]) {
    self.engine = engine
    caller = Self.caller(groups)
  }

  static func caller(_ groups: [String]) -> Caller {
    Caller(
      userID: 1000, applicationIdentifier: groups.first ?? "TEAM.none",
      accessGroups: .listed(groups), evidence: .explicit)
  }

  func add(_ attributes: Request.Dictionary) -> Response {
    engine.execute(Request(.add, attributes), for: caller)
  }

  /// Adds all of them or none, in one transaction.
  func fill(_ items: [Request.Dictionary]) -> Response {
    let next = Atomic(0)
    return engine.addAll(for: caller) {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      return index < items.count ? items[index] : nil
    }
  }

  func find(_ query: Request.Dictionary) -> Response {
    engine.execute(Request(.copyMatching, query), for: caller)
  }

  func update(_ query: Request.Dictionary, _ changes: Request.Dictionary) -> Response {
    engine.execute(Request(.update, query, changes: changes), for: caller)
  }

  func delete(_ query: Request.Dictionary) -> Response {
    engine.execute(Request(.delete, query), for: caller)
  }
}

extension Request.Entry {
  static func itemClass(_ itemClass: ItemClass) -> Self {
    Self(.name(RequestKeys.itemClass), .text(itemClass.rawValue))
  }

  static func data(_ text: String) -> Self {
    Self(.name(RequestKeys.valueData), .secret(SharedSecret(copying: Array(text.utf8).rawBytes)))
  }

  static func flag(_ key: String, _ value: Bool = true) -> Self {
    Self(.name(key), .boolean(value))
  }

  static func entry(_ key: String, _ value: Request.Value) -> Self { Self(.name(key), value) }
}

extension Response {
  var texts: [String] {
    items.map {
      $0.data.map { String(decoding: $0.bytes.withBytes { $0.array }, as: UTF8.self) } ?? "-"
    }
  }
}
