// SPDX-License-Identifier: Apache-2.0

/// The integer of Objective-C's interfaces.
public typealias NSInteger = Int

/// The unsigned integer of Objective-C's interfaces.
public typealias NSUInteger = UInt
