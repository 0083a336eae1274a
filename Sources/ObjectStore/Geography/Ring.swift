// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A closed line of great circles on the sphere, and the smaller one of the two parts that it
/// divides the sphere into.
///
/// On which side that part lies, is the sign of its area: the sum of the excesses of the triangles
/// that its corners span, each by Eriksson's formula, tan(E/2) = a·(b×c) / (1 + a·b + b·c + c·a)
/// (F. Eriksson, On the measure of solid angles, 1990).
///
/// Whether a point lies in it: one goes from there to the middle of an edge, on a great circle, and
/// counts how many other edges that crosses. The sign of (a×b)·p says on which side of the edge one
/// arrives. Two arcs cross where the corners of each are on different sides of the other, by the
/// signs of four triple products.
struct Ring {
  let corners: [Vector]
  /// Whether the inside is to the left, seen from outside the sphere, of those who go round.
  private let isCounterclockwise: Bool

  /// - Parameter corners: each once, at least three.
  init(_ corners: [Vector]) {
    self.corners = corners
    isCounterclockwise = Self.area(corners) >= 0
  }

  /// The corners of each edge.
  private var edges: [(Vector, Vector)] {
    corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
  }

  /// What lies to the left, between −2π and 2π; negative where that is more than half.
  private static func area(_ corners: [Vector]) -> Double {
    var sum = 0.0
    let first = corners[0]
    for index in 1..<corners.count - 1 {
      let (b, c) = (corners[index], corners[index + 1])
      sum +=
        2
        * atan2(
          first.dot(b.cross(c)), 1 + first.dot(b) + b.dot(c) + c.dot(first))
    }
    return remainder(sum, 4 * .pi)
  }

  /// How near to an edge a point counts as on it, in radians: less than a micrometre.
  private static let edgeWidth = 1e-13

  /// Whether a point is on the line itself.
  func touches(_ point: Vector) -> Bool {
    edges.contains { a, b in
      let normal = a.cross(b).normalized
      return abs(normal.dot(point)) <= Self.edgeWidth
        && normal.cross(a).dot(point) >= -Self.edgeWidth
        && point.dot(normal.cross(b)) <= Self.edgeWidth
    }
  }

  /// Whether a point that is not on the line lies inside.
  func surrounds(_ point: Vector) -> Bool {
    var best: (clearance: Double, isInside: Bool)?
    for index in corners.indices {
      let way = way(from: point, toEdge: index)
      if way.clearance > 1e-9 { return way.isInside }
      if way.clearance > best?.clearance ?? -1 { best = way }
    }
    return best?.isInside ?? false
  }

  /// Whether `point` is inside, by the way to an edge; and how far that is from where rounding
  /// could decide: from corners, and from the great circles of edges.
  private func way(
    from point: Vector, toEdge index: Int
  ) -> (clearance: Double, isInside: Bool) {
    let (a, b) = (corners[index], corners[(index + 1) % corners.count])
    let middle = (a + b).normalized
    let side = a.cross(b).normalized.dot(point)
    let plane = point.cross(middle)
    var clearance = min(abs(side), plane.length)
    var crossings = 0
    for other in corners.indices {
      clearance = min(clearance, abs(plane.dot(corners[other])))
      if other == index { continue }
      if Self.cross(point, middle, corners[other], corners[(other + 1) % corners.count]) {
        crossings += 1
      }
    }
    let isLeft = (side > 0) != (crossings % 2 == 1)
    return (clearance, isLeft == isCounterclockwise)
  }

  /// Whether the arcs from `a` to `b` and from `c` to `d` cross each other; those with an end in
  /// common do not.
  static func cross(_ a: Vector, _ b: Vector, _ c: Vector, _ d: Vector) -> Bool {
    if a == c || a == d || b == c || b == d { return false }
    let (first, second) = (a.cross(b), c.cross(d))
    let signs = [-first.dot(c), first.dot(d), -second.dot(b), second.dot(a)]
    return signs.allSatisfy { $0 > 0 } || signs.allSatisfy { $0 < 0 }
  }

  /// Whether two edges that have no corner in common cross, or a corner is there twice.
  var crossesItself: Bool {
    if Set(corners).count < corners.count { return true }
    let edges = edges
    for first in edges.indices {
      for second in edges.indices.dropFirst(first + 1)
      where Self.cross(edges[first].0, edges[first].1, edges[second].0, edges[second].1) {
        return true
      }
    }
    return false
  }

  /// Whether an edge crosses one of another ring.
  func crosses(_ other: Ring) -> Bool {
    edges.contains { a, b in other.edges.contains { c, d in Self.cross(a, b, c, d) } }
  }

  /// Whether another ring lies in this one; it may touch it.
  func holds(_ other: Ring) -> Bool {
    !crosses(other) && other.corners.allSatisfy { touches($0) || surrounds($0) }
  }
}
