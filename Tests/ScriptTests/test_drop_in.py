# SPDX-License-Identifier: Apache-2.0
"""`strongroom swift` on the package of Examples that never imports Security."""

import os
import shutil
import subprocess
import tempfile
import unittest

from script import ROOT

PACKAGE = os.path.join(ROOT, "Examples", "token-store")
# Built by Scripts/test before these tests run.
TOOL = os.path.join(ROOT, ".build", "debug", "strongroom")


def contents(folder):
    """Every file below folder that Swift did not make, with what is in it."""
    found = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != ".build"]
        for name in names:
            path = os.path.join(parent, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class DropIn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = os.path.join(folder.name, "home")
        self.package = os.path.join(folder.name, "token-store")
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns(".build"))

    def swift(self, *words):
        environment = {
            name: value for name, value in os.environ.items()
            if not name.startswith(("STRONGROOM_", "XDG_"))
        }
        environment.update(HOME=self.home, SWIFT_BACKTRACE="enable=no")
        return subprocess.run(
            [TOOL, "swift", *words], cwd=self.package, env=environment, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_a_package_that_never_imports_security_passes_its_tests(self):
        before = contents(self.package)
        self.assertFalse(any(b"import Security" in text for text in before.values()))
        run = self.swift("test")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("Executed 7 tests, with 0 failures", run.stdout)
        self.assertEqual(contents(self.package), before)
        # Its tokens went to a keychain in memory.
        self.assertFalse(os.path.exists(os.path.join(self.home, ".local/share/strongroom")))

        # What no module can cure is said with its place, and Swift's exit code comes through.
        path = os.path.join("Sources", "TokenStore", "Observer.swift")
        with open(os.path.join(self.package, path), "w", encoding="utf-8") as file:
            file.write("import Foundation\n\n@objc public class Observer: NSObject {}\n")
        run = self.swift("build")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn(f"{path}:3: note: there is no Objective-C on Linux", run.stderr)


if __name__ == "__main__":
    unittest.main()
