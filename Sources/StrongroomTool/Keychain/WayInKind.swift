// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// A kind of slot, by the word that stands for it.
enum WayInKind: String, CaseIterable {
  case passphrase
  case recoveryCode = "recovery-code"
  case keyFile = "key-file"
  case systemCredential = "credential"

  static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

  init?(_ kind: Keybag.UnlockSlot.Kind) {
    switch kind {
    case .open: return nil
    case .passphrase: self = .passphrase
    case .recoveryCode: self = .recoveryCode
    case .keyFile: self = .keyFile
    case .systemCredential: self = .systemCredential
    }
  }

  /// Reads `word`.
  ///
  /// - Throws: ``CommandLineError`` with `illegalOption`.
  init(_ word: Word) throws(CommandLineError) {
    guard let kind = WayInKind(rawValue: word.shown) else {
      throw CommandLineError(
        .illegalOption, "\"\(word.shown)\" is no way in; they are \(Self.words)")
    }
    self = kind
  }

  var slotKind: Keybag.UnlockSlot.Kind {
    switch self {
    case .passphrase: .passphrase
    case .recoveryCode: .recoveryCode
    case .keyFile: .keyFile
    case .systemCredential: .systemCredential
    }
  }

  /// The kind in words.
  var name: String {
    switch self {
    case .passphrase: "passphrase"
    case .recoveryCode: "recovery code"
    case .keyFile: "key file"
    case .systemCredential: "credential"
    }
  }
}

extension SlotDescription {
  /// What a person calls the slot: the first bytes of its id.
  var shortName: String { String(name.prefix(8)) }

  /// Its id in hexadecimal digits.
  var name: String {
    String(
      decoding: id.flatMap { [HexCoding.lowercase($0 >> 4), HexCoding.lowercase($0)] },
      as: UTF8.self)
  }

  /// What can be told of it beside its kind.
  var detail: String {
    switch parameters {
    case .none: kind == .open ? "whoever can read the keychain's folder" : ""
    case .passphrase(let cost, _): "Argon2id, \(cost.memory >> 10) MiB, \(cost.passes) passes"
    case .origin(let origin): origin
    }
  }
}
