#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what encryption costs in SQLCipher 4 and SQLite3 Multiple Ciphers.

  Scripts/peers [--quick] [--rounds N] [--json]

The steps are those of `strongroom-bench encrypted`: both read them from workload.json. Each peer
is measured against the same library without a key, so neither version nor compiler of its SQLite
counts; Python's own sqlite3 runs beside, for the absolute times. In every round each engine does
all steps in a new database, and the order turns. Figures are processor time, user and system, of
this process; ratios are medians of the ratios of rounds.

TMPDIR, or /var/tmp, says where the databases lie.
"""

import argparse
import datetime
import json
import os
import platform
import shutil
import sqlite3
import statistics
import sys
import tempfile
import time

import apsw
from sqlcipher3 import dbapi2 as sqlcipher

ROWS = 600_000
WORKLOAD = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        "../strongroom-bench/Encrypted/workload.json")
# 32 bytes as they are: no key derivation is part of any figure.
KEY = os.urandom(32).hex()


def open_python(module):
    """Opens with one of the two modules that have Python's own interface; returns `execute`."""
    def opener(path, pragmas):
        connection = module.connect(path, isolation_level=None)
        for pragma in pragmas:
            connection.execute(pragma).fetchall()

        def execute(sql, number=None):
            for _ in connection.execute(sql, () if number is None else (number,)):
                pass
        return execute, connection.close
    return opener


def open_apsw(path, pragmas):
    connection = apsw.Connection(path)
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(pragma).fetchall()

    def execute(sql, number=None):
        for _ in cursor.execute(sql, () if number is None else (number,)):
            pass
    return execute, connection.close


RAW_KEY = f"PRAGMA key=\"x'{KEY}'\""
# Name, opener, what is said first, and the engine without a key that it is measured against.
ENGINES = [
    ("sqlite3", open_python(sqlite3), [], None),
    ("SQLCipher, no key", open_python(sqlcipher), [], None),
    ("SQLCipher", open_python(sqlcipher), [RAW_KEY], "SQLCipher, no key"),
    ("MC, no key", open_apsw, [], None),
    ("MC chacha20", open_apsw, ["PRAGMA cipher='chacha20'", f"PRAGMA key='raw:{KEY}'"],
     "MC, no key"),
    ("MC sqlcipher", open_apsw, ["PRAGMA cipher='sqlcipher'", f"PRAGMA key='raw:{KEY}'"],
     "MC, no key"),
]


def do(step, execute, rows):
    """The processor time of one step, in milliseconds."""
    execute(f"PRAGMA cache_size=-{step['cache'] << 10}")
    for sql in step["setup"]:
        execute(sql.replace("{rows}", str(rows)))
    statements = [(sql.replace("{rows}", str(rows)), "?1" in sql) for sql in step["statements"]]
    times = 1 if step["times"] == 1 else max(10, step["times"] * rows // ROWS)
    batch = step["batch"]
    start = time.process_time_ns()
    for number in range(times):
        if batch and number % batch == 0:
            execute("BEGIN")
        sql, takes_number = statements[number % len(statements)]
        execute(sql, number if takes_number else None)
        if batch and (number % batch == batch - 1 or number == times - 1):
            execute("COMMIT")
    return (time.process_time_ns() - start) / 1e6


def is_plain(path):
    with open(path, "rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def once(engine, steps, rows):
    """All steps in a database of their own."""
    _, opener, pragmas, base = engine
    folder = tempfile.mkdtemp(prefix="strongroom-peers-",
                              dir=os.environ.get("TMPDIR", "/var/tmp"))
    try:
        path = os.path.join(folder, "bench.db")
        execute, close = opener(path, pragmas)
        execute("PRAGMA journal_mode=WAL")
        figures = [do(step, execute, rows) for step in steps]
        execute("PRAGMA wal_checkpoint(TRUNCATE)")
        close()
        # A pragma that is not known is silently ignored.
        if is_plain(path) != (base is None):
            sys.exit(f"peers: {engine[0]} wrote a database that is not as it should be")
        return figures
    finally:
        shutil.rmtree(folder)


def processor():
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        return next((line.split(":")[1].strip() for line in file
                     if line.startswith("model name")), "unknown")


def measure(rounds, rows, steps):
    """For each engine, the figures of its rounds."""
    figures = {engine[0]: [] for engine in ENGINES}
    for number in range(rounds):
        turned = ENGINES[number % len(ENGINES):] + ENGINES[:number % len(ENGINES)]
        for engine in turned if number % 2 == 0 else reversed(turned):
            print(f"peers: {engine[0]}, round {number + 1} of {rounds}", file=sys.stderr)
            figures[engine[0]].append(once(engine, steps, rows))
    return figures


def report(rounds, rows, steps, figures):
    lines = []
    for index, step in enumerate(steps):
        times = {name: [of_round[index] for of_round in all_rounds]
                 for name, all_rounds in figures.items()}
        lines.append({
            "work": step["name"], "cache": step["cache"],
            "milliseconds": {name: round(statistics.median(of), 1) for name, of in times.items()},
            "ratios": {name: round(statistics.median(
                a / b for a, b in zip(times[name], times[base])), 3)
                for name, _, _, base in ENGINES if base},
        })
    return {
        "benchmark": "peers", "rounds": rounds, "rowCount": rows,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": {"processor": processor(), "cores": os.cpu_count(),
                    "kernel": platform.release(), "load": os.getloadavg()[1]},
        "versions": {
            "sqlite3": sqlite3.sqlite_version,
            "SQLCipher": sqlcipher.connect(":memory:").execute(
                "PRAGMA cipher_version").fetchone()[0] + ", SQLite " + sqlcipher.sqlite_version,
            "MC": apsw.mc_version + ", SQLite " + apsw.sqlite_lib_version(),
        },
        "rows": lines,
    }


def table(result):
    names = [name for name, _, _, base in ENGINES if base]
    machine = result["machine"]
    print(f"{machine['processor']}, {machine['cores']} cores, Linux {machine['kernel']}, "
          f"load {machine['load']:.1f}, {result['date']}; {result['rounds']} rounds")
    for name, version in result["versions"].items():
        print(f"{name}: {version}")
    print("\n| work | cache | sqlite3 ms CPU | " + " | ".join(
        f"{name} ms | × its own without a key" for name in names) + " |")
    print("|" + " --- |" * (3 + 2 * len(names)))
    for row in result["rows"]:
        cells = [row["work"], f"{row['cache']} MB", f"{row['milliseconds']['sqlite3']:.0f}"]
        for name in names:
            cells += [f"{row['milliseconds'][name]:.0f}", f"{row['ratios'][name]:.2f}"]
        print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--quick", action="store_true", help="little of everything")
    parser.add_argument("--rounds", type=int, help="how often each engine does all steps")
    parser.add_argument("--json", action="store_true", help="for strongroom-bench --peers")
    options = parser.parse_args()
    with open(WORKLOAD, encoding="utf-8") as file:
        steps = json.load(file)
    rows = 2000 if options.quick else ROWS
    rounds = options.rounds or (2 if options.quick else 6)
    result = report(rounds, rows, steps, measure(rounds, rows, steps))
    if options.json:
        print(json.dumps(result, indent=2))
    else:
        table(result)


if __name__ == "__main__":
    main()
