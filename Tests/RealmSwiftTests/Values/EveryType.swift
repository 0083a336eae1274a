// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift

/// An object with a property of every type of single value.
class EveryType: Object {
  @Persisted var int: Int
  @Persisted var int8: Int8
  @Persisted var int16: Int16
  @Persisted var int32: Int32
  @Persisted var int64: Int64
  @Persisted var bool: Bool
  @Persisted var float: Float
  @Persisted var double: Double
  @Persisted var string: String
  @Persisted var data: Data
  @Persisted var date: Date
  @Persisted var uuid: UUID
  @Persisted var objectId: ObjectId
  @Persisted var decimal: Decimal128
  @Persisted var mixed: AnyRealmValue
  @Persisted var level: Level
  @Persisted var color: Color
  @Persisted var celsius: Celsius
  @Persisted var address: Address
  @Persisted var place: Place

  @Persisted var optionalInt: Int?
  @Persisted var optionalInt8: Int8?
  @Persisted var optionalInt16: Int16?
  @Persisted var optionalInt32: Int32?
  @Persisted var optionalInt64: Int64?
  @Persisted var optionalBool: Bool?
  @Persisted var optionalFloat: Float?
  @Persisted var optionalDouble: Double?
  @Persisted var optionalString: String?
  @Persisted var optionalData: Data?
  @Persisted var optionalDate: Date?
  @Persisted var optionalUuid: UUID?
  @Persisted var optionalObjectId: ObjectId?
  @Persisted var optionalDecimal: Decimal128?
  @Persisted var optionalLevel: Level?
  @Persisted var optionalColor: Color?
  @Persisted var optionalCelsius: Celsius?
  @Persisted var optionalAddress: Address?
  @Persisted var optionalPlace: Place?
}

enum Level: Int, PersistableEnum {
  case low = 10, high = -3, top = 1000
}

enum Color: String, PersistableEnum {
  case red, darkBlue = "dark blue"
}

/// A type that is kept as a number.
struct Celsius: CustomPersistable {
  var degrees: Double

  init(persistedValue: Double) { degrees = persistedValue }
  var persistableValue: Double { degrees }
}

/// A type that not every text is one of.
struct Address: FailableCustomPersistable {
  var text: String

  init?(persistedValue: String) {
    guard persistedValue.isEmpty || persistedValue.contains("@") else { return nil }
    text = persistedValue
  }
  var persistableValue: String { text }
}

/// A type that is kept as an embedded object.
struct Place: CustomPersistable {
  var latitude: Double
  var longitude: Double

  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  init(persistedValue: StoredPlace) {
    self.init(latitude: persistedValue.latitude, longitude: persistedValue.longitude)
  }

  var persistableValue: StoredPlace { StoredPlace(value: [latitude, longitude]) }
}

class StoredPlace: EmbeddedObject {
  @Persisted var latitude: Double
  @Persisted var longitude: Double
}
