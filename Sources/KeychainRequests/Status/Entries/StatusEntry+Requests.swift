// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of requests to services and of their answers.
  static let requests: [StatusEntry] = [
    StatusEntry(
      -67838, "errSecInvalidRequestInputs",
      "The inputs of the request are not valid."),
    StatusEntry(
      -67839, "errSecInvalidResponseVector",
      "The list of answers is not valid."),
    StatusEntry(
      -67846, "errSecRequestLost",
      "The request was lost on the way. Send it again."),
    StatusEntry(
      -67847, "errSecRequestRejected",
      "The request was rejected."),
    StatusEntry(
      -67856, "errSecRequestDescriptor",
      "The description of the request is not valid."),
    StatusEntry(
      -67849, "errSecUnsupportedService",
      "The service that was asked for is not supported."),
    StatusEntry(
      -67717, "errSecInvalidServiceMask",
      "The set of services that was asked for is not valid."),
    StatusEntry(
      -67719, "errSecInvalidSubServiceID",
      "There is no part of the service with that identifier."),
    StatusEntry(
      -67682, "errSecInvalidPassthroughID",
      "There is no special function with that identifier."),
    StatusEntry(
      -67715, "errSecLibraryReferenceNotFound",
      "The library has not been attached."),
    StatusEntry(
      -67657, "errSecMobileMeRequestQueued",
      "The online service has put the request in its queue."),
    StatusEntry(
      -67658, "errSecMobileMeRequestRedirected",
      "The online service sent the request to another address."),
    StatusEntry(
      -67659, "errSecMobileMeServerError",
      "The online service answered with an error."),
    StatusEntry(
      -67660, "errSecMobileMeServerNotAvailable",
      "The online service cannot be reached."),
    StatusEntry(
      -67661, "errSecMobileMeServerAlreadyExists",
      "The online service has an item of that name already."),
    StatusEntry(
      -67662, "errSecMobileMeServerServiceErr",
      "A part of the online service failed."),
    StatusEntry(
      -67663, "errSecMobileMeRequestAlreadyPending",
      "The online service is already working on such a request."),
    StatusEntry(
      -67664, "errSecMobileMeNoRequestPending",
      "The online service is working on no such request."),
    StatusEntry(
      -67665, "errSecMobileMeCSRVerifyFailure",
      "The online service could not verify the request for a certificate."),
    StatusEntry(
      -67666, "errSecMobileMeFailedConsistencyCheck",
      "The online service found the request to contradict itself."),
  ]
}
