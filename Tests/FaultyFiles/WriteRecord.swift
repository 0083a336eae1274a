// SPDX-License-Identifier: Apache-2.0

/// Everything that was written to the files of a folder, in order: what a crash at any moment could
/// have left can be made from it.
package struct WriteRecord: Sendable {
  /// One change, to the file of that name.
  package enum Act: Sendable {
    case create(String)
    case write(String, [UInt8], Int64)
    case truncate(String, Int64)
    case sync(String)
    case delete(String, isSynced: Bool)
    /// What was promised to the caller once all before had been done.
    case promise(Int)
  }

  package private(set) var acts: [Act] = []

  mutating func add(_ act: Act) { acts.append(act) }

  /// The files that a crash after the first `count` acts could leave.
  ///
  /// What a process wrote before it was killed is all there. After power loss `loss` decides about
  /// each change that no sync has made certain.
  package func files<G: RandomNumberGenerator>(
    after count: Int, losing loss: inout PowerLoss<G>
  ) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let certain = certainActs(before: count)
    var returned: Set<String> = []
    for (index, act) in acts.prefix(count).enumerated() {
      let isCertain = certain.contains(index)
      switch act {
      case .create(let name):
        // A new file takes the place of one whose deletion was lost.
        if returned.remove(name) != nil || files[name] == nil { files[name] = [] }
      case .delete(let name, _):
        if isCertain || loss.keepsWhole() { files[name] = nil } else { returned.insert(name) }
      case .truncate(let name, let size):
        if isCertain || loss.keepsWhole() { Self.resize(&files[name, default: []], to: Int(size)) }
      case .write(let name, let bytes, let offset):
        let ranges = isCertain ? [0..<bytes.count] : loss.keptSectors(of: bytes.count, at: offset)
        for range in ranges {
          Self.put(bytes[range], at: Int(offset) + range.lowerBound, &files[name, default: []])
        }
      case .sync, .promise: break
      }
    }
    return files
  }

  /// The acts among the first `count` that power loss cannot undo: a sync makes certain what its
  /// file had gone through, and that the file is there; the folder is synced with a file that is
  /// new in it.
  private func certainActs(before count: Int) -> Set<Int> {
    var certain: Set<Int> = []
    var open: [String: [Int]] = [:]
    var deletions: [Int] = []
    var present: Set<String> = []
    var unsynced: Set<String> = []
    for (index, act) in acts.prefix(count).enumerated() {
      switch act {
      case .create(let name): if present.insert(name).inserted { unsynced.insert(name) }
      case .write(let name, _, _), .truncate(let name, _): open[name, default: []].append(index)
      case .sync(let name):
        certain.formUnion(open.removeValue(forKey: name) ?? [])
        if unsynced.remove(name) != nil {
          certain.formUnion(deletions)
          deletions = []
        }
      case .delete(let name, let isSynced):
        // What was written to a file that is gone does not matter, unless it comes back.
        deletions.append(index)
        present.remove(name)
        if isSynced {
          certain.formUnion(deletions)
          deletions = []
          open[name] = nil
        }
      case .promise: break
      }
    }
    return certain
  }

  private static func resize(_ file: inout [UInt8], to size: Int) {
    if file.count > size {
      file.removeSubrange(size...)
    } else {
      file += [UInt8](repeating: 0, count: size - file.count)
    }
  }

  private static func put(_ bytes: ArraySlice<UInt8>, at offset: Int, _ file: inout [UInt8]) {
    if file.count < offset + bytes.count { resize(&file, to: offset + bytes.count) }
    file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  /// Numbers of acts after which to look: every `stride`-th, and those just after a promise.
  package func moments(every stride: Int) -> [Int] {
    (0...acts.count).filter { count in
      if count % stride == 0 { return true }
      if count > 0, case .promise = acts[count - 1] { return true }
      return false
    }
  }

  /// The last promise within the first `count` acts, and the next one behind them.
  package func promises(around count: Int) -> (kept: Int, next: Int?) {
    var kept = 0
    for act in acts.prefix(count) { if case .promise(let number) = act { kept = number } }
    for act in acts.dropFirst(count) {
      if case .promise(let number) = act { return (kept, number) }
    }
    return (kept, nil)
  }
}
