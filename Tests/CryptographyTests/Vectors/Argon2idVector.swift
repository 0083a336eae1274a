// SPDX-License-Identifier: Apache-2.0

import Testing

/// Published results of Argon2id with one lane: libsodium, `test/default/pwhash_argon2id.c`, cases
/// 1, 2, 5 and 7 of its first table, with memory rounded down to KiB as libsodium does.
///
/// RFC 9106's own example cannot be used: it needs four lanes and a secret, which libsodium does
/// not offer. Checked against OpenSSL's Argon2id through pyca/cryptography.
struct Argon2idVector: Sendable, CustomTestStringConvertible {
  let name: String
  let password: String
  let salt: String
  let passes: Int
  let kibibytes: Int
  let output: String

  var testDescription: String { name }

  static let all = [
    Argon2idVector(
      name: "libsodium 1",
      password: """
        a347ae92bce9f80f6f595a4480fc9c2fe7e7d7148d371e9487d75f5c23008ffae065577a928febd9
        b1973a5a95073acdbeb6a030cfc0d79caa2dc5cd011cef02c08da232d76d52dfbca38ca8dcbd665b
        17d1665f7cf5fe59772ec909733b24de97d6f58d220b20c60d7c07ec1fd93c52c31020300c6c1fac
        d77937a597c7a6
        """,
      salt: "5541fbc995d5c197ba290346d2c559de", passes: 5, kibibytes: 7086,
      output: """
        18acec5d6507739f203d1f5d9f1d862f7c2cdac4f19d2bdff64487e60d969e3ced615337b9eec6ac
        4461c6ca07f0939741e57c24d0005c7ea171a0ee1e7348249d135b38f222e4dad7b9a033ed83f5ca
        27277393e316582033c74affe2566a2bea47f91f0fd9fe49ece7e1f79f3ad6e9b23e0277c8ecc4b3
        13225748dd2a80f5679534a0700e246a79a49b3f74eb89ec6205fe1eeb941c73b1fcf1
        """),
    Argon2idVector(
      name: "libsodium 2",
      password: """
        e125cee61c8cb7778d9e5ad0a6f5d978ce9f84de213a8556d9ffe202020ab4a6ed9074a4eb3416f9
        b168f137510f3a30b70b96cbfa219ff99f6c6eaffb15c06b60e00cc2890277f0fd3c622115772f70
        48adaebed86e
        """,
      salt: "f1192dd5dc2368b9cd421338b2243345", passes: 4, kibibytes: 7665,
      output: """
        26bab5f101560e48c711da4f05e81f5a3802b7a93d5155b9cab153069cc42b8e9f910bfead747652
        a0708d70e4de0bada37218bd203a1201c36b42f9a269b675b1f30cfc36f35a3030e9c7f57dfba0d3
        41a974c1886f708c3e8297efbfe411bb9d51375264bd7c70d57a8a56fc9de2c1c97c08776803ec2c
        d0140bba8e61dc0f4ad3d3d1a89b4b710af81bfe35a0eea193e18a6da0f5ec05542c9eefc4584458
        e1da715611ba09617384748bd43b9bf1f3a6df4ecd091d0875e08d6e2fd8a5c7ce08904b5160cd38
        167b76ec76ef2d310049055a564da23d4ebd2b87e421cc33c401e12d5cd8d936c9baf75ebdfb557d
        342d2858fc781da31860
        """),
    Argon2idVector(
      name: "libsodium 7",
      password: """
        b540beb016a5366524d4605156493f9874514a5aa58818cd0c6dfffaa9e90205f17b
        """,
      salt: "44071f6d181561670bda728d43fb79b4", passes: 1, kibibytes: 1593,
      output: """
        7fb72409b0987f8190c3729710e98c3f80c5a8727d425fdcde7f3644d467fe973f5b5fee683bd3fc
        e812cb9ae5e9921a2d06c2f1905e4e839692f2b934b682f11a2fe2b90482ea5dd234863516dba6f5
        2dc0702d324ec77d860c2e181f84472bd7104fedce071ffa93c5309494ad51623d214447a7b2b146
        2dc7d5d55a1f6fd5b54ce024118d86f0c6489d16545aaa87b6689dad9f2fb47fda9894f8e12b87d9
        78b483ccd4cc5fd9595cdc7a818452f915ce2f7df95ec12b1c72e3788d473441d884f9748eb14703
        c21b45d82fd667b85f5b2d98c13303b3fe76285531a826b6fc0fe8e3dddecf
        """),
    Argon2idVector(
      name: "libsodium 5",
      password: """
        4a857e2ee8aa9b6056f2424e84d24a72473378906ee04a46cb05311502d5250b82ad86b83c8f20a2
        3dbb74f6da60b0b6ecffd67134d45946ac8ebfb3064294bc097d43ced68642bfb8bbbdd0f50b3011
        8f5e
        """,
      salt: "39d82eef32010b8b79cc5ba88ed539fb", passes: 3, kibibytes: 1399,
      output: """
        08d8cd330c57e1b4643241d05bb468ba4ee4e932cd0858816be9ef15360b27bbd06a87130ee92222
        be267a29b81f5ae8fe8613324cfc4832dc49387fd0602f1c57b4d0f3855db94fb7e12eb05f9a484a
        ed4a4307abf586cd3d55c809bc081541e00b682772fb2066504ff935b8ebc551a2083882f874bc0f
        ae68e56848ae34c91097c3bf0cca8e75c0797eef3efde3f75e005815018db3cf7c109a812264c4de
        69dcb22322dbbcfa447f5b00ecd1b04a7be1569c8e556adb7bba48adf81d
        """),
  ]
}
