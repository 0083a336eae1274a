// SPDX-License-Identifier: Apache-2.0

internal import SQLite

/// What queries need and SQLite does not have.
package enum QueryFunctions {
  /// A text and ``TextOptions`` in, the folded text out; NULL for what is no text.
  static let fold = "strongroom_fold"
  /// A text, a pattern and ``TextOptions`` in, 1 or 0 out; NULL for what is no text.
  ///
  /// Text and pattern are folded here.
  static let like = "strongroom_like"

  // The store orders decimal numbers by their bytes, and leaves it to who opens the connection to
  // compute with them.

  /// A value of any type and its tag in, a decimal number out; NULL for what is no number.
  package static let decimal = "strongroom_decimal"
  /// The sum of decimal numbers; 0 of none.
  package static let decimalSum = "strongroom_decimal_sum"
  /// The mean of decimal numbers; NULL of none.
  package static let decimalAverage = "strongroom_decimal_avg"

  /// A longitude, a latitude and the bytes of a ``Region`` in, 1 or 0 out; NULL for what is no
  /// number.
  static let within = "strongroom_within"

  static func register(on connection: Connection) throws(SQLiteError) {
    try connection.register(fold, argumentCount: 2) { arguments in
      guard arguments.storageClass(at: 0) == .text else { return .null }
      let options = TextOptions(rawValue: arguments.integer(at: 1))
      return .text(arguments.withBytes(at: 0) { TextFolding.fold($0, options) })
    }
    // Nearly always the pattern is the same one as before.
    var last: (pattern: [UInt8], compiled: WildcardPattern)?
    try connection.register(like, argumentCount: 3) { arguments in
      guard arguments.storageClass(at: 0) == .text, arguments.storageClass(at: 1) == .text else {
        return .null
      }
      let options = TextOptions(rawValue: arguments.integer(at: 2))
      let text = arguments.withBytes(at: 0) { TextFolding.fold($0, options) }
      let pattern = arguments.withBytes(at: 1) { TextFolding.fold($0, options) }
      if last?.pattern != pattern {
        last = (pattern, WildcardPattern(String(decoding: pattern, as: UTF8.self)))
      }
      let fits = last?.compiled.matches(String(decoding: text, as: UTF8.self)) ?? false
      return .integer(fits ? 1 : 0)
    }
    // Nearly always the region is the same one as before.
    var region: (bytes: [UInt8], prepared: PreparedRegion)?
    try connection.register(within, argumentCount: 3) { arguments in
      guard arguments.storageClass(at: 0) == .real, arguments.storageClass(at: 1) == .real else {
        return .null
      }
      let bytes = arguments.withBytes(at: 2) { bytes in bytes.indices.map { bytes[$0] } }
      if region?.bytes != bytes {
        guard let new = Region(bytes: bytes) else { return .null }
        region = (bytes, PreparedRegion(new))
      }
      let position = Position(
        latitude: arguments.double(at: 1), longitude: arguments.double(at: 0))
      return .integer(region?.prepared.contains(position) == true ? 1 : 0)
    }
  }
}
