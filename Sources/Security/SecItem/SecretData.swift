// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import Foundation
internal import KeychainRequests
internal import Secrets

/// A secret on its way to the caller, as the data object that Apple's API promises.
///
/// The bytes stay where the engine put them, in locked memory, and are wiped when the last owner
/// lets go. `as? Data` makes one copy, which is the caller's and which nobody wipes.
/// `ContiguousBytes` is what keeps that copy cheap: Foundation asks a data object for it and
/// without it copies byte by byte, 53 ms for 1 MiB in place of 25 µs.
@safe
final class SecretData: NSData, ContiguousBytes {
  /// The secret itself, for calls that get the object back and need no copy.
  let secret: SharedSecret

  init(_ secret: SharedSecret) {
    self.secret = secret
    super.init()
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { fatalError("a secret is never read from an archive") }

  override var length: Int { secret.bytes.count }

  /// Valid as long as this object lives, for the secret never moves.
  override var bytes: UnsafeRawPointer {
    unsafe withUnsafeBytes { $0.baseAddress! }
  }

  func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try secret.bytes.withBytes { span in unsafe try span.withUnsafeBytes(body) }
  }

  override func enumerateBytes(
    _ block: (UnsafeRawPointer, NSRange, UnsafeMutablePointer<Bool>) -> Void
  ) {
    var stop = false
    unsafe block(bytes, NSRange(location: 0, length: length), &stop)
  }

  /// The object itself, for it cannot change.
  override func copy(with zone: NSZone? = nil) -> Any { self }

  /// Archives know plain data objects only.
  override var classForCoder: AnyClass { NSData.self }

  /// That of an equal data object of Foundation's; the inherited one looks past the overrides.
  override var hash: Int {
    unsafe NSData(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length, freeWhenDone: false
    ).hash
  }

  /// The length, which is all that may be shown.
  override var description: String { "\(length) secret bytes" }

  /// The length, which is all that may be shown.
  override var debugDescription: String { description }
}
