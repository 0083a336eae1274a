// SPDX-License-Identifier: Apache-2.0

internal import Glibc
package import Secrets
internal import Synchronization

/// Searches everything this process can write (heap, stacks, arenas) for a byte string, to show
/// what has been wiped.
package enum MemoryScan {
  private static let chunkSize = 1 << 20
  private static let pageSize = UInt(getpagesize())

  /// One scan at a time: the buffer of another would hold copies of what it has just read.
  private static let turn = Mutex(())

  /// How often the content of `needle` lies in memory, `needle` itself included.
  package static func occurrences(of needle: borrowing SecretBytes) -> Int {
    turn.withLock { _ in scan(for: needle) }
  }

  private static func scan(for needle: borrowing SecretBytes) -> Int {
    let memory = unsafe open("/proc/self/mem", O_RDONLY)
    precondition(memory >= 0, "cannot read the memory of this process")
    defer { close(memory) }
    guard
      let buffer = unsafe mmap(
        nil, chunkSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe buffer != MAP_FAILED
    else { fatalError("out of memory for a scan") }
    defer { unsafe munmap(buffer, chunkSize) }
    let ownAddresses = UInt(bitPattern: buffer)..<(UInt(bitPattern: buffer) + UInt(chunkSize))

    var count = 0
    for mapping in MemoryMapping.all() where mapping.isWritable {
      for piece in pieces(of: mapping.addresses, without: ownAddresses) {
        var address = piece.lowerBound
        while address < piece.upperBound {
          let wanted = min(chunkSize, Int(piece.upperBound - address))
          let got = unsafe pread(memory, buffer, wanted, off_t(address))
          if got >= needle.count {
            unsafe count += occurrences(
              of: needle, in: UnsafeRawBufferPointer(start: buffer, count: got))
          }
          if got == wanted {
            if address + UInt(got) == piece.upperBound { break }
            address += UInt(got - needle.count + 1)
          } else {
            // Another thread has unmapped what comes next; what lies behind it still counts.
            address = (address + UInt(max(0, got))) / pageSize * pageSize + pageSize
          }
        }
      }
    }
    return count
  }

  /// The kernel joins neighbouring mappings, so the scan's own buffer may lie inside a larger one.
  private static func pieces(of range: Range<UInt>, without hole: Range<UInt>) -> [Range<UInt>] {
    guard range.overlaps(hole) else { return [range] }
    return [
      range.lowerBound..<max(range.lowerBound, hole.lowerBound),
      min(range.upperBound, hole.upperBound)..<range.upperBound,
    ]
  }

  private static func occurrences(
    of needle: borrowing SecretBytes, in bytes: UnsafeRawBufferPointer
  ) -> Int {
    needle.withBytes { needle in
      unsafe needle.withUnsafeBytes { needle in
        var count = 0
        var offset = 0
        while offset + needle.count <= bytes.count {
          let rest = bytes.count - needle.count - offset + 1
          guard let hit = unsafe memchr(bytes.baseAddress! + offset, CInt(needle[0]), rest) else {
            break
          }
          if unsafe memcmp(hit, needle.baseAddress!, needle.count) == 0 { count += 1 }
          unsafe offset = UnsafeRawPointer(hit) - bytes.baseAddress! + 1
        }
        return count
      }
    }
  }
}
