// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// `slots list`: the ways into a keychain, without what opens them.
struct ListSlots: Command {
  static let name = "list"
  static let options: [Option] = []
  static let usage = """
    [KEYCHAIN] [--json]
    Lists the ways into the keychain; it asks for nothing.
    \(KeychainTarget.about)
    """
  static let summary = "List the ways into a keychain"

  private let keychain: Word?

  init(_ arguments: Arguments) throws(CommandLineError) {
    keychain = try Self.keychain(arguments)
  }

  func run(_ answer: Answer) throws(Failure) -> Int32 {
    let target = try KeychainTarget(keychain, answer.console)
    let state = try target.state()
    let slots = try target.slots()
    let (seconds, isRotating) = try target.attempt { (engine) throws(KeychainEngineError) in
      (try engine.idleSeconds(), try engine.isRotating())
    }
    var lines = ["\(target.path): \(words(state))"]
    lines += slots.map { slot in
      let kind = WayInKind(slot.kind)?.name ?? "open"
      let padding = String(repeating: " ", count: max(1, 15 - kind.utf8.count))
      let line = "\(slot.shortName)  \(kind)\(padding)\(slot.detail)"
      return slot.detail.isEmpty ? "\(slot.shortName)  \(kind)" : line
    }
    if state != .open {
      lines.append(
        seconds == 0
          ? "does not lock itself" : "locks itself after \(seconds) seconds without use")
    }
    if isRotating {
      lines.append(
        "a replacement of its keys was interrupted, or is going on: strongroom rotate --continue or --abandon"
      )
    }
    answer.give(
      lines.joined(separator: "\n"),
      [
        ("keychain", .string(target.path)), ("state", .string(name(state))),
        ("slots", .list(slots.map(fields))), ("idleSeconds", .number(Int64(seconds))),
        ("isRotating", .boolean(isRotating)),
      ])
    return 0
  }

  private func words(_ state: LockState) -> String {
    switch state {
    case .missing: "not there"
    case .open: "open, without a passphrase"
    case .neverUnlocked, .lockedAgain: "locked"
    case .unlocked: "unlocked"
    }
  }

  private func name(_ state: LockState) -> String {
    switch state {
    case .missing: "missing"
    case .open: "open"
    case .neverUnlocked, .lockedAgain: "locked"
    case .unlocked: "unlocked"
    }
  }

  private func fields(_ slot: SlotDescription) -> JSONValue {
    var fields: [(String, JSONValue)] = [
      ("id", .string(slot.name)),
      ("kind", .string(WayInKind(slot.kind)?.rawValue ?? "open")),
    ]
    switch slot.parameters {
    case .none: break
    case .passphrase(let cost, _):
      fields += [
        ("memoryKiB", .number(Int64(cost.memory))), ("passes", .number(Int64(cost.passes))),
      ]
    case .origin(let origin):
      fields.append((slot.kind == .keyFile ? "path" : "name", .string(origin)))
    }
    return .object(fields)
  }
}
