// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A place on the earth, in degrees.
package struct Position: Hashable, Sendable {
  package var latitude: Double
  package var longitude: Double

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The same as a vector of length 1: x to 0° 0°, y to 0° 90°, z to the north pole.
  var vector: Vector {
    let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
    return Vector(
      x: cos(latitude) * cos(longitude), y: cos(latitude) * sin(longitude), z: sin(latitude))
  }
}

/// A direction in space.
struct Vector: Hashable {
  var x: Double
  var y: Double
  var z: Double

  static func + (a: Vector, b: Vector) -> Vector {
    Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Vector) -> Vector {
    Vector(
      x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
  }

  var length: Double { dot(self).squareRoot() }

  var normalized: Vector {
    let length = length
    return Vector(x: x / length, y: y / length, z: z / length)
  }

  /// The angle to another direction, in radians: exact for small angles and for those near π, too.
  func angle(to other: Vector) -> Double { atan2(cross(other).length, dot(other)) }
}
