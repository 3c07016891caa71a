"""python -m agate_render: the command `agate`."""
from . import main

main()
