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
    .library(name: "Security", targets: ["Security"]),
    .library(name: "LocalAuthentication", targets: ["LocalAuthentication"]),
    .library(name: "Strongroom", targets: ["Strongroom"]),
    .library(name: "EncryptedSQLite", targets: ["EncryptedSQLite"]),
    .library(name: "RealmSwift", targets: ["RealmSwift"]),
    .library(name: "SQLite", targets: ["SQLite"]),
    .library(name: "Secrets", targets: ["Secrets"]),
    .library(name: "StrongroomTesting", targets: ["StrongroomTesting"]),
    .executable(name: "security", targets: ["SecurityTool"]),
    .executable(name: "strongroom", targets: ["StrongroomTool"]),
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
    // Opens libtss2-esys when a TPM is; needs its headers, or builds without.
    .target(name: "CTPM"),

    // Rooms, lowest first.
    .target(name: "Secrets", dependencies: ["CSodium"], swiftSettings: strict),
    .target(
      name: "Cryptography", dependencies: ["Secrets", "COpenSSL", "CSodium"],
      swiftSettings: strict),
    .target(
      name: "KeychainRequests", dependencies: ["Secrets"], swiftSettings: strict),
    .target(
      name: "Prompts", dependencies: ["KeychainRequests", "Secrets", "CLinux"],
      swiftSettings: strict),
    .target(name: "TPM", dependencies: ["Secrets", "CTPM"], swiftSettings: strict),
    .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: strict),
    .target(
      name: "EncryptedSQLite", dependencies: ["SQLite", "Cryptography", "Secrets", "CSQLite"],
      swiftSettings: strict),
    .target(
      name: "KeychainEngine",
      dependencies: [
        "KeychainRequests", "EncryptedSQLite", "SQLite", "Cryptography", "Secrets", "CLinux", "TPM",
      ], swiftSettings: strict),
    .target(
      name: "KeychainClient",
      dependencies: [
        "KeychainEngine", "KeychainRequests", "Prompts", "Secrets", "TPM", "CLinux",
      ],
      swiftSettings: strict),
    // Apart from KeychainClient because it reads property lists of every form: that takes 7 MB of
    // Foundation, and the commands do not ask who they are.
    .target(
      name: "ProgramIdentity", dependencies: ["KeychainClient", "KeychainRequests"],
      swiftSettings: strict),
    .target(
      name: "Security",
      dependencies: ["ProgramIdentity", "KeychainClient", "KeychainRequests", "Secrets"],
      swiftSettings: strict),
    // Apart from Security: code that asks whether it can be imported must not find it unasked.
    .target(
      name: "LocalAuthentication",
      dependencies: [
        "Security", "ProgramIdentity", "KeychainClient", "KeychainRequests", "Secrets",
      ],
      swiftSettings: strict),
    .target(
      name: "Strongroom",
      dependencies: [
        "ProgramIdentity", "KeychainClient", "KeychainRequests", "EncryptedSQLite", "SQLite",
        "Secrets",
      ],
      swiftSettings: strict),
    .target(
      name: "ObjectStore", dependencies: ["SQLite"], swiftSettings: strict),
    .target(
      name: "RealmSwift",
      dependencies: [
        "ObjectStore", "Strongroom", "EncryptedSQLite", "SQLite", "Cryptography", "Secrets",
      ], swiftSettings: strict),
    .target(
      name: "StrongroomTesting",
      dependencies: ["Strongroom", "KeychainClient", "KeychainEngine", "KeychainRequests"],
      swiftSettings: strict),

    .target(
      name: "CommandLineInterface",
      dependencies: ["Prompts", "KeychainRequests", "Secrets", "CLinux"],
      swiftSettings: strict),

    // Building somebody else's package against our modules.
    .target(name: "DropIn", swiftSettings: strict),
    // Names that Foundation has on Apple's systems only. No product: `strongroom swift` alone
    // brings them in.
    .target(name: "FoundationCompatibility", swiftSettings: strict),

    // Programs.
    // On file systems that fold case, the target must not be called as the module Security.
    .executableTarget(
      name: "SecurityTool",
      dependencies: [
        "CommandLineInterface", "KeychainClient", "KeychainEngine", "KeychainRequests", "Secrets",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "StrongroomTool",
      dependencies: [
        "CommandLineInterface", "DropIn", "EncryptedSQLite", "KeychainClient", "KeychainEngine",
        "KeychainRequests", "Secrets",
      ],
      swiftSettings: strict),
    // As an app would be built.
    .executableTarget(
      name: "strongroom-demo", dependencies: ["Security", "EncryptedSQLite", "SQLite"],
      swiftSettings: [.treatAllWarnings(as: .error)]),

    .executableTarget(
      name: "notes", dependencies: ["RealmSwift", "Strongroom"], path: "Examples/notes",
      swiftSettings: [.treatAllWarnings(as: .error)]),

    .executableTarget(
      name: "strongroom-bench",
      dependencies: [
        "Security", "KeychainClient", "KeychainEngine", "KeychainRequests", "EncryptedSQLite",
        "RealmSwift", "SQLite", "Secrets",
      ],
      path: "Benchmarks/strongroom-bench",
      resources: [.embedInCode("Encrypted/workload.json")], swiftSettings: strict),

    // What tests of several rooms share.
    .target(name: "TestFolders", path: "Tests/TestFolders", swiftSettings: strict),
    .target(
      name: "ProcessMemory", dependencies: ["Secrets"], path: "Tests/ProcessMemory",
      swiftSettings: strict),
    .target(
      name: "SoftwareTPMs", dependencies: ["TPM", "ChildProcesses", "TestFolders"],
      path: "Tests/SoftwareTPMs", swiftSettings: strict),
    .target(name: "SeededNumbers", path: "Tests/SeededNumbers", swiftSettings: strict),
    .target(name: "ChildProcesses", path: "Tests/ChildProcesses", swiftSettings: strict),
    .target(name: "PseudoTerminals", path: "Tests/PseudoTerminals", swiftSettings: strict),
    .target(
      name: "MigratedRealms", dependencies: ["RealmSwift"], path: "Tests/MigratedRealms",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // A layer under SQLite that fails when told to; it speaks C, as the layer over it does.
    .target(
      name: "FaultyFiles", dependencies: ["CSQLite"], path: "Tests/FaultyFiles",
      swiftSettings: strict),

    // What tests kill.
    // Functions that come before those of the C library.
    .target(name: "CFileCalls", path: "Tests/CFileCalls"),
    .executableTarget(
      name: "KeychainEngineWorker",
      dependencies: ["KeychainEngine", "KeychainRequests", "Secrets", "CFileCalls"],
      path: "Tests/KeychainEngineWorker", swiftSettings: strict),

    .testTarget(
      name: "SecretsTests", dependencies: ["Secrets", "ProcessMemory"], swiftSettings: strict),
    .testTarget(
      name: "CryptographyTests", dependencies: ["Cryptography", "Secrets", "ProcessMemory"],
      swiftSettings: strict),
    .testTarget(
      name: "TPMTests",
      dependencies: [
        "TPM", "Secrets", "TestFolders", "ChildProcesses", "ProcessMemory", "SoftwareTPMs",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "KeychainRequestsTests", dependencies: ["KeychainRequests", "Secrets"],
      resources: [.copy("Status/ResultCodes.tsv")], swiftSettings: strict),
    // What sits at a terminal of its own.
    .executableTarget(
      name: "PromptsWorker", dependencies: ["Prompts", "KeychainRequests", "Secrets"],
      path: "Tests/PromptsWorker", swiftSettings: strict),
    .testTarget(
      name: "PromptsTests",
      dependencies: [
        "Prompts", "KeychainRequests", "Secrets", "TestFolders", "ProcessMemory", "ChildProcesses",
        "PseudoTerminals", "PromptsWorker",
      ], swiftSettings: strict),
    .testTarget(
      name: "SQLiteTests", dependencies: ["SQLite", "TestFolders"], swiftSettings: strict),
    .testTarget(
      name: "KeychainEngineTests",
      dependencies: [
        "KeychainEngine", "KeychainRequests", "StrongroomTesting", "EncryptedSQLite", "SQLite",
        "Cryptography", "Secrets", "TestFolders", "ChildProcesses", "ProcessMemory",
        "KeychainEngineWorker", "SoftwareTPMs", "TPM",
      ],
      exclude: ["Decoder"], swiftSettings: strict),
    .testTarget(
      name: "KeychainClientTests",
      dependencies: [
        "KeychainClient", "KeychainEngine", "KeychainRequests", "Prompts", "Secrets", "TestFolders",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ProgramIdentityTests",
      dependencies: ["ProgramIdentity", "KeychainClient", "KeychainRequests", "TestFolders"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineInterfaceTests",
      dependencies: ["CommandLineInterface", "KeychainRequests", "Secrets", "ProcessMemory"],
      swiftSettings: strict),
    .testTarget(
      name: "DropInTests", dependencies: ["DropIn", "TestFolders"], swiftSettings: strict),
    .testTarget(
      name: "FoundationCompatibilityTests", dependencies: ["FoundationCompatibility"],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "SecurityTool", "StrongroomTool", "notes", "TestFolders", "PseudoTerminals",
        "SoftwareTPMs",
      ],
      exclude: ["Scripts"], swiftSettings: strict),
    // As an app would be built: without our own settings, so that code for Apple's systems is taken
    // as it stands.
    .testTarget(
      name: "SecurityTests",
      dependencies: [
        "Security", "StrongroomTesting", "KeychainClient", "KeychainEngine", "KeychainRequests",
        "Secrets", "ProcessMemory", "SeededNumbers",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Built as an app would be, too: it names nothing that exists only here, but for the one file
    // that provides a keychain and entitlements.
    .testTarget(
      name: "SecurityConformanceTests",
      dependencies: [
        "Security", "LocalAuthentication", "KeychainClient", "KeychainEngine", "KeychainRequests",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "LocalAuthenticationTests",
      dependencies: [
        "LocalAuthentication", "Security", "StrongroomTesting", "KeychainClient", "KeychainEngine",
        "KeychainRequests", "Secrets",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // Unsafe flags are no hindrance to packages that depend on this one as long as no product holds
    // the target.
    .testTarget(
      name: "ImplicitImportTests", dependencies: ["Security"],
      swiftSettings: [
        .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", "Security"])
      ]),
    // Started by tests that need a process to kill, to starve of disk, or to be somebody else.
    .executableTarget(
      name: "EncryptedSQLiteWorker", dependencies: ["EncryptedSQLite", "SQLite", "Secrets"],
      path: "Tests/EncryptedSQLiteWorker", swiftSettings: strict),
    .testTarget(
      name: "EncryptedSQLiteTests",
      dependencies: [
        "EncryptedSQLite", "SQLite", "Cryptography", "Secrets", "TestFolders", "ChildProcesses",
        "FaultyFiles", "EncryptedSQLiteWorker",
      ],
      exclude: ["Decoder"], swiftSettings: strict),
    .testTarget(
      name: "StrongroomTests",
      dependencies: [
        "Strongroom", "StrongroomTesting", "Security", "KeychainClient", "KeychainEngine",
        "KeychainRequests", "EncryptedSQLite", "SQLite", "Secrets", "TestFolders", "ChildProcesses",
        "KeyringWorker",
      ], swiftSettings: strict),
    .testTarget(
      name: "ObjectStoreTests", dependencies: ["ObjectStore", "SQLite", "SeededNumbers"],
      swiftSettings: strict),
    // As an app would be built.
    .testTarget(
      name: "RealmSwiftTests",
      dependencies: [
        "RealmSwift", "ObjectStore", "Strongroom", "EncryptedSQLite", "SQLite", "Secrets",
        "TestFolders",
        "ProcessMemory", "SeededNumbers",
        "ChildProcesses", "RealmSwiftWorker", "MigratedRealms",
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "RealmSwiftWorker", dependencies: ["RealmSwift", "MigratedRealms"],
      path: "Tests/RealmSwiftWorker",
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "KeyringWorker", dependencies: ["Strongroom", "Security", "Cryptography"],
      path: "Tests/KeyringWorker", swiftSettings: strict),
    .testTarget(
      name: "BenchmarkTests", dependencies: ["ChildProcesses", "strongroom-bench"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzz targets link a runtime that only Scripts/fuzz names; without it they would not build.
if Context.environment["STRONGROOM_FUZZ"] != nil {
  let targets: [(name: String, dependencies: [Target.Dependency], hasCorpus: Bool)] = [
    ("FuzzAccessControl", ["KeychainRequests"], false),
    ("FuzzAssuan", ["Prompts", "Secrets"], true),
    ("FuzzAttributes", ["KeychainRequests", "Secrets"], false),
    ("FuzzKeybag", ["KeychainEngine", "KeychainRequests"], false),
    ("FuzzPredicate", ["ObjectStore"], true),
    ("FuzzRequests", ["KeychainEngine", "KeychainRequests", "Secrets"], false),
    ("FuzzDatabaseFile", ["EncryptedSQLite", "SQLite"], false),
    ("FuzzInfo", ["EncryptedSQLite"], true),
    ("FuzzJournalFile", ["EncryptedSQLite", "SQLite"], true),
    ("FuzzLogFile", ["EncryptedSQLite", "SQLite"], true),
    ("FuzzSealedKey", ["TPM"], true),
    ("FuzzSalvage", ["EncryptedSQLite", "SQLite", "Secrets"], true),
    ("FuzzXMLPropertyList", ["KeychainClient"], false),
  ]
  package.targets.append(
    .target(name: "FuzzDriver", path: "Fuzz/FuzzDriver", swiftSettings: strict))
  for target in targets {
    package.targets.append(
      .executableTarget(
        name: target.name, dependencies: target.dependencies + ["FuzzDriver"],
        path: "Fuzz/\(target.name)", exclude: target.hasCorpus ? ["Corpus"] : []))
  }
}
