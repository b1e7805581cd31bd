"""`python -P -m tgpl`. Without `-P` Python looks for modules in the folder one stands in: not for ours, from here on."""

import os
import sys

if not sys.flags.safe_path and sys.path[:1] == [os.getcwd()]:
    del sys.path[0]

from tgpl.apps.cli import main

main()
