// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface

/// A number of seconds on a command line.
enum TimeLimit {
  /// The number; nil when the option was not given.
  ///
  /// - Throws: ``CommandLineError`` with `invalidValue` for what is no number of seconds.
  static func read(_ arguments: Arguments, _ option: Option) throws(CommandLineError) -> UInt32? {
    guard let word = arguments.value(of: option) else { return nil }
    guard let seconds = word.text.flatMap({ UInt32($0) }), seconds > 0,
      seconds <= UInt32(Int32.max)
    else {
      throw CommandLineError(
        .invalidValue, "\(option.typed) takes a number of seconds, from 1 to \(Int32.max)")
    }
    return seconds
  }
}
