// SPDX-License-Identifier: Apache-2.0

internal import CSodium
internal import Glibc
internal import Synchronization

/// A piece of memory handed out by the arena.
@safe
struct LockedMemory {
  let base: UnsafeMutableRawPointer
  /// The size handed out: a power of two up to the slab limit, whole pages above it.
  let capacity: Int
  let isLocked: Bool
}

/// Where secrets live: pages locked once and cut into power-of-two pieces.
///
/// Locking is a system call and libsodium's guarded allocation takes 24 µs; a look-up makes several secrets, so small
/// ones share slabs that stay locked for the life of the process. Every piece is wiped when it comes back, and is zero
/// when it goes out.
@safe
final class LockedArena: Sendable {
  static let shared = LockedArena()

  private static let slabSize = 64 * 1024
  private static let smallestPiece = 32
  private static let largestPiece = 16 * 1024

  @safe
  private struct State: @unchecked Sendable {
    // Sendable: only reached under the mutex.
    /// Free pieces, one stack a power of two, from the smallest up.
    var free: [[LockedMemory]]
  }

  private let state: Mutex<State>

  private init() {
    precondition(SodiumLibrary.isReady)
    let classes = Self.sizeClass(of: Self.largestPiece) + 1
    state = Mutex(State(free: Array(repeating: [], count: classes)))
  }

  func allocate(_ count: Int) -> LockedMemory {
    if count > Self.largestPiece { return Self.map(roundedToPages(count)) }
    let sizeClass = Self.sizeClass(of: count)
    return state.withLock { state in
      if let piece = state.free[sizeClass].popLast() { return piece }
      let size = Self.smallestPiece << sizeClass
      let slab = Self.map(Self.slabSize)
      for offset in stride(from: Self.slabSize - size, to: 0, by: -size) {
        state.free[sizeClass].append(
          unsafe LockedMemory(
            base: slab.base + offset, capacity: size, isLocked: slab.isLocked))
      }
      return unsafe LockedMemory(base: slab.base, capacity: size, isLocked: slab.isLocked)
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

  private static func sizeClass(of count: Int) -> Int {
    var sizeClass = 0
    while smallestPiece << sizeClass < count { sizeClass += 1 }
    return sizeClass
  }

  private func roundedToPages(_ count: Int) -> Int {
    let page = Int(getpagesize())
    return (count + page - 1) / page * page
  }

  /// Maps zero pages and locks them; `sodium_mlock` also keeps them out of core dumps.
  private static func map(_ size: Int) -> LockedMemory {
    let base = unsafe mmap(
      nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard unsafe base != MAP_FAILED, let base = unsafe base else {
      fatalError("out of memory: \(size) bytes for a secret")
    }
    let isLocked = unsafe sodium_mlock(base, size) == 0
    if !isLocked { unsafe madvise(base, size, MADV_DONTDUMP) }
    return unsafe LockedMemory(base: base, capacity: size, isLocked: isLocked)
  }
}
