// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessMemory
import Testing

@testable import Cryptography
@testable import Secrets

@Suite("Argon2id")
struct Argon2idTests {
  private static let salt = Array("0123456789abcdef".utf8)

  @Test("libsodium's published keys are derived", arguments: Argon2idVector.all)
  func published(vector: Argon2idVector) throws {
    let output = [UInt8](hex: vector.output)
    let key = try Argon2id.deriveKey(
      from: [UInt8](hex: vector.password).rawBytes, salt: [UInt8](hex: vector.salt).rawBytes,
      passes: vector.passes, memory: vector.kibibytes * 1024, count: output.count)
    let bytes = key.withBytes { $0.array }
    #expect(bytes == output)
  }

  @Test("an empty password derives a key")
  func emptyPassword() throws {
    // From pyca/cryptography over OpenSSL 3.5.
    let key = try Argon2id.deriveKey(
      from: RawSpan(), salt: Self.salt.rawBytes, passes: 2, memory: 64 << 10, count: 32)
    let bytes = key.withBytes { $0.array }
    #expect(
      bytes == [UInt8](hex: "e1a1e80697e94526198b5ccb4aa516a57bb43fd6e2fa177c30f9bf7a9d1dd5ed"))
  }

  @Test(
    "parameters outside Argon2id's range are refused",
    arguments: [
      (15, 1, 8192, 16), (17, 1, 8192, 16), (0, 1, 8192, 16),
      (16, 0, 8192, 16), (16, -1, 8192, 16), (16, 1 << 32, 8192, 16),
      (16, 1, 8191, 16), (16, 1, 8193, 16), (16, 1, 0, 16), (16, 1, -1024, 16),
      (16, 1, 4 << 40, 16), (16, 1, 8192, 15), (16, 1, 8192, 0), (16, 1, 8192, 1 << 32),
    ])
  func refused(saltByteCount: Int, passes: Int, memory: Int, count: Int) {
    let salt = [UInt8](repeating: 1, count: saltByteCount)
    #expect(throws: CryptographyError(.invalidParameter, reason: "")) {
      _ = try Argon2id.deriveKey(
        from: Self.salt.rawBytes, salt: salt.rawBytes, passes: passes, memory: memory,
        count: count)
    }
  }

  @Test(
    "memory that the system refuses is an error, not a trap", .disabled(if: Sanitizer.isActive))
  func outOfMemory() async {
    await #expect(processExitsWith: .success) {
      let salt = Array("0123456789abcdef".utf8)
      let status = ProcFile.lines("/proc/self/status").first { $0.hasPrefix("VmData:") }
      let kibibytes = try #require(
        status?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
      let bytes = rlim_t(kibibytes << 10 + 256 << 20)
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      try #require(unsafe setrlimit(data, &limit) == 0)
      #expect(throws: CryptographyError(.outOfMemory, reason: "")) {
        _ = try Argon2id.deriveKey(
          from: RawSpan(), salt: salt.rawBytes, passes: 1, memory: 512 << 20, count: 32)
      }
    }
  }
}

/// `RLIMIT_DATA`, which Glibc's module does not show.
private let data = __rlimit_resource_t(2)
