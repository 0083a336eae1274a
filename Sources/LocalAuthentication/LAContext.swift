// SPDX-License-Identifier: Apache-2.0

@_exported public import Foundation
internal import KeychainRequests
internal import Secrets
public import Security
internal import Synchronization

/// Asks the owner of the device to show who they are, and stands for the answer.
///
/// Use one context for one thing that a person wants to do: ask with
/// ``evaluatePolicy(_:localizedReason:reply:)`` or
/// ``evaluateAccessControl(_:operation:localizedReason:reply:)``, hand it to the keychain as
/// `kSecUseAuthenticationContext`, and end it with ``invalidate()``. The keychain asks for what the
/// person has not shown to the context yet, and the context remembers that, too.
///
/// ## On Linux
///
/// There is nobody to ask as long as the keychain has no passphrase:
/// ``LAPolicy/deviceOwnerAuthentication`` answers ``LAError/Code/passcodeNotSet``, biometry
/// ``LAError/Code/biometryNotAvailable``.
///
/// A subclass may be made, as tests of programs do to script the answers. All members may be used
/// from any thread.
// Everything that changes is in `state`; subclasses answer for what they add.
open class LAContext: NSObject, @unchecked Sendable {
  struct State: Sendable {
    var isInvalidated = false
    var interactionNotAllowed = false
    var localizedReason = ""
    var interactionTimeLimit = 60.0
    var localizedCancelTitle: String?
    var localizedFallbackTitle: String?
    var reuseDuration: TimeInterval = 0
    var applicationPassword: SharedSecret?
    /// Whom to tell about the evaluations that go on, by number.
    var evaluations: [Int: @Sendable (Bool, (any Error)?) -> Void] = [:]
    var evaluationCount = 0
  }

  let state = Mutex(State())
  let authenticator: any Authenticator
  /// What the person has shown to this context, or to the keychain on its behalf.
  let session = AuthenticationSession()

  /// Makes a context that nobody has been asked for yet.
  public override init() {
    authenticator = AuthenticatorInUse.current
    super.init()
  }

  /// Whether to fail with ``LAError/Code/notInteractive`` where somebody would have to be asked.
  open var interactionNotAllowed: Bool {
    get { state.withLock { $0.interactionNotAllowed } }
    set { state.withLock { $0.interactionNotAllowed = newValue } }
  }

  /// What the program wants to do, where the keychain asks on its behalf; empty at first.
  open var localizedReason: String {
    get { state.withLock { $0.localizedReason } }
    set { state.withLock { $0.localizedReason = newValue } }
  }

  /// The words on the way out; nil for the usual ones.
  open var localizedCancelTitle: String? {
    get { state.withLock { $0.localizedCancelTitle } }
    set { state.withLock { $0.localizedCancelTitle = newValue } }
  }

  /// The words on the other way; empty for no other way, nil for the usual ones.
  open var localizedFallbackTitle: String? {
    get { state.withLock { $0.localizedFallbackTitle } }
    set { state.withLock { $0.localizedFallbackTitle = newValue } }
  }

  /// For how many seconds an earlier answer of the person counts as one to this context; 0 at
  /// first, and never more than ``LATouchIDAuthenticationMaximumAllowableReuseDuration``.
  ///
  /// It stands for the owner and for biometry, never for the passcode itself.
  ///
  /// ## On Linux
  ///
  /// The answer is one that the person gave to this process; on Apple's systems it is the unlocking
  /// of the device.
  open var touchIDAuthenticationAllowableReuseDuration: TimeInterval {
    get { state.withLock { $0.reuseDuration } }
    set {
      let longest = LATouchIDAuthenticationMaximumAllowableReuseDuration
      state.withLock { $0.reuseDuration = min(max(newValue, 0), longest) }
    }
  }

  /// How many seconds the person has for an answer: 60 at first, at least 1 and at most 3600.
  ///
  /// ## On Linux
  ///
  /// Apple's contexts do not have it: there the system decides. Nobody asks without an end here.
  open var interactionTimeLimit: TimeInterval {
    get { state.withLock { $0.interactionTimeLimit } }
    set { state.withLock { $0.interactionTimeLimit = min(max(newValue, 1), 3600) } }
  }

  /// What the device recognises people by.
  open var biometryType: LABiometryType { LABiometryType(authenticator.biometry) }

  /// A mark that changes when other fingers or faces are enrolled; nil where no device recognises
  /// people.
  open var evaluatedPolicyDomainState: Data? { authenticator.biometryState.map { Data($0) } }

  /// Ends the context: open questions are withdrawn and answer ``LAError/Code/appCancel``, later
  /// ones ``LAError/Code/invalidContext``; so are the keychain's on its behalf.
  ///
  /// Its credential is forgotten.
  open func invalidate() {
    let replies = state.withLock { state in
      state.isInvalidated = true
      state.applicationPassword = nil
      defer { state.evaluations = [:] }
      return state.evaluations.values
    }
    session.end()
    for reply in replies {
      // On a thread of its own, as every reply: the caller may hold a lock that the reply takes.
      DispatchQueue.global().async { reply(false, LAError.make(.appCancel)) }
    }
  }

  // MARK: Asking; here and not in extensions, so that subclasses can override it.

  /// Whether somebody could be asked now.
  ///
  /// - Parameters:
  ///   - policy: By what the person may be recognised.
  ///   - error: Where to put why not: an error of the domain ``LAErrorDomain``, from which
  ///     `LAError(_nsError:)` makes an ``LAError``.
  open func canEvaluatePolicy(_ policy: LAPolicy, error: NSErrorPointer) -> Bool {
    guard let refusal = refusal(policy) else { return true }
    if let error = unsafe error { unsafe error.pointee = refusal._nsError }
    return false
  }

  /// Asks the person, and calls `reply` once, on a thread of its own.
  ///
  /// - Parameters:
  ///   - policy: By what the person may be recognised.
  ///   - localizedReason: What the program wants to do. Not empty: that ends the program, as the
  ///     exception does that Apple's framework raises.
  ///   - reply: Gets true and nil, or false and an ``LAError``.
  open func evaluatePolicy(
    _ policy: LAPolicy, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    begin(policy, localizedReason, reply)
  }

  /// Asks the person.
  ///
  /// - Returns: True.
  /// - Throws: ``LAError``.
  @discardableResult
  open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      // The overload with the reply, so that a subclass need override that alone.
      evaluatePolicy(policy, localizedReason: localizedReason) { isOwner, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: isOwner)
        }
      }
    }
  }

  /// Asks the person for what an access control demands, and calls `reply` once, on a thread of its
  /// own.
  ///
  /// What the context has been shown already is not asked for again, neither here nor by a call of
  /// the keychain that the context comes with.
  ///
  /// - Parameters:
  ///   - accessControl: What `SecAccessControlCreateWithFlags` made, or that of an item.
  ///   - operation: What is to be done with the item.
  ///   - localizedReason: What the program wants to do. Not empty: that ends the program, as the
  ///     exception does that Apple's framework raises.
  ///   - reply: Gets true and nil, or false and an ``LAError``.
  ///
  /// ## On Linux
  ///
  /// A password of the application is not asked for: without one in the context, the answer is
  /// ``LAError/Code/notInteractive``.
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
    reply: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    begin(accessControl.content, operation, localizedReason, reply)
  }

  /// Asks the person for what an access control demands.
  ///
  /// - Parameters:
  ///   - accessControl: What `SecAccessControlCreateWithFlags` made, or that of an item.
  ///   - operation: What is to be done with the item.
  ///   - localizedReason: What the program wants to do.
  /// - Returns: True.
  /// - Throws: ``LAError``.
  @discardableResult
  open func evaluateAccessControl(
    _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
  ) async throws -> Bool {
    try await withCheckedThrowingContinuation { continuation in
      evaluateAccessControl(
        accessControl, operation: operation, localizedReason: localizedReason
      ) { isAllowed, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: isAllowed)
        }
      }
    }
  }

  // MARK: Credentials

  /// Gives the context a credential, or takes it away with nil.
  ///
  /// The bytes are kept in locked memory and wiped.
  ///
  /// - Returns: Whether it is kept: not by a context that has been invalidated, and no PIN of a
  ///   smart card.
  @discardableResult
  open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
    guard type == .applicationPassword else { return false }
    let secret = credential.map { SharedSecret(copying: $0.bytes) }
    return state.withLock { state in
      guard !state.isInvalidated else { return false }
      state.applicationPassword = secret
      return true
    }
  }

  /// Whether the context has a credential of this type.
  open func isCredentialSet(_ type: LACredentialType) -> Bool {
    type == .applicationPassword && state.withLock { $0.applicationPassword != nil }
  }
}
