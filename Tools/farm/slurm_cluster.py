"""A small Slurm of one's own: a controller and some nodes on this host, each node a slurmd by another name. Without munge, and without root's files."""
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path


def processes():
    """Number, parent and command line of every process."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                arguments = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            except OSError:
                continue
            found.append((int(path.name), parent, arguments))
    return found


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class SlurmCluster:
    def __init__(self, folder, nodes, cpus):
        self.folder = folder
        host, ports = socket.gethostname(), free_ports(nodes + 1)
        names = [f"node{number + 1}" for number in range(nodes)]
        lines = [
            "ClusterName=agate", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmUser={os.environ.get('USER', 'root')}", f"SlurmdUser={os.environ.get('USER', 'root')}", "AuthType=auth/none",
            "CredType=cred/none", f"SlurmctldPort={ports[0]}", f"StateSaveLocation={folder}/state", f"SlurmctldPidFile={folder}/controller.pid",
            f"SlurmctldLogFile={folder}/controller.log", f"SlurmdSpoolDir={folder}/spool-%n", f"SlurmdPidFile={folder}/%n.pid", f"SlurmdLogFile={folder}/%n.log",
            "ProctrackType=proctrack/pgid", "TaskPlugin=task/none", "SelectType=select/cons_tres", "SelectTypeParameters=CR_CPU", "ReturnToService=2",
            "SlurmdTimeout=8", "MessageTimeout=5", "MinJobAge=3600", "SchedulerParameters=batch_sched_delay=1,sched_interval=2", "MpiDefault=none",
            # More processors than the host has, if need be: what is tested is who runs what.
            "SlurmdParameters=config_overrides",
        ]
        lines += [f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory=8000" for name, port in zip(names, ports[1:])]
        lines += [f"PartitionName=main Nodes={','.join(names)} Default=YES MaxTime=INFINITE State=UP"]
        for name in ["state"] + [f"spool-{name}" for name in names]:
            (folder / name).mkdir()
        (folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        self.environment = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
        self.names, self.daemons = names, {}

    def __enter__(self):
        self.start("controller", ["slurmctld", "-D", "-c"])
        time.sleep(1)
        for name in self.names:
            self.start(name, ["slurmd", "-D", "-N", name])
        end = time.time() + 30
        while self.call("sinfo", "-h", "-N", "-o", "%T").split() != ["idle"] * len(self.names):
            if time.time() > end:
                raise subprocess.SubprocessError(f"the nodes of Slurm don't come up: {self.call('sinfo', '-N')}")
            time.sleep(0.5)
        return self

    def start(self, name, command):
        with open(self.folder / f"{name}.out", "w") as out:
            self.daemons[name] = subprocess.Popen(command, env=self.environment, stdout=out, stderr=out,
                stdin=subprocess.DEVNULL, start_new_session=True)

    def call(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0 and command[0] == "sbatch":
            raise subprocess.SubprocessError(f"{' '.join(command)}: {done.stderr}")
        return done.stdout

    def tasks(self, node=None):
        """What has not ended, as numbers of jobs."""
        return self.call("squeue", "-h", "-o", "%A", *(["-w", node, "-t", "R"] if node else [])).split()

    def kill(self, node):
        """A machine that loses its power: the daemon and all that it runs are gone at once. Returns the tasks that ran there."""
        tasks = self.tasks(node)
        steps = [pid for pid, _, arguments in processes() if any(arguments.startswith(f"slurmstepd: [{task}.") for task in tasks)]
        mine = []
        for pid, _, _ in processes():
            try:
                variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if f"SLURMD_NODENAME={node}".encode() in variables and f"SLURM_CONF={self.folder}/slurm.conf".encode() in variables:
                mine.append(pid)
        for pid in [self.daemons[node].pid] + steps + mine:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.daemons[node].wait()
        return tasks

    def hurry(self):
        """Slurm lets two minutes pass before it runs a task again; a test need not."""
        for line in self.call("squeue", "-h", "-t", "PD", "-o", "%A %r").splitlines():
            task, _, reason = line.partition(" ")
            if reason == "BeginTime":
                self.call("scontrol", "update", f"JobId={task}", "StartTime=now")

    def __exit__(self, *_):
        self.call("scancel", "--user", os.environ.get("USER", "root"))
        for daemon in reversed(list(self.daemons.values())):
            if daemon.poll() is None:
                daemon.terminate()
                try:
                    daemon.wait(timeout=10)
                except subprocess.TimeoutExpired:
                    daemon.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
