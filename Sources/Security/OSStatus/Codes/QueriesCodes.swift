// SPDX-License-Identifier: Apache-2.0

// MARK: Codes of database queries, their fields and indexes.

/// The database query is not valid.
public let errSecInvalidQuery: OSStatus = -67693

/// The query compares in a way that is not supported.
public let errSecUnsupportedOperator: OSStatus = -67874

/// The query has more conditions than are supported.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873

/// The limits set for the query are not supported.
public let errSecUnsupportedQueryLimits: OSStatus = -67872

/// The record has more attributes than are supported.
public let errSecUnsupportedNumAttributes: OSStatus = -67863

/// The database has more indexes than are supported.
public let errSecUnsupportedNumIndexes: OSStatus = -67864

/// The database has more types of records than are supported.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865

/// The description of an index is not valid.
public let errSecInvalidIndexInfo: OSStatus = -67877

/// The description of an index is not supported.
public let errSecUnsupportedIndexInfo: OSStatus = -67861

/// The number of fields is wrong.
public let errSecInvalidNumberOfFields: OSStatus = -67685

/// The record has no values in its fields.
public let errSecNoFieldValues: OSStatus = -67859

/// The same field was named more than once.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866

/// The format of a field is not supported.
public let errSecUnsupportedFieldFormat: OSStatus = -67860

/// The format of a field does not fit the values in it.
public let errSecIncompatibleFieldFormat: OSStatus = -67867

/// The component that reads records is not valid.
public let errSecInvalidParsingModule: OSStatus = -67868

/// A value was expected and is not there.
public let errSecMissingValue: OSStatus = -67871

/// A field was looked for by its tag and is not there.
public let errSecTagNotFound: OSStatus = -67692

/// A field carries a tag that is not known.
public let errSecUnknownTag: OSStatus = -67687
