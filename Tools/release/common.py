"""What all steps of a release share: the version, the places, and archives whose bytes depend on their contents only."""
import gzip
import io
import lzma
import os
import platform
import re
import subprocess
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = Path(os.environ.get("AGATE_RELEASE_WORK", ROOT / "out" / "release-work"))
OUT = Path(os.environ.get("AGATE_RELEASE_OUT", ROOT / "out" / "release"))
BUILD = Path(os.environ.get("AGATE_RELEASE_BUILD", ROOT / ".build-release"))
ARCH = platform.machine()
DEBIAN_ARCH = {"x86_64": "amd64", "aarch64": "arm64"}.get(ARCH, ARCH)
TRIPLE = f"{ARCH}-unknown-linux-gnu"


def version():
    """The one place of the version is the source of `agate --version`."""
    text = (ROOT / "Sources/Tools/AgateCommand/Version.swift").read_text()
    return re.search(r'static let version = "([^"]+)"', text).group(1)


VERSION = version()


def output(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def run(*command, **options):
    subprocess.run([str(part) for part in command], check=True, **options)


def epoch():
    """SOURCE_DATE_EPOCH, or the time of the last commit."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    try:
        return int(output("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    except (subprocess.CalledProcessError, FileNotFoundError, ValueError):
        return 0


EPOCH = epoch()


def swift_version():
    """The compiler's version, for example 6.3.1, and the line with which it names itself."""
    text = output("swiftc", "--version", stderr=subprocess.DEVNULL)
    return re.search(r"Swift version (\d+\.\d+(?:\.\d+)?)", text).group(1), text.splitlines()[0]


def files_below(folder):
    """The files and links below a folder, by sorted relative paths."""
    folder = Path(folder)
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink() or path.is_file())


def tar_bytes(folder, prefix="", names=None):
    """A tar archive of a folder: sorted names, one owner, one time; each folder has an entry."""
    folder, buffer, folders = Path(folder), io.BytesIO(), set()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:

        def add_folder(path):
            if path in folders:
                return
            folders.add(path)
            if "/" in path.rstrip("/"):
                add_folder(path.rstrip("/").rsplit("/", 1)[0])
            entry = tarfile.TarInfo(path)
            entry.type, entry.mode, entry.mtime = tarfile.DIRTYPE, 0o755, EPOCH
            own(entry)
            archive.addfile(entry)

        for name in names or files_below(folder):
            path, place = folder / name, prefix + name
            if "/" in place:
                add_folder(place.rsplit("/", 1)[0])
            entry = tarfile.TarInfo(place)
            entry.mtime = EPOCH
            own(entry)
            if path.is_symlink():
                entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, os.readlink(path), 0o777
                archive.addfile(entry)
            else:
                data = path.read_bytes()
                entry.size, entry.mode = len(data), 0o755 if os.access(path, os.X_OK) else 0o644
                archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def own(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"


def xz(data):
    return lzma.compress(data, format=lzma.FORMAT_XZ, preset=6)


def gz(data):
    return gzip.compress(data, 9, mtime=EPOCH)


def write_zip(path, folder, prefix="", names=None):
    """A zip archive of a folder with sorted names, one time and the permissions."""
    import time

    moment = time.gmtime(max(EPOCH, 315532800))[:6]
    folder = Path(folder)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names or files_below(folder):
            entry = zipfile.ZipInfo(prefix + name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(folder / name, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, (folder / name).read_bytes(), compresslevel=9)


def fresh(path):
    """An empty folder."""
    import shutil

    path = Path(path)
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def write(path, text):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def megabytes(path):
    return f"{path.stat().st_size / 1e6:.1f} MB"
