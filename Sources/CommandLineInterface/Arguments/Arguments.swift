// SPDX-License-Identifier: Apache-2.0

/// The options and operands of a command line, told apart as getopt(3) does it on BSD systems.
///
/// Letters can be clustered (`-gw`), a value can be attached (`-aalice`) or be the next word, which
/// is then taken as it is, even if it looks like an option. Options end at `--` and at the first
/// word that is none. Long options take their value after `=` or from the next word.
package struct Arguments: Sendable {
  private var given: [(option: Option, value: Word?)] = []
  package private(set) var operands: [Word] = []

  /// Reads `words` by the declarations in `options`.
  ///
  /// - Parameter isMixed: whether options may also stand behind operands, up to `--`.
  /// - Throws: ``CommandLineError`` with `illegalOption` or `missingValue`; the message never holds
  ///   a value.
  package init(
    _ words: [Word], options: [Option], isMixed: Bool = false
  ) throws(CommandLineError) {
    var rest = words[...]
    while let word = rest.first {
      guard word.count > 1, word.byte(at: 0) == UInt8(ascii: "-") else {
        guard isMixed else { break }
        operands.append(word)
        rest.removeFirst()
        continue
      }
      rest.removeFirst()
      if word.byte(at: 1) != UInt8(ascii: "-") {
        try takeCluster(word, &rest, options)
      } else if word.count > 2 {
        try takeLong(word, &rest, options)
      } else {
        break
      }
    }
    operands += Array(rest)
  }

  private mutating func takeCluster(
    _ word: Word, _ rest: inout ArraySlice<Word>, _ options: [Option]
  ) throws(CommandLineError) {
    for index in 1..<word.count {
      let letter = word.byte(at: index)
      guard let option = options.first(where: { $0.name.utf8.elementsEqual([letter]) }) else {
        let shown = letter < 0x80 ? String(UnicodeScalar(letter)) : "?"
        throw CommandLineError(.illegalOption, "illegal option -- \(shown)")
      }
      if option.value == .none {
        given.append((option, nil))
      } else {
        let attached = index + 1 < word.count ? word[index + 1..<word.count] : nil
        return try take(option, attached, &rest)
      }
    }
  }

  private mutating func takeLong(
    _ word: Word, _ rest: inout ArraySlice<Word>, _ options: [Option]
  ) throws(CommandLineError) {
    let end = word.firstIndex(of: UInt8(ascii: "=")) ?? word.count
    let name = word[2..<end].shown
    guard let option = options.first(where: { $0.name == name && name.utf8.count > 1 }) else {
      let near = Suggestion.nearest(
        to: name, among: options.map(\.name).filter { $0.utf8.count > 1 })
      throw CommandLineError(
        .illegalOption,
        "illegal option -- \(name)" + (near.map { "; did you mean --\($0)?" } ?? ""))
    }
    let attached = end < word.count ? word[end + 1..<word.count] : nil
    if option.value != .none {
      try take(option, attached, &rest)
    } else if attached == nil {
      given.append((option, nil))
    } else {
      throw CommandLineError(.illegalOption, "option takes no value -- \(name)")
    }
  }

  private mutating func take(
    _ option: Option, _ attached: Word?, _ rest: inout ArraySlice<Word>
  ) throws(CommandLineError) {
    let value = attached ?? rest.popFirst()
    if value == nil, option.value == .required {
      throw CommandLineError(.missingValue, "option requires an argument -- \(option.name)")
    }
    given.append((option, value))
  }

  /// Whether the option was given.
  package func has(_ option: Option) -> Bool { given.contains { $0.option == option } }

  /// The value of the option; of several, the last one counts.
  ///
  /// Nil when it was not given, or stands at the end without a value.
  package func value(of option: Option) -> Word? {
    given.last { $0.option == option }.flatMap(\.value)
  }

  /// The last of these options that was given, and its value.
  package func last(of options: [Option]) -> (option: Option, value: Word?)? {
    given.last { options.contains($0.option) }
  }

  /// The options and operands as typed, with dots in the place of secrets.
  package var shown: [String] {
    given.flatMap { given in
      [given.option.typed] + (given.value.map { [given.option.isSecret ? "…" : $0.shown] } ?? [])
    } + operands.map(\.shown)
  }

  /// Options whose value looks like an option, as happens when a value was left out.
  package var suspicious: [Option] {
    given.filter {
      guard !$0.option.isSecret, let value = $0.value else { return false }
      return value.count == 2 && value.byte(at: 0) == UInt8(ascii: "-")
    }.map(\.option)
  }
}
