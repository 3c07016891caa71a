import Agate
import XCTest

@testable import UIKit

/// The values that controls and bar items keep for each state.
@MainActor final class StateValueTests: XCTestCase {
    /// A value for each state, read and set with functions.
    @MainActor private struct Row {
        let name: String
        let check: @MainActor (_ name: String) -> Void

        /// - Parameter falls: True if a state without a value has that of the normal state.
        init<Owner: AnyObject, Value: Equatable>(
            _ name: String, _ make: @escaping @MainActor () -> Owner, _ values: [Value], falls: Bool = true,
            _ set: @escaping @MainActor (Owner, Value?, UIControl.State) -> Void,
            _ get: @escaping @MainActor (Owner, UIControl.State) -> Value?
        ) {
            self.name = name
            check = { name in
                let states: [UIControl.State] = [.normal, .highlighted, .disabled, .selected]
                for state in states {
                    let owner = make()
                    let before = states.map { get(owner, $0) }
                    set(owner, values[0], state)
                    for (other, old) in zip(states, before) {
                        let wanted = other == state || (state == .normal && falls) ? values[0] : old
                        XCTAssertEqual(get(owner, other), wanted, "\(name), set for \(state.rawValue), read for \(other.rawValue)")
                    }
                    set(owner, values[1], .normal)
                    XCTAssertEqual(get(owner, state), state == .normal ? values[1] : values[0], "\(name), normal set later")
                    set(owner, nil, state)
                    XCTAssertEqual(get(owner, state), state == .normal ? before[0] : falls ? values[1] : before[0], "\(name), removed")
                }
            }
        }
    }

    private let colors = [ViewProperties.red, ViewProperties.blue]
    private let images = [ViewProperties.picture, ViewProperties.other]

    func testEachStateHasItsValue() async {
        let button: @MainActor @Sendable () -> UIButton = { UIButton(type: .custom) }
        let slider: @MainActor @Sendable () -> UISlider = { UISlider() }, stepper: @MainActor @Sendable () -> UIStepper = { UIStepper() }
        let rows = [
            Row("UIButton.title", button, ["a", "b"], { $0.setTitle($1, for: $2) }, { $0.title(for: $1) }),
            Row("UIButton.titleColor", button, colors, { $0.setTitleColor($1, for: $2) }, { $0.titleColor(for: $1) }),
            Row("UIButton.titleShadowColor", button, colors, { $0.setTitleShadowColor($1, for: $2) }, { $0.titleShadowColor(for: $1) }),
            Row("UIButton.image", button, images, { $0.setImage($1, for: $2) }, { $0.image(for: $1) }),
            Row("UIButton.backgroundImage", button, images, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) }),
            Row(
                "UIButton.attributedTitle", button, [NSAttributedString(string: "a"), NSAttributedString(string: "b")],
                { $0.setAttributedTitle($1, for: $2) }, { $0.attributedTitle(for: $1) }),
            Row("UISlider.thumbImage", slider, images, falls: false, { $0.setThumbImage($1, for: $2) }, { $0.thumbImage(for: $1) }),
            Row(
                "UISlider.minimumTrackImage", slider, images, falls: false, { $0.setMinimumTrackImage($1, for: $2) },
                { $0.minimumTrackImage(for: $1) }),
            Row(
                "UISlider.maximumTrackImage", slider, images, falls: false, { $0.setMaximumTrackImage($1, for: $2) },
                { $0.maximumTrackImage(for: $1) }),
            Row(
                "UIStepper.incrementImage", stepper, images, falls: false, { $0.setIncrementImage($1, for: $2) },
                { $0.incrementImage(for: $1) }),
            Row(
                "UIStepper.decrementImage", stepper, images, falls: false, { $0.setDecrementImage($1, for: $2) },
                { $0.decrementImage(for: $1) }),
        ]
        for row in rows { row.check(row.name) }
    }

    /// The current values are those of the control's state, and its picture shows them.
    func testTheStateShows() async {
        let states: [(UIControl.State, @MainActor (UIControl) -> Void)] = [
            (.highlighted, { $0.isHighlighted = true }), (.disabled, { $0.isEnabled = false }), (.selected, { $0.isSelected = true }),
        ]
        for (state, enter) in states {
            let button = UIButton(type: .custom)
            button.setTitle("a", for: .normal)
            button.setTitle("b", for: state)
            button.setTitleColor(.black, for: .normal)
            button.setTitleColor(.red, for: state)
            button.setTitleShadowColor(.blue, for: state)
            button.setImage(images[0], for: state)
            button.setBackgroundImage(images[1], for: state)
            XCTAssertEqual(button.currentTitle, "a")
            XCTAssertNil(button.currentImage)
            enter(button)
            XCTAssertEqual(button.currentTitle, "b")
            XCTAssertEqual(button.currentTitleColor, .red)
            XCTAssertEqual(button.currentTitleShadowColor, .blue)
            XCTAssertEqual(button.currentImage, images[0])
            XCTAssertEqual(button.currentBackgroundImage, images[1])

            let slider = UISlider()
            for (image, set) in [(images[0], slider.setThumbImage), (images[1], slider.setMinimumTrackImage)] { set(image, state) }
            slider.setMaximumTrackImage(images[0], for: .normal)
            XCTAssertNil(slider.currentThumbImage)
            enter(slider)
            guard state != .selected else { continue }
            XCTAssertEqual(slider.currentThumbImage, images[0])
            XCTAssertEqual(slider.currentMinimumTrackImage, images[1])
            XCTAssertEqual(slider.currentMaximumTrackImage, images[0])
        }
    }

    func testPagesAndSegmentsHaveTheirImages() async {
        let pages = UIPageControl()
        pages.numberOfPages = 3
        pages.setIndicatorImage(images[0], forPage: 1)
        pages.setCurrentPageIndicatorImage(images[1], forPage: 2)
        XCTAssertEqual((0..<3).map { pages.indicatorImage(forPage: $0) }, [nil, images[0], nil])
        XCTAssertEqual((0..<3).map { pages.currentPageIndicatorImage(forPage: $0) }, [nil, nil, images[1]])
        let segments = UISegmentedControl(items: ["a", images[0], "c"])
        XCTAssertEqual((-1...3).map { segments.imageForSegment(at: $0) }, [nil, nil, images[0], nil, nil])
        XCTAssertEqual((-1...3).map { segments.titleForSegment(at: $0) }, [nil, "a", nil, "c", nil])
        segments.setEnabled(false, forSegmentAt: 1)
        XCTAssertEqual((-1...3).map { segments.isEnabledForSegment(at: $0) }, [false, true, false, true, false])
        let action = UIAction(title: "d") { _ in }
        segments.setAction(action, forSegmentAt: 1)
        XCTAssertEqual((-1...3).map { segments.actionForSegment(at: $0) }, [nil, nil, action, nil, nil])
        XCTAssertEqual(segments.titleForSegment(at: 1), "d")
        segments.setImage(images[1], forSegmentAt: 2)
        XCTAssertEqual(segments.imageForSegment(at: 2), images[1])
    }
}
