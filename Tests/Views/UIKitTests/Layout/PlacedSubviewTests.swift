import Agate
import XCTest

@testable import UIKit

/// Constraints in views that scroll, in views with frames of their own, and in every stock view.
@MainActor final class PlacedSubviewTests: XCTestCase {
    private func part(_ width: CGFloat = 10, _ height: CGFloat = 12) -> UIView {
        let view = UIView()
        view.translatesAutoresizingMaskIntoConstraints = false
        NSLayoutConstraint.activate([
            view.widthAnchor.constraint(equalToConstant: width), view.heightAnchor.constraint(equalToConstant: height),
        ])
        return view
    }

    /// A view that doesn't scroll with the content, beside one that does: inside a view that has a frame of its own.
    func testScrolledContent() async {
        for offset in [CGPoint.zero, CGPoint(x: 30, y: 0), CGPoint(x: 0, y: 20), CGPoint(x: 30, y: 20)] {
            for isFramed in [true, false] {
                let scene = Scene(), scroll = UIScrollView(), fixed = part(), moving = part()
                let group = UIView(frame: CGRect(x: 10, y: 15, width: 100, height: 80))
                scroll.translatesAutoresizingMaskIntoConstraints = false
                scroll.contentSize = CGSize(width: 500, height: 500)
                scene.turn {
                    scene.window.addSubview(scroll)
                    scroll.addSubview(group)
                    for view in [fixed, moving] { (isFramed ? group : scroll).addSubview(view) }
                    NSLayoutConstraint.activate([
                        scroll.leadingAnchor.constraint(equalTo: scene.window.leadingAnchor, constant: 7),
                        scroll.topAnchor.constraint(equalTo: scene.window.topAnchor, constant: 9),
                        scroll.widthAnchor.constraint(equalToConstant: 150), scroll.heightAnchor.constraint(equalToConstant: 90),
                        fixed.leadingAnchor.constraint(equalTo: scroll.frameLayoutGuide.leadingAnchor, constant: 5),
                        fixed.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor, constant: 6),
                        moving.leadingAnchor.constraint(equalTo: group.leadingAnchor, constant: 3),
                        moving.topAnchor.constraint(equalTo: group.topAnchor, constant: 4),
                    ])
                }
                scene.turn { scroll.contentOffset = offset }
                scene.turn { scroll.setNeedsLayout() }
                XCTAssertEqual(fixed.convert(CGPoint.zero, to: nil), CGPoint(x: 12, y: 15), "\(offset), \(isFramed)")
                XCTAssertEqual(
                    moving.convert(CGPoint.zero, to: nil), CGPoint(x: 7 + 10 + 3 - offset.x, y: 9 + 15 + 4 - offset.y),
                    "\(offset), \(isFramed)")
            }
        }
    }

    /// A view with constraints to the frame of an outer scroll view stays there, inside views with and without constraints.
    func testScrolledContentInConstrainedViews() async {
        for offset in [CGPoint.zero, CGPoint(x: 30, y: 0), CGPoint(x: 0, y: 20), CGPoint(x: 30, y: 20)] {
            let scene = Scene(), scroll = UIScrollView(frame: CGRect(x: 7, y: 9, width: 150, height: 90)), box = part(120, 80),
                fixed = part()
            let group = UIView(frame: CGRect(x: 10, y: 15, width: 100, height: 60))
            scroll.contentSize = CGSize(width: 500, height: 500)
            scene.turn {
                scene.window.addSubview(scroll)
                scroll.addSubview(box)
                box.addSubview(group)
                group.addSubview(fixed)
                NSLayoutConstraint.activate([
                    box.leadingAnchor.constraint(equalTo: scroll.contentLayoutGuide.leadingAnchor, constant: 4),
                    box.topAnchor.constraint(equalTo: scroll.contentLayoutGuide.topAnchor, constant: 5),
                    fixed.leadingAnchor.constraint(equalTo: scroll.frameLayoutGuide.leadingAnchor, constant: 50),
                    fixed.topAnchor.constraint(equalTo: scroll.frameLayoutGuide.topAnchor, constant: 40),
                ])
            }
            scene.turn { scroll.contentOffset = offset }
            scene.turn { scroll.setNeedsLayout() }
            XCTAssertEqual(fixed.convert(CGPoint.zero, to: nil), CGPoint(x: 57, y: 49), "\(offset)")
            XCTAssertEqual(box.convert(CGPoint.zero, to: nil), CGPoint(x: 11 - offset.x, y: 14 - offset.y), "\(offset)")
        }
    }

    /// A constraint to a view that is several views with frames deeper.
    func testViewsWithFramesAreOpened() async {
        let scene = Scene(), outer = UIView(frame: CGRect(x: 20, y: 10, width: 100, height: 70)),
            inner = UIView(frame: CGRect(x: 5, y: 6, width: 60, height: 50)), deep = part(), beside = part()
        scene.turn {
            scene.window.addSubview(outer)
            outer.addSubview(inner)
            inner.addSubview(deep)
            scene.window.addSubview(beside)
            NSLayoutConstraint.activate([
                beside.leadingAnchor.constraint(equalTo: scene.window.leadingAnchor, constant: 90),
                beside.topAnchor.constraint(equalTo: scene.window.topAnchor, constant: 40),
                deep.trailingAnchor.constraint(equalTo: beside.leadingAnchor, constant: -8),
                deep.topAnchor.constraint(equalTo: beside.topAnchor),
            ])
        }
        XCTAssertEqual(beside.frame.origin, CGPoint(x: 90, y: 40))
        XCTAssertEqual(deep.convert(deep.bounds, to: nil), CGRect(x: 72, y: 40, width: 10, height: 12))
        XCTAssertEqual(outer.frame, CGRect(x: 20, y: 10, width: 100, height: 70))
        XCTAssertEqual(inner.frame, CGRect(x: 5, y: 6, width: 60, height: 50))
    }

    func testEveryStockViewPlacesSubviewsOfTheProgram() async {
        for owner in ViewProperties.all {
            let scene = Scene(CGSize(width: 340, height: 140)), view = owner.fresh(), own = part()
            scene.turn { owner.prepare(view) }
            scene.add(view)
            scene.turn {
                view.addSubview(own)
                NSLayoutConstraint.activate([
                    own.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 3),
                    own.topAnchor.constraint(equalTo: view.topAnchor, constant: 4),
                ])
            }
            XCTAssertEqual(own.frame, CGRect(x: 3, y: 4, width: 10, height: 12), owner.name)
        }
    }

    /// First lines, or last lines, are at the same height.
    func testStacksAlignBaselines() async {
        for alignment in [UIStackView.Alignment.firstBaseline, .lastBaseline] {
            let labels = [("A", 12, 1), ("B\nC", 24, 0), ("D\nE\nF", 9, 0)].map { text, size, lines in
                let label = UILabel()
                label.text = text
                label.font = .systemFont(ofSize: CGFloat(size))
                label.numberOfLines = lines
                return label
            }
            let stack = UIStackView(arrangedSubviews: labels), whole = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
            stack.alignment = alignment
            stack.translatesAutoresizingMaskIntoConstraints = false
            whole.addSubview(stack)
            NSLayoutConstraint.activate([
                stack.leadingAnchor.constraint(equalTo: whole.leadingAnchor), stack.topAnchor.constraint(equalTo: whole.topAnchor),
            ])
            let marks = labels.map { label in
                let mark = part(1, 1)
                whole.addSubview(mark)
                mark.topAnchor.constraint(equalTo: alignment == .firstBaseline ? label.firstBaselineAnchor : label.lastBaselineAnchor)
                    .isActive =
                    true
                return mark
            }
            whole.layoutIfNeeded()
            XCTAssertGreaterThan(marks[0].frame.minY, 0)
            for mark in marks { XCTAssertEqual(mark.frame.minY, marks[0].frame.minY, accuracy: 0.51, "\(alignment)") }
            XCTAssertNotEqual(labels[1].frame.maxY, labels[0].frame.maxY)
        }
    }

    /// The part of the safe area over a view, at each edge.
    func testSafeAreasOfNestedViews() async {
        let scene = Scene(), controller = UIViewController()
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 20, left: 30, bottom: 15, right: 25)
        scene.turn { scene.window.rootViewController = controller }
        let inner = UIView(frame: CGRect(x: 12, y: 8, width: 200 - 12 - 10, height: 100 - 8 - 6)),
            core = UIView(frame: CGRect(x: 4, y: 3, width: 174, height: 82))
        scene.turn {
            controller.view.addSubview(inner)
            inner.addSubview(core)
        }
        XCTAssertEqual(inner.safeAreaInsets, UIEdgeInsets(top: 12, left: 18, bottom: 9, right: 15))
        XCTAssertEqual(core.safeAreaInsets, UIEdgeInsets(top: 9, left: 14, bottom: 8, right: 15))
        scene.turn { inner.frame = CGRect(x: 40, y: 30, width: 50, height: 30) }
        XCTAssertEqual(inner.safeAreaInsets, .zero)
    }
}
