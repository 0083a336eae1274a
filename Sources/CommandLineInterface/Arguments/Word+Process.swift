// SPDX-License-Identifier: Apache-2.0

internal import Glibc

extension Word {
  /// Takes over the words that this process was started with, without its name.
  ///
  /// The process's own list is blanked behind the first of them, since some may be secrets and
  /// everybody can read it in /proc. What was there between the start and this call may have been
  /// seen.
  package static func takeFromProcess() -> [Word] {
    let list = unsafe CommandLine.unsafeArgv
    var words: [Word] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let start = unsafe list[index] else { break }
      let bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: strlen(start))
      words.append(Word(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(bytes))))
      if index > 1 { unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0) }
    }
    return words
  }
}
