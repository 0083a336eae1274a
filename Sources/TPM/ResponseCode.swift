// SPDX-License-Identifier: Apache-2.0

/// What a TPM answers when it does not do what it was asked (TPM 2.0 Library, part 2, 6.6), or what
/// tpm2-tss says itself.
struct ResponseCode: Equatable {
  private let number: UInt32

  init(_ number: UInt32) { self.number = number }

  /// Who says so: the TPM (0), the kernel's resource manager in its place (11 and 12), or a part of
  /// tpm2-tss.
  private var layer: UInt32 { number >> 16 & 0xFF }

  /// The kinds that have words of their own.
  enum Kind {
    case notStarted, failureMode, hierarchyOff, wrongPassword
    case malformedObject, unknownHandle
    case noSpace, alreadyDefined
    case full, busy, lockedOut
    case unauthenticatedAnswer, libraryFailure, other
  }

  /// What it means, without the number of the parameter, handle or session that it is about.
  var kind: Kind {
    switch layer {
    case 0, 11, 12:
      number & 0x80 != 0 ? Self.numberedKind(number & 0xBF) : Self.plainKind(number & 0xFFF)
    // What takes answers apart (SYS, MU) fails where they are none.
    case 8, 9: .unauthenticatedAnswer
    // TSS2_BASE_RC_RSP_AUTH_FAILED, TSS2_BASE_RC_MALFORMED_RESPONSE.
    default: [27, 18].contains(number & 0xFFFF) ? .unauthenticatedAnswer : .libraryFailure
    }
  }

  /// Those that name a parameter, a handle or a session.
  private static func numberedKind(_ code: UInt32) -> Kind {
    switch code {
    case 0x85: .hierarchyOff  // HIERARCHY
    case 0x8B: .unknownHandle  // HANDLE
    case 0x8E, 0xA2: .wrongPassword  // AUTH_FAIL, BAD_AUTH
    // VALUE, TYPE, SIZE, TAG, INSUFFICIENT, KEY, INTEGRITY, BINDING
    case 0x84, 0x8A, 0x95, 0x97, 0x9A, 0x9C, 0x9F, 0xA5: .malformedObject
    default: .other
    }
  }

  private static func plainKind(_ code: UInt32) -> Kind {
    switch code {
    case 0x100, 0x130: .notStarted  // INITIALIZE, REBOOT
    case 0x101: .failureMode  // FAILURE
    case 0x120: .hierarchyOff  // DISABLED
    case 0x12F: .wrongPassword  // AUTH_UNAVAILABLE
    case 0x14B: .noSpace  // NV_SPACE
    case 0x14C: .alreadyDefined  // NV_DEFINED
    case 0x155: .malformedObject  // SENSITIVE
    // OBJECT_MEMORY, SESSION_MEMORY, MEMORY, SESSION_HANDLES, OBJECT_HANDLES
    case 0x902...0x906: .full
    // YIELDED, CANCELED, TESTING, NV_RATE, RETRY, NV_UNAVAILABLE
    case 0x908, 0x909, 0x90A, 0x920, 0x922, 0x923: .busy
    case 0x921: .lockedOut  // LOCKOUT
    default: .other
    }
  }
}
