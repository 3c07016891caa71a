"""Bare systems for tests: a debootstrap, kept as an archive, unpacked for each test and entered in a mount namespace of its own."""
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

WORK = Path(os.environ.get("AGATE_RELEASE_WORK", Path(__file__).resolve().parents[3] / "out/release-work")) / "roots"
SWIFT = Path(os.environ.get("AGATE_SWIFT", "/opt/swift"))
UBUNTU, UBUNTU_SYSTEMS = "http://archive.ubuntu.com/ubuntu", ("jammy", "noble")


@cache
def debian_mirror():
    """The mirror of this machine's own package lists."""
    lists = Path(__file__).resolve().parents[1] / "source_lists.py"
    text = subprocess.run(["python3", lists], stdout=subprocess.PIPE, text=True, check=False).stdout
    found = re.search(r"deb-src (\S+/debian/?) ", text)
    return found.group(1) if found else "http://deb.debian.org/debian"


def mirror(system):
    return UBUNTU if system in UBUNTU_SYSTEMS else debian_mirror()


@cache
def base(system):
    """The archive of a bare system, or a reason why there is none."""
    if os.geteuid() != 0:
        return None, "needs root"
    if shutil.which("debootstrap") is None:
        return None, "needs debootstrap"
    archive = WORK / f"{system}.tar"
    if archive.exists():
        return archive, None
    WORK.mkdir(parents=True, exist_ok=True)
    place = Path(tempfile.mkdtemp(prefix=f"{system}-", dir=WORK))
    words = ["debootstrap", "--variant=minbase", system, place, mirror(system)]
    if system in UBUNTU_SYSTEMS:
        # One script serves all of them; an older debootstrap has it under the name of the first. Debian has no keys of Ubuntu's.
        words += ["/usr/share/debootstrap/scripts/gutsy"]
        words[1:1] = ["--components=main,universe"] + ([] if Path("/usr/share/keyrings/ubuntu-archive-keyring.gpg").exists() else ["--no-check-gpg"])
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        remove(place)
        return None, f"debootstrap failed: {done.stdout.strip().splitlines()[-1][:200] if done.stdout.strip() else done.returncode}"
    # apt goes through what this machine's apt goes through.
    for path in Path("/etc/apt/apt.conf.d").iterdir():
        if "proxy" in path.read_text(errors="replace").lower():
            shutil.copy(path, place / "etc/apt/apt.conf.d")
    run(place, "apt-get update -qq")
    subprocess.run(["tar", "-cf", f"{archive}.new", "-C", place, "."], check=True)
    os.rename(f"{archive}.new", archive)
    remove(place)
    return archive, None


@cache
def prepared(system, needs):
    """The archive of a bare system with some packages."""
    archive, reason = base(system)
    if archive is None or not needs:
        return archive, reason
    digest = hashlib.sha256(" ".join(needs).encode()).hexdigest()
    target = WORK / f"{system}-with-{digest[:12]}.tar"
    if target.exists():
        return target, None
    place = unpack(system, archive)
    # A name with a star is the newest package that has such a name.
    words = " ".join(f"$(apt-cache search --names-only '^{need.replace('+', '[+]').replace('*', '[0-9]+')}$' | sort -V | tail -1 | cut -d' ' -f1)" if "*" in need else need for need in needs)
    done = run(place, f"apt-get install -y -qq --no-install-recommends {words}")
    if done.returncode != 0:
        remove(place)
        return None, f"packages can't be installed: {(done.stdout + done.stderr).strip()[-200:]}"
    subprocess.run(["tar", "-cf", f"{target}.new", "-C", place, "."], check=True)
    os.rename(f"{target}.new", target)
    remove(place)
    return target, None


def unpack(system, archive):
    place = Path(tempfile.mkdtemp(prefix=f"{system}-", dir=WORK))
    subprocess.run(["tar", "-xf", archive, "-C", place], check=True)
    place.chmod(0o755)
    shutil.copy("/etc/resolv.conf", place / "etc/resolv.conf")
    return place


def make(system, needs):
    """A fresh system in a folder, or None and a reason."""
    archive, reason = prepared(system, tuple(needs))
    return (unpack(system, archive), None) if archive else (None, reason)


def run(place, script, with_swift=False):
    """Runs a script in the system. Mounts end with it."""
    mounts = f"mount -t proc proc {place}/proc && mount --rbind /dev {place}/dev"
    if with_swift:
        (place / "opt/swift").mkdir(parents=True, exist_ok=True)
        mounts += f" && mount --bind -o ro {SWIFT} {place}/opt/swift"
    return subprocess.run(["unshare", "-m", "sh", "-c", f'{mounts} && exec chroot {place} sh -c "$1"', "sh", script], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"})


def installed(place):
    text = (place / "var/lib/dpkg/status").read_text(errors="replace")
    return set(re.findall(r"^Package: (\S+)$", text, re.MULTILINE))


def remove(place):
    shutil.rmtree(place, ignore_errors=True)
