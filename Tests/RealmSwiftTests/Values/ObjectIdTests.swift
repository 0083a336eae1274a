// SPDX-License-Identifier: Apache-2.0

import Foundation
import RealmSwift
import Testing

@Suite("ObjectId") struct ObjectIdTests {
  @Test("new ones differ, and come in order")
  func generation() {
    let ids = (0..<1000).map { _ in ObjectId.generate() }
    #expect(Set(ids).count == 1000)
    // The number may begin again once in 16 million, in which case one pair is out of order.
    #expect(zip(ids, ids.dropFirst()).count(where: { $0 > $1 }) <= 1)
    #expect(abs(ids[0].timestamp.timeIntervalSinceNow) < 5)
    #expect(Set(ids.map { $0.stringValue.dropFirst(8).prefix(10) }).count == 1)
  }

  @Test("without more, it is zeros")
  func zeros() {
    #expect(ObjectId().stringValue == "000000000000000000000000")
    #expect(ObjectId() == ObjectId("000000000000000000000000"))
  }

  @Test("text becomes the bytes that it spells")
  func text() throws {
    let id = try ObjectId(string: "507F1f77bcf86cd799439011")
    #expect(id.stringValue == "507f1f77bcf86cd799439011")
    #expect(id.description == id.stringValue)
    #expect(id.timestamp == Date(timeIntervalSince1970: 1_350_508_407))
    #expect(id == ObjectId("507f1f77bcf86cd799439011"))
  }

  @Test(
    "text that is no ObjectId is refused",
    arguments: [
      "", "507f1f77bcf86cd79943901", "507f1f77bcf86cd7994390111", "507f1f77bcf86cd79943901g",
      "507f1f77bcf86cd79943901 ", "½07f1f77bcf86cd79943901",
    ])
  func refusals(text: String) {
    let error = #expect(throws: Realm.Error.self) { try ObjectId(string: text) }
    #expect(error?.errorCode == .invalidInput)
  }

  @Test("time, machine and process stand in their places")
  func parts() {
    let date = Date(timeIntervalSince1970: 0x1234_5678)
    let id = ObjectId(timestamp: date, machineId: 0xAB_CDEF, processId: 0x9876)
    #expect(id.stringValue.hasPrefix("12345678abcdef9876"))
    #expect(id.timestamp == date)
    #expect(id != ObjectId(timestamp: date, machineId: 0xAB_CDEF, processId: 0x9876))
  }

  @Test(
    "they are ordered as their text is",
    arguments: [
      ("000000000000000000000000", "000000000000000000000001"),
      ("00000000ffffffffffffffff", "000000010000000000000000"),
      ("7fffffffffffffffffffffff", "800000000000000000000000"),
      ("000000007fffffffffffffff", "000000008000000000000000"),
    ])
  func order(smaller: String, greater: String) throws {
    let (a, b) = (try ObjectId(string: smaller), try ObjectId(string: greater))
    #expect(a < b)
    #expect(!(b < a))
  }

  @Test("they are coded as text")
  func coding() throws {
    let id = ObjectId.generate()
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(id)\"]")
    #expect(try JSONDecoder().decode([ObjectId].self, from: data) == [id])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ObjectId].self, from: Data("[\"x\"]".utf8))
    }
  }
}
