#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A second, independent reader of Documentation/encrypted-database.md.

    decode.py KEYFILE DATABASE OUTPUT [ATTESTATION]

checks every byte of DATABASE and of its write-ahead log, if there is one, and writes a plain SQLite database to
OUTPUT. KEYFILE holds the 64 raw bytes of the key, ATTESTATION the 53 of an attestation of DATABASE, which must have
no log then. Anything that does not fit the format ends it with an error.
"""

import hashlib
import hmac
import os
import struct
import sys

try:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
except ImportError:
    sys.exit("the decoder needs the Python package 'cryptography'; install it with: pip install cryptography")

RESERVE, TAG = 48, 32
DATABASE, JOURNAL = 1, 2


def fail(words):
    sys.exit("decode.py: " + words)


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


class Keys:
    def __init__(self, key, salt):
        if len(key) != 64:
            fail(f"a key has 64 bytes, not {len(key)}")
        prk = mac(b"strongroom-db-1" + salt, key)
        expand = lambda label: mac(prk, label + b"\x01")
        self.enc, self.page, self.frame = expand(b"enc"), expand(b"page-mac"), expand(b"frame-mac")
        self.mask_key, self.attest = expand(b"mask"), expand(b"attest")
        self.check = mac(expand(b"check"), b"")[:3]
        self.salt = salt

    def crypt(self, iv, data):
        context = Cipher(algorithms.AES(self.enc), modes.CTR(iv)).encryptor()
        return context.update(data) + context.finalize()

    def mask(self, tag):
        context = Cipher(algorithms.AES(self.mask_key), modes.ECB()).encryptor()
        return context.update(tag[16:]) + context.finalize()

    def page_tag(self, page, number, domain):
        context = struct.pack(">BBHIII", domain, 1, 0, number, len(page), 0)
        return mac(self.page, page[:-TAG] + context)

    def open(self, page, number, domain, where):
        if not hmac.compare_digest(self.page_tag(page, number, domain), page[-TAG:]):
            fail(f"the tag of page {number} is wrong ({where})")
        clear = 24 if number == 1 else 0
        iv = page[-RESERVE:-TAG]
        if iv[12:] != bytes(4):
            fail(f"the block counter of page {number} does not start at zero ({where})")
        body = self.crypt(iv, page[clear:-RESERVE])
        head = b"SQLite format 3\0" + page[16:21] + bytes([64, 32, 32]) if clear else b""
        return head + body + bytes(RESERVE)


def sqlite_checksum(data, s0, s1, order):
    for a, b in struct.iter_unpack(order + "II", data):
        s0 = (s0 + a + s1) & 0xFFFFFFFF
        s1 = (s1 + b + s0) & 0xFFFFFFFF
    return s0, s1


def xor(a, b):
    return bytes(x ^ y for x, y in zip(a, b))


def read_log(path, keys, size_of_page):
    """The pages of the committed transactions in the log, and the size of the database after the last, in pages."""
    log = open(path, "rb").read()
    if len(log) < 32:
        return {}, None
    magic, version, page_size, _ = struct.unpack(">IIII", log[:16])
    if magic & ~1 != 0x377F0682 or version != 3007000 or page_size != size_of_page:
        fail("the log has no header of SQLite's")
    order = ">" if magic & 1 else "<"
    salt = log[16:24]
    sums = sqlite_checksum(log[:24], 0, 0, order)
    if struct.pack(">II", *sums) != log[24:32]:
        fail("the checksum of the log header is wrong")
    committed, pending, size = {}, {}, None
    length = 24 + size_of_page
    for offset in range(32, len(log) - length + 1, length):
        frame = log[offset : offset + length]
        tag = frame[-TAG:]
        expected = mac(keys.frame, salt + struct.pack(">Q", offset) + frame[:8] + frame[16:24] + tag)[:8]
        if frame[8:16] != expected:
            break  # a frame of an earlier log, or a torn one: the log ends here
        number, commit = struct.unpack(">II", frame[:8])
        plain = keys.open(frame[24:], number, DATABASE, f"log offset {offset}")
        sums = sqlite_checksum(plain, *sqlite_checksum(frame[:8], *sums, order), order)
        if xor(frame[16:24], keys.mask(tag)) != struct.pack(">II", *sums):
            break  # a frame of a transaction that was rolled back
        pending[number] = plain
        if commit:
            committed.update(pending)
            pending, size = {}, commit
    return committed, size


def attestation_digest(keys, pages, tags):
    """`pages` counts the page that is left out, too."""
    return mac(keys.attest, struct.pack(">I", pages) + b"".join(tags))


def check_attestation(path, data, keys, size_of_page):
    kept = open(path, "rb").read()
    if len(kept) != 53 or kept[0] != 1:
        fail("the attestation has another form")
    if kept[1:13] != keys.salt:
        fail("the attestation is of another file")
    pages = len(data) // size_of_page
    hole = (1 << 30) // size_of_page + 1
    tags = [data[n * size_of_page - TAG : n * size_of_page] for n in range(1, pages + 1) if n != hole]
    if kept[21:] != attestation_digest(keys, pages, tags):
        fail("the attestation is of another state")


def main(key_path, path, output, attestation=None):
    key = open(key_path, "rb").read()
    data = open(path, "rb").read()
    if data[:16] == b"SQLite format 3\0":
        fail("this is a plain SQLite database")
    if data[:3] != b"SRD":
        fail("this is not an encrypted database")
    if data[3] != 1:
        fail(f"format version {data[3]} is not known")
    keys = Keys(key, data[4:16])
    if data[21:24] != keys.check:
        fail("the key is wrong")
    size_of_page = struct.unpack(">H", data[16:18])[0]
    size_of_page = 65536 if size_of_page == 1 else size_of_page
    if size_of_page not in (1024, 2048, 4096, 8192, 16384, 32768, 65536):
        fail(f"pages of {size_of_page} bytes are not possible")
    if attestation:
        check_attestation(attestation, data, keys, size_of_page)

    pages, size = {}, None
    if os.path.exists(path + "-wal"):
        pages, size = read_log(path + "-wal", keys, size_of_page)
    count = size if size is not None else len(data) // size_of_page
    if size is None and len(data) % size_of_page:
        fail("the database ends in the middle of a page")

    with open(output, "wb") as out:
        for number in range(1, count + 1):
            if number == (1 << 30) // size_of_page + 1:
                out.write(bytes(size_of_page))
                continue
            plain = pages.get(number)
            if plain is None:
                start = (number - 1) * size_of_page
                if len(data) < start + size_of_page:
                    fail(f"page {number} is missing")
                plain = keys.open(data[start : start + size_of_page], number, DATABASE, path)
            if number == 1:  # no log beside the output
                plain = plain[:18] + b"\x01\x01" + plain[20:]
            out.write(plain)


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
