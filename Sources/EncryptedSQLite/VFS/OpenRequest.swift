// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SQLite
internal import Secrets

/// What `xOpen` must know about a database that is being opened and SQLite cannot pass on: the key
/// above all.
///
/// Lies in a thread-local slot for the duration of one call and is taken by the first database
/// opened meanwhile. So a key is never in a URI, which ends up in logs, nor in a table that
/// outlives its use.
@safe
final class OpenRequest {
  let key: SecretBytes
  let mayCreate: Bool
  let mustWrite: Bool
  /// Whether VACUUM INTO opens the file: it sets page size and reserved bytes itself, as in the
  /// source, and fails when the file has them already.
  let isVacuumTarget: Bool
  /// How large the pages of a new file are.
  let pageByteCount: Int
  /// How a new file gives room back.
  let autoVacuum: DatabaseOptions.AutoVacuum
  /// Whether the file is a plain one, which is neither decrypted nor encrypted.
  let isUnprotected: Bool
  let failures: FailureRecord
  let reportDamage: @Sendable (EncryptedSQLiteError) -> Void
  private var isTaken = false

  init(
    key: borrowing DatabaseKey, mayCreate: Bool, mustWrite: Bool, isVacuumTarget: Bool = false,
    pageByteCount: Int = PageLayout.defaultByteCount,
    autoVacuum: DatabaseOptions.AutoVacuum = .none,
    reportDamage: @escaping @Sendable (EncryptedSQLiteError) -> Void
  ) {
    self.key = key.bytes.copy()
    self.mayCreate = mayCreate
    self.mustWrite = mustWrite
    self.isVacuumTarget = isVacuumTarget
    self.pageByteCount = pageByteCount
    self.autoVacuum = autoVacuum
    isUnprotected = false
    self.failures = FailureRecord()
    self.reportDamage = reportDamage
  }

  /// A request for a plain file that exists.
  init(unprotectedFile path: String) {
    key = SecretBytes(count: DatabaseKey.byteCount)
    (mayCreate, mustWrite, isVacuumTarget) = (false, false, false)
    (pageByteCount, autoVacuum) = (PageLayout.defaultByteCount, .none)
    isUnprotected = true
    failures = FailureRecord()
    reportDamage = { _ in }
  }

  /// Runs the statement that attaches the database named `name`.
  ///
  /// - Throws: ``SQLiteError``.
  func attach(_ name: String, as schema: String, to connection: Connection) throws(SQLiteError) {
    let statement = try connection.prepare("ATTACH DATABASE ?1 AS ?2")
    try statement.bind(name, at: 1)
    try statement.bind(schema, at: 2)
    try perform { () throws(SQLiteError) in try statement.run() }
  }

  private static let slot: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "no thread-local slot left for opening databases")
    return key
  }()

  /// Runs `body`, in which one database may be opened with this request's key.
  func perform<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    let outer = unsafe pthread_getspecific(Self.slot)
    unsafe pthread_setspecific(Self.slot, Unmanaged.passUnretained(self).toOpaque())
    defer { unsafe pthread_setspecific(Self.slot, outer) }
    return try body()
  }

  /// The request of the call this thread is in, once.
  static func take() -> OpenRequest? {
    guard let pointer = unsafe pthread_getspecific(slot) else { return nil }
    let request = unsafe Unmanaged<OpenRequest>.fromOpaque(pointer).takeUnretainedValue()
    if request.isTaken { return nil }
    request.isTaken = true
    return request
  }
}
