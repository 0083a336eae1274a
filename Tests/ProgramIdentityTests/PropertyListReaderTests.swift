// SPDX-License-Identifier: Apache-2.0

import KeychainClient
import ProgramIdentity
import Testing

@Suite("The reader of property lists that does without Foundation")
struct PropertyListReaderTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    """
  private static func file(_ content: String) -> String {
    head + "<plist version=\"1.0\">\(content)</plist>\n"
  }
  private static func entry(_ value: String) -> String {
    "<key>application-identifier</key>\(value)<key>keychain-access-groups</key><array>\(value)</array>"
  }

  static let files = [
    file(
      "<dict>\(entry("<string>TEAM.app</string>"))<key>CFBundleIdentifier</key><string>b</string></dict>"
    ),
    file("<dict/>"), file("<dict></dict>"), file("<array/>"), file("<string>x</string>"),
    file("<dict>\(entry("<string>a&amp;b&lt;&gt;&quot;&apos;&#65;&#x42;</string>"))</dict>"),
    file("<dict>\(entry("<string>ü 🗝 </string>"))</dict>"),
    file("<dict>\(entry("<string/>"))</dict>"), file("<dict>\(entry("<string></string>"))</dict>"),
    file("<dict>\(entry("<string><![CDATA[<a>&amp;]]></string>"))</dict>"),
    file("<dict>\(entry("<integer>1</integer>"))</dict>"),
    file("<dict>\(entry("<true/>"))<key>x</key><false/></dict>"),
    file("<dict>\(entry("<real>1.5</real>"))</dict>"),
    file("<dict>\(entry("<data>AAAA</data>"))</dict>"),
    file("<dict>\(entry("<date>2026-01-02T03:04:05Z</date>"))</dict>"),
    file("<dict>\(entry("<array><string>x</string></array>"))</dict>"),
    file("<dict>\(entry("<dict><key>k</key><string>x</string></dict>"))</dict>"),
    file("<dict><!-- why -->\n\t\(entry("<string>x</string><!-- not -->"))\n</dict>"),
    file("<dict ><key >application-identifier</key ><string >x</string ></dict >"),
    file("<dict><key>CFBundleIdentifier</key><string></string></dict>"),
    "<plist><dict>\(entry("<string>x</string>"))</dict></plist>",
    "\u{FEFF}" + file("<dict>\(entry("<string>x</string>"))</dict>"),
    // None of these is one.
    "", "noise", "<plist>", "{\"a\": 1}", "<plist></plist>", head, file(""),
    file("<dict><key>a</key></dict>"), file("<dict><string>a</string></dict>"),
    file("<dict><key>a</key><string>b</dict>"), file("<string>&nonsense;</string>"),
    file("<string>&#xD800;</string>"), file("<text>a</text>"), file("<string>a<b/></string>"),
    "<list><dict/></list>", file("<dict>") + "</dict>",
  ]

  @Test("finds what Foundation finds", arguments: files)
  func same(_ text: String) {
    let bytes = Array(text.utf8)
    let (own, foundation) = (XMLPropertyLists(), FoundationPropertyLists())
    #expect(own.entitlements(bytes) == foundation.entitlements(bytes))
    #expect(own.bundleIdentifier(bytes) == foundation.bundleIdentifier(bytes))
  }

  @Test("takes no file that was cut, and none that is nested without end")
  func cut() {
    let whole = Array(Self.files[0].utf8)
    #expect(XMLPropertyLists().entitlements(whole) != nil)
    for count in 0..<whole.count - 1 {
      #expect(XMLPropertyLists().entitlements(Array(whole[..<count])) == nil)
    }
    let deep = String(repeating: "<array>", count: 100_000)
    #expect(XMLPropertyLists().entitlements(Array(("<plist>" + deep).utf8)) == nil)
    #expect(XMLPropertyLists().entitlements([0xFF, 0xFE]) == nil)
  }
}
