// SPDX-License-Identifier: Apache-2.0

package import KeychainRequests

/// An object that ``kSecUseAuthenticationContext`` takes.
///
/// `LAContext` is one. Its module stands on this one, so only the protocol is known here: a program
/// that never imports LocalAuthentication does not get it.
package protocol AuthenticationContextObject: AnyObject {
  /// What it says at this moment.
  var authenticationContext: AuthenticationContext { get }
}
