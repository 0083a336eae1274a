// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// A shape that places are in, or not.
///
/// The earth is a sphere for it. What is on its border is in it.
public protocol Geospatial: Sendable {
  /// The part of the surface that it is.
  var _region: _GeoRegion { get }
}

/// A part of the earth's surface.
public struct _GeoRegion {
  let region: Region
}

/// What lies between two parallels and two meridians.
public struct GeoBox: Geospatial, Hashable {
  /// The corner in the south-west.
  public let bottomLeft: GeoPoint
  /// The corner in the north-east.
  public let topRight: GeoPoint

  /// A box by two corners.
  ///
  /// It goes to the east from `bottomLeft`, across 180° where `topRight` is west of it.
  public init(bottomLeft: GeoPoint, topRight: GeoPoint) {
    self.bottomLeft = bottomLeft
    self.topRight = topRight
  }

  /// A box by the latitude and longitude of two corners; nil where one is no place.
  public init?(bottomLeft: (Double, Double), topRight: (Double, Double)) {
    guard let bottomLeft = GeoPoint(bottomLeft.0, bottomLeft.1),
      let topRight = GeoPoint(topRight.0, topRight.1)
    else { return nil }
    self.init(bottomLeft: bottomLeft, topRight: topRight)
  }

  /// The part of the surface that it is.
  public var _region: _GeoRegion {
    _GeoRegion(
      region: .box(
        south: bottomLeft.latitude, west: bottomLeft.longitude, north: topRight.latitude,
        east: topRight.longitude))
  }
}

/// All that is within a distance of a place.
public struct GeoCircle: Geospatial, Hashable {
  /// The place.
  public let center: GeoPoint
  /// The distance, as an angle at the earth's centre.
  public let radians: Double

  /// A circle by its centre and a radius that is an angle; nil for a negative one.
  public init?(center: GeoPoint, radiusInRadians: Double) {
    guard radiusInRadians >= 0 else { return nil }
    self.center = center
    radians = radiusInRadians
  }

  /// A circle by its centre and radius.
  public init(center: GeoPoint, radius: Distance) {
    self.center = center
    radians = radius.radians
  }

  /// A circle by the latitude and longitude of its centre, and a radius that is an angle; nil where
  /// the centre is no place, or the radius negative.
  public init?(center: (Double, Double), radiusInRadians: Double) {
    guard let center = GeoPoint(center.0, center.1) else { return nil }
    self.init(center: center, radiusInRadians: radiusInRadians)
  }

  /// A circle by the latitude and longitude of its centre, and its radius; nil where the centre is
  /// no place.
  public init?(center: (Double, Double), radius: Distance) {
    guard let center = GeoPoint(center.0, center.1) else { return nil }
    self.init(center: center, radius: radius)
  }

  /// The part of the surface that it is.
  public var _region: _GeoRegion {
    _GeoRegion(region: .circle(center: center.position, radius: radians))
  }
}

/// What lies within a ring of great circles, and in none of its holes.
///
/// A ring ends at the point where it begins. It is the smaller part of the sphere that lies within,
/// whichever way one goes round. Rings that cross themselves or each other, and holes that are not
/// within the outer ring, end the program when they are asked for.
public struct GeoPolygon: Geospatial, Hashable {
  /// The border.
  public let outerRing: [GeoPoint]
  /// The borders of what is left out.
  public let holes: [[GeoPoint]]?

  /// A polygon by its rings; nil where one has less than four points, or does not end where it
  /// begins.
  public init?(outerRing: [GeoPoint], holes: [[GeoPoint]]? = nil) {
    for ring in [outerRing] + (holes ?? []) where ring.count < 4 || ring.first != ring.last {
      return nil
    }
    self.outerRing = outerRing
    self.holes = holes
  }

  /// A polygon by the latitudes and longitudes of its rings; nil where one is no place, too.
  public init?(outerRing: [(Double, Double)], holes: [[(Double, Double)]]? = nil) {
    guard let ring = Self.points(outerRing) else { return nil }
    let points = (holes ?? []).compactMap { Self.points($0) }
    guard points.count == holes?.count ?? 0 else { return nil }
    self.init(outerRing: ring, holes: holes == nil ? nil : points)
  }

  /// A polygon by the latitudes and longitudes of its rings; nil where one is no place, too.
  public init?(outerRing: [(Double, Double)], holes: [(Double, Double)]...) {
    self.init(outerRing: outerRing, holes: holes)
  }

  private static func points(_ ring: [(Double, Double)]) -> [GeoPoint]? {
    let points = ring.compactMap { GeoPoint($0.0, $0.1) }
    return points.count == ring.count ? points : nil
  }

  /// The part of the surface that it is.
  public var _region: _GeoRegion {
    _GeoRegion(
      region: .polygon(([outerRing] + (holes ?? [])).map { ring in ring.map(\.position) }))
  }
}

extension Query where T: OptionalProtocol, T.Wrapped: EmbeddedObject {
  /// Whether the object is a place within a shape.
  ///
  /// ```swift
  /// shops.where { $0.location.geoWithin(GeoCircle(center: here, radius: .kilometers(2)!)) }
  /// ```
  ///
  /// The class of the object has a text, `type`, which says Point, and a list of doubles,
  /// `coordinates`: longitude and latitude. An object that says something else, or has less, is
  /// nowhere.
  public func geoWithin<Shape: Geospatial>(_ value: Shape) -> Query<Bool> {
    holding(.within(value.checkedRegion), mentioning: [])
  }
}

extension Query where T: RealmCollection, T.Element: EmbeddedObject {
  /// Whether one of the objects is a place within a shape.
  public func geoWithin<Shape: Geospatial>(_ value: Shape) -> Query<Bool> {
    holding(.within(value.checkedRegion), mentioning: [])
  }
}

extension Geospatial {
  /// The region, if it is one.
  var checkedRegion: Region {
    let region = _region.region
    if let objection = region.objection { misuse(objection) }
    return region
  }
}
