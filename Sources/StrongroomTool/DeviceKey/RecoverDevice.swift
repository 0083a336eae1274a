// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests

/// `recover`: a keychain whose device key is lost.
struct RecoverDevice: Command {
  private static let fromInput = Option("passphrase-stdin")

  static let name = "recover"
  static let options = [fromInput]
  static let usage = """
    [KEYCHAIN] [--passphrase-stdin]
    Puts back the device key of a keychain, which its recovery code holds, in a file. Also for
    one that was sealed by a TPM which is lost or cleared.
        --passphrase-stdin      Read the recovery code from standard input
    \(KeychainTarget.about)
    """
  static let summary = "Put back a lost device key"

  private let keychain: Word?
  private let source: PassphraseAsker.Source

  init(_ arguments: Arguments) throws(CommandLineError) {
    keychain = try Self.keychain(arguments)
    source = arguments.has(Self.fromInput) ? .lines : .person
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    let asker = PassphraseAsker(answer.console, source, linesOption: Self.fromInput.typed)
    _ = try DeviceKeyPlaces.required(target)
    var complaint: String?
    for attempt in 1... {
      do throws(Failure) {
        try recover(target, asker, complaint)
        break
      } catch {
        guard ["invalid", "authFailed"].contains(error.name), asker.isPerson,
          attempt < PassphraseAsker.tries
        else { throw error }
        complaint = error.message
      }
    }
    let place = try DeviceKeyPlaces.required(target)
    answer.give(
      "\(target.path): the device key is back, \(DeviceKeyPlaces.words(place))",
      [("keychain", .string(target.path)), ("recovered", .boolean(true))])
    answer.console.hint(
      "if somebody else may have the old device or the recovery code, make all keys anew: strongroom rotate"
    )
    return 0
  }

  private func recover(
    _ target: KeychainTarget, _ asker: PassphraseAsker, _ complaint: String?
  ) throws(Failure) {
    let typed: SharedSecret
    do throws(CommandLineError) {
      typed = try asker.existing("recovery code", complaint: complaint)
    } catch {
      throw Failure(error)
    }
    try target.attempt { (engine) throws(KeychainEngineError) in
      try engine.recoverDeviceKey(with: try RecoveryCode(typed: typed))
    }
  }
}
