// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import EncryptedSQLite
internal import Glibc
internal import KeychainRequests
internal import Secrets

/// A key as bytes or as hexadecimal digits, read into memory that is locked and wiped.
enum KeyText {
  /// Digits, a line end of two bytes, and one more to see that there is more.
  private static let largest = 2 * DatabaseKey.byteCount + 3

  /// The key in the file at `path`.
  ///
  /// - Throws: ``Failure``.
  static func key(inFile path: String, _ console: Console) throws(Failure) -> DatabaseKey {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let words = unsafe String(cString: strerror(errno))
      throw Failure(
        errno == EACCES ? ExitCode.noPermission : ExitCode.noInput,
        "the key file \(path) cannot be opened: \(words)", name: "keyNotFound")
    }
    defer { close(descriptor) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o077 != 0
    {
      console.hint("others may read the key file \(path); chmod 600 keeps them out")
    }
    return try key(readAll(descriptor, "the key file \(path)"), "the key file \(path)")
  }

  /// The key on standard input, or the next of two.
  ///
  /// - Throws: ``Failure``.
  static func key(_ input: InputLines, isOneOfTwo: Bool) throws(Failure) -> DatabaseKey {
    guard !input.isTerminal else {
      throw Failure(
        ExitCode.usage,
        "standard input is a terminal, where a key would be shown; pipe it in, or "
          + "use --key-item")
    }
    guard isOneOfTwo else {
      return try key(readAll(STDIN_FILENO, "standard input"), "standard input")
    }
    let line: SharedSecret?
    do throws(CommandLineError) { line = try input.next() } catch {
      throw Failure(ExitCode.dataError, error.reason, name: "invalidKey")
    }
    guard let line else {
      throw Failure(
        ExitCode.dataError,
        "standard input has no second line; the key is on the first, the new "
          + "key on the second, both in hexadecimal digits", name: "invalidKey")
    }
    return try key(line.bytes.copy(), "a line of standard input")
  }

  private static func readAll(_ descriptor: CInt, _ name: String) throws(Failure) -> SecretBytes {
    var bytes = SecretBytes(count: largest)
    var count = 0
    while count < largest {
      let got = bytes.withMutableBytes { bytes in
        unsafe bytes.withUnsafeMutableBytes {
          unsafe read(
            descriptor, UnsafeMutableRawBufferPointer(rebasing: $0[count...]).baseAddress,
            largest - count)
        }
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        let words = unsafe String(cString: strerror(errno))
        throw Failure(ExitCode.inputOutput, "\(name) cannot be read: \(words)", name: "inputOutput")
      }
      if got == 0 { break }
      count += got
    }
    return bytes.withBytes { SecretBytes(copying: $0.extracting(..<count)) }
  }

  private static func key(
    _ bytes: borrowing SecretBytes, _ name: String
  ) throws(Failure) -> DatabaseKey {
    let digits = bytes.withBytes { bytes in
      var end = bytes.byteCount
      while end > 0, [0x0A, 0x0D].contains(bytes.byte(at: end - 1)),
        end > 2 * DatabaseKey.byteCount
      { end -= 1 }
      return Word(bytes.extracting(..<end))
    }
    let raw: SharedSecret
    if bytes.count == DatabaseKey.byteCount {
      raw = SharedSecret(bytes.copy())
    } else if digits.count == 2 * DatabaseKey.byteCount, let decoded = try? HexCoding.decode(digits)
    {
      raw = decoded
    } else {
      let size = bytes.count < largest ? "\(bytes.count) bytes" : "more than \(largest - 1) bytes"
      throw Failure(
        ExitCode.dataError,
        "\(name) has \(size); a key is 64 bytes, or 128 hexadecimal digits", name: "invalidKey")
    }
    do throws(EncryptedSQLiteError) {
      return try raw.bytes.withBytes { (bytes) throws(EncryptedSQLiteError) in
        try DatabaseKey(copying: bytes)
      }
    } catch {
      throw Failure(error)
    }
  }
}
