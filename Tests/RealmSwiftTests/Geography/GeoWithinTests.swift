// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import SeededNumbers
import TestFolders
import Testing

class Shop: Object {
  @Persisted(primaryKey: true) var id: Int
  @Persisted var name: String
  @Persisted var location: Location?
  @Persisted var branches: List<Location>
  @Persisted var neighbour: Shop?
}

class Location: EmbeddedObject {
  @Persisted var type = "Point"
  @Persisted var coordinates: List<Double>

  convenience init(_ latitude: Double, _ longitude: Double) {
    self.init()
    coordinates.append(objectsIn: [longitude, latitude])
  }
}

/// Looks like a place, and is none.
class Spot: EmbeddedObject {
  @Persisted var coordinates: List<Double>
}

class Chart: Object {
  @Persisted var spot: Spot?
}

@Suite("places") struct GeoWithinTests {
  let folder = TemporaryFolder()

  private func shops(_ places: [(Double, Double)]) throws -> Results<Shop> {
    let realm = try Realm(
      configuration: Realm.Configuration(
        fileURL: URL(fileURLWithPath: folder.file("a.realm")), objectTypes: [Shop.self, Chart.self])
    )
    try realm.write {
      for (id, place) in places.enumerated() {
        let shop = Shop(value: ["id": id, "name": "shop \(id)"])
        shop.location = Location(place.0, place.1)
        realm.add(shop)
      }
    }
    return realm.objects(Shop.self)
  }

  /// Paris, Versailles, London, Suva in Fiji, Apia in Samoa.
  static let cities = [
    (48.8566, 2.3522), (48.8049, 2.1204), (51.5074, -0.1278), (-18.1416, 178.4419),
    (-13.8333, -171.7667),
  ]

  static var shapes: [(any Geospatial, [Int])] {
    [
      (GeoCircle(center: (48.85, 2.35), radius: .kilometers(10)!)!, [0]),
      (GeoCircle(center: (48.85, 2.35), radius: .kilometers(20)!)!, [0, 1]),
      (GeoCircle(center: (48.85, 2.35), radius: .miles(230)!)!, [0, 1, 2]),
      (GeoCircle(center: (48.85, 2.35), radius: .degrees(0.2)!)!, [0, 1]),
      (GeoCircle(center: (48.85, 2.35), radiusInRadians: .pi)!, [0, 1, 2, 3, 4]),
      (GeoBox(bottomLeft: (48, -1), topRight: (52, 2.2))!, [1, 2]),
      (GeoBox(bottomLeft: (-20, 170), topRight: (-10, -170))!, [3, 4]),
      (GeoPolygon(outerRing: [(48, 2), (49, 2), (49, 3), (48, 3), (48, 2)])!, [0, 1]),
      (
        GeoPolygon(
          outerRing: [(48, 2), (49, 2), (49, 3), (48, 3), (48, 2)],
          holes: [(48.7, 2.05), (48.82, 2.05), (48.82, 2.2), (48.7, 2.05)])!, [0]
      ),
      (GeoPolygon(outerRing: [(-25, 170), (-25, -160), (0, 180), (-25, 170)])!, [3, 4]),
    ]
  }

  @Test("places are found within shapes, in Swift and as text")
  func find() throws {
    let shops = try shops(Self.cities)
    for (shape, ids) in Self.shapes {
      func find<S: Geospatial>(_ shape: S) -> [Int] {
        shops.where { $0.location.geoWithin(shape) }.map(\.id)
      }
      #expect(find(shape) == ids, "\(shape)")
      #expect(shops.filter("location IN %@", shape).map(\.id) == ids, "\(shape)")
      let others = shops.filter("NOT location IN %@", shape).map(\.id)
      #expect(others == (0..<5).filter { !ids.contains($0) })
    }
  }

  @Test("the condition stands beside others, behind links and of lists")
  func combine() throws {
    let shops = try shops(Self.cities)
    try shops.realm?.write {
      shops[0].neighbour = shops[2]
      shops[4].branches.append(objectsIn: [Location(0, 0), Location(48.85, 2.35)])
    }
    let paris = GeoCircle(center: (48.85, 2.35), radius: .kilometers(10)!)!
    #expect(shops.where { $0.location.geoWithin(paris) && $0.id > 0 }.isEmpty)
    #expect(
      shops.where { $0.location.geoWithin(paris) || $0.name == "shop 4" }.map(\.id) == [0, 4])
    let london = GeoCircle(center: (51.5, -0.1), radius: .kilometers(10)!)!
    #expect(shops.where { $0.neighbour.location.geoWithin(london) }.map(\.id) == [0])
    #expect(shops.where { $0.branches.geoWithin(paris) }.map(\.id) == [4])
    #expect(shops.filter("ANY branches IN %@", paris).map(\.id) == [4])
  }

  @Test("what is no point, or has no two coordinates, is nowhere")
  func nowhere() throws {
    let shops = try shops([(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)])
    try shops.realm?.write {
      shops[0].location = nil
      shops[1].location?.type = "Polygon"
      shops[2].location?.coordinates.remove(at: 1)
      shops[3].location?.coordinates[0] = .nan
      shops[4].location?.type = "pOiNt"
      shops[5].location?.coordinates.append(8848)
    }
    let everywhere = GeoCircle(center: (0, 0), radiusInRadians: 4)!
    #expect(shops.where { $0.location.geoWithin(everywhere) }.map(\.id) == [4, 5])
  }

  @Test("results follow when a place moves")
  func live() throws {
    let shops = try shops(Self.cities)
    let near = shops.where {
      $0.location.geoWithin(GeoBox(bottomLeft: (48, 2), topRight: (49, 3))!)
    }
    #expect(near.count == 2)
    try shops.realm?.write { shops[0].location?.coordinates[0] = 9 }
    #expect(near.map(\.id) == [1])
  }

  @Test(
    "circles by chance have what the haversine formula says",
    arguments: [UInt64.random(in: 1...9999)])
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let places = (0..<200).map { _ in
      (Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
    }
    let shops = try shops(places)
    for _ in 0..<50 {
      let center = (
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random)
      )
      let radius = Double.random(in: 0...3, using: &random)
      let expected = places.indices.filter { Self.angle(places[$0], center) <= radius }
      let circle = GeoCircle(center: center, radiusInRadians: radius)!
      try #require(
        shops.where { $0.location.geoWithin(circle) }.map(\.id) == expected, "seed \(seed)")
    }
  }

  private static func angle(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
    func half(_ degrees: Double) -> Double { sin(degrees * .pi / 360) }
    let (u, v) = (half(b.0 - a.0), half(b.1 - a.1))
    return 2 * asin(min(1, sqrt(u * u + cos(a.0 * .pi / 180) * cos(b.0 * .pi / 180) * v * v)))
  }

  @Test("points, distances and shapes that cannot be are none")
  func nothing() {
    #expect(GeoPoint(90.1, 0) == nil && GeoPoint(0, -180.1) == nil)
    #expect(GeoPoint(latitude: 0, longitude: 0, altitude: -1) == nil)
    #expect(GeoPoint(.nan, 0) == nil)
    #expect(GeoPoint(1, 2, 3)?.altitude == 3 && GeoPoint(1, 2, 3) == GeoPoint(1, 2))
    #expect(Distance.kilometers(-1) == nil && Distance.miles(-1) == nil)
    #expect(Distance.degrees(-1) == nil && Distance.radians(.nan) == nil)
    #expect(Distance.fromKilometers(kilometers: 6378.1)?.radians == 1)
    #expect(abs(Distance.radians(1)!.miles - 3963.1676) < 0.001)
    #expect(Distance.degrees(180)?.radians == .pi && Distance.radians(.pi)?.degrees == 180)
    #expect(GeoCircle(center: (0, 0), radiusInRadians: -1) == nil)
    #expect(GeoCircle(center: (91, 0), radiusInRadians: 1) == nil)
    #expect(GeoBox(bottomLeft: (0, 0), topRight: (0, 181)) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 1), (0, 0)]) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 1), (1, 1), (1, 0)]) == nil)
    #expect(GeoPolygon(outerRing: [(0, 0), (0, 1), (91, 1), (0, 0)]) == nil)
    let ring = [(0.0, 0.0), (0, 9), (9, 9), (0, 0)]
    #expect(GeoPolygon(outerRing: ring, holes: [(1, 2), (1, 3)]) == nil)
    #expect(GeoPolygon(outerRing: ring)?.holes?.isEmpty != false)
  }

  @Test("what is no shape, and a class that is no place, end the program with a sentence")
  func misuse() async throws {
    let crossed = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let ring = [(0.0, 0.0), (9, 9), (0, 9), (9, 0), (0, 0)]
      _ = try GeoWithinTests().shops([]).where {
        $0.location.geoWithin(GeoPolygon(outerRing: ring)!)
      }
    }
    #expect(String(decoding: crossed.standardErrorContent, as: UTF8.self).contains("crosses"))
    let noPlace = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let charts = try #require(try GeoWithinTests().shops([]).realm).objects(Chart.self)
      _ = charts.where { $0.spot.geoWithin(GeoCircle(center: (0, 0), radiusInRadians: 1)!) }.count
    }
    #expect(String(decoding: noPlace.standardErrorContent, as: UTF8.self).contains("no place"))
  }
}
