// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc

let inherited = MemorySecrecy.begin()
// Everything is written and wiped; the exit handlers of libraries would only take time.
_exit(Tool.run(Word.takeFromProcess(), inherited))
