# SPDX-License-Identifier: Apache-2.0
"""A second reader of a whole keychain, written from Documentation/keychain-format.md alone.

usage: items.py FOLDER [--recovery-code CODE] [PASSWORD]
Prints one line of JSON an item, in the order of classes and rows.

Checks every token and every seal; PASSWORD is for the items that an application's password locks, which
otherwise show no secret. The database is opened by the second reader of that format,
Tests/EncryptedSQLiteTests/Decoder/decode.py. Needs the package `cryptography`, and libsodium for passwords.
"""

import ctypes
import ctypes.util
import hashlib
import hmac
import json
import os
import sqlite3
import struct
import subprocess
import sys
import tempfile

from keybag import (
    Reader, counted, hkdf_sha256, open_box, read_device_key, read_header, read_keybag,
    read_recovery_code,
)

HERE = os.path.dirname(os.path.abspath(__file__))
DECODER = os.path.join(HERE, "..", "..", "EncryptedSQLiteTests", "Decoder", "decode.py")

INDEXED = {
    "genp": "acct alis gena labl svce",
    "inet": "acct alis labl srvr",
    "cert": "alis issr labl pkhh skid slnr subj",
    "keys": "alis atag klbl labl",
}
UNIQUE = {
    "genp": "acct ggrp musr svce sync tkid vwht",
    "inet": "acct atyp ggrp musr path port ptcl sdmn srvr sync tkid vwht",
    "cert": "ctyp ggrp issr musr slnr sync tkid vwht",
    "keys": "atag bsiz crtr edat esiz ggrp kcls klbl musr sdat sync tkid type vwht",
}


def read_value(reader):
    kind = reader.number(1)
    if kind == 1:
        return (kind, reader.counted().decode())
    if kind == 2:
        return (kind, reader.counted())
    if kind == 3:
        return (kind, struct.unpack(">q", reader.take(8))[0])
    if kind in (4, 5):
        return (kind, struct.unpack(">d", reader.take(8))[0])
    if kind == 6:
        return (kind, {0: False, 1: True}[reader.number(1)])
    if kind == 7:
        return (kind, [read_value(reader) for _ in range(reader.number(4))])
    raise ValueError("unknown type of value")


def read_attributes(data):
    reader = Reader(data)
    if reader.number(1) != 1:
        raise ValueError("unknown version of attributes")
    attributes = {}
    for _ in range(reader.number(2)):
        key = reader.take(4).decode()
        attributes[key] = read_value(reader)
    if reader.offset != len(data) or list(attributes) != sorted(attributes):
        raise ValueError("attributes are not canonical")
    return attributes


def read_secret(data):
    data = data.rstrip(b"\0")
    if not data.endswith(b"\x80"):
        raise ValueError("a secret without padding")
    reader, fields = Reader(data[:-1]), {}
    while reader.offset < len(reader.data):
        tag = reader.take(4).decode()
        fields[tag] = reader.counted()
    return fields


def token_field(value):
    kind, content = value
    if kind in (1, 2):
        data = content if isinstance(content, bytes) else content.encode()
        return b"\1" + counted(data)
    form = {3: (2, ">q"), 6: (2, ">q"), 4: (3, ">d"), 5: (4, ">d")}[kind]
    return bytes([form[0]]) + counted(struct.pack(form[1], content))


def token(index_key, item_class, attribute, group, *values):
    message = b"\1" + b"".join(
        token_field(value)
        for value in [(1, item_class), (1, attribute), (1, group), *values]
    )
    return hmac.new(index_key, message, hashlib.sha256).digest()[:16]


def argon2id(password, salt, passes, kibibytes):
    """32 bytes of Argon2id 1.3 with one lane."""
    sodium = ctypes.CDLL(ctypes.util.find_library("sodium"))
    output = ctypes.create_string_buffer(32)
    status = sodium.crypto_pwhash_argon2id(
        output, ctypes.c_ulonglong(32), password, ctypes.c_ulonglong(len(password)), salt,
        ctypes.c_ulonglong(passes), ctypes.c_size_t(kibibytes * 1024), ctypes.c_int(2),
    )
    if status != 0:
        raise ValueError("Argon2id failed")
    return output.raw


def password_key(lock, password):
    reader = Reader(lock)
    assert reader.number(1) == 1
    passes, kibibytes = reader.number(4), reader.number(4)
    salt, check = reader.take(16), reader.take(16)
    assert reader.offset == len(lock)
    key = argon2id(password.encode(), salt, passes, kibibytes)
    if hkdf_sha256(key, salt, b"check", 16) != check:
        raise ValueError("the password is another one")
    return hkdf_sha256(key, salt, b"password", 32)


def read_row(item_class, row, keychain_id, keys, password):
    names = INDEXED[item_class].split()
    reference, protection, generation, group, unique = row[:5]
    tokens, (wrapped, metadata, secret) = row[5 : 5 + len(names)], row[5 + len(names) :]
    context = b"strongroom-row-1" + keychain_id + item_class.encode() + reference
    context += bytes([protection]) + struct.pack(">I", generation)
    context += counted(group.encode()) + counted(unique)
    for value in tokens:
        context += b"\0" if value is None else b"\1" + counted(value)
    context += b"\0" if secret is None else b"\1"

    key_generation, class_key = keys[protection]
    assert key_generation == generation
    row_keys = open_box(wrapped, class_key, context + b"\1")
    attributes = read_attributes(open_box(metadata, row_keys[:32], context + b"\2"))
    payload = secret and open_box(secret, row_keys[32:], context + b"\3")
    lock = attributes.get("apwd")
    if lock is not None:
        inner = b"strongroom-password-1" + item_class.encode() + reference + lock[1]
        payload = password and open_box(payload, password_key(lock[1], password), inner)
    fields = {} if payload is None else read_secret(payload)

    index_key = keys[2][1]
    for name, value in zip(names, tokens):
        wanted = attributes.get(name)
        assert value == (wanted and token(index_key, item_class, name, group, wanted)), name
    values = [attributes.get(name, (1, "")) for name in UNIQUE[item_class].split()]
    assert unique == token(index_key, item_class, "uniq", group, *values)
    assert attributes["agrp"] == (1, group)
    return attributes, fields


def show(value):
    return value.hex() if isinstance(value, bytes) else value


def main(folder, *arguments):
    code = password = None
    if arguments[:1] == ("--recovery-code",):
        code, arguments = arguments[1], arguments[2:]
    if arguments:
        password = arguments[0]
    keybag = open(os.path.join(folder, "keybag"), "rb").read()
    if code is None:
        device_key_name = read_header(keybag)[-1]
        device_key = read_device_key(open(os.path.join(folder, device_key_name), "rb").read())
    else:
        device_key, code = None, read_recovery_code(code)
    keychain_id, database, keys = read_keybag(keybag, device_key, code)
    with tempfile.TemporaryDirectory() as scratch:
        key_file, plain = os.path.join(scratch, "key"), os.path.join(scratch, "plain.db")
        with open(key_file, "wb") as file:
            file.write(keys[1][1])
        source = os.path.join(folder, database)
        subprocess.run([sys.executable, DECODER, key_file, source, plain], check=True)
        connection = sqlite3.connect(plain)
        for item_class in INDEXED:
            columns = ["pref", "pdmn", "ckgn", "agrp", "coalesce(uniq, quar)"]
            columns += INDEXED[item_class].split() + ["keys", "meta", "data"]
            query = f"SELECT {', '.join(columns)} FROM {item_class} ORDER BY rowid"
            for row in connection.execute(query):
                attributes, fields = read_row(item_class, row, keychain_id, keys, password)
                item = {name: show(value[1]) for name, value in attributes.items()}
                item |= {name: show(value) for name, value in fields.items()}
                print(json.dumps({"class": item_class} | item, sort_keys=True))
        connection.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
