// SPDX-License-Identifier: Apache-2.0

import Glibc
import KeychainEngine
import KeychainRequests
import Secrets

/// A process that uses the keychain in a folder, for tests that kill it or take something from it.
///
/// Usage: KeychainEngineWorker FOLDER. Says `ready` and its user, then answers each line of
/// standard input with one line, written when the answer is final: the status, and the data found
/// or the reason.
///
///     add NAME TEXT COUNT      a generic password; its data are TEXT, COUNT times
///     update NAME TEXT COUNT
///     find NAME
///     delete NAME
///     timed COMMAND …          one of these, with a line `begin TIME` before the call and the answer
///                              behind `end TIME`; all processes share the clock, in nanoseconds
///     together NAME COUNT …    adds several in one call; each has that many bytes
///     limit BYTES              no file may grow beyond this any more
///     fill PATH | remove PATH  takes all space of the disk, gives it back
///     rotate NEXT NOW | rotate-device NEXT NOW    replaces all keys; passphrases, - for none
///     abandon | unlock PASSPHRASE
///     die NUMBER               at that call, of those that change files from now on; 0 for never
///     fail NUMBER ERRNO        has it and all later ones fail; 0 0 for none
///     calls                    how many there were since
///     write PREFIX NAMES LOG   starts a thread that writes, see `BusyWriters`
///     read COUNT LOG           the same for one that finds `item0` to `item(COUNT - 1)`
///     stop                     ends all of these
@main
struct KeychainEngineWorker: Sendable {
  private let engine: KeychainEngine
  private let writers = BusyWriters()
  private let caller = Caller(
    userID: geteuid(), applicationIdentifier: "worker", accessGroups: .listed(["worker"]),
    evidence: .explicit)

  static func main() {
    let worker = KeychainEngineWorker(
      engine: KeychainEngine(location: .folder(CommandLine.arguments[1])))
    // A file that may not grow is an error to be told, not a reason to die.
    signal(SIGXFSZ, SIG_IGN)
    say("ready \(geteuid())")
    while let line = readLine() { say(worker.answer(line.split(separator: " ").map(String.init))) }
  }

  private func answer(_ words: [String]) -> String {
    switch (words.first, words.count) {
    case ("add", 4): execute(.add, words[1], data: words[2...])
    case ("update", 4): execute(.update, words[1], data: words[2...])
    case ("find", 2): execute(.copyMatching, words[1])
    case ("delete", 2): execute(.delete, words[1])
    case ("timed", 3...): timed(Array(words.dropFirst()))
    case ("together", 3...): addTogether(words.dropFirst())
    case ("limit", 2): Disk.limitFiles(to: UInt(words[1]) ?? 0)
    case ("fill", 2): Disk.fill(words[1])
    case ("remove", 2): "\(unsafe unlink(words[1]))"
    case ("rotate", 3), ("rotate-device", 3):
      Keys(engine: engine).rotate(
        to: words[1], from: words[2], newDevice: words[0] == "rotate-device")
    case ("abandon", 1): Keys(engine: engine).abandon()
    case ("unlock", 2): Keys(engine: engine).unlock(words[1])
    case ("die", 2): FileCalls.dieAt(Int(words[1]) ?? 0)
    case ("fail", 3): FileCalls.failFrom(Int(words[1]) ?? 0, error: Int(words[2]) ?? 0)
    case ("calls", 1): FileCalls.count
    case ("write", 4): startWriter(words)
    case ("read", 3): startReader(words)
    case ("stop", 1): stopWriters()
    default: "no such command: \(words.joined(separator: " "))"
    }
  }

  private func startWriter(_ words: [String]) -> String {
    let worker = self
    writers.start(prefix: words[1], names: Int(words[2]) ?? 1, log: words[3]) {
      worker.answer($0)
    }
    return "0"
  }

  private func startReader(_ words: [String]) -> String {
    let worker = self
    writers.startReader(names: Int(words[1]) ?? 1, log: words[2]) { worker.answer($0) }
    return "0"
  }

  private func stopWriters() -> String {
    writers.stop()
    return "0"
  }

  private func execute(
    _ operation: Request.Operation, _ name: String, data: ArraySlice<String> = []
  ) -> String {
    var query = entries(name)
    var changes: Request.Dictionary = []
    if let text = data.first, let count = data.last.flatMap({ Int($0) }) {
      changes = [Self.data(String(repeating: text, count: count))]
    }
    if operation == .add { (query, changes) = (query + changes, []) }
    if operation == .copyMatching {
      query.append(Request.Entry(.name(RequestKeys.returnData), .boolean(true)))
    }
    let response = engine.execute(Request(operation, query, changes: changes), for: caller)
    let found = response.items.first?.data.map {
      String(decoding: $0.bytes.withBytes { $0.array }, as: UTF8.self)
    }
    return "\(response.status.rawValue) \(response.reason ?? found ?? "")"
  }

  private func timed(_ words: [String]) -> String {
    Self.say("begin \(Self.nanoseconds())")
    let answer = answer(words)
    return "end \(Self.nanoseconds()) \(answer)"
  }

  private static func nanoseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func addTogether(_ words: ArraySlice<String>) -> String {
    let requests = stride(from: words.startIndex, to: words.endIndex - 1, by: 2).map { index in
      let text = String(repeating: "x", count: Int(words[index + 1]) ?? 0)
      return Request(.add, entries(words[index]) + [Self.data(text)])
    }
    let responses = engine.execute(requests, for: caller)
    return responses.map { "\($0.status.rawValue)" }.joined(separator: " ")
  }

  private func entries(_ name: String) -> Request.Dictionary {
    [
      Request.Entry(.name(RequestKeys.itemClass), .text(ItemClass.genericPassword.rawValue)),
      Request.Entry(.account, .text(name)),
    ]
  }

  private static func data(_ text: String) -> Request.Entry {
    let secret = SharedSecret(copying: Array(text.utf8).rawBytes)
    return Request.Entry(.name(RequestKeys.valueData), .secret(secret))
  }

  /// One system call a line: a line that was read was said in full.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard unsafe write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(1) }
  }
}
