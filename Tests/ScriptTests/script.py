# SPDX-License-Identifier: Apache-2.0
"""Loads a script of Scripts/ that is written in Python, so that its functions can be called."""

import importlib.machinery
import importlib.util
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def path(name):
    return os.path.join(ROOT, "Scripts", name)


def load(name):
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, path(name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module
