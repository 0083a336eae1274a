// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import KeychainClient
internal import KeychainRequests

/// Who the keychain takes a program for.
struct ProgramView {
  let executable: String
  let identifier: String
  let groups: [String]
  let evidence: Caller.Evidence
  /// Where that is written; nil for the executable's name.
  let source: String?
  /// What to do about it, if anything.
  let problem: String?

  /// Looks at what lies around the program at `path`.
  ///
  /// - Throws: ``Failure`` when there is no such file.
  init(_ path: String, _ environment: Environment) throws(Failure) {
    // A program knows itself by the path behind all links.
    guard let resolved = unsafe realpath(path, nil) else {
      throw Failure(
        ExitCode.noInput, "doctor: there is no program at \(path); give the path of its executable",
        name: "notFound")
    }
    executable = unsafe String(cString: resolved)
    unsafe free(resolved)
    var status = stat()
    // One with more rights than its caller does not listen to the environment.
    let isSecure =
      unsafe stat(executable, &status) == 0 && status.st_mode & (S_ISUID | S_ISGID) != 0
    let surroundings = ProgramSurroundings(
      isSecure ? Environment([:]) : environment, executable: executable)
    let reader = XMLPropertyLists()
    let caller = surroundings.identity(reading: reader)
    identifier = caller.applicationIdentifier
    groups = if case .listed(let groups) = caller.accessGroups { groups } else { [] }
    evidence = caller.evidence
    source =
      switch caller.evidence {
      case .environmentVariable:
        "STRONGROOM_APPLICATION_IDENTIFIER and STRONGROOM_ACCESS_GROUPS, as they are set here"
      case .entitlementsFile: surroundings.entitlementsFile
      case .informationPropertyList: surroundings.informationFile
      case .executableName, .userCommand, .explicit: nil
      }
    problem = Self.problem(caller.evidence, groups, surroundings)
  }

  private static func problem(
    _ evidence: Caller.Evidence, _ groups: [String], _ surroundings: ProgramSurroundings
  ) -> String? {
    switch evidence {
    case .executableName:
      "nothing but its file name says who \(surroundings.executable) is, and under another name it does not find its items: put \(surroundings.entitlementsFile) beside it, or \(surroundings.informationFile)"
    case _ where !groups.isEmpty: nil
    case .entitlementsFile:
      "every call of \(surroundings.executable) fails with -34018, for \(surroundings.entitlementsFile) lists no group, or is no property list in XML: list one under keychain-access-groups"
    default:
      "every call of \(surroundings.executable) fails with -34018, for STRONGROOM_ACCESS_GROUPS lists no group: name one in it, or unset it"
    }
  }
}
