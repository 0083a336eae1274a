# SPDX-License-Identifier: Apache-2.0
"""What Scripts/setup says on machines that lack something, played with a PATH of our own."""

import os
import subprocess
import tempfile
import unittest

import script

NEEDED = ["bash", "dirname", "sed", "head", "sort", "tr", "mkdir"]
MODULES = "sqlite3|libcrypto|libsodium|tss2-esys"


class Machine:
    """A folder of programs and an os-release file."""

    def __init__(self, folder, system):
        self.folder = folder
        self.release = os.path.join(folder, "os-release")
        with open(self.release, "w", encoding="utf-8") as file:
            file.write(system)
        for name in NEEDED:
            os.symlink(subprocess.check_output(["which", name], text=True).strip(),
                       os.path.join(folder, name))
        self.add("id", "echo 1000")

    def add(self, name, body):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/bash\n{body}\n")
        os.chmod(path, 0o755)

    def setup(self, *arguments):
        return subprocess.run(
            ["bash", script.path("setup"), *arguments], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={"PATH": self.folder, "OS_RELEASE_FILE": self.release})


class Setup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def machine(self, system="ID=debian\n"):
        return Machine(self.folder, system)

    def complete(self, system="ID=debian\n", swift="6.3.1"):
        machine = self.machine(system)
        machine.add("swift", f'echo "Swift version {swift} (swift-{swift}-RELEASE)"')
        machine.add("pkg-config", f'[[ $2 =~ {MODULES} ]]')
        machine.add("python3", "exit 0")
        machine.add("setpriv", "exit 0")
        machine.add("pinentry-tty", "exit 0")
        machine.add("pinentry-curses", "exit 0")
        machine.add("swtpm", "exit 0")
        return machine

    def test_a_complete_machine_needs_nothing(self):
        result = self.complete().setup()
        self.assertEqual((result.returncode, result.stdout), (0, "setup: all there\n"))

    def test_debian_is_told_its_packages(self):
        result = self.machine().setup("build")
        self.assertEqual(result.returncode, 69)
        self.assertIn(
            "sudo apt-get install -y libsodium-dev libsqlite3-dev libssl-dev pkg-config\n",
            result.stdout)
        self.assertIn("https://www.swift.org/install", result.stdout)

    def test_ubuntu_and_fedora_kin_are_known_by_id_like(self):
        machine = self.machine('ID=linuxmint\nID_LIKE="ubuntu debian"\n')
        self.assertIn("apt-get install", machine.setup().stdout)
        with open(machine.release, "w", encoding="utf-8") as file:
            file.write('ID="almalinux"\nID_LIKE="rhel centos fedora"\n')
        self.assertIn("sudo dnf install -y libsodium-devel openssl-devel", machine.setup().stdout)

    def test_an_unknown_system_is_told_so(self):
        result = self.machine("ID=nixos\n").setup()
        self.assertEqual(result.returncode, 69)
        self.assertIn("neither Debian's nor Fedora's", result.stdout)
        self.assertIn("libsqlite3-dev", result.stdout)
        self.assertIn("sqlite-devel", result.stdout)

    def test_an_old_swift_is_not_enough(self):
        for version, code in [("5.10", 69), ("6.1.3", 69), ("6.2", 0), ("6.10", 0), ("7.0", 0)]:
            with tempfile.TemporaryDirectory() as self.folder:
                self.assertEqual(self.complete(swift=version).setup().returncode, code, version)

    def test_only_what_is_missing_is_named(self):
        machine = self.complete()
        machine.add("pkg-config", '[[ $2 =~ sqlite3|libcrypto|tss2-esys ]]')
        result = machine.setup()
        self.assertEqual(result.returncode, 69)
        self.assertIn("setup: missing: libsodium\n", result.stdout)
        self.assertIn("install -y libsodium-dev\n", result.stdout)

    def test_root_on_debian_installs(self):
        machine = self.complete()
        log = os.path.join(self.folder, "log")
        machine.add("id", "echo 0")
        machine.add("env", 'shift; exec "$@"')
        machine.add("pkg-config", f"[[ -e {log} ]]")
        machine.add("apt-get", f'echo "$*" >>{log}')
        result = machine.setup()
        self.assertEqual(result.returncode, 0, result.stdout)
        with open(log, encoding="utf-8") as file:
            self.assertRegex(file.read(), "install -y .*libsodium-dev libsqlite3-dev libssl-dev")

    def test_building_needs_no_python(self):
        machine = self.complete()
        machine.add("python3", "exit 1")
        self.assertEqual(machine.setup("build").returncode, 0)

    def test_testing_needs_a_software_tpm_and_building_none(self):
        machine = self.complete()
        machine.add("pkg-config", '[[ $2 =~ sqlite3|libcrypto|libsodium ]]')
        os.remove(os.path.join(self.folder, "swtpm"))
        self.assertEqual(machine.setup("build").returncode, 0)
        result = machine.setup()
        self.assertEqual(result.returncode, 69)
        self.assertIn("install -y libtss2-dev swtpm\n", result.stdout)

    def test_another_argument_is_refused(self):
        self.assertEqual(self.complete().setup("--help").returncode, 64)


if __name__ == "__main__":
    unittest.main()
