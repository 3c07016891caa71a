"""The container image: a Containerfile, and the root that it would make as an archive, which a chroot or `podman import` runs."""
import shutil
from pathlib import Path

from command import COMMAND
from common import ARCH, OUT, ROOT, VERSION, WORK, fresh, megabytes, output, tar_bytes, write, xz


def libraries(program):
    """glibc's files that a program loads, by their paths. Resolvers of names come with it, since Foundation may ask for them."""
    found = []
    for line in output("ldd", program).splitlines():
        for word in line.split():
            if word.startswith("/"):
                found.append(Path(word))
    return found


def root(place):
    """The smallest file system in which `agate` runs: the program, its fonts and glibc."""
    shutil.copytree(COMMAND / "bin", place / "usr/bin")
    shutil.copytree(COMMAND / "share", place / "usr/share", ignore=shutil.ignore_patterns("man", "bash-completion", "zsh", "fish"))
    for path in libraries(place / "usr/bin/agate"):
        target = place / path.relative_to("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o755)
    write(place / "etc/passwd", "agate:x:1000:1000::/work:/usr/bin/agate\n")
    write(place / "etc/group", "agate:x:1000:\n")
    # An empty folder has no entry of its own in the archive.
    write(place / "work/.keep", "")
    write(place / "tmp/.keep", "")
    # Swift reads a program's arguments from /proc, which engines mount.
    write(place / "proc/.keep", "")


def main():
    place = fresh(WORK / "image")
    root(place)
    name = f"agate-{VERSION}-{ARCH}-rootfs.tar.xz"
    path = OUT / name
    path.write_bytes(xz(tar_bytes(place)))
    text = (ROOT / "Tools/release/templates/Containerfile").read_text().replace("@ROOTFS@", name).replace("@VERSION@", VERSION)
    (OUT / "Containerfile").write_text(text)
    print(f"image: {megabytes(path)}, unpacked {sum(f.stat().st_size for f in place.rglob('*') if f.is_file()) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
