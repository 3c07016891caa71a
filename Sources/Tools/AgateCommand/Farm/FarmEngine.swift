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

/// Returns text as a string literal of Python, or in double quotes for YAML: both support these escapes.
func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\\(scalar)"
        case "\n": result += "\\n"
        case " "..."~": result.unicodeScalars.append(scalar)
        case _ where scalar.properties.isAlphabetic: result.unicodeScalars.append(scalar)
        default: result += scalar.value > 0xFFFF ? String(format: "\\U%08x", scalar.value) : String(format: "\\u%04x", scalar.value)
        }
    }
    return result + "\""
}

/// Returns text in single quotes for a shell, as one word without pattern characters.
func shellQuoted(_ text: String) -> String {
    let plain = !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-./=:,@%+".contains($0)) }
    return plain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
}
