# SPDX-License-Identifier: Apache-2.0
"""The threat model names the tests that show its claims: they exist."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class ThreatModel(unittest.TestCase):
    def test_every_test_that_is_named_exists(self):
        page = (ROOT / "Documentation/threat-model.md").read_text()
        named = {re.sub(r"\s+", " ", name) for name in re.findall("«(.*?)»", page, re.DOTALL)}
        named.discard("not tested")
        self.assertGreater(len(named), 20)
        sources = " ".join(path.read_text() for path in ROOT.glob("Tests/**/*.swift"))
        tests = set(re.findall(r'@Test\(\s*"(.*?)"', sources))
        for script in ROOT.glob("Tests/CommandLineTests/Scripts/**/*.txt"):
            tests.add(script.read_text().splitlines()[0].removeprefix("# "))
        self.assertEqual(sorted(named - tests), [])


if __name__ == "__main__":
    unittest.main()
