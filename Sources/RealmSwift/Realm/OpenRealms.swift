// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore
internal import Synchronization

/// The realms that are open in this process.
enum OpenRealms {
  private struct Entry: @unchecked Sendable {
    // Only compared, and handed to whoever is in its place.
    weak var core: RealmCore?
    let identity: ObjectIdentifier
    let configuration: Realm.Configuration
    let confinement: Confinement
    let version: HeldVersion
  }

  /// What is known of a file while a realm has it open, frozen or not.
  private struct File {
    var entries: [Entry] = []
    var versions = Versions()
    /// Those who are told of commits.
    var listeners: [CommitListener] = []

    var isUnused: Bool { entries.isEmpty && listeners.isEmpty }
  }

  /// What this process knows of how far a file has come.
  struct Versions {
    /// How many transactions this process has committed.
    var commits = 0
    /// How many commits it knows of, also those of other processes that it was told of.
    var news = 0
  }

  private static let files = Mutex<[String: File]>([:])

  /// The realm that is open in a place with the same configuration.
  static func core(
    in place: Confinement, like configuration: Realm.Configuration
  ) -> RealmCore? {
    files.withLock { files in
      for file in files.values {
        for entry in file.entries where entry.confinement.isSame(as: place) {
          if entry.configuration.opensTheSame(as: configuration), let core = entry.core {
            return core
          }
        }
      }
      return nil
    }
  }

  /// Notes a realm for as long as somebody uses it.
  static func insert(_ core: RealmCore) {
    let path = core.path
    let entry = Entry(
      core: core, identity: ObjectIdentifier(core), configuration: core.configuration,
      confinement: core.confinement, version: core.heldVersion)
    files.withLock { $0[path, default: File()].entries.append(entry) }
    core.onClose = {
      files.withLock { files in
        files[path]?.entries.removeAll { $0.identity == entry.identity }
        if files[path]?.isUnused == true { files[path] = nil }
      }
    }
  }

  /// Whether any realm of this process has a file open.
  static func isOpen(_ path: String) -> Bool { !cores(of: path).isEmpty }

  /// Whether any realm of this process has a file open as another version of its classes.
  static func isOpen(_ path: String, otherThanAs version: UInt64) -> Bool {
    cores(of: path).contains { $0.configuration.schemaVersion != version }
  }

  /// The realms of a file.
  ///
  /// Out of the lock: the reference may be the last one by the time it is dropped, and a realm that
  /// goes takes the lock.
  private static func cores(of path: String) -> [RealmCore] {
    files.withLock { files in (files[path]?.entries ?? []).compactMap(\.core) }
  }

  /// Whether another realm of the same file and place is in a write transaction, which would be
  /// waited for in vain.
  static func isWriting(besides core: RealmCore) -> Bool {
    cores(of: core.path).contains {
      $0 !== core && $0.confinement.isSame(as: core.confinement) && $0.store.isWriting
    }
  }

  // MARK: Versions

  static func versions(of path: String) -> Versions {
    files.withLock { $0[path]?.versions ?? Versions() }
  }

  /// Notes a commit, and tells everybody of it.
  static func noteCommit(to path: String) {
    files.withLock {
      $0[path]?.versions.commits += 1
      $0[path]?.versions.news += 1
    }
    // First the other processes: who finds our sign there knows that those here are told after.
    CommitSignal.send(path)
    wake(path)
  }

  /// Notes a commit of another process, and tells everybody here of it.
  static func noteForeignCommit(to path: String) {
    files.withLock { $0[path]?.versions.news += 1 }
    wake(path)
  }

  /// How many versions of a file there are from the oldest that a realm of this process shows, a
  /// live one other than `core` or a frozen one, to the newest.
  static func activeVersions(of path: String, besides core: RealmCore) -> Int {
    files.withLock { files in
      guard let file = files[path] else { return 1 }
      let held = file.entries.filter { $0.identity != ObjectIdentifier(core) }
        .compactMap(\.version.number)
      return file.versions.commits - (held.min() ?? file.versions.commits) + 1
    }
  }

  // MARK: Listeners

  /// Tells a listener of what any process commits from now on.
  static func insert(_ listener: CommitListener, for path: String) {
    files.withLock { $0[path, default: File()].listeners.append(listener) }
    CommitWatch.shared.begin(path)
  }

  static func remove(_ listener: CommitListener, for path: String) {
    files.withLock { files in
      files[path]?.listeners.removeAll { $0 === listener }
      if files[path]?.isUnused == true { files[path] = nil }
    }
    CommitWatch.shared.end(path)
  }

  /// Has those who listen look.
  static func wake(_ path: String) {
    for listener in files.withLock({ $0[path]?.listeners ?? [] }) { listener.wake() }
  }
}
