// SPDX-License-Identifier: Apache-2.0

internal import ChildProcesses
internal import Glibc
package import TPM
internal import TestFolders

/// A TPM of a test's own: the program `swtpm` with its state in a temporary folder.
package final class SoftwareTPM {
  private let folder = TemporaryFolder()
  private var shell: ChildProcess?

  /// Where it answers.
  package var socket: String { folder.file("socket") }

  package init() {
    _ = Self.isQuiet
    Folders.make(folder.file("state"))
    start()
  }

  deinit { stop() }

  /// Switches it off and on again; what it holds for good stays.
  package func restart() {
    stop()
    start()
  }

  /// Takes it away.
  package func stop() {
    shell?.wait()
    shell = nil
  }

  /// Opens it, or what stands before it.
  package func open(
    through socket: String? = nil, timeLimit: Duration = .seconds(30)
  ) throws(TPMError) -> TPMDevice {
    try TPMDevice(
      TPMDevice.Configuration(
        address: .software(socket: socket ?? self.socket), timeLimit: timeLimit))
  }

  /// What the keychain is told to use it.
  package var configuration: TPMDevice.Configuration {
    TPMDevice.Configuration(address: .software(socket: socket))
  }

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
  package static let canRun = isInCI || (isInstalled && TPMDevice.isSupported)

  private static let isInCI = unsafe getenv("CI").map { unsafe String(cString: $0) } == "true"

  private static let isInstalled =
    ChildProcess(["sh", "-c", "command -v swtpm >/dev/null"]).wait() == .exit(0)
}
