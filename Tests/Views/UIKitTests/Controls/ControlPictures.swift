import Agate
import RendererSupport
import TestSupport
import XCTest

@testable import UIKit

/// What labels, buttons and the other controls look like.
@MainActor final class ControlPictures: XCTestCase {
    private func scene(_ width: CGFloat, _ height: CGFloat) throws -> Scene {
        try XCTSkipIf(!UIFont.familyNames.contains("Inter"), "Inter is not installed: package fonts-inter")
        let scene = Scene(CGSize(width: width, height: height), scale: 2)
        scene.turn { scene.window.backgroundColor = .white }
        return scene
    }

    func testLabels() async throws {
        let scene = try scene(260, 260)
        var y: CGFloat = 8
        func label(_ text: String, height: CGFloat = 24, _ set: (UILabel) -> Void = { _ in }) {
            let label = UILabel(frame: CGRect(x: 10, y: y, width: 240, height: height))
            label.text = text
            label.backgroundColor = .systemGray6
            set(label)
            scene.add(label)
            y += height + 6
        }
        label("A label as it is at first")
        label("Its end gives way where it has no room to stand in")
        label("Its middle gives way where it has no room at all") {
            $0.lineBreakMode = .byTruncatingMiddle
            $0.textAlignment = .right
        }
        label("Smaller to fit in the room that there is, all of it") {
            $0.adjustsFontSizeToFitWidth = true
            $0.minimumScaleFactor = 0.5
        }
        label("Two lines in the middle, and no more than two lines, whatever there is to say", height: 56) {
            $0.numberOfLines = 2
            $0.textAlignment = .center
            $0.textColor = .systemBlue
        }
        label("Shadow and weight", height: 34) {
            $0.font = .systemFont(ofSize: 24, weight: .heavy)
            $0.textColor = .systemOrange
            $0.shadowColor = .darkGray
            $0.shadowOffset = CGSize(width: 1, height: 2)
        }
        label("", height: 30) {
            let text = NSMutableAttributedString(string: "Parts of a text in their own way")
            text.addAttribute(.foregroundColor, value: UIColor.systemRed, range: NSRange(location: 0, length: 5))
            text.addAttribute(.font, value: UIFont.boldSystemFont(ofSize: 20), range: NSRange(location: 11, length: 4))
            text.addAttribute(.underlineStyle, value: NSUnderlineStyle.single.rawValue, range: NSRange(location: 16, length: 8))
            $0.attributedText = text
        }
        assertGoldens(scene.host, "labels")
    }

    func testSegmentsPagesAndSteppers() async throws {
        let scene = try scene(300, 210)
        func place(_ control: UIControl, _ y: CGFloat, width: CGFloat? = nil) {
            control.sizeToFit()
            control.frame.origin = CGPoint(x: 10, y: y)
            if let width { control.frame.size.width = width }
            scene.add(control)
        }
        let titles = UISegmentedControl(items: ["Day", "Week", "Month"])
        titles.selectedSegmentIndex = 1
        titles.setEnabled(false, forSegmentAt: 2)
        place(titles, 10, width: 280)
        let symbols = UISegmentedControl(items: [
            UIImage(systemName: "list.bullet") as Any, UIImage(systemName: "square.grid.2x2") as Any, "Both of them",
        ])
        symbols.apportionsSegmentWidthsByContent = true
        symbols.selectedSegmentIndex = 0
        symbols.selectedSegmentTintColor = .systemYellow
        place(symbols, 52)
        let pages = UIPageControl()
        (pages.numberOfPages, pages.currentPage) = (6, 2)
        (pages.pageIndicatorTintColor, pages.currentPageIndicatorTintColor) = (.systemGray4, .systemBlue)
        place(pages, 94)
        let marked = UIPageControl()
        marked.numberOfPages = 4
        marked.currentPageIndicatorTintColor = .systemRed
        marked.setIndicatorImage(UIImage(systemName: "star.fill", withConfiguration: UIImage.SymbolConfiguration(pointSize: 9)), forPage: 0)
        place(marked, 124)
        let stepper = UIStepper()
        place(stepper, 160)
        let full = UIStepper()
        full.value = 100
        full.frame.origin = CGPoint(x: 120, y: 160)
        scene.add(full)
        assertGoldens(scene.host, "segments-pages-steppers")
    }

    func testButtons() async throws {
        let scene = try scene(310, 250)
        func place(_ button: UIButton, _ x: CGFloat, _ y: CGFloat) {
            button.sizeToFit()
            button.frame.origin = CGPoint(x: x, y: y)
            scene.add(button)
        }
        let dot = UIGraphicsImageRenderer(size: CGSize(width: 16, height: 16)).image { _ in
            UIBezierPath(ovalIn: CGRect(x: 1, y: 1, width: 14, height: 14)).fill()
        }
        let system = UIButton(type: .system)
        system.setTitle("System", for: .normal)
        place(system, 10, 8)
        let held = UIButton(type: .system)
        held.setTitle("Held", for: .normal)
        held.isHighlighted = true
        place(held, 100, 8)
        let off = UIButton(type: .system)
        off.setTitle("Off", for: .normal)
        off.isEnabled = false
        place(off, 170, 8)
        let custom = UIButton(type: .custom)
        custom.setTitle("Custom", for: .normal)
        custom.setImage(dot, for: .normal)
        custom.setTitleColor(.systemPurple, for: .normal)
        custom.contentEdgeInsets = UIEdgeInsets(top: 6, left: 12, bottom: 6, right: 12)
        custom.titleEdgeInsets = UIEdgeInsets(top: 0, left: 4, bottom: 0, right: -4)
        custom.backgroundColor = .systemGray5
        place(custom, 10, 52)
        let ground = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
            UIColor.systemGreen.setFill()
            UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 20, height: 20), cornerRadius: 6).fill()
        }.resizableImage(withCapInsets: UIEdgeInsets(top: 9, left: 9, bottom: 9, right: 9), resizingMode: .stretch)
        let pictured = UIButton(frame: CGRect(x: 150, y: 52, width: 130, height: 36))
        pictured.setTitle("On a picture", for: .normal)
        pictured.setBackgroundImage(ground, for: .normal)
        scene.add(pictured)
        var x: CGFloat = 10
        for (name, configuration) in [
            ("Filled", UIButton.Configuration.filled()), ("Tinted", .tinted()), ("Gray", .gray()), ("Plain", .plain()),
        ] {
            var configuration = configuration
            configuration.title = name
            let button = UIButton(configuration: configuration)
            place(button, x, 102)
            x += button.frame.width + 8
        }
        var rich = UIButton.Configuration.filled()
        rich.title = "Download"
        rich.subtitle = "12 megabytes"
        rich.image = dot
        rich.imagePadding = 8
        rich.titleAlignment = .leading
        rich.cornerStyle = .large
        rich.baseBackgroundColor = .systemIndigo
        place(UIButton(configuration: rich), 10, 150)
        var top = UIButton.Configuration.tinted()
        top.title = "Above"
        top.image = dot
        top.imagePlacement = .top
        top.imagePadding = 4
        top.cornerStyle = .capsule
        place(UIButton(configuration: top), 180, 146)
        let disabled = UIButton(
            configuration: {
                var c = UIButton.Configuration.filled(); c.title = "Disabled"; c.buttonSize = .small; return c
            }())
        disabled.isEnabled = false
        place(disabled, 10, 210)
        let pressed = UIButton(
            configuration: {
                var c = UIButton.Configuration.filled(); c.title = "Pressed"; c.buttonSize = .mini; return c
            }())
        pressed.isHighlighted = true
        place(pressed, 120, 210)
        assertGoldens(scene.host, "buttons")
    }

    func testSlidersSwitchesAndTheRest() async throws {
        let scene = try scene(260, 230)
        for (i, value) in [Float(0), 0.4, 1].enumerated() {
            let slider = scene.add(UISlider(frame: CGRect(x: 10, y: 8 + CGFloat(i) * 38, width: 240, height: 34)))
            slider.value = value
            if i == 1 {
                slider.minimumTrackTintColor = .systemPink
                slider.thumbTintColor = .systemYellow
            }
            slider.isEnabled = i < 2
        }
        for (i, isOn) in [true, false, true].enumerated() {
            let view = scene.add(UISwitch(frame: CGRect(x: 10 + CGFloat(i) * 70, y: 128, width: 0, height: 0)))
            view.isOn = isOn
            view.isEnabled = i < 2
        }
        for (i, value) in [Float(0.3), 0.8].enumerated() {
            let progress = UIProgressView(progressViewStyle: .default)
            progress.frame = CGRect(x: 10, y: 176 + CGFloat(i) * 14, width: 240, height: i == 0 ? 4 : 8)
            progress.progress = value
            if i == 1 { progress.progressTintColor = .systemGreen }
            scene.add(progress)
        }
        let small = scene.add(UIActivityIndicatorView(style: .medium)), large = scene.add(UIActivityIndicatorView(style: .large))
        scene.turn {
            small.frame.origin = CGPoint(x: 220, y: 130)
            large.frame.origin = CGPoint(x: 215, y: 190)
            large.color = .systemBlue
            small.startAnimating()
            large.startAnimating()
        }
        scene.advance(to: 0.4)
        assertGoldens(scene.host, "sliders-and-switches")
    }

    func testContentModes() async throws {
        let scene = try scene(330, 290)
        // Its top left is marked, and it is wider than it is high.
        let image = UIGraphicsImageRenderer(size: CGSize(width: 48, height: 24)).image { context in
            UIColor.systemTeal.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 48, height: 24))
            UIColor.systemRed.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 16, height: 8))
            UIColor.black.setStroke()
            UIBezierPath(ovalIn: CGRect(x: 14, y: 2, width: 20, height: 20)).stroke()
        }
        let modes: [UIView.ContentMode] = [
            .scaleToFill, .scaleAspectFit, .scaleAspectFill, .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft,
            .bottomRight,
        ]
        for (i, mode) in modes.enumerated() {
            let view = UIImageView(frame: CGRect(x: 10 + CGFloat(i % 4) * 80, y: 10 + CGFloat(i / 4) * 80, width: 70, height: 70))
            view.contentMode = mode
            view.clipsToBounds = true
            view.backgroundColor = .systemGray5
            view.image = image
            scene.add(view)
        }
        let ground = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { _ in
            UIColor.systemIndigo.setFill()
            UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 24, height: 24), cornerRadius: 7).fill()
        }
        let stretched = UIImageView(frame: CGRect(x: 10, y: 252, width: 150, height: 28))
        stretched.image = ground.resizableImage(
            withCapInsets: UIEdgeInsets(top: 11, left: 11, bottom: 11, right: 11), resizingMode: .stretch)
        scene.add(stretched)
        let turned = UIImageView(frame: CGRect(x: 170, y: 252, width: 28, height: 28))
        turned.contentMode = .scaleAspectFit
        turned.image = image.cgImage.map { UIImage(cgImage: $0, scale: 2, orientation: .right) }
        scene.add(turned)
        let tinted = UIImageView(frame: CGRect(x: 210, y: 252, width: 28, height: 28))
        tinted.tintColor = .systemOrange
        tinted.image = ground.withRenderingMode(.alwaysTemplate)
        scene.add(tinted)
        assertGoldens(scene.host, "content-modes")
    }
}
