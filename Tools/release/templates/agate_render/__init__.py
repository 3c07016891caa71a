"""Renders Lottie and Core Animation documents to files, bytes and NumPy arrays.

    import agate_render
    agate_render.render("Sunrise.json", "sunrise.webp", duration=2)     # a film, by the extension
    agate_render.render("Sunrise.json", "sunrise.png", time=1.5)        # one picture
    film = agate_render.frames("Sunrise.json", fps=25)                  # an array of frames, height, width and RGBA

The program `agate` is in the package and is installed as a command, too. Films as mp4, mov and webm need ffmpeg in PATH.
"""
import json
import os
import subprocess
import sys
import tempfile
from typing import NamedTuple

__all__ = ["AgateError", "Frames", "frames", "main", "picture", "program", "render", "version"]
__version__ = "@VERSION@"

program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "agate")
version = __version__


class AgateError(Exception):
    """The message of a failed command, and its exit status: 2 for an invalid document, 64 for invalid options, 75 if retrying can help."""

    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


class Frames(NamedTuple):
    """Frames where NumPy is not installed: rows of RGBA bytes, not premultiplied, one frame after the other."""

    data: bytes
    count: int
    height: int
    width: int


def _options(options):
    """Options of `agate render` by their names with underscores: `background="white"`, `full_color=True`, `values={"Title": "Hello"}`."""
    words = []
    for name, value in options.items():
        if value is None:
            continue
        if name == "values":
            for key, text in value.items():
                words.append(f"--set={key}={text}")
        elif name == "size" and not isinstance(value, str):
            words.append(f"--size={value[0]}x{value[1]}")
        elif value is True:
            words.append("--" + name.replace("_", "-"))
        elif value is False:
            words.append("--no-" + name.replace("_", "-"))
        else:
            words.append(f"--{name.replace('_', '-')}={value}")
    return words


def _run(words, **options):
    done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, **options)
    if done.returncode != 0:
        message = done.stderr.decode("utf-8", "replace").strip() or f"agate ended with {done.returncode}"
        raise AgateError(message, done.returncode)
    return done.stdout


def render(document, output, **options):
    """Renders a document into a file, whose extension selects the format. Options are those of `agate render`.

    Returns the path of the file. Raises AgateError.
    """
    _run(["render", *_options({"progress": "none", **options}), "-o", os.fspath(output), "--", os.fspath(document)], stdout=subprocess.DEVNULL)
    return output


def _raw(document, options):
    # The manifest says how large the frames are and how many there are.
    with tempfile.TemporaryDirectory(prefix="agate-") as folder:
        manifest = os.path.join(folder, "manifest.json")
        words = ["render", *_options({"progress": "none", "alpha": True, **options}), "--format=raw", f"--manifest={manifest}", "-o", "-", "--"]
        data = _run([*words, os.fspath(document)], stdout=subprocess.PIPE)
        with open(manifest, encoding="utf-8") as file:
            said = json.load(file)
    width, height = said["width"], said["height"]
    return data, len(data) // (width * height * 4), height, width


def _rgba(data, count, height, width):
    try:
        import numpy
    except ImportError:
        pixels = bytearray(data)
        pixels[0::4], pixels[2::4] = pixels[2::4], pixels[0::4]
        return Frames(bytes(pixels), count, height, width)
    array = numpy.frombuffer(data, dtype=numpy.uint8).reshape(count, height, width, 4)
    return numpy.ascontiguousarray(array[..., [2, 1, 0, 3]])


def frames(document, **options):
    """Returns the frames of a document as a NumPy array of shape (frames, height, width, 4): RGBA, uint8, not premultiplied.

    Without NumPy it returns `Frames`. Options are those of `agate render`: fps, duration, frames, size, scale, background, values. A frame of
    400 x 400 pixels takes 640 kB; ask for parts of long films with frames="0-99".
    """
    return _rgba(*_raw(document, options))


def picture(document, time=0.0, **options):
    """Returns one picture of a document as a NumPy array of shape (height, width, 4); without NumPy, `Frames` with one frame.

    `time` is in seconds, from 0 to 1000. Times below a millisecond are taken for 0.
    """
    if not 0 <= time <= 1000:
        raise ValueError(f"time must be from 0 to 1000 s, not {time}")
    # A film of which one frame is at the time.
    place = {"fps": 1, "frames": "0-0", "duration": 1} if time < 0.001 else {"fps": 1 / time, "frames": "1-1", "duration": 2 * time}
    found = _rgba(*_raw(document, {**options, **place}))
    return found if isinstance(found, Frames) else found[0]


def main():
    """The command `agate`, with the arguments of this process. Does not return."""
    os.execv(program, [program, *sys.argv[1:]])
