// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestFolders

/// What a writing thread of a worker has done so far, as its log says (see `BusyWriters`), and what
/// the keychain may hold because of it.
struct WriterLog {
  private struct Step {
    let name: String
    /// How often the text comes in the item's data; nil for a deletion.
    let count: Int?
    var microseconds: Int?
    var refusal: String?
  }

  private let path: String
  private var offset = 0
  private var steps: [Step] = []
  /// The steps of each name, by their place in `steps`: the number before.
  private var places: [String: [Int]] = [:]

  /// Reads what is there.
  init(_ path: String) {
    self.path = path
    read()
  }

  /// Reads on.
  mutating func read() {
    let file = unsafe open(path, O_RDONLY)
    precondition(file >= 0, "no log \(path): errno \(errno)")
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe pread(file, &chunk, chunk.count, offset + bytes.count), count > 0
    {
      bytes += chunk[..<count]
    }
    // A line that is being written has not been said.
    guard let end = bytes.lastIndex(of: 0x0A) else { return }
    offset += end + 1
    for line in bytes[..<end].split(separator: 0x0A) {
      take(String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 4))
    }
  }

  private mutating func take(_ words: [Substring]) {
    switch words[0] {
    case ">":
      let name = String(words[2])
      places[name, default: []].append(steps.count)
      steps.append(Step(name: name, count: words[3] == "delete" ? nil : Int(words[4])))
      precondition(steps.count == Int(words[1]), "a line of the log \(path) is missing")
    case "=": steps[steps.count - 1].microseconds = Int(words[2])
    default: steps[steps.count - 1].refusal = words.dropFirst(2).joined(separator: " ")
    }
  }

  var acknowledged: Int { steps.count { $0.microseconds != nil } }
  var refusals: [String] { steps.compactMap(\.refusal) }
  var microseconds: [Int] { steps.compactMap(\.microseconds) }
  var names: [String] { places.keys.sorted() }

  /// The number of the last step with `name` that was acknowledged; 0 for none.
  func lastAcknowledged(_ name: String) -> Int {
    1 + (places[name]?.last { steps[$0].microseconds != nil } ?? -1)
  }

  /// What the item called `name` holds after all that was acknowledged; nil when it is not there.
  func text(of name: String) -> String? { text(after: lastAcknowledged(name)) }

  private func text(after number: Int) -> String? {
    guard number > 0, let count = steps[number - 1].count else { return nil }
    return String(repeating: "\(steps[number - 1].name)/\(number).", count: count)
  }

  /// What somebody may find under `name` who looks after the step `number` was acknowledged as its
  /// last, and before the log was read: what it made, or any that was begun since.
  func possibleTexts(of name: String, since number: Int) -> [String?] {
    let later = (places[name] ?? []).filter { $0 >= number && steps[$0].refusal == nil }
    return [text(after: number)] + later.map { text(after: $0 + 1) }
  }
}
