// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
struct Options {
  enum Benchmark: String {
    case items, encrypted, realm, notifications
  }

  static let usage = """
    usage: strongroom-bench items [--sizes COUNT,…] [--quick] [--json]
           strongroom-bench encrypted [--peers FILE] [--quick] [--json]
           strongroom-bench realm [--quick] [--json]
           strongroom-bench notifications [--quick] [--json]

      items       a keychain through the API of apps
      encrypted   an encrypted database against the same in plain SQLite
      realm       an encrypted realm of 100,000 and of 1,000,000 objects
      notifications   how soon those who observe a realm are told of a commit
      --sizes     how many items the keychains have: 10,1000,10000,100000 unless said otherwise;
                  1000000 takes 2 GB of disk and some minutes
      --quick     little of everything: shows that it runs, the figures mean nothing
      --json      one JSON object instead of a table
      --peers     beside the encrypted database, what Scripts/peers --json wrote to FILE
    """

  let benchmark: Benchmark
  let isQuick: Bool
  let isJSON: Bool
  /// The file with the figures of the peers.
  let peers: String?
  /// How many items the keychains have; nil for the usual numbers.
  let sizes: [Int]?

  /// Nil when the arguments are not understood.
  init?(_ arguments: [String]) {
    guard let benchmark = arguments.first.flatMap(Benchmark.init(rawValue:)) else { return nil }
    var flags = Array(arguments.dropFirst())
    peers = Self.take("--peers", from: &flags)
    let list = Self.take("--sizes", from: &flags)
    sizes = list?.split(separator: ",").compactMap { Int($0) }.filter { $0 > 0 }
    guard peers == nil || benchmark == .encrypted, list == nil || benchmark == .items,
      sizes?.count == list?.split(separator: ",", omittingEmptySubsequences: false).count
    else { return nil }
    guard flags.allSatisfy({ $0 == "--quick" || $0 == "--json" }) else { return nil }
    self.benchmark = benchmark
    isQuick = flags.contains("--quick")
    isJSON = flags.contains("--json")
  }

  /// The word after `flag`, both taken away; nil where the flag is not, or is the last word.
  private static func take(_ flag: String, from flags: inout [String]) -> String? {
    guard let index = flags.firstIndex(of: flag), index + 1 < flags.count else { return nil }
    defer { flags.removeSubrange(index...index + 1) }
    return flags[index + 1]
  }
}
