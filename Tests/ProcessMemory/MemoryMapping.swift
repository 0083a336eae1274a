// SPDX-License-Identifier: Apache-2.0

/// One mapping of this process, as the kernel describes it.
package struct MemoryMapping {
  package let addresses: Range<UInt>
  /// Whether the process may read and write it.
  package let isWritable: Bool
  /// The kernel's two-letter flags (proc(5), `VmFlags`); empty when read without them.
  package private(set) var flags: Set<Substring> = []

  /// Whether the pages are locked into memory (`lo`).
  package var isLocked: Bool { flags.contains("lo") }
  /// Whether the pages are left out of core dumps (`dd`).
  package var isExcludedFromCoreDumps: Bool { flags.contains("dd") }

  /// All mappings, without flags.
  package static func all() -> [MemoryMapping] {
    ProcFile.lines("/proc/self/maps").compactMap(MemoryMapping.init(headline:))
  }

  /// The mapping that holds `address`, with its flags.
  package static func containing(_ address: UInt) -> MemoryMapping? {
    var found: MemoryMapping?
    for line in ProcFile.lines("/proc/self/smaps") {
      if let mapping = MemoryMapping(headline: line) {
        if found != nil { break }
        if mapping.addresses.contains(address) { found = mapping }
      } else if line.hasPrefix("VmFlags:") {
        found?.flags = Set(line.dropFirst("VmFlags:".count).split(separator: " "))
      }
    }
    return found
  }

  /// Parses a line such as `7f00a000-7f00b000 rw-p 00000000 00:00 0`.
  private init?(headline line: Substring) {
    let fields = line.split(separator: " ")
    guard let bounds = fields.first?.split(separator: "-"), bounds.count == 2, fields.count > 1,
      let start = UInt(bounds[0], radix: 16), let end = UInt(bounds[1], radix: 16), start < end
    else { return nil }
    addresses = start..<end
    isWritable = fields[1].hasPrefix("rw")
  }
}
