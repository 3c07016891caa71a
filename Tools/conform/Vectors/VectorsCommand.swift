import AgateDiagnostics
import Foundation

/// Runs the vectors of a file: each through the adapter of its form, or through the scenario that is registered under its id.
enum VectorsCommand {
    /// What came of one vector, and the line that says so.
    struct Outcome {
        let vector: Vector
        let result: Tally.Result
        let line: String
        /// Why it was skipped.
        var reason: String?
    }

    static func run(file: String, only area: String?) throws -> Bool {
        var tally = Tally()
        for outcome in try outcomes(file: file, only: area) {
            print(outcome.line)
            tally.count(outcome.result, area: outcome.vector.area, reason: outcome.reason)
        }
        tally.printTotals()
        return tally.failed == 0
    }

    static func outcomes(file: String, only area: String? = nil) throws -> [Outcome] {
        let vectors = try JSONDecoder().decode([Vector].self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
        // What the engine refuses is the subject of some vectors; it need not appear on standard error.
        let observer = Diagnostic.addObserver { _ in }
        defer { Diagnostic.removeObserver(observer) }
        return vectors.filter { area == nil || $0.area == area }.map(outcome)
    }

    private static func outcome(_ vector: Vector) -> Outcome {
        do {
            let actual: JSON
            if let scenario = Scenarios.all[vector.id] {
                actual = try scenario(vector)
            } else if let adapter = Adapter.all.first(where: { $0.fits(vector) }) {
                actual = try adapter.compute(vector.input)
            } else {
                throw Unsupported("no adapter for this form and no scenario of this id")
            }
            if holds(actual, vector) { return Outcome(vector: vector, result: .passed, line: "pass \(vector.id)") }
            let weak = vector.source?.hasSuffix("?") == true ? " (a weak source)" : ""
            let line = "fail \(vector.id) expected \(vector.expected) within \(vector.tolerance), got \(actual)\(weak)"
            return Outcome(vector: vector, result: .failed, line: line)
        } catch let unsupported as Unsupported {
            return Outcome(
                vector: vector, result: .skipped, line: "unsupported \(vector.id) \(unsupported.reason)", reason: unsupported.reason)
        } catch {
            return Outcome(vector: vector, result: .failed, line: "fail \(vector.id) expected \(vector.expected), got an error: \(error)")
        }
    }

    private static func holds(_ actual: JSON, _ vector: Vector) -> Bool {
        if vector.input["check"]?.text == "range", let bounds = vector.expected.numbers, bounds.count == 2, let value = actual.number {
            return bounds[0] <= value && value <= bounds[1]
        }
        return actual.matches(vector.expected, tolerance: vector.tolerance)
    }
}
