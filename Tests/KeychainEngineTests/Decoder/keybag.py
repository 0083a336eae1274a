# SPDX-License-Identifier: Apache-2.0
"""A second reader of keychain files, written from Documentation/keychain-format.md alone.

usage: keybag.py DEVICE_KEY KEYBAG       prints one line a key: purpose, generation, and the key in hex
       keybag.py --device-key-hex HEX KEYBAG
       keybag.py --recovery-code CODE KEYBAG      the code holds the device key, too
Opens a keychain without a passcode, or one that has a recovery code. Passphrases are left out: not
every Python has Argon2id.
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


def read_header(data):
    """Returns a reader behind the device slot, and what came before it."""
    reader = Reader(data)
    magic, version = reader.take(8), reader.number(2)
    if magic != b"SRKEYBAG" or version not in (1, 2):
        raise ValueError("not a keybag of version 1 or 2")
    keychain_id = reader.take(16)
    generation = reader.take(8)
    database = reader.counted().decode()
    if version == 2:
        reader.take(4)
    kind, parameters = reader.number(1), reader.counted()
    # In a TPM it is in no file.
    device_key_name = parameters.decode() or "device.key" if kind == 1 else None
    return reader, version, keychain_id, generation, database, device_key_name


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def read_recovery_code(text):
    """Returns the 16 bytes of a recovery code."""
    symbols = text.upper().replace("O", "0").replace("I", "1").replace("L", "1")
    symbols = [symbol for symbol in symbols if symbol not in "- "]
    if len(symbols) != 28:
        raise ValueError("a recovery code has 28 symbols")
    number = 0
    for symbol in symbols:
        number = number << 5 | ALPHABET.index(symbol)
    code = (number >> 12).to_bytes(16, "big")
    if int.from_bytes(hashlib.sha256(code).digest()[:2], "big") >> 4 != number & 0xFFF:
        raise ValueError("the recovery code has a mistake in it")
    return code


def read_keybag(data, device_key, code=None):
    """Returns keychain id, database name and {purpose: (generation, key)}.

    With a recovery code the device key may be None.
    """
    reader, version, keychain_id, generation, database, _ = read_header(data)
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

    wanted = b"\0" if code is None else b"\2"
    slot_id, kind, written, parameters, wrapped = next(s for s in slots if s[1] == wanted)
    context = b"strongroom-slot-1" + keychain_id + slot_id + kind + counted(parameters) + written
    if code is None:
        device_wrapping_key = hkdf_sha256(device_key, keychain_id, b"dev", 32)
        unlock_key = open_box(wrapped, device_wrapping_key, context)
    else:
        content = open_box(wrapped, hkdf_sha256(code, keychain_id, b"slot" + slot_id, 32), context)
        if device_key not in (None, content[:32]):
            raise ValueError("the recovery code holds another device key")
        device_key, unlock_key = content[:32], content[32:]
        device_wrapping_key = hkdf_sha256(device_key, keychain_id, b"dev", 32)
    check(device_mac, device_key)
    check(unlock_mac, unlock_key)
    user_wrapping_key = hkdf_sha256(device_key + unlock_key, keychain_id, b"user", 32)
    # A TPM's secret would come behind both; without one nothing does.
    passcode_wrapping_key = hkdf_sha256(device_key + unlock_key, keychain_id, b"akpu", 32)

    opened = {}
    for purpose, key_generation, wrapped in keys:
        wrapping_key = device_wrapping_key if purpose in (1, 2, 8, 11) else user_wrapping_key
        if purpose == 12:
            wrapping_key = passcode_wrapping_key
        context = (
            b"strongroom-key-1"
            + keychain_id
            + bytes([purpose])
            + key_generation.to_bytes(4, "big")
        )
        opened[purpose] = (key_generation, open_box(wrapped, wrapping_key, context))
    return keychain_id, database, opened


def main(arguments):
    device_key = code = None
    if arguments[0] == "--recovery-code":
        code = read_recovery_code(arguments[1])
    elif arguments[0] == "--device-key-hex":
        device_key = bytes.fromhex(arguments[1])
    else:
        device_key = read_device_key(open(arguments[0], "rb").read())
    _, database, keys = read_keybag(open(arguments[-1], "rb").read(), device_key, code)
    print("database", database)
    for purpose, (generation, key) in sorted(keys.items()):
        print(purpose, generation, key.hex())


if __name__ == "__main__":
    main(sys.argv[1:])
