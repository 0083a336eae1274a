// SPDX-License-Identifier: Apache-2.0

internal import KeychainRequests

extension ItemStore {
  /// Runs `body` in a write transaction, or as a part of one; where it ends with answers missing,
  /// what it has changed until then is taken back.
  func attempt(
    _ body: () throws(KeychainEngineError) -> Outcome
  ) throws(KeychainEngineError) -> Outcome {
    var missing: Needs?
    do throws(KeychainEngineError) {
      return try write { () throws(KeychainEngineError) in
        let outcome = try body()
        guard case .needs(let needs) = outcome else { return outcome }
        missing = needs
        throw KeychainEngineError(.interactionRequired, "a person has to be asked first")
      }
    } catch {
      guard let missing else { throw error }
      return .needs(missing)
    }
  }
}
