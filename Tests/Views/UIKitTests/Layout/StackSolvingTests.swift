import TestSupport
import XCTest

@testable import UIKit

/// Generated stacks: substitution gives what the simplex algorithm gives for the whole, in proportion to their size.
@MainActor final class StackSolvingTests: XCTestCase {
    private class Sized: UIView {
        var size = CGSize.zero
        override var intrinsicContentSize: CGSize { size }
    }

    private func leaf(_ random: inout SeededGenerator) -> UIView {
        let view = Sized()
        view.size = CGSize(width: Int.random(in: 1...9, using: &random) * 10, height: Int.random(in: 1...5, using: &random) * 6)
        for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] where Int.random(in: 0..<4, using: &random) == 0 {
            view.setContentHuggingPriority(UILayoutPriority([100, 251, 252].randomElement(using: &random)!), for: axis)
            view.setContentCompressionResistancePriority(UILayoutPriority([740, 751, 800].randomElement(using: &random)!), for: axis)
        }
        return view
    }

    private func stack(_ depth: Int, _ random: inout SeededGenerator) -> UIStackView {
        let stack = UIStackView()
        stack.axis = Bool.random(using: &random) ? .vertical : .horizontal
        stack.spacing = [0, 0, 4].randomElement(using: &random)!
        stack.distribution = [.fill, .fill, .fill, .fillEqually, .equalSpacing].randomElement(using: &random)!
        stack.alignment = [.fill, .fill, .leading, .center].randomElement(using: &random)!
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let isStack = depth > 0 && Bool.random(using: &random)
            let view = isStack ? self.stack(depth - 1, &random) : leaf(&random)
            if Int.random(in: 0..<8, using: &random) == 0 { view.isHidden = true }
            stack.addArrangedSubview(view)
        }
        return stack
    }

    /// The rows of the constraints in a view.
    private func problem(_ root: UIView) -> LayoutProblem {
        root.updateConstraintsIfNeeded()
        let scope = ConstraintScope(root, takesRoot: false, clearsMarks: false)
        var reading = ConstraintReading(root, scope, rootIsFree: false, scale: 1)
        return reading.problem(nil, scope.items.map { ($0 as? UIView)?.intrinsicContentSize ?? CGSize(width: -1, height: -1) }).problem
    }

    /// Views have the sizes of an optimal solution: no level's errors are larger than those that the simplex algorithm finds.
    func testSubstitutionIsAsGoodAsTheTable() async {
        var random = SeededGenerator(seed: 3), same = 0
        for round in 0..<400 {
            let width = Int.random(in: 1...8, using: &random) * 50, height = Int.random(in: 1...8, using: &random) * 30
            let root = UIView(frame: CGRect(x: 0, y: 0, width: width, height: height))
            let stack = stack(2, &random)
            stack.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(stack)
            var held = [
                stack.leadingAnchor.constraint(equalTo: root.leadingAnchor), stack.topAnchor.constraint(equalTo: root.topAnchor),
            ]
            if Int.random(in: 0..<3, using: &random) > 0 { held.append(stack.trailingAnchor.constraint(equalTo: root.trailingAnchor)) }
            if Int.random(in: 0..<3, using: &random) > 0 { held.append(stack.bottomAnchor.constraint(equalTo: root.bottomAnchor)) }
            NSLayoutConstraint.activate(held)
            let problem = problem(root), solver = LayoutSolver(problem), (best, left) = LayoutReference.solution(problem)
            XCTAssertEqual(left.count, solver.contradictions.count, "round \(round)")
            let mine = LayoutReference.errors(problem, solver.values, without: left)
            for (mine, other) in zip(mine, LayoutReference.errors(problem, best, without: left)) {
                XCTAssertEqual(mine.error, other.error, accuracy: 1e-4, "round \(round), level \(mine.level)")
            }
            if zip(best, solver.values).allSatisfy({ abs($0 - $1) < 1e-4 }) { same += 1 }
        }
        // Where several layouts are equally good, the two may choose different ones.
        XCTAssertGreaterThan(same, 340)
    }

    /// Texts, constants and hidden views changed one after the other give the frames of a layout from nothing.
    func testChangesGiveTheFramesOfANewLayout() async {
        var random = SeededGenerator(seed: 8)
        let edits = ConstraintSystem.edits
        for round in 0..<60 {
            var copy = random
            let first = tree(&random), second = tree(&copy)
            first.root.layoutIfNeeded()
            for step in 0..<6 {
                let kind = Int.random(in: 0..<8, using: &random), pick = Int.random(in: 0..<first.leaves.count, using: &random)
                let size = CGSize(width: Int.random(in: 1...9, using: &random) * 10, height: Int.random(in: 1...5, using: &random) * 6)
                for tree in [first, second] {
                    switch kind {
                    case 0 where tree.leaves[pick] !== (tree.leaves[pick].superview as? UIStackView)?.arrangedSubviews.first:
                        tree.leaves[pick].isHidden.toggle()
                    case 1...3: tree.gaps[pick % 2].constant = size.height
                    default:
                        tree.leaves[pick].size = size
                        tree.leaves[pick].invalidateIntrinsicContentSize()
                    }
                }
                first.root.layoutIfNeeded()
                // The other one is laid out once, at the end.
                guard step == 5 else { continue }
                second.root.layoutIfNeeded()
                let frames = [first, second].map { tree in tree.leaves.map { $0.convert($0.bounds, to: tree.root) } }
                let shown = first.leaves.indices.filter { !first.leaves[$0].isHidden }
                for index in shown { XCTAssertEqual(frames[0][index], frames[1][index], "round \(round), leaf \(index)") }
            }
        }
        XCTAssertGreaterThan(ConstraintSystem.edits - edits, 100)
    }

    private struct Tree {
        var root: UIView
        var leaves: [Sized] = []
        var gaps: [NSLayoutConstraint] = []
    }

    /// Returns a view that takes the room that is left, so that only one layout is the best.
    private func spacer() -> UIView {
        let view = Sized()
        for axis in [NSLayoutConstraint.Axis.horizontal, .vertical] { view.setContentHuggingPriority(UILayoutPriority(10), for: axis) }
        return view
    }

    /// A column of rows, larger than its contents, inside two constraints whose constants change.
    private func tree(_ random: inout SeededGenerator) -> Tree {
        var tree = Tree(root: UIView(frame: CGRect(x: 0, y: 0, width: 900, height: 900)))
        let outer = UIStackView()
        outer.axis = .vertical
        for _ in 0..<Int.random(in: 2...5, using: &random) {
            let row = UIStackView()
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                guard let leaf = leaf(&random) as? Sized else { continue }
                tree.leaves.append(leaf)
                row.addArrangedSubview(leaf)
            }
            row.addArrangedSubview(spacer())
            outer.addArrangedSubview(row)
        }
        outer.addArrangedSubview(spacer())
        outer.translatesAutoresizingMaskIntoConstraints = false
        tree.root.addSubview(outer)
        tree.gaps = [
            outer.leadingAnchor.constraint(equalTo: tree.root.leadingAnchor, constant: 3),
            outer.topAnchor.constraint(equalTo: tree.root.topAnchor, constant: 3),
        ]
        NSLayoutConstraint.activate(
            tree.gaps + [
                outer.trailingAnchor.constraint(equalTo: tree.root.trailingAnchor),
                outer.bottomAnchor.constraint(equalTo: tree.root.bottomAnchor),
            ])
        return tree
    }
}
