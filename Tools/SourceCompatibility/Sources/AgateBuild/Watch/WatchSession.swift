import Foundation

/// `agate run --watch`: builds again when sources change, and runs the new program in the place of the old one.
struct WatchSession {
    private let command: PackageCommand
    private var files: WatchedFiles
    private var state = WatchState<WatchedFiles.Snapshot>(built: [:])
    private var program: WatchedProgram?
    /// The program that runs.
    private var shown: Mark?

    init(_ command: PackageCommand) {
        self.command = command
        files = WatchedFiles(places: WatchedFiles.manifests(in: command.folder))
    }

    /// A build that was successful.
    private struct Built {
        let program: String
        let arguments: [String]
        let mark: Mark
    }

    /// A program and its resources: the program by its bytes, since it is linked again after each change, even if it stays the same.
    private struct Mark: Equatable {
        let program: String
        let resources: WatchedFiles.Snapshot
    }

    /// The file in which the program's first window keeps its place.
    private var windowPlace: String { command.scratch + "/agate/window-place" }
    private static var now: Double { ProcessInfo.processInfo.systemUptime }

    /// Runs until a signal ends this process.
    mutating func run() throws -> Never {
        Signals.note()
        Files.remove(windowPlace)
        while true {
            let before = files.snapshot(), begin = Self.now
            state.begin(before)
            do {
                if let built = try build(before) {
                    try show(built, seconds: Self.now - begin)
                } else {
                    message(isRunning ? "the old program continues until the errors are corrected" : "waiting for a change")
                }
            } catch let error as BuildError where error.status != ExitStatus.usage {
                message(error.description)
            }
            wait()
        }
    }

    private var isRunning: Bool { program.map { $0.poll() == nil } ?? false }

    private mutating func show(_ built: Built, seconds: Double) throws {
        let time = "built in \(String(format: "%.1f", seconds)) s", name = (built.program as NSString).lastPathComponent
        if isRunning, built.mark == shown { return message("\(time); \(name) is the same and continues") }
        message("\(time); \(program == nil ? "starting" : "restarting") \(name)")
        program?.end()
        program = try WatchedProgram(built.program, built.arguments, environment: ["AGATE_WINDOW_PLACE": windowPlace])
        shown = built.mark
    }

    /// Waits for the time of the next build. Exits after a signal.
    private mutating func wait() {
        var isReported = program?.status != nil
        while true {
            Signals.endIfAsked()
            let begin = Self.now, snapshot = files.snapshot(), end = Self.now
            if state.look(snapshot, at: end) { return }
            if !isReported, let status = program?.poll() {
                isReported = true
                message("the program ended with \(status); waiting for a change")
            }
            usleep(UInt32(WatchedFiles.interval(after: end - begin) * 1e6))
        }
    }

    /// Builds once.
    /// - Parameter before: The files before the build began.
    /// - Returns: The program, or nil if it does not build.
    private mutating func build(_ before: WatchedFiles.Snapshot) throws -> Built? {
        let prepared = try command.prepare(), graph = prepared.graph
        // The program must not inherit the locks.
        defer {
            prepared.lock.release()
            prepared.build?.toolset.lock?.release()
        }
        guard let options = command.runOptions(of: graph), let name = options.last else {
            throw BuildError("--watch needs the name of the program: agate run --watch NAME", status: ExitStatus.usage)
        }
        // The folders may be others than before. Files that have changed since count as they were, so that they lead to another build.
        files = WatchedFiles(graph, scratch: command.scratch)
        state.begin(files.snapshot().merging(before.filter { files.covers($0.key) }) { _, old in old })

        var summary = prepared.summary
        command.tell(graph, summary)
        let compile = { try Program.run("swift", ["build"] + prepared.arguments + options, asMessages: true) }
        let status = try prepared.build?.run(&summary, compile) ?? compile()
        guard status == 0 else { return nil }
        let answer = try Program.capture("swift", ["build"] + prepared.arguments + ["--show-bin-path"])
        guard answer.status == 0 else { throw BuildError(answer.errors) }
        let products = answer.output.trimmingCharacters(in: .whitespacesAndNewlines), program = products + "/" + name
        let resources = (try? FileManager.default.contentsOfDirectory(atPath: products))?.filter { $0.hasSuffix(".resources") } ?? []
        var digest = Digest()
        digest.add(try Files.data(program))
        let mark = Mark(program: digest.text, resources: WatchedFiles(places: resources.map { products + "/" + $0 }).snapshot())
        return Built(program: program, arguments: PackageCommand.programArguments(command.invocation.rest), mark: mark)
    }
}

extension PackageCommand {
    /// Returns the arguments after the program's name.
    static func programArguments(_ rest: [String]) -> [String] {
        let (options, program) = split(rest)
        return program == nil ? [] : Array(rest.dropFirst(options.count + 1))
    }
}
