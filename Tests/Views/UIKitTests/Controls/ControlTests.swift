import Agate
import XCTest

@testable import UIKit

@MainActor final class ControlTests: XCTestCase {
    private let scene = Scene(CGSize(width: 300, height: 300))

    private func note(_ control: UIControl) -> () -> [String] {
        @MainActor final class Notes { var all: [String] = [] }
        let notes = Notes()
        let names: [(UIControl.Event, String)] = [
            (.touchDown, "down"), (.touchDownRepeat, "repeat"), (.touchDragInside, "inside"), (.touchDragOutside, "outside"),
            (.touchDragEnter, "enter"),
            (.touchDragExit, "exit"), (.touchUpInside, "up inside"), (.touchUpOutside, "up outside"), (.touchCancel, "cancel"),
            (.valueChanged, "value"), (.primaryActionTriggered, "primary"),
        ]
        for (event, name) in names { control.addHandler(for: event) { notes.all.append(name) } }
        return {
            defer { notes.all = [] }
            return notes.all
        }
    }

    func testTracking() async {
        let control = scene.add(UIControl(frame: CGRect(x: 100, y: 100, width: 50, height: 50)))
        let notes = note(control)
        scene.touch(.began, 110, 110)
        XCTAssertEqual(control.state, .highlighted)
        XCTAssertTrue(control.isTracking && control.isTouchInside)
        scene.touch(.moved, 160, 110)  // still near
        scene.touch(.moved, 260, 110)
        XCTAssertFalse(control.isHighlighted)
        scene.touch(.moved, 250, 110)
        scene.touch(.moved, 140, 110)
        scene.touch(.ended, 140, 110)
        XCTAssertEqual(notes(), ["down", "inside", "exit", "outside", "outside", "enter", "inside", "up inside"])
        XCTAssertEqual(control.state, .normal)
        XCTAssertFalse(control.isTracking)
        scene.touch(.began, 110, 110, at: 0.1)
        scene.touch(.ended, 290, 290)
        XCTAssertEqual(notes(), ["down", "repeat", "up outside"])
        scene.touch(.began, 110, 110, at: 1)
        scene.touch(.cancelled, 110, 110)
        XCTAssertEqual(notes(), ["down", "cancel"])
        // Switched off under the finger.
        scene.touch(.began, 110, 110, at: 2)
        control.isEnabled = false
        scene.touch(.ended, 110, 110)
        XCTAssertEqual(notes(), ["down", "cancel"])
        XCTAssertEqual(control.state, .disabled)
        scene.touch(.began, 110, 110, at: 3)
        scene.touch(.ended, 110, 110)
        XCTAssertEqual(notes(), [])
    }

    func testSubclassesDecideWhatIsTracked() async {
        final class Picky: UIControl {
            var calls: [String] = []
            override func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
                calls.append("begin")
                return touch.location(in: self).x < 25
            }
            override func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool {
                calls.append("continue")
                return touch.location(in: self).y < 40
            }
            override func endTracking(_ touch: UITouch?, with event: UIEvent?) { calls.append("end") }
            override func cancelTracking(with event: UIEvent?) { calls.append("cancel") }
        }
        let control = scene.add(Picky(frame: CGRect(x: 0, y: 0, width: 50, height: 50)))
        scene.touch(.began, 40, 10)
        scene.touch(.ended, 40, 10)
        XCTAssertEqual(control.calls, ["begin"])
        scene.touch(.began, 10, 10, at: 1)
        scene.touch(.moved, 10, 20)
        scene.touch(.moved, 10, 45)
        scene.touch(.moved, 10, 20)
        scene.touch(.ended, 10, 20)
        XCTAssertEqual(control.calls, ["begin", "begin", "continue", "continue"])
        control.calls = []
        scene.touch(.began, 10, 10, at: 2)
        scene.touch(.cancelled, 10, 10)
        XCTAssertEqual(control.calls, ["begin", "cancel"])
    }

    func testActionsAndTargets() async {
        final class Target: NSObject, SelectorPerforming {
            var calls: [String] = []
            func pressed(_ control: UIControl) { calls.append("pressed") }
            func plain() { calls.append("plain") }
            func perform(_ selector: Selector, with object: Any?) -> Bool {
                calls.append("\(selector)")
                return true
            }
        }
        let control = UIControl()
        var first = 0, second = 0
        control.addAction(UIAction(identifier: UIAction.Identifier("a")) { _ in first += 1 }, for: .valueChanged)
        control.addAction(
            UIAction(identifier: UIAction.Identifier("a")) {
                XCTAssertTrue($0.sender as? UIControl === control); second += 1
            }, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        XCTAssertEqual([first, second], [0, 1])
        control.removeAction(identifiedBy: UIAction.Identifier("a"), for: .valueChanged)
        control.sendActions(for: .allEvents)
        XCTAssertEqual(second, 1)
        XCTAssertEqual(control.allControlEvents, [])

        let target = Target()
        control.addTarget(target, action: "named", for: [.touchDown, .valueChanged])
        control.addTarget(target, action: "named", for: .touchDown)
        control.addTarget(target, action: Target.pressed, for: .valueChanged)
        control.addTarget(target, action: Target.plain, for: .valueChanged)
        XCTAssertEqual(control.actions(forTarget: target, forControlEvent: .touchDown), ["named"])
        XCTAssertEqual(control.allTargets.count, 1)
        control.sendActions(for: .valueChanged)
        XCTAssertEqual(target.calls, ["named", "pressed", "plain"])
        control.removeTarget(nil, action: nil, for: .allEvents)
        control.sendActions(for: .valueChanged)
        XCTAssertEqual(target.calls.count, 3)
        control.addAction(UIAction(attributes: .disabled) { _ in first += 100 }, for: .valueChanged)
        control.sendActions(for: .valueChanged)
        XCTAssertEqual(first, 0)
    }

    func testButtonBeforeTheTapOfAViewAbove() async {
        let outer = scene.add(UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200)))
        var taps = 0, presses = 0
        let tap = UITapGestureRecognizer()
        tap.addHandler { _ in taps += 1 }
        outer.addGestureRecognizer(tap)
        let button = UIButton(type: .system, primaryAction: UIAction(title: "Press") { _ in presses += 1 })
        button.frame = CGRect(x: 10, y: 10, width: 100, height: 40)
        scene.turn { outer.addSubview(button) }
        scene.touch(.began, 20, 20, at: 1)
        scene.touch(.ended, 20, 20, at: 1.05)
        XCTAssertEqual([taps, presses], [0, 1])
        scene.touch(.began, 150, 150, at: 2)
        scene.touch(.ended, 150, 150, at: 2.05)
        XCTAssertEqual([taps, presses], [1, 1])
    }

    /// Buttons of the kinds that have a sign show it, and are as large.
    func testButtonsWithSigns() async {
        for kind in [UIButton.ButtonType.detailDisclosure, .infoLight, .infoDark, .contactAdd, .close] {
            let button = UIButton(type: kind)
            XCTAssertNotNil(button.image(for: .normal), "\(kind)")
            XCTAssertGreaterThan(min(button.bounds.width, button.bounds.height), 15, "\(kind)")
            XCTAssertEqual(button.bounds.size, button.intrinsicContentSize, "\(kind)")
        }
        XCTAssertEqual(UIButton(type: .system).bounds.size, .zero)
    }

    func testButtonByState() async {
        let button = UIButton(type: .custom)
        button.setTitle("usual", for: .normal)
        button.setTitle("chosen", for: .selected)
        button.setTitleColor(.red, for: .normal)
        XCTAssertEqual(button.currentTitle, "usual")
        XCTAssertEqual(button.currentTitleColor, .red)
        XCTAssertEqual(button.titleLabel?.text, "usual")
        button.isSelected = true
        XCTAssertEqual(button.currentTitle, "chosen")
        XCTAssertEqual(button.titleLabel?.text, "chosen")
        button.isEnabled = false
        XCTAssertEqual(button.currentTitle, "usual")
        XCTAssertEqual(button.state, [.selected, .disabled])
        XCTAssertEqual(button.title(for: .selected), "chosen")
        let size = button.intrinsicContentSize
        button.contentEdgeInsets = UIEdgeInsets(top: 10, left: 20, bottom: 10, right: 20)
        XCTAssertEqual(button.intrinsicContentSize.width, size.width + 40)
        XCTAssertEqual(UIButton(type: .system).titleColor(for: .normal), .tintColor)
    }

    func testButtonConfigurationFollowsItsState() async {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Start"
        configuration.cornerStyle = .capsule
        var presses = 0
        let button = UIButton(configuration: configuration, primaryAction: UIAction { _ in presses += 1 })
        XCTAssertEqual(button.titleLabel?.text, "Start")
        XCTAssertEqual(button.titleLabel?.textColor, .white)
        XCTAssertEqual(button.bounds.size, button.intrinsicContentSize)
        button.configurationUpdateHandler = { $0.configuration?.title = $0.isHighlighted ? "Now" : "Start" }
        scene.add(button)
        scene.touch(.began, 10, 10, at: 1)
        XCTAssertEqual(button.titleLabel?.text, "Now")
        scene.touch(.ended, 10, 10, at: 1.1)
        XCTAssertEqual(button.titleLabel?.text, "Start")
        XCTAssertEqual(presses, 1)
    }

    func testSwitch() async {
        let view = scene.add(UISwitch(frame: CGRect(x: 10, y: 10, width: 5, height: 5)))
        XCTAssertEqual(view.bounds.size, CGSize(width: 51, height: 31))
        let notes = note(view)
        view.setOn(true, animated: false)
        XCTAssertEqual(notes(), [])
        XCTAssertEqual(view.accessibilityValue, "1")
        scene.touch(.began, 20, 20, at: 1)
        scene.touch(.ended, 20, 20, at: 1.1)
        XCTAssertFalse(view.isOn)
        XCTAssertEqual(notes(), ["down", "up inside", "value", "primary"])
        // Dragged over, it follows, and does not turn back when the finger goes up.
        scene.touch(.began, 20, 20, at: 2)
        scene.touch(.moved, 55, 20, at: 2.1)
        XCTAssertTrue(view.isOn)
        scene.touch(.ended, 55, 20, at: 2.2)
        XCTAssertTrue(view.isOn)
    }

    func testSlider() async {
        let slider = scene.add(UISlider(frame: CGRect(x: 0, y: 0, width: 232, height: 34)))
        let notes = note(slider)
        slider.minimumValue = -1
        slider.maximumValue = 3
        slider.value = 9
        XCTAssertEqual(slider.value, 3)
        slider.value = .nan
        XCTAssertEqual(slider.value, -1)
        slider.value = 0
        // From 2 to 230 the track; 28 the thumb; 200 points to go.
        let thumb = slider.thumbRect(forBounds: slider.bounds, trackRect: slider.trackRect(forBounds: slider.bounds), value: 0)
        XCTAssertEqual(thumb.midX, 66)
        scene.touch(.began, 150, 17, at: 1)
        scene.touch(.ended, 150, 17, at: 1.1)
        XCTAssertEqual(slider.value, 0)
        XCTAssertEqual(notes(), [])
        scene.touch(.began, 70, 17, at: 2)
        scene.touch(.moved, 120, 17, at: 2.1)
        XCTAssertEqual(slider.value, 1, accuracy: 1e-6)
        scene.touch(.moved, 500, 17, at: 2.2)
        scene.touch(.ended, 500, 17, at: 2.3)
        XCTAssertEqual(slider.value, 3)
        XCTAssertEqual(notes(), ["down", "value", "inside", "value", "exit", "outside", "primary", "up outside"])
        slider.isContinuous = false
        scene.touch(.began, 216, 17, at: 3)
        scene.touch(.moved, 116, 17, at: 3.1)
        scene.touch(.ended, 116, 17, at: 3.2)
        XCTAssertEqual(notes().filter { $0 == "value" }.count, 1)
        XCTAssertEqual(slider.accessibilityValue, "50%")
    }

    func testProgressAndIndicator() async {
        let progress = UIProgressView(progressViewStyle: .default)
        progress.progress = 2
        XCTAssertEqual(progress.progress, 1)
        progress.progress = .nan
        XCTAssertEqual(progress.progress, 0)
        let indicator = scene.add(UIActivityIndicatorView(style: .large))
        XCTAssertTrue(indicator.isHidden)
        scene.turn { indicator.startAnimating() }
        XCTAssertFalse(indicator.isHidden)
        XCTAssertTrue(indicator.isAnimating)
        let first = scene.host.image(at: 0.01), second = scene.host.image(at: 0.3)
        XCTAssertNotEqual(first.rgbas, second.rgbas)
        scene.turn { indicator.stopAnimating() }
        XCTAssertTrue(indicator.isHidden)
        XCTAssertEqual(indicator.sizeThatFits(.zero), CGSize(width: 37, height: 37))
    }

    private final class NotingButton: UIButton {
        var notes: [String] = []
        override func updateConfiguration() { notes.append("update") }
    }

    func testConfigurationsAreUpdatedOnceForEachLayout() async {
        let button = NotingButton(frame: CGRect(x: 10, y: 10, width: 100, height: 40))
        button.configuration = .filled()
        button.configurationUpdateHandler = { ($0 as? NotingButton)?.notes.append("handler \($0.isHighlighted)") }
        scene.add(button)
        scene.advance(to: 1)
        XCTAssertEqual(Set(button.notes), ["update", "handler false"])
        button.notes = []
        scene.turn {
            button.isHighlighted = true
            (button.isSelected, button.isEnabled) = (true, false)
            (button.isSelected, button.isEnabled) = (false, true)
            button.setNeedsUpdateConfiguration()
            XCTAssertEqual(button.notes, [])
        }
        XCTAssertEqual(button.notes, ["update", "handler true"])
        scene.advance(to: 2)
        XCTAssertEqual(button.notes.count, 2)
    }

    func testTheSizeOfAButtonCountsItsUpdate() async {
        let button = UIButton(configuration: .plain())
        button.configurationUpdateHandler = { $0.configuration?.title = $0.isEnabled ? "A" : "A much longer title" }
        let short = button.intrinsicContentSize.width
        button.isEnabled = false
        XCTAssertGreaterThan(button.intrinsicContentSize.width, short + 20)
    }

    func testColorsOfAConfigurationFollowTheStateIfItUpdatesItself() async {
        var configuration = UIButton.Configuration.filled()
        configuration.title = "Title"
        let button = UIButton(configuration: configuration), usual = button.titleLabel?.textColor
        button.automaticallyUpdatesConfiguration = false
        button.isEnabled = false
        XCTAssertEqual(button.titleLabel?.textColor, usual)
        button.automaticallyUpdatesConfiguration = true
        XCTAssertNotEqual(button.titleLabel?.textColor, usual)
    }

    /// What is not drawn shows what is below.
    func testButtonsAndTextFieldsThatDrawThemselvesAreNotOpaque() async {
        final class Cross: UIButton { override func draw(_ rect: CGRect) {} }
        final class Field: UITextField { override func draw(_ rect: CGRect) {} }
        final class Plain: UIView { override func draw(_ rect: CGRect) {} }
        for view in [Cross(), Field()] {
            XCTAssertFalse(view.isOpaque)
            XCTAssertFalse(view.layer.isOpaque)
        }
        XCTAssertTrue(Plain().layer.isOpaque)
    }
}
