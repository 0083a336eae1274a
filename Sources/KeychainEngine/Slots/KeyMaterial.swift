// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests
internal import Secrets

/// Bytes that open a keychain by being there: a file on a stick, or a credential of systemd.
///
/// They must be random: nothing slows down whoever guesses them.
package struct KeyMaterial: Sendable {
  package static let smallestByteCount = 32
  package static let largestByteCount = 4096

  package let bytes: SharedSecret
  /// Where it was found, so that it is found there again: a path, or a credential's name.
  package let origin: String

  /// Checks `bytes`.
  ///
  /// - Throws: `errSecParam` for less than 32 bytes or more than 4096, and for bytes that are all
  ///   equal.
  package init(_ bytes: SharedSecret, origin: String) throws(KeychainEngineError) {
    let count = bytes.bytes.count
    guard (Self.smallestByteCount...Self.largestByteCount).contains(count) else {
      throw KeychainEngineError(
        .param,
        "\(origin) has \(count) bytes; a key needs \(Self.smallestByteCount) to \(Self.largestByteCount) random ones"
      )
    }
    let isConstant = bytes.bytes.withBytes { bytes in
      let first = bytes.byte(at: 0)
      return (1..<bytes.byteCount).allSatisfy { bytes.byte(at: $0) == first }
    }
    guard !isConstant else {
      throw KeychainEngineError(
        .param, "\(origin) holds one byte again and again; a key needs random ones")
    }
    self.bytes = bytes
    self.origin = origin
  }

  /// Reads a key file.
  ///
  /// - Throws: `errSecNotAvailable` when it cannot be read or is open to other users; `errSecParam`
  ///   for what cannot be a key.
  package static func keyFile(at path: String) throws(KeychainEngineError) -> KeyMaterial {
    guard path.hasPrefix("/") else {
      throw KeychainEngineError(
        .param, "the key file \(path.debugDescription) needs an absolute path")
    }
    return try KeyMaterial(try read(path), origin: path)
  }

  /// Reads the credential `name` in the folder that systemd names.
  package static func systemCredential(
    _ name: String, in folder: String
  ) throws(KeychainEngineError) -> KeyMaterial {
    guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
      throw KeychainEngineError(.param, "a credential cannot be called \(name.debugDescription)")
    }
    return try KeyMaterial(try read(folder + "/" + name), origin: name)
  }

  /// Makes a key file of 32 random bytes that only its owner can read.
  ///
  /// - Throws: when there is such a file already, or it cannot be written.
  package static func makeKeyFile(at path: String) throws(KeychainEngineError) -> KeyMaterial {
    let random = SharedSecret(SecretBytes.random(count: smallestByteCount))
    try File.create(path, holding: random.bytes)
    return try KeyMaterial(random, origin: path)
  }

  private static func read(_ path: String) throws(KeychainEngineError) -> SharedSecret {
    guard let status = try File.status(of: path) else {
      throw KeychainEngineError(.notAvailable, "there is no file \(path)")
    }
    guard status.isRegular else {
      throw KeychainEngineError(.notAvailable, "\(path) is not a file with a key in it")
    }
    guard status.permissions & 0o077 == 0 else {
      throw KeychainEngineError(
        .notAvailable, "the file \(path) is open to other users; close it with: chmod go= '\(path)'"
      )
    }
    return SharedSecret(try File.reading(path, limit: largestByteCount + 1))
  }
}
