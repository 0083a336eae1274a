// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainEngine

/// A slot as a person names it: by the first digits of its id, or by its kind where there is one of
/// that kind only.
struct SlotChoice {
  private static let fewestDigits = 4
  private let word: Word

  init(_ word: Word) { self.word = word }

  /// The slot among `slots`.
  ///
  /// - Throws: ``Failure`` when there is none, or when it could be several.
  func find(in slots: [SlotDescription]) throws(Failure) -> SlotDescription {
    let typed = word.shown.lowercased()
    let fitting = slots.filter { slot in
      guard let kind = WayInKind(slot.kind) else { return false }
      return kind.rawValue == typed
        || (typed.utf8.count >= Self.fewestDigits && slot.name.hasPrefix(typed))
    }
    guard fitting.count <= 1 else {
      throw Failure(
        ExitCode.usage,
        "there are \(fitting.count) slots \"\(word.shown)\": \(fitting.map(\.shortName).joined(separator: ", "))",
        hint: "name one by the first digits of its id", name: "noSuchSlot")
    }
    guard let slot = fitting.first else {
      throw Failure(
        ExitCode.noInput, "the keychain has no slot \"\(word.shown)\"",
        hint: "strongroom slots list shows them", name: "noSuchSlot")
    }
    return slot
  }
}
