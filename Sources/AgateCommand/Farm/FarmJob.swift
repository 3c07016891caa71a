import AgateBatch
import Foundation

/// A film, or the films of a table, as an array job: kept as `job.json` in a folder beside the output, with the scripts that run it.
///
/// Every engine runs the same `part.sh NUMBER`, which renders one part into the folder `parts` and notes its exit code, and `join.sh`,
/// which checks and joins them. A part that is complete is kept when it is run again, and appears under its name only then, so whatever is
/// requeued is safe.
struct FarmJob: Codable {
    let name: String
    let engine: FarmEngine
    let parts: Int
    /// The folder of the job; absolute.
    let folder: String
    /// Where commands run; absolute.
    let workingFolder: String
    /// The arguments of `agate render`, without the output.
    let arguments: [String]
    /// The film; for a table and for numbered pictures, their pattern.
    let output: String
    /// Whether the parts are joined; numbered pictures and the films of tables are not.
    let joins: Bool
    let resources: FarmResources

    /// The file of a part.
    func part(_ number: Int) -> String {
        guard joins else { return output }
        return "\(folder)/parts/\(FilmChunk(index: number, count: parts).output(URL(fileURLWithPath: output).lastPathComponent))"
    }

    static func read(_ folder: String) throws -> FarmJob {
        do {
            return try JSONDecoder().decode(
                FarmJob.self, from: Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent("job.json")))
        } catch {
            throw FilmInputError("\(folder): no job of agate submit is there")
        }
    }

    /// What all engines share.
    var scripts: [FarmFile] {
        let place = shellQuoted(folder)
        let program = shellQuoted(Self.program), render = arguments.map(shellQuoted).joined(separator: " ")
        let table = arguments.contains("--data") ? " --report \(place)/state/report-$1.json" : ""
        // The shell puts the number in, with as many digits as the last one has.
        let first = FilmChunk(index: 1, count: parts), file = first.output(URL(fileURLWithPath: output).lastPathComponent)
        let name = shellQuoted(file).replacingOccurrences(of: first.name, with: "part-$number-of-\(parts)")
        let target = joins ? "\(place)/parts/\(name)" : shellQuoted(output)
        let ending = URL(fileURLWithPath: output).pathExtension
        let digits = String(parts).count
        return [
            FarmFile(
                name: "part.sh",
                text: """
                    #!/bin/sh
                    # Renders part $1 (from 1) of \(parts). Ends with agate's exit code: 75 means that trying again may help.
                    cd \(shellQuoted(workingFolder)) || exit 75
                    number=$(printf '%0\(digits)d' "$1")
                    mkdir -p \(place)/parts \(place)/logs \(place)/state
                    # A signal for this script is one for agate, which cleans up.
                    "${AGATE:-\(program)}" render \(render) --chunk "$1/\(parts)" -o \(target) --skip-existing\(table) \\
                        --metrics \(place)/state/part-$1.prom 2>> \(place)/logs/part-$1.log &
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
                    "${AGATE:-\(program)}" join \(place)/parts/*.\(ending) \\
                        -o \(shellQuoted(output)) 2>> \(place)/logs/join.log
                    code=$?
                    echo $code > \(place)/state/join.code
                    exit $code

                    """
                    : "#!/bin/sh\n# Nothing is joined.\nexec \"${AGATE:-\(program)}\" status \(place)\n",
                isProgram: true),
        ]
    }

    /// The program that is running.
    static var program: String { URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path }
}
