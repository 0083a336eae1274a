// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import TestFolders
import Testing

@Suite struct QueryMisuse {
  static let mistakes: [(String, String)] = [
    ("age >", "character 6"),
    ("size > 3", "class Owner has no property size"),
    ("pet.size > 3", "class Pet has no property size"),
    ("name.length > 3", "no link"),
    ("age == 'x'", "age is int, and cannot be compared with a String"),
    ("name == 3", "name is string, and cannot be compared with a Int"),
    ("age == %@", "asks for argument 1, and 0 are given"),
    ("age IN 3", "IN and BETWEEN take several values"),
    ("age BETWEEN {1, 2, 3}", "BETWEEN takes two values"),
    ("1 == 1", "no property"),
    ("isAdult > 0", "cannot be compared by >"),
    ("pet.@count > 0", "no collection"),
    ("SUBQUERY(pet, $x, $x.name == 'a').@count > 0", "no collection"),
    ("pet['a'] == nil", "is no map"),
    ("pet[$0] == nil", "asks for argument 1"),
  ]

  @Test("a mistake in a predicate ends the program with a sentence about it", arguments: mistakes)
  func refuse(format: String, sentence: String) async throws {
    let message = try await Self.message(of: format)
    #expect(message.contains(sentence), "\(message)")
  }

  private static func message(of format: String) async throws -> String {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [format] in
      let folder = TemporaryFolder()
      _ = try Household(in: folder).owners.filter(format)
    }
    return String(decoding: result.standardErrorContent, as: UTF8.self)
  }

  @Test("an object of another realm cannot be looked for")
  func foreignObject() async {
    await #expect(processExitsWith: .failure) {
      let (folder, other) = (TemporaryFolder(), TemporaryFolder())
      let household = try Household(in: folder)
      let pet = try #require(Household(in: other).owners.first?.pet)
      _ = household.owners.where { $0.pet == pet }
    }
  }

  @Test("a computed property is no property")
  func computedProperty() async {
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder()
      _ = try Household(in: folder).owners.sorted(by: \.nameAndAge)
    }
  }

  @Test("a place behind the end is refused")
  func place() async {
    await #expect(processExitsWith: .failure) {
      let folder = TemporaryFolder()
      _ = try Household(in: folder).owners[3]
    }
  }
}

extension Owner {
  var nameAndAge: String { "\(name) \(age)" }
}
