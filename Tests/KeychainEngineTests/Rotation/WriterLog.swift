// SPDX-License-Identifier: Apache-2.0

import TestFolders

/// What a writing thread of a worker has done so far, as its log says (see `BusyWriters`), and what
/// the keychain may hold because of it.
struct WriterLog {
  private struct Step {
    let number: Int
    let name: String
    /// The item's data; nil for a deletion.
    let text: String?
    var microseconds: Int?
    var refusal: String?
  }

  private var steps: [Step] = []

  init(_ path: String) {
    let text = String(decoding: FileBytes.read(path) ?? [], as: UTF8.self)
    // A line that is being written has not been said.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 4).map(String.init)
      guard words.count > 2 else { continue }
      switch words[0] {
      case ">":
        let text = "\(words[2])/\(words[1])."
        steps.append(
          Step(
            number: Int(words[1])!, name: words[2],
            text: words[3] == "delete" ? nil : String(repeating: text, count: Int(words[4])!)))
      case "=": steps[steps.count - 1].microseconds = Int(words[2])
      default: steps[steps.count - 1].refusal = words.dropFirst(2).joined(separator: " ")
      }
    }
  }

  var acknowledged: Int { steps.count { $0.microseconds != nil } }
  var refusals: [String] { steps.compactMap(\.refusal) }
  var microseconds: [Int] { steps.compactMap(\.microseconds) }
  var names: Set<String> { Set(steps.map(\.name)) }

  /// What the item called `name` holds after all that was acknowledged; nil when it is not there.
  func text(of name: String) -> String? {
    steps.last { $0.name == name && $0.microseconds != nil }?.text
  }

  /// What somebody may find under `name` who looks between the time of `earlier` and of this log:
  /// what was last acknowledged before, and what was begun since.
  func possibleTexts(of name: String, since earlier: WriterLog) -> [String?] {
    let last = earlier.steps.last { $0.name == name && $0.microseconds != nil }
    let later = steps.filter {
      $0.name == name && $0.number > last?.number ?? 0 && $0.refusal == nil
    }
    return [last?.text] + later.map(\.text)
  }
}
