// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Files and folders by their paths.
enum File {
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  static func isFolder(_ path: String) -> Bool {
    information(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  static func isExecutable(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0 && !isFolder(path)
  }

  /// The folder that a path lies in.
  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The path with every link followed; nil where nothing is.
  static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The names in a folder, in order; none where there is no folder.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The paths of all files below a folder, in order, without those that are hidden.
  static func all(below folder: String) -> [String] {
    names(in: folder).filter { !$0.hasPrefix(".") }.flatMap { name in
      let path = folder + "/" + name
      var entry = stat()
      // Links are not followed, for they may lead in a circle.
      guard unsafe lstat(path, &entry) == 0 else { return [String]() }
      return entry.st_mode & S_IFMT == S_IFDIR ? all(below: path) : [path]
    }
  }

  /// What changes when somebody writes the file.
  static func state(_ path: String) -> String {
    guard let entry = information(path) else { return "\(path) -" }
    return "\(path) \(entry.st_size) \(entry.st_mtim.tv_sec).\(entry.st_mtim.tv_nsec)"
  }

  private static func information(_ path: String) -> stat? {
    var entry = stat()
    return unsafe stat(path, &entry) == 0 ? entry : nil
  }

  static func read(_ path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return bytes(from: descriptor)
  }

  static func text(_ path: String) -> String? {
    read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Everything that comes out of a descriptor; nil after an error.
  static func bytes(from descriptor: CInt) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        return nil
      }
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(DropInError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("written", path) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 || errno == EINTR else { throw failure("written", path) }
      rest = rest.dropFirst(max(0, count))
    }
  }

  static func copy(_ path: String, to target: String) throws(DropInError) {
    guard let bytes = read(path) else { throw failure("read", path) }
    try write(bytes, to: target)
  }

  /// Makes a folder, and those that it lies in.
  static func makeFolder(_ path: String) throws(DropInError) {
    if isFolder(path) { return }
    let parent = parent(path)
    if parent != path { try makeFolder(parent) }
    guard unsafe mkdir(path, 0o755) == 0 || isFolder(path) else { throw failure("made", path) }
  }

  /// Removes a file, or a folder with all that is in it.
  static func remove(_ path: String) {
    var entry = stat()
    guard unsafe lstat(path, &entry) == 0 else { return }
    if entry.st_mode & S_IFMT == S_IFDIR {
      for name in names(in: path) { remove(path + "/" + name) }
      unsafe rmdir(path)
    } else {
      unsafe unlink(path)
    }
  }

  static func failure(_ act: String, _ path: String) -> DropInError {
    let words = unsafe String(cString: strerror(errno))
    return DropInError(.inputOutput, "\(path) could not be \(act): \(words)")
  }
}
