// SPDX-License-Identifier: Apache-2.0

package import EncryptedSQLite
package import KeychainRequests

/// What a look at a keychain has found.
package struct KeychainHealth: Sendable {
  /// Something that somebody should do something about.
  package struct Problem: Sendable {
    /// The part of the keychain that it is about.
    package enum Part: String, Sendable {
      case folder, files, keybag, deviceKey, database, items
    }

    package let part: Part
    /// What is wrong with which thing, and what to do; never a name of an item, nor a secret.
    package let reason: String
  }

  /// The folder, and what is in it.
  package struct FolderState: Sendable {
    package let path: String
    /// False where the folder does not exist, and the first item will make it.
    package var exists = false
    package var owner: UInt32?
    package var permissions: UInt32?
    package var files: [FileState] = []
  }

  package struct FileState: Sendable {
    package let name: String
    package let byteCount: Int64
    package let owner: UInt32
    package let permissions: UInt32
  }

  package struct KeybagState: Sendable {
    package let generation: UInt64
    package let databaseName: String
    /// The kinds of the unlock slots.
    package let slots: [Keybag.UnlockSlot.Kind]
    package let keyCount: Int
    /// Whether the MACs are right, and every wrapping that opens without anybody.
    package var isSound = false
  }

  package struct DatabaseState: Sendable {
    package let name: String
    package let byteCount: Int64
    package let logByteCount: Int64
    /// Every page and every frame of the log against its tag.
    package let verification: VerificationReport
  }

  package struct ItemsState: Sendable {
    /// How many sound items there are of each class; nil for one that cannot be read to its end.
    package var counts: [ItemClass: Int] = [:]
    /// How many there are beside these that are locked away, so that nothing can be said of them.
    package var lockedCounts: [ItemClass: Int] = [:]
    package var damaged: [DamagedRow] = []
  }

  package var folder: FolderState
  /// Whether there is a keychain; where not, nothing is wrong with that.
  package var isThere = false
  /// Nil when it cannot be read, as with everything below.
  package var keybag: KeybagState?
  package var database: DatabaseState?
  package var items: ItemsState?
  package var problems: [Problem] = []

  package init(path: String) { folder = FolderState(path: path) }

  mutating func report(_ part: Problem.Part, _ reason: String) {
    problems.append(Problem(part: part, reason: reason))
  }
}
