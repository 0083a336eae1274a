// SPDX-License-Identifier: Apache-2.0

internal import CommandLineInterface
internal import Glibc

exit(Tool.run(Word.takeFromProcess()))
