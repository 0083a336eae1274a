// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// libFuzzer's main loop, from the compiler's runtime.
@_silgen_name("LLVMFuzzerRunDriver")
private func LLVMFuzzerRunDriver(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ runOne: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What is tried, where a C function without a context finds it.
///
/// Set once, before the only thread begins.
nonisolated(unsafe) private var target: ([UInt8]) -> Void = { _ in }

/// Hands inputs to `body` until the time given on the command line is up, or `body` traps.
///
/// The inputs grow out of the corpus, guided by what they reach. Call it once, as the last
/// statement of a target's `main.swift`.
public func fuzz(_ body: @escaping ([UInt8]) -> Void) -> Never {
  unsafe target = body
  var count = CommandLine.argc
  var arguments = unsafe CommandLine.unsafeArgv
  exit(
    unsafe LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      unsafe target(Array(UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    })
}
