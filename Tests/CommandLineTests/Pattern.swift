// SPDX-License-Identifier: Apache-2.0

/// Lines that an answer must have, with places for what differs from run to run.
///
/// In a line: `{time}` a time as a listing shows it, `{iso}` one as JSON has it, `{hex}`
/// hexadecimal digits, `{any}` anything, `{folder}` the script's folder, and at its end `{open}`
/// that the line has no end. A line `{more}` stands for any number of lines.
struct Pattern {
  private let lines: [String]
  private let folder: String

  init(_ lines: [String], folder: String) {
    self.lines = lines
    self.folder = folder
  }

  /// Whether `text` has these lines and no others.
  func matches(_ text: String) -> Bool {
    if lines.isEmpty { return text.isEmpty }
    let isOpen = lines.last?.hasSuffix("{open}") == true
    guard text.hasSuffix("\n") != isOpen || lines.last == "{more}" else { return false }
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    return matches(lines[...], (text.hasSuffix("\n") ? found.dropLast() : found)[...])
  }

  private func matches(_ wanted: ArraySlice<String>, _ found: ArraySlice<Substring>) -> Bool {
    guard let first = wanted.first else { return found.isEmpty }
    if first == "{more}" {
      return (found.startIndex...found.endIndex).contains {
        matches(wanted.dropFirst(), found[$0...])
      }
    }
    guard let line = found.first else { return false }
    return matchesLine(first[...], line) && matches(wanted.dropFirst(), found.dropFirst())
  }

  private func matchesLine(_ wanted: Substring, _ found: Substring) -> Bool {
    guard let first = wanted.first else { return found.isEmpty }
    guard first == "{", let end = wanted.firstIndex(of: "}") else {
      return found.first == first && matchesLine(wanted.dropFirst(), found.dropFirst())
    }
    let rest = wanted[end...].dropFirst()
    switch wanted[..<end].dropFirst() {
    case "time":
      return matchesShape(
        #"0xhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh  "ddddddddddddddZ\000""#, rest, found)
    case "iso": return matchesShape("dddd-dd-ddTdd:dd:ddZ", rest, found)
    case "hex": return matchesLine(rest, found.drop { $0.isHexDigit })
    case "folder":
      return found.hasPrefix(folder) && matchesLine(rest, found.dropFirst(folder.count))
    case "open": return found.isEmpty
    case "any": return (0...found.count).contains { matchesLine(rest, found.dropFirst($0)) }
    default: return found.first == first && matchesLine(wanted.dropFirst(), found.dropFirst())
    }
  }

  /// `d` stands for a decimal, `h` for a hexadecimal digit.
  private func matchesShape(_ shape: String, _ rest: Substring, _ found: Substring) -> Bool {
    guard found.count >= shape.count else { return false }
    let fits = zip(shape, found).allSatisfy { shape, found in
      switch shape {
      case "d": ("0"..."9").contains(found)
      case "h": found.isHexDigit
      default: shape == found
      }
    }
    return fits && matchesLine(rest, found.dropFirst(shape.count))
  }
}
