"""Links the command `agate` and lays out its folder.

bin/agate                    everything linked in but glibc: Swift, Foundation with ICU, the C libraries
share/agate/fonts            fonts for systems that have none
share/man/man1/*.1           manual pages
share/bash-completion/...    completions for bash, zsh and fish
share/doc/agate              licences
"""
import shutil
import sys
from pathlib import Path

import manual
from common import ARCH, OUT, ROOT, VERSION, WORK, fresh, megabytes, output, run, tar_bytes, write, xz
from objects import OBJECTS

COMMAND = WORK / "command"
# Three of a sans serif and a fixed width, 0.6 MB.
FONTS = ["LiberationSans-Regular", "LiberationSans-Bold", "LiberationSans-Italic", "LiberationMono-Regular"]
# What Foundation's archives need besides what the compiler links by itself.
FOUNDATION = ["Foundation", "_FoundationCShims", "_FoundationCollections", "_FoundationICU", "FoundationEssentials", "FoundationInternationalization",
              "CoreFoundation", "swift_Concurrency", "swift_StringProcessing", "swift_RegexParser", "swiftGlibc", "swiftDispatch", "dispatch",
              "BlocksRuntime", "swiftSynchronization", "swiftObservation", "swiftRegexBuilder"]


def link(target):
    """A program that needs glibc and nothing else."""
    target.parent.mkdir(parents=True, exist_ok=True)
    library = WORK / "libAgateEngine.a"
    library.unlink(missing_ok=True)
    run("llvm-ar", "crsD", library, *sorted((OBJECTS / "engine").glob("*.o")))
    # Nothing is visible from outside: what no code uses is left out, and libraries that are loaded keep to their own.
    names = write(WORK / "command.map", "{ local: *; };\n")
    # The C++ library, which Swift's runtime and ICU use, as an archive: where the linker looks first there is no other.
    cxx = fresh(WORK / "cxx")
    shutil.copyfile(output("gcc", "-print-file-name=libstdc++.a").strip(), cxx / "libstdc++.a")
    arguments = ["swiftc", "-emit-executable", "-static-stdlib", "-use-ld=lld", "-o", target, *sorted((OBJECTS / "command").glob("*.o")),
                 OBJECTS / "libAgateC.a", *(f"-l{name}" for name in FOUNDATION), f"-L{cxx}", "-Xclang-linker", "-static-libgcc", "-lm"]
    # Agate's modules come after Foundation's: both contain generic functions that the compiler specialised alike, and the first archive
    # that has one is taken. Foundation would otherwise bring in UIKit, and with it libraries that the command doesn't use.
    for option in [library, "--as-needed", "--gc-sections", "--strip-all", "--build-id=sha1", f"--version-script={names}",
                   "--defsym=main=AgateCommand_main", "-z", "relro"]:
        arguments += ["-Xlinker", option]
    run(*arguments)


def check(program):
    """It needs glibc's own libraries only, and says its version."""
    needed = {line.split()[-1] for line in output("llvm-objdump", "-p", program).splitlines() if "NEEDED" in line}
    allowed = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "librt.so.1"}
    if needed - allowed:
        sys.exit(f"agate needs {sorted(needed - allowed)} besides glibc")
    said = output(program, "--version").strip()
    if said != VERSION:
        sys.exit(f"agate --version says {said}, not {VERSION}")


def copy_fonts(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name in FONTS:
        found = next(Path("/usr/share/fonts").rglob(name + ".ttf"), None)
        if found is None:
            sys.exit(f"{name}.ttf is not installed: Tools/install-packages installs it")
        shutil.copyfile(found, folder / found.name)
    shutil.copyfile("/usr/share/doc/fonts-liberation/copyright", folder / "LICENCE")


def main():
    place = fresh(COMMAND)
    program = place / "bin" / "agate"
    link(program)
    check(program)
    copy_fonts(place / "share/agate/fonts")
    manual.write_all(program, place / "share")
    shutil.copytree(WORK / "licences", place / "share/doc/agate/licences")
    shutil.copyfile(ROOT / "README.md", place / "share/doc/agate/README.md")
    name = f"agate-{VERSION}-{ARCH}-linux"
    path = OUT / f"{name}.tar.xz"
    path.write_bytes(xz(tar_bytes(place, prefix=f"{name}/")))
    total = sum(f.stat().st_size for f in place.rglob("*") if f.is_file())
    print(f"command: {megabytes(path)}, unpacked {total / 1e6:.1f} MB, of which the program {megabytes(program)}")


if __name__ == "__main__":
    main()
