// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareTPMs
import Synchronization
import TestFolders

/// Somebody on the bus: stands between a program and a TPM, keeps what goes by, and interferes.
final class Wiretap: Sendable {
  /// What happens to one command.
  enum Interference: Sendable {
    /// It goes by.
    case none
    /// This response code comes back, and the TPM never hears of it.
    case refusal(UInt32)
    /// The last byte of the answer is another.
    case changedAnswer
    /// The last byte of the command is another.
    case changedCommand
    /// These bytes come back.
    case answer([UInt8])
    /// No answer comes.
    case silence
    /// The connection ends.
    case hangUp
  }

  typealias Plan = @Sendable (_ ordinal: Int, _ commandCode: UInt32) -> Interference

  private struct State {
    var recorded: [UInt8] = []
    var commands: [[UInt8]] = []
    var plan: Plan = { _, _ in .none }
  }

  private let folder = TemporaryFolder()
  private let state = Mutex(State())
  private let listener: UnixSocket
  /// Where the program is to connect.
  let socket: String

  init(_ target: SoftwareTPM) {
    socket = folder.file("tap")
    listener = UnixSocket.listening(at: socket)
    let (listener, upstream) = (listener, target.socket)
    Thread.detachNewThread { [weak self] in
      while let client = listener.accept() { self?.serve(client, upstream) }
    }
  }

  deinit { listener.shut() }

  /// All bytes of both directions since the last call of ``begin(_:)``.
  var recorded: [UInt8] { state.withLock { $0.recorded } }

  /// The commands since then.
  var commands: [[UInt8]] { state.withLock { $0.commands } }

  /// Their codes.
  var commandCodes: [UInt32] { commands.map(Self.code) }

  private static func code(_ command: [UInt8]) -> UInt32 {
    command[6..<10].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Begins anew, interfering as `plan` says.
  func begin(_ plan: @escaping Plan = { _, _ in .none }) {
    state.withLock { state in
      state.recorded = []
      state.commands = []
      state.plan = plan
    }
  }

  /// One connection at a time, as the TPM itself has it.
  private func serve(_ client: UnixSocket, _ upstream: String) {
    let target = UnixSocket.connected(to: upstream)
    while var command = client.receive() {
      let code = Self.code(command)
      let interference = state.withLock { state in
        state.commands.append(command)
        state.recorded += command
        return state.plan(state.commands.count - 1, code)
      }
      var changesAnswer = false
      switch interference {
      case .none: break
      case .refusal(let code):
        client.send([0x80, 0x01] + big(UInt32(10)) + big(code))
        continue
      case .answer(let bytes):
        client.send(bytes)
        continue
      case .silence: continue
      case .hangUp: return client.shut()
      case .changedAnswer: changesAnswer = true
      case .changedCommand: command[command.count - 1] ^= 1
      }
      target.send(command)
      guard var answer = target.receive() else { return client.shut() }
      if changesAnswer { answer[answer.count - 1] ^= 1 }
      state.withLock { $0.recorded += answer }
      client.send(answer)
    }
  }
}

/// Command codes that tests name (TPM_CC).
enum CommandCode {
  static let undefineSpace: UInt32 = 0x122
  static let defineSpace: UInt32 = 0x12A
  static let createPrimary: UInt32 = 0x131
  static let writeIndex: UInt32 = 0x137
  static let writeLock: UInt32 = 0x138
  static let readIndex: UInt32 = 0x14E
  static let create: UInt32 = 0x153
  static let load: UInt32 = 0x157
  static let unseal: UInt32 = 0x15E
  static let flush: UInt32 = 0x165
  static let startSession: UInt32 = 0x176
  static let getCapability: UInt32 = 0x17A
}

extension [UInt8] {
  /// Whether `needle` occurs.
  func holds(_ needle: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: needle) }
  }
}
