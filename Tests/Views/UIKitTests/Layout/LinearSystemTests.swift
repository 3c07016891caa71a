import TestSupport
import XCTest

@testable import UIKit

/// The solver behind constraints.
final class LinearSystemTests: XCTestCase {
    private func difference(_ a: Int, _ b: Int?, _ constant: Double) -> LinearSum {
        var sum = LinearSum(a, constant: -constant)
        if let b { sum.add(b, -1) }
        return sum
    }

    func testRequirementsHoldAndContradictionsAreLeftOut() {
        var system = LinearSystem(unknowns: 2)
        guard case .added = system.require(difference(0, nil, 10), .equal) else { return XCTFail() }
        guard case .added = system.require(difference(1, 0, 5), .greaterThanOrEqual) else { return XCTFail() }
        guard case .redundant = system.require(difference(0, nil, 10), .equal) else { return XCTFail() }
        guard case .contradicts = system.require(difference(0, nil, 11), .equal) else { return XCTFail() }
        guard case .contradicts = system.require(difference(1, nil, 12), .lessThanOrEqual) else { return XCTFail() }
        system.prefer(difference(1, nil, 0), .equal)
        system.settle()
        XCTAssertEqual(system.value(LinearSum(0)), 10, accuracy: 1e-9)
        XCTAssertEqual(system.value(LinearSum(1)), 15, accuracy: 1e-9)
    }

    /// Two on one side outweigh one on the other; a lower level takes nothing from a higher one, however many there are of it.
    func testErrorsAreLeastLevelByLevel() {
        var system = LinearSystem(unknowns: 1)
        for _ in 0..<2 { system.prefer(difference(0, nil, 30), .greaterThanOrEqual) }
        system.prefer(difference(0, nil, 20), .lessThanOrEqual)
        system.settle()
        XCTAssertEqual(system.value(LinearSum(0)), 30, accuracy: 1e-9)
        for _ in 0..<5 { system.prefer(difference(0, nil, 0), .equal) }
        system.settle()
        XCTAssertEqual(system.value(LinearSum(0)), 30, accuracy: 1e-9)
    }

    /// An inequality that stood in the way of a lower level lets go of it.
    func testWhatWasInTheWayOnceIsNotKept() {
        var system = LinearSystem(unknowns: 3)
        _ = system.require(difference(0, nil, 100), .equal)
        _ = system.require(difference(1, nil, 12), .greaterThanOrEqual)
        var room = LinearSum(0)
        room.add(1, -1)
        room.add(2, -1)
        _ = system.require(room, .equal)
        system.prefer(difference(2, nil, 51), .lessThanOrEqual)
        system.settle()
        system.prefer(difference(1, nil, 0), .equal)
        system.settle()
        XCTAssertEqual(system.value(LinearSum(1)), 49, accuracy: 1e-9)
        XCTAssertEqual(system.value(LinearSum(2)), 51, accuracy: 1e-9)
    }

    /// Random differences of three unknowns, whose best places are whole numbers: no place on the grid is better than the one that was
    /// found.
    func testNoPlaceIsBetter() {
        struct Wish {
            var a: Int, b: Int?, constant: Int, relation: LinearSystem.Relation, level: Int
            func error(_ x: [Int]) -> Int {
                let value = x[a] - (b.map { x[$0] } ?? 0) - constant
                switch relation {
                case .equal: return abs(value)
                case .lessThanOrEqual: return max(0, value)
                case .greaterThanOrEqual: return max(0, -value)
                }
            }
        }
        var random = SeededGenerator(seed: 7)
        for round in 0..<60 {
            var wishes: [Wish] = []
            for _ in 0..<Int.random(in: 3...9, using: &random) {
                let a = Int.random(in: 0..<3, using: &random), other = Int.random(in: -1..<3, using: &random)
                let relations: [LinearSystem.Relation] = [.equal, .lessThanOrEqual, .greaterThanOrEqual]
                wishes.append(
                    Wish(
                        a: a, b: other < 0 || other == a ? nil : other, constant: Int.random(in: -4...4, using: &random),
                        relation: relations.randomElement(using: &random)!, level: Int.random(in: 0..<4, using: &random)))
            }
            wishes.sort { $0.level < $1.level }
            var system = LinearSystem(unknowns: 3), level = 0
            var taken: [Wish] = []
            for wish in wishes {
                let sum = difference(wish.a, wish.b, Double(wish.constant))
                if wish.level == 0 {
                    if case .contradicts = system.require(sum, wish.relation) { continue }
                } else {
                    if wish.level != level { system.settle() }
                    level = wish.level
                    system.prefer(sum, wish.relation)
                }
                taken.append(wish)
            }
            system.settle()
            let found = (0..<3).map { system.value(LinearSum($0)) }
            for value in found { XCTAssertEqual(value, value.rounded(), accuracy: 1e-6, "round \(round): \(found)") }
            func errors(_ x: [Int]) -> [Int] {
                (0..<4).map { level in taken.lazy.filter { $0.level == level }.map { $0.error(x) }.reduce(0, +) }
            }
            let mine = errors(found.map { Int($0.rounded()) })
            XCTAssertEqual(mine[0], 0, "round \(round): a requirement fails at \(found)")
            for x in -14...14 {
                for y in -14...14 {
                    for z in -14...14 {
                        let other = errors([x, y, z])
                        guard other.lexicographicallyPrecedes(mine) else { continue }
                        return XCTFail("round \(round): \([x, y, z]) has the errors \(other), \(found) has \(mine): \(taken)")
                    }
                }
            }
        }
    }

    /// What was asked before does not make the next addition dearer than the table is long: a chain of boxes side by side.
    func testALongChain() {
        let count = 200
        var system = LinearSystem(unknowns: count * 2)
        for i in 0..<count {
            if i > 0 {
                var gap = LinearSum(i * 2, constant: -8)
                gap.add(i * 2 - 2, -1)
                gap.add(i * 2 - 1, -1)
                guard case .added = system.require(gap, .equal) else { return XCTFail() }
            } else {
                _ = system.require(LinearSum(0), .equal)
            }
        }
        for i in 0..<count { system.prefer(LinearSum(i * 2 + 1, constant: -Double(10 + i % 7)), .equal) }
        system.settle()
        var end = LinearSum(count * 2 - 2)
        end.add(count * 2 - 1, 1)
        let widths = (0..<count).reduce(0) { $0 + 10 + $1 % 7 }
        XCTAssertEqual(system.value(end), Double(widths + 8 * (count - 1)), accuracy: 1e-6)
    }
}
