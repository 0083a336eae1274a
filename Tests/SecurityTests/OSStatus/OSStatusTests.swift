// SPDX-License-Identifier: Apache-2.0

import KeychainRequests
import Security
import Testing

@Suite("OSStatus")
struct OSStatusTests {
  @Test("the module declares every code that the keychain knows, with its number")
  func codes() {
    for (name, code) in codeList { #expect(Status(name: name)?.rawValue == code, "\(name)") }
    #expect(Set(codeList.map(\.name)) == Set(Status.allKnown.compactMap(\.name)))
  }

  @Test("every code has a sentence")
  func messages() {
    for (name, code) in codeList {
      let message = SecCopyErrorMessageString(code, nil) as String?
      #expect(
        message == Status(name: name)?.message && message?.hasPrefix("OSStatus") == false, "\(name)"
      )
    }
  }

  @Test("a number that is no code is told as such, and never as nil")
  func unknown() {
    #expect(SecCopyErrorMessageString(-1, nil) as String? == "OSStatus -1")
    #expect(SecCopyErrorMessageString(.max, nil) as String? == "OSStatus 2147483647")
  }

  @Test("codes can be switched over and compared with noErr")
  func patterns() {
    func tell(_ status: OSStatus) -> String {
      switch status {
      case errSecSuccess: "found"
      case errSecItemNotFound: "not found"
      default: "failed"
      }
    }
    #expect(tell(noErr) == "found" && tell(-25300) == "not found" && tell(errSecParam) == "failed")
  }

  @Test("an NSError of the domain of these codes can be made and compared")
  func errors() {
    let error = NSError(domain: NSOSStatusErrorDomain, code: Int(errSecAuthFailed))
    #expect(CFErrorGetCode(error) == -25293)
    #expect(CFErrorGetDomain(error) as String == NSOSStatusErrorDomain)
  }
}
