// swift-tools-version: 5.9
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
  name: "token-store",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [.library(name: "TokenStore", targets: ["TokenStore"])],
  targets: [
    .target(name: "TokenStore"),
    .testTarget(name: "TokenStoreTests", dependencies: ["TokenStore"]),
  ]
)
