import AVFoundation
import QuartzCore
import UIKit
import XCTest

/// Key-value observing as packages in Swift 5 mode write it; `keyPathNamed` is what `agate build` puts around a literal.
final class ObservingTests: XCTestCase {
    func testLayersViewsPlayersAndAnimators() {
        let layer = CALayer(), view = UIView(), player = AVPlayer()
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
        var lines: [String] = []
        let observations = [
            layer.observe(keyPathNamed(\.position, "position"), options: [.old, .new]) { _, change in
                lines.append("position \(change.oldValue!.x) \(change.newValue!.x)")
            },
            view.observe(keyPathNamed(\.center, "center"), options: .new) { view, change in
                lines.append("center \(change.newValue!.y) \(view.center.y)")
            },
            player.observe(keyPathNamed(\.rate, "rate"), options: .new) { _, change in lines.append("rate \(change.newValue!)") },
            player.observe(keyPathNamed(\.timeControlStatus, "timeControlStatus")) { player, _ in
                lines.append("status \(player.timeControlStatus == .playing)")
            },
            animator.observe(keyPathNamed(\.isRunning, "isRunning"), options: .new) { _, change in
                lines.append("running \(change.newValue!)")
            },
        ]
        layer.position.x = 4
        view.center = CGPoint(x: 1, y: 2)
        player.rate = 2
        animator.startAnimation()
        animator.pauseAnimation()
        XCTAssertEqual(Set(lines), ["position 0.0 4.0", "center 2.0 2.0", "rate 2.0", "status true", "running true", "running false"])
        let count = lines.count
        for observation in observations { observation.invalidate() }
        layer.position.x = 5
        view.center.y = 9
        player.rate = 0
        XCTAssertEqual(lines.count, count)
    }

    func testKeyValueCodingOfViews() {
        let view = UIView(), label = UILabel()
        view.setValue(0.5, forKey: "alpha")
        view.setValue(true, forKey: "hidden")
        label.setValue("a", forKey: "text")
        view.setValue(7, forKeyPath: "layer.cornerRadius")
        XCTAssertEqual(view.alpha, 0.5)
        XCTAssertTrue(view.isHidden)
        XCTAssertEqual(label.value(forKey: "text") as? String, "a")
        XCTAssertEqual(view.layer.cornerRadius, 7)
        XCTAssertEqual(view.value(forKeyPath: "layer.cornerRadius") as? CGFloat, 7)
    }
}
