# SPDX-License-Identifier: Apache-2.0
"""A second reader of keychain files, written from Documentation/keychain-format.md alone.

usage: keybag.py DEVICE_KEY KEYBAG       prints one line a key: purpose, generation, and the key in hex
       keybag.py --device-key-hex HEX KEYBAG
Needs the package `cryptography`.
"""

import hashlib
import hmac
import struct
import sys

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305


def hkdf_sha256(key, salt, info, count):
    pseudorandom_key = hmac.new(salt, key, hashlib.sha256).digest()
    output = block = b""
    while len(output) < count:
        counter = bytes([len(output) // 32 + 1])
        block = hmac.new(pseudorandom_key, block + info + counter, hashlib.sha256).digest()
        output += block
    return output[:count]


def hchacha20(key, nonce16):
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    words += struct.unpack("<8I", key) + struct.unpack("<4I", nonce16)

    def rotate(x, n):
        return (x << n | x >> (32 - n)) & 0xFFFFFFFF

    def quarter(a, b, c, d):
        for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[x] = (words[x] + words[y]) & 0xFFFFFFFF
            words[z] = rotate(words[z] ^ words[x], n)

    for _ in range(10):
        for column in range(4):
            quarter(column, column + 4, column + 8, column + 12)
        for diagonal in range(4):
            quarter(
                diagonal,
                4 + (diagonal + 1) % 4,
                8 + (diagonal + 2) % 4,
                12 + (diagonal + 3) % 4,
            )
    return struct.pack("<8I", *words[:4], *words[12:])


def open_box(box, key, context):
    """Opens nonce ‖ ciphertext ‖ tag of XChaCha20-Poly1305."""
    nonce = b"\0\0\0\0" + box[16:24]
    return ChaCha20Poly1305(hchacha20(key, box[:16])).decrypt(nonce, box[24:], context)


def counted(data):
    return struct.pack(">I", len(data)) + data


class Reader:
    def __init__(self, data):
        self.data, self.offset = data, 0

    def take(self, count):
        if self.offset + count > len(self.data):
            raise ValueError("the file ends too early")
        self.offset += count
        return self.data[self.offset - count : self.offset]

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

    def counted(self):
        return self.take(self.number(4))


def read_device_key(data, keychain_id=None):
    if len(data) != 66 or data[:10] != b"SRDEVKEY\0\1":
        raise ValueError("not a device key")
    if hashlib.sha256(data[:58]).digest()[:8] != data[58:]:
        raise ValueError("the device key is damaged")
    return data[26:58]


def read_keybag(data, device_key):
    """Returns keychain id, database name and {purpose: (generation, key)}."""
    reader = Reader(data)
    magic, version = reader.take(8), reader.number(2)
    if magic != b"SRKEYBAG" or version not in (1, 2):
        raise ValueError("not a keybag of version 1 or 2")
    keychain_id = reader.take(16)
    generation = reader.take(8)
    database = reader.counted().decode()
    if version == 2:
        reader.take(4)
    reader.take(1), reader.counted()
    slots = [
        (
            reader.take(16),
            reader.take(1),
            reader.take(8) if version == 2 else generation,
            reader.counted(),
            reader.counted(),
        )
        for _ in range(reader.number(2))
    ]
    keys = [
        (reader.number(1), reader.number(4), reader.counted()) for _ in range(reader.number(2))
    ]
    covered = data[: reader.offset]
    device_mac, unlock_mac = reader.take(32), reader.take(32)
    if reader.offset != len(data):
        raise ValueError("bytes after the last MAC")

    def check(mac, key):
        bag_key = hkdf_sha256(key, keychain_id, b"bag", 32)
        if not hmac.compare_digest(hmac.new(bag_key, covered, hashlib.sha256).digest(), mac):
            raise ValueError("a MAC of the keybag does not fit")

    check(device_mac, device_key)
    device_wrapping_key = hkdf_sha256(device_key, keychain_id, b"dev", 32)
    slot_id, kind, written, parameters, wrapped = next(s for s in slots if s[1] == b"\0")
    context = b"strongroom-slot-1" + keychain_id + slot_id + kind + counted(parameters) + written
    unlock_key = open_box(wrapped, device_wrapping_key, context)
    check(unlock_mac, unlock_key)
    user_wrapping_key = hkdf_sha256(device_key + unlock_key, keychain_id, b"user", 32)

    opened = {}
    for purpose, key_generation, wrapped in keys:
        wrapping_key = device_wrapping_key if purpose in (1, 2, 8, 11) else user_wrapping_key
        context = (
            b"strongroom-key-1"
            + keychain_id
            + bytes([purpose])
            + key_generation.to_bytes(4, "big")
        )
        opened[purpose] = (key_generation, open_box(wrapped, wrapping_key, context))
    return keychain_id, database, opened


def main(arguments):
    if arguments[0] == "--device-key-hex":
        device_key = bytes.fromhex(arguments[1])
    else:
        device_key = read_device_key(open(arguments[0], "rb").read())
    _, database, keys = read_keybag(open(arguments[-1], "rb").read(), device_key)
    print("database", database)
    for purpose, (generation, key) in sorted(keys.items()):
        print(purpose, generation, key.hex())


if __name__ == "__main__":
    main(sys.argv[1:])
