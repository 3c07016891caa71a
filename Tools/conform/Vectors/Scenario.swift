import Foundation
import QuartzCore
import RenderTree

/// Facts in words, turned into programs. A scenario runs the program and answers what happened, in the form of the vector's
/// `expected`; where that is a sentence, it answers the sentence if the program bears it out.
typealias Scenario = @Sendable (Vector) throws -> JSON

enum Scenarios {
    static let all: [String: Scenario] = [transactions, completions, actions, trees, hits, views].reduce(into: [:]) {
        $0.merge($1) { first, _ in first }
    }

    /// The vector's own words if the facts hold, else what was seen.
    static func outcome(_ vector: Vector, _ holds: Bool, _ seen: @autoclosure () -> String) -> JSON {
        holds ? vector.expected : .string(seen())
    }
}
