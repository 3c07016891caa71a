import Agate
import UIKit
import XCTest

@MainActor final class RenderedViewTests: XCTestCase {
    /// A view that did not show is drawn into a context as it is now, in the same turn as it is shown in.
    func testWhatWasTransparentAtTheLastCommit() async {
        let scene = Scene(CGSize(width: 100, height: 100)), box = UIView(frame: CGRect(x: 10, y: 10, width: 60, height: 80))
        let title = UILabel(frame: CGRect(x: 0, y: 50, width: 60, height: 20))
        title.backgroundColor = .red
        box.backgroundColor = .blue
        box.layer.cornerRadius = 4
        box.layer.masksToBounds = true
        box.alpha = 0
        box.addSubview(title)
        scene.add(box)
        scene.advance(to: 0.1)
        let image: UIImage? = scene.turn {
            box.alpha = 1
            UIGraphicsBeginImageContextWithOptions(CGSize(width: 60, height: 40), false, 1)
            defer { UIGraphicsEndImageContext() }
            guard let context = UIGraphicsGetCurrentContext() else { return nil }
            context.translateBy(x: 0, y: -40)
            box.layer.render(in: context)
            box.alpha = 0
            return UIGraphicsGetImageFromCurrentImageContext()
        }
        let shown = scene.add(UIImageView(image: image))
        shown.frame.origin = CGPoint(x: 20, y: 30)
        scene.advance(to: 0.2)
        XCTAssertEqual(scene.pixel(50, 35), 0x0000_FFFF)
        XCTAssertEqual(scene.pixel(50, 45), 0xFF00_00FF)
    }
}
