// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// How a password of the application takes part in the encryption of an item's secrets.
///
/// It is kept among the sealed attributes, so that changing it breaks the row.
struct PasswordLock: Hashable, Sendable {
  /// Under which it stands there; no attribute of an item is called so.
  static let attribute = AttributeKey(rawValue: 0x6170_7764)  // apwd

  let passes: Int
  /// The memory of one derivation.
  let kibibytes: Int
  let salt: [UInt8]
  /// Tells a wrong password from damage.
  let check: [UInt8]

  private static let version: UInt8 = 1
  private static let checkByteCount = 16
  /// What a new lock costs: a fifth of a second, and memory that a server can spare for each
  /// reader.
  private static let usualPasses = 3
  private static let usualKibibytes = 64 << 10
  /// What is refused in a row that somebody else wrote.
  private static let mostPasses = 64
  private static let mostKibibytes = 1 << 20

  private init(passes: Int, kibibytes: Int, salt: [UInt8], check: [UInt8]) {
    self.passes = passes
    self.kibibytes = kibibytes
    self.salt = salt
    self.check = check
  }

  // MARK: The key that a password gives

  /// Makes a lock for `password`, and the key that it gives.
  ///
  /// - Throws: `errSecAllocate` when the memory cannot be had.
  static func make(
    for password: SharedSecret
  ) throws(KeychainEngineError) -> (lock: PasswordLock, key: SharedSecret) {
    let salt = RandomBytes.bytes(Argon2id.saltByteCount)
    let (key, check) = try derive(password, salt, passes: usualPasses, kibibytes: usualKibibytes)
    let lock = PasswordLock(
      passes: usualPasses, kibibytes: usualKibibytes, salt: salt, check: check)
    return (lock, key)
  }

  /// The key that `password` gives; nil when it is another password.
  ///
  /// - Throws: `errSecAllocate` when the memory cannot be had.
  func open(with password: SharedSecret) throws(KeychainEngineError) -> SharedSecret? {
    let (key, found) = try Self.derive(password, salt, passes: passes, kibibytes: kibibytes)
    return ConstantTime.areEqual(found.rawBytes, check.rawBytes) ? key : nil
  }

  private static func derive(
    _ password: SharedSecret, _ salt: [UInt8], passes: Int, kibibytes: Int
  ) throws(KeychainEngineError) -> (key: SharedSecret, check: [UInt8]) {
    do throws(CryptographyError) {
      let hash = try password.bytes.withBytes { (bytes) throws(CryptographyError) in
        try Argon2id.deriveKey(
          from: bytes, salt: salt.rawBytes, passes: passes, memory: kibibytes << 10, count: 32)
      }
      let pseudorandomKey = hash.withBytes {
        HKDFSHA256.extract(salt: salt.rawBytes, inputKeyMaterial: $0)
      }
      let key = HKDFSHA256.expand(pseudorandomKey, label: "password", count: 32)
      let check = HKDFSHA256.expand(pseudorandomKey, label: "check", count: checkByteCount)
      return (SharedSecret(key), check.withBytes { $0.array })
    } catch {
      throw KeychainEngineError(
        .allocate,
        "the password of the application cannot be used: \(error.reason); free some memory and try again",
        underlying: error)
    }
  }

  // MARK: Among the attributes

  /// `u8` version, `u32` passes, `u32` KiB, 16 bytes of salt, 16 bytes of check.
  var encoded: [UInt8] {
    var output = ByteWriter()
    output.write(Self.version)
    output.write(UInt32(passes))
    output.write(UInt32(kibibytes))
    output.write(salt)
    output.write(check)
    return output.bytes
  }

  /// Reads ``encoded``; nil for everything else, and for what costs more than anybody would set.
  init?(encoded value: AttributeValue) {
    guard case .bytes(let bytes) = value,
      bytes.count == 9 + Argon2id.saltByteCount + Self.checkByteCount, bytes[0] == Self.version
    else { return nil }
    func number(at offset: Int) -> Int {
      bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    passes = number(at: 1)
    kibibytes = number(at: 5)
    salt = Array(bytes[9..<9 + Argon2id.saltByteCount])
    check = Array(bytes[(9 + Argon2id.saltByteCount)...])
    guard (1...Self.mostPasses).contains(passes), (8...Self.mostKibibytes).contains(kibibytes)
    else { return nil }
  }
}
