import TestSupport
import XCTest

@testable import UIKit

/// What the solver finds by substitution is as good as what the simplex algorithm finds for the whole, level by level.
final class LayoutSolverTests: XCTestCase {
    private typealias Term = LayoutProblem.Term

    private func reference(_ problem: LayoutProblem) -> (values: [Double], contradictions: [Int32]) { LayoutReference.solution(problem) }

    private func errors(_ problem: LayoutProblem, _ values: [Double], without left: [Int32]) -> [(level: Float, error: Double)] {
        LayoutReference.errors(problem, values, without: left)
    }

    private func problem(_ random: inout SeededGenerator) -> LayoutProblem {
        let count = Int.random(in: 1...5, using: &random)
        var problem = LayoutProblem(items: count)
        var rows: [(terms: [Term], constant: Double, relation: LinearSystem.Relation, level: Float, deciding: Float)] = []
        func edge(_ item: Int, _ axis: Int, _ share: Double, _ factor: Double) -> [Term] {
            [Term(unknown: Int32(item * 4 + axis), factor: factor)]
                + (share == 0 ? [] : [Term(unknown: Int32(item * 4 + axis + 2), factor: factor * share)])
        }
        for item in 0..<count {
            for part in 0..<4 { problem.current[item * 4 + part] = Double(Int.random(in: 0...60, using: &random)) }
            if item > 0, Bool.random(using: &random) { problem.parents[item] = Int32.random(in: 0..<Int32(item), using: &random) }
            for axis in 0..<2 where Bool.random(using: &random) {
                let length = Double(Int.random(in: 0...50, using: &random)), terms = [Term(unknown: Int32(item * 4 + 2 + axis), factor: 1)]
                let hugging: Float = [250, 251, 1000, 100].randomElement(using: &random)!
                let resistance: Float = [750, 749, 1000, 200].randomElement(using: &random)!
                rows.append((terms, -length, .greaterThanOrEqual, resistance, resistance))
                rows.append((terms, -length, .lessThanOrEqual, hugging, hugging))
                rows.append((terms, -length, .equal, LayoutProblem.content, min(hugging, resistance)))
            }
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                let axis = Int.random(in: 0..<2, using: &random), other = Int.random(in: 0..<count, using: &random)
                let relation: LinearSystem.Relation = [.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual].randomElement(using: &random)!
                let level: Float = [1000, 1000, 1000, 999, 750, 500, 250, 100].randomElement(using: &random)!
                let constant = Double(Int.random(in: -40...40, using: &random)), size = item * 4 + 2 + axis
                var terms: [Term]
                switch Int.random(in: 0..<4, using: &random) {
                case 0: terms = [Term(unknown: Int32(size), factor: 1)]
                case 1:
                    terms = [Term(unknown: Int32(size), factor: 1)]
                    if other != item { terms.append(Term(unknown: Int32(other * 4 + 2 + axis), factor: -0.5)) }
                case 2: terms = [Term(unknown: Int32(item * 4 + 2), factor: 1), Term(unknown: Int32(item * 4 + 3), factor: -0.5)]
                default:
                    terms = edge(item, axis, [0, 0.5, 1].randomElement(using: &random)!, 1)
                    if other != item { terms += edge(other, axis, [0, 0.5, 1].randomElement(using: &random)!, -1) }
                }
                rows.append((terms, constant, relation, level, level))
            }
        }
        let order = rows.indices.sorted { (rows[$1].level, $0) < (rows[$0].level, $1) }
        for (number, place) in order.enumerated() {
            let row = rows[place]
            problem.add(row.terms, row.constant, row.relation, row.level, deciding: row.deciding, source: Int32(number))
        }
        return problem
    }

    func testNoValuesAreBetter() {
        var random = SeededGenerator(seed: 77)
        let before = LayoutSolver.counts
        for round in 0..<1500 {
            let problem = problem(&random)
            let solver = LayoutSolver(problem), (best, left) = reference(problem)
            guard Set(left) == Set(solver.contradictions) else { return XCTFail("round \(round): \(left), \(solver.contradictions)") }
            for (mine, other) in zip(errors(problem, solver.values, without: left), errors(problem, best, without: left)) {
                XCTAssertEqual(mine.error, other.error, accuracy: 1e-4, "round \(round), level \(mine.level)")
            }
        }
        let all = LayoutSolver.counts.parts - before.parts, simplex = LayoutSolver.counts.simplexParts - before.simplexParts
        XCTAssertGreaterThan(simplex, all / 50)
        XCTAssertLessThan(simplex, all / 5)
    }

    /// Other constants in the same shape: as good as if all were solved anew.
    func testAnUpdateIsAsGoodAsANewSolution() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<300 {
            let first = problem(&random)
            var solver = LayoutSolver(first)
            var second = first
            for row in second.rows.indices where second.rows[row].level >= 0 && Int.random(in: 0..<6, using: &random) == 0 {
                second.setConstant(row, Double(Int.random(in: -40...40, using: &random)))
            }
            _ = solver.update(second)
            let (best, left) = reference(second)
            XCTAssertEqual(Set(solver.contradictions), Set(left), "round \(round)")
            for (mine, other) in zip(errors(second, solver.values, without: left), errors(second, best, without: left)) {
                XCTAssertEqual(mine.error, other.error, accuracy: 1e-4, "round \(round), level \(mine.level)")
            }
        }
    }

    /// New constants of some rows, one after the other, are as good as if all were solved anew. Parts without undetermined values get the
    /// same values.
    func testEditsGiveWhatANewSolutionGives() {
        var random = SeededGenerator(seed: 11), closed = 0
        for round in 0..<400 {
            var problem = problem(&random)
            var solver = LayoutSolver(problem)
            for _ in 0..<4 {
                let edits = edits(&problem, &random), before = solver.values
                let changed = Set(solver.edit(edits) { problem.current[$0] }.map(Int.init))
                for unknown in before.indices where !changed.contains(unknown) { XCTAssertEqual(before[unknown], solver.values[unknown]) }
                let (best, left) = reference(problem)
                XCTAssertEqual(Set(solver.contradictions), Set(left), "round \(round)")
                for (mine, other) in zip(errors(problem, solver.values, without: left), errors(problem, best, without: left)) {
                    XCTAssertEqual(mine.error, other.error, accuracy: 1e-4, "round \(round), level \(mine.level)")
                }
                let new = LayoutSolver(problem)
                for unknown in before.indices where !solver.isOpen[Int(solver.parts.partOf[unknown])] {
                    XCTAssertEqual(solver.values[unknown], new.values[unknown], accuracy: 1e-4, "round \(round), unknown \(unknown)")
                    closed += 1
                }
            }
        }
        XCTAssertGreaterThan(closed, 1000)
    }

    /// Returns new constants of some rows. The rows of a content change together.
    private func edits(_ problem: inout LayoutProblem, _ random: inout SeededGenerator) -> [LayoutSolver.Edit] {
        var edits: [LayoutSolver.Edit] = []
        for row in problem.rows.indices where Int.random(in: 0..<8, using: &random) == 0 {
            let own = problem.rows[row], constant = own.constant + [-20.0, -1, 1, 2, 30].randomElement(using: &random)!
            for other in problem.rows.indices where !edits.contains(where: { $0.row == other }) {
                let isSame =
                    problem.rows[other].constant == own.constant && problem.terms[problem.range(other)] == problem.terms[problem.range(row)]
                guard other == row || own.count == 1 && isSame else { continue }
                problem.setConstant(other, constant)
                edits.append(LayoutSolver.Edit(row: other, constant: constant))
            }
        }
        return edits
    }

    /// Contents side by side in more or less room than they ask for: the last grows, the first shrink, in proportion to their number.
    func testContentsThatDoNotFit() {
        func row(_ count: Int, _ room: Double) -> LayoutProblem {
            var problem = LayoutProblem(items: count)
            for item in 0..<count {
                let place = Int32(item * 4)
                problem.add(
                    item == 0
                        ? [Term(unknown: place, factor: 1)]
                        : [
                            Term(unknown: place, factor: 1), Term(unknown: place - 4, factor: -1), Term(unknown: place - 2, factor: -1),
                        ], 0, .equal, 1000)
            }
            problem.add(
                [Term(unknown: Int32(count * 4 - 4), factor: 1), Term(unknown: Int32(count * 4 - 2), factor: 1)], -room, .equal, 1000)
            for (relation, level) in [(LinearSystem.Relation.greaterThanOrEqual, Float(750)), (.lessThanOrEqual, 250), (.equal, -1)] {
                for item in 0..<count {
                    problem.add([Term(unknown: Int32(item * 4 + 2), factor: 1)], -20, relation, level, deciding: level < 0 ? 250 : level)
                }
            }
            return problem
        }
        func lengths(_ count: Int, _ room: Double) -> [Double] {
            let solver = LayoutSolver(row(count, room))
            return (0..<count).map { solver.values[$0 * 4 + 2] }
        }
        XCTAssertEqual(lengths(4, 120), [20, 20, 20, 60])
        XCTAssertEqual(lengths(4, 70), [10, 20, 20, 20])
        XCTAssertEqual(lengths(4, 48), [0, 8, 20, 20])
        XCTAssertEqual(lengths(4, 40), [0, 0, 20, 20])
        for share in [0.4, 0.999, 1.5] {
            var counts: [LayoutSolver.Counts] = []
            for count in [50, 100, 200] {
                LayoutSolver.counts = LayoutSolver.Counts()
                _ = LayoutSolver(row(count, Double(count) * 20 * share))
                counts.append(LayoutSolver.counts)
            }
            XCTAssertEqual(counts.map(\.simplexParts), [0, 0, 0])
            // One more round of halving for twice as many.
            for (less, more) in zip(counts, counts.dropFirst()) { XCTAssertLessThan(more.rows, less.rows * 3) }
        }
    }
}
