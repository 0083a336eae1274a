// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests

/// The options by which a generic password is looked for, and the search itself.
struct GenericPasswordFilter {
  private static let texts: [(option: Option, key: AttributeKey)] = [
    (Option("a", .required), .account), (Option("D", .required), .kind),
    (Option("G", .required), .generic),
    (Option("j", .required), .comment), (Option("l", .required), .label),
    (Option("s", .required), .service),
  ]
  private static let codes: [(option: Option, key: AttributeKey)] = [
    (Option("c", .required), .creator), (Option("C", .required), .type),
  ]
  private static let group = Option("group", .required)

  static let options = texts.map(\.option) + codes.map(\.option) + [group]

  static let usage = """
        -a, -s  Only items with this account, this service
        -l, -D, -j, -G
                Only items with this label, kind, comment, generic attribute
        -c, -C  Only items with this creator, this type; four characters each
        --group name
                On Linux: only items of this access group
    """

  static let aboutKeychains = """
    A keychain is the path of its folder; login.keychain is the user's own, which is used when none
    is named. Several are searched in turn.
    """

  private let conditions: Request.Dictionary
  private let names: [Word]
  private let group: Word?
  /// Options that were perhaps meant to be values.
  let suspicious: [Option]

  init(_ arguments: Arguments) throws(CommandLineError) {
    var conditions: Request.Dictionary = []
    for (option, key) in Self.texts {
      if let word = arguments.value(of: option) { conditions.append(.init(key, word.attribute)) }
    }
    for (option, key) in Self.codes {
      if let word = arguments.value(of: option) {
        conditions.append(.init(key, .integer(Int64(try FourCharacterCode.number(word)))))
      }
    }
    self.conditions = conditions
    names = arguments.operands
    group = arguments.value(of: Self.group)
    suspicious = arguments.suspicious
  }

  var isEmpty: Bool { conditions.isEmpty }

  /// The first item that fits, and the keychain it is in.
  ///
  /// - Throws: ``Failure``, also when no item fits.
  func first(
    _ session: Session, returning returns: [String]
  ) throws(Failure) -> (item: Response.Item, keychain: Keychain) {
    let query: Request.Dictionary =
      [
        .init(.name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue)),
        .init(.synchronizable, .text(RequestKeys.synchronizableAny)),
      ] + conditions + returns.map { .init(.name($0), .boolean(true)) }
    var answer = Response(failure: .itemNotFound, reason: "no keychain was searched")
    for keychain in try session.keychains(names, group: group) {
      answer = keychain.execute(Request(.copyMatching, query))
      if let item = answer.items.first { return (item, keychain) }
      if answer.status != .itemNotFound { break }
    }
    let hint = suspicious.first.map {
      "the word after \($0.typed) was taken as its value although it looks like an option"
    }
    throw Failure("SecKeychainSearchCopyNext", answer, hint: hint)
  }
}

extension Word {
  /// The word as an attribute: text, or the bytes when they are none.
  var attribute: Request.Value { text.map { .text($0) } ?? .bytes(bytes) }
}
