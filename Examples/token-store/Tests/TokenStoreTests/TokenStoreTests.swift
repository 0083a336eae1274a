// SPDX-License-Identifier: Apache-2.0

import XCTest

@testable import TokenStore

final class TokenStoreTests: XCTestCase {
  private let store = TokenStore()
  private let token = Token(value: "abc", expiry: Date(timeIntervalSince1970: 1_000_000_000))

  override func setUpWithError() throws { try store.remove() }

  override func tearDownWithError() throws { try store.remove() }

  func testProgramHasAnIdentifier() {
    XCTAssertNotNil(Bundle.main.bundleIdentifier)
  }

  func testTokenIsFoundAgain() throws {
    XCTAssertNil(try store.token(account: "ada"))
    try store.save(token, account: "ada")
    XCTAssertEqual(try store.token(account: "ada"), token)
  }

  func testNewTokenReplacesTheOldOne() throws {
    try store.save(token, account: "ada")
    let other = try Token.random(expiry: token.expiry)
    try store.save(other, account: "ada")
    XCTAssertEqual(try store.token(account: "ada"), other)
    XCTAssertEqual(try store.accounts(), ["ada"])
  }

  func testAccountsAreListedAndRemoved() throws {
    try store.save(token, account: "grace")
    try store.save(token, account: "ada")
    XCTAssertEqual(try store.accounts(), ["ada", "grace"])
    try store.remove(account: "ada")
    XCTAssertEqual(try store.accounts(), ["grace"])
    XCTAssertNil(try store.token(account: "ada"))
  }

  func testStoresAreApart() throws {
    let other = TokenStore(service: "other")
    try other.save(token, account: "ada")
    XCTAssertEqual(try store.accounts(), [])
    try other.remove()
  }

  func testRandomTokensDiffer() throws {
    let first = try Token.random(expiry: token.expiry)
    XCTAssertNotEqual(first, try Token.random(expiry: token.expiry))
  }

  func testErrorHasASentence() {
    let error = TokenStoreError(status: errSecInteractionNotAllowed)
    XCTAssertFalse(error.localizedDescription.isEmpty)
    XCTAssertFalse(error.localizedDescription.contains("TokenStoreError"))
  }
}
