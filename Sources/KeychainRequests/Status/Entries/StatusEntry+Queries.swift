// SPDX-License-Identifier: Apache-2.0

extension StatusEntry {
  /// Codes of database queries, their fields and indexes.
  static let queries: [StatusEntry] = [
    StatusEntry(
      -67693, "errSecInvalidQuery",
      "The database query is not valid."),
    StatusEntry(
      -67874, "errSecUnsupportedOperator",
      "The query compares in a way that is not supported."),
    StatusEntry(
      -67873, "errSecUnsupportedNumSelectionPreds",
      "The query has more conditions than are supported."),
    StatusEntry(
      -67872, "errSecUnsupportedQueryLimits",
      "The limits set for the query are not supported."),
    StatusEntry(
      -67863, "errSecUnsupportedNumAttributes",
      "The record has more attributes than are supported."),
    StatusEntry(
      -67864, "errSecUnsupportedNumIndexes",
      "The database has more indexes than are supported."),
    StatusEntry(
      -67865, "errSecUnsupportedNumRecordTypes",
      "The database has more types of records than are supported."),
    StatusEntry(
      -67877, "errSecInvalidIndexInfo",
      "The description of an index is not valid."),
    StatusEntry(
      -67861, "errSecUnsupportedIndexInfo",
      "The description of an index is not supported."),
    StatusEntry(
      -67685, "errSecInvalidNumberOfFields",
      "The number of fields is wrong."),
    StatusEntry(
      -67859, "errSecNoFieldValues",
      "The record has no values in its fields."),
    StatusEntry(
      -67866, "errSecFieldSpecifiedMultiple",
      "The same field was named more than once."),
    StatusEntry(
      -67860, "errSecUnsupportedFieldFormat",
      "The format of a field is not supported."),
    StatusEntry(
      -67867, "errSecIncompatibleFieldFormat",
      "The format of a field does not fit the values in it."),
    StatusEntry(
      -67868, "errSecInvalidParsingModule",
      "The component that reads records is not valid."),
    StatusEntry(
      -67871, "errSecMissingValue",
      "A value was expected and is not there."),
    StatusEntry(
      -67692, "errSecTagNotFound",
      "A field was looked for by its tag and is not there."),
    StatusEntry(
      -67687, "errSecUnknownTag",
      "A field carries a tag that is not known."),
  ]
}
