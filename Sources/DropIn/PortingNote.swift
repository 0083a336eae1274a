// SPDX-License-Identifier: Apache-2.0

/// A place in somebody's sources that no module of ours can cure, and what to write there.
package struct PortingNote: Equatable, Sendable, CustomStringConvertible {
  package let path: String
  package let line: Int
  package let advice: String

  package var description: String { "\(path):\(line): note: \(advice)" }

  /// The notes on all sources of a package.
  package static func all(in package: String, offersLocalAuthentication: Bool) -> [PortingNote] {
    File.all(below: package).filter { $0.hasSuffix(".swift") && $0 != package + "/Package.swift" }
      .flatMap { path in
        notes(
          on: File.text(path) ?? "", path: String(path.dropFirst(package.count + 1)),
          offersLocalAuthentication: offersLocalAuthentication)
      }
  }

  /// The notes on one file.
  package static func notes(
    on text: String, path: String, offersLocalAuthentication: Bool = false
  ) -> [PortingNote] {
    var conditions: [String] = []
    var notes: [PortingNote] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let code = SourceLine(line)
      code.follow(&conditions)
      for advice in code.advice(within: conditions, offersLocalAuthentication) {
        notes.append(PortingNote(path: path, line: index + 1, advice: advice))
      }
    }
    return notes
  }
}
