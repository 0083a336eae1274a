// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a folder holds.
package enum Folders {
  /// The names in the folder at `path`, sorted; none when there is no such folder.
  package static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes an empty folder at `path`, or ends the test run.
  package static func make(_ path: String) {
    guard unsafe mkdir(path, 0o700) == 0 else { fatalError("no folder \(path): errno \(errno)") }
  }

  /// Removes the folder at `path` with everything in it; what cannot be removed stays.
  package static func remove(_ path: String) {
    // A folder without permissions is no hindrance to its owner.
    unsafe chmod(path, 0o700)
    for name in names(in: path) {
      let path = path + "/" + name
      // A link is removed, not what it names.
      if unsafe unlink(path) != 0 { remove(path) }
    }
    unsafe rmdir(path)
  }
}
