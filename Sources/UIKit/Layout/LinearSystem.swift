import Foundation

/// Linear equations in numbered unknowns, added one by one; each that contradicts those before it is left out.
///
/// The rows are kept solved: each has one unknown that no other row has. So an equation's fate is known when it is added, and reading the solution
/// is looking it up. Small systems, of some hundreds of unknowns.
struct LinearSystem {
    /// What an equation did.
    enum Outcome {
        case added
        /// It follows from the others.
        case redundant
        case contradicts
    }

    /// unknown = constant + Σ coefficient · other unknowns.
    private struct Row {
        var coefficients: [Int: Double]
        var constant: Double
    }

    private var rows: [Int: Row] = [:]

    /// Adds Σ coefficient · unknown = constant.
    mutating func add(_ equation: LinearSum, equals constant: Double) -> Outcome {
        var coefficients: [Int: Double] = [:]
        var rest = constant - equation.constant
        for (unknown, factor) in equation.terms {
            if let row = rows[unknown] {
                rest -= factor * row.constant
                for (other, c) in row.coefficients { coefficients[other, default: 0] += factor * c }
            } else {
                coefficients[unknown, default: 0] += factor
            }
        }
        coefficients = coefficients.filter { abs($0.value) > 1e-9 }
        // The unknown that counts most; of equal ones the first, so that the same layout comes out every time.
        guard let pivot = coefficients.max(by: { (abs($0.value), -$0.key) < (abs($1.value), -$1.key) }) else {
            return abs(rest) > 1e-6 * (1 + abs(constant)) ? .contradicts : .redundant
        }
        coefficients[pivot.key] = nil
        let new = Row(coefficients: coefficients.mapValues { -$0 / pivot.value }, constant: rest / pivot.value)
        for (unknown, row) in rows {
            guard let factor = row.coefficients[pivot.key] else { continue }
            var changed = row
            changed.coefficients[pivot.key] = nil
            changed.constant += factor * new.constant
            for (other, c) in new.coefficients { changed.coefficients[other, default: 0] += factor * c }
            changed.coefficients = changed.coefficients.filter { abs($0.value) > 1e-9 }
            rows[unknown] = changed
        }
        rows[pivot.key] = new
        return .added
    }

    /// The value of a sum whose unknowns are all settled; those that are not count as 0.
    func value(_ sum: LinearSum) -> Double {
        sum.terms.reduce(sum.constant) { $0 + $1.value * (rows[$1.key]?.constant ?? 0) }
    }
}

/// A constant and multiples of unknowns.
struct LinearSum {
    var terms: [Int: Double] = [:]
    var constant = 0.0

    mutating func add(_ unknown: Int, _ factor: Double) { terms[unknown, default: 0] += factor }
    mutating func add(_ other: LinearSum, _ factor: Double) {
        constant += factor * other.constant
        for (unknown, value) in other.terms { add(unknown, factor * value) }
    }
}
