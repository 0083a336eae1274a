// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import Synchronization

/// For tests: whether the logs are looked at.
package enum LogWatching {
  /// Leaves it to the kernel alone to tell of commits, for what is observed from now on.
  package static func stop() { CommitWatch.interval.store(1_000_000_000, ordering: .relaxed) }
}

/// Notices what other processes commit to files that are observed here.
///
/// The kernel tells of writes to the file of ``CommitSignal``. A slow look at the log of each file
/// stands behind that, for a process that cannot write there, or where the kernel has no more
/// watches to give.
final class CommitWatch: @unchecked Sendable {
  static let shared = CommitWatch()

  /// How many milliseconds pass between two looks at the logs.
  static let interval = Atomic<Int>(1000)

  // Everything below is used on this queue.
  private let queue = DispatchQueue(label: "commits of other processes")
  private var descriptor: Int32 = -1
  private var source: (any DispatchSourceRead)?
  private var timer: (any DispatchSourceTimer)?
  private var files: [String: WatchedFile] = [:]

  private struct WatchedFile {
    var observers = 0
    /// What the kernel calls it; negative for none.
    var watch: Int32 = -1
    var log = LogState()
    var hadChanged = false
    /// How many commits were known of at the last look, and whether there were new ones.
    var news = 0
    var wasToldOf = false
  }

  /// What a log looks like from outside.
  private struct LogState: Equatable {
    var size: Int64 = 0
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
  }

  /// Watches a file from now on: what is committed after the call is noticed.
  func begin(_ path: String) {
    queue.sync {
      var file = files[path] ?? WatchedFile()
      file.observers += 1
      if file.observers == 1 {
        if files.isEmpty { start() }
        file.watch = watch(path)
        file.log = Self.log(of: path)
        file.news = OpenRealms.versions(of: path).news
      }
      files[path] = file
    }
  }

  /// Has the kernel tell of writes to the file that processes tell each other by, made where it is
  /// missing; what it watches already it goes on to watch.
  private func watch(_ path: String) -> Int32 {
    CommitSignal.make(path)
    guard descriptor >= 0 else { return -1 }
    return unsafe inotify_add_watch(descriptor, path + CommitSignal.suffix, UInt32(IN_MODIFY))
  }

  /// Ends what ``begin(_:)`` began.
  func end(_ path: String) {
    // Not waited for: it may be called in the midst of anything.
    queue.async { [self] in
      guard var file = files[path] else { return }
      file.observers -= 1
      files[path] = file.observers > 0 ? file : nil
      guard file.observers == 0 else { return }
      if file.watch >= 0 { inotify_rm_watch(descriptor, file.watch) }
      if files.isEmpty { stop() }
    }
  }

  private func start() {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    let interval = DispatchTimeInterval.milliseconds(Self.interval.load(ordering: .relaxed))
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [unowned self] in lookAtLogs() }
    timer.resume()
    self.timer = timer
    descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [unowned self] in readEvents() }
    source.setCancelHandler { [descriptor = descriptor] in close(descriptor) }
    source.resume()
    self.source = source
  }

  private func stop() {
    timer?.cancel()
    timer = nil
    source?.cancel()
    source = nil
    descriptor = -1
  }

  private func readEvents() {
    // Each event says which file it is of; which are at all is enough.
    var watches: Set<Int32> = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      var place = 0
      while place + MemoryLayout<EventHead>.size <= count {
        let event = unsafe buffer.withUnsafeBytes {
          unsafe $0.loadUnaligned(fromByteOffset: place, as: EventHead.self)
        }
        watches.insert(event.watch)
        place += MemoryLayout<EventHead>.size + Int(event.nameLength)
      }
    }
    for (path, file) in files where watches.contains(file.watch) || watches.contains(-1) {
      if !CommitSignal.isOwn(path) { OpenRealms.noteForeignCommit(to: path) }
    }
  }

  /// The kernel's `struct inotify_event`, without the name that follows.
  private struct EventHead: BitwiseCopyable {
    var watch: Int32
    var mask: UInt32
    var cookie: UInt32
    var nameLength: UInt32
  }

  private func lookAtLogs() {
    for path in files.keys {
      // Somebody may have put another file in its place.
      files[path]?.watch = watch(path)
      let log = Self.log(of: path)
      let hasChanged = files[path]?.log != log
      // A log is written before the commit can be seen: look once more.
      let isToldOf = OpenRealms.versions(of: path).news != files[path]?.news
      let hadChanged = files[path]?.hadChanged == true
      // It may be a commit that is told of: this process's own is only after it is in the log.
      if hadChanged, !isToldOf, files[path]?.wasToldOf != true {
        OpenRealms.noteForeignCommit(to: path)
      } else if hasChanged || hadChanged {
        OpenRealms.wake(path)
      }
      files[path]?.news = OpenRealms.versions(of: path).news
      files[path]?.log = log
      files[path]?.hadChanged = hasChanged
      files[path]?.wasToldOf = isToldOf
    }
  }

  private static func log(of path: String) -> LogState {
    var information = stat()
    guard unsafe stat(path + "-wal", &information) == 0 else { return LogState() }
    return LogState(
      size: Int64(information.st_size), seconds: Int64(information.st_mtim.tv_sec),
      nanoseconds: Int64(information.st_mtim.tv_nsec))
  }
}
