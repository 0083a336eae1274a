// SPDX-License-Identifier: Apache-2.0

import Secrets
import Testing

@Suite("RawSpan+Bytes")
struct RawSpanBytesTests {
  @Test("bytes are found at their offset and come back as an array")
  func access() {
    let bytes: [UInt8] = [3, 1, 4, 1, 5]
    let last = bytes.rawBytes.byte(at: 4)
    let (copy, nothing) = (bytes.rawBytes.array, RawSpan().array)
    #expect(last == 5)
    #expect(copy == bytes)
    #expect(nothing == [])
  }

  @Test("reading before or behind the bytes stops the process", arguments: [-1, 5])
  func bounds(offset: Int) async {
    await #expect(processExitsWith: .failure) { [offset] in
      _ = [UInt8](repeating: 0, count: 5).rawBytes.byte(at: offset)
    }
  }
}
