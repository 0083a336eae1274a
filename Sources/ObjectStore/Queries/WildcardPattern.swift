// SPDX-License-Identifier: Apache-2.0

/// A pattern in which `?` is any one character and `*` any number of them.
///
/// A backslash takes the meaning from what follows.
struct WildcardPattern {
  private enum Element: Equatable {
    case character(Unicode.Scalar)
    case anyCharacter
    case anything
  }

  private let elements: [Element]

  init(_ pattern: String) {
    var elements: [Element] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        elements.append(.character(scalar))
        isEscaped = false
        continue
      }
      switch scalar {
      case "\\": isEscaped = true
      case "?": elements.append(.anyCharacter)
      case "*": if elements.last != .anything { elements.append(.anything) }
      default: elements.append(.character(scalar))
      }
    }
    if isEscaped { elements.append(.character("\\")) }
    self.elements = elements
  }

  /// Whether the whole of `text` fits.
  ///
  /// Goes back to the last `*` only, so that the time is at most the product of both lengths.
  func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var place = 0
    var element = 0
    var retry: (place: Int, element: Int)?
    while place < text.count {
      if element < elements.count, elements[element] == .anything {
        element += 1
        retry = (place, element)
      } else if element < elements.count, fits(text[place], elements[element]) {
        place += 1
        element += 1
      } else if let last = retry {
        place = last.place + 1
        element = last.element
        retry = (place, element)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anything }
  }

  private func fits(_ scalar: Unicode.Scalar, _ element: Element) -> Bool {
    element == .anyCharacter || element == .character(scalar)
  }
}
