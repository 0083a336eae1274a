// SPDX-License-Identifier: Apache-2.0

/// Lines of Assuan, the protocol that a pinentry speaks.
package enum AssuanCoding {
  /// The most bytes of a line, without its end.
  package static let longestLine = 1000

  /// One line with its end: `command` and its argument, in which what would end the line, or begin
  /// an escape, is escaped.
  ///
  /// An argument that is too long for a line is cut, between two characters.
  package static func line(_ command: String, _ argument: String? = nil) -> String {
    var line = command
    if let argument {
      line += " "
      var count = line.utf8.count
      for character in argument {
        let escaped = escape(character)
        count += escaped.utf8.count
        if count > longestLine { break }
        line += escaped
      }
    }
    return line + "\n"
  }

  private static func escape(_ character: Character) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in character.unicodeScalars {
      switch scalar {
      case "%": escaped.append(contentsOf: "%25".unicodeScalars)
      case "\r": escaped.append(contentsOf: "%0D".unicodeScalars)
      case "\n": escaped.append(contentsOf: "%0A".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The value of a hexadecimal digit; nil for another byte.
  static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
