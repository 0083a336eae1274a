// SPDX-License-Identifier: Apache-2.0

public import Foundation
internal import Synchronization

extension Realm {
  /// Where a realm is kept, and how it is opened.
  public struct Configuration: Sendable {
    /// The file; nil for a realm in memory.
    ///
    /// The default is `default.realm` in the program's folder of application data.
    public var fileURL: URL? {
      didSet { if fileURL != nil { storedIdentifier = nil } }
    }

    /// The name of a realm that lives in memory, until the last reference to it goes; nil for one
    /// in a file.
    public var inMemoryIdentifier: String? {
      get { storedIdentifier }
      set {
        storedIdentifier = newValue
        if newValue != nil { fileURL = nil }
      }
    }
    private var storedIdentifier: String?

    /// The 64 bytes that the file is encrypted with; nil for a file that anybody can read.
    ///
    /// `Keyring` makes one and keeps it: `try Keyring().findOrMake("notes").data`.
    ///
    /// **On Linux** a key of another length, or of 64 equal bytes, makes opening throw; it does not
    /// end the program.
    public var encryptionKey: Data?

    /// Whether nobody may write through this realm.
    ///
    /// The file must exist.
    public var readOnly: Bool

    /// The number of the program's classes, counted up when they change.
    public var schemaVersion: UInt64

    /// What brings the objects of an older version up to date.
    ///
    /// It runs when a file has a lower ``schemaVersion``. Without it, such a file is migrated as
    /// far as that goes by itself: what is new has its default, what has gone is lost.
    public var migrationBlock: MigrationBlock?

    /// Told how far a migration has come, on the thread that opens the file.
    ///
    /// **On Linux** only; it is no argument of the initialiser.
    public var migrationProgress: (@Sendable (MigrationProgress) -> Void)?

    /// Whether a file whose classes do not fit is deleted and begun anew.
    ///
    /// For data that can be made again.
    public var deleteRealmIfMigrationNeeded: Bool

    /// Asked once when a process first opens the file: the size of the file and how much of it is
    /// in use, in bytes; true makes it compact.
    public var shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)?

    /// The classes that the realm keeps; nil for all that the program uses.
    public var objectTypes: [ObjectBase.Type]?

    /// How many versions of the file there may be from the oldest that is in use to the newest; nil
    /// for any number.
    ///
    /// A write transaction throws where there are more. Each transaction makes a version, and all
    /// from the oldest one in use on stay in the log beside the file: one that frozen realms and
    /// objects show, or a live realm of another thread that does not go on.
    ///
    /// **On Linux** what other processes use and commit is not counted.
    public var maximumNumberOfActiveVersions: UInt?

    /// A file that is copied when there is none yet.
    public var seedFilePath: URL?

    /// A configuration; see the properties for what the arguments mean.
    public init(
      fileURL: URL? = Realm.Configuration.defaultFileURL, inMemoryIdentifier: String? = nil,
      encryptionKey: Data? = nil, readOnly: Bool = false, schemaVersion: UInt64 = 0,
      migrationBlock: MigrationBlock? = nil, deleteRealmIfMigrationNeeded: Bool = false,
      shouldCompactOnLaunch: (@Sendable (Int, Int) -> Bool)? = nil,
      objectTypes: [ObjectBase.Type]? = nil, seedFilePath: URL? = nil
    ) {
      self.fileURL = fileURL
      self.encryptionKey = encryptionKey
      self.readOnly = readOnly
      self.schemaVersion = schemaVersion
      self.migrationBlock = migrationBlock
      self.deleteRealmIfMigrationNeeded = deleteRealmIfMigrationNeeded
      self.shouldCompactOnLaunch = shouldCompactOnLaunch
      self.objectTypes = objectTypes
      self.seedFilePath = seedFilePath
      if let inMemoryIdentifier {
        storedIdentifier = inMemoryIdentifier
        self.fileURL = nil
      }
    }

    /// The configuration of `Realm()`.
    public static var defaultConfiguration: Configuration {
      get { stored.withLock { $0 } ?? Configuration() }
      set { stored.withLock { $0 = newValue } }
    }
    private static let stored = Mutex<Configuration?>(nil)

    /// Where `Realm()` keeps its file.
    ///
    /// **On Linux** that is `$XDG_DATA_HOME/PROGRAM/default.realm`, by default under
    /// `~/.local/share`.
    public static var defaultFileURL: URL {
      let environment = ProcessInfo.processInfo.environment
      let data =
        environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
        ?? (environment["HOME"].map { URL(fileURLWithPath: $0) }
        ?? FileManager.default.homeDirectoryForCurrentUser).appendingPathComponent(".local/share")
      return data.appendingPathComponent(ProcessInfo.processInfo.processName)
        .appendingPathComponent("default.realm")
    }

    /// The path of the file, or what a realm in memory is called, for messages.
    var path: String { fileURL?.path ?? "memory:\(storedIdentifier ?? "")" }
  }
}

extension Realm.Configuration {
  /// Refuses what cannot be together.
  func check() throws {
    if inMemoryIdentifier != nil, encryptionKey != nil {
      throw Realm.Error(
        .invalidInput,
        reason: "a realm in memory takes no encryption key: it has one of its own, and nobody else",
        file: path)
    }
    if fileURL == nil, inMemoryIdentifier == nil {
      throw Realm.Error(
        .invalidInput, reason: "a configuration needs a fileURL or an inMemoryIdentifier")
    }
    if let fileURL, !fileURL.isFileURL {
      throw Realm.Error(
        .invalidInput, reason: "\(fileURL.absoluteString) is no file; use URL(fileURLWithPath:)")
    }
  }

  /// Whether a realm that was opened with this configuration will do for another.
  func opensTheSame(as other: Self) -> Bool {
    path == other.path && encryptionKey == other.encryptionKey && readOnly == other.readOnly
      && schemaVersion == other.schemaVersion
      && objectTypes?.map { ObjectIdentifier($0) }
        == other.objectTypes?.map { ObjectIdentifier($0) }
  }
}

extension Realm.Configuration: Equatable {
  /// Whether both say the same; of closures, only whether there is one.
  public static func == (a: Self, b: Self) -> Bool {
    a.opensTheSame(as: b) && a.deleteRealmIfMigrationNeeded == b.deleteRealmIfMigrationNeeded
      && a.maximumNumberOfActiveVersions == b.maximumNumberOfActiveVersions
      && a.seedFilePath == b.seedFilePath
      && (a.migrationBlock == nil) == (b.migrationBlock == nil)
      && (a.migrationProgress == nil) == (b.migrationProgress == nil)
      && (a.shouldCompactOnLaunch == nil) == (b.shouldCompactOnLaunch == nil)
  }
}

extension Realm.Configuration: CustomStringConvertible {
  /// What the configuration says, without the key.
  public var description: String {
    "Realm.Configuration { \(path), \(encryptionKey == nil ? "not encrypted" : "encrypted"), "
      + "\(readOnly ? "read-only, " : "")schema version \(schemaVersion) }"
  }
}

extension Realm.Configuration: CustomDebugStringConvertible, CustomReflectable {
  /// What the configuration says, without the key.
  public var debugDescription: String { description }

  /// Nothing: `dump` would print the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
