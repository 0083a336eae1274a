// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import KeychainEngine
import KeychainRequests
import TestFolders
import Testing

@Suite("A rotation of all keys in a keychain that is never idle", .serialized)
struct BusyKeychainTests {
  private let folder = TemporaryFolder()

  private func start(
    _ keychain: RotatedKeychain, _ lines: [String]
  ) throws -> ChildProcess {
    let process = try keychain.startWorker()
    for line in lines { #expect(process.ask(line) == "0") }
    return process
  }

  private func stop(_ processes: [ChildProcess]) {
    for process in processes {
      #expect(process.ask("stop") == "0")
      process.wait()
    }
  }

  @Test(
    "takes over from 8 threads and two processes that write, and tells whoever waits too long")
  func writers() throws {
    let keychain = try RotatedKeychain(
      folder.file("keychain"), count: LongForm.count(short: 300, long: 20_000))
    let names = (0..<10).map { String(UnicodeScalar(UInt8(97 + $0))) }
    func line(_ name: String) -> String { "write \(name) 24 \(folder.file(name))" }
    let processes = [
      try start(keychain, names[..<8].map(line)), try start(keychain, [line(names[8])]),
      try start(keychain, [line(names[9])]),
    ]
    let harness = EngineHarness(.folder(keychain.path))
    let clock = ContinuousClock()
    var longest = Duration.zero
    for _ in 0..<3 {
      longest = max(
        longest, try clock.measure { try harness.engine.rotate(.open, authorizedBy: nil) })
    }
    stop(processes)
    var waits: [Int] = []
    for name in names {
      let log = WriterLog(folder.file(name))
      #expect(log.acknowledged > 0)
      // On a machine with other work, ten that write can keep each other waiting for as long as a
      // call does.
      #expect(log.refusals.allSatisfy { $0.contains("5 seconds") }, "\(log.refusals)")
      waits += log.microseconds
      let (items, failures) = Survivors(keychain.path).contents(log.names)
      #expect(failures.isEmpty)
      for name in log.names { #expect(items[name] == log.text(of: name), "\(name)") }
    }
    keychain.expectItems(keychain.names.prefix(300))
    try keychain.expectNoRemains()
    LongForm.report(
      "rotation, 10 writing",
      [
        "acknowledged": waits.count,
        "refused": names.reduce(0) { $0 + WriterLog(folder.file($1)).refusals.count },
        "longest rotation in ms": Int(longest / .milliseconds(1)),
        "longest wait of ten in ms": (waits.max() ?? 0) / 1000,
      ])
  }

  @Test("takes over from processes that read all the time")
  func readers() throws {
    let keychain = try RotatedKeychain(folder.file("keychain"), count: 300)
    let processes = try (0..<6).map { try start(keychain, ["read 300 \(folder.file("r\($0)"))"]) }
    let harness = EngineHarness(.folder(keychain.path))
    for _ in 0..<3 { try harness.engine.rotate(.open, authorizedBy: nil) }
    stop(processes)
    for number in 0..<6 {
      let log = WriterLog(folder.file("r\(number)"))
      #expect(log.acknowledged > 0)
      #expect(log.refusals.allSatisfy { $0.contains("5 seconds") }, "\(log.refusals)")
    }
    try keychain.expectNoRemains()
  }
}
