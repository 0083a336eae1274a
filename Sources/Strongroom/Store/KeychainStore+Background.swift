// SPDX-License-Identifier: Apache-2.0

internal import Dispatch

/// Keeps calls that wait for a disk away from the threads of tasks.
private let queue = DispatchQueue(label: "strongroom", attributes: .concurrent)

/// Runs `body` on a thread that may wait.
private func inBackground<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    queue.async {
      continuation.resume(with: Swift.Result(catching: body))
    }
  }
}

extension Keychain {
  /// Does several things with this keychain without holding up a task's thread.
  ///
  /// Reading takes microseconds and can be called anywhere; writing waits for the disk, and up to 5
  /// seconds for another process.
  ///
  /// ```swift
  /// try await keychain.inBackground { try $0.set("s3cret", for: "ada") }
  /// ```
  ///
  /// - Throws: what `body` throws, and only that.
  public func inBackground<Result: Sendable>(
    _ body: @escaping @Sendable (Keychain) throws -> Result
  ) async throws -> Result {
    try await Strongroom.inBackground { try body(self) }
  }
}

extension Keyring {
  /// Does several things with this keyring without holding up a task's thread.
  ///
  /// ```swift
  /// let key = try await Keyring().inBackground { try $0.findOrMake("notes") }
  /// ```
  ///
  /// - Throws: what `body` throws, and only that.
  public func inBackground<Result: Sendable>(
    _ body: @escaping @Sendable (Keyring) throws -> Result
  ) async throws -> Result {
    try await Strongroom.inBackground { try body(self) }
  }
}
