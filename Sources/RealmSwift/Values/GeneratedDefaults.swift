// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Defaults that are made anew for every object: identifiers, and what time it is.
///
/// An object that is made for a row would only throw them away, and a new `UUID` takes several
/// times as long as the row. So a thread says when that is what it is doing.
enum GeneratedDefaults {
  // Set while the thread that asks makes an object for a row.
  private static let isReading: pthread_key_t = {
    var key = pthread_key_t()
    guard unsafe pthread_key_create(&key, nil) == 0 else { fatalError("no room for a thread key") }
    return key
  }()

  static var areNeeded: Bool { unsafe pthread_getspecific(isReading) == nil }

  /// Runs what makes an object for a row.
  static func without<R>(_ body: () -> R) -> R {
    unsafe pthread_setspecific(isReading, UnsafeRawPointer(bitPattern: 1))
    defer { pthread_setspecific(isReading, nil) }
    return body()
  }
}
