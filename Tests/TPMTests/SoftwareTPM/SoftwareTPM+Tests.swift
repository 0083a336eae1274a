// SPDX-License-Identifier: Apache-2.0

import SoftwareTPMs
import Testing

extension SoftwareTPM {
  /// Its own language, without anything of ours.
  func raw(through socket: String? = nil) -> RawTPM { RawTPM(socket ?? self.socket) }
}

extension Trait where Self == ConditionTrait {
  /// Tests that need a software TPM.
  static var softwareTPM: Self {
    .enabled(
      if: SoftwareTPM.canRun, "swtpm or libtss2-dev is missing; Scripts/setup installs both")
  }
}
