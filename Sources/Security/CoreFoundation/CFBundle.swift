// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The key of a bundle's identifier in its property list.
@safe nonisolated(unsafe) public let kCFBundleIdentifierKey: CFString! = "CFBundleIdentifier"
