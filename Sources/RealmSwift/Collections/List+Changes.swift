// SPDX-License-Identifier: Apache-2.0

public import Foundation

// What Swift's protocols say of collections that are values, said of a list, which is an object: it
// changes, and the constant or property that holds it stays.
extension List {
  /// Puts elements behind the last.
  public func append<S: Sequence>(contentsOf elements: S) where S.Element == Element {
    append(objectsIn: elements)
  }

  /// Puts elements at a place; those from there on move up.
  public func insert<C: Collection>(contentsOf elements: C, at index: Int)
  where C.Element == Element {
    replaceSubrange(index..<index, with: elements)
  }

  /// Takes the first element out, and returns it.
  ///
  /// An embedded object is gone then, and must not be used.
  @discardableResult
  public func removeFirst() -> Element {
    let element = self[0]
    remove(at: 0)
    return element
  }

  /// Takes the last element out, and returns it.
  ///
  /// An embedded object is gone then, and must not be used.
  @discardableResult
  public func removeLast() -> Element {
    let place = count - 1
    let element = self[place]
    remove(at: place)
    return element
  }

  /// Takes the last element out, and returns it; nil if there is none.
  public func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Takes the first elements out.
  public func removeFirst(_ number: Int) { replaceSubrange(0..<number, with: []) }

  /// Takes the last elements out.
  public func removeLast(_ number: Int) {
    let end = count
    if number > end { misuse("a list of \(end) elements cannot lose \(number)") }
    replaceSubrange(end - number..<end, with: [])
  }

  /// Takes the elements at some places out.
  public func removeSubrange(_ bounds: Range<Int>) { replaceSubrange(bounds, with: []) }

  /// Takes all elements out.
  public func removeAll(keepingCapacity: Bool) { removeAll() }

  /// Takes out the elements that a condition holds for.
  ///
  /// When the condition throws, nothing has changed.
  public func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
    var places: [Int] = []
    for (place, element) in enumerated() where try shouldBeRemoved(element) {
      places.append(place)
    }
    remove(places: places)
  }

  /// Takes the elements at some places out.
  public func remove(atOffsets offsets: IndexSet) { remove(places: Array(offsets)) }

  /// Moves the elements at some places to just before the one that is at `destination` now.
  public func move(fromOffsets offsets: IndexSet, toOffset destination: Int) {
    let count = count
    guard (0...count).contains(destination), offsets.allSatisfy({ $0 < count }) else {
      misuse("a list of \(count) elements has not all the places that it was to move")
    }
    guard let first = offsets.min(), let last = offsets.max() else { return }
    let bounds = Swift.min(first, destination)..<Swift.max(last + 1, destination)
    let moved = Array(offsets)
    let before = bounds.filter { $0 < destination && !offsets.contains($0) }
    let behind = bounds.filter { $0 >= destination && !offsets.contains($0) }
    rearrange(bounds, by: before + moved + behind)
  }
}
