// SPDX-License-Identifier: Apache-2.0

internal import EncryptedSQLite
internal import Glibc
internal import KeychainClient
internal import KeychainRequests
internal import Secrets

/// A key that the keychain keeps, the same item that `Keyring` makes and programs written for
/// Apple's systems do: a key of 512 bits under an application tag.
struct KeyItem {
  private let name: String
  private let connection = KeychainConnection(
    KeychainSelection(.process), caller: Caller.userCommand("strongroom"))

  init(_ name: String) { self.name = name }

  private var query: Request.Dictionary {
    [
      Request.Entry(.name(RequestKeys.itemClass), .text(ItemClass.key.rawValue)),
      Request.Entry(.keySizeInBits, .integer(Int64(DatabaseKey.byteCount * 8))),
      Request.Entry(.applicationTag, .bytes(Array(name.utf8))),
    ]
  }

  /// The key.
  ///
  /// - Parameter making: whether it is made where there surely is none.
  /// - Throws: ``Failure``.
  func key(making: Bool) throws(Failure) -> DatabaseKey {
    let wanted = Request.Entry(.name(RequestKeys.returnData), .boolean(true))
    let response = connection.execute(Request(.copyMatching, query + [wanted]))
    if response.status == .itemNotFound, making { return try make() }
    guard response.status.isSuccess else { throw failure(response, "find") }
    guard let data = response.items.first?.data else {
      throw Failure(
        ExitCode.dataError, "the item \"\(name)\" of the keychain holds no key", name: "invalidKey")
    }
    do throws(EncryptedSQLiteError) {
      return try data.bytes.withBytes { (bytes) throws(EncryptedSQLiteError) in
        try DatabaseKey(copying: bytes)
      }
    } catch {
      throw Failure(error)
    }
  }

  private func make() throws(Failure) -> DatabaseKey {
    let secret = SharedSecret(SecretBytes.random(count: DatabaseKey.byteCount))
    let entries: Request.Dictionary = [
      Request.Entry(.accessible, .text(ProtectionClass.whenUnlocked.rawValue)),
      Request.Entry(.name(RequestKeys.valueData), .secret(secret)),
    ]
    let response = connection.execute(Request(.add, query + entries))
    // Another process was faster: its key is the one that counts.
    if response.status == .duplicateItem { return try key(making: false) }
    guard response.status.isSuccess else { throw failure(response, "make") }
    return try key(making: false)
  }

  private func failure(_ response: Response, _ task: String) -> Failure {
    let reason = response.reason ?? response.status.message
    if response.status == .itemNotFound {
      return Failure(
        ExitCode.noInput, "the keychain has no key \"\(name)\"",
        hint: "check the name, and which keychain STRONGROOM_KEYCHAIN names; only create, encrypt, "
          + "backup and rekey make new keys", name: "keyNotFound")
    }
    let isLocked = response.status == .interactionNotAllowed
    return Failure(
      isLocked ? ExitCode.noPermission : ExitCode.unavailable,
      "cannot \(task) the key \"\(name)\": \(reason)", name: "keychain")
  }
}
