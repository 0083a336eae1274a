// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import KeychainClient
internal import KeychainEngine
internal import KeychainRequests

extension DoctorReport {
  /// The report for people: what is, and then what to do.
  var text: String {
    var lines = [line("keychain", place)]
    if let health { lines += text(health) }
    lines.append(line("memory", memory))
    lines.append(line("core dumps", coreDumps))
    lines += programs
    lines += problems.map { "to do: \($0.reason)" }
    lines.append(problems.isEmpty ? "nothing to do" : "things to do: \(problems.count)")
    return lines.joined(separator: "\n")
  }

  private func line(_ name: String, _ value: String) -> String {
    name + String(repeating: " ", count: max(1, 13 - name.utf8.count)) + value
  }

  private var place: String {
    let why =
      origin == .daemonMarker ? "\(origin.rawValue) is there" : "\(origin.rawValue) says so"
    switch selection {
    case .embedded(.folder(let path)): return "\(path), for \(why)"
    case .embedded(.memory): return "in memory, each process its own, for \(why)"
    case .unavailable: return "none, for \(why)"
    }
  }

  // MARK: The keychain

  private func text(_ health: KeychainHealth) -> [String] {
    guard health.folder.exists else {
      let isFine = health.problems.isEmpty
      return [line("folder", isFine ? "none yet: the first item makes it" : "not looked at")]
    }
    var lines: [String] = []
    if let permissions = health.folder.permissions, let owner = health.folder.owner {
      lines.append(line("folder", "\(octal(permissions)), user \(owner)"))
    }
    for file in health.folder.files {
      let note = note(on: file.name, health).map { ": \($0)" } ?? ""
      lines.append(
        line(
          "file",
          "\(file.name.debugDescription), \(octal(file.permissions)), user \(file.owner), \(file.byteCount) bytes\(note)"
        ))
    }
    guard health.isThere else { return lines }
    if let keybag = health.keybag { lines.append(line("keybag", text(keybag))) }
    if let database = health.database { lines.append(line("database", text(database))) }
    lines.append(line("items", health.items.map(text) ?? "not looked at"))
    for row in health.items?.damaged ?? [] {
      lines.append(line(row.isSetAside ? "set aside" : "damaged", text(row)))
    }
    return lines
  }

  /// What is to be said about files that do not always lie there.
  private func note(on name: String, _ health: KeychainHealth) -> String? {
    if name.contains(".damaged-") { return "a damaged log, kept when it was found" }
    if name == "keychain.creating", health.isThere { return "goes with the next use" }
    if name == "keychain.rotating" { return "keys are being replaced, or that was interrupted" }
    if name.hasSuffix(".new") { return "left by a process that was killed" }
    return nil
  }

  private func text(_ keybag: KeychainHealth.KeybagState) -> String {
    let slots = keybag.slots.map { "\($0)" }.joined(separator: ", ")
    return
      "generation \(keybag.generation), unlock slots: \(slots.isEmpty ? "none" : slots), \(keybag.keyCount) keys: \(keybag.isSound ? "sound" : "not opened")"
  }

  private func text(_ database: KeychainHealth.DatabaseState) -> String {
    let report = database.verification
    let log = report.log.map { ", \($0.frameCount) frames in the log" } ?? ""
    return
      "\(database.name), \(report.pageCount) pages of \(report.pageByteCount) bytes\(log): \(report.isWhole ? "whole" : "damaged")"
  }

  private func text(_ items: KeychainHealth.ItemsState) -> String {
    let counts = ItemClass.allCases.map { itemClass in
      "\(itemClass.rawValue) " + (items.counts[itemClass].map(String.init) ?? "unreadable")
    }
    let locked = items.lockedCounts.values.reduce(0, +)
    return counts.joined(separator: ", ")
      + (locked == 0 ? "" : "; \(locked) locked away, unlock the keychain to look at them")
  }

  private func text(_ row: DamagedRow) -> String {
    let parts = row.parts.map(words).joined(separator: ", ")
    return
      "\(row.itemClass.rawValue) row \(row.row), reference \(hex(row.persistentReference)), group \(row.accessGroup.debugDescription): \(parts.isEmpty ? "sound all the same" : parts)"
  }

  private func words(_ part: RowPart) -> String {
    switch part {
    case .reference: "its reference"
    case .classKey: "its protection class or key generation"
    case .keysOrPlace: "its keys, or a column in clear"
    case .attributes: "its attributes"
    case .secret: "its secret"
    }
  }

  private func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }

  // MARK: Programs

  private var memory: String {
    let limit = protection.lockableByteCount.map { "\($0) bytes" } ?? "without a limit"
    return
      "\(protection.isMemoryLocked ? "secrets are kept out of swap" : "secrets can be written to swap"); a process may lock \(limit)"
  }

  private var coreDumps: String {
    guard protection.dumpsCore else { return "none" }
    let pattern = protection.corePattern ?? ""
    let target =
      pattern.hasPrefix("|")
      ? "to the program \(pattern.dropFirst())" : "to the file \(pattern.debugDescription)"
    return "\(target); the memory of secrets is left out, a program's own copies are not"
  }

  private var programs: [String] {
    guard let program else {
      return [
        line(
          "programs",
          "strongroom and security see every group; --program shows what another one sees")
      ]
    }
    return [
      line("program", "\(program.executable) is \(program.identifier.debugDescription)"),
      line("", "says \(program.source ?? "its file name")"),
      line(
        "groups",
        program.groups.isEmpty
          ? "none"
          : program.groups.map(\.debugDescription).joined(separator: ", ")
            + "; new items go into the first"),
      line("", "they are labels here: another program of this user can say the same"),
    ]
  }
}
