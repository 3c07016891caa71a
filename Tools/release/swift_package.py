"""The SwiftPM package: an artifact bundle with one archive and all modules, and the manifest of a repository that offers it.

out/release/AgateBinary-VERSION-swift6.3.1-x86_64-linux.artifactbundle.zip   what the manifest's URL names
out/release/agate-swift/                                                    the files of the repository
out/release/agate-swift-VERSION-swift6.3.1-x86_64.tar.xz                      the same with the bundle in it, which needs no network
"""
import hashlib
import json
import os
import shutil
from pathlib import Path

import layout
import modules
from common import ARCH, OUT, ROOT, TRIPLE, VERSION, WORK, fresh, megabytes, run, swift_version, tar_bytes, write, write_zip, xz
from objects import OBJECTS

# Where a release is put. A publisher sets it to the folder of the release's files.
URL = os.environ.get("AGATE_RELEASE_URL", f"https://example.org/agate/{VERSION}")


def bundle(folder):
    """Writes the artifact bundle."""
    place = fresh(folder)
    members = sorted(path for kind in ("engine", "tests") for path in (OBJECTS / kind).glob("*.o"))
    c_objects = sorted((OBJECTS / "c").glob("*.o"))
    run("llvm-ar", "crsD", place / "libAgate.a", *members, *c_objects)
    layout.install(modules.library_modules(), place / "include", place / "include")
    variant = {"path": "libAgate.a", "supportedTriples": [TRIPLE], "staticLibraryMetadata": {"headerPaths": ["include"]}}
    info = {"schemaVersion": "1.0", "artifacts": {"AgateBinary": {"version": VERSION, "type": "staticLibrary", "variants": [variant]}}}
    # A map for the folder itself, which SwiftPM looks for, would take all headers for one module; each C module has its own in its folder.
    write(place / "info.json", json.dumps(info, indent=2) + "\n")
    shutil.copytree(WORK / "licences", place / "licences")
    return place


def products():
    """Every product has the name of the module that people import, and all of them are the same archive: a program links what it uses."""
    names = [name for name, _ in modules.library_products()]
    return "".join(f'        .library(name: "{name}", targets: ["AgateBinary", "AgateLinks"]),\n' for name in names)


def manifest(compiler, archive, checksum):
    major, minor, *patch = [int(part) for part in compiler.split(".")]
    following = f"{major}.{minor}.{(patch or [0])[0] + 1}"
    template = (ROOT / "Tools/release/templates/Package.swift.in").read_text()
    values = {"VERSION": VERSION, "COMPILER": compiler, "FOLLOWING": following, "ARCH": ARCH, "URL": f"{URL}/{archive}", "CHECKSUM": checksum,
              "PRODUCTS": products(), "BUNDLE": f"AgateBinary-{compiler}-{ARCH}.artifactbundle"}
    for key, value in values.items():
        template = template.replace(f"@{key}@", value)
    return template


def main():
    compiler, _ = swift_version()
    name = f"AgateBinary-{VERSION}-swift{compiler}-{ARCH}-linux.artifactbundle.zip"
    place = bundle(WORK / "package" / "AgateBinary.artifactbundle")
    write_zip(OUT / name, place, prefix="AgateBinary.artifactbundle/")
    checksum = hashlib.sha256((OUT / name).read_bytes()).hexdigest()
    repository = fresh(OUT / "agate-swift")
    write(repository / "Package.swift", manifest(compiler, name, checksum))
    write(repository / "README.md", (ROOT / "Tools/release/templates/PackageReadme.md").read_text().replace("@VERSION@", VERSION).replace("@COMPILER@", compiler))
    write(repository / "Sources/AgateLinks/AgateLinks.swift", "// Swift packages must have a target with sources; this one names the system's libraries that Agate links.\n")
    shutil.copyfile(ROOT / "LICENSE", repository / "LICENSE")
    # The same with the bundle inside.
    whole = WORK / "package" / "agate-swift"
    shutil.rmtree(whole, ignore_errors=True)
    shutil.copytree(repository, whole)
    shutil.copytree(place, whole / "Bundles" / f"AgateBinary-{compiler}-{ARCH}.artifactbundle")
    path = OUT / f"agate-swift-{VERSION}-swift{compiler}-{ARCH}.tar.xz"
    path.write_bytes(xz(tar_bytes(whole, prefix="agate-swift/")))
    print(f"Swift package: {megabytes(OUT / name)} zip, {megabytes(path)} tar.xz, archive {megabytes(place / 'libAgate.a')}")


if __name__ == "__main__":
    main()
