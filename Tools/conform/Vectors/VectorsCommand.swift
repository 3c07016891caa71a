import AgateDiagnostics
import Foundation

/// Runs the vectors of a file: each through the adapter of its form, or through the scenario that is registered under its id.
enum VectorsCommand {
    static func run(file: String, only area: String?) throws -> Bool {
        let vectors = try JSONDecoder().decode([Vector].self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
        // What the engine refuses is the matter of some vectors; it need not be told on standard error.
        let observer = Diagnostic.addObserver { _ in }
        defer { Diagnostic.removeObserver(observer) }
        var tally = Tally()
        for vector in vectors where area == nil || vector.area == area {
            do {
                let actual: JSON
                if let scenario = Scenarios.all[vector.id] {
                    actual = try scenario(vector)
                } else if let adapter = Adapter.all.first(where: { $0.fits(vector) }) {
                    actual = try adapter.compute(vector.input)
                } else {
                    throw Unsupported("no adapter for this form and no scenario of this id")
                }
                if holds(actual, vector) {
                    print("pass \(vector.id)")
                    tally.count(.passed, area: vector.area)
                } else {
                    let weak = vector.source?.hasSuffix("?") == true ? " (a weak source)" : ""
                    print("fail \(vector.id) expected \(vector.expected) within \(vector.tolerance), got \(actual)\(weak)")
                    tally.count(.failed, area: vector.area)
                }
            } catch let unsupported as Unsupported {
                print("unsupported \(vector.id) \(unsupported.reason)")
                tally.count(.skipped, area: vector.area)
            } catch {
                print("fail \(vector.id) expected \(vector.expected), got an error: \(error)")
                tally.count(.failed, area: vector.area)
            }
        }
        tally.printTotals()
        return tally.failed == 0
    }

    private static func holds(_ actual: JSON, _ vector: Vector) -> Bool {
        if vector.input["check"]?.text == "range", let bounds = vector.expected.numbers, bounds.count == 2, let value = actual.number {
            return bounds[0] <= value && value <= bounds[1]
        }
        return actual.matches(vector.expected, tolerance: vector.tolerance)
    }
}
