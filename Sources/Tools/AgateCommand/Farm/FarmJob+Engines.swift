import AgateBatch
import Foundation

extension FarmJob {
    /// The files for the job's engine.
    var engineFiles: [FarmFile] {
        switch engine {
        case .slurm: [slurmArray, slurmJoin]
        case .kubernetes: [kubernetes]
        case .ray: [ray]
        case .snakemake: [snakemake]
        case .parallel: [parallel]
        }
    }

    private var quoted: String { shellQuoted(folder) }

    /// Returns Slurm's log file. Its option can't quote every name: other files are opened by the script.
    private func slurmLog(_ name: String, task: String) -> (option: String, open: String) {
        let isPlain = shellQuoted(folder) == folder && !folder.contains("%")
        guard !isPlain else { return ("\(folder)/logs/slurm-\(name).log", "") }
        return ("/dev/null", "exec >> \(quoted)/logs/slurm-\(task).log 2>&1\n")
    }

    // MARK: Slurm

    private var slurmArray: FarmFile {
        let log = slurmLog("%a", task: "\"$SLURM_ARRAY_TASK_ID\"")
        return FarmFile(
            name: "job.sbatch",
            text: """
                #!/bin/bash
                #SBATCH --job-name=\(name)
                #SBATCH --array=1-\(parts)
                #SBATCH --cpus-per-task=\(resources.cpus)
                #SBATCH --mem=\(resources.megabytes)M
                #SBATCH --time=\(resources.minutes(parts: parts))
                #SBATCH --requeue
                #SBATCH --open-mode=append
                #SBATCH --output=\(log.option)
                \(log.open)\
                # A part that was on a node that died is run again by Slurm. One that ends with 75 asks for it, three times at most.
                \(quoted)/part.sh "$SLURM_ARRAY_TASK_ID"; code=$?
                if [ $code -eq 75 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
                    scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}" && sleep 600
                fi
                exit $code

                """, isProgram: true)
    }

    private var slurmJoin: FarmFile {
        let log = slurmLog("join", task: "join")
        return FarmFile(
            name: "join.sbatch",
            text: """
                #!/bin/bash
                #SBATCH --job-name=\(name)-join
                #SBATCH --cpus-per-task=1
                #SBATCH --mem=512M
                #SBATCH --time=60
                #SBATCH --requeue
                #SBATCH --open-mode=append
                #SBATCH --output=\(log.option)
                \(log.open)\
                exec \(quoted)/join.sh

                """, isProgram: true)
    }

    // MARK: Kubernetes

    private var kubernetes: FarmFile {
        // Kubernetes itself expands $(NAME), and $$ to a single $.
        let quoted = quoted.replacingOccurrences(of: "$", with: "$$")
        // Kubernetes names consist of lower-case letters, digits and dashes.
        let id = String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(50)).trimmingCharacters(
            in: CharacterSet(charactersIn: "-"))
        let label = id.isEmpty ? "film" : id
        func pod(_ script: String, isIndexed: Bool, cpus: Int, megabytes: Int) -> String {
            """
                spec:
                  restartPolicy: Never
                  containers:
                    - name: agate
                      image: agate:latest
                      command: ["/bin/sh", "-c"]
                      args: [\(literal(script))]
                      workingDir: \(literal(workingFolder))
                      env:
                        - {name: AGATE, value: agate}
            \(isIndexed ? "            - {name: JOB_COMPLETION_COUNT, value: \"\(parts)\"}\n" : "")\
                      resources:
                        requests: {cpu: "\(cpus)", memory: \(megabytes)Mi}
                        limits: {memory: \(megabytes * 2)Mi}
                      volumeMounts:
                        - {name: work, mountPath: \(literal(workingFolder))}
                  volumes:
                    - name: work
                      persistentVolumeClaim: {claimName: agate-work}

            """
        }
        let script = "exec \(quoted)/part.sh $((JOB_COMPLETION_INDEX + 1))"
        let render = pod(script, isIndexed: true, cpus: resources.cpus, megabytes: resources.megabytes)
        let isOwn = folder.hasPrefix("\(workingFolder)/")
        return FarmFile(
            name: "job.yaml",
            text: """
                # kubectl apply -f job.yaml
                # The claim agate-work is a volume that all pods write (ReadWriteMany); it holds
                # \(isOwn ? "the scene, this folder" : "the scene") and the film.
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: \(label)
                  labels: {app: agate}
                spec:
                  completions: \(parts)
                  parallelism: \(parts)
                  completionMode: Indexed
                  # A pod that is lost, or ends with 75, is run again three times; bad input and a wrong command line never are.
                  backoffLimitPerIndex: 3
                  maxFailedIndexes: 0
                  podFailurePolicy:
                    rules:
                      - action: FailIndex
                        onExitCodes: {containerName: agate, operator: In, values: [2, 64]}
                      - action: Ignore
                        onPodConditions: [{type: DisruptionTarget, status: "True"}]
                  activeDeadlineSeconds: \(resources.minutes(parts: parts) * 60 * 4)
                  template:
                    metadata:
                      labels: {app: agate, job: \(label)}
                \(render)\
                ---
                # Waits for the parts, and joins them.
                apiVersion: batch/v1
                kind: Job
                metadata:
                  name: \(label)-join
                  labels: {app: agate}
                spec:
                  backoffLimit: 3
                  template:
                    metadata:
                      labels: {app: agate, job: \(label)-join}
                \(pod("agate status \(quoted) --wait && exec \(quoted)/join.sh", isIndexed: false, cpus: 1, megabytes: 512))
                """)
    }

    // MARK: Ray

    private var ray: FarmFile {
        FarmFile(
            name: "job_ray.py",
            text: """
                #!/usr/bin/env python3
                \"\"\"Renders the parts as tasks of Ray and joins them: python3 job_ray.py [ADDRESS]. All workers see the folder.\"\"\"
                import subprocess
                import sys

                import ray

                FOLDER = \(literal(folder))
                PARTS = \(parts)


                class Transient(Exception):
                    \"\"\"Trying again may help: exit code 75, or a signal.\"\"\"


                # A worker that dies is replaced, and its task run again; so is one that ends with 75. Bad input is not.
                @ray.remote(num_cpus=\(resources.cpus), memory=\(resources.megabytes) * 2**20, max_retries=3, retry_exceptions=[Transient])
                def part(number):
                    code = subprocess.run([FOLDER + "/part.sh", str(number)]).returncode
                    if code == 75 or code < 0 or code > 128:
                        raise Transient(f"part {number} ended with {code}")
                    if code != 0:
                        raise RuntimeError(f"part {number} ended with {code}; see {FOLDER}/logs/part-{number}.log")
                    return number


                def main():
                    ray.init(address=sys.argv[1] if len(sys.argv) > 1 else None, log_to_driver=False)
                    try:
                        ray.get([part.remote(number) for number in range(1, PARTS + 1)])
                    except ray.exceptions.RayTaskError as error:
                        sys.exit(f"agate: {error.cause or error}")
                    sys.exit(subprocess.run([FOLDER + "/join.sh"]).returncode)


                if __name__ == "__main__":
                    main()

                """, isProgram: true)
    }

    // MARK: Snakemake and GNU parallel

    private var snakemake: FarmFile {
        FarmFile(
            name: "Snakefile",
            text: """
                # snakemake --snakefile Snakefile --cores all (or a profile of a cluster)
                # Names are seen from there: what braces and other signs the folder's own name has means nothing.
                workdir: \(literal(folder))

                rule join:
                    input: expand("state/done-{number}", number=range(1, \(parts) + 1))
                    shell: "./join.sh"

                rule part:
                    output: touch("state/done-{number}")
                    threads: \(resources.cpus)
                    resources: mem_mb=\(resources.megabytes), runtime=\(resources.minutes(parts: parts))
                    # Of a part whose node was lost; retry.sh itself tries again after 75, and not after 2.
                    retries: 3
                    shell: "./retry.sh {wildcards.number}"

                """)
    }

    private var parallel: FarmFile {
        let jobs = max(1, ProcessInfo.processInfo.activeProcessorCount / max(resources.cpus, 1))
        return FarmFile(
            name: "job.sh",
            text: """
                #!/bin/sh
                # Runs the parts by GNU parallel: here, or on others that see the folder by PARALLEL_OPTIONS="--sshloginfile hosts".
                # What parallel runs goes through a shell once more: the folder's name is not part of it.
                AGATE_FOLDER=\(quoted); export AGATE_FOLDER
                parallel ${PARALLEL_OPTIONS:-} --env AGATE_FOLDER --jobs "${JOBS:-\(jobs)}" --resume-failed \\
                    --joblog \(quoted)/state/joblog --halt soon,fail=1 '"$AGATE_FOLDER"/retry.sh {}' ::: $(seq \(parts)) || exit $?
                exec \(quoted)/join.sh

                """, isProgram: true)
    }
}
