#!/usr/bin/env python3
"""python3 render.py SCENE FILM PARTS [ADDRESS]: parts as tasks of Ray, then the film. All workers see the current folder."""
import glob
import os
import subprocess
import sys

import ray


class Transient(Exception):
    """Trying again may help: exit code 75, or a signal."""


# A worker that dies is replaced and its task run again; so is one that ends with 75. Bad input is not.
@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=[Transient])
def part(folder, scene, film, number, count):
    environment = {**os.environ, "AGATE_CHUNK": f"{number}/{count}"}
    code = subprocess.run(["agate", "render", scene, "-o", film, "--skip-existing"], cwd=folder, env=environment).returncode
    if code == 75 or code < 0 or code > 128:
        raise Transient(f"part {number} ended with {code}")
    if code != 0:
        raise RuntimeError(f"part {number} ended with {code}")


def main():
    scene, film, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    ray.init(address=sys.argv[4] if len(sys.argv) > 4 else None)
    ray.get([part.remote(os.getcwd(), scene, film, number, count) for number in range(1, count + 1)])
    stem, ending = os.path.splitext(film)
    sys.exit(subprocess.run(["agate", "join", *glob.glob(f"{glob.escape(stem)}.part-*{ending}"), "-o", film]).returncode)


if __name__ == "__main__":
    main()
