"""The script that runs in the jail, which sees this folder's parent but not the rest of Lanista."""

import importlib
import os
import sys
import types

package = types.ModuleType("sandbox")
package.__path__ = [os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
sys.modules["sandbox"] = package
importlib.import_module("sandbox.escapes.program").main(sys.argv[1:])
