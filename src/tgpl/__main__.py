"""`python -m tgpl`."""

from tgpl.cli import main

main()
