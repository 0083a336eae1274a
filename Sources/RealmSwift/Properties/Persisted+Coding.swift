// SPDX-License-Identifier: Apache-2.0

// Swift writes `encode(to:)` and `init(from:)` for classes that say they are `Codable`:
//
//   class Dog: Object, Codable {
//     @Persisted(primaryKey: true) var id: Int
//     @Persisted var name: String
//   }
//
// These pass the wrappers on, not the properties. A copy of a wrapper does not know whether its
// value is up to date, so in objects of such classes that a realm manages, the word with the
// options also says which object it is in and where.
extension Persisted: Encodable where Value: Encodable {
  /// Writes the property's value.
  ///
  /// Objects that lead to each other in a circle never come to an end: leave a link of it out with
  /// `CodingKeys`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(options.currentValue(Value.self) ?? value)
  }
}

extension Persisted: Decodable where Value: Decodable {
  /// Reads the property's value.
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
  }
}

extension KeyedDecodingContainer {
  /// Reads a property that may be missing: nil where there is no such key.
  public func decode<Value: _InsideOptional & Decodable>(
    _ type: Persisted<Value?>.Type, forKey key: Key
  ) throws -> Persisted<Value?> {
    Persisted(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension PropertyOptions {
  // The upper 16 bits have the offset, and the address of the object has 48, the last 4 of them
  // zero, where the options are.
  private static let optionBits: UInt = 0xF
  private static let addressBits: UInt = 0xFFFF_FFFF_FFF0
  private static let offsetShift: UInt = 48

  /// The options, with the place of the property's value in an object.
  func tied(to object: ObjectBase, at offset: Int) -> PropertyOptions {
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    guard address & ~Self.addressBits == 0, offset < 1 << 16 else {
      fatalError("an object lies where an encodable property cannot say it does")
    }
    return PropertyOptions(
      rawValue: rawValue & Self.optionBits | address | UInt(offset) << Self.offsetShift)
  }

  /// What the property is worth now; nil where its object is not managed.
  fileprivate func currentValue<Value: _Persistable>(_ type: Value.Type) -> Value? {
    let address = rawValue & Self.addressBits
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
    // The object is alive: it is the one that is being encoded.
    let object = unsafe Unmanaged<ObjectBase>.fromOpaque(pointer).takeUnretainedValue()
    if let table = object.table, !object.isCurrent { table.refresh(object) }
    return object.field(at: Int(rawValue >> Self.offsetShift), as: type)
  }
}

extension ObjectBase {
  /// Lets copies of a property's wrapper find the object.
  final func tieField<Value: _Persistable>(at offset: Int, as: Value.Type) {
    let base = unsafe Unmanaged.passUnretained(self).toOpaque()
    let field = unsafe (base + offset).assumingMemoryBound(to: Persisted<Value>.self)
    unsafe field.pointee.options = field.pointee.options.tied(to: self, at: offset)
  }
}
