// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "strongroom",
  products: [
    .library(name: "SQLite", targets: ["SQLite"]),
    .library(name: "EncryptedSQLite", targets: ["EncryptedSQLite"]),
  ],
  targets: [
    // C libraries, each behind one room.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .target(name: "CLinux"),

    // Rooms, lowest first.
    .target(name: "Secrets", dependencies: ["CSodium"], swiftSettings: strict),
    .target(
      name: "Cryptography", dependencies: ["Secrets", "COpenSSL", "CSodium"],
      swiftSettings: strict),
    .target(
      name: "KeychainRequests", dependencies: ["Secrets"], swiftSettings: strict),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(
      name: "EncryptedSQLite", dependencies: ["SQLite", "Cryptography", "Secrets", "CSQLite"],
      swiftSettings: strict),

    // What tests of several rooms share.
    .target(name: "TestFolders", path: "Tests/TestFolders", swiftSettings: strict),

    .testTarget(name: "SecretsTests", dependencies: ["Secrets"], swiftSettings: strict),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography", "Secrets"],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainRequestsTests", dependencies: ["KeychainRequests"],
      resources: [.copy("Status/ResultCodes.tsv")], swiftSettings: strict),
    .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestFolders"], swiftSettings: strict),
    // Started by tests that need a process to kill, to starve of disk, or to be somebody else.
    .executableTarget(
      name: "EncryptedSQLiteWorker", dependencies: ["EncryptedSQLite", "SQLite", "Secrets"],
      path: "Tests/EncryptedSQLiteWorker", swiftSettings: strict),
    .testTarget(
      name: "EncryptedSQLiteTests",
      dependencies: ["EncryptedSQLite", "SQLite", "Cryptography", "Secrets", "TestFolders"],
      exclude: ["Decoder"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
