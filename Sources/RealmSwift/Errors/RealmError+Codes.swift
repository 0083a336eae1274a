// SPDX-License-Identifier: Apache-2.0

extension Realm.Error.Code {
  /// Something else.
  public static let fail = Self(rawValue: 1)
  /// The file cannot be opened.
  public static let fileAccess = Self(rawValue: 2)
  /// The system does not allow it.
  public static let filePermissionDenied = Self(rawValue: 3)
  /// The file is there already.
  public static let fileExists = Self(rawValue: 4)
  /// There is no such file or folder.
  public static let fileNotFound = Self(rawValue: 5)
  /// The file has an older format.
  public static let fileFormatUpgradeRequired = Self(rawValue: 6)
  /// Another version of the software has the file open.
  public static let incompatibleLockFile = Self(rawValue: 8)
  /// There is no room in memory.
  public static let addressSpaceExhausted = Self(rawValue: 9)
  /// The classes of the program and of the file do not fit together.
  public static let schemaMismatch = Self(rawValue: 10)
  /// The file is open.
  public static let alreadyOpen = Self(rawValue: 12)
  /// An argument is impossible.
  public static let invalidInput = Self(rawValue: 13)
  /// The disk is full.
  public static let outOfDiskSpace = Self(rawValue: 14)
  /// The file belongs to another sync session.
  public static let incompatibleSession = Self(rawValue: 15)
  /// The file has a later format, or one that is not ours.
  public static let unsupportedFileFormatVersion = Self(rawValue: 16)
  /// Reading or writing the file failed.
  public static let fileOperationFailed = Self(rawValue: 19)
  /// The file cannot be read: see ``Realm/Error/underlying``.
  public static let invalidDatabase = Self(rawValue: 20)
  /// The files come from different histories.
  public static let incompatibleHistories = Self(rawValue: 21)

  /// Realm's name.
  var name: String { Self.names[rawValue] ?? "fail" }

  private static let names: [Int: String] = [
    1: "fail",
    2: "fileAccess",
    3: "filePermissionDenied",
    4: "fileExists",
    5: "fileNotFound",
    6: "fileFormatUpgradeRequired",
    8: "incompatibleLockFile",
    9: "addressSpaceExhausted",
    10: "schemaMismatch",
    12: "alreadyOpen",
    13: "invalidInput",
    14: "outOfDiskSpace",
    15: "incompatibleSession",
    16: "unsupportedFileFormatVersion",
    19: "fileOperationFailed",
    20: "invalidDatabase",
    21: "incompatibleHistories",
  ]
}

/// The kinds by way of the error, for `catch Realm.Error.fileNotFound`.
extension Realm.Error {
  /// Something else.
  public static var fail: Code { .fail }
  /// The file cannot be opened.
  public static var fileAccess: Code { .fileAccess }
  /// The system does not allow it.
  public static var filePermissionDenied: Code { .filePermissionDenied }
  /// The file is there already.
  public static var fileExists: Code { .fileExists }
  /// There is no such file or folder.
  public static var fileNotFound: Code { .fileNotFound }
  /// The file has an older format.
  public static var fileFormatUpgradeRequired: Code { .fileFormatUpgradeRequired }
  /// Another version of the software has the file open.
  public static var incompatibleLockFile: Code { .incompatibleLockFile }
  /// There is no room in memory.
  public static var addressSpaceExhausted: Code { .addressSpaceExhausted }
  /// The classes of the program and of the file do not fit together.
  public static var schemaMismatch: Code { .schemaMismatch }
  /// The file is open.
  public static var alreadyOpen: Code { .alreadyOpen }
  /// An argument is impossible.
  public static var invalidInput: Code { .invalidInput }
  /// The disk is full.
  public static var outOfDiskSpace: Code { .outOfDiskSpace }
  /// The file belongs to another sync session.
  public static var incompatibleSession: Code { .incompatibleSession }
  /// The file has a later format, or one that is not ours.
  public static var unsupportedFileFormatVersion: Code { .unsupportedFileFormatVersion }
  /// Reading or writing the file failed.
  public static var fileOperationFailed: Code { .fileOperationFailed }
  /// The file cannot be read: see ``Realm/Error/underlying``.
  public static var invalidDatabase: Code { .invalidDatabase }
  /// The files come from different histories.
  public static var incompatibleHistories: Code { .incompatibleHistories }
}
