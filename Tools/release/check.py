"""What must hold of every release: the glibc floor, no library besides glibc's and Swift's, no path of this machine."""
import subprocess
import sys
from pathlib import Path

from command import COMMAND
from common import BUILD, ROOT, WORK, output
from toolset import TOOLSET

PROGRAM, LIBRARY = COMMAND / "bin/agate", TOOLSET / "lib/libAgate.so"


def floor():
    most = (ROOT / "Tools/release/glibc-floor").read_text().strip()
    subprocess.run([sys.executable, ROOT / "Tools/release/glibc_floor.py", "--most", most, PROGRAM, LIBRARY], check=True)


def needed_libraries():
    """The library needs Swift's own libraries and glibc. The names of C libraries and their functions are not visible from outside."""
    needed = {line.split()[-1] for line in output("llvm-objdump", "-p", LIBRARY).splitlines() if "NEEDED" in line}
    wrong = {name for name in needed if not name.startswith(("libc.so", "libm.so", "libswift", "lib_Foundation", "libFoundation", "libdispatch", "libBlocks", "libgcc_s", "libstdc++", "ld-linux", "libXCTest", "libTesting"))}
    if wrong:
        sys.exit(f"libAgate.so needs {sorted(wrong)}")
    visible = {line.split()[-1] for line in output("llvm-nm", "-D", "--defined-only", LIBRARY).splitlines()}
    leaked = sorted(name for name in visible if name.startswith(("png_", "hb_", "FT_", "Fc", "SDL_", "inflate", "agate_c_")))
    if leaked:
        sys.exit(f"libAgate.so shows functions of C libraries: {leaked[:5]}")


def paths():
    """No file contains the folder of this checkout, but for `#filePath` of the command's search for its sources."""
    texts = {str(ROOT).encode(), str(BUILD).encode(), str(Path.home()).encode() + b"/"}
    for folder in (COMMAND, TOOLSET, WORK / "package"):
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            data = path.read_bytes()
            for text in texts:
                if len(text) > 6 and text in data:
                    place = data.index(text)
                    print(f"   {path.relative_to(WORK)} contains {data[place:place + 90].split(bytes(1))[0].decode(errors='replace')}")


if __name__ == "__main__":
    floor()
    needed_libraries()
    paths()
