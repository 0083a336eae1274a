// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

extension Connection {
  private final class Observer {
    let tick: () -> Void
    init(_ tick: @escaping () -> Void) { self.tick = tick }
  }

  /// Runs `body`, and calls `tick` again and again while statements of this connection run in it.
  ///
  /// - Parameter instructions: about how many instructions of SQLite's machine lie between calls.
  /// - Throws: what `body` throws.
  package func observing<R, E: Error>(
    every instructions: Int, _ tick: () -> Void, _ body: () throws(E) -> R
  ) throws(E) -> R {
    let result: Result<R, E> = withoutActuallyEscaping(tick) { tick in
      let observer = Observer(tick)
      return withExtendedLifetime(observer) {
        unsafe sqlite3_progress_handler(
          handle.pointer, Int32(clamping: instructions),
          { context in
            if let context = unsafe context {
              unsafe Unmanaged<Observer>.fromOpaque(context).takeUnretainedValue().tick()
            }
            return 0
          }, Unmanaged.passUnretained(observer).toOpaque())
        defer { unsafe sqlite3_progress_handler(handle.pointer, 0, nil, nil) }
        do throws(E) { return .success(try body()) } catch { return .failure(error) }
      }
    }
    return try result.get()
  }
}
