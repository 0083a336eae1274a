// SPDX-License-Identifier: Apache-2.0

import Glibc
import ObjectStore
import SeededNumbers
import Testing

@Suite struct Regions {
  static let places: [(Region, [(Double, Double)], [(Double, Double)])] = [
    // Latitude and longitude of what is in it, and of what is not.
    (
      .box(south: -10, west: 20, north: 10, east: 30),
      [(0, 25), (-10, 20), (10, 30)], [(11, 25), (0, 19), (0, 31), (0, -155)]
    ),
    (
      .box(south: -10, west: 170, north: 10, east: -170),
      [(0, 180), (0, -180), (0, 175), (0, -175), (10, 170)], [(0, 169), (0, 0), (0, -169)]
    ),
    (.box(south: -90, west: -180, north: 90, east: 180), [(90, 0), (0, 180), (-90, 5)], []),
    (.box(south: 0, west: 180, north: 1, east: 180), [(0, 180), (1, -180)], [(0, 179)]),
    (.box(south: 89, west: 0, north: 90, east: 10), [(90, 5)], [(89, 11)]),
    // A latitude beyond the pole is on its other side.
    (.box(south: 80, west: 170, north: 90, east: 180), [(95, -5)], [(95, 175)]),
    (
      .circle(center: Position(latitude: 0, longitude: 0), radius: .pi / 4),
      [(0, 44.9), (44.9, 0), (-44.9, 0), (0, 0)], [(0, 45.1), (0, 180), (35, 35)]
    ),
    (
      .circle(center: Position(latitude: 90, longitude: 77), radius: .pi / 180),
      [(89.01, 0), (90, 0), (89.01, -120)], [(88.99, 0), (-90, 0)]
    ),
    (.circle(center: Position(latitude: 5, longitude: 5), radius: 0), [(5, 5)], [(5, 5.0000001)]),
    (.circle(center: Position(latitude: 5, longitude: 5), radius: 4), [(5, 5), (-5, -175)], []),
    // An eighth of the sphere, round either way.
    (
      Self.polygon([(0, 0), (0, 90), (90, 0), (0, 0)]),
      [(1, 45), (45, 45), (0, 0), (0, 45), (90, 0), (45, 0)],
      [(-1, 45), (45, -1), (45, 91), (-45, 225)]
    ),
    (
      Self.polygon([(0, 0), (90, 0), (0, 90), (0, 0)]),
      [(1, 45), (45, 45)], [(-1, 45), (45, -1), (45, 91), (-45, 225)]
    ),
    // An edge is a great circle, and not a parallel: north of 60° in its middle.
    (
      Self.polygon([(60, 0), (60, 90), (50, 90), (50, 0), (60, 0)]),
      [(65, 45), (60, 45)], [(50, 45), (68, 45)]
    ),
    // Across 180°, and with a hole.
    (
      Self.polygon(
        [(-20, 170), (-20, -170), (20, -170), (20, 170), (-20, 170)],
        [(-5, 175), (-5, -175), (5, -175), (5, 175), (-5, 175)]),
      [(0, 172), (10, 180), (-10, -171), (5, 175), (0, 175)],
      [(0, 180), (0, 178), (0, 165), (25, 180)]
    ),
    // Round the pole.
    (
      Self.polygon([(80, 0), (80, 120), (80, -120), (80, 0)]),
      [(90, 0), (85, 60), (80, 120)], [(79, 0), (0, 0), (-90, 0), (80, 60)]
    ),
  ]

  private static func polygon(_ rings: [(Double, Double)]...) -> Region {
    .polygon(rings.map { $0.map { Position(latitude: $0.0, longitude: $0.1) } })
  }

  @Test("a region has what is in it, border included, and nothing else", arguments: places)
  func contains(
    region: Region, inside: [(Double, Double)], outside: [(Double, Double)]
  ) {
    #expect(region.objection == nil)
    for (latitude, longitude) in inside {
      #expect(
        region.contains(Position(latitude: latitude, longitude: longitude)),
        "\(latitude) \(longitude)")
    }
    for (latitude, longitude) in outside {
      #expect(
        !region.contains(Position(latitude: latitude, longitude: longitude)),
        "\(latitude) \(longitude)")
    }
  }

  static let mistakes: [(Region, String)] = [
    (.box(south: 1, west: 0, north: 0, east: 1), "north of its top"),
    (.circle(center: Position(latitude: 0, longitude: 0), radius: -1), "radius"),
    (.circle(center: Position(latitude: 0, longitude: 0), radius: .nan), "radius"),
    (.polygon([]), "no ring"),
    (polygon([(0, 0), (0, 1), (0, 0)]), "less than four"),
    (polygon([(0, 0), (0, 1), (1, 1), (1, 0)]), "does not begin"),
    (polygon([(0, 0), (0, 0), (1, 1), (0, 0)]), "less than three corners"),
    (polygon([(0, 0), (10, 10), (0, 10), (10, 0), (0, 0)]), "crosses"),
    (polygon([(0, 0), (0, 5), (5, 5), (0, 5), (0, 0)]), "crosses or touches itself"),
    (
      polygon(
        [(0, 0), (0, 10), (10, 10), (10, 0), (0, 0)], [(5, 5), (5, 15), (6, 15), (6, 5), (5, 5)]),
      "hole"
    ),
    (
      polygon(
        [(0, 0), (0, 10), (10, 10), (10, 0), (0, 0)], [(1, 1), (1, 5), (5, 5), (5, 1), (1, 1)],
        [(2, 2), (2, 3), (3, 3), (3, 2), (2, 2)]), "two holes"
    ),
  ]

  @Test("what is no region is told so", arguments: mistakes)
  func refuse(region: Region, sentence: String) {
    #expect(region.objection?.contains(sentence) == true, "\(region.objection ?? "none")")
  }

  // MARK: Against other computations

  /// A point by chance, as many in each part of the sphere.
  private static func point(_ random: inout SeededGenerator) -> Position {
    let (z, turn) = (Double.random(in: -1...1, using: &random), random.unit)
    return Position(latitude: asin(z) * 180 / .pi, longitude: (turn * 2 - 1) * 180)
  }

  private static func near(
    _ center: Position, _ random: inout SeededGenerator, within degrees: Double
  ) -> Position {
    Position(
      latitude: min(89.9, max(-89.9, center.latitude + (random.unit * 2 - 1) * degrees)),
      longitude: remainder(center.longitude + (random.unit * 2 - 1) * degrees * 1.5, 360))
  }

  /// The angle between two places by the haversine formula.
  private static func haversine(_ a: Position, _ b: Position) -> Double {
    func half(_ degrees: Double) -> Double { sin(degrees * .pi / 360) }
    let (u, v) = (half(b.latitude - a.latitude), half(b.longitude - a.longitude))
    let cosines = cos(a.latitude * .pi / 180) * cos(b.latitude * .pi / 180)
    return 2 * asin(min(1, (u * u + cosines * v * v).squareRoot()))
  }

  @Test(
    "circles agree with the haversine formula",
    arguments: [1, UInt64.random(in: 2...UInt64.max)])
  func circles(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for number in 0..<20_000 {
      let center = Self.point(&random)
      let radius = random.unit * (number % 2 == 0 ? .pi : 0.01)
      let point =
        number % 2 == 0 ? Self.point(&random) : Self.near(center, &random, within: 0.7)
      let distance = Self.haversine(center, point)
      if abs(distance - radius) < 1e-9 || distance > 3.1 { continue }
      try #require(
        Region.circle(center: center, radius: radius).contains(point) == (distance <= radius),
        "seed \(seed), circle \(number): \(center), \(radius), \(point)")
    }
  }

  /// Where the lines from the earth's centre through two places meet the plane that touches it at a
  /// third: great circles are straight lines there.
  ///
  /// Nil for the other half of the sphere.
  private static func gnomonic(_ place: Position, from center: Position) -> (Double, Double)? {
    let radians = { (degrees: Double) in degrees * .pi / 180 }
    let (a, b) = (radians(center.latitude), radians(place.latitude))
    let turn = radians(place.longitude - center.longitude)
    let cosine = sin(a) * sin(b) + cos(a) * cos(b) * cos(turn)
    if cosine <= 0.02 { return nil }
    return (
      cos(b) * sin(turn) / cosine, (cos(a) * sin(b) - sin(a) * cos(b) * cos(turn)) / cosine
    )
  }

  /// Whether a ray to the right crosses a ring of the plane an odd number of times; nil where that
  /// is too close to say.
  private static func isInside(_ point: (Double, Double), _ ring: [(Double, Double)]) -> Bool? {
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      let side =
        ((b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0))
        / max(1e-300, ((b.0 - a.0) * (b.0 - a.0) + (b.1 - a.1) * (b.1 - a.1)).squareRoot())
      if abs(side) < 1e-9 { return nil }
      guard (a.1 > point.1) != (b.1 > point.1) else { continue }
      if point.0 < a.0 + (point.1 - a.1) / (b.1 - a.1) * (b.0 - a.0) { isInside.toggle() }
    }
    return isInside
  }

  /// A star round a centre: corners in the order of their directions, at any distances.
  private static func star(
    _ center: Position, reach: Double, _ random: inout SeededGenerator
  ) -> [Position] {
    let count = Int(3 + random.next() % 12)
    let turns = (0..<count).map { (Double($0) + 0.1 + 0.8 * random.unit) / Double(count) * 2 * .pi }
    let corners = turns.map { turn in
      let angle = reach * (0.2 + 0.8 * random.unit)
      let latitude = center.latitude * .pi / 180
      let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(turn)
      let east = atan2(
        sin(turn) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
      return Position(
        latitude: asin(max(-1, min(1, sine))) * 180 / .pi,
        longitude: remainder(center.longitude + east * 180 / .pi, 360))
    }
    let ring = random.next() % 2 == 0 ? corners : corners.reversed()
    return ring + [ring[0]]
  }

  @Test(
    "polygons agree with a plane on which great circles are straight",
    arguments: [1, 2, UInt64.random(in: 3...UInt64.max)])
  func polygons(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (inside, outside, far) = (0, 0, 0)
    for number in 0..<1_500 {
      let center = Self.point(&random)
      let reach = random.pick([1e-4, 0.02, 0.5, 1.3])
      let ring = Self.star(center, reach: reach, &random)
      let region = Region.polygon([ring])
      guard let plane = Self.plane(ring, from: center), region.objection == nil else { continue }
      for _ in 0..<20 {
        let point =
          random.next() % 4 == 0
          ? Self.point(&random)
          : Self.near(center, &random, within: min(60, reach * 45))
        let place: Comment = "seed \(seed), polygon \(number): \(ring), \(point)"
        guard let projected = Self.gnomonic(point, from: center) else {
          // The other half of the sphere, and a little more: nothing reaches there.
          if Self.haversine(point, center) > 1.56 {
            far += 1
            try #require(!region.contains(point), place)
          }
          continue
        }
        guard let expected = Self.isInside(projected, plane) else { continue }
        if expected { inside += 1 } else { outside += 1 }
        try #require(region.contains(point) == expected, place)
      }
    }
    #expect(inside > 2_000 && outside > 2_000 && far > 1_000, "\(inside) \(outside) \(far)")
  }

  private static func plane(_ ring: [Position], from center: Position) -> [(Double, Double)]? {
    let points = ring.compactMap { gnomonic($0, from: center) }
    return points.count == ring.count ? points : nil
  }

  @Test("a hole takes away what is within it", arguments: [UInt64.random(in: 1...UInt64.max)])
  func holes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let center = Self.point(&random)
      let outer = Self.star(center, reach: 0.5, &random)
      let hole = Self.star(center, reach: 0.09, &random)
      let region = Region.polygon([outer, hole])
      guard region.objection == nil else { continue }
      for _ in 0..<20 {
        let point = Self.near(center, &random, within: 20)
        try #require(
          region.contains(point)
            == (Region.polygon([outer]).contains(point) && !Region.polygon([hole]).contains(point)),
          "seed \(seed): \(outer), \(hole), \(point)")
      }
    }
  }
}

extension SeededGenerator {
  fileprivate var unit: Double {
    mutating get { Double.random(in: 0..<1, using: &self) }
  }

  fileprivate mutating func pick<T>(_ values: [T]) -> T {
    values[Int(next() % UInt64(values.count))]
  }
}
