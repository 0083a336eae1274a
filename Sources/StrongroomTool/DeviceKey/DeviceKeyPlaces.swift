// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests

/// Where this build can keep device keys: the one place that knows.
enum DeviceKeyPlaces {
  /// A place that somebody may ask for.
  enum Kind: String, CaseIterable {
    case file
    case tpm2
  }

  /// Where the keychain's device key is; nil when there is no keychain.
  static func place(of target: KeychainTarget) throws(Failure) -> DeviceKeyPlace? {
    try target.attempt { (engine) throws(KeychainEngineError) in try engine.deviceKeyPlace() }
  }

  /// Where the keychain's device key is.
  ///
  /// - Throws: ``Failure`` also when there is no keychain.
  static func required(_ target: KeychainTarget) throws(Failure) -> DeviceKeyPlace {
    if let place = try place(of: target) { return place }
    throw Failure(
      KeychainEngineError(
        .noSuchKeychain, "there is no keychain in \(target.path) yet; the first item makes one"))
  }

  static func words(_ place: DeviceKeyPlace) -> String {
    switch place {
    case .file(let path): "in the file \(path)"
    case .tpm2(let address): "sealed by the TPM \(address)"
    }
  }

  static func fields(_ place: DeviceKeyPlace) -> [(String, JSONValue)] {
    switch place {
    case .file(let path): [("kind", .string(Kind.file.rawValue)), ("path", .string(path))]
    case .tpm2(let address): [("kind", .string(Kind.tpm2.rawValue)), ("address", .string(address))]
    }
  }

  private static func kind(of place: DeviceKeyPlace) -> Kind {
    switch place {
    case .file: .file
    case .tpm2: .tpm2
    }
  }

  /// Makes a new device key in a place of this kind, with all other keys anew.
  ///
  /// - Throws: ``Failure`` also for a TPM where a way in is missing that has to be there first.
  static func move(
    _ target: KeychainTarget, to kind: Kind, _ secrets: SecretOptions, _ answer: Answer
  ) throws(Failure) {
    let place = try required(target)
    guard Self.kind(of: place) != kind else {
      throw Failure(
        ExitCode.dataError, "the device key is \(words(place)) already", name: "sameDevice")
    }
    let isOpen = try target.state() == .open
    let slots = try target.slots()
    if kind == .tpm2 { try checkForTPM(slots, isOpen: isOpen) }
    answer.console.say("all keys are made anew, and every way in is asked for again")
    let questions = WayInQuestions(target, secrets, answer.console)
    let credentials = try questions.again(slots)
    let device: RotationPlan.Device = kind == .tpm2 ? .tpm2 : .newFile
    if isOpen {
      try OpenKeychainRotation.run(target, keeping: credentials, device: device)
    } else {
      try target.rotate(
        to: try credentials.waysIn(), device: device, authorizedBy: credentials.first)
    }
  }

  private static func checkForTPM(
    _ slots: [SlotDescription], isOpen: Bool
  ) throws(Failure) {
    guard slots.contains(where: { $0.kind == .recoveryCode }) else {
      throw Failure(
        ExitCode.dataError,
        "a TPM that is lost or cleared would be the end of the keychain, so it needs a recovery code first",
        hint: "strongroom slots add recovery-code", name: "noRecoveryCode")
    }
    guard !isOpen else {
      throw Failure(
        ExitCode.dataError,
        "a keychain goes onto a TPM with a way in beside the recovery code",
        hint: "strongroom slots add passphrase, or key-file, or credential", name: "open")
    }
  }
}
