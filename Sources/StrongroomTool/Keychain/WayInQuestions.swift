// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine
internal import KeychainRequests
internal import Secrets

/// Gets what opens the slots of a keychain: asks people, reads files.
struct WayInQuestions {
  private let target: KeychainTarget
  private let console: Console
  private let asker: PassphraseAsker
  private let options: SecretOptions

  init(_ target: KeychainTarget, _ options: SecretOptions, _ console: Console) {
    self.target = target
    self.options = options
    self.console = console
    asker = options.asker(console)
  }

  var isPerson: Bool { asker.isPerson }

  // MARK: What is there

  /// What opens the keychain now, of a kind that is easy to give unless one was chosen; nil for an
  /// open keychain.
  ///
  /// - Throws: ``Failure`` when nothing opens it.
  func current(_ slots: [SlotDescription]) throws(Failure) -> Credential? {
    guard !slots.contains(where: { $0.kind == .open }) else { return nil }
    let order =
      options.kind.map { [$0] }
      ?? [.passphrase, .keyFile, .systemCredential, .recoveryCode]
    var failure: Failure?
    for kind in order {
      for slot in slots where slot.kind == kind.slotKind {
        do throws(Failure) {
          return try credential(
            kind, for: kind == .passphrase || kind == .recoveryCode ? nil : slot)
        } catch {
          // Another file may be there; a person who was asked has answered.
          guard kind == .keyFile || kind == .systemCredential else { throw error }
          failure = failure ?? error
        }
      }
    }
    if let failure { throw failure }
    throw Failure(
      ExitCode.noPermission,
      "the keychain has no \(options.kind?.name ?? "way in that could be asked for")",
      name: "authFailed")
  }

  /// What opens `slots`, each asked for again; none for an open slot.
  func again(_ slots: [SlotDescription]) throws(Failure) -> [Credential] {
    var credentials: [Credential] = []
    for slot in slots {
      guard let kind = WayInKind(slot.kind) else { continue }
      credentials.append(try credential(kind, for: slot, among: slots))
    }
    return credentials
  }

  /// What opens `slot`, or, when that is nil, any slot of this kind.
  func credential(
    _ kind: WayInKind, for slot: SlotDescription?, among slots: [SlotDescription] = []
  ) throws(Failure) -> Credential {
    var attempt = 1
    var complaint: String?
    while true {
      let credential: Credential
      do throws(Failure) {
        credential = try read(
          kind, slot, isOneOfSeveral: slots.count { $0.kind == slot?.kind } > 1, complaint)
        let opened = try target.attempt { (engine) throws(KeychainEngineError) in
          try engine.slot(openedBy: credential)
        }
        guard let slot, opened.id != slot.id else { return credential }
        throw Failure(
          ExitCode.noPermission,
          "that opens slot \(opened.shortName), and slot \(slot.shortName) is asked for",
          name: "authFailed")
      } catch {
        let isMistyped = error.name == "authFailed" || error.name == "invalid"
        guard isMistyped, isPerson, kind == .passphrase || kind == .recoveryCode,
          attempt < PassphraseAsker.tries
        else { throw error }
        complaint = error.message
        attempt += 1
      }
    }
  }

  private func read(
    _ kind: WayInKind, _ slot: SlotDescription?, isOneOfSeveral: Bool, _ complaint: String?
  ) throws(Failure) -> Credential {
    let suffix = isOneOfSeveral ? slot.map { " of slot \($0.shortName)" } ?? "" : ""
    switch kind {
    case .passphrase: return .passphrase(try existing("passphrase\(suffix)", complaint))
    case .recoveryCode: return .recoveryCode(try recoveryCode("recovery code\(suffix)", complaint))
    case .keyFile:
      return .keyFile(
        try file(slot) { (path) throws(KeychainEngineError) in
          try KeyMaterial.keyFile(at: path)
        })
    case .systemCredential:
      guard let folder = options.credentialsFolder else {
        throw Failure(
          ExitCode.noInput,
          "a credential of systemd is needed, and CREDENTIALS_DIRECTORY names no folder; give --credentials-folder",
          name: "noCredential")
      }
      return .systemCredential(
        try file(slot) { (name) throws(KeychainEngineError) in
          try KeyMaterial.systemCredential(name, in: folder)
        })
    }
  }

  private func file(
    _ slot: SlotDescription?, _ read: (String) throws(KeychainEngineError) -> KeyMaterial
  ) throws(Failure) -> KeyMaterial {
    guard case .origin(let origin)? = slot?.parameters else {
      throw Failure(ExitCode.software, "a slot does not say where its key is", name: "other")
    }
    return try target.attempt { (_) throws(KeychainEngineError) in try read(origin) }
  }

  func recoveryCode(
    _ label: String, _ complaint: String? = nil
  ) throws(Failure) -> RecoveryCode {
    let typed = try existing(label, complaint)
    return try target.attempt { (_) throws(KeychainEngineError) in try RecoveryCode(typed: typed) }
  }

  private func existing(_ label: String, _ complaint: String?) throws(Failure) -> SharedSecret {
    do throws(CommandLineError) {
      return try asker.existing(label, complaint: complaint)
    } catch {
      throw Failure(error)
    }
  }

  // MARK: What is new

  /// A new passphrase, which is never empty.
  func newPassphrase(_ suffix: String = "") throws(Failure) -> Credential {
    do throws(CommandLineError) {
      let new = try asker.new("new passphrase\(suffix)", again: "new passphrase again")
      guard new.bytes.count > 0 else {
        throw CommandLineError(
          .noSecret, "a passphrase cannot be empty; slots remove takes a way in away")
      }
      if let advice = PassphraseAdvice.hint(on: new) { console.hint(advice) }
      return .passphrase(new)
    } catch {
      throw Failure(error)
    }
  }

  /// Whether the person agrees to what cannot be undone.
  ///
  /// - Throws: ``Failure`` when not.
  func requireAgreement(to question: String, isGiven: Bool) throws(Failure) {
    if isGiven { return }
    do throws(CommandLineError) {
      if try asker.agrees(to: question) { return }
    } catch {
      throw Failure(error)
    }
    throw Failure(
      ExitCode.noPermission, "nobody agreed; nothing is changed",
      hint: isPerson ? nil : "with --yes it is done without a question", name: "notAgreed")
  }
}

extension [Credential] {
  /// The same ways in, with what it costs on this machine to try a passphrase.
  func waysIn() throws(Failure) -> [RotationPlan.WayIn] {
    do throws(KeychainEngineError) {
      let cost = try PassphraseCost.calibrated()
      return map { RotationPlan.WayIn($0, cost: cost) }
    } catch {
      throw Failure(error)
    }
  }
}
