# SPDX-License-Identifier: Apache-2.0
"""The test bytes of Documentation/encrypted-database.md, computed by the second reader."""

import importlib.util
import os
import re
import struct
import sys
import unittest

import script

sys.dont_write_bytecode = True
DECODER = os.path.join(script.ROOT, "Tests", "EncryptedSQLiteTests", "Decoder", "decode.py")
spec = importlib.util.spec_from_file_location("decode", DECODER)
decode = importlib.util.module_from_spec(spec)
spec.loader.exec_module(decode)

KEYS = decode.Keys(bytes(range(64)), bytes(range(0xA0, 0xAC)))
VECTOR = bytes(range(12)) + bytes(4)
PAGE = bytes(i % 251 for i in range(4048)) + bytes(48)


def written():
    """The rows of the table, by their first words: all the bytes that each of them shows."""
    path = os.path.join(script.ROOT, "Documentation", "encrypted-database.md")
    text = open(path, encoding="utf-8").read().split("## Test bytes")[1]
    rows = (line.split("|")[1:3] for line in text.splitlines() if line.startswith("| "))
    return {what.strip(): "".join(re.findall("`([0-9a-f]+)`", shown)) for what, shown in rows}


def seal(page, number, domain=decode.DATABASE):
    head = b"SRD\x01" + KEYS.salt + b"\x10\x00\x02\x02\x30" + KEYS.check if number == 1 else b""
    body = KEYS.crypt(VECTOR, page[len(head) : -decode.RESERVE])
    disk = head + body + VECTOR + bytes(decode.TAG)
    return disk[: -decode.TAG] + KEYS.page_tag(disk, number, domain)


class TestBytes(unittest.TestCase):
    def setUp(self):
        self.rows = written()

    def check(self, beginning, value):
        found = [shown for what, shown in self.rows.items() if what.startswith(beginning)]
        self.assertEqual(found, [value.hex()], beginning)

    def test_pages_and_their_tags(self):
        self.check("key check", KEYS.check)
        self.check("page 2, domain 1, tag", seal(PAGE, 2)[-32:])
        self.check("page 3, domain 1, first 16 bytes", seal(PAGE, 3)[:16])
        self.check("tag of page 3", seal(PAGE, 3)[-32:])
        self.check("page 3, domain 2, tag", seal(PAGE, 3, decode.JOURNAL)[-32:])
        self.check("page 1, domain 1", seal(PAGE, 1)[:32])
        self.check("tag of page 1", seal(PAGE, 1)[-32:])

    def test_a_log_frame(self):
        tag = seal(PAGE, 3)[-32:]
        mask = KEYS.mask(tag)[:8]
        self.check("mask for the tag", mask)
        clear = struct.pack(">II", 3, 7)
        hidden = decode.xor(bytes.fromhex("0011223344556677"), mask)
        offset = struct.pack(">Q", 32 + 2 * 4120)
        bound = bytes(range(0xC0, 0xC8)) + offset + clear + hidden + tag
        self.check("that page in the third frame", decode.mac(KEYS.frame, bound)[:8] + hidden)

    def test_the_attestation_of_three_pages(self):
        tags = [seal(PAGE, number)[-32:] for number in (1, 2, 3)]
        digest = decode.attestation_digest(KEYS, 3, tags)
        self.check("digest", digest)
        self.check("attestation", b"\x01" + KEYS.salt + struct.pack(">Q", 7) + digest)

    def test_the_reader_opens_what_is_sealed_here(self):
        for number in (1, 2, 3):
            plain = decode.Keys.open(KEYS, seal(PAGE, number), number, decode.DATABASE, "here")
            self.assertEqual(plain[24:], PAGE[24:])


if __name__ == "__main__":
    unittest.main()
