#!/usr/bin/env python3
"""Films on engines, for real: farm_test.py AGATE [slurm] [ray] [kubernetes] [snakemake] [parallel]

Each engine renders one film in eight parts, loses a node, a worker or a pod in the middle, and joins. The result has to be the film of a single
machine, frame by frame: by the hashes that frames had when they were drawn, and by what ffmpeg decodes. What is not installed is left out and said.
"""
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from slurm_cluster import SlurmCluster, processes

FRAMES = int(os.environ.get("AGATE_FARM_FRAMES", "10000"))
PARTS = 8
SCENE = """<?xml version="1.0" encoding="UTF-8"?>
<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 64 48" position="32 24" backgroundColor="0.1 0.12 0.2"><sublayers>
<CALayer bounds="0 0 16 16" position="12 24" cornerRadius="8" backgroundColor="1 0.5 0"><animations>
<CABasicAnimation keyPath="position.x" duration="1.3" autoreverses="1" repeatCount="inf"><fromValue type="real" value="8"/>
<toValue type="real" value="56"/></CABasicAnimation>
<CABasicAnimation keyPath="position.y" duration="3.1" autoreverses="1" repeatCount="inf"><fromValue type="real" value="8"/>
<toValue type="real" value="40"/></CABasicAnimation></animations></CALayer></sublayers></CALayer></caml>
"""


class Failure(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failure(what)


class Film:
    """One film, made once by one process, to compare with."""

    def __init__(self, agate, folder):
        self.agate, self.folder = agate, folder
        (folder / "scene.caml").write_text(SCENE)
        self.arguments = ["scene.caml", "--frames", f"0-{FRAMES - 1}", "--fps", "60", "--scale", "4", "--effort", "fast"]
        begin = time.time()
        self.run("render", *self.arguments, "-o", "single.mp4", "--manifest", "single.mp4.json")
        print(f"one machine: {FRAMES} frames in {time.time() - begin:.1f} s")
        self.frames = self.decoded("single.mp4")
        check(len(self.frames) == FRAMES, f"the single film has {len(self.frames)} frames")

    def run(self, *arguments, codes=(0,), env=None):
        done = subprocess.run([self.agate, *arguments], cwd=self.folder, capture_output=True, text=True, env={**os.environ, **(env or {})})
        check(done.returncode in codes, f"agate {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def decoded(self, name):
        """A line for each frame: its number and the MD5 of its pixels."""
        text = subprocess.run(["ffmpeg", "-v", "error", "-i", name, "-f", "framemd5", "-"], cwd=self.folder, capture_output=True, text=True, check=True).stdout
        return [(line.split(",")[2].strip(), line.split(",")[5].strip()) for line in text.splitlines() if not line.startswith("#")]

    def submit(self, engine, name):
        print(self.run("submit", "--engine", engine, "--parts", str(PARTS), "--dry-run", *self.arguments, "-o", name).strip())
        return self.folder / f"{name}.farm"

    def compare(self, name):
        check((self.folder / name).exists(), f"there is no {name}")
        drawn = [json.loads((self.folder / f"{film}.json").read_text())["frames"] for film in ("single.mp4", name)]
        check(drawn[0] == drawn[1], f"{name}: frames were drawn otherwise than on one machine")
        check(self.decoded(name) == self.frames, f"{name}: frames decode otherwise than the single film's")
        self.run("verify", name)
        leftovers = [p.name for p in (self.folder / f"{name}.farm" / "parts").iterdir() if p.name.startswith(".")]
        check(not leftovers, f"{name}: left behind: {leftovers}")
        print(f"{name}: {FRAMES} frames equal the single machine's, one by one")


def wait_for(what, seconds, condition):
    end = time.time() + seconds
    while not condition():
        check(time.time() < end, f"{what} did not happen within {seconds} s")
        time.sleep(0.1)


def parts_begun(job):
    return len([p for p in (job / "parts").glob(".*.part")])


def slurm(film):
    if not (shutil.which("slurmctld") and shutil.which("slurmd") and shutil.which("sbatch")):
        return "slurm is not here (Debian: apt-get install slurmctld slurmd slurm-client)"
    job = film.submit("slurm", "slurm.mp4")
    with SlurmCluster(Path(tempfile.mkdtemp(prefix="agate-slurm-")), nodes=2, cpus=2) as cluster:
        begin = time.time()
        array = cluster.call("sbatch", "--parsable", str(job / "job.sbatch")).strip()
        join = cluster.call("sbatch", "--parsable", f"--dependency=afterok:{array}", "--kill-on-invalid-dep=yes", str(job / "join.sbatch")).strip()
        wait_for("a part on the first node", 60, lambda: parts_begun(job) >= 2 and cluster.tasks("node1"))
        time.sleep(0.5)
        lost = cluster.kill("node1")
        print(f"slurm: node1 killed {time.time() - begin:.1f} s after the start, with tasks {lost}")
        wait_for("the join", 400, lambda: (cluster.hurry(), not cluster.tasks())[1])
        print(f"slurm: done after {time.time() - begin:.1f} s")
        logs = "".join(p.read_text() for p in (job / "logs").glob("slurm-*.log"))
        check(lost, "no task was on the node that was killed")
        states = cluster.call("scontrol", "show", "job", array)
        check(states.count("JobState=COMPLETED") == PARTS, f"not all parts are complete:\n{states}\n{logs}")
        check("Restarts=1" in states, "no part was run again")
        check("JobState=COMPLETED" in cluster.call("scontrol", "show", "job", join), f"the join failed: {logs}")
    film.run("status", str(job))
    film.compare("slurm.mp4")


def ray(film):
    if importlib.util.find_spec("ray") is None:
        return "ray is not here (pip install ray)"
    job = film.submit("ray", "ray.mp4")
    begin = time.time()
    runner = subprocess.Popen([sys.executable, str(job / "job_ray.py")], cwd=film.folder, start_new_session=True, stderr=subprocess.DEVNULL)
    victim = []

    def find():
        check(runner.poll() is None, f"the job ended with {runner.returncode} before a worker could be killed")
        # The program that renders a part, the script that runs it, and the worker that runs that: of this job alone.
        for pid, parent, arguments in processes():
            if str(job / "part.sh") in arguments and any(p == parent and a.startswith("ray::part") for p, _, a in processes()):
                victim[:] = [parent, pid]
                return parts_begun(job) >= 2
        return False

    wait_for("a worker with a part", 180, find)
    for pid in victim:
        os.kill(pid, signal.SIGKILL)
    print(f"ray: a worker killed {time.time() - begin:.1f} s after the start")
    check(runner.wait(timeout=400) == 0, f"the job ended with {runner.returncode}")
    print(f"ray: done after {time.time() - begin:.1f} s")
    film.run("status", str(job))
    film.compare("ray.mp4")


def kubernetes(film):
    if importlib.util.find_spec("yaml") is None or importlib.util.find_spec("kubernetes_validate") is None:
        return "the validator is not here (pip install kubernetes-validate pyyaml)"
    import kubernetes_validate
    import yaml

    job = film.submit("kubernetes", "kubernetes.mp4")
    documents = list(yaml.safe_load_all((job / "job.yaml").read_text()))
    documents += [d for d in yaml.safe_load_all((Path(__file__).parents[2] / "Deploy/kubernetes/job.yaml").read_text()) if d]
    for document in documents:
        try:
            version = kubernetes_validate.validate(document, "1.33", strict=True)
        except kubernetes_validate.ValidationError as error:
            raise Failure(f"{document['kind']}: {error.message}") from error
    print(f"kubernetes: {len(documents)} manifests are valid for {version}")
    # What a cluster would do: each index a pod with its variables, three more tries where the rules allow them; one pod is lost.
    array, join = documents[0], documents[1]
    spec = array["spec"]
    never = {code for rule in spec["podFailurePolicy"]["rules"] if rule["action"] == "FailIndex" for code in rule["onExitCodes"]["values"]}
    program = job / "bin"
    program.mkdir()
    (program / "agate").symlink_to(film.agate)

    def pod(document, index=None):
        container = document["spec"]["template"]["spec"]["containers"][0]
        variables = {entry["name"]: entry["value"] for entry in container.get("env", [])}
        if index is not None:
            variables["JOB_COMPLETION_INDEX"] = str(index)
        path = f"{program}:{os.environ['PATH']}"
        return subprocess.Popen(container["command"] + container["args"], cwd=container["workingDir"], env={**os.environ, **variables, "PATH": path}, start_new_session=True)

    waiting, running, tries = list(range(spec["completions"])), {}, {}
    joiner, killed = pod(join), False
    while waiting or running:
        while waiting and len(running) < 2:
            index = waiting.pop(0)
            tries[index] = tries.get(index, 0) + 1
            check(tries[index] <= spec["backoffLimitPerIndex"] + 1, f"pod {index} failed too often")
            running[index] = pod(array, index)
        if not killed and parts_begun(job) >= 2:
            os.killpg(running[min(running)].pid, signal.SIGKILL)
            killed = True
        for index, process in list(running.items()):
            if process.poll() is None:
                continue
            del running[index]
            check(process.returncode not in never, f"pod {index} failed for good: {process.returncode}")
            if process.returncode != 0:
                waiting.append(index)
        time.sleep(0.05)
    check(joiner.wait(timeout=120) == 0, "the join failed")
    check(killed and max(tries.values()) == 2, f"no pod was lost: {tries}")
    film.compare("kubernetes.mp4")


def snakemake(film):
    if not shutil.which("snakemake"):
        return "snakemake is not here (pip install snakemake)"
    job = film.submit("snakemake", "snakemake.mp4")
    begin = time.time()
    command = ["snakemake", "--snakefile", str(job / "Snakefile"), "--cores", "2", "--quiet", "all"]
    runner = subprocess.Popen(command, cwd=film.folder, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    # The script that runs a part, and the program under it: as when the machine under both is lost.
    victims = []

    def find():
        check(runner.poll() is None, f"snakemake ended with {runner.returncode} before a part could be killed")
        mine = [(pid, parent) for pid, parent, arguments in processes() if str(job) in arguments and "part.sh" in arguments]
        scripts = {pid for pid, _ in mine}
        victims[:] = sorted(scripts)[-1:] + [pid for pid, parent, _ in processes() if scripts and parent == max(scripts)]
        return len(victims) >= 2 and parts_begun(job) >= 2

    wait_for("a part", 120, find)
    for pid in victims:
        os.kill(pid, signal.SIGKILL)
    print(f"snakemake: a part killed {time.time() - begin:.1f} s after the start")
    check(runner.wait(timeout=400) == 0, f"snakemake ended with {runner.returncode}")
    print(f"snakemake: done after {time.time() - begin:.1f} s")
    film.run("status", str(job))
    film.compare("snakemake.mp4")


def parallel(film):
    if not shutil.which("parallel"):
        return "GNU parallel is not here (Debian: apt-get install parallel)"
    job = film.submit("parallel", "parallel.mp4")
    # One part's program is ended by a signal in the middle: it ends with 143, and what is started again goes on.
    first = subprocess.Popen([str(job / "job.sh")], cwd=film.folder, start_new_session=True, stderr=subprocess.DEVNULL)
    wait_for("a part", 60, lambda: parts_begun(job) >= 1)
    os.killpg(first.pid, signal.SIGTERM)
    first.wait()
    wait_for("the end of what ran", 20, lambda: not [a for _, _, a in processes() if str(job) in a and "render" in a])
    check(not (film.folder / "parallel.mp4").exists(), "joined too early")
    film.run("status", str(job), codes=(75,))
    check(subprocess.run([str(job / "job.sh")], cwd=film.folder).returncode == 0, "the second run failed")
    film.compare("parallel.mp4")


def main():
    agate = os.path.abspath(sys.argv[1])
    wanted = sys.argv[2:] or ["slurm", "ray", "kubernetes", "snakemake", "parallel"]
    folder = Path(tempfile.mkdtemp(prefix="agate-farm-"))
    failed, left_out = [], []
    try:
        film = Film(agate, folder)
        for name in wanted:
            try:
                reason = globals()[name](film)
                if reason:
                    left_out.append(name)
                    print(f"{name}: left out: {reason}")
            except (Failure, subprocess.SubprocessError) as error:
                failed.append(name)
                print(f"{name}: FAILED: {error}")
    finally:
        if not failed:
            shutil.rmtree(folder, ignore_errors=True)
    print(f"farm-test: {len(wanted) - len(failed) - len(left_out)} engines passed, {len(left_out)} left out, {len(failed)} failed{f'; see {folder}' if failed else ''}")
    sys.exit(1 if failed or len(left_out) == len(wanted) else 0)


if __name__ == "__main__":
    main()
