// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import KeychainClient
internal import KeychainEngine

/// Everything that `strongroom doctor` has to say.
struct DoctorReport {
  struct Problem {
    /// What it is about, a word for programs.
    let part: String
    /// What is wrong, and what to do.
    let reason: String
  }

  let selection: KeychainSelection
  let origin: KeychainSelection.Origin
  /// Nil for a keychain that is in no folder.
  let health: KeychainHealth?
  let protection: ProcessProtection
  private(set) var program: ProgramView?
  private(set) var problems: [Problem] = []

  /// Looks at the keychain that the environment chooses.
  ///
  /// - Parameters:
  ///   - environment: what chooses it.
  ///   - inherited: the limit on core files of programs that are started here; this one has set its
  ///     own to nothing.
  init(_ environment: Environment, _ inherited: CoreFileLimit) {
    protection = ProcessProtection(coreLimit: UInt64(inherited.byteCount))
    (selection, origin) = KeychainSelection.reading(environment)
    switch selection {
    case .embedded(.folder(let path)):
      let health = KeychainCheckup.examine(path)
      self.health = health
      problems = health.problems.map { Problem(part: $0.part.rawValue, reason: $0.reason) }
    case .embedded(.memory): health = nil
    case .unavailable(let reason):
      health = nil
      problems = [Problem(part: "keychain", reason: reason)]
    }
    if !protection.isMemoryLocked {
      let limit = protection.lockableByteCount.map { "\($0) bytes" } ?? "as much as there is"
      problems.append(
        Problem(
          part: "memory",
          reason:
            "secrets in memory can be written to swap, for the system locks none of it (the limit is \(limit)): allow 1 MB with ulimit -l 1024, or LimitMEMLOCK=1M in the unit of a service"
        ))
    }
  }

  mutating func add(_ program: ProgramView) {
    self.program = program
    if let reason = program.problem { problems.append(Problem(part: "program", reason: reason)) }
  }
}
