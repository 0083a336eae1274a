// SPDX-License-Identifier: Apache-2.0

internal import CSodium
internal import Glibc
internal import Synchronization

/// A piece of memory handed out by the arena.
@safe
@usableFromInline
struct LockedMemory {
  @usableFromInline
  let base: UnsafeMutableRawPointer
  /// The size handed out: a power of two up to the largest piece, whole pages above it.
  let capacity: Int
  let isLocked: Bool
}

/// Where secrets live: pages locked once and cut into power-of-two pieces.
///
/// Locking is a system call and libsodium's guarded allocation takes 24 µs; a look-up makes several
/// secrets, so small ones share slabs that stay locked for the life of the process. All sizes are
/// cut from the same slab, so that even where only 64 KiB may be locked (an old default of
/// `RLIMIT_MEMLOCK`) secrets of every size are. Every piece is wiped when it comes back, and is
/// zero when it goes out. Pieces are never joined again: what a process held of a size at once, it
/// keeps for that size.
///
/// A lock belongs to a process. The child of a bare `fork` inherits the content without the lock,
/// as it inherits all memory; Swift offers `posix_spawn` only, which inherits neither.
@safe
final class LockedArena: Sendable {
  static let shared = LockedArena()

  private static let slabSize = 64 * 1024
  private static let smallestPiece = 32
  private static let largestPiece = 16 * 1024
  /// What a size takes from the slab at a time, unless one piece is larger.
  private static let runSize = 4096

  @safe
  private struct State: @unchecked Sendable {
    // Sendable: only reached under the mutex.
    /// Free pieces, one stack a power of two, from the smallest up.
    var free: [[LockedMemory]]
    /// The part of the newest slab that belongs to no size yet: a multiple of the run size.
    var rest: LockedMemory?
  }

  private let state: Mutex<State>

  private init() {
    precondition(SodiumLibrary.isReady)
    let classes = Self.sizeClass(of: Self.largestPiece) + 1
    state = Mutex(State(free: Array(repeating: [], count: classes), rest: nil))
  }

  func allocate(_ count: Int) -> LockedMemory {
    if count > Self.largestPiece { return Self.map(roundedToPages(count)) }
    let sizeClass = Self.sizeClass(of: count)
    return state.withLock { state in
      if let piece = state.free[sizeClass].popLast() { return piece }
      let run = Self.takeRun(of: max(Self.runSize, Self.smallestPiece << sizeClass), from: &state)
      Self.cut(run, into: sizeClass, of: &state)
      return state.free[sizeClass].removeLast()
    }
  }

  func deallocate(_ memory: LockedMemory) {
    unsafe sodium_memzero(memory.base, memory.capacity)
    if memory.capacity > Self.largestPiece {
      unsafe munmap(memory.base, memory.capacity)
    } else {
      state.withLock { $0.free[Self.sizeClass(of: memory.capacity)].append(memory) }
    }
  }

  /// Takes `size` bytes from the newest slab, or from a new one; what is left of the old slab then
  /// serves small sizes.
  private static func takeRun(of size: Int, from state: inout State) -> LockedMemory {
    if let rest = state.rest, rest.capacity < size {
      cut(rest, into: sizeClass(of: runSize), of: &state)
      state.rest = nil
    }
    let source = state.rest ?? map(slabSize)
    let left = source.capacity - size
    state.rest =
      left == 0
      ? nil
      : unsafe LockedMemory(base: source.base + size, capacity: left, isLocked: source.isLocked)
    return unsafe LockedMemory(base: source.base, capacity: size, isLocked: source.isLocked)
  }

  private static func cut(_ run: LockedMemory, into sizeClass: Int, of state: inout State) {
    let size = smallestPiece << sizeClass
    for offset in stride(from: run.capacity - size, through: 0, by: -size) {
      state.free[sizeClass].append(
        unsafe LockedMemory(base: run.base + offset, capacity: size, isLocked: run.isLocked))
    }
  }

  private static func sizeClass(of count: Int) -> Int {
    var sizeClass = 0
    while smallestPiece << sizeClass < count { sizeClass += 1 }
    return sizeClass
  }

  private func roundedToPages(_ count: Int) -> Int {
    let page = Int(getpagesize())
    return (count + page - 1) / page * page
  }

  /// Maps zero pages and locks them; `sodium_mlock` also keeps them out of core dumps, whether or
  /// not it can lock.
  private static func map(_ size: Int) -> LockedMemory {
    let base = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe base != MAP_FAILED, let base = unsafe base else {
      fatalError("out of memory: \(size) bytes for a secret")
    }
    let isLocked = unsafe sodium_mlock(base, size) == 0
    return unsafe LockedMemory(base: base, capacity: size, isLocked: isLocked)
  }
}
