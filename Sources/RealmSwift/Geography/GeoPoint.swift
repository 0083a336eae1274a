// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A place on the earth, for the shapes that `geoWithin` takes.
///
/// It is not kept itself. Objects that are places are embedded ones of a class like this:
///
/// ```swift
/// class Location: EmbeddedObject {
///   @Persisted var type = "Point"
///   @Persisted var coordinates: List<Double>  // longitude, latitude
/// }
/// ```
public struct GeoPoint: Hashable, Sendable {
  /// Degrees to the north.
  public let latitude: Double
  /// Degrees to the east.
  public let longitude: Double
  /// The height, which no query looks at.
  public let altitude: Double

  /// A place; nil where the latitude is beyond 90°, the longitude beyond 180°, or the altitude
  /// negative.
  public init?(latitude: Double, longitude: Double, altitude: Double = 0) {
    guard abs(latitude) <= 90, abs(longitude) <= 180, altitude >= 0 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// A place; nil where the latitude is beyond 90°, the longitude beyond 180°, or the altitude
  /// negative.
  public init?(_ latitude: Double, _ longitude: Double, _ altitude: Double = 0) {
    self.init(latitude: latitude, longitude: longitude, altitude: altitude)
  }

  /// Whether both are the same place, in whichever height.
  public static func == (a: GeoPoint, b: GeoPoint) -> Bool {
    a.latitude == b.latitude && a.longitude == b.longitude
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(latitude)
    hasher.combine(longitude)
  }

  var position: Position { Position(latitude: latitude, longitude: longitude) }
}

/// A distance on the earth, as an angle at its centre.
public struct Distance: Hashable, Sendable {
  /// The angle.
  public let radians: Double

  private init?(_ radians: Double) {
    guard radians >= 0 else { return nil }
    self.radians = radians
  }

  /// The radius of the earth, as Realm has it.
  private static let earthRadius = 6_378_100.0
  private static let mile = 1609.344

  /// So many kilometres; nil for less than none.
  public static func kilometers(_ kilometers: Double) -> Distance? {
    Distance(kilometers * 1000 / earthRadius)
  }
  /// So many miles; nil for less than none.
  public static func miles(_ miles: Double) -> Distance? { Distance(miles * mile / earthRadius) }
  /// An angle in degrees; nil for less than none.
  public static func degrees(_ degrees: Double) -> Distance? { Distance(degrees * .pi / 180) }
  /// An angle in radians; nil for less than none.
  public static func radians(_ radians: Double) -> Distance? { Distance(radians) }

  /// So many kilometres; nil for less than none.
  public static func fromKilometers(kilometers: Double) -> Distance? { .kilometers(kilometers) }
  /// So many miles; nil for less than none.
  public static func fromMiles(miles: Double) -> Distance? { .miles(miles) }
  /// An angle in degrees; nil for less than none.
  public static func fromDegrees(degrees: Double) -> Distance? { .degrees(degrees) }
  /// An angle in radians; nil for less than none.
  public static func fromRadians(radians: Double) -> Distance? { .radians(radians) }

  /// The distance in kilometres.
  public var kilometers: Double { radians * Self.earthRadius / 1000 }
  /// The distance in miles.
  public var miles: Double { radians * Self.earthRadius / Self.mile }
  /// The angle in degrees.
  public var degrees: Double { radians * 180 / .pi }
}
