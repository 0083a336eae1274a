# SPDX-License-Identifier: Apache-2.0
"""Builds without the headers of tpm2-tss, as they are on a machine that has none."""

import glob
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import script

FOLDER = os.path.join(script.ROOT, "Sources", "CTPM")
HEADER = os.path.join(FOLDER, "include", "CTPM.h")

PROGRAM = """
#include "CTPM.h"
int main(void) {
  strongroom_tpm *tpm = NULL;
  char words[8];
  strongroom_tpm_result result = strongroom_tpm_open(0, false, "libtss2-esys.so.0", &tpm, words, sizeof words);
  return strongroom_tpm_is_supported() || result.fault != strongroom_tpm_fault_unsupported || tpm != NULL;
}
"""


def compiler():
    """The toolchain's own, beside swiftc."""
    swiftc = os.path.realpath(shutil.which("swiftc"))
    return os.path.join(os.path.dirname(swiftc), "clang")


class WithoutHeaders(unittest.TestCase):
    def build(self, folder, *flags):
        """The names of the functions that the C files define."""
        objects = []
        for source in glob.glob(os.path.join(FOLDER, "*.c")):
            objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
            subprocess.run([compiler(), "-c", "-Wall", "-Werror", *flags, "-I", os.path.dirname(HEADER),
                            source, "-o", objects[-1]], check=True)
        return objects

    def test_a_build_without_them_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            objects = self.build(folder, "-DSTRONGROOM_WITHOUT_TPM")
            main = os.path.join(folder, "main.c")
            with open(main, "w", encoding="utf-8") as file:
                file.write(PROGRAM)
            program = os.path.join(folder, "main")
            subprocess.run([compiler(), "-I", os.path.dirname(HEADER), main, *objects, "-o", program],
                           check=True)
            self.assertEqual(subprocess.run([program]).returncode, 0)

    def test_both_builds_have_every_function(self):
        with open(HEADER, encoding="utf-8") as file:
            declared = set(re.findall(r"^\w+ (strongroom_tpm_\w+)\(", file.read(), re.MULTILINE))
        self.assertGreater(len(declared), 15)
        for flags in [[], ["-DSTRONGROOM_WITHOUT_TPM"]]:
            with tempfile.TemporaryDirectory() as folder:
                listing = subprocess.check_output(["nm", *self.build(folder, *flags)], text=True)
            defined = set(re.findall(r" T (strongroom_tpm_\w+)", listing))
            self.assertLessEqual(declared, defined, flags)


if __name__ == "__main__":
    unittest.main()
