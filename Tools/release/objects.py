"""Makes the objects that all channels link.

One object for each Swift or C module, so that a program gets a module whole or not at all: nothing refers to a conformance by its name, and a linker
would leave out the file that contains it. The functions of the C libraries are renamed, in the libraries and in the modules that call them: a
program, or a library that it loads, may use another libpng of the same names.
"""
import os
import subprocess
import sys
from pathlib import Path

import modules
from common import WORK, fresh, output, run

PREFIX = "agate_c_"
OBJECTS = WORK / "objects"
C_LIBRARIES = WORK / "c" / "lib"


def defined(*paths):
    """The global symbols that objects or archives define."""
    text = output("llvm-nm", "--defined-only", "--extern-only", "--no-sort", "--quiet", "--format=posix", *paths, stderr=subprocess.DEVNULL)
    return {line.split()[0] for line in text.splitlines() if len(line.split()) >= 2}


def renamed(found):
    """Functions for which a C library and Agate's loaders use the library's own name."""
    loaders = [path for module in found if module.name.endswith("Loader") for path in module.objects]
    names = defined(*sorted(C_LIBRARIES.glob("*.a"))) | {name for name in defined(*loaders) if name.startswith(("Fc", "SDL_"))}
    # The compiler's own helpers, which every object may define, keep their names.
    return sorted(name for name in names if not name.startswith(("agate_", "__", "DW.ref.", ".")))


def merge(name, objects, table, target):
    """One object of several."""
    whole = target.with_suffix(".whole")
    run("ld.lld", "-r", "-o", whole, *objects)
    # Debug information names folders of this machine. The list of libraries to link names -dev packages.
    run("llvm-objcopy", "--strip-debug", "--remove-section=.swift1_autolink_entries", "--remove-section=.comment", f"--redefine-syms={table}", whole, target)
    whole.unlink()


def main():
    fresh(OBJECTS)
    library, command = modules.library_modules(), modules.command_modules()
    table = OBJECTS / "renamed"
    table.write_text("".join(f"{name} {PREFIX}{name}\n" for name in renamed(library)))
    for module in library + command:
        if module.objects:
            folder = OBJECTS / ("command" if module in command else "tests" if module.needs_xctest else "engine")
            folder.mkdir(exist_ok=True)
            merge(module.name, module.objects, table, folder / f"{module.name}.o")
    pack_c_libraries(table)
    check()


def pack_c_libraries(table):
    """All C libraries as one archive with the new names."""
    target = OBJECTS / "libAgateC.a"
    members = fresh(OBJECTS / "c")
    for library in sorted(C_LIBRARIES.glob("*.a")):
        folder = fresh(members / library.stem)
        run("llvm-ar", "x", library.resolve(), cwd=folder)
    objects = sorted(members.rglob("*.o"))
    # Libraries may have files of the same name, so each gets the name of its library, too.
    for path in objects:
        place = members / f"{path.parent.name}-{path.name}"
        run("llvm-objcopy", "--strip-debug", "--remove-section=.comment", f"--redefine-syms={table}", path, place)
    run("llvm-ar", "rcsD", target, *sorted(members.glob("*.o")))


def check():
    """No module asks for a name of a C library that has been renamed."""
    table = {line.split()[0] for line in (OBJECTS / "renamed").read_text().splitlines()}
    for path in sorted(OBJECTS.glob("*/*.o")):
        text = output("llvm-nm", "--undefined-only", "--quiet", "--format=posix", path)
        wrong = {line.split()[0] for line in text.splitlines()} & table
        if wrong:
            sys.exit(f"{path.name} still asks for {sorted(wrong)[:5]}")
    print(f"objects: {len(list(OBJECTS.glob('*/*.o')))}, renamed: {len(table)}")


if __name__ == "__main__":
    main()
