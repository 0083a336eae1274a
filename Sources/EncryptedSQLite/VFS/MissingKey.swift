// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The path that was last opened without a key on this thread, so that the error can say more than
/// SQLite's "unable to open database file".
///
/// There is no request, and so no other place, to keep it.
enum MissingKey {
  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key) { value in unsafe free(value) }
    precondition(status == 0, "no thread-local slot left for opening databases")
    return key
  }()

  static func note(_ path: String) { unsafe set(strdup(path)) }

  /// The error for it, once.
  static func take() -> EncryptedSQLiteError? {
    guard let value = unsafe pthread_getspecific(slot) else { return nil }
    let path = unsafe String(cString: value.assumingMemoryBound(to: CChar.self))
    unsafe set(nil)
    return EncryptedSQLiteError(
      .keyMissing,
      reason:
        "\(path) was opened without a key; use EncryptedDatabase.open, attach or vacuum instead of the SQL statement",
      file: path)
  }

  private static func set(_ value: UnsafeMutablePointer<CChar>?) {
    unsafe free(pthread_getspecific(slot))
    unsafe pthread_setspecific(slot, value)
  }
}
