import Agate
import XCTest

@testable import UIKit

/// What constraints, stacks and trees of views cost: in proportion to their size, and nothing where nothing changes. Counts decide.
@MainActor final class LayoutScalingTests: XCTestCase {
    /// What a piece of work does for n, 2n and 4n grows no faster than they do.
    private func assertLinear(_ n: Int, _ name: String, line: UInt = #line, _ work: (Int) -> Int) {
        let counts = [work(n), work(2 * n), work(4 * n)]
        XCTAssertGreaterThan(counts[0], 0, "\(name) counts nothing", line: line)
        for (less, more) in zip(counts, counts.dropFirst()) {
            XCTAssertLessThanOrEqual(Double(more), 2.2 * Double(less) + 50, "\(name): \(counts)", line: line)
        }
    }

    private func solving(_ work: () -> Void) -> LayoutSolver.Counts {
        let before = LayoutSolver.counts
        work()
        let after = LayoutSolver.counts
        return LayoutSolver.Counts(
            parts: after.parts - before.parts, rows: after.rows - before.rows, simplexParts: after.simplexParts - before.simplexParts)
    }

    private func steps(_ work: () -> Void) -> Int {
        let before = ViewCounts.steps + ViewCounts.marks
        work()
        return ViewCounts.steps + ViewCounts.marks - before
    }

    /// Views below each other, four constraints each.
    private func chain(_ count: Int, in root: UIView) -> (views: [UIView], gaps: [NSLayoutConstraint]) {
        var views: [UIView] = [], gaps: [NSLayoutConstraint] = []
        for index in 0..<count {
            let view = UIView()
            view.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(view)
            let gap = view.topAnchor.constraint(equalTo: views.last?.bottomAnchor ?? root.topAnchor, constant: 2)
            gaps.append(gap)
            NSLayoutConstraint.activate([
                gap, view.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: CGFloat(index % 7)),
                view.widthAnchor.constraint(equalToConstant: 20), view.heightAnchor.constraint(equalToConstant: 3),
            ])
            views.append(view)
        }
        return (views, gaps)
    }

    private func root() -> UIView { UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }

    func testAChainIsSolvedInProportionToItsLength() async {
        assertLinear(100, "rows of a chain") { count in
            let root = root(), (views, _) = chain(count, in: root)
            let counts = solving { root.layoutIfNeeded() }
            XCTAssertEqual(views.last?.frame, CGRect(x: CGFloat((count - 1) % 7), y: CGFloat(5 * count - 3), width: 20, height: 3))
            XCTAssertEqual(counts.simplexParts, 0)
            return counts.rows
        }
    }

    func testAChangedConstantSolvesWhatHangsOnIt() async {
        let root = root(), (views, gaps) = chain(300, in: root)
        root.layoutIfNeeded()
        let nothing = solving {
            root.setNeedsLayout()
            root.layoutIfNeeded()
        }
        XCTAssertEqual(nothing, LayoutSolver.Counts())
        gaps[298].constant = 12
        let one = solving { root.layoutIfNeeded() }
        XCTAssertEqual(views[299].frame.minY, 300 * 5 - 3 + 10)
        XCTAssertEqual(one.parts, 1)
        let lead = root.constraints.first { $0.firstItem === views[5] && $0.firstAttribute == .leading }
        lead?.constant = 40
        let across = solving { root.layoutIfNeeded() }
        XCTAssertEqual(views[5].frame.minX, 40)
        XCTAssertEqual(across.parts, 1)
        XCTAssertLessThan(across.rows, 20)
    }

    func testScrollingSolvesNothing() async {
        let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        var last: UILabel?
        for index in 0..<60 {
            let label = UILabel()
            label.text = "line \(index)"
            label.translatesAutoresizingMaskIntoConstraints = false
            scroll.addSubview(label)
            NSLayoutConstraint.activate([
                label.leadingAnchor.constraint(equalTo: scroll.leadingAnchor, constant: 4),
                label.topAnchor.constraint(equalTo: last?.bottomAnchor ?? scroll.topAnchor, constant: 4),
            ])
            last = label
        }
        last?.bottomAnchor.constraint(equalTo: scroll.bottomAnchor).isActive = true
        let pinned = UIView()
        pinned.translatesAutoresizingMaskIntoConstraints = false
        scroll.layoutIfNeeded()
        XCTAssertGreaterThan(scroll.contentSize.height, 400)
        let passes = ConstraintSystem.passes
        for offset in 1...5 {
            scroll.contentOffset.y = CGFloat(offset * 20)
            scroll.setNeedsLayout()
            scroll.layoutIfNeeded()
        }
        XCTAssertEqual(ConstraintSystem.passes, passes)
        // What is held by the frame of the scroll view moves in its content.
        scroll.addSubview(pinned)
        NSLayoutConstraint.activate([
            pinned.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor, constant: 3),
            pinned.leadingAnchor.constraint(equalTo: scroll.frameLayoutGuide.leadingAnchor),
            pinned.widthAnchor.constraint(equalToConstant: 5), pinned.heightAnchor.constraint(equalToConstant: 5),
        ])
        scroll.layoutIfNeeded()
        XCTAssertEqual(pinned.frame.minY, 103)
        scroll.contentOffset.y = 140
        scroll.setNeedsLayout()
        let counts = solving { scroll.layoutIfNeeded() }
        XCTAssertEqual(pinned.frame.minY, 143)
        // The pinned top, and what nothing holds: the content's width and a place of the content. None of the sixty labels.
        XCTAssertLessThanOrEqual(counts.parts, 4)
        XCTAssertLessThan(counts.rows, 20)
    }

    private class Sized: UIView {
        override var intrinsicContentSize: CGSize { CGSize(width: 30, height: 12) }
    }

    func testStacksAreSolvedInProportionToTheirViews() async {
        for alignment in [UIStackView.Alignment.fill, .leading, .center] {
            for distribution in [UIStackView.Distribution.fill, .fillEqually, .equalSpacing] {
                assertLinear(40, "rows of a stack, \(distribution), \(alignment)") { count in
                    let root = root(), stack = UIStackView(arrangedSubviews: (0..<count).map { _ in Sized() })
                    stack.axis = .vertical
                    stack.alignment = alignment
                    stack.distribution = distribution
                    stack.translatesAutoresizingMaskIntoConstraints = false
                    root.addSubview(stack)
                    stack.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
                    stack.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
                    let counts = solving { root.layoutIfNeeded() }
                    XCTAssertEqual(stack.frame.size, CGSize(width: 30, height: CGFloat(12 * count)), "\(distribution), \(alignment)")
                    return counts.rows
                }
            }
        }
    }

    func testNestedStacks() async {
        assertLinear(20, "rows of nested stacks") { depth in
            let root = root()
            var inner: UIView = Sized()
            for level in 0..<depth {
                let stack = UIStackView(arrangedSubviews: [inner, Sized()])
                stack.axis = level % 2 == 0 ? .vertical : .horizontal
                inner = stack
            }
            inner.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(inner)
            inner.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
            inner.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
            let counts = solving { root.layoutIfNeeded() }
            return counts.rows
        }
    }

    /// Rows of views between the same edges, in more room than they need and without any given height.
    func testRowsOfStacksAreSolvedInProportionToTheirNumber() async {
        for height in [CGFloat(0), 20_000] {
            assertLinear(40, "rows of rows of stacks") { count in
                let rows = (0..<count).map { _ in UIStackView(arrangedSubviews: [Sized(), Sized(), Sized()]) }
                let outer = UIStackView(arrangedSubviews: rows), root = root()
                outer.axis = .vertical
                outer.translatesAutoresizingMaskIntoConstraints = false
                root.addSubview(outer)
                outer.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
                outer.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
                if height > 0 { outer.heightAnchor.constraint(equalToConstant: height).isActive = true }
                let counts = solving { root.layoutIfNeeded() }
                XCTAssertEqual(counts.simplexParts, 0)
                XCTAssertEqual(rows.dropLast().map(\.frame.height), Array(repeating: 12, count: count - 1))
                XCTAssertEqual(rows.last?.frame.maxY, height > 0 ? height : CGFloat(12 * count))
                return counts.rows
            }
        }
    }

    /// What the tableau visits grows with the square of a layout at most: two columns of different heights in each row.
    func testTheTableauVisitsOnlyRowsWithTheEnteringSymbol() async {
        func visits(_ count: Int) -> Int {
            let rows = (0..<count).map { _ in
                let columns = [2, 3].map { number in
                    let column = UIStackView(arrangedSubviews: (0..<number).map { _ in Sized() })
                    column.axis = .vertical
                    return column
                }
                return UIStackView(arrangedSubviews: columns)
            }
            let outer = UIStackView(arrangedSubviews: rows), root = root()
            outer.axis = .vertical
            outer.translatesAutoresizingMaskIntoConstraints = false
            root.addSubview(outer)
            outer.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
            outer.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
            let before = LinearSystem.visits
            root.layoutIfNeeded()
            XCTAssertEqual(rows.last?.frame.maxY, CGFloat(36 * count))
            return LinearSystem.visits - before
        }
        let counts = [10, 20, 40].map(visits)
        for (less, more) in zip(counts, counts.dropFirst()) { XCTAssertLessThanOrEqual(more, 5 * less + 50, "\(counts)") }
    }

    /// A changed constant or content costs what moves, however long the chain is.
    func testChangesCostWhatMoves() async {
        func rows(_ count: Int, _ change: ([UIView], [NSLayoutConstraint]) -> Void) -> Int {
            let root = root(), (views, gaps) = chain(count, in: root)
            root.layoutIfNeeded()
            let passes = ConstraintSystem.passes
            let counts = solving {
                change(views, gaps)
                root.layoutIfNeeded()
            }
            XCTAssertEqual(ConstraintSystem.passes, passes)
            XCTAssertEqual(counts.parts, 1)
            return counts.rows
        }
        for count in [100, 200, 400] {
            XCTAssertLessThan(rows(count) { views, _ in views.last?.constraints.first { $0.firstAttribute == .height }?.constant = 9 }, 10)
            XCTAssertLessThan(rows(count) { views, _ in views[5].constraints.first { $0.firstAttribute == .width }?.constant = 9 }, 10)
        }
        assertLinear(100, "rows of a chain that moves") { count in rows(count) { _, gaps in gaps[0].constant += 1 } }
    }

    /// A label's new text in a tall stack moves what is below it, and the last one takes the rest.
    func testANewContentInAStackSolvesOnePart() async {
        let views = (0..<100).map { _ in Growing() }, stack = UIStackView(arrangedSubviews: views)
        stack.axis = .vertical
        stack.frame = CGRect(x: 0, y: 0, width: 100, height: 4000)
        stack.layoutIfNeeded()
        let passes = ConstraintSystem.passes
        views[90].height = 30
        let counts = solving { stack.layoutIfNeeded() }
        XCTAssertEqual(ConstraintSystem.passes, passes)
        XCTAssertLessThan(counts.rows, 60)
        XCTAssertEqual(views[90].frame, CGRect(x: 0, y: 1080, width: 100, height: 30))
        XCTAssertEqual(views[99].frame.maxY, 4000)
        XCTAssertEqual(views[99].frame.minY, 1080 + 30 + 8 * 12)
    }

    private final class Growing: UIView {
        var height: CGFloat = 12 { didSet { invalidateIntrinsicContentSize() } }
        override var intrinsicContentSize: CGSize { CGSize(width: 30, height: height) }
    }

    func testAddingAViewCostsNoDepth() async {
        let scene = Scene()
        assertLinear(100, "steps of nested views") { count in
            let root = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
            scene.add(root)
            let added = steps {
                scene.turn {
                    var above = root
                    for _ in 0..<count {
                        let view = UIView(frame: root.bounds)
                        above.addSubview(view)
                        view.topAnchor.constraint(equalTo: above.topAnchor).isActive = true
                        above = view
                    }
                    XCTAssertTrue(above.window === scene.window)
                }
            }
            let removed = steps { scene.turn { root.removeFromSuperview() } }
            return added + removed
        }
    }

    func testATapAsksEachRecognizerOnce() async {
        assertLinear(20, "recognizers that are asked") { count in
            let scene = Scene(), view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
            scene.add(view)
            var taps = 0
            for _ in 0..<count { view.addGestureRecognizer(UITapGestureRecognizer { (_: UITapGestureRecognizer) in taps += 1 }) }
            let before = GestureStateMachine.looks
            scene.touch(.began, 10, 10, at: 1)
            scene.touch(.ended, 10, 10, at: 1.05)
            XCTAssertEqual(taps, 1)
            return GestureStateMachine.looks - before
        }
    }

    /// What views inherit and the window they are in are right after every change, though they are kept.
    func testWhatIsInheritedFollowsEveryChange() async {
        let scene = Scene(), a = UIView(), b = UIView(), leaf = UIView()
        scene.add(a)
        scene.add(b)
        scene.turn {
            a.addSubview(leaf)
            a.overrideUserInterfaceStyle = .dark
            XCTAssertEqual(leaf.traitCollection.userInterfaceStyle, .dark)
            b.addSubview(leaf)
            XCTAssertNotEqual(leaf.traitCollection.userInterfaceStyle, .dark)
            b.overrideUserInterfaceStyle = .dark
            XCTAssertEqual(leaf.traitCollection.userInterfaceStyle, .dark)
            b.removeFromSuperview()
            XCTAssertNil(leaf.window)
            let box = UIView()
            box.addSubview(b)
            XCTAssertNil(leaf.window)
            a.addSubview(box)
            XCTAssertTrue(leaf.window === scene.window)
            XCTAssertTrue(b.window === scene.window)
            leaf.removeFromSuperview()
            XCTAssertNil(leaf.window)
            XCTAssertNotEqual(leaf.traitCollection.userInterfaceStyle, .dark)
        }
    }

    /// Plain subviews are not searched for constraints at each layout.
    func testAScrolledFrameExaminesNoPlainSubview() async {
        for count in [100, 400] {
            let scene = Scene(), scroll = UIScrollView(frame: scene.window.bounds)
            for i in 0..<count { scroll.addSubview(UIView(frame: CGRect(x: 0, y: i * 20, width: 100, height: 15))) }
            scroll.contentSize = CGSize(width: 200, height: 20 * count)
            let last = scroll.subviews[count - 1]
            last.translatesAutoresizingMaskIntoConstraints = false
            last.translatesAutoresizingMaskIntoConstraints = true
            scene.add(scroll)
            scene.turn { scroll.contentOffset.y = 1 }
            let before = ViewCounts.followersSought
            for step in 0..<5 { scene.turn { scroll.contentOffset.y = CGFloat(step) * 3 + 2 } }
            XCTAssertEqual(ViewCounts.followersSought, before, "\(count) subviews")
            // One that begins to follow constraints is found.
            scene.turn {
                last.translatesAutoresizingMaskIntoConstraints = false
                NSLayoutConstraint.activate([
                    last.widthAnchor.constraint(equalToConstant: 33), last.heightAnchor.constraint(equalToConstant: 7),
                ])
            }
            XCTAssertEqual(last.bounds.size, CGSize(width: 33, height: 7))
        }
    }

    func testLabelsOfOneLookShareAStyle() async {
        for count in [10, 40] {
            let scene = Scene(CGSize(width: 200, height: 400))
            let labels = (0..<count).map { i in
                let label = UILabel(frame: CGRect(x: 0, y: i * 9, width: 100, height: 9))
                (label.text, label.textColor) = ("label \(i)", UIColor(red: 0.1, green: CGFloat(count) / 100, blue: 0.3, alpha: 1))
                return label
            }
            let before = ViewCounts.stylesMade
            scene.turn { for label in labels { scene.window.addSubview(label) } }
            scene.turn { for label in labels { label.text = "another" } }
            XCTAssertEqual(ViewCounts.stylesMade - before, 1, "\(count) labels")
        }
    }
}
