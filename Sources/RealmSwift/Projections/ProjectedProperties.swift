// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One property of a class of projections.
struct ProjectedProperty {
  let name: String
  /// The path in the program that it goes through, from the object.
  let origin: String
  let field: any ProjectedField
}

/// What classes of projections consist of.
enum ProjectedProperties {
  // Key paths never change.
  private struct Properties: @unchecked Sendable { let all: [ProjectedProperty] }

  private static let known = Mutex<[ObjectIdentifier: Properties]>([:])

  /// The properties of a projection, found by looking at it once a class and process.
  static func of<P: ProjectionObservable>(_ projection: P) -> [ProjectedProperty] {
    let id = ObjectIdentifier(type(of: projection))
    if let properties = known.withLock({ $0[id] }) { return properties.all }
    var all: [ProjectedProperty] = []
    var mirror: Mirror? = Mirror(reflecting: projection)
    while let current = mirror {
      for (label, value) in current.children {
        guard let field = value as? any ProjectedField, let label else { continue }
        // The wrapper of `name` is stored as `_name`.
        let name = String(label.dropFirst())
        guard let origin = field.origin else {
          misuse(
            "\(type(of: projection)).\(name) projects nothing that a \(P.Root.self) keeps; begin "
              + "its key path with a @Persisted property")
        }
        all.append(ProjectedProperty(name: name, origin: origin, field: field))
      }
      mirror = current.superclassMirror
    }
    let properties = Properties(all: all)
    known.withLock { $0[id] = properties }
    return all
  }

  /// Those properties of a projection that are named, by their own names or by what they go
  /// through; nil for all.
  static func of<P: ProjectionObservable>(
    _ projection: P, named names: [String]?
  ) -> [ProjectedProperty] {
    let all = of(projection)
    guard let names, !names.isEmpty else { return all }
    return names.flatMap { name in
      let named = all.filter { $0.name == name }
      let fitting = named.isEmpty ? all.filter { $0.origin == name } : named
      if fitting.isEmpty {
        misuse("\(type(of: projection)) has no property \(name), and none that goes through it")
      }
      return fitting
    }
  }

  /// What is observed of objects that are shown as `type`, where it is a class of projections.
  static func origins(_ names: [String]?, shownAs type: Any.Type) -> [String]? {
    func origins<P: ProjectionObservable>(_: P.Type) -> [String] {
      // Any object will do: only the class is looked at.
      of(P(projecting: P.Root()), named: names).map(\.origin)
    }
    return (type as? any ProjectionObservable.Type).map { origins($0) } ?? names
  }

  /// What key paths of projections go through.
  static func origins<P: ProjectionObservable>(_ paths: [PartialKeyPath<P>]) -> [String] {
    paths.map { path in
      let names = KeyPathRecorder.names(from: P.Root.self) {
        P(projecting: $0)[keyPath: path]
      }
      guard let names else {
        misuse("a key path of \(P.self) goes through no property that a \(P.Root.self) keeps")
      }
      return names
    }
  }
}
