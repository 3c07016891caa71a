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

    /// What a scrolled view shows goes into the rectangle, whatever its offset is.
    func testAScrolledViewIsDrawnAsItShows() async {
        let scene = Scene(CGSize(width: 100, height: 100)), view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 40, height: 40))
        view.contentSize = CGSize(width: 40, height: 400)
        view.backgroundColor = .blue
        let mark = UIView(frame: CGRect(x: 0, y: 100, width: 40, height: 10))
        mark.backgroundColor = .red
        view.addSubview(mark)
        scene.add(view)
        for offset in [CGFloat(90), 70, -20] {
            scene.turn { view.contentOffset.y = offset }
            scene.advance(to: scene.time + 0.1)
            let image = scene.turn {
                UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40), format: .init(for: UITraitCollection(displayScale: 1))).image {
                    _ in
                    view.drawHierarchy(in: CGRect(x: 0, y: 0, width: 40, height: 40), afterScreenUpdates: true)
                }
            }
            let shown = scene.add(UIImageView(image: image))
            shown.frame.origin = CGPoint(x: 50, y: 0)
            scene.advance(to: scene.time + 0.1)
            for y in stride(from: 2, to: 40, by: 4) { XCTAssertEqual(scene.pixel(70, y), scene.pixel(20, y), "\(offset), \(y)") }
            scene.turn { shown.removeFromSuperview() }
        }
    }
}
