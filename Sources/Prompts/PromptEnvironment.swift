// SPDX-License-Identifier: Apache-2.0

internal import CLinux
internal import Glibc

/// What the environment says about asking people.
///
/// In a program that runs with more rights than its caller (`AT_SECURE`), the environment belongs
/// to somebody else: no variable is read, and no program started.
package struct PromptEnvironment: Sendable {
  static let askpass = "STRONGROOM_ASKPASS"
  static let pinentry = "STRONGROOM_PINENTRY"

  /// What a program that asks does not inherit.
  ///
  /// If it needs the keychain itself, it must not be started again by it; and which terminal it may
  /// use is told by us.
  private static let withheld = [askpass, pinentry, "GPG_TTY"]

  private let variables: [String: String]?
  /// Whether the program runs with more rights than its caller.
  package let isSecureExecution: Bool

  /// The process's own.
  package static let process = PromptEnvironment(
    nil, isSecureExecution: strongroom_is_secure_execution())

  /// A made-up one, for tests.
  package init(_ variables: [String: String], isSecureExecution: Bool = false) {
    self.init(Optional(variables), isSecureExecution: isSecureExecution)
  }

  private init(_ variables: [String: String]?, isSecureExecution: Bool) {
    self.variables = variables
    self.isSecureExecution = isSecureExecution
  }

  /// The value of `name`; nil when it is not set, empty, or somebody else's.
  subscript(name: String) -> String? {
    if isSecureExecution { return nil }
    let value =
      if let variables {
        variables[name]
      } else {
        unsafe getenv(name).map { unsafe String(cString: $0) }
      }
    return value?.isEmpty == false ? value : nil
  }

  /// Whether somebody has chosen a program that asks.
  package var namesProgram: Bool {
    self[Self.askpass] != nil || self[Self.pinentry].map { $0 != PinentryProgram.none } == true
  }

  var hasDisplay: Bool { self["DISPLAY"] != nil || self["WAYLAND_DISPLAY"] != nil }

  /// Lends the variables for a program that asks, as C takes them.
  func withInherited<R>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
    if let variables {
      let kept = variables.filter { !Self.withheld.contains($0.key) }
      return unsafe CStrings.with(kept.map { "\($0.key)=\($0.value)" }, body)
    }
    // Not copied: somebody may have put a secret there.
    var kept: [UnsafeMutablePointer<CChar>?] = unsafe []
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      let isWithheld = Self.withheld.contains { name in
        unsafe strncmp(variable, name + "=", name.utf8.count + 1) == 0
      }
      if !isWithheld { unsafe kept.append(variable) }
      unsafe next += 1
    }
    unsafe kept.append(nil)
    return unsafe kept.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else {
        preconditionFailure("a list with an end is empty")
      }
      return unsafe body(start)
    }
  }
}
