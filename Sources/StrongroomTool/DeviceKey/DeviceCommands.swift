// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `device show`: where a keychain's device key is kept.
struct ShowDevice: Command {
  static let name = "show"
  static let options: [Option] = []
  static let usage = """
    [KEYCHAIN] [--json]
    Shows where the keychain's device key is kept, without which nothing opens it.
    \(KeychainTarget.about)
    """
  static let summary = "Show where the device key is kept"

  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    keychain = try Self.keychain(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    let place = try DeviceKeyPlaces.required(target)
    answer.give(
      "\(target.path): the device key is \(DeviceKeyPlaces.words(place))",
      [("keychain", .string(target.path))] + DeviceKeyPlaces.fields(place))
    return 0
  }
}

/// `device use`: another place for a keychain's device key.
struct UseDevice: Command {
  static let name = "use"
  static let options = SecretOptions.all
  static let usage = """
    file|tpm2 [KEYCHAIN] [option ...]
    Keeps the keychain's device key in a file, or sealed by the machine's TPM 2.0. The device key and
    all others are made anew; every way in is asked for again. Before a TPM there must be a recovery
    code and another way in: with the TPM gone, the code is what opens the keychain.
    \(SecretOptions.usage)
    \(KeychainTarget.about)
    """
  static let summary = "Keep the device key elsewhere"

  private let kind: DeviceKeyPlaces.Kind
  private let secrets: SecretOptions
  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    guard let word = arguments.operands.first,
      let kind = DeviceKeyPlaces.Kind(rawValue: word.shown)
    else {
      let kinds = DeviceKeyPlaces.Kind.allCases.map(\.rawValue).joined(separator: " or ")
      throw CommandLineError(.missingOption, "say where the device key is to be kept: \(kinds)")
    }
    self.kind = kind
    secrets = try SecretOptions(arguments)
    keychain = try Self.keychain(arguments, after: 1)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    try DeviceKeyPlaces.move(target, to: kind, secrets, answer)
    let place = try DeviceKeyPlaces.required(target)
    answer.give(
      "\(target.path): the device key is \(DeviceKeyPlaces.words(place))",
      [("keychain", .string(target.path))] + DeviceKeyPlaces.fields(place))
    return 0
  }
}
