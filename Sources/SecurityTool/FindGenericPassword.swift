// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainRequests
internal import Secrets

/// `find-generic-password`: the first item that fits, and its password if asked for.
struct FindGenericPassword: Command {
  private static let showPassword = Option("g")
  private static let onlyPassword = Option("w")
  private static let json = Option("json")

  static let name = "find-generic-password"
  static let options = GenericPasswordFilter.options + [showPassword, onlyPassword, json]
  static let usage = """
    [-a account] [-s service] [option ...] [keychain ...]
    \(GenericPasswordFilter.usage)
        -g      Show the password too, on standard error
        -w      Show the password only, on standard output
        --json  On Linux: print one line of JSON, with the password if -g or -w is given

    Of several items the oldest is shown. A password that is not printable ASCII is shown in
    hexadecimal digits.
    \(GenericPasswordFilter.aboutKeychains)
    """
  static let summary = "Look for a password."

  private let filter: GenericPasswordFilter
  private let showsPassword: Bool
  private let showsOnlyPassword: Bool
  private let printsJSON: Bool

  init(_ words: [Word]) throws(CommandLineError) {
    let arguments = try Self.parse(words)
    filter = try GenericPasswordFilter(arguments)
    showsOnlyPassword = arguments.has(Self.onlyPassword)
    showsPassword = showsOnlyPassword || arguments.has(Self.showPassword)
    printsJSON = arguments.has(Self.json)
  }

  func run(_ session: Session) throws(Failure) -> Int32 {
    var returns: [String] = []
    if showsPassword { returns.append(RequestKeys.returnData) }
    if printsJSON || !showsOnlyPassword { returns.append(RequestKeys.returnAttributes) }
    let (item, keychain) = try filter.first(session, returning: returns)
    let output = session.console.output
    if printsJSON {
      ItemJSON.write(item, keychain: keychain.path, to: output)
    } else if showsOnlyPassword {
      item.data?.bytes.withBytes { PasswordText.write($0, to: output) }
      output.write("\n")
    } else {
      ItemListing.write(item, keychain: keychain.path, to: output)
      if showsPassword { try showPassword(item, session.console) }
    }
    return 0
  }

  private func showPassword(_ item: Response.Item, _ console: Console) throws(Failure) {
    do throws(CommandLineError) { try console.output.flush() } catch { throw Failure(error) }
    console.errors.write("password: ")
    item.data?.bytes.withBytes { ByteDump.write($0, to: console.errors) }
    console.print("\n")
  }
}
