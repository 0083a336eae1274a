// SPDX-License-Identifier: Apache-2.0

import Testing

/// The example messages of FIPS 180 and NIST's «Cryptographic Standards and Guidelines: Examples»,
/// with the digests of each hash function; the empty message is from NIST's validation suite
/// (SHAVS, `Len = 0`).
///
/// Checked against Python's hashlib.
struct DigestVector: Sendable, CustomTestStringConvertible {
  let name: String
  let message: [UInt8]
  let sha1: String
  let sha224: String
  let sha256: String
  let sha384: String
  let sha512: String

  var testDescription: String { name }

  static let all = [
    DigestVector(
      name: "empty",
      message: Array("".utf8),
      sha1: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
      sha224: "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
      sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      sha384: """
        38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fb
        d51ad2f14898b95b
        """,
      sha512: """
        cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0
        ff8318d2877eec2f63b931bd47417a81a538327af927da3e
        """),
    DigestVector(
      name: "abc",
      message: Array("abc".utf8),
      sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
      sha224: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
      sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      sha384: """
        cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc23
        58baeca134c825a7
        """,
      sha512: """
        ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a8
        36ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
        """),
    DigestVector(
      name: "two blocks of SHA-256",
      message: Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      sha1: "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
      sha224: "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525",
      sha256: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      sha384: """
        3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f
        5fe95b1fe3c8452b
        """,
      sha512: """
        204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9
        aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445
        """),
    DigestVector(
      name: "two blocks of SHA-512",
      message: Array(
        """
        abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmno\
        ijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu
        """.utf8),
      sha1: "a49b2446a02c645bf419f995b67091253a04a259",
      sha224: "c97ca9a559850ce97a04a96def6d99a9e0e0e2ab14e6b8df265fc0b3",
      sha256: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
      sha384: """
        09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db9
        66c3e9fa91746039
        """,
      sha512: """
        8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4
        331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909
        """),
    DigestVector(
      name: "a million letters a",
      message: [UInt8](repeating: 0x61, count: 1_000_000),
      sha1: "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
      sha224: "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67",
      sha256: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
      sha384: """
        9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4eb
        ae97ddd87f3d8985
        """,
      sha512: """
        e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a
        4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
        """),
  ]
}
