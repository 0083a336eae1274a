// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of requests to services and of their answers.

/// The inputs of the request are not valid.
public let errSecInvalidRequestInputs: OSStatus = -67838

/// The list of answers is not valid.
public let errSecInvalidResponseVector: OSStatus = -67839

/// The request was lost on the way.
public let errSecRequestLost: OSStatus = -67846

/// The request was rejected.
public let errSecRequestRejected: OSStatus = -67847

/// The description of the request is not valid.
public let errSecRequestDescriptor: OSStatus = -67856

/// The service that was asked for is not supported.
public let errSecUnsupportedService: OSStatus = -67849

/// The set of services that was asked for is not valid.
public let errSecInvalidServiceMask: OSStatus = -67717

/// There is no part of the service with that identifier.
public let errSecInvalidSubServiceID: OSStatus = -67719

/// There is no special function with that identifier.
public let errSecInvalidPassthroughID: OSStatus = -67682

/// The library has not been attached.
public let errSecLibraryReferenceNotFound: OSStatus = -67715

/// The online service has put the request in its queue.
public let errSecMobileMeRequestQueued: OSStatus = -67657

/// The online service sent the request to another address.
public let errSecMobileMeRequestRedirected: OSStatus = -67658

/// The online service answered with an error.
public let errSecMobileMeServerError: OSStatus = -67659

/// The online service cannot be reached.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660

/// The online service has an item of that name already.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661

/// A part of the online service failed.
public let errSecMobileMeServerServiceErr: OSStatus = -67662

/// The online service is already working on such a request.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663

/// The online service is working on no such request.
public let errSecMobileMeNoRequestPending: OSStatus = -67664

/// The online service could not verify the request for a certificate.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665

/// The online service found the request to contradict itself.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666
