// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A terminal that a test sits at.
package final class PseudoTerminal {
  /// The person's side.
  package let person: CInt
  /// The path of the program's side.
  package let path: String

  package init() throws {
    person = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard person >= 0 else { throw SystemError("open /dev/ptmx") }
    // The names of these requests are hidden: TIOCSPTLCK and TIOCGPTN.
    var lock: CInt = 0
    var number: CInt = 0
    guard unsafe ioctl(person, 0x4004_5431, &lock) == 0,
      unsafe ioctl(person, 0x8004_5430, &number) == 0
    else {
      throw SystemError("ioctl /dev/ptmx")
    }
    path = "/dev/pts/\(number)"
  }

  deinit { close(person) }

  /// Whether what is typed can be seen.
  package var echoes: Bool {
    var attributes = termios()
    return unsafe tcgetattr(person, &attributes) == 0 && attributes.c_lflag & tcflag_t(ECHO) != 0
  }

  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe write(person, bytes, bytes.count)
  }
}

/// What the system refused to a test.
package struct SystemError: Error {
  package let act: String
  package let code = errno

  package init(_ act: String) { self.act = act }
}
