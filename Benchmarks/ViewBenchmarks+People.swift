import Agate
import Foundation
import QuartzCore
import UIKit

/// The People of the Showcase example, ten thousand with constraints in every cell: scrolled by a finger that lets go, and searched as one
/// types. Prints the longest frame of all; of several runs the least, since other programs lengthen some.
@MainActor func people() {
    var scrolled = Double.infinity, typed = Double.infinity, count = 0
    for _ in 0..<5 {
        let scene = ViewScene(CGSize(width: 390, height: 844)), controller = PeopleController()
        scene.frame { scene.window.rootViewController = UINavigationController(rootViewController: controller) }
        var longest = 0.0
        count = 0
        func frame(_ touch: (phase: InputEvent.Phase, y: CGFloat)?) {
            let time = best(1) {
                if let touch {
                    let place = CGPoint(x: 195, y: touch.y)
                    scene.host.send(InputEvent(time: scene.host.clock.now, .touch(InputEvent.Touch(id: 0, touch.phase, at: place))))
                }
                scene.frame {}
            }
            longest = max(longest, time)
            count += 1
        }
        frame(nil)
        longest = 0
        for _ in 0..<8 {
            frame((.began, 740))
            for step in 1...18 { frame((.moved, 740 - CGFloat(step) * 32)) }
            frame((.ended, 740 - 18 * 32))
            for _ in 0..<40 { frame(nil) }
        }
        guard controller.table.contentOffset.y > 3000 else { return print("10,000 people: the table was not scrolled") }
        scrolled = min(scrolled, longest)
        longest = 0
        let text = "fischer 7"
        for end in 1...text.count {
            let part = String(text.prefix(end))
            // Tells the delegate.
            let time = best(1) { scene.frame { controller.search.text = part } }
            longest = max(longest, time)
        }
        typed = min(typed, longest)
    }
    row("10,000 people, constraints in every cell: longest of \(count) frames", scrolled, asked: 4)
    row("10,000 people, a search as one types: longest frame", typed, asked: 4)
}
