// SPDX-License-Identifier: Apache-2.0

// A buffer that is not empty has a base address, so `!` cannot fail here.
// swift-format-ignore-file: NeverForceUnwrap

/// Memory for what goes to or comes from the disk, reused for every page: nothing is allocated
/// while pages move.
@safe
final class PageBuffer {
  let count: Int
  private let base: UnsafeMutableRawPointer

  init(count: Int) {
    self.count = count
    unsafe base = .allocate(byteCount: count, alignment: 16)
    unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: count)
  }

  /// The bytes, for reading.
  ///
  /// The span depends on the reference it came through: hold the buffer in a local first.
  var bytes: RawSpan {
    @_lifetime(borrow self) get {
      let span = unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(start: base, count: count))
      return unsafe _overrideLifetime(span, borrowing: self)
    }
  }

  /// Lends the bytes for writing.
  func withMutableBytes<R>(_ body: (inout MutableRawSpan) -> R) -> R {
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: base, count: count)
    var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
    return body(&span)
  }

  deinit { unsafe base.deallocate() }
}

extension MutableRawSpan {
  /// Copies all of `source` to `offset`.
  mutating func copy(_ source: RawSpan, to offset: Int = 0) {
    precondition(offset >= 0 && offset <= byteCount - source.byteCount)
    guard source.byteCount > 0 else { return }
    unsafe withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        unsafe (target.baseAddress! + offset).copyMemory(
          from: source.baseAddress!, byteCount: source.count)
      }
    }
  }

  /// Writes zeros to all of it.
  mutating func clear() {
    unsafe withUnsafeMutableBytes { bytes in
      if let base = bytes.baseAddress {
        unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count)
      }
    }
  }
}
