// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Glibc
import TPM
import TestFolders
import Testing

/// A TPM of a test's own: the program `swtpm` with its state in a temporary folder.
final class SoftwareTPM {
  private let folder = TemporaryFolder()
  private var shell: ChildProcess?

  /// Where it answers.
  var socket: String { folder.file("socket") }

  init() {
    Self.isQuiet
    Folders.make(folder.file("state"))
    start()
  }

  deinit { stop() }

  /// Switches it off and on again; what it holds for good stays.
  func restart() {
    stop()
    start()
  }

  /// Takes it away.
  func stop() {
    shell?.wait()
    shell = nil
  }

  /// Opens it, or what stands before it.
  func open(
    through socket: String? = nil, timeLimit: Duration = .seconds(30)
  ) throws(TPMError) -> TPMDevice {
    try TPMDevice(
      TPMDevice.Configuration(
        address: .software(socket: socket ?? self.socket), timeLimit: timeLimit))
  }

  /// Its own language, without anything of ours.
  func raw(through socket: String? = nil) -> RawTPM { RawTPM(socket ?? self.socket) }

  /// Starts the TPM under a shell that ends it when its own input ends, as it does when the test
  /// process dies in whatever way.
  ///
  /// The first byte of its number in the fifo says that the socket is there.
  private func start() {
    let script = """
      cd "$0" && rm -f socket started && mkfifo started && exec 3<>started || exit 1
      command -v swtpm >/dev/null || exit 1
      swtpm socket --tpm2 --tpmstate "dir=$0/state" --server "type=unixio,path=$0/socket" \
        --flags not-need-init,startup-clear --pid "file=$0/started" --log "file=$0/log" \
        </dev/null >/dev/null 2>&1 3>&- &
      head -c 1 <&3 >/dev/null && echo started
      read -r _
      kill $!
      wait
      """
    let shell = ChildProcess(["sh", "-c", script, folder.path])
    precondition(
      shell.line() == "started",
      "swtpm does not run; Scripts/setup installs it, and this is its log: "
        + String(decoding: FileBytes.read(folder.file("log")) ?? [], as: UTF8.self))
    self.shell = shell
  }

  /// Without it, tpm2-tss comments every error that a test provokes on standard error.
  private static let isQuiet: Void = { _ = unsafe setenv("TSS2_LOG", "all+none", 1) }()

  /// Whether the tests can run.
  ///
  /// Continuous integration must not pass without them, so there they run and fail.
  static let canRun = isInCI || (isInstalled && TPMDevice.isSupported)

  private static let isInCI = unsafe getenv("CI").map { unsafe String(cString: $0) } == "true"

  private static let isInstalled =
    ChildProcess(["sh", "-c", "command -v swtpm >/dev/null"]).wait() == .exit(0)
}

extension Trait where Self == ConditionTrait {
  /// Tests that need a software TPM.
  static var softwareTPM: Self {
    .enabled(
      if: SoftwareTPM.canRun, "swtpm or libtss2-dev is missing; Scripts/setup installs both")
  }
}
