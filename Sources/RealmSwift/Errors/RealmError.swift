// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
public import Foundation
internal import Glibc
internal import ObjectStore
internal import SQLite

extension Realm {
  /// Why a realm refuses.
  ///
  /// ```swift
  /// do {
  ///   realm = try Realm(configuration: configuration)
  /// } catch Realm.Error.invalidDatabase {
  ///   …
  /// }
  /// ```
  ///
  /// It is an `NSError` with Realm's domain, `io.realm`, and Realm's codes. ``underlying`` tells
  /// apart what Realm has one code for.
  public final class Error: NSError, @unchecked Sendable {
    /// What kind of failure it is; the numbers are Realm's.
    public struct Code: RawRepresentable, Hashable, Sendable {
      /// Realm's number.
      public let rawValue: Int
      /// The kind with Realm's number.
      public init(rawValue: Int) { self.rawValue = rawValue }
    }

    /// Why a file is not opened, where ``Code`` says no more than `invalidDatabase`.
    public enum Underlying: Sendable, Equatable {
      /// The file is encrypted with another key.
      case wrongKey
      /// The file is encrypted, and the configuration has no key.
      case missingKey
      /// The configuration has a key, and the file is not encrypted.
      case notEncrypted
      /// The key is right, and bytes of the file are not what was written.
      case damaged
      /// The configuration's key is no key: not 64 bytes, or all bytes the same.
      case invalidKey
      /// The file was written by Realm itself.
      case realmFile
      /// The file is something else.
      case notADatabase
    }

    /// What kind of failure it is.
    public var errorCode: Code { Code(rawValue: code) }
    /// What happened, to which file, and what to do.
    public let reason: String
    /// The file.
    public let fileURL: URL?
    /// Which of several causes it was, where there is more to say than the code does.
    public let underlying: Underlying?

    /// Realm's error domain.
    public static let domain = "io.realm"

    init(
      _ code: Code, reason: String, file: String? = nil, underlying: Underlying? = nil
    ) {
      self.reason = reason
      self.fileURL = file.map { URL(fileURLWithPath: $0) }
      self.underlying = underlying
      var userInfo: [String: Any] = [
        NSLocalizedDescriptionKey: reason, "Error Name": code.name,
        "Error Code": code.rawValue,
      ]
      if let file { userInfo[NSFilePathErrorKey] = file }
      super.init(domain: Self.domain, code: code.rawValue, userInfo: userInfo)
    }

    /// Errors are not read from archives.
    public required init?(coder: NSCoder) { nil }

    /// What happened, with the name of the code.
    public override var description: String { "\(errorCode.name): \(reason)" }
  }
}

extension Realm.Error.Code {
  /// Whether an error is one of a kind, for `catch Realm.Error.fileNotFound`.
  public static func ~= (kind: Self, error: any Error) -> Bool {
    (error as? Realm.Error)?.code == kind.rawValue
  }
}

// `code` is a number here, as `NSError` has it. With these, code for Realm's own error compiles as
// it stands: `error.code == .fileAccess`, and `switch error.code { case .fileAccess: … }`.

/// Whether a number is that of a kind of failure.
public func == (number: Int, kind: Realm.Error.Code) -> Bool { number == kind.rawValue }

/// Whether a number is not that of a kind of failure.
public func != (number: Int, kind: Realm.Error.Code) -> Bool { number != kind.rawValue }

/// Whether a number is that of a kind of failure, in a `switch`.
public func ~= (kind: Realm.Error.Code, number: Int) -> Bool { number == kind.rawValue }

extension Realm.Error {
  /// Puts what a lower room says into Realm's words.
  convenience init(_ error: any Swift.Error, file: String?) {
    if let error = error as? EncryptedSQLiteError {
      self.init(encrypted: error, file: file)
    } else if let error = error as? ObjectStoreError {
      self.init(store: error, file: file)
    } else if let error = error as? SQLiteError {
      self.init(sqlite: error, file: file)
    } else if let error = error as? Realm.Error {
      self.init(
        error.errorCode, reason: error.reason, file: error.fileURL?.path ?? file,
        underlying: error.underlying)
    } else {
      self.init(.fail, reason: "\(error)", file: file)
    }
  }

  private convenience init(store error: ObjectStoreError, file: String?) {
    switch error.code {
    case .schemaMismatch: self.init(.schemaMismatch, reason: error.reason, file: file)
    case .unsupportedFile:
      self.init(
        .unsupportedFileFormatVersion,
        reason: "\(file ?? "the file") cannot be opened: \(error.reason)", file: file)
    case .primaryKeyExists, .migrationFailed, .invalidQuery:
      self.init(.fail, reason: error.reason, file: file)
    case .sqlite:
      if let cause = error.underlying {
        self.init(sqlite: cause, file: file)
      } else {
        self.init(.fail, reason: error.reason, file: file)
      }
    }
  }

  private convenience init(sqlite error: SQLiteError, file: String?) {
    if let cause = error.underlying as? EncryptedSQLiteError {
      self.init(encrypted: cause, file: file)
      return
    }
    let (code, advice) = Self.meaning(of: error)
    let place = file.map { error.message.contains($0) ? "" : "\($0): " } ?? ""
    self.init(
      code, reason: "\(place)\(error.description)\(advice)", file: file,
      underlying: error.code.primary == .corrupt
        ? .damaged : error.code.primary == .notADatabase ? .notADatabase : nil)
  }

  /// The code of a failure of SQLite's, and what to do about it.
  private static func meaning(of error: SQLiteError) -> (Code, advice: String) {
    switch error.code.primary {
    case .permission, .readOnly:
      (.filePermissionDenied, "; check the permissions of the file and its folder")
    case .full: (.outOfDiskSpace, "; make room, and try again")
    case .corrupt: (.invalidDatabase, "; restore the file from a copy")
    case .notADatabase: (.invalidDatabase, "")
    case .busy, .locked:
      (.fileAccess, "; somebody else is in a write transaction for too long, try again later")
    case .ioError where [ENOSPC, EDQUOT, EFBIG].contains(error.systemErrorNumber):
      (.outOfDiskSpace, "; make room, and try again")
    case .ioError: (.fileOperationFailed, "; check the disk")
    case .outOfMemory: (.addressSpaceExhausted, "")
    case .cannotOpen:
      switch error.systemErrorNumber {
      case EACCES, EPERM, EROFS:
        (.filePermissionDenied, "; check the permissions of the file and its folder")
      case ENOENT, ENOTDIR: (.fileNotFound, "; check the path")
      default: (.fileAccess, "; check the path, and the permissions of its folder")
      }
    default: (.fail, "")
    }
  }

  private convenience init(encrypted error: EncryptedSQLiteError, file: String?) {
    let (code, underlying): (Code, Underlying?) =
      switch error.code {
      case .wrongKey: (.invalidDatabase, .wrongKey)
      case .keyMissing: (.invalidDatabase, .missingKey)
      case .notEncrypted: (.invalidDatabase, .notEncrypted)
      case .notADatabase: (.invalidDatabase, .notADatabase)
      case .damaged, .truncated, .rolledBack: (.invalidDatabase, .damaged)
      case .invalidKey: (.invalidInput, .invalidKey)
      case .unsupportedVersion: (.unsupportedFileFormatVersion, nil)
      case .busy: (.fileAccess, nil)
      case .diskFull: (.outOfDiskSpace, nil)
      case .permissionDenied: (.filePermissionDenied, nil)
      case .notFound: (.fileNotFound, nil)
      case .outOfMemory: (.addressSpaceExhausted, nil)
      case .targetExists: (.fileExists, nil)
      case .inputOutput, .replaced: (.fileOperationFailed, nil)
      default: (.fail, nil)
      }
    self.init(code, reason: error.reason, file: error.file ?? file, underlying: underlying)
  }
}
