// SPDX-License-Identifier: Apache-2.0

internal import Cryptography
internal import KeychainRequests
internal import Secrets

/// The columns of a row that are not sealed, in the order in which the sealed parts are bound to
/// them.
struct RowPlace: Equatable {
  var itemClass: ItemClass
  var identifier: [UInt8]
  var protection: UInt8
  var keyGeneration: UInt32
  var group: String
  var uniqueness: [UInt8]
  /// One for each indexed attribute of the class, in the order of their keys; nil where the item
  /// has no such attribute.
  var tokens: [[UInt8]?]
  /// Whether the row has a secret part, so that nobody can take it away unnoticed.
  var hasSecret: Bool
}

/// The sealed columns of a row.
struct SealedRow {
  var keys: [UInt8]
  var metadata: [UInt8]
  var secret: [UInt8]?
}

/// Seals rows and opens them.
///
/// Each write makes 64 fresh bytes, one key for the attributes and one for the secret, wrapped once
/// under the class key. Every part is bound to the place of its row, so that moving, swapping,
/// mixing or replaying parts fails.
struct RowSealer {
  private enum Part: UInt8 { case keys = 1, metadata, secret }

  private let keychainID: [UInt8]
  /// Changes when the keychain is locked or unlocked.
  var classKeys: ClassKeys

  init(keychainID: [UInt8], classKeys: ClassKeys) {
    self.keychainID = keychainID
    self.classKeys = classKeys
  }

  func seal(
    metadata: [UInt8], secret: SharedSecret?, at place: RowPlace, under classKey: ClassKey
  ) -> SealedRow {
    let rowKeys = RowKeys()
    var context = context(of: place)
    func seal(_ plaintext: RawSpan, _ key: borrowing SecretBytes, _ part: Part) -> [UInt8] {
      context[context.count - 1] = part.rawValue
      return XChaCha20Poly1305.seal(plaintext, key: key, authenticating: context.rawBytes)
    }
    return SealedRow(
      keys: rowKeys.bytes.withBytes { seal($0, classKey.key, .keys) },
      metadata: seal(metadata.rawBytes, rowKeys.metadata, .metadata),
      secret: secret.map { secret in
        secret.bytes.withBytes { seal($0, rowKeys.secret, .secret) }
      })
  }

  /// Whether the key that the row at `place` was sealed under is at hand.
  private func availability(of place: RowPlace) -> ClassKeys.Availability {
    guard let protection = ProtectionClass(number: place.protection) else { return .missing }
    return classKeys.key(protection, generation: place.keyGeneration)
  }

  /// Opens the attributes of a row and, when `wantsSecret`, its secret part.
  ///
  /// - Throws: `errSecInteractionNotAllowed` while its class key is locked away; `errSecDecode` for
  ///   a row that was changed, moved or mixed, or whose class key has gone.
  func open(
    keys sealedKeys: RawSpan, metadata: RawSpan, secret: RawSpan?, at place: RowPlace,
    wantsSecret: Bool
  ) throws(KeychainEngineError) -> OpenedRow {
    let classKey: ClassKey
    switch availability(of: place) {
    case .here(let key): classKey = key
    case .locked: throw .locked
    case .missing: throw Self.damage
    }
    var context = context(of: place)
    do {
      context[context.count - 1] = Part.keys.rawValue
      let bytes = try XChaCha20Poly1305.open(
        sealedKeys, key: classKey.key, authenticating: context.rawBytes)
      guard bytes.count == RowKeys.byteCount else { throw Self.damage }
      let rowKeys = RowKeys(bytes)
      context[context.count - 1] = Part.metadata.rawValue
      let plaintext = try XChaCha20Poly1305.open(
        metadata, key: rowKeys.metadata, authenticating: context.rawBytes)
      var opened = OpenedRow()
      try plaintext.withBytes { (bytes) throws(DecodingError) in
        let attributes = try AttributeCodec.decode(bytes)
        opened.attributes.reserveCapacity(attributes.count)
        for (key, value) in attributes { opened.attributes[key] = value }
      }
      try opened.readConditions()
      if wantsSecret, let secret {
        context[context.count - 1] = Part.secret.rawValue
        let payload = try XChaCha20Poly1305.open(
          secret, key: rowKeys.secret, authenticating: context.rawBytes)
        if opened.conditions?.lock != nil {
          opened.lockedSecret = payload.withBytes { $0.array }
        } else {
          (opened.data, opened.sideData) = try payload.withBytes { (bytes) throws(DecodingError) in
            try SecretPayload.decode(bytes)
          }
        }
      }
      return opened
    } catch {
      throw Self.damage
    }
  }

  /// The parts of a damaged row that do not open.
  ///
  /// Nothing is told about the parts whose keys did not open.
  func damagedParts(
    keys sealedKeys: RawSpan, metadata: RawSpan, secret: RawSpan?, at place: RowPlace
  ) -> [RowPart] {
    guard case .here(let classKey) = availability(of: place) else { return [.classKey] }
    var context = context(of: place)
    context[context.count - 1] = Part.keys.rawValue
    guard
      let bytes = try? XChaCha20Poly1305.open(
        sealedKeys, key: classKey.key, authenticating: context.rawBytes),
      bytes.count == RowKeys.byteCount
    else { return [.keysOrPlace] }
    let rowKeys = RowKeys(bytes)
    var parts: [RowPart] = []
    var opened = OpenedRow()
    context[context.count - 1] = Part.metadata.rawValue
    do {
      let plaintext = try XChaCha20Poly1305.open(
        metadata, key: rowKeys.metadata, authenticating: context.rawBytes)
      try plaintext.withBytes { (bytes) throws(DecodingError) in
        for (key, value) in try AttributeCodec.decode(bytes) { opened.attributes[key] = value }
      }
      try opened.readConditions()
    } catch { parts.append(.attributes) }
    guard let secret else { return parts }
    context[context.count - 1] = Part.secret.rawValue
    do {
      let payload = try XChaCha20Poly1305.open(
        secret, key: rowKeys.secret, authenticating: context.rawBytes)
      // What a password seals, nobody can look into here.
      if opened.conditions?.lock == nil {
        _ = try payload.withBytes { (bytes) throws(DecodingError) in
          try SecretPayload.decode(bytes)
        }
      }
    } catch { parts.append(.secret) }
    return parts
  }

  struct OpenedRow {
    var attributes: [AttributeKey: AttributeValue] = [:]
    var data: SharedSecret?
    var sideData: [AttributeKey: SharedSecret] = [:]
    var conditions: ItemConditions?
    /// The secret of a row with a lock, sealed under the key that the password gives.
    var lockedSecret: [UInt8]?

    /// Takes the conditions from the attributes; most rows have none.
    ///
    /// What cannot be read of them is damage: without it the item would demand less.
    fileprivate mutating func readConditions() throws(DecodingError) {
      guard let value = attributes[.accessControl] else { return }
      guard case .bytes(let bytes) = value else {
        throw DecodingError("an access control that is no bytes")
      }
      let control = try AccessControl(encoded: bytes)
      var lock: PasswordLock?
      if let value = attributes.removeValue(forKey: PasswordLock.attribute) {
        lock = PasswordLock(encoded: value)
      }
      guard control.requiresPassword == (lock != nil) else {
        throw DecodingError("a password lock that nobody makes")
      }
      conditions = ItemConditions(control, lock: lock)
    }
  }

  private static let damage = KeychainEngineError(
    .decode, "an item of the keychain is damaged; it is kept, and skipped by every search")

  /// The associated data of all parts; the last byte says which part.
  private func context(of place: RowPlace) -> [UInt8] {
    var context = ByteWriter(capacity: 384)
    context.write("strongroom-row-1")
    context.write(keychainID)
    context.write(place.itemClass.rawValue)
    context.write(place.identifier)
    context.write(place.protection)
    context.write(place.keyGeneration)
    context.writeCounted(place.group)
    context.writeCounted(place.uniqueness)
    for token in place.tokens {
      context.write(UInt8(token == nil ? 0 : 1))
      if let token { context.writeCounted(token) }
    }
    context.write(UInt8(place.hasSecret ? 1 : 0))
    context.write(UInt8(0))
    return context.bytes
  }
}

/// The two keys of one write of one row.
private struct RowKeys: ~Copyable {
  let bytes: SecretBytes
  let metadata: SecretBytes
  let secret: SecretBytes

  static let byteCount = 64

  init() { self.init(SecretBytes.random(count: Self.byteCount)) }

  init(_ bytes: consuming SecretBytes) {
    metadata = bytes.withBytes { SecretBytes(copying: $0.extracting(..<32)) }
    secret = bytes.withBytes { SecretBytes(copying: $0.extracting(32...)) }
    self.bytes = bytes
  }
}
