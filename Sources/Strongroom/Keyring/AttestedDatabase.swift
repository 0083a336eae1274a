// SPDX-License-Identifier: Apache-2.0

public import EncryptedSQLite
internal import KeychainRequests
public import SQLite
internal import Secrets

/// An open encrypted database whose newest state the keychain knows.
///
/// ```swift
/// let database = try Keyring().openAttested("notes", at: "notes.db")
/// try database.connection.execute("…")
/// try database.close()
/// ```
///
/// At the next opening an older copy of the file, or of a page of it, is an error: `rolledBack`.
/// Has one owner, like its connection.
public final class AttestedDatabase {
  /// The connection.
  public let connection: Connection
  /// How the database compared with what the keychain knew.
  public let freshness: Freshness

  private let keyring: Keyring
  private let name: String
  private let path: String
  private let key: EncryptionKey

  init(
    _ connection: Connection, _ freshness: Freshness, _ keyring: Keyring, _ name: String,
    _ path: String, _ key: EncryptionKey
  ) {
    self.connection = connection
    self.freshness = freshness
    self.keyring = keyring
    self.name = name
    self.path = path
    self.key = key
  }

  /// Closes the connection, attests the database, and keeps the attestation in the keychain.
  ///
  /// While another connection is open in WAL mode, attesting is left to the last one that closes.
  /// A program that ends without this call leaves a database that is newer than its attestation:
  /// that is opened, as `Freshness.advanced`.
  ///
  /// - Throws: `SQLiteError` when the connection is in use, `EncryptedSQLiteError` when the
  ///   database cannot be attested, ``KeychainError`` when the keychain cannot be written.
  public func close() throws {
    try connection.close()
    guard try EncryptedDatabase.isInUse(path) == false else { return }
    let attestation = try EncryptedDatabase.attest(path, key: DatabaseKey(key))
    try keyring.keep(attestation, for: name)
  }
}

extension Keyring {
  private static let attestationService = "Strongroom attestation"

  /// Opens the database at `path` with the key called `name`, or makes both, and compares it with
  /// the attestation that the keychain keeps beside the key.
  ///
  /// One name stands for one database. Opening reads 32 bytes of every page, about 1 µs each while
  /// the file is in memory. Whoever puts back both the keychain and the database is not found out.
  ///
  /// - Throws: ``KeychainError``; `EncryptedSQLiteError`, with `rolledBack` for a database that is
  ///   not the one, or not as new as the one, that was closed last.
  public func openAttested(
    _ name: String, at path: String, options: DatabaseOptions = DatabaseOptions()
  ) throws -> AttestedDatabase {
    let key = try findOrMake(name)
    let opened: (connection: Connection, freshness: Freshness)
    if let attestation = try attestation(of: name) {
      opened = try EncryptedDatabase.open(
        at: path, key: DatabaseKey(key), options: options, expecting: attestation)
    } else {
      opened = (try EncryptedDatabase.open(at: path, key: key, options: options), .unattested)
    }
    return AttestedDatabase(opened.connection, opened.freshness, self, name, path, key)
  }

  /// The attestation that the keychain keeps for the database whose key is called `name`; nil when
  /// there is none.
  ///
  /// - Throws: as ``find(_:)``; `undecodable` when the item holds something else.
  public func attestation(of name: String) throws(KeychainError) -> Attestation? {
    let response: Response
    do throws(KeychainError) {
      response = try store.execute(
        Request(.copyMatching, attestationQuery(name) + [.returnsData]),
        to: "find the attestation of \(name.debugDescription)")
    } catch .itemNotFound {
      return nil
    }
    let bytes = response.items.first?.data?.bytes.withBytes { $0.array } ?? []
    do throws(EncryptedSQLiteError) { return try Attestation(bytes: bytes) } catch {
      throw KeychainError(
        .undecodable, reason: "the attestation of \(name.debugDescription): \(error.reason)")
    }
  }

  /// Keeps an attestation, unless a newer one of the same file is there.
  ///
  /// - Throws: as ``add(_:named:)``.
  public func keep(_ attestation: Attestation, for name: String) throws(KeychainError) {
    let data = Request.Entry.data(SharedSecret(copying: attestation.bytes.rawBytes))
    let task = "keep the attestation of \(name.debugDescription)"
    let old = try self.attestation(of: name)
    if let old, old.salt == attestation.salt, old.counter >= attestation.counter { return }
    guard old == nil else {
      _ = try store.execute(
        Request(.update, attestationQuery(name), changes: [data]), to: task)
      return
    }
    _ = try store.execute(
      Request(.add, attestationQuery(name) + [.accessibility(accessibility), data]), to: task)
  }

  /// Forgets the attestation of `name`, so that the database is taken as it is at the next opening:
  /// after it was restored from a backup on purpose, or rekeyed.
  ///
  /// - Throws: as ``find(_:)``; a name without one is no error.
  public func forgetAttestation(of name: String) throws(KeychainError) {
    do throws(KeychainError) {
      _ = try store.execute(
        Request(.delete, attestationQuery(name)),
        to: "forget the attestation of \(name.debugDescription)")
    } catch .itemNotFound {}
  }

  private func attestationQuery(_ name: String) -> Request.Dictionary {
    var query: Request.Dictionary = [
      .itemClass(.genericPassword), .init(.service, .text(Self.attestationService)),
      .init(.account, .text(name)),
    ]
    if let accessGroup { query.append(.init(.accessGroup, .text(accessGroup))) }
    return query
  }
}
