"""The toolset: shared libraries and modules for `swift build --toolset`, as `agate toolset` makes them, but with the C libraries inside.

Its paths are absolute, so `toolset.json` is written where it is unpacked, by the script `place` in it. `agate build --agate-toolset` corrects the
paths, too.
"""
import hashlib
import json
import os
import shutil
from pathlib import Path

import layout
import modules
from common import ARCH, OUT, ROOT, VERSION, WORK, fresh, megabytes, output, run, swift_version, tar_bytes, write, xz
from objects import OBJECTS

TOOLSET = WORK / "toolset"


def link(folder):
    """libAgate.so with all that is in `engine`, and libAgateTesting.so with what needs XCTest. Nothing is binary compatible before 1.0: each is loaded by
    the name of its version, so that a program does not start with the library of another release, instead of failing somewhere."""
    folder.mkdir(parents=True)
    engine, tests = sorted((OBJECTS / "engine").glob("*.o")), sorted((OBJECTS / "tests").glob("*.o"))
    common = ["swiftc", "-emit-library", "-use-ld=lld"]
    options = ["--strip-all", "--build-id=sha1", "--exclude-libs=ALL", "-rpath", "$ORIGIN", "-z", "relro"]

    def linker(*more):
        return [part for option in [*options, *more] for part in ("-Xlinker", option)]

    swift = ["Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "dispatch", "BlocksRuntime",
             "swiftDispatch", "swiftGlibc", "swift_Concurrency", "swift_StringProcessing", "swiftSynchronization", "swiftObservation", "swift_RegexParser"]
    libraries = [f"-l{name}" for name in swift]
    run(*common, "-o", versioned(folder, "libAgate.so"), *engine, OBJECTS / "libAgateC.a", *libraries, "-lm",
        *linker(f"-soname=libAgate.so.{VERSION}", "--as-needed"))
    # The compiler's own XCTest and Testing lie beside its other libraries.
    run(*common, "-o", versioned(folder, "libAgateTesting.so"), *tests, "-L", folder, "-lAgate", "-lXCTest", "-lTesting", *libraries,
        *linker(f"-soname=libAgateTesting.so.{VERSION}", "--as-needed"))


def versioned(folder, name):
    """The file that programs load, to which the linker's name leads."""
    (folder / name).symlink_to(f"{name}.{VERSION}")
    return folder / f"{name}.{VERSION}"


def contents(folder):
    """The digest of the files, then size and path of each, as `agate toolset` writes them: the command sees by them whether any file is gone."""
    digest, lines = hashlib.sha256(), []
    for path in sorted(p for kind in ("include", "lib", "modules") for p in (folder / kind).rglob("*") if p.is_file() and not p.is_symlink()):
        data, name = path.read_bytes(), path.relative_to(folder).as_posix()
        digest.update(name.encode() + b"\0" + data)
        lines.append(f"{len(data)} {name}")
    return digest.hexdigest(), lines


def description(root, identity):
    """The same options as those of ToolsetInstaller."""
    swift = ["-I", f"{root}/modules", "-Xcc", f"-I{root}/include", "-Xcc", "-D_GNU_SOURCE", "-Xfrontend", "-import-module", "-Xfrontend", "Prelude",
             f"-DAGATE_TOOLSET_{identity[:12]}"]
    linker = [f"-L{root}/lib", "--as-needed", "-lAgate", "-lAgateTesting", "--no-as-needed", "-rpath", f"{root}/lib"]
    value = {"schemaVersion": "1.0", "rootPath": root, "swiftCompiler": {"extraCLIOptions": swift}, "linker": {"extraCLIOptions": linker}}
    return json.dumps(value, indent=2, sort_keys=True) + "\n"


def lay_out(folder):
    place = fresh(folder)
    link(place / "lib")
    layout.install(modules.library_modules(), place / "modules", place / "include")
    identity, lines = contents(place)
    write(place / "contents", "\n".join([identity] + lines) + "\n")
    write(place / "compiler", output("swiftc", "--version", stderr=open(os.devnull, "w")))
    write(place / "stamp", f"release {VERSION}\n")
    write(place / "toolset.json.in", description("@PLACE@", identity))
    shutil.copyfile(ROOT / "Tools/release/templates/place", place / "place")
    (place / "place").chmod(0o755)
    shutil.copytree(WORK / "licences", place / "licences")
    return place


def main():
    compiler, _ = swift_version()
    place = lay_out(TOOLSET)
    name = f"agate-toolset-{VERSION}-swift{compiler}-{ARCH}"
    path = OUT / f"{name}.tar.xz"
    path.write_bytes(xz(tar_bytes(place, prefix="agate-toolset/")))
    size = sum(f.stat().st_size for f in place.rglob("*") if f.is_file() and not f.is_symlink())
    print(f"toolset: {megabytes(path)}, unpacked {size / 1e6:.1f} MB, of which libAgate.so {megabytes(place / 'lib/libAgate.so')}")


if __name__ == "__main__":
    main()
