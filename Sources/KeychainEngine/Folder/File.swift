// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainRequests
internal import Secrets

/// An open file of the keychain's folder, closed when it goes.
///
/// The only place where the engine calls the file system.
///
/// Every failure is an error that names the path and the system's reason.
final class File: Sendable {
  private let descriptor: CInt
  private let path: String

  /// What ``status(of:)`` tells.
  struct Status: Equatable {
    var device: UInt64
    var inode: UInt64
    var byteCount: Int64
    var modified: Int64
    var owner: UInt32
    var permissions: UInt32
    var isFolder: Bool
    var isRegular: Bool
  }

  /// Opens `path`; `flags` and `permissions` as for open(2), close-on-exec always.
  init(
    _ path: String, flags: CInt, permissions: mode_t = 0o600
  ) throws(KeychainEngineError) {
    descriptor = unsafe open(path, flags | O_CLOEXEC, permissions)
    self.path = path
    if descriptor < 0 { throw Self.failure("open", path) }
  }

  /// Reads the whole file into memory that is wiped afterwards.
  ///
  /// - Throws: also `errSecDecode` for a file of more than `limit` bytes.
  func read(limit: Int) throws(KeychainEngineError) -> SecretBytes {
    let size = try Self.status(path, from: descriptor).byteCount
    guard size <= limit else {
      throw KeychainEngineError(.decode, "the file \(path) is damaged: it is much too large")
    }
    var filled = 0
    var failed = false
    let bytes = SecretBytes(count: Int(size)) { (bytes: inout MutableRawSpan) in
      unsafe bytes.withUnsafeMutableBytes { buffer in
        while filled < buffer.count {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
          let count = unsafe Glibc.read(descriptor, rest.baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          failed = count < 0
          if count <= 0 { break }
          filled += count
        }
      }
    }
    if failed { throw Self.failure("read", path) }
    guard filled == bytes.count else {
      throw KeychainEngineError(.decode, "the file \(path) ended while it was read")
    }
    return bytes
  }

  /// The content of a file that is somebody's own to name.
  static func reading(_ path: String, limit: Int) throws(KeychainEngineError) -> SecretBytes {
    try File(path, flags: O_RDONLY).read(limit: limit)
  }

  /// Makes a file that only its owner can read, and that is on the disk when this returns.
  ///
  /// - Throws: also when there is one.
  static func create(
    _ path: String, holding bytes: borrowing SecretBytes
  ) throws(KeychainEngineError) {
    let file = try File(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    try bytes.withBytes { (bytes) throws(KeychainEngineError) in try file.writeDurably(bytes) }
  }

  /// Writes all of `bytes` and waits until they are on the disk.
  func writeDurably(_ bytes: RawSpan) throws(KeychainEngineError) {
    var written = 0
    while written < bytes.byteCount {
      let count = unsafe bytes.extracting(written...).withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Self.failure("write", path) }
      written += count
    }
    try synchronize()
  }

  /// Writes zeros over the first `byteCount` bytes and waits until they are on the disk.
  func overwrite(byteCount: Int64) throws(KeychainEngineError) {
    let zeros = [UInt8](repeating: 0, count: 1 << 16)
    var rest = byteCount
    while rest > 0 {
      let count = unsafe Glibc.write(descriptor, zeros, Int(min(rest, Int64(zeros.count))))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { throw Self.failure("overwrite", path) }
      rest -= Int64(count)
    }
    try synchronize()
  }

  /// Waits until the file, or the entries of a folder, are on the disk.
  func synchronize() throws(KeychainEngineError) {
    if fsync(descriptor) != 0 { throw Self.failure("write", path) }
  }

  /// Takes a lock on the file, waiting at most `seconds`; false when somebody else held it all that
  /// time.
  func lock(
    exclusive: Bool, waitingAtMost seconds: Double
  ) throws(KeychainEngineError) -> Bool {
    let mode = (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB
    var waited = 0.0
    while flock(descriptor, mode) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw Self.failure("lock", path) }
      guard waited < seconds else { return false }
      usleep(1000)
      waited += 0.001
    }
    return true
  }

  func unlock() { _ = flock(descriptor, LOCK_UN) }

  deinit { close(descriptor) }

  /// What is at `path`; nil when nothing is.
  static func status(of path: String) throws(KeychainEngineError) -> Status? {
    var raw = stat()
    if unsafe stat(path, &raw) != 0 {
      if errno == ENOENT { return nil }
      throw failure("look at", path)
    }
    return Status(raw)
  }

  private static func status(
    _ path: String, from descriptor: CInt
  ) throws(KeychainEngineError) -> Status {
    var raw = stat()
    if unsafe fstat(descriptor, &raw) != 0 { throw failure("look at", path) }
    return Status(raw)
  }

  /// Makes a folder that only its owner may enter; no error when it is there already.
  static func makeFolder(_ path: String) throws(KeychainEngineError) {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("make the folder", path) }
  }

  /// The names of everything in a folder but itself and the one above.
  static func names(in path: String) throws(KeychainEngineError) -> [String] {
    guard let folder = unsafe opendir(path) else { throw failure("look into", path) }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  static func rename(_ from: String, to: String) throws(KeychainEngineError) {
    if unsafe Glibc.rename(from, to) != 0 { throw failure("replace", to) }
  }

  /// Gives a file the present time as that of its last change.
  static func touch(_ path: String) throws(KeychainEngineError) {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let times = [now, now]
    if unsafe utimensat(AT_FDCWD, path, times, 0) != 0 { throw failure("touch", path) }
  }

  /// Removes a file; no error when there is none.
  static func remove(_ path: String) throws(KeychainEngineError) {
    if unsafe unlink(path) != 0, errno != ENOENT { throw failure("remove", path) }
  }

  private static func failure(_ act: String, _ path: String) -> KeychainEngineError {
    let code = errno
    let words = unsafe String(cString: strerror(code))
    let reason = "cannot \(act) \(path): \(words)"
    return switch code {
    case ENOSPC, EDQUOT, EFBIG:
      KeychainEngineError(.diskFull, reason + "; free some space and try again")
    case EROFS: KeychainEngineError(.readOnly, reason)
    case EIO: KeychainEngineError(.io, reason)
    case EACCES, EPERM:
      KeychainEngineError(.notAvailable, reason + "; this user needs read and write permission")
    default: KeychainEngineError(.notAvailable, reason)
    }
  }
}

extension File.Status {
  fileprivate init(_ raw: stat) {
    device = UInt64(raw.st_dev)
    inode = UInt64(raw.st_ino)
    byteCount = Int64(raw.st_size)
    modified = Int64(raw.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(raw.st_mtim.tv_nsec)
    owner = raw.st_uid
    permissions = raw.st_mode & 0o7777
    isFolder = raw.st_mode & S_IFMT == S_IFDIR
    isRegular = raw.st_mode & S_IFMT == S_IFREG
  }
}
