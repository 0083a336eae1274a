// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// The arguments of one call of a function, lent for the call.
@safe
package struct FunctionArguments: ~Copyable {
  private let values: UnsafeMutablePointer<OpaquePointer?>
  /// How many there are.
  package let count: Int

  init(_ values: UnsafeMutablePointer<OpaquePointer?>, count: Int) {
    unsafe self.values = unsafe values
    self.count = count
  }

  /// The kind of an argument.
  ///
  /// Arguments count from 0.
  package func storageClass(at index: Int) -> StorageClass {
    switch unsafe sqlite3_value_type(value(at: index)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .bytes
    default: .null
    }
  }

  /// An argument as an integer.
  package func integer(at index: Int) -> Int64 { unsafe sqlite3_value_int64(value(at: index)) }

  /// An argument as a floating-point number.
  package func double(at index: Int) -> Double { unsafe sqlite3_value_double(value(at: index)) }

  /// Lends the bytes of an argument, those of a text as UTF-8, to `body`.
  package func withBytes<R>(at index: Int, _ body: (Span<UInt8>) -> R) -> R {
    let base = unsafe sqlite3_value_blob(value(at: index))
    let count = unsafe Int(sqlite3_value_bytes(value(at: index)))
    let buffer = unsafe UnsafeRawBufferPointer(start: base, count: base == nil ? 0 : count)
    return unsafe buffer.withMemoryRebound(to: UInt8.self) {
      unsafe body(Span(_unsafeElements: $0))
    }
  }

  @unsafe
  private func value(at index: Int) -> OpaquePointer? {
    precondition(index >= 0 && index < count, "a function has no such argument")
    return unsafe values[index]
  }
}

/// What a function returns.
package enum FunctionResult {
  case null
  case integer(Int64)
  /// Text, as UTF-8.
  case text([UInt8])
  case bytes([UInt8])

  /// Hands the result to SQLite.
  @unsafe
  func hand(to context: OpaquePointer?) {
    switch self {
    case .null: unsafe sqlite3_result_null(context)
    case .integer(let value): unsafe sqlite3_result_int64(context, value)
    case .text(let text):
      unsafe text.withUnsafeBytes { bytes in
        unsafe sqlite3_result_text64(
          context, Self.address(of: bytes)?.assumingMemoryBound(to: CChar.self),
          UInt64(bytes.count), strongroom_sqlite_transient(), UInt8(SQLITE_UTF8))
      }
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe sqlite3_result_blob64(
          context, Self.address(of: bytes), UInt64(bytes.count), strongroom_sqlite_transient())
      }
    }
  }

  /// What is empty has no address, and to SQLite no address is NULL.
  @unsafe
  private static func address(of bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    unsafe bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
  }
}

extension Connection {
  private final class Function {
    let body: (borrowing FunctionArguments) -> FunctionResult
    init(_ body: @escaping (borrowing FunctionArguments) -> FunctionResult) { self.body = body }
  }

  /// Gives the statements of this connection a function of ours.
  ///
  /// - Parameter body: returns the same for the same arguments, always: SQLite calls it as often as
  ///   it likes, and keeps what it returned.
  /// - Throws: ``SQLiteError`` with `busy` when a statement that runs has a function of the name.
  package func register(
    _ name: String, argumentCount: Int,
    _ body: @escaping (borrowing FunctionArguments) -> FunctionResult
  ) throws(SQLiteError) {
    let function = unsafe Unmanaged.passRetained(Function(body)).toOpaque()
    let status = unsafe sqlite3_create_function_v2(
      handle.pointer, name, Int32(clamping: argumentCount),
      SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, function,
      { context, count, values in
        guard let values = unsafe values, let function = unsafe sqlite3_user_data(context) else {
          return
        }
        let result = unsafe Unmanaged<Function>.fromOpaque(function).takeUnretainedValue()
          .body(FunctionArguments(values, count: Int(count)))
        unsafe result.hand(to: context)
      }, nil, nil,
      // Called also when registering fails.
      { function in
        if let function = unsafe function {
          unsafe Unmanaged<Function>.fromOpaque(function).release()
        }
      })
    try handle.check(status)
  }
}
