// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

internal import CTPM
internal import Glibc
internal import Secrets

/// An open connection to a TPM, and its commands.
///
/// Not for two threads at once.
@safe
final class Connection {
  /// A primary, an object or a session in the TPM, or an index as this connection knows it.
  typealias Handle = UInt32

  /// What an operation has in the TPM while it lasts.
  struct Session {
    let primary: Handle
    let primaryName: TPMName
    let handle: Handle
  }

  let configuration: TPMDevice.Configuration
  private let file: CInt
  private let tpm: OpaquePointer

  /// - Throws: why there is no TPM to talk to.
  init(_ configuration: TPMDevice.Configuration) throws(TPMError) {
    guard TPMDevice.isSupported else { throw Self.unsupported }
    let file = try configuration.address.open(within: configuration.timeLimit)
    var tpm: OpaquePointer?
    var words = [CChar](repeating: 0, count: 256)
    let result = unsafe strongroom_tpm_open(
      file, configuration.address.isSocket, configuration.library, &tpm, &words, words.count)
    guard result.fault == .nothing, let tpm = unsafe tpm else {
      close(file)
      if result.fault == .library {
        let reason = String(
          decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        throw Self.libraryMissing(configuration.library, reason)
      }
      throw Self.error(result, during: .asking, at: configuration)
    }
    self.file = file
    unsafe self.tpm = tpm
    self.configuration = configuration
  }

  deinit {
    unsafe strongroom_tpm_close(tpm)
    close(file)
  }

  /// Begins an operation, whose commands together may take as long as the time limit.
  func begin() throws(TPMError) {
    let milliseconds = min(configuration.timeLimit / .milliseconds(1), 1e12)
    try check(.asking, unsafe strongroom_tpm_begin(tpm, Int64(milliseconds)))
  }

  /// Properties of the TPM, those that it does not have as 0.
  func properties(from first: UInt32, count: Int) throws(TPMError) -> [UInt32] {
    var values = [UInt32](repeating: 0, count: count)
    try check(.asking, unsafe strongroom_tpm_properties(tpm, first, &values, count))
    return values
  }

  /// What the TPM holds in a range of handles.
  func handles(in range: ClosedRange<UInt32>) throws(TPMError) -> [UInt32] {
    var handles = [UInt32](repeating: 0, count: range.count)
    var count = handles.count
    try check(.asking, unsafe strongroom_tpm_handles(tpm, range.lowerBound, &handles, &count))
    return handles.prefix(count).filter(range.contains)
  }

  // MARK: - Keys

  /// Makes the storage key, and returns the name by which the TPM is known.
  func makePrimary() throws(TPMError) -> (Handle, TPMName) {
    var primary: Handle = 0
    var name = [UInt8](repeating: 0, count: TPMName.byteCount)
    try check(.makingPrimary, unsafe strongroom_tpm_create_primary(tpm, &primary, &name))
    guard let name = TPMName(name) else {
      flush(primary)
      throw Self.malformed(.makingPrimary)
    }
    return (primary, name)
  }

  func startSession(saltedFor primary: Handle) throws(TPMError) -> Handle {
    var session: Handle = 0
    try check(.startingSession, unsafe strongroom_tpm_start_session(tpm, primary, &session))
    return session
  }

  /// Lets go of a primary, an object or a session, also where the TPM has failed before.
  func flush(_ handle: Handle) { unsafe strongroom_tpm_flush(tpm, handle) }

  func seal(
    _ secret: RawSpan, in session: Session
  ) throws(TPMError) -> SealedKey {
    var unique = [UInt8](repeating: 0, count: SealedKey.uniqueByteCount)
    var privateArea = [UInt8](repeating: 0, count: SealedKey.largestPrivateArea)
    var count = privateArea.count
    let result = unsafe secret.withUnsafeBytes { secret in
      unsafe strongroom_tpm_seal(
        tpm, session.primary, session.handle,
        secret.baseAddress!.assumingMemoryBound(to: UInt8.self), secret.count, &unique,
        &privateArea, &count)
    }
    try check(.sealing, result)
    return SealedKey(
      primaryName: session.primaryName, unique: unique,
      privateArea: Array(privateArea.prefix(count)))
  }

  func load(_ sealed: SealedKey, in session: Session) throws(TPMError) -> Handle {
    var object: Handle = 0
    try check(
      .loading,
      unsafe strongroom_tpm_load(
        tpm, session.primary, session.handle, sealed.unique, sealed.privateArea,
        sealed.privateArea.count, &object)
    )
    return object
  }

  func unseal(
    _ object: Handle, in session: Session, into bytes: inout MutableRawSpan
  ) throws(TPMError) {
    let result = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe strongroom_tpm_unseal(
        tpm, session.primary, session.handle, object,
        bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    try check(.unsealing, result)
  }

  // MARK: - Indexes

  func defineIndex(
    _ index: UInt32, byteCount: Int, in session: Session
  ) throws(TPMError) -> Handle {
    var handle: Handle = 0
    try check(
      .definingIndex,
      unsafe strongroom_tpm_define_index(tpm, session.handle, index, byteCount, &handle))
    return handle
  }

  func findIndex(_ index: UInt32, in session: Session) throws(TPMError) -> Handle {
    var handle: Handle = 0
    try check(
      .findingIndex, unsafe strongroom_tpm_find_index(tpm, session.handle, index, &handle))
    return handle
  }

  func indexName(_ handle: Handle) throws(TPMError) -> TPMName {
    var name = [UInt8](repeating: 0, count: TPMName.byteCount)
    try check(.findingIndex, unsafe strongroom_tpm_name(tpm, handle, &name))
    guard let name = TPMName(name) else { throw Self.malformed(.findingIndex) }
    return name
  }

  /// Writes an index, once and for all.
  func writeIndex(
    _ handle: Handle, in session: Session, _ secret: RawSpan
  ) throws(TPMError) {
    let result = unsafe secret.withUnsafeBytes { secret in
      unsafe strongroom_tpm_write_index(
        tpm, session.handle, handle, secret.baseAddress!.assumingMemoryBound(to: UInt8.self),
        secret.count)
    }
    try check(.writingIndex, result)
  }

  func readIndex(
    _ handle: Handle, in session: Session, into bytes: inout MutableRawSpan
  ) throws(TPMError) {
    let result = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe strongroom_tpm_read_index(
        tpm, session.primary, session.handle, handle,
        bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), bytes.count)
    }
    try check(.readingIndex, result)
  }

  func deleteIndex(_ handle: Handle, in session: Session) throws(TPMError) {
    try check(.deletingIndex, unsafe strongroom_tpm_delete_index(tpm, session.handle, handle))
  }

  /// Forgets the handle of an index, which stays in the TPM.
  func forgetIndex(_ handle: Handle) { unsafe strongroom_tpm_forget_index(tpm, handle) }
}

// MARK: - Errors

extension Connection {
  private func check(_ step: Step, _ result: strongroom_tpm_result) throws(TPMError) {
    guard result.fault != .nothing else { return }
    throw Self.error(result, during: step, at: configuration)
  }

  private static func error(
    _ result: strongroom_tpm_result, during step: Step, at place: TPMDevice.Configuration
  ) -> TPMError {
    switch result.fault {
    case .nothing, .malformed: malformed(step)
    case .unsupported: unsupported
    case .library: libraryMissing(place.library, "it lacks a function")
    case .system:
      TPMError(
        .connectionLost,
        "cannot \(step.words): \(place.address) fails (\(TPMAddress.words(CInt(result.number))))")
    case .closed:
      TPMError(
        .connectionLost,
        "cannot \(step.words): \(place.address) has closed the connection; look whether the TPM is still there"
      )
    case .size:
      TPMError(
        .damaged,
        "cannot \(step.words): it has not \(TPMDevice.keyByteCount) bytes, so it is not ours")
    case .time:
      TPMError(
        .timeLimit,
        "cannot \(step.words): no answer from \(place.address) within \(place.timeLimit)")
    case .response: TPMError(responseCode: result.number, during: step)
    }
  }

  private static func malformed(_ step: Step) -> TPMError {
    TPMError(.notAuthentic, "cannot \(step.words): \(TPMError.changedTraffic)")
  }

  private static var unsupported: TPMError {
    TPMError(
      .unsupported,
      "this build of Strongroom has no TPM support; install libtss2-dev (on Fedora tpm2-tss-devel) and build it again"
    )
  }

  private static func libraryMissing(_ library: String, _ reason: String) -> TPMError {
    TPMError(
      .libraryMissing,
      "cannot open the library \(library), which talks to the TPM: \(reason); install the package libtss2-esys-3.0.2-0 (on Fedora tpm2-tss)"
    )
  }
}
