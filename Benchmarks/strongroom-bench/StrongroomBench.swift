// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Measures how fast the keychain and the encrypted database are on this machine, each beside
/// something that needs no belief: an fdatasync, plain SQLite.
@main
enum StrongroomBench {
  static func main() throws {
    if CommandLine.arguments.dropFirst().first == ForeignWriter.command {
      return try ForeignWriter.run(Array(CommandLine.arguments.dropFirst(2)))
    }
    if CommandLine.arguments.dropFirst().first == RealmWriter.command {
      return try RealmWriter.run(Array(CommandLine.arguments.dropFirst(2)))
    }
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(EX_USAGE)
    }
    #if DEBUG
      progress("built without optimisation: build with -c release for figures that mean something")
    #endif
    let rows: [Row] =
      switch options.benchmark {
      case .items: try ItemsBenchmark(sizes: options.sizes, isQuick: options.isQuick).run()
      case .encrypted:
        try EncryptedBenchmark(
          isQuick: options.isQuick, peers: options.peers.map { try PeerFigures(path: $0) }
        ).run()
      case .realm: try RealmBenchmark(isQuick: options.isQuick).run()
      case .notifications: try NotificationBenchmark(isQuick: options.isQuick).rows()
      }
    let report = Report(benchmark: options.benchmark.rawValue, rows: rows)
    print(options.isJSON ? report.json : report.table)
  }

  /// Tells a person who waits what is going on, apart from the result.
  static func progress(_ text: String) {
    let bytes = Array("strongroom-bench: \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, bytes, bytes.count)
  }
}
