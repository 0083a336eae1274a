// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Values that queries compare by order.
public protocol _QueryOrdered: RealmCollectionValue {}

/// Numbers and dates, which queries compute with too.
public protocol _QueryNumeric: _QueryOrdered {
  /// What the mean of some of them is, which there may not be.
  associatedtype _Mean: RealmCollectionValue = Double?
}

/// Texts, which queries look into.
public protocol _QueryString: _QueryOrdered {}

/// Bytes, which queries look into.
public protocol _QueryBinary: _QueryOrdered {}

extension Int: _QueryNumeric {}
extension Int8: _QueryNumeric {}
extension Int16: _QueryNumeric {}
extension Int32: _QueryNumeric {}
extension Int64: _QueryNumeric {}
extension Float: _QueryNumeric {}
extension Double: _QueryNumeric {}
extension Date: _QueryNumeric {}
extension String: _QueryString {}
extension Data: _QueryBinary {}
extension UUID: _QueryOrdered {}
extension ObjectId: _QueryOrdered {}
extension Decimal128: _QueryNumeric {
  /// A decimal number.
  public typealias _Mean = Decimal128?
}
extension AnyRealmValue: _QueryString, _QueryNumeric {
  /// A decimal number, or nothing.
  public typealias _Mean = AnyRealmValue
}

extension Optional: _QueryOrdered where Wrapped: _QueryOrdered & _InsideOptional {}
extension Optional: _QueryNumeric where Wrapped: _QueryNumeric & _InsideOptional {
  /// That of the values that are there.
  public typealias _Mean = Wrapped._Mean
}
extension Optional: _QueryString where Wrapped: _QueryString & _InsideOptional {}
extension Optional: _QueryBinary where Wrapped: _QueryBinary & _InsideOptional {}

/// Values of which there is a least and a greatest.
public protocol MinMaxType: RealmCollectionValue {}

/// Values that have a sum and a mean.
public protocol AddableType: RealmCollectionValue {}

extension Int: MinMaxType, AddableType {}
extension Int8: MinMaxType, AddableType {}
extension Int16: MinMaxType, AddableType {}
extension Int32: MinMaxType, AddableType {}
extension Int64: MinMaxType, AddableType {}
extension Float: MinMaxType, AddableType {}
extension Double: MinMaxType, AddableType {}
extension Date: MinMaxType {}
extension Decimal128: MinMaxType, AddableType {}
extension AnyRealmValue: MinMaxType, AddableType {}
