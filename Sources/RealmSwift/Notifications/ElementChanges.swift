// SPDX-License-Identifier: Apache-2.0

internal import ObjectStore

/// An element of a collection that is observed.
struct ObservedElement: Hashable {
  /// What makes it the same element as before.
  let identity: MixedValue
  /// What makes it one that has not changed.
  let fingerprint: Int
}

/// What turns one sequence of elements into another: the deletions are taken out of the old one,
/// the insertions put in, and the modifications are elements that are still there.
struct ElementChanges: Equatable {
  /// Places in the old sequence, ascending.
  private(set) var deletions: [Int] = []
  /// Places in the new sequence, ascending.
  private(set) var insertions: [Int] = []
  /// Places in the new sequence, ascending.
  private(set) var modifications: [Int] = []

  var isEmpty: Bool { deletions.isEmpty && insertions.isEmpty && modifications.isEmpty }

  /// - Parameter replacing: takes another element in the place of one that is gone for a
  ///   modification of that place, as a list does.
  init(from old: [ObservedElement], to new: [ObservedElement], replacing: Bool) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start].identity == new[start].identity {
      noteStay(old[start], new[start], at: start)
      start += 1
    }
    var tail = 0
    while tail < shorter - start,
      old[old.count - 1 - tail].identity == new[new.count - 1 - tail].identity
    { tail += 1 }
    let (oldEnd, newEnd) = (old.count - tail, new.count - tail)
    var oldPlace = start
    var newPlace = start
    let stays = Self.stays(old[start..<oldEnd], new[start..<newEnd])
    for stay in stays + [(oldEnd, newEnd)] {
      let replaced = replacing ? min(stay.old - oldPlace, stay.new - newPlace) : 0
      for offset in 0..<replaced where old[oldPlace + offset] != new[newPlace + offset] {
        modifications.append(newPlace + offset)
      }
      deletions += oldPlace + replaced..<stay.old
      insertions += newPlace + replaced..<stay.new
      if stay.old < oldEnd { noteStay(old[stay.old], new[stay.new], at: stay.new) }
      (oldPlace, newPlace) = (stay.old + 1, stay.new + 1)
    }
    for offset in 0..<tail {
      noteStay(old[oldEnd + offset], new[newEnd + offset], at: newEnd + offset)
    }
  }

  private mutating func noteStay(_ old: ObservedElement, _ new: ObservedElement, at place: Int) {
    if old.fingerprint != new.fingerprint { modifications.append(place) }
  }

  /// The most elements that are in both in the same order.
  private static func stays(
    _ old: ArraySlice<ObservedElement>, _ new: ArraySlice<ObservedElement>
  ) -> [(old: Int, new: Int)] {
    // The same element once more is another one: the first of the old is the first of the new.
    var places: [MixedValue: ArraySlice<Int>] = [:]
    for place in new.indices { places[new[place].identity, default: []].append(place) }
    var pairs: [(old: Int, new: Int)] = []
    for place in old.indices {
      if let other = places[old[place].identity]?.popFirst() { pairs.append((place, other)) }
    }
    return longestAscent(pairs)
  }

  /// The longest part whose places in the new sequence ascend as those in the old one do.
  private static func longestAscent(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    // By length: the pair that ends an ascent of this length and leaves most room.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, pair) in pairs.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      before.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var result: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      result.append(pairs[index])
      next = before[index]
    }
    return result.reversed()
  }
}
