// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A part of the earth's surface, which is a sphere here.
///
/// What is on its border is in it.
package enum Region: Hashable, Sendable {
  /// Between two parallels and two meridians; `west` is greater than `east` where 180° lies
  /// between.
  case box(south: Double, west: Double, north: Double, east: Double)
  /// All that is within an angle of the centre, in radians.
  case circle(center: Position, radius: Double)
  /// Within the first ring and not within the others, each of great circles and with its first
  /// corner as its last.
  case polygon([[Position]])

  /// Whether a place is in it.
  ///
  /// For many places, a ``PreparedRegion`` is quicker.
  package func contains(_ position: Position) -> Bool { PreparedRegion(self).contains(position) }

  /// Why it is no part of the surface; nil if it is one.
  package var objection: String? {
    switch self {
    case .box(let south, _, let north, _):
      return south <= north ? nil : "the bottom of a box is north of its top"
    case .circle(_, let radius):
      return radius >= 0 ? nil : "the radius of a circle is negative, or not a number"
    case .polygon(let rings):
      guard let outer = rings.first else { return "a polygon has no ring" }
      for ring in rings {
        if ring.count < 4 || ring.first != ring.last {
          return "a ring of a polygon has less than four points, or ends where it does not begin"
        }
        let corners = Self.corners(ring)
        if corners.count < 3 { return "a ring of a polygon has less than three corners" }
        if Ring(corners).crossesItself { return "a ring of a polygon crosses or touches itself" }
      }
      let border = Ring(Self.corners(outer))
      let holes = rings.dropFirst().map { Ring(Self.corners($0)) }
      if !holes.allSatisfy({ border.holds($0) }) {
        return "a hole of a polygon does not lie within its outer ring"
      }
      for (index, hole) in holes.enumerated() {
        if holes[..<index].contains(where: { $0.crosses(hole) || $0.holds(hole) || hole.holds($0) })
        {
          return "two holes of a polygon cross, or one is in the other"
        }
      }
      return nil
    }
  }

  /// The corners of a ring, without those that are the same as the one before.
  static func corners(_ ring: [Position]) -> [Vector] {
    var corners: [Vector] = []
    for position in ring.dropLast() where position.vector != corners.last {
      corners.append(position.vector)
    }
    while corners.count > 1, corners.last == corners.first { corners.removeLast() }
    return corners
  }
}

/// A region, made ready for many points.
struct PreparedRegion {
  private enum Shape {
    case box(south: Double, west: Double, north: Double, east: Double)
    case circle(center: Vector, radius: Double)
    case polygon(border: Ring, holes: [Ring])
    case nothing
  }

  private let shape: Shape

  init(_ region: Region) {
    switch region {
    case .box(let south, let west, let north, let east):
      shape = .box(south: south, west: west, north: north, east: east)
    case .circle(let center, let radius):
      shape = .circle(center: center.vector, radius: radius)
    case .polygon(let rings):
      let rings = rings.map { Region.corners($0) }
      shape =
        rings.isEmpty || rings.contains { $0.count < 3 }
        ? .nothing
        : .polygon(border: Ring(rings[0]), holes: rings.dropFirst().map { Ring($0) })
    }
  }

  func contains(_ position: Position) -> Bool {
    guard position.latitude.isFinite, position.longitude.isFinite else { return false }
    switch shape {
    case .box(let south, let west, let north, let east):
      let (latitude, longitude) = Self.inBounds(position)
      return south <= latitude && latitude <= north
        && (Self.isBetween(west, longitude, east)
          // 180° has two names.
          || abs(longitude) == 180 && Self.isBetween(west, -longitude, east))
    case .circle(let center, let radius):
      return center.angle(to: position.vector) <= radius
    case .polygon(let border, let holes):
      let point = position.vector
      return (border.touches(point) || border.surrounds(point))
        && holes.allSatisfy { $0.touches(point) || !$0.surrounds(point) }
    case .nothing: return false
    }
  }

  private static func isBetween(_ west: Double, _ longitude: Double, _ east: Double) -> Bool {
    west <= east
      ? west <= longitude && longitude <= east : west <= longitude || longitude <= east
  }

  /// The same place with a latitude up to 90° and a longitude up to 180°.
  private static func inBounds(_ position: Position) -> (latitude: Double, longitude: Double) {
    if abs(position.latitude) <= 90, abs(position.longitude) <= 180 {
      return (position.latitude, position.longitude)
    }
    let vector = position.vector
    return (
      atan2(vector.z, (vector.x * vector.x + vector.y * vector.y).squareRoot()) * 180 / .pi,
      atan2(vector.y, vector.x) * 180 / .pi
    )
  }
}

/// A region as a value of SQL: a letter, and the numbers.
extension Region {
  var bytes: [UInt8] {
    switch self {
    case .box(let south, let west, let north, let east):
      return Self.bytes("b", [south, west, north, east])
    case .circle(let center, let radius):
      return Self.bytes("c", [center.latitude, center.longitude, radius])
    case .polygon(let rings):
      let numbers = rings.flatMap { ring in
        [Double(ring.count)] + ring.flatMap { [$0.latitude, $0.longitude] }
      }
      return Self.bytes("p", numbers)
    }
  }

  private static func bytes(_ letter: Unicode.Scalar, _ numbers: [Double]) -> [UInt8] {
    [UInt8(ascii: letter)]
      + numbers.flatMap { number in
        (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> UInt64($0 * 8)) }
      }
  }

  /// Nil for what ``bytes`` has not made.
  init?(bytes: [UInt8]) {
    guard let letter = bytes.first, bytes.count % 8 == 1 else { return nil }
    let numbers = stride(from: 1, to: bytes.count, by: 8).map { start in
      Double(
        bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << UInt64($1 * 8) })
    }
    switch (letter, numbers.count) {
    case (UInt8(ascii: "b"), 4):
      self = .box(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
    case (UInt8(ascii: "c"), 3):
      self = .circle(
        center: Position(latitude: numbers[0], longitude: numbers[1]), radius: numbers[2])
    case (UInt8(ascii: "p"), _):
      var rings: [[Position]] = []
      var rest = numbers[...]
      while let first = rest.popFirst() {
        guard let count = Int(exactly: first), count >= 0, count <= rest.count / 2 else {
          return nil
        }
        let own = Array(rest.prefix(count * 2))
        rest = rest.dropFirst(count * 2)
        rings.append(
          (0..<count).map { Position(latitude: own[$0 * 2], longitude: own[$0 * 2 + 1]) })
      }
      self = .polygon(rings)
    default: return nil
    }
  }
}
