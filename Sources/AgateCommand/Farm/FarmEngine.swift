import ArgumentParser
import Foundation

/// The engines that `agate submit` writes jobs for.
enum FarmEngine: String, ExpressibleByArgument, CaseIterable, Codable {
    case slurm, kubernetes, ray, snakemake, parallel
}

/// A file of a job.
struct FarmFile {
    let name: String
    let text: String
    var isProgram = false
}

/// Text in a shell's single quotes.
func shellQuoted(_ text: String) -> String {
    let plain = !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./=:,@%+".contains($0)) }
    return plain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
}
