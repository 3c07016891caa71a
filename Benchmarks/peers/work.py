"""The work that the Python programs of the peers share: the shapes of work.h, lines of a name, a tab and milliseconds, pictures."""
import math
import os
import sys
import time

WIDTH, HEIGHT, PATHS, BOXES = 1920, 1080, 1000, 10_000


def numbers(state=12345):
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 11) / 9007199254740992


class Work:
    """Blobs and curves as lists of points: a start, then two control points and an end for each curve. From the top left corner."""

    def __init__(self):
        random = numbers()
        self.blobs, self.curves, self.colors = [], [], []
        for _ in range(PATHS):
            mx, my = next(random) * 1820 + 50, next(random) * 980 + 50
            angles = [k * math.pi / 4 for k in range(8)]
            ends = []
            for a in angles:
                radius = 24 + 16 * next(random)
                ends.append((mx + radius * math.cos(a), my + radius * math.sin(a)))
            blob = [ends[0]]
            for k, a in enumerate(angles):
                (x, y), (nx, ny), b = ends[k], ends[(k + 1) % 8], a + math.pi / 4
                blob += [(x - 10 * math.sin(a), y + 10 * math.cos(a)), (nx + 10 * math.sin(b), ny - 10 * math.cos(b)), (nx, ny)]
            end = (next(random) * 1700 + 50, next(random) * 900 + 50)
            curve = [end]
            for _ in range(3):
                start = end
                for _ in range(3):
                    end = (start[0] + next(random) * 120 - 50, start[1] + next(random) * 120 - 50)
                    curve.append(end)
            self.blobs.append([(x, HEIGHT - y) for x, y in blob])
            self.curves.append([(x, HEIGHT - y) for x, y in curve])
            self.colors.append(int(next(random) * 0xffffff))
        self.boxes = []
        for _ in range(BOXES):
            x, y = next(random) * 1870, next(random) * 1030
            self.boxes.append((x, HEIGHT - y - 40))


def ramp(width, height):
    """A translucent ramp from corner to corner, premultiplied BGRA, as bytes."""
    start, end, length = (0.0625, 0.125, 1, 0.25), (1, 0.25, 0.0625, 0.875), width * width + height * height
    out = bytearray()
    for y in range(height):
        for x in range(width):
            t = ((x + 0.5) * width + (height - y - 0.5) * height) / length
            b, g, r, a = (p + (q - p) * t for p, q in zip(start, end))
            out += bytes((round(b * a * 255), round(g * a * 255), round(r * a * 255), round(a * 255)))
    return bytes(out)


def mask():
    """Coverage; CGContext's image mask has the same turned round."""
    return bytes(255 - int(min(239, math.hypot(x - 960, y - 540) / 900 * 239)) for y in range(HEIGHT) for x in range(WIDTH))


def figure(name, runs, draw, pixels=None):
    """Prints the least milliseconds of some runs. With AGATE_PEER_PICTURES, what one run draws over white is written into that folder, if
    `pixels` is a writable buffer of BGRA."""
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    folder = os.environ.get("AGATE_PEER_PICTURES")
    if folder and pixels is not None:
        memoryview(pixels).cast("B")[:] = b"\xff" * (WIDTH * HEIGHT * 4)
        draw()
        with open(os.path.join(folder, name + ".bgra"), "wb") as file:
            file.write(memoryview(pixels).cast("B"))
    best = math.inf
    for _ in range(runs):
        start = time.perf_counter()
        draw()
        best = min(best, (time.perf_counter() - start) * 1000)
    print(f"{name}\t{best:.4f}", flush=True)


def missing(error):
    """Ends a program whose module isn't there."""
    print(error, file=sys.stderr)
    sys.exit(3)
