import AgateBatch
import Foundation

/// A film, or the films of a table, as an array job. It is stored as `job.json` in a folder beside the output, with the scripts that run
/// it.
///
/// Every engine runs the same `part.sh NUMBER`, which renders one part into the folder `parts` and records its exit code, and `join.sh`,
/// which checks and joins them. A complete part is kept when it is run again, and only gets its name when it is complete, so requeuing is
/// always safe.
struct FarmJob: Codable {
    let name: String
    let engine: FarmEngine
    let parts: Int
    /// The folder of the job; absolute.
    let folder: String
    /// The folder in which commands run; absolute.
    let workingFolder: String
    /// The arguments of `agate render`, without the output.
    let arguments: [String]
    /// The film; for a table and for numbered pictures, their pattern.
    let output: String
    /// True if the parts are joined; numbered pictures and the films of tables are not.
    let joins: Bool
    /// More arguments of `agate join`: the sounds.
    var joinArguments: [String]?
    let resources: FarmResources

    /// Returns the file of a part.
    func part(_ number: Int) -> String { joins ? pieces.joined(separator: FilmChunk(index: number, count: parts).digits) : output }

    /// The pieces of a part's file name around its number, which may occur several times.
    private var pieces: [String] {
        let file = FilmChunk.output(URL(fileURLWithPath: output).lastPathComponent, digits: "\0", count: parts)
        return "\(folder)/parts/\(file)".split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    }

    /// True if parts can be named: placeholders for `agate render` must occur only in the file's name.
    var canNameParts: Bool { !joins || !["%", "{chunk}"].contains { relative(folder).contains($0) } }

    /// Returns a path relative to the folder in which commands run, if that contains it. Then special characters in that folder's own name,
    /// such as a per cent sign, are not interpreted as a pattern.
    private func relative(_ path: String) -> String {
        path.hasPrefix("\(workingFolder)/") ? "./\(path.dropFirst(workingFolder.count + 1))" : path
    }

    static func read(_ folder: String) throws -> FarmJob {
        let job = try? JSONDecoder().decode(
            FarmJob.self, from: Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent("job.json")))
        guard let job, (1...100_000).contains(job.parts) else {
            throw FilmInputError("\(folder): the folder contains no job of agate submit")
        }
        return job
    }

    /// The scripts that all engines share.
    var scripts: [FarmFile] {
        let place = shellQuoted(folder)
        let render = arguments.map(shellQuoted).joined(separator: " ")
        let table = arguments.contains { $0 == "--data" || $0.hasPrefix("--data=") } ? " --report \(place)/state/report-$1.json" : ""
        // The shell inserts the number, padded to the digits of the last one; the text around it is quoted piece by piece.
        let pieces = (joins ? self.pieces : [output]).enumerated().map { shellQuoted($0 == 0 ? relative($1) : $1) }
        let target = pieces.joined(separator: "\"$number\"")
        let digits = String(parts).count
        let sound = (joinArguments ?? []).map { " \(shellQuoted($0))" }.joined()
        // Not as the default of an expansion, where quotes have no effect.
        let find = "agate=${AGATE:-}\n[ -n \"$agate\" ] || agate=\(shellQuoted(Self.program))"
        return [
            FarmFile(
                name: "part.sh",
                text: """
                    #!/bin/sh
                    # Renders part $1 (from 1) of \(parts). Ends with agate's exit code: 75 means that trying again may help.
                    cd \(shellQuoted(workingFolder)) || exit 75
                    number=$(printf '%0\(digits)d' "$1")
                    mkdir -p \(place)/parts \(place)/logs \(place)/state
                    # How it ended before says nothing of this run.
                    rm -f \(place)/state/part-$1.code
                    \(find)
                    # A signal for this script is one for agate, which cleans up.
                    "$agate" render --chunk "$1/\(parts)" --output=\(target) --skip-existing\(table) \\
                        --metrics \(place)/state/part-$1.prom \(render) 2>> \(place)/logs/part-$1.log &
                    pid=$!
                    trap 'kill -TERM $pid 2>/dev/null' TERM INT HUP
                    wait $pid; code=$?
                    while kill -0 $pid 2>/dev/null; do wait $pid; code=$?; done
                    echo $code > \(place)/state/part-$1.code
                    exit $code

                    """, isProgram: true),
            FarmFile(
                name: "retry.sh",
                text: """
                    #!/bin/sh
                    # The same for engines that can't tell exit codes apart: three more tries where trying again may help.
                    for try in 1 2 3 4; do
                        \(place)/part.sh "$1"; code=$?
                        [ $code -eq 75 ] || exit $code
                        sleep "$try"
                    done
                    exit $code

                    """, isProgram: true),
            FarmFile(
                name: "join.sh",
                text: joins
                    ? """
                    #!/bin/sh
                    # Puts the parts together, without encoding anew, in the order of their manifests; a part that is missing is an error.
                    cd \(shellQuoted(workingFolder)) || exit 75
                    \(find)
                    "$agate" join \(pieces.joined(separator: "*")) \\
                        --output=\(shellQuoted(relative(output)))\(sound) 2>> \(place)/logs/join.log
                    code=$?
                    echo $code > \(place)/state/join.code
                    exit $code

                    """
                    : "#!/bin/sh\n# Nothing is joined.\n\(find)\nexec \"$agate\" status \(place)\n",
                isProgram: true),
        ]
    }

    /// The path of the running program.
    static var program: String { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path }
}
