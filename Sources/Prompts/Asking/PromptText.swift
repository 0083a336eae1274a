// SPDX-License-Identifier: Apache-2.0

/// The words of a question, fit for a terminal, a window and an argument.
///
/// A reason comes from a program that need not be trusted with the terminal: control characters,
/// and those that turn the direction of text around, are replaced, and what is long is cut.
struct PromptText {
  private static let longestField = 300

  let title: String
  let reason: String
  let complaint: String?
  let cancelTitle: String?
  /// `passphrase for …`, for the place where it is typed.
  let label: String
  /// The same for the second time.
  let labelAgain: String

  static let differ = "the two passphrases differ"

  init(_ question: PassphraseQuestion) {
    title = Self.clean(question.title)
    reason = Self.clean(question.reason)
    complaint = question.complaint.map(Self.clean)
    cancelTitle = question.cancelTitle.map(Self.clean)
    let subject = Self.clean(question.subject)
    let usual = question.isNew ? "new passphrase for \(subject)" : "passphrase for \(subject)"
    let label = question.label.map(Self.clean) ?? usual
    self.label = label
    labelAgain = question.labelAgain.map(Self.clean) ?? "\(label), again"
  }

  /// Everything at once, as a program takes it that has one field.
  func paragraph(_ label: String, complaint: String?) -> String {
    [complaint, reason.isEmpty ? nil : reason, label + ":"].compactMap { $0 }
      .joined(separator: "\n")
  }

  static func clean(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      guard count < longestField else {
        cleaned.append("…")
        break
      }
      cleaned.append(isHarmless(scalar) ? scalar : " ")
      count += 1
    }
    return String(cleaned)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    // Line and paragraph separators, embeddings, overrides and isolates.
    case 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
