// SPDX-License-Identifier: Apache-2.0

/// What a writing process is told to do, and what the keychain must hold when it has done a part of
/// it.
struct WriterScript {
  typealias Contents = [String: String]

  private enum Step {
    case put(verb: String, name: String, text: String, count: Int)
    case delete(name: String)
  }

  private let before: Contents
  private var steps: [Step] = []

  /// Makes up `count` steps for names that start with `prefix`, in a keychain that holds `before`.
  init(prefix: String, count: Int, before: Contents) {
    self.before = before
    var names = Set(before.keys)
    for number in 0..<count {
      let name = "\(prefix)\(Int.random(in: 0..<24))"
      // From some bytes to several pages.
      let size = Int.random(in: 1...9) * [1, 20, 300].randomElement()!
      switch (names.contains(name), Int.random(in: 0..<3)) {
      case (true, 0):
        steps.append(.delete(name: name))
        names.remove(name)
      case (let isThere, _):
        let verb = isThere ? "update" : "add"
        steps.append(.put(verb: verb, name: name, text: "\(name)/\(number).", count: size))
        names.insert(name)
      }
    }
  }

  /// The lines for the worker.
  var lines: [String] {
    steps.map { step in
      switch step {
      case .put(let verb, let name, let text, let count): "\(verb) \(name) \(text) \(count)"
      case .delete(let name): "delete \(name)"
      }
    }
  }

  /// What the keychain holds after the first `count` steps.
  func contents(after count: Int) -> Contents {
    var contents = before
    for step in steps.prefix(count) {
      switch step {
      case .put(_, let name, let text, let count):
        contents[name] = String(repeating: text, count: count)
      case .delete(let name): contents[name] = nil
      }
    }
    return contents
  }

  /// The names that the script is about.
  static func names(prefix: String) -> [String] { (0..<24).map { "\(prefix)\($0)" } }
}
