// SPDX-License-Identifier: Apache-2.0

import ProcessMemory
import Testing

@testable import Cryptography
@testable import Secrets

@Suite("HMAC-SHA-256")
struct HMACSHA256Tests {
  @Test("RFC 4231's tags are right", arguments: HMACVector.all)
  func published(vector: HMACVector) {
    let mac = HMACSHA256(key: vector.key.rawBytes)
    let expected = [UInt8](hex: vector.tag)
    let tag = mac.tag(of: vector.message.rawBytes)
    #expect(Array(tag.prefix(expected.count)) == expected)
    let again = mac.tag(of: vector.message.rawBytes)
    #expect(again == tag, "a message changed the key")
  }

  @Test(
    "tags made in sequence are the same, wherever the message is cut", arguments: HMACVector.all)
  func sequential(vector: HMACVector) {
    var mac = SequentialHMACSHA256(key: vector.key.rawBytes)
    let expected = [UInt8](hex: vector.tag)
    for cut in [0, vector.message.count / 2, vector.message.count] {
      var tag = [UInt8](repeating: 0, count: 32)
      do {
        var span = tag.mutableSpan
        var bytes = unsafe span.mutableBytes
        mac.authenticate(
          Array(vector.message[..<cut]).rawBytes, Array(vector.message[cut...]).rawBytes,
          into: &bytes)
      }
      #expect(Array(tag.prefix(expected.count)) == expected)
    }
  }

  @Test("a shorter tag is the start of the whole", arguments: 0...32)
  func truncated(count: Int) {
    let vector = HMACVector.all[1]
    let mac = HMACSHA256(key: vector.key.rawBytes)
    let short = SecretBytes(count: count) { (tag: inout MutableRawSpan) in
      mac.authenticate(vector.message.rawBytes, into: &tag)
    }
    let bytes = short.withBytes { $0.array }
    #expect(bytes == Array([UInt8](hex: vector.tag).prefix(count)))
  }

  @Test("a message in two pieces has the tag of the whole", arguments: [0, 1, 63, 64, 65, 152])
  func pieces(cut: Int) {
    let vector = HMACVector.all[6]
    let mac = HMACSHA256(key: vector.key.rawBytes)
    var message = mac.message()
    message.update(Array(vector.message[..<cut]).rawBytes)
    message.update(Array(vector.message[cut...]).rawBytes)
    let tag = finish(message)
    #expect(tag == [UInt8](hex: vector.tag))
  }

  @Test("an empty key and an empty message have a tag")
  func empty() {
    // From Python's hmac module.
    let mac = HMACSHA256(key: RawSpan())
    let (whole, pieceless) = (mac.tag(of: RawSpan()), finish(mac.message()))
    #expect(
      whole
        == [UInt8](hex: "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
    #expect(pieceless == whole)
  }

  @Test("two messages under one key do not disturb each other")
  func interleaved() {
    let mac = HMACSHA256(key: Array("key".utf8).rawBytes)
    var first = mac.message()
    var second = mac.message()
    first.update(Array("one ".utf8).rawBytes)
    second.update(Array("two ".utf8).rawBytes)
    first.update(Array("half".utf8).rawBytes)
    second.update(Array("half".utf8).rawBytes)
    let tags = [finish(first), finish(second)]
    let expected = ["one half", "two half"].map { mac.tag(of: Array($0.utf8).rawBytes) }
    #expect(tags == expected)
  }

  @Test(
    "neither the key nor a keyed state is left in memory", .disabled(if: Sanitizer.isActive),
    arguments: [32, 64, 100])
  func wiped(keyByteCount: Int) async {
    await #expect(processExitsWith: .success) { [keyByteCount] in
      // Twice, as the first call of a C function goes through the dynamic linker. That saves the
      // vector registers on the stack, and they may hold what the function before it computed.
      for isRehearsal in [true, false] {
        let seed = UInt64.random(in: 0 ... .max)
        let keyStart = SecretBytes(count: 32, seed: seed)
        let keyedState = useOnce(SecretBytes(count: keyByteCount, seed: seed))
        let keys = MemoryScan.occurrences(of: keyStart)
        let keyedStates = MemoryScan.occurrences(of: keyedState)
        if isRehearsal { continue }
        try #require((keys, keyedStates) == (1, 1))
      }
    }
  }
}

/// Returns the chaining value after the padded key, the only copy that may remain.
@inline(never)
private func useOnce(_ key: consuming SecretBytes) -> SecretBytes {
  let mac = key.withBytes { HMACSHA256(key: $0) }
  _ = mac.tag(of: Array("message".utf8).rawBytes)
  var unfinished = mac.message()
  unfinished.update(Array("message".utf8).rawBytes)
  return mac.states.withBytes { SecretBytes(copying: $0.extracting(0..<32)) }
}

private func finish(_ message: consuming HMACSHA256.Message) -> [UInt8] {
  var tag = [UInt8](repeating: 0, count: HMACSHA256.tagByteCount)
  var span = tag.mutableSpan
  var bytes = unsafe span.mutableBytes
  message.finish(into: &bytes)
  return tag
}
