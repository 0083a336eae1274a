// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests

/// `delete-generic-password`: the first item that fits goes, and no other.
struct DeleteGenericPassword: Command {
  static let name = "delete-generic-password"
  /// `-g` does nothing; macOS takes it.
  static let options = GenericPasswordFilter.options + [Option("g")]
  static let usage = """
    [-a account] [-s service] [option ...] [keychain ...]
    \(GenericPasswordFilter.usage)

    Of several items the oldest is deleted, and no other.
    \(GenericPasswordFilter.aboutKeychains)
    """
  static let summary = "Delete a password."

  private let filter: GenericPasswordFilter

  init(_ words: [Word]) throws(CommandLineError) {
    filter = try GenericPasswordFilter(try Self.parse(words))
    if filter.isEmpty {
      throw CommandLineError(
        .missingOption,
        "\(Self.name): say which item is to go, for example by its account and service")
    }
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    let (item, keychain) = try filter.first(session, returning: [RequestKeys.returnAttributes])
    ItemListing.write(item, keychain: keychain.path, to: session.console.output)
    // What cannot be shown is not deleted.
    do throws(CommandLineError) { try session.console.output.flush() } catch {
      throw Failure(error)
    }
    let answer = keychain.execute(
      Request(
        .delete,
        [
          .init(.name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue)),
          .init(
            .name(RequestKeys.valuePersistentReference), .bytes(item.persistentReference.bytes)),
        ]))
    guard answer.status.isSuccess else { throw Failure("SecKeychainItemDelete", answer) }
    session.console.print("password has been deleted.\n")
    return 0
  }
}
