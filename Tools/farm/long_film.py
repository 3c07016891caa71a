#!/usr/bin/env python3
"""Compares a long film that four processes make in parts, one of which is killed, with the film made at once.

The film has three clips with cross-fades, a title that moves, a mix of two sound tracks and captions; it is compared frame by frame and
sample by sample (AVFoundationTests.FarmFilmTests). Prints the time that it took and the largest memory of a process.

    Tools/farm/long_film.py --seconds 7200 --rate 10
"""
import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=120, help="the length of the film (120)")
    parser.add_argument("--rate", type=int, default=10, help="frames per second (10)")
    parser.add_argument("--limit", type=float, default=600, help="seconds after which the check counts as failed (600)")
    parser.add_argument("--tests", default=".build-test/release/agatePackageTests.xctest", help="the program of the tests")
    options = parser.parse_args()
    if not os.access(options.tests, os.X_OK):
        sys.exit(f"{options.tests} is missing: run make test-build, or name the program with --tests")
    # A copy, since a build in the meantime would replace the program that starts those of the parts.
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(options.tests))) as folder:
        program = shutil.copy2(options.tests, folder)
        environment = dict(os.environ, AGATE_FILM_SECONDS=str(options.seconds), AGATE_FILM_RATE=str(options.rate))
        begin = time.monotonic()
        child = subprocess.Popen(
            [program, "AVFoundationTests.FarmFilmTests/testPartsEqualTheWhole"], env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        try:
            text, _ = child.communicate(timeout=options.limit)
        except subprocess.TimeoutExpired:
            child.kill()
            text, _ = child.communicate()
            text += f"\nerror: not finished after {options.limit:.0f} s"
        seconds = time.monotonic() - begin
    passed = child.returncode == 0 and re.search(r"Executed 1 test, with 0 failures", text)
    if not passed:
        print("\n".join(line for line in text.splitlines() if "error:" in line) or text[-2000:])
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    frames = round(options.seconds * options.rate)
    print(
        f"{'equal' if passed else 'FAILED'}: about {frames} frames of {options.seconds:g} s, {seconds:.0f} s; processor time"
        f" {usage.ru_utime + usage.ru_stime:.0f} s; largest process {usage.ru_maxrss / 1024:.0f} MB")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
