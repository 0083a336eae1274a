// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A bar that moves at a terminal while something takes long, and is gone when it is done.
///
/// In a pipe or a file there is none.
package final class ProgressBar {
  /// What is counted.
  package enum Unit: Sendable {
    case bytes
    case items
  }

  private let label: String
  private let unit: Unit
  private let descriptor: CInt
  private let isTerminal: Bool
  private let start = ProgressBar.now()
  private var lastShown = 0.0
  private var isShown = false

  /// How often it moves at most, in seconds.
  private static let interval = 0.1

  package init(_ label: String, unit: Unit = .bytes, descriptor: CInt = STDERR_FILENO) {
    self.label = label
    self.unit = unit
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// Seconds since it was made.
  package var elapsed: Double { Self.now() - start }

  /// Moves it, unless it has just moved.
  package func show(_ completed: Int64, of total: Int64) {
    guard isTerminal else { return }
    let now = Self.now()
    guard now - lastShown >= Self.interval || !isShown || completed >= total else { return }
    lastShown = now
    isShown = true
    write("\r\u{1B}[K" + Self.line(label, completed, of: total, unit, width: width))
  }

  /// Takes it away.
  package func end() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }

  /// `verify [######      ] 50 % of 1024 MiB`, at most `width` columns.
  package static func line(
    _ label: String, _ completed: Int64, of total: Int64, _ unit: Unit = .bytes, width: Int
  ) -> String {
    let fraction = total > 0 ? min(1, max(0, Double(completed) / Double(total))) : 1
    let percent = String(Int(fraction * 100))
    let size =
      switch unit {
      case .bytes: total >= 10 << 20 ? "\(total >> 20) MiB" : "\((total + 1023) >> 10) KiB"
      case .items: "\(total) items"
      }
    let padding = String(repeating: " ", count: 3 - percent.utf8.count)
    let right = " \(padding)\(percent) % of \(size)"
    let room = min(40, width - label.utf8.count - right.utf8.count - 4)
    guard room >= 4 else { return "\(percent) %" }
    let filled = Int(fraction * Double(room))
    return "\(label) [" + String(repeating: "#", count: filled)
      + String(repeating: " ", count: room - filled) + "]" + right
  }

  private var width: Int {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private func write(_ text: String) {
    let output = Output(descriptor: descriptor)
    output.write(text)
    try? output.flush()
  }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  deinit { end() }
}
