# SPDX-License-Identifier: Apache-2.0
"""How Scripts/format treats comments, which swift-format leaves alone."""

import unittest

import script

format = script.load("format")
WORDS = "word " * 30


def wrapped(*lines):
    return format.wrap_comments(list(lines))


class Wrapping(unittest.TestCase):
    def test_a_long_comment_is_wrapped_and_keeps_its_words(self):
        lines = wrapped("  /// " + WORDS.strip(), "  let a = 1")
        self.assertGreater(len(lines), 2)
        self.assertTrue(all(len(line) <= 100 for line in lines))
        self.assertTrue(all(line.startswith("  /// word") for line in lines[:-1]))
        self.assertEqual(" ".join(lines[:-1]).split().count("word"), 30)

    def test_wrapping_twice_changes_nothing_more(self):
        once = wrapped("/// " + WORDS.strip(), "///", "/// - Throws: " + WORDS.strip())
        self.assertEqual(format.wrap_comments(once), once)

    def test_a_list_item_hangs(self):
        lines = wrapped("/// - Throws: " + WORDS.strip())
        self.assertTrue(lines[1].startswith("///   word"))
        lines = wrapped("/// - Parameters:", "///   - a: " + WORDS.strip(), "///     more of it")
        self.assertEqual(lines[0], "/// - Parameters:")
        self.assertTrue(all(line.startswith("///     ") for line in lines[2:]))

    def test_short_paragraphs_stay_as_they_were_written(self):
        lines = ["/// One.", "/// Two.", "///", "/// - item", "///   rest"]
        self.assertEqual(wrapped(*lines), lines)

    def test_code_tables_and_directives_stay(self):
        for line in ["///     " + WORDS, "/// | " + WORDS + "|", "// swift-format-ignore " + WORDS]:
            self.assertEqual(wrapped(line.rstrip()), [line.rstrip()])
        fenced = ["/// ```", "/// " + WORDS.strip(), "/// ```"]
        self.assertEqual(wrapped(*fenced), fenced)

    def test_text_in_a_multi_line_string_is_no_comment(self):
        lines = ['let a = """', "  // " + WORDS.strip(), '  """']
        self.assertEqual(wrapped(*lines), lines)


class Summaries(unittest.TestCase):
    def split(self, lines, number, sentence):
        format.split_summary(lines, number, sentence)
        return lines

    def test_the_first_sentence_gets_a_line_of_its_own(self):
        lines = self.split(["/// One. Two", "/// goes on.", "struct A {}"], 3, "One.")
        self.assertEqual(lines, ["/// One.", "///", "/// Two goes on.", "struct A {}"])

    def test_code_in_the_sentence_does_not_hide_its_end(self):
        lines = self.split(["  /// Reads `a.b`, slowly. More.", "  let a"], 2, "Reads , slowly.")
        self.assertEqual(lines[:2], ["  /// Reads `a.b`, slowly.", "  ///"])

    def test_what_follows_in_a_paragraph_of_its_own_is_left_alone(self):
        before = ["/// One. Two.", "///", "/// - Throws: never.", "func a() {}"]
        lines = self.split(list(before), 4, "One.")
        self.assertEqual(lines[2:], ["/// Two."] + before[1:])


if __name__ == "__main__":
    unittest.main()
