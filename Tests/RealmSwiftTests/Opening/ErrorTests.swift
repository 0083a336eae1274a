// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("errors") struct ErrorTests {
  @Test(
    "the codes have Realm's numbers",
    arguments: [
      (Realm.Error.fail, 1), (Realm.Error.fileAccess, 2), (Realm.Error.filePermissionDenied, 3),
      (Realm.Error.fileExists, 4), (Realm.Error.fileNotFound, 5),
      (Realm.Error.fileFormatUpgradeRequired, 6), (Realm.Error.incompatibleLockFile, 8),
      (Realm.Error.addressSpaceExhausted, 9), (Realm.Error.schemaMismatch, 10),
      (Realm.Error.alreadyOpen, 12), (Realm.Error.invalidInput, 13),
      (Realm.Error.outOfDiskSpace, 14), (Realm.Error.incompatibleSession, 15),
      (Realm.Error.unsupportedFileFormatVersion, 16), (Realm.Error.fileOperationFailed, 19),
      (Realm.Error.invalidDatabase, 20), (Realm.Error.incompatibleHistories, 21),
    ])
  func numbers(code: Realm.Error.Code, number: Int) { #expect(code.rawValue == number) }

  private func refusal() -> Realm.Error? {
    do {
      _ = try Realm(
        configuration: Realm.Configuration(
          fileURL: URL(fileURLWithPath: "/nowhere/a.realm"), objectTypes: [Jotting.self]))
    } catch {
      return error as? Realm.Error
    }
    return nil
  }

  @Test("an error's number compares with the kinds, as code for Realm does")
  func comparison() throws {
    let error = try #require(refusal())
    #expect(error.code == .fileNotFound)
    #expect(error.code != .fileAccess)
    switch error.code {
    case .fileAccess: Issue.record("taken for another kind")
    case .fileNotFound: break
    default: Issue.record("taken for no kind")
    }
  }

  @Test("an error says its name, its file and its sentence")
  func contents() throws {
    let error = try #require(refusal())
    #expect(error.domain == "io.realm")
    #expect(error.userInfo["Error Name"] as? String == "fileNotFound")
    #expect(error.userInfo[NSFilePathErrorKey] as? String == "/nowhere/a.realm")
    #expect(error.fileURL?.path == "/nowhere/a.realm")
    #expect(error.localizedDescription == error.reason)
    #expect(error.description.hasPrefix("fileNotFound: "))
  }

  @Test("an error is caught by its name")
  func pattern() {
    do {
      throw try #require(refusal())
    } catch Realm.Error.fileExists {
      Issue.record("caught by another name")
    } catch Realm.Error.fileNotFound {
      return
    } catch {
      Issue.record("caught by no name")
    }
  }
}
