// SPDX-License-Identifier: Apache-2.0

import CommandLineInterface
import Testing

@Suite("A value on a command line")
struct ValueTests {
  @Test(
    "is a number in any radix of C",
    arguments: [
      ("-25300", -25300), ("+7", 7), ("0", 0), ("0x9D2C", 40236), ("0XFFFF9D2C", -25300),
      ("017", 15),
      ("4294941996", -25300), ("-2147483648", .min), ("4294967295", -1), ("-0x10", -16), ("00", 0),
    ] as [(String, Int32)])
  func number(_ text: String, _ number: Int32) {
    #expect(CInteger.parse(text) == number)
  }

  @Test(
    "is no number when anything else is in it",
    arguments: [
      "", "-", "0x", "08", "1.5", "12a", "--1", "+-1", "0x-1", " 1", "4294967296", "-2147483649",
      "one",
    ])
  func noNumber(_ text: String) {
    #expect(CInteger.parse(text) == nil)
  }

  @Test(
    "prints as eight hexadecimal digits",
    arguments: [(-25300, "0xFFFF9D2C"), (0, "0x00000000"), (18, "0x00000012")] as [(Int32, String)])
  func hexadecimal(_ number: Int32, _ text: String) {
    #expect(CInteger.hexadecimal(number) == text)
  }

  @Test(
    "is hexadecimal data in either case",
    arguments: [("", []), ("00ff", [0, 255]), ("DeadBeef", [0xDE, 0xAD, 0xBE, 0xEF])]
      as [(String, [UInt8])])
  func data(_ digits: String, _ bytes: [UInt8]) throws {
    #expect(Word(try HexCoding.decode(Word(digits))).bytes == bytes)
  }

  @Test(
    "is no hexadecimal data when a digit is missing or none, and the message hides them",
    arguments: ["abc", "zz11", "0x11", "11 2"])
  func noData(_ digits: String) {
    let error = #expect(throws: CommandLineError.self) { try HexCoding.decode(Word(digits)) }
    #expect(error?.code == .invalidValue)
    #expect(error?.reason.contains(digits) == false)
  }

  @Test("is a code of four characters, the first of which weighs most")
  func code() throws {
    #expect(try FourCharacterCode.number("ftp ") == 0x6674_7020)
    #expect(FourCharacterCode.bytes(0x6674_7020) == Array("ftp ".utf8))
  }

  @Test(
    "is no code with any other length, and three characters are told to take a space",
    arguments: [("ftp", true), ("", false), ("https", false), ("äöü", false)])
  func noCode(_ text: String, _ getsAdvice: Bool) {
    let error = #expect(throws: CommandLineError.self) { try FourCharacterCode.number(Word(text)) }
    #expect(error?.reason.contains("try \"\(text) \"") == getsAdvice)
    #expect(error?.isAboutUsage == false)
  }

  @Test(
    "is a time of the Gregorian calendar",
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-0.5, "2000-12-31T23:59:59Z"),
      (-978_307_200, "1970-01-01T00:00:00Z"),
      (94_694_400, "2004-01-02T00:00:00Z"), (362_880_000, "2012-07-02T00:00:00Z"),
      (-31_536_000, "2000-01-02T00:00:00Z"), (252_423_993_599, "9999-12-31T23:59:59Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"),
    ])
  func time(_ seconds: Double, _ text: String) {
    #expect(UTCTime(secondsSince2001: seconds)?.iso8601 == text)
  }

  @Test(
    "is no time beyond four digits of years",
    arguments: [252_423_993_600, -63_145_526_401, 1e300, -1e300, .infinity, .nan])
  func noTime(_ seconds: Double) {
    #expect(UTCTime(secondsSince2001: seconds) == nil)
  }
}
