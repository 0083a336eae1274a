// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// The option that says how large the pages of a new database are.
enum PageSizeOption {
  static let option = Option("page-size", .required)
  static let possible = (10...16).map { 1 << $0 }

  /// The size that was asked for, nil when none was.
  ///
  /// Checked before a key is made for a database that cannot be.
  ///
  /// - Throws: ``CommandLineError`` with `illegalOption` for a size that is not possible.
  static func value(_ arguments: Arguments) throws(CommandLineError) -> Int? {
    guard let word = arguments.value(of: option) else { return nil }
    guard let size = word.text.flatMap({ Int($0) }), possible.contains(size) else {
      let sizes = possible.map(String.init).joined(separator: ", ")
      throw CommandLineError(.illegalOption, "\(option.typed) takes one of \(sizes)")
    }
    return size
  }
}
