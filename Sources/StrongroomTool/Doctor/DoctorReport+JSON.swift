// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite
internal import KeychainClient
internal import KeychainEngine
internal import KeychainRequests

extension DoctorReport {
  /// The report for programs.
  var fields: [(String, JSONValue)] {
    [
      ("isHealthy", .boolean(problems.isEmpty)),
      (
        "problems",
        .list(
          problems.map { .object([("part", .string($0.part)), ("reason", .string($0.reason))]) })
      ),
      ("keychain", keychain),
      ("folder", health.map { folder($0.folder) } ?? .null),
      ("keybag", health?.keybag.map(object) ?? .null),
      ("database", health?.database.map(object) ?? .null),
      ("items", health?.items.map(object) ?? .null),
      ("locked", health?.items.map(locked) ?? .null),
      ("damaged", health?.items.map { .list($0.damaged.map(object)) } ?? .null),
      ("process", process),
      ("program", program.map(object) ?? .null),
    ]
  }

  private var keychain: JSONValue {
    let kind =
      switch selection {
      case .embedded(.folder): "folder"
      case .embedded(.memory): "memory"
      case .unavailable: "none"
      }
    return .object([
      ("kind", .string(kind)), ("path", .string(selection.path)),
      ("origin", .string(origin.rawValue)), ("isThere", .boolean(health?.isThere ?? false)),
    ])
  }

  private func folder(_ folder: KeychainHealth.FolderState) -> JSONValue {
    .object([
      ("exists", .boolean(folder.exists)), ("owner", JSONValue(folder.owner.map(Int.init))),
      ("permissions", JSONValue(folder.permissions.map { String($0, radix: 8) })),
      (
        "files",
        .list(
          folder.files.map { file in
            .object([
              ("name", .string(file.name)), ("bytes", .number(file.byteCount)),
              ("owner", .number(Int64(file.owner))),
              ("permissions", .string(String(file.permissions, radix: 8))),
            ])
          })
      ),
    ])
  }

  private func object(_ keybag: KeychainHealth.KeybagState) -> JSONValue {
    .object([
      ("generation", JSONValue(Int(clamping: keybag.generation))),
      ("slots", .list(keybag.slots.map { .string("\($0)") })),
      ("keys", JSONValue(keybag.keyCount)), ("isSound", .boolean(keybag.isSound)),
    ])
  }

  private func object(_ database: KeychainHealth.DatabaseState) -> JSONValue {
    let report = database.verification
    return .object([
      ("name", .string(database.name)), ("bytes", .number(database.byteCount)),
      ("logBytes", .number(database.logByteCount)), ("isWhole", .boolean(report.isWhole)),
      ("pages", .number(Int64(report.pageCount))), ("pageSize", JSONValue(report.pageByteCount)),
      ("badPages", .list(report.badPages.map { .number(Int64($0.number)) })),
      ("missingPages", .number(Int64(report.missingPageCount))),
      ("logFrames", JSONValue(report.log?.frameCount)),
      ("badLogFrames", .list((report.log?.badFrames ?? []).map { .number(Int64($0.number)) })),
      ("isLogHeaderDamaged", .boolean(report.log?.isHeaderDamaged ?? false)),
      ("hasJournal", .boolean(report.hasJournal)),
    ])
  }

  private func object(_ items: KeychainHealth.ItemsState) -> JSONValue {
    .object(ItemClass.allCases.map { ($0.rawValue, JSONValue(items.counts[$0])) })
  }

  private func locked(_ items: KeychainHealth.ItemsState) -> JSONValue {
    .object(ItemClass.allCases.map { ($0.rawValue, JSONValue(items.lockedCounts[$0] ?? 0)) })
  }

  private func object(_ row: DamagedRow) -> JSONValue {
    .object([
      ("class", .string(row.itemClass.rawValue)), ("row", .number(row.row)),
      ("persistentReference", .string(hex(row.persistentReference))),
      ("accessGroup", .string(row.accessGroup)),
      ("parts", .list(row.parts.map { .string($0.rawValue) })),
      ("isSetAside", .boolean(row.isSetAside)),
    ])
  }

  private var process: JSONValue {
    .object([
      ("isMemoryLocked", .boolean(protection.isMemoryLocked)),
      ("lockableBytes", JSONValue(protection.lockableByteCount.map { Int(clamping: $0) })),
      ("coreBytes", JSONValue(protection.coreByteCount.map { Int(clamping: $0) })),
      ("corePattern", JSONValue(protection.corePattern)),
      ("dumpsCore", .boolean(protection.dumpsCore)),
    ])
  }

  private func object(_ program: ProgramView) -> JSONValue {
    .object([
      ("executable", .string(program.executable)), ("identifier", .string(program.identifier)),
      ("evidence", .string(program.evidence.rawValue)), ("source", JSONValue(program.source)),
      ("accessGroups", .list(program.groups.map { .string($0) })),
    ])
  }

  func hex(_ bytes: [UInt8]) -> String {
    String(
      decoding: bytes.flatMap { [HexCoding.lowercase($0 >> 4), HexCoding.lowercase($0 & 15)] },
      as: UTF8.self)
  }
}
