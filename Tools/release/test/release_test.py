"""make release-test: installs each channel by README's lines in a bare system and draws a picture.

A bare system is a debootstrap of Debian or Ubuntu and what the channel's row below names. Needs root, debootstrap and the mirrors. What can't be had
is skipped with its reason. Prints a table: seconds, megabytes fetched and installed, the packages that the system was asked for.
"""
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import roots

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tools/release"))

from common import VERSION  # noqa: E402

OUT = Path(os.environ.get("AGATE_RELEASE_OUT", ROOT / "out/release"))


@dataclass
class Channel:
    name: str  # of the block in README
    files: str  # what is fetched, below out/release
    picture: str  # what must have been drawn
    needs: tuple = ()  # packages that must be there before
    with_swift: bool = False


# swift.org's list for its Debian and Ubuntu toolchains, as far as linking needs it.
SWIFT = ("binutils", "gcc", "git", "libc6-dev", "libcurl4-openssl-dev", "libedit2", "libstdc++-*-dev", "libxml2-dev", "libz3-dev", "pkg-config",
         "tzdata", "unzip", "zlib1g-dev", "libsqlite3-dev", "libncurses-dev", "xz-utils")
CHANNELS = [
    Channel("archive", "agate-*-linux.tar.xz", "sunrise.png", ("xz-utils",)),
    Channel("deb", "agate_*.deb", "sunrise.png"),
    Channel("wheel", "agate_render-*.whl", "sunrise.png", ("python3", "python3-venv")),
    Channel("image", "agate-*-rootfs.tar.xz", "image/work/sunrise.png", ("xz-utils",)),
    Channel("swift-package", "agate-swift-*.tar.xz", "Picture/picture.png", SWIFT, with_swift=True),
    Channel("toolset", "agate-toolset-*.tar.xz", "Picture/picture.png", SWIFT, with_swift=True),
]


# Lines that must succeed after those of README. Nothing is binary compatible before 1.0: with another release's library a program
# does not start, and says why.
AFTER = {"toolset": f"""
mv agate-toolset/lib/libAgate.so.{VERSION} agate-toolset/lib/libAgate.so.99.0.0
if message=$(Picture/.build/debug/Picture 2>&1); then echo "it starts with another library"; exit 1; fi
echo "$message" | grep -q 'libAgate.so.{VERSION}: cannot open shared object file'
"""}


def lines(channel):
    """README's lines of a channel: the block after the comment that names it."""
    text = (ROOT / "README.md").read_text()
    found = re.search(rf"<!-- release-test: {channel} -->\s*```sh\n(.*?)```", text, re.DOTALL)
    if not found:
        sys.exit(f"README.md has no block for {channel}")
    return found.group(1)


def children():
    """The processor time of all commands so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def usage(place):
    """The bytes of a folder's files, mounted file systems left out."""
    return int(subprocess.run(["du", "-sxb", "--exclude=proc", "--exclude=dev", place], stdout=subprocess.PIPE, text=True, check=False).stdout.split()[0])


def test(system, channel):
    """Returns a row of the table."""
    files = sorted(OUT.glob(channel.files))
    if len(files) != 1:
        return [system, channel.name, "skipped", f"{channel.files} is not in {OUT.name}: make release"]
    place, reason = roots.make(system, channel.needs)
    if place is None:
        return [system, channel.name, "skipped", reason]
    try:
        home = place / "root/try"
        home.mkdir(parents=True)
        shutil.copy(files[0], home)
        shutil.copy(ROOT / "Examples/Sunrise.json", home)
        before, packages = usage(place), roots.installed(place)
        script = "set -e\nexport HOME=/root PATH=/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive\ncd /root/try\n" + lines(channel.name)
        start, processor = time.monotonic(), children()
        done = roots.run(place, script, with_swift=channel.with_swift)
        seconds, processor = time.monotonic() - start, children() - processor
        picture = home / channel.picture
        if done.returncode != 0 or not picture.exists() or picture.stat().st_size < 200:
            return [system, channel.name, "FAILED", (done.stdout + done.stderr).strip()[-1500:]]
        if channel.name in AFTER:
            done = roots.run(place, "set -e\nexport PATH=/opt/swift/usr/bin:/usr/bin:/bin\ncd /root/try\n" + AFTER[channel.name], with_swift=channel.with_swift)
            if done.returncode != 0:
                return [system, channel.name, "FAILED", (done.stdout + done.stderr).strip()[-1500:]]
        added = roots.installed(place) - packages
        keep = OUT.parent / "release-test"
        keep.mkdir(exist_ok=True)
        shutil.copy(picture, keep / f"{system}-{channel.name}{picture.suffix}")
        asked = ", ".join(sorted(added)) or "nothing"
        return [system, channel.name, f"{seconds:.1f} s", f"{processor:.1f} s", f"{files[0].stat().st_size / 1e6:.1f} MB", f"{(usage(place) - before) / 1e6:.0f} MB", asked,
                ", ".join(channel.needs) if not channel.with_swift else "Swift and swift.org's packages"]
    finally:
        roots.remove(place)


def main():
    wanted = sys.argv[1:]
    systems = os.environ.get("AGATE_RELEASE_SYSTEMS", "bookworm trixie jammy noble").split()
    rows = []
    for system in systems:
        for channel in CHANNELS:
            if not wanted or channel.name in wanted:
                rows.append(test(system, channel))
                print("   ".join(rows[-1]), flush=True)
    print("\n| system | channel | time to the picture | processor time | fetched | installed | installed by apt | there before |\n|---|---|---|---|---|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row + [""] * (8 - len(row))).replace("\n", " ") + " |")
    passed = sum(row[2] not in ("skipped", "FAILED") for row in rows)
    failed = sum(row[2] == "FAILED" for row in rows)
    print(f"{passed} passed, {failed} failed, {len(rows) - passed - failed} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
