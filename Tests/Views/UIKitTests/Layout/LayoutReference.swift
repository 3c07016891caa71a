@testable import UIKit

/// What the simplex algorithm finds for a whole problem.
enum LayoutReference {
    /// All rows in one system, as they come.
    static func solution(_ problem: LayoutProblem, staysPut: Bool = true) -> (values: [Double], contradictions: [Int32]) {
        var system = LinearSystem(unknowns: problem.unknowns), level: Float = 1000, hasSizes = false, left: [Int32] = []
        func addSizes() {
            for unknown in 0..<problem.unknowns where LayoutProblem.isSize(unknown) {
                system.prefer(LinearSum(unknown), .greaterThanOrEqual)
            }
            system.settle()
            hasSizes = true
        }
        for (number, row) in problem.rows.enumerated() {
            if row.level < 1000, !hasSizes { addSizes() }
            var sum = LinearSum(constant: row.constant)
            for term in problem.terms[problem.range(number)] { sum.add(Int(term.unknown), term.factor) }
            if row.level >= 1000 {
                if case .contradicts = system.require(sum, row.relation) { left.append(Int32(number)) }
                continue
            }
            if row.level < level { system.settle() }
            level = row.level
            system.prefer(sum, row.relation)
        }
        if !hasSizes { addSizes() }
        system.settle()
        if staysPut {
            for isSize in [true, false] {
                for unknown in 0..<problem.unknowns where LayoutProblem.isSize(unknown) == isSize {
                    var sum = LinearSum(unknown, constant: -problem.current[unknown])
                    if !isSize, problem.parents[unknown / 4] >= 0 { sum.add(Int(problem.parents[unknown / 4]) * 4 + unknown % 4, -1) }
                    system.prefer(sum, .equal)
                }
                system.settle()
            }
        }
        return (system.solution(), left)
    }

    static func errors(_ problem: LayoutProblem, _ values: [Double], without left: [Int32]) -> [(level: Float, error: Double)] {
        var errors: [Float: Double] = [:]
        for (number, row) in problem.rows.enumerated() where row.level >= 0 && !left.contains(Int32(number)) {
            let value = problem.terms[problem.range(number)].reduce(row.constant) { $0 + $1.factor * values[Int($1.unknown)] }
            let error =
                switch row.relation {
                case .equal: abs(value)
                case .lessThanOrEqual: max(0, value)
                case .greaterThanOrEqual: max(0, -value)
                }
            errors[row.level, default: 0] += error
        }
        for (unknown, value) in values.enumerated() where LayoutProblem.isSize(unknown) {
            errors[LayoutProblem.notNegative, default: 0] += max(0, -value)
        }
        return errors.sorted { $0.key > $1.key }.map { ($0.key, $0.value) }
    }
}
