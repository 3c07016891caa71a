"""The oldest glibc with which a program or library can be loaded, from the versions of the symbols that it asks for.

glibc_floor.py --most 2.36 FILE...   prints it for each file, and fails if one is above.
"""
import re
import sys

from common import output


def needed(path):
    """The versions of glibc that a file asks for, with a symbol for each."""
    found = {}
    for line in output("objdump", "-T", path).splitlines():
        match = re.search(r"\*UND\*.*\(?GLIBC_(\d+(?:\.\d+)+)\)?\s+(\S+)$", line)
        if match:
            found.setdefault(tuple(int(part) for part in match.group(1).split(".")), []).append(match.group(2))
    return found


def highest(path):
    versions = needed(path)
    return ".".join(str(part) for part in max(versions)) if versions else "2.2.5"


def main(arguments):
    most = None
    if arguments and arguments[0] == "--most":
        most, arguments = tuple(int(part) for part in arguments[1].split(".")), arguments[2:]
    failed = False
    for path in arguments:
        versions = needed(path)
        top = max(versions, default=(2, 2, 5))
        above = sorted({name for version in versions if version > (2, 31) for name in versions[version]})
        print(f"{path}: glibc {'.'.join(map(str, top))}" + (f"; above 2.31 for {', '.join(above)}" if above else ""))
        failed = failed or (most is not None and top > most)
    if failed:
        sys.exit(f"a file asks for a newer glibc than {'.'.join(map(str, most))}")


if __name__ == "__main__":
    main(sys.argv[1:])
