import AgateDiagnostics
import ArgumentParser
import CoreText
import Foundation

/// `agate fonts`: lists the substitutes for the fonts of Apple's systems on this machine.
struct FontsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fonts",
        abstract: "Lists the substitutes for the fonts of iOS and macOS on this machine.",
        discussion:
            "Each line: Apple's family, the substitute, how close it is, and a closer one with the Debian package that contains it."
    )

    @Argument(help: "Only families whose names contain this.") var name: String?

    func run() throws {
        let rows = StandInReport.all().filter { row in name.map { row.name.localizedCaseInsensitiveContains($0) } ?? true }
        guard !rows.isEmpty else { throw InputError("no font family of iOS or macOS is named \(name ?? "")") }
        let width = rows.map(\.name.count).max() ?? 0, second = rows.map { $0.standIn?.count ?? 1 }.max() ?? 0
        for row in rows {
            func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(0, width - text.count)) }
            let better = row.better.map { "; nearer: \($0.family) (\($0.package))" } ?? ""
            try StandardOutput.say("\(padded(row.name, width))  \(padded(row.standIn ?? "-", second))  \(row.kind.rawValue)\(better)")
        }
    }
}
