// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests
internal import Secrets

/// `add-generic-password`: stores an item, or with `-U` changes the one that is there.
struct AddGenericPassword: Command {
  private static let account = Option("a", .required)
  private static let service = Option("s", .required)
  private static let label = Option("l", .required)
  private static let kind = Option("D", .required)
  private static let comment = Option("j", .required)
  private static let generic = Option("G", .required)
  private static let creator = Option("c", .required)
  private static let type = Option("C", .required)
  private static let password = Option("w", .askedForAtTheEnd, isSecret: true)
  private static let legacyPassword = Option("p", .askedForAtTheEnd, isSecret: true)
  private static let hexPassword = Option("X", .required, isSecret: true)
  private static let updates = Option("U")
  private static let anyApplication = Option("A")
  private static let application = Option("T", .required)
  private static let group = Option("group", .required)

  static let name = "add-generic-password"
  static let options = [
    account, service, label, kind, comment, generic, creator, type, password, legacyPassword,
    hexPassword, updates,
    anyApplication, application, group,
  ]
  static let usage = """
    -a account -s service [-w password] [option ...] [keychain]
        -a  The account; required
        -s  The service; required
        -w  The password; as the last word, without one, it asks for the password
        -p  The same as -w
        -X  The password in hexadecimal digits
        -l  The label; the service when left out
        -D  The kind, such as "application password"
        -j  A comment
        -G  The generic attribute
        -c  The creator, four characters
        -C  The type, four characters
        -U  Change the item if it is there already
        -A, -T application
            Taken for the sake of scripts, and without effect
        --group name
            On Linux: the access group that the item belongs to; "security" when left out

    Everybody on this machine can see a password on the command line while the command runs. Put -w
    at the end, without a password, to be asked for it, or to pass it on standard input.
    On Linux it is the access group of an item that decides which applications can read it.
    A keychain is the path of its folder; login.keychain is the user's own, which is used when none
    is named.
    """
  static let summary = "Store a password."

  private enum Secret {
    case given(SharedSecret)
    case askedFor
    case none
  }

  private let identity: Request.Dictionary
  private let attributes: Request.Dictionary
  private let secret: Secret
  private let updatesExisting: Bool
  private let names: [Word]
  private let group: Word?

  init(_ words: [Word]) throws(CommandLineError) {
    let arguments = try Self.parse(words)
    guard let account = arguments.value(of: Self.account),
      let service = arguments.value(of: Self.service)
    else {
      let swallowed =
        arguments.suspicious.first.map { "; the word after \($0.typed) was taken as its value" }
        ?? ""
      throw CommandLineError(
        .missingOption, "\(Self.name): an account (-a) and a service (-s) are required\(swallowed)")
    }
    guard arguments.operands.count <= 1, arguments.operands.first?.isEmpty != true else {
      throw CommandLineError(
        .missingOption, "\(Self.name): one keychain can be named, after all options")
    }
    identity = [.init(.account, account.attribute), .init(.service, service.attribute)]
    var attributes: Request.Dictionary = [
      .init(.label, (arguments.value(of: Self.label) ?? service).attribute)
    ]
    for (option, key) in [(Self.kind, AttributeKey.kind), (Self.comment, .comment)] {
      if let word = arguments.value(of: option) { attributes.append(.init(key, word.attribute)) }
    }
    if let word = arguments.value(of: Self.generic) {
      attributes.append(.init(.generic, .bytes(word.bytes)))
    }
    for (option, key) in [(Self.creator, AttributeKey.creator), (Self.type, .type)] {
      if let word = arguments.value(of: option) {
        attributes.append(.init(key, .integer(Int64(try FourCharacterCode.number(word)))))
      }
    }
    self.attributes = attributes
    secret = try Self.secret(arguments)
    updatesExisting = arguments.has(Self.updates)
    names = arguments.operands
    group = arguments.value(of: Self.group)
  }

  private static func secret(_ arguments: Arguments) throws(CommandLineError) -> Secret {
    switch arguments.last(of: [password, legacyPassword, hexPassword]) {
    case (hexPassword, let digits?)?: .given(try HexCoding.decode(digits))
    case (_, let word?)?: .given(word.secret)
    case (_, nil)?: .askedFor
    case nil: .none
    }
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let keychain = try session.keychains(names, group: group)[0]
    let secret: SharedSecret?
    switch self.secret {
    case .given(let given): secret = given
    case .none: secret = nil
    case .askedFor:
      do throws(CommandLineError) {
        secret = try SecretQuestion(
          first: "password data for new item: ", again: "retype password for new item: "
        ).ask(session.console.input)
      } catch {
        throw Failure(error)
      }
    }
    if updatesExisting {
      try addOrUpdate(keychain, secret)
    } else {
      let answer = add(keychain, secret)
      guard answer.status.isSuccess else {
        throw addFailure(
          keychain, answer,
          hint: answer.status == .duplicateItem ? "with -U the item is updated" : nil)
      }
    }
    return 0
  }

  private static let isGenericPassword = Request.Entry(
    .name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue))

  private func add(_ keychain: Keychain, _ secret: SharedSecret?) -> Response {
    let data = Request.Entry(
      .name(RequestKeys.valueData), .secret(secret ?? SharedSecret(SecretBytes(count: 0))))
    return keychain.execute(Request(.add, [Self.isGenericPassword, data] + identity + attributes))
  }

  private func addFailure(_ keychain: Keychain, _ answer: Response, hint: String? = nil) -> Failure
  {
    Failure(
      "SecKeychainItemCreateFromContent (\(keychain.argument ?? "<default>"))", answer, hint: hint)
  }

  /// Changes the first item with the account and service, whatever else it is; adds one where there
  /// is none.
  ///
  /// Without a new password the old one stays.
  ///
  /// Another process may add or delete the item between looking and acting: then once more from the
  /// start.
  private func addOrUpdate(_ keychain: Keychain, _ secret: SharedSecret?) throws(Failure) {
    for attempt in 1... {
      let (answer, failure) = addOrUpdateOnce(keychain, secret)
      let isOvertaken = answer.status == .duplicateItem || answer.status == .itemNotFound
      if answer.status.isSuccess { return }
      if !isOvertaken || attempt == 8 { throw failure }
    }
  }

  private func addOrUpdateOnce(_ keychain: Keychain, _ secret: SharedSecret?) -> (Response, Failure)
  {
    let found = keychain.execute(
      Request(
        .copyMatching,
        [
          Self.isGenericPassword, .init(.synchronizable, .text(RequestKeys.synchronizableAny)),
          .init(.name(RequestKeys.returnPersistentReference), .boolean(true)),
        ] + identity))
    if found.status == .itemNotFound {
      let answer = add(keychain, secret)
      return (answer, addFailure(keychain, answer))
    }
    guard let item = found.items.first else {
      return (found, Failure("SecKeychainSearchCopyNext", found))
    }
    let data = secret.map { Request.Entry(.name(RequestKeys.valueData), .secret($0)) }
    let answer = keychain.execute(
      Request(
        .update,
        [
          Self.isGenericPassword,
          .init(
            .name(RequestKeys.valuePersistentReference), .bytes(item.persistentReference.bytes)),
        ], changes: attributes + (data.map { [$0] } ?? [])))
    return (answer, Failure("SecKeychainItemModifyContent", answer))
  }
}
