// SPDX-License-Identifier: Apache-2.0

/// The result code of a call: ``errSecSuccess``, or a number that says what went wrong.
public typealias OSStatus = Int32
