import Agate
import AgateBatch
import AgateDiagnostics
import ArgumentParser
import Foundation
import ImageIO

/// `agate submit`: submits a film as an array job to an existing engine.
struct SubmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Writes an array job that renders a film in parts and joins them, and submits it if the engine's program is installed.",
        discussion: """
            agate submit --engine slurm --parts 8 scene.json -o film.mp4 --fps 60

            What follows the scene are options of agate render. The job's folder, film.mp4.farm, must be seen by all machines; it gets \
            the scripts, the logs, the parts and the state, which agate status FOLDER shows. Time and memory are asked for by what some \
            frames take here. Parts that end with 75, or that were on a machine that died, are run again; complete parts are kept, \
            whatever is submitted once more.
            """
    )

    @Option(help: "slurm, kubernetes, ray, snakemake or parallel.") var engine: FarmEngine
    @Option(help: "The number of parts; by default, as many as take ten minutes each.") var parts: Int?
    @Option(help: "The time limit for the whole job in seconds, which sets the number of parts.") var deadline: Double?
    @Option(help: "Processors per part.") var cpus: Int = 1
    @Option(help: "The job's folder; beside the film by default.") var folder: String?
    @Flag(help: "Write the files only.") var dryRun = false
    @Argument(parsing: .captureForPassthrough, help: "The scene and the options of agate render.") var arguments: [String]

    func validate() throws {
        if let parts, !(1...100_000).contains(parts) { throw ValidationError("--parts must be from 1 to 100000") }
        if !(1...1024).contains(cpus) { throw ValidationError("--cpus must be from 1 to 1024") }
        if let deadline, !(deadline > 0 && deadline.isFinite) { throw ValidationError("--deadline must be over 0") }
        if arguments.isEmpty { throw ValidationError("the scene is missing") }
    }

    func run() throws {
        Interruption.watch()
        let command: RenderCommand
        do { command = try RenderCommand.parse(arguments) } catch { throw ValidationError(RenderCommand.message(for: error)) }
        guard let output = command.output, output != "-" else { throw ValidationError("-o must name a file") }
        if command.chunk != nil || command.whole { throw ValidationError("--chunk is chosen by the job") }
        let claims = command.outputs.begin()
        let isTable = command.data != nil, isNumbered = output.contains("%")
        let format = command.format ?? FilmFormat(pathExtension: URL(fileURLWithPath: output).pathExtension)
        let named = FilmFormat(pathExtension: URL(fileURLWithPath: output).pathExtension)
        if isNumbered, !command.sound.sounds.isEmpty { throw InputError("\(output): numbered pictures have no sound") }
        guard isTable || isNumbered || [.mp4, .mov, .webM, .matroska].contains(format) && named == format else {
            throw InputError("\(output): only mp4, mov, webm, mkv, numbered images and tables can be rendered in parts")
        }
        let resources = try self.resources(command)
        let most = try mostParts(command)
        let wished =
            parts
            ?? Int((resources.frameSeconds * Double(resources.frames) / max((deadline ?? 600) - resources.startSeconds, 1)).rounded(.up))
        let count = min(max(wished, 1), most)
        if let parts, count < parts { StandardError.say("\(parts) parts are more than there are pieces; the job has \(count) parts") }
        let here = FileManager.default.currentDirectoryPath
        let place = absolute(
            folder
                ?? "\(output.replacingOccurrences(of: "/", with: "_").isEmpty ? "film" : output).farm".replacingOccurrences(
                    of: "%", with: "_"
                ).replacingOccurrences(of: "{", with: "_").replacingOccurrences(of: "}", with: "_"), here)
        let name = URL(fileURLWithPath: output).deletingPathExtension().lastPathComponent.filter {
            $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
        }
        // Each part has its own manifest, report and metrics.
        let own = ["--manifest", "--report", "--metrics"].filter { option in
            arguments.contains { $0 == option || $0.hasPrefix("\(option)=") }
        }
        if !own.isEmpty { StandardError.say("\(own.joined(separator: ", ")): each part writes its own, in \(place)") }
        let job = FarmJob(
            name: name.isEmpty ? "film" : name, engine: engine, parts: count, folder: place, workingFolder: here,
            arguments: Self.without(["-o", "--output"] + own + (isTable ? [] : ["--audio", "--loudness", "--captions-track"]), arguments),
            output: absolute(output, here), joins: !isTable && !isNumbered,
            joinArguments: isTable ? [] : try tracks(command), resources: resources)
        guard job.canNameParts else { throw InputError("\(place): the job's folder can't have % or {chunk} in its name; use --folder") }
        if job.joins { try claims.write(job.output, as: "the film") }
        try write(job)
        try StandardOutput.say(summary(job))
        if !dryRun { try submit(job) }
    }

    private func absolute(_ path: String, _ folder: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

    /// Returns arguments without the given options and their values.
    static func without(_ options: [String], _ arguments: [String]) -> [String] {
        var list: [String] = [], skips = false
        for (index, argument) in arguments.enumerated() {
            // The arguments after it are not options.
            if argument == "--", !skips { return list + arguments[index...] }
            if skips {
                skips = false
            } else if options.contains(argument) {
                skips = true
            } else if !options.contains(where: { argument.hasPrefix("\($0)=") }) {
                list.append(argument)
            }
        }
        return list
    }

    private func resources(_ command: RenderCommand) throws -> FarmResources {
        if let data = command.data {
            // Each row's film has the duration of the template's, and there is one for each row.
            let table = try DataTable(contentsOf: URL(fileURLWithPath: data))
            var render = silent(command)
            render.output = "row.\(URL(fileURLWithPath: command.output ?? "").pathExtension)"
            render.frames = nil
            let one = try FarmResources.measure(render, cpus: cpus)
            return FarmResources(
                frames: one.frames * table.rows.count, startSeconds: one.startSeconds, frameSeconds: one.frameSeconds,
                megabytes: one.megabytes, cpus: cpus)
        }
        return try FarmResources.measure(silent(command), cpus: cpus)
    }

    /// Returns the options of `agate join` for the sounds and captions, which parts don't have.
    private func tracks(_ command: RenderCommand) throws -> [String] {
        var list = command.sound.arguments
        let isAlone = command.state == nil && command.to == nil
        if command.sceneAudio, isAlone, try !SceneFile.open(command.file).sounds().isEmpty {
            list = ["--audio", "\(URL(fileURLWithPath: command.file).path)@0"] + list
        }
        if let captions = command.captionsTrack { list += ["--captions-track", URL(fileURLWithPath: captions).path] }
        return list
    }

    /// Returns the film without its sounds, which the parts don't have.
    private func silent(_ command: RenderCommand) -> FilmRender {
        var render = command.render(output: command.output ?? "")
        render.options.sounds = []
        render.options.loudness = nil
        render.keepsSceneSounds = false
        return render
    }

    private func mostParts(_ command: RenderCommand) throws -> Int {
        if let data = command.data { return try DataTable(contentsOf: URL(fileURLWithPath: data)).rows.count }
        let plan = try silent(command).plan()
        return max(1, (plan.film.upperBound - 1) / plan.unit - plan.film.lowerBound / plan.unit + 1)
    }

    private func write(_ job: FarmJob) throws {
        for name in ["job.json"] + (job.scripts + job.engineFiles).map(\.name) {
            try FileClaims.current?.write("\(job.folder)/\(name)", as: "\(name) of the job")
        }
        for folder in ["", "/parts", "/logs", "/state"] {
            do { try FileManager.default.createDirectory(atPath: job.folder + folder, withIntermediateDirectories: true) } catch {
                throw ImageError(file: job.folder, code: SystemError.code(of: error) ?? EACCES)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try OutputFile.write(encoder.encode(job) + Data("\n".utf8), to: "\(job.folder)/job.json")
        for file in job.scripts + job.engineFiles {
            try OutputFile.write(Data(file.text.utf8), to: "\(job.folder)/\(file.name)")
            if file.isProgram { chmod("\(job.folder)/\(file.name)", 0o755) }
        }
    }

    private func summary(_ job: FarmJob) -> String {
        let r = job.resources, seconds = r.seconds(parts: job.parts)
        return """
            \(job.folder): \(r.frames) frames in \(job.parts) parts of about \(String(format: "%.1f", seconds)) s each \
            (\(String(format: "%.1f", 1 / r.frameSeconds)) frames a second here, \(r.megabytes) MB, limit \(r.minutes(parts: job.parts)) min)
            """
    }

    private func submit(_ job: FarmJob) throws {
        switch job.engine {
        case .slurm:
            guard let sbatch = FarmProgram.find("sbatch") else {
                return StandardError.say(
                    "sbatch is not installed; the files are written: sbatch \(shellQuoted("\(job.folder)/job.sbatch"))")
            }
            let id =
                try FarmProgram.run(sbatch, ["--parsable", "\(job.folder)/job.sbatch"]).split(separator: ";").first.map {
                    String($0).trimmingCharacters(in: .whitespacesAndNewlines)
                } ?? ""
            try StandardOutput.say("slurm job \(id)")
            guard job.joins else { return }
            let join = try FarmProgram.run(
                sbatch, ["--parsable", "--dependency=afterok:\(id)", "--kill-on-invalid-dep=yes", "\(job.folder)/join.sbatch"])
            try StandardOutput.say("slurm join job \(join.trimmingCharacters(in: .whitespacesAndNewlines))")
        case .kubernetes:
            guard let kubectl = FarmProgram.find("kubectl") else {
                return StandardError.say(
                    "kubectl is not here; the files are written: kubectl apply -f \(shellQuoted("\(job.folder)/job.yaml"))")
            }
            let answer = try FarmProgram.run(kubectl, ["apply", "-f", "\(job.folder)/job.yaml"])
            try StandardOutput.say(answer.split(separator: "\n").map(String.init))
        case .ray, .snakemake, .parallel:
            // These engines run where they are started, for as long as the film takes, so the user starts them.
            let line =
                switch job.engine {
                case .ray: "python3 \(shellQuoted("\(job.folder)/job_ray.py"))"
                case .snakemake: "snakemake --snakefile \(shellQuoted("\(job.folder)/Snakefile")) --cores all"
                default: shellQuoted("\(job.folder)/job.sh")
                }
            try StandardOutput.say("run: \(line)")
        }
    }
}
