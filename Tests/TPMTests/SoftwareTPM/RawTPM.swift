// SPDX-License-Identifier: Apache-2.0

/// The few TPM commands that tests give by themselves, as bytes and without encryption: to look for
/// what was left behind, and to bring a TPM into a state.
///
/// A software TPM serves one connection at a time, so end this one before another is to be served.
final class RawTPM {
  private let socket: UnixSocket

  init(_ path: String) { socket = UnixSocket.connected(to: path) }

  /// The owner hierarchy, and the one that clears a TPM (TPM_RH).
  static let owner: UInt32 = 0x4000_0001
  static let lockout: UInt32 = 0x4000_000A

  /// Sends a command and returns what comes behind the header of the answer.
  ///
  /// - Throws: the response code.
  @discardableResult
  func send(
    _ command: UInt32, handles: [UInt32] = [], password: [UInt8]? = nil, _ parameters: [UInt8] = []
  ) throws(Refusal) -> [UInt8] {
    var body = big(command) + handles.flatMap(big)
    if let password {
      // TPM_RS_PW, no nonce, no attributes.
      let session = big(UInt32(0x4000_0009)) + [0, 0, 0] + counted(password)
      body += big(UInt32(session.count)) + session
    }
    body += parameters
    while true {
      socket.send([0x80, password == nil ? 0x01 : 0x02] + big(UInt32(6 + body.count)) + body)
      guard let answer = socket.receive() else { throw Refusal(code: 0) }
      let code = answer[6..<10].reduce(0) { $0 << 8 | UInt32($1) }
      // TPM_RC_RETRY: what a TPM has to do first after its start.
      if code == 0x922 { continue }
      guard code == 0 else { throw Refusal(code: code) }
      return Array(answer[10...])
    }
  }

  struct Refusal: Error, Equatable { let code: UInt32 }

  /// TPM2_GetCapability: the handles from `first` on, up to the end of their kind.
  func handles(from first: UInt32) throws -> [UInt32] {
    let answer = try send(0x17A, big(UInt32(1)) + big(first) + big(UInt32(254)))
    let list = Array(answer.dropFirst(9))
    return stride(from: 0, to: list.count, by: 4).map { start in
      list[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Everything that an operation may have left behind: objects, loaded and saved sessions.
  func leftovers() throws -> [UInt32] {
    try [0x8000_0000, 0x0200_0000, 0x0300_0000].flatMap { try handles(from: $0) }
  }

  /// TPM2_NV_DefineSpace of 32 bytes that are read and written with a password, subject to the
  /// lock-out.
  func defineIndex(_ index: UInt32, password: [UInt8]) throws {
    let definition: [UInt8] =
      big(index) + [0x00, 0x0B] + big(UInt32(0x0004_0004)) + [0, 0] + [0, 32]
    try send(
      0x12A, handles: [Self.owner], password: [], counted(password) + counted(definition))
  }

  /// TPM2_NV_Write.
  func write(_ bytes: [UInt8], to index: UInt32, password: [UInt8]) throws(Refusal) {
    try send(0x137, handles: [index, index], password: password, counted(bytes) + [0, 0])
  }

  /// TPM2_NV_Read of 32 bytes.
  func read(_ index: UInt32, password: [UInt8]) throws(Refusal) -> [UInt8] {
    try send(0x14E, handles: [index, index], password: password, [0, 32, 0, 0])
  }

  /// TPM2_Clear: another owner takes over.
  func clear() throws { try send(0x126, handles: [Self.lockout], password: []) }

  /// TPM2_HierarchyChangeAuth.
  func setOwnerPassword(_ password: [UInt8]) throws {
    try send(0x129, handles: [Self.owner], password: [], counted(password))
  }

  /// TPM2_CreatePrimary of the storage key, with the template of `Documentation/tpm.md`, byte for
  /// byte; it is left in the TPM.
  @discardableResult
  func makeStorageKey() throws -> UInt32 {
    let template: [UInt8] =
      [0x00, 0x23, 0x00, 0x0B] + big(UInt32(0x0003_0472)) + [0, 0]
      + [0x00, 0x06, 0x00, 0x80, 0x00, 0x43, 0x00, 0x10, 0x00, 0x03, 0x00, 0x10]
      + counted([UInt8](repeating: 0, count: 32)) + counted([UInt8](repeating: 0, count: 32))
    let answer = try send(
      0x131, handles: [Self.owner], password: [],
      counted([0, 0, 0, 0]) + counted(template) + [0, 0] + big(UInt32(0)))
    return answer.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// TPM2_Create of a sealed object with its template there: the public and the private area, each
  /// with its size.
  func seal(_ bytes: [UInt8]) throws -> [UInt8] {
    let parent = try makeStorageKey()
    let template: [UInt8] =
      [0x00, 0x08, 0x00, 0x0B] + big(UInt32(0x0000_0452)) + [0, 0, 0x00, 0x10, 0, 0]
    let answer = try send(
      0x153, handles: [parent], password: [],
      counted([0, 0] + counted(bytes)) + counted(template) + [0, 0] + big(UInt32(0)))
    try send(0x165, big(parent))
    let privateSize = 2 + (Int(answer[4]) << 8 | Int(answer[5]))
    let publicArea = answer[(4 + privateSize)...].prefix(2 + 46)
    return Array(publicArea) + answer[4..<4 + privateSize]
  }

  private func counted(_ bytes: [UInt8]) -> [UInt8] { big(UInt16(bytes.count)) + bytes }
}

/// A number in big-endian bytes.
func big(_ number: some FixedWidthInteger) -> [UInt8] {
  stride(from: number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> $0)
  }
}
