# SPDX-License-Identifier: Apache-2.0
"""Whatever ends a long run, the last line of Scripts/torture says so, and sums up what was done."""

import os
import signal
import subprocess
import tempfile
import unittest

import script

START = '◇ Test run started.\n◇ Test "first" started.\n◇ Test "second" started.\n'
CASE = '◇ Test case passing 1 argument a → 1 to "first" started.\n'
FIGURES = (
    "torture: one: faults=10 acknowledged=7 lost=0\ntorture: two: kills=3 acknowledged=5 lost=0\n")
FIRST = '✔ Test "first" with 2 test cases passed after 1.0 seconds.\n'
SECOND = '✔ Test "second" passed after 1.0 seconds.\n'
END = "✔ Test run with 2 tests in 1 suite passed after 2.0 seconds.\n"
WHOLE = START + CASE + FIGURES + FIRST + SECOND + END


def start(folder, output, ending):
    """Starts the script with a `swift` that prints `output` and then does `ending`."""
    swift = os.path.join(folder, "swift")
    with open(swift, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\ncat <<'OUTPUT'\n{output}OUTPUT\n{ending}\n")
    os.chmod(swift, 0o755)
    return subprocess.Popen(
        [script.path("torture")], env=dict(os.environ, PATH=folder + ":" + os.environ["PATH"]),
        stdout=subprocess.PIPE, text=True)


class Torture(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_with(self, output, ending="exit 0"):
        process = start(self.folder, output, ending)
        text, _ = process.communicate(timeout=60)
        self.lines = text.splitlines()
        return process.returncode, self.lines[-1]

    def test_a_whole_run_is_summed_up(self):
        code, line = self.run_with(WHOLE)
        self.assertEqual(code, 0)
        self.assertEqual(
            line,
            "torture: 10 faults injected, 0 crashes replayed, 0 tamperings, 3 kills, 0 races, "
            "12 commits acknowledged, 0 lost")

    def test_a_lost_write_or_a_failed_test_is_a_failure(self):
        code, line = self.run_with(WHOLE.replace("lost=0", "lost=2"))
        self.assertEqual(code, 1)
        self.assertTrue(line.endswith("4 lost"), line)
        code, line = self.run_with(WHOLE.replace(SECOND, SECOND.replace("✔", "✘")), "exit 1")
        self.assertEqual(code, 1)
        self.assertTrue(line.endswith("0 lost; tests failed (exit code 1)"), line)

    def test_a_run_that_dies_says_so_and_in_which_test(self):
        for ending, words in [
            ("kill -KILL $$", "swift test died of SIGKILL"), ("exit 1", "tests failed (exit code 1)"),
        ]:
            code, line = self.run_with(START + FIGURES + FIRST, ending)
            self.assertEqual(code, 1)
            self.assertIn("10 faults injected", line)
            self.assertTrue(
                line.endswith(
                    f"; {words}; the run did not come to its end; 1 tests did not end"), line)
            self.assertEqual(self.lines[-2], 'did not end: "second"')

    def test_a_run_that_ends_early_without_an_error_is_a_failure(self):
        code, line = self.run_with(START + CASE + FIGURES)
        self.assertEqual(code, 1)
        self.assertIn("; the run did not come to its end; 2 tests did not end", line)
        self.assertEqual(
            self.lines[-3:-1], ['did not end: "first", case a → 1', 'did not end: "second"'])

    def test_a_run_that_is_stopped_says_so_and_leaves_nothing_running(self):
        for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]:
            # The child is in a session of its own, as that of swift is, and holds the output open.
            process = start(
                self.folder, START + FIGURES, "setsid sh -c 'echo ready; exec sleep 600' & wait")
            lines = [process.stdout.readline() for _ in range(3)]
            self.assertEqual(lines[2], "ready\n", lines)
            process.send_signal(number)
            text, _ = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 1)
            self.assertIn(f"0 lost; stopped by {number.name}", text.splitlines()[-1])

    def test_tests_without_a_long_form_are_a_failure(self):
        code, line = self.run_with(WHOLE.replace(FIGURES, ""))
        self.assertEqual(code, 1)
        self.assertIn("no test of these has a long form", line)


if __name__ == "__main__":
    unittest.main()
