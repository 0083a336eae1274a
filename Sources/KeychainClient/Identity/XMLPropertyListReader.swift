// SPDX-License-Identifier: Apache-2.0

/// Reads the elements of a property list one after the other: the part of XML that they use.
struct XMLPropertyListReader {
  struct Mistake: Error {}

  private var rest: Substring.UTF8View
  private static let deepest = 64

  init(_ text: String) { rest = text[...].utf8 }

  /// The one value in `<plist>`, with nothing behind it.
  mutating func list() throws(Mistake) -> XMLPropertyList {
    skip("\u{FEFF}")
    let plist = try tag()
    guard plist.name == "plist", !plist.isEmpty else { throw Mistake() }
    let value = try value(try tag(), depth: 0)
    try end("plist")
    try skipMarkup()
    guard rest.isEmpty else { throw Mistake() }
    return value
  }

  private mutating func value(
    _ tag: (name: String, isEmpty: Bool), depth: Int
  ) throws(Mistake) -> XMLPropertyList {
    guard depth < Self.deepest else { throw Mistake() }
    switch tag.name {
    case "dict":
      var entries: [String: XMLPropertyList] = [:]
      while try !isAtEnd(of: tag) {
        let key = try self.tag()
        guard key.name == "key" else { throw Mistake() }
        let name = try text(of: key)
        entries[name] = try value(try self.tag(), depth: depth + 1)
      }
      return .dictionary(entries)
    case "array":
      var values: [XMLPropertyList] = []
      while try !isAtEnd(of: tag) { values.append(try value(try self.tag(), depth: depth + 1)) }
      return .array(values)
    case "string": return .text(try text(of: tag))
    case "integer", "real", "date", "data", "true", "false":
      _ = try text(of: tag)
      return .other
    default: throw Mistake()
    }
  }

  // MARK: Tags

  /// Whether there is no more element in the one that `tag` began; its end has been read then.
  private mutating func isAtEnd(of tag: (name: String, isEmpty: Bool)) throws(Mistake) -> Bool {
    if tag.isEmpty { return true }
    try skipMarkup()
    guard rest.starts(with: "</".utf8) else { return false }
    try end(tag.name)
    return true
  }

  /// The next beginning of an element; `isEmpty` when it is its end, too.
  private mutating func tag() throws(Mistake) -> (name: String, isEmpty: Bool) {
    try skipMarkup()
    guard skip("<"), rest.first != UInt8(ascii: "/") else { throw Mistake() }
    var inside = Substring(try take(upTo: ">"))
    let isEmpty = inside.last == "/"
    if isEmpty { inside.removeLast() }
    return (String(inside.prefix { !$0.isWhitespace }), isEmpty)
  }

  private mutating func end(_ name: String) throws(Mistake) {
    try skipMarkup()
    guard skip("</" + name) else { throw Mistake() }
    skipSpace()
    guard skip(">") else { throw Mistake() }
  }

  /// Skips spaces, comments, instructions, and the declaration of the type.
  private mutating func skipMarkup() throws(Mistake) {
    while true {
      skipSpace()
      if skip("<!--") {
        _ = try take(upTo: "-->")
      } else if skip("<?") {
        _ = try take(upTo: "?>")
      } else if skip("<!DOCTYPE") {
        _ = try take(upTo: ">")
      } else {
        return
      }
    }
  }

  // MARK: Text

  /// Everything up to the end of the element that `tag` began.
  private mutating func text(of tag: (name: String, isEmpty: Bool)) throws(Mistake) -> String {
    var text = ""
    while !tag.isEmpty {
      if skip("<![CDATA[") {
        text += try take(upTo: "]]>")
      } else if skip("<!--") {
        _ = try take(upTo: "-->")
      } else if rest.starts(with: "<".utf8) {
        try end(tag.name)
        break
      } else if skip("&") {
        text.unicodeScalars.append(try Self.character(try take(upTo: ";")))
      } else {
        let part = rest.prefix { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
        guard !part.isEmpty else { throw Mistake() }
        text += String(Substring(part))
        rest = rest[part.endIndex...]
      }
    }
    return text
  }

  private static func character(_ name: String) throws(Mistake) -> Unicode.Scalar {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
      guard name.hasPrefix("#"), digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
        let number = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      else { throw Mistake() }
      return scalar
    }
  }

  // MARK: Bytes

  private mutating func skipSpace() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  @discardableResult
  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// What stands before `end`, which is skipped.
  private mutating func take(upTo end: String) throws(Mistake) -> String {
    var index = rest.startIndex
    while index < rest.endIndex {
      if rest[index...].starts(with: end.utf8) {
        let taken = String(Substring(rest[..<index]))
        rest = rest[index...].dropFirst(end.utf8.count)
        return taken
      }
      index = rest.index(after: index)
    }
    throw Mistake()
  }
}
