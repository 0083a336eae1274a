// SPDX-License-Identifier: Apache-2.0

internal import CTPM
package import Secrets

/// A TPM 2.0, open: it seals keys so that it alone can open them again, and keeps secrets that are
/// gone when it deletes them.
///
/// Every operation makes the storage key anew from a fixed template, compares its name with the one
/// that was recorded, talks in a session that is encrypted for that key, and lets go of all of it.
/// So a TPM that somebody slipped in, or who listens on the bus, learns nothing. A chip takes up to
/// a second for it: keep what was opened. The connection is closed when the value goes.
package struct TPMDevice: ~Copyable, @unchecked Sendable {
  // Sendable: the connection belongs to this value alone and is used only through `mutating`
  // functions.
  let connection: Connection

  /// Which TPM to open, and how.
  package struct Configuration: Sendable {
    package var address: TPMAddress
    /// What one operation may take altogether.
    package var timeLimit: Duration
    /// What the dynamic linker looks for.
    package var library: String

    package init(
      address: TPMAddress = .standard, timeLimit: Duration = .seconds(30),
      library: String = "libtss2-esys.so.0"
    ) {
      self.address = address
      self.timeLimit = timeLimit
      self.library = library
    }
  }

  /// How many bytes a sealed key or a stored secret has.
  package static let keyByteCount = 32

  /// Whether this build can use a TPM; without the headers of tpm2-tss it cannot.
  package static var isSupported: Bool { strongroom_tpm_is_supported() }

  /// Opens a TPM.
  ///
  /// - Throws: `unsupported`, `libraryMissing`, `deviceMissing`, `permissionDenied`, `busy`.
  package init(_ configuration: Configuration = Configuration()) throws(TPMError) {
    connection = try Connection(configuration)
  }

  // MARK: - Sealed keys

  /// Seals a key of 32 bytes, and opens it once to see that it can be.
  ///
  /// `name` is what the TPM must be called; without it, whichever answers is trusted from now on.
  ///
  /// - Throws: `anotherTPM` for a TPM of another name; why the TPM refuses.
  package mutating func seal(
    _ key: borrowing SecretBytes, expecting name: TPMName? = nil
  ) throws(TPMError) -> SealedKey {
    precondition(key.count == Self.keyByteCount, "a sealed key has 32 bytes")
    return try key.withBytes { (bytes) throws(TPMError) in
      try withSession(expecting: name) { (session) throws(TPMError) in
        let sealed = try connection.seal(bytes, in: session)
        let opened = try open(sealed, in: session)
        guard opened.withBytes({ ConstantTime.areEqual($0, bytes) }) else {
          throw TPMError(
            .refused, "the TPM has sealed the key, but opens it to another; do not use it")
        }
        return sealed
      }
    }
  }

  /// Opens a sealed key.
  ///
  /// - Throws: `anotherTPM` where another TPM has sealed it, `damaged` for a key that was changed;
  ///   why the TPM refuses.
  package mutating func unseal(_ sealed: SealedKey) throws(TPMError) -> SecretBytes {
    try withSession(expecting: sealed.primaryName) { (session) throws(TPMError) in
      try open(sealed, in: session)
    }
  }

  private func open(
    _ sealed: SealedKey, in session: Connection.Session
  ) throws(TPMError) -> SecretBytes {
    let object = try connection.load(sealed, in: session)
    defer { connection.flush(object) }
    return try SecretBytes(count: Self.keyByteCount) {
      (bytes: inout MutableRawSpan) throws(TPMError) in
      try connection.unseal(object, in: session, into: &bytes)
    }
  }

  // MARK: - State

  /// How the TPM is.
  package mutating func state() throws(TPMError) -> TPMState {
    try connection.begin()
    return try TPMState(of: connection)
  }

  // MARK: - Sessions

  func withSession<R: ~Copyable>(
    expecting name: TPMName?, _ body: (Connection.Session) throws(TPMError) -> R
  ) throws(TPMError) -> R {
    do throws(TPMError) {
      try connection.begin()
      let (primary, primaryName) = try connection.makePrimary()
      defer { connection.flush(primary) }
      if let name, name != primaryName {
        throw TPMError(
          .anotherTPM,
          "the TPM at \(connection.configuration.address) is not the one that made this, or it has been cleared since; use the recovery code"
        )
      }
      let session = try connection.startSession(saltedFor: primary)
      defer { connection.flush(session) }
      return try body(
        Connection.Session(primary: primary, primaryName: primaryName, handle: session))
    } catch {
      throw explained(error)
    }
  }

  /// Says of a lock-out how long it lasts.
  private func explained(_ error: TPMError) -> TPMError {
    guard error.code == .lockedOut, let state = try? TPMState(of: connection) else { return error }
    return state.lockOutError(responseCode: error.responseCode)
  }
}
