"""Debian packages, written without dpkg: agate (the command) and agate-toolset (libraries and modules for the compiler that made them)."""
import hashlib
import io
import shutil
import tarfile
from pathlib import Path

import glibc_floor
import toolset
from command import COMMAND
from common import ARCH, DEBIAN_ARCH, EPOCH, OUT, ROOT, VERSION, WORK, fresh, gz, megabytes, own, swift_version, tar_bytes, write, xz

MAINTAINER = "The Agate project <agate@example.org>"


def ar(members):
    """An ar archive with the members in order."""
    data = b"!<arch>\n"
    for name, content in members:
        data += f"{name:<16}{EPOCH:<12}{0:<6}{0:<6}{0o100644:<8o}{len(content):<10}`\n".encode() + content
        if len(content) % 2:
            data += b"\n"
    return data


def control(fields):
    return "".join(f"{key}: {value}\n" for key, value in fields.items() if value)


def build(name, root, fields, description):
    """Writes a package of the files below a folder. The folder is laid out as the file system."""
    root = Path(root)
    names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file() or path.is_symlink())
    size = sum((root / path).stat().st_size for path in names if not (root / path).is_symlink())
    fields = {"Package": name, "Version": VERSION, "Architecture": DEBIAN_ARCH, "Maintainer": MAINTAINER, "Installed-Size": str(-(-size // 1024)),
              **fields, "Description": description}
    sums = "".join(f"{hashlib.md5((root / path).read_bytes()).hexdigest()}  {path}\n" for path in names if not (root / path).is_symlink())
    info = fresh(WORK / "deb" / f"{name}-control")
    write(info / "control", control(fields))
    write(info / "md5sums", sums)
    members = [("debian-binary", b"2.0\n"), ("control.tar.xz", xz(tar_bytes(info, "./"))), ("data.tar.xz", xz(tar_bytes(root, "./")))]
    path = OUT / f"{name}_{VERSION}_{DEBIAN_ARCH}.deb"
    path.write_bytes(ar(members))
    print(f"{path.name}: {megabytes(path)}, installed {size / 1e6:.1f} MB")


def copyright_file(place):
    """All licences in one file, as Debian expects it."""
    parts = []
    for path in sorted((WORK / "licences").iterdir()):
        parts.append(f"==== {path.name}\n\n{path.read_text(errors='replace').rstrip()}\n")
    write(place, "\n".join(parts))


def changelog(place):
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(gz((ROOT / "CHANGELOG.md").read_bytes()))


def command():
    root = fresh(WORK / "deb" / "agate")
    shutil.copytree(COMMAND / "bin", root / "usr/bin")
    shutil.copytree(COMMAND / "share", root / "usr/share", ignore=shutil.ignore_patterns("doc"))
    for page in sorted((root / "usr/share/man/man1").iterdir()):
        page.with_suffix(".1.gz").write_bytes(gz(page.read_bytes()))
        page.unlink()
    copyright_file(root / "usr/share/doc/agate/copyright")
    changelog(root / "usr/share/doc/agate/changelog.gz")
    floor = glibc_floor.highest(root / "usr/bin/agate")
    build("agate", root, {
        "Section": "graphics", "Priority": "optional", "Depends": f"libc6 (>= {floor})", "Recommends": "libfontconfig1",
        "Suggests": "ffmpeg, fonts-inter, fonts-noto-color-emoji, libsdl2-2.0-0, libduktape207, libegl1, libgles2",
        "Homepage": ""}, "plays, renders and inspects Core Animation and Lottie files\n"
        " Renders documents of Apple's Core Animation (CAML) and Lottie to pictures and films,\n"
        " plays them in a window or a terminal, and compares and converts them. Films as mp4,\n"
        " mov and webm need ffmpeg; GIF, APNG and WebP need nothing.")


def libraries():
    compiler, _ = swift_version()
    root = fresh(WORK / "deb" / "agate-toolset")
    place = root / "usr/lib/agate/toolset"
    shutil.copytree(toolset.TOOLSET, place, symlinks=True, ignore=shutil.ignore_patterns("licences", "place", "toolset.json*"))
    identity = (place / "contents").read_text().splitlines()[0]
    write(place / "toolset.json", toolset.description("/usr/lib/agate/toolset", identity))
    copyright_file(root / "usr/share/doc/agate-toolset/copyright")
    changelog(root / "usr/share/doc/agate-toolset/changelog.gz")
    floor = glibc_floor.highest(place / "lib/libAgate.so")
    build("agate-toolset", root, {
        "Section": "libdevel", "Priority": "optional", "Depends": f"libc6 (>= {floor}), libstdc++6", "Recommends": "libfontconfig1",
        "Suggests": "libsdl2-2.0-0, ffmpeg, libduktape207, libegl1, libgles2"},
        f"Core Animation and UIKit for programs in Swift {compiler}\n"
        f" Libraries and modules for swift build --toolset /usr/lib/agate/toolset/toolset.json.\n"
        f" Only the compiler of Swift {compiler} reads them. Swift itself is not a Debian package\n"
        " everywhere and is not asked for here.")


if __name__ == "__main__":
    command()
    libraries()
