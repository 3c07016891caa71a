"""The Python wheel: the module agate_render with the command inside, for every Python 3.8 and newer on a glibc that is new enough."""
import base64
import hashlib
import shutil

import glibc_floor
from command import COMMAND
from common import ARCH, OUT, ROOT, VERSION, WORK, files_below, fresh, megabytes, write, write_zip

METADATA = """Metadata-Version: 2.1
Name: agate-render
Version: {version}
Summary: Renders Lottie and Core Animation documents to pictures, films and NumPy arrays
License: Apache-2.0
Requires-Python: >=3.8
Provides-Extra: numpy
Requires-Dist: numpy; extra == "numpy"
Description-Content-Type: text/markdown

{readme}"""


def record(folder, name):
    """The list of files with their digests, in the form that pip checks."""
    lines = []
    for path in files_below(folder):
        data = (folder / path).read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join(lines) + f"{name},,\n"


def main():
    place = fresh(WORK / "wheel")
    module = place / "agate_render"
    shutil.copytree(ROOT / "Tools/release/templates/agate_render", module, ignore=shutil.ignore_patterns("__pycache__"))
    init = module / "__init__.py"
    init.write_text(init.read_text().replace("@VERSION@", VERSION))
    shutil.copytree(COMMAND / "bin", module / "bin")
    shutil.copytree(COMMAND / "share/agate", module / "share/agate")
    floor = glibc_floor.highest(COMMAND / "bin/agate")
    tag = f"py3-none-manylinux_{floor.replace('.', '_')}_{ARCH}"
    info = place / f"agate_render-{VERSION}.dist-info"
    write(info / "METADATA", METADATA.format(version=VERSION, readme=(ROOT / "Tools/release/templates/wheel-readme.md").read_text()))
    write(info / "WHEEL", f"Wheel-Version: 1.0\nGenerator: agate-release\nRoot-Is-Purelib: false\nTag: {tag}\n")
    write(info / "entry_points.txt", "[console_scripts]\nagate = agate_render:main\n")
    shutil.copytree(WORK / "licences", info / "licenses")
    write(info / "RECORD", record(place, f"agate_render-{VERSION}.dist-info/RECORD"))
    path = OUT / f"agate_render-{VERSION}-{tag}.whl"
    write_zip(path, place)
    print(f"{path.name}: {megabytes(path)}")


if __name__ == "__main__":
    main()
