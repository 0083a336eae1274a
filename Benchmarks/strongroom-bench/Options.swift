// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
struct Options {
  enum Benchmark: String {
    case items, encrypted, realm
  }

  static let usage = """
    usage: strongroom-bench items | encrypted | realm [--quick] [--json] [--peers FILE]

      items       look-ups and stores in keychains of 10, 1,000 and 100,000 items
      encrypted   an encrypted database against the same in plain SQLite
      realm       an encrypted realm of 100,000 and of 1,000,000 objects
      --quick     little of everything: shows that it runs, the figures mean nothing
      --json      one JSON object instead of a table
      --peers     beside the encrypted database, what Scripts/peers --json wrote to FILE
    """

  let benchmark: Benchmark
  let isQuick: Bool
  let isJSON: Bool
  /// The file with the figures of the peers.
  let peers: String?

  /// Nil when the arguments are not understood.
  init?(_ arguments: [String]) {
    guard let benchmark = arguments.first.flatMap(Benchmark.init(rawValue:)) else { return nil }
    var flags = Array(arguments.dropFirst())
    if let index = flags.firstIndex(of: "--peers"), benchmark == .encrypted {
      guard index + 1 < flags.count else { return nil }
      peers = flags[index + 1]
      flags.removeSubrange(index...index + 1)
    } else {
      peers = nil
    }
    guard flags.allSatisfy({ $0 == "--quick" || $0 == "--json" }) else { return nil }
    self.benchmark = benchmark
    isQuick = flags.contains("--quick")
    isJSON = flags.contains("--json")
  }
}
