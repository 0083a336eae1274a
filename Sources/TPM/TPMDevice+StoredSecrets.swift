// SPDX-License-Identifier: Apache-2.0

package import Secrets

/// Secrets in the memory of the TPM itself.
extension TPMDevice {
  /// Keeps a secret of 32 bytes in the TPM itself, at an index that is free; nobody can overwrite
  /// it.
  ///
  /// `name` is as for ``seal(_:expecting:)``.
  ///
  /// - Throws: `noRoom` where the TPM or our range of it is full; why the TPM refuses.
  package mutating func store(
    _ secret: borrowing SecretBytes, expecting name: TPMName? = nil
  ) throws(TPMError) -> StoredSecret {
    precondition(secret.count == Self.keyByteCount, "a stored secret has 32 bytes")
    return try secret.withBytes { (bytes) throws(TPMError) in
      try withSession(expecting: name) { (session) throws(TPMError) in
        let (index, handle) = try defineFreeIndex(session)
        do throws(TPMError) {
          try connection.writeIndex(handle, in: session, bytes)
          let name = try connection.indexName(handle)
          connection.forgetIndex(handle)
          return StoredSecret(
            primaryName: session.primaryName, index: index, indexName: name)
        } catch {
          // Nobody would know of it.
          try? delete(handle, in: session)
          throw error
        }
      }
    }
  }

  /// Reads a secret that the TPM keeps.
  ///
  /// - Throws: `secretMissing` where it was deleted, `anotherTPM` where another TPM keeps it,
  ///   `damaged` where the index is now somebody else's; why the TPM refuses.
  package mutating func read(_ secret: StoredSecret) throws(TPMError) -> SecretBytes {
    try withIndex(of: secret) { (handle, session) throws(TPMError) in
      defer { connection.forgetIndex(handle) }
      return try SecretBytes(count: Self.keyByteCount) {
        (bytes: inout MutableRawSpan) throws(TPMError) in
        try connection.readIndex(handle, in: session, into: &bytes)
      }
    }
  }

  /// Deletes a secret that the TPM keeps; no backup brings it back.
  ///
  /// - Throws: as ``read(_:)``. Without an error it is gone: the TPM says so in the session.
  ///   `secretMissing` is no such proof, for anybody on the bus can say that.
  package mutating func delete(_ secret: StoredSecret) throws(TPMError) {
    try withIndex(of: secret) { (handle, session) throws(TPMError) in
      try delete(handle, in: session)
    }
  }

  private func delete(
    _ handle: Connection.Handle, in session: Connection.Session
  ) throws(TPMError) {
    do throws(TPMError) {
      try connection.deleteIndex(handle, in: session)
    } catch {
      connection.forgetIndex(handle)
      throw error
    }
  }

  /// Whether the TPM has something at the index of `secret`.
  ///
  /// A quick look without a session; only ``read(_:)`` tells whether it is the same secret.
  package mutating func seemsToHold(_ secret: StoredSecret) throws(TPMError) -> Bool {
    try storedIndexes().contains(secret.index)
  }

  /// The indexes of our range that are taken, also by a keychain that was removed without deleting
  /// its secret.
  package mutating func storedIndexes() throws(TPMError) -> [UInt32] {
    try connection.begin()
    return try connection.handles(in: StoredSecret.indexes)
  }

  private func withIndex<R: ~Copyable>(
    of secret: StoredSecret, _ body: (Connection.Handle, Connection.Session) throws(TPMError) -> R
  ) throws(TPMError) -> R {
    try withSession(expecting: secret.primaryName) { (session) throws(TPMError) in
      // Asked first, because tpm2-tss writes a line to standard error where it does not exist.
      guard try connection.handles(in: secret.index...secret.index) != [] else {
        throw TPMError(
          .secretMissing,
          "the TPM does not hold the secret at index 0x\(String(secret.index, radix: 16)) any more; what needed it is lost"
        )
      }
      let handle = try connection.findIndex(secret.index, in: session)
      guard try connection.indexName(handle) == secret.indexName else {
        connection.forgetIndex(handle)
        throw TPMError(
          .damaged,
          "index 0x\(String(secret.index, radix: 16)) of the TPM is not the one that was made; somebody has replaced it"
        )
      }
      return try body(handle, session)
    }
  }

  private func defineFreeIndex(
    _ session: Connection.Session
  ) throws(TPMError) -> (UInt32, Connection.Handle) {
    let taken = try connection.handles(in: StoredSecret.indexes)
    for index in StoredSecret.indexes where !taken.contains(index) {
      do throws(TPMError) {
        return (
          index,
          try connection.defineIndex(index, byteCount: Self.keyByteCount, in: session)
        )
      } catch {
        // Another program was faster.
        guard error.isAlreadyDefined else { throw error }
      }
    }
    throw TPMError(
      .noRoom,
      "all \(StoredSecret.indexes.count) indexes for Strongroom's secrets in the TPM are taken")
  }
}
