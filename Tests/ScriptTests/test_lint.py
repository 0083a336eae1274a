# SPDX-License-Identifier: Apache-2.0
"""A check that cannot fail is none: every rule of Scripts/lint is broken here once."""

import unittest

import script

lint = script.load("lint")
HEAD = "// SPDX-License-Identifier: Apache-2.0"


def found(path, *lines):
    return list(lint.findings(path, [HEAD, "", *lines]))


class Licence(unittest.TestCase):
    def test_a_source_file_without_its_licence_is_found(self):
        for path in ["Sources/A/A.swift", "Sources/CLinux/a.c", "Tests/a.py"]:
            self.assertEqual(len(list(lint.findings(path, ["import A"]))), 1, path)

    def test_a_script_is_known_by_its_first_line(self):
        self.assertEqual(len(list(lint.findings("Scripts/a", ["#!/bin/bash", "true"]))), 1)
        self.assertEqual(list(lint.findings("Scripts/a", ["#!/bin/bash", "# " + lint.LICENCE])), [])

    def test_the_third_line_is_too_late(self):
        self.assertEqual(len(list(lint.findings("a.swift", ["", "", HEAD]))), 1)

    def test_documents_need_none(self):
        self.assertEqual(list(lint.findings("README.md", ["# Title"])), [])


class Imports(unittest.TestCase):
    def test_a_c_library_outside_its_rooms_is_found(self):
        for module in ["CSodium", "COpenSSL", "CSQLite", "CLinux", "CTPM"]:
            self.assertEqual(len(found("Sources/Security/A.swift", f"import {module}")), 1, module)

    def test_a_c_library_inside_its_rooms_is_allowed(self):
        self.assertEqual(found("Sources/Secrets/A.swift", "internal import CSodium"), [])
        self.assertEqual(found("Sources/EncryptedSQLite/VFS/A.swift", "import CSQLite"), [])

    def test_every_spelling_of_an_import_is_seen(self):
        for spelling in [
            "internal import CSodium", "@preconcurrency import CSodium", "  import CSodium",
            "@_spi(Tests) public import CSodium", "import func CSodium.sodium_init",
            "import CSodium // for one call",
        ]:
            self.assertEqual(len(found("Sources/SQLite/A.swift", spelling)), 1, spelling)

    def test_words_that_only_look_like_an_import_are_not(self):
        for line in ["// import CSodium", "let name = \"import CSodium\"", "import CSodiumNot"]:
            self.assertEqual(found("Sources/SQLite/A.swift", line), [], line)

    def test_foundation_is_found_where_nothing_of_apple_needs_it(self):
        for room in ["Secrets", "KeychainEngine", "KeychainClient", "SecurityTool"]:
            self.assertEqual(len(found(f"Sources/{room}/A.swift", "import Foundation")), 1, room)
        self.assertEqual(found("Sources/Security/A.swift", "import Foundation"), [])

    def test_the_command_and_its_rooms_take_no_part_of_foundation(self):
        line = "import FoundationEssentials"
        for room in ["KeychainRequests", "KeychainClient", "TPM", "SecurityTool"]:
            self.assertEqual(len(found(f"Sources/{room}/A.swift", line)), 1, room)
        self.assertEqual(found("Sources/ProgramIdentity/A.swift", line), [])

    def test_what_drags_icu_in_is_found(self):
        for line in ["let f = DateFormatter()", 'String(format: "%d", 1)']:
            self.assertEqual(len(found("Sources/Security/A.swift", line)), 1, line)
        self.assertEqual(found("Sources/Security/A.swift", "// no DateFormatter here"), [])

    def test_tests_may_import_what_they_look_into(self):
        self.assertEqual(found("Tests/ATests/A.swift", "import CSQLite", "import Foundation"), [])


class Length(unittest.TestCase):
    def test_more_than_400_lines_are_long(self):
        self.assertTrue(lint.is_long("a.swift", [""] * 401))
        self.assertFalse(lint.is_long("a.swift", [""] * 400))
        self.assertFalse(lint.is_long("a.md", [""] * 401))


class Repository(unittest.TestCase):
    def test_all_files_are_looked_at(self):
        files = lint.files()
        self.assertIn("Package.swift", files)
        self.assertIn("Scripts/lint", files)
        self.assertFalse([path for path in files if path.startswith(".build")])


if __name__ == "__main__":
    unittest.main()
