// SPDX-License-Identifier: Apache-2.0

import Glibc
import PseudoTerminals
import SoftwareTPMs
import TestFolders
import Testing

@Suite("The commands security and strongroom")
struct ScriptTests {
  private static let folder =
    String(#filePath.prefix(#filePath.count - "ScriptTests.swift".count)) + "Scripts/"

  /// The scripts of the folder, by name.
  private static let scripts = scripts(in: folder) + scripts(in: folder + "strongroom/")

  private static func scripts(in path: String) -> [Script] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var scripts: [Script] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasSuffix(".txt"), let bytes = FileBytes.read(path + name) else { continue }
      do {
        scripts.append(try Script(name: name, text: String(decoding: bytes, as: UTF8.self)))
      } catch {
        fatalError("\(error)")
      }
    }
    return scripts.sorted { $0.name < $1.name }
  }

  /// The folder of this program, where the build puts the command too.
  private static let products: String = {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe readlink("/proc/self/exe", $0.baseAddress!, $0.count)
    }
    let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
  }()

  @Test("has its scripts and has been built")
  func isComplete() {
    #expect(Self.scripts.count >= 25)
    for command in ["security", "strongroom"] {
      let path = Self.products + "/" + command
      #expect(unsafe access(path, X_OK) == 0, "\(path) is missing")
    }
  }

  @Test("does as written", arguments: scripts)
  func run(_ script: Script) throws { try Self.run(script, [:]) }

  @Test(
    "does as written with a TPM",
    .enabled(if: SoftwareTPM.canRun, "swtpm or libtss2-dev is missing"),
    arguments: scripts(in: folder + "tpm/"))
  func runWithTPM(_ script: Script) throws {
    let tpm = SoftwareTPM()
    try Self.run(
      script, ["STRONGROOM_TPM": "swtpm:path=\(tpm.socket)", "TSS2_LOG": "all+none"])
    tpm.stop()
  }

  private static func run(_ script: Script, _ more: [String: String]) throws {
    let folder = TemporaryFolder()
    defer { _ = try? ShellCommand("rm -rf '\(folder.path)'/*", folder: "/", environment: [:]) }
    let environment = more.merging([
      "PATH": Self.products + ":/usr/bin:/bin", "HOME": folder.path,
      "STRONGROOM_HOME": folder.file("keychain"), "SCRIPTS": Self.folder,
      // The second reader of the keychain's files, for scripts that spoil what is in them.
      "DECODER": Self.folder + "../../KeychainEngineTests/Decoder",
      // With a terminal, the runtime of Swift would make a backtrace out of SIGQUIT.
      "SWIFT_BACKTRACE": "enable=no",
    ]) { own, _ in own }
    for step in script.steps {
      let terminal = step.dialog.isEmpty ? nil : try PseudoTerminal()
      let run = try ShellCommand(
        step.command, folder: folder.path, environment: environment, dialog: step.dialog,
        terminal: terminal)
      let place = "\(script.name):\(step.line): \(step.command)"
      let output = String(decoding: run.output, as: UTF8.self)
      let errors = String(decoding: run.errors, as: UTF8.self)
      #expect(Pattern(step.output, folder: folder.path).matches(output), "\(place)\n\(output)")
      #expect(Pattern(step.errors, folder: folder.path).matches(errors), "\(place)\n\(errors)")
      #expect(run.exitCode == step.exitCode, "\(place)\n\(errors)")
      guard let terminal else { continue }
      let transcript = String(decoding: run.transcript, as: UTF8.self)
      #expect(run.dialogIsDone, "\(place)\n\(transcript)")
      #expect(terminal.echoes, "\(place) left the terminal hiding what is typed")
      for case .typeHidden(let text) in step.dialog where !text.isEmpty {
        #expect(!transcript.contains(text), "\(place) showed what must be hidden")
      }
    }
  }
}
