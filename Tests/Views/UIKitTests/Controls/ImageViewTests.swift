import Agate
import XCTest

@testable import UIKit

@MainActor final class ImageViewTests: XCTestCase {
    private func square(_ color: UIColor, _ side: CGFloat = 10) -> UIImage {
        UIGraphicsImageRenderer(size: CGSize(width: side, height: side)).image { context in
            color.setFill()
            context.fill(CGRect(x: 0, y: 0, width: side, height: side))
        }
    }

    func testSizeTintAndHighlight() async {
        let scene = Scene()
        let view = UIImageView(image: square(.black).withRenderingMode(.alwaysTemplate), highlightedImage: square(.blue))
        XCTAssertEqual(view.bounds.size, CGSize(width: 10, height: 10))
        XCTAssertEqual(view.intrinsicContentSize, CGSize(width: 10, height: 10))
        XCTAssertFalse(view.isUserInteractionEnabled)
        view.tintColor = .red
        scene.add(view)
        XCTAssertEqual(scene.pixel(5, 5), 0xFF00_00FF)
        scene.turn { view.tintColor = .green }
        XCTAssertEqual(scene.pixel(5, 5), 0x00FF_00FF)
        scene.turn { view.isHighlighted = true }
        XCTAssertEqual(scene.pixel(5, 5), 0x0000_FFFF)
        scene.turn { view.isHighlighted = false }
        scene.turn { view.image = nil }
        XCTAssertEqual(scene.pixel(5, 5) & 0xFF, 0)
        XCTAssertEqual(view.intrinsicContentSize.width, UIView.noIntrinsicMetric)
    }

    func testAnimations() async {
        let scene = Scene()
        let view = scene.add(UIImageView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
        scene.turn {
            view.animationImages = [square(.red), square(.green), square(.blue)]
            view.animationDuration = 0.3
            view.animationRepeatCount = 1
            view.startAnimating()
        }
        XCTAssertTrue(view.isAnimating)
        scene.advance(to: 0.05)
        XCTAssertEqual(scene.pixel(5, 5), 0xFF00_00FF)
        scene.advance(to: 0.15)
        XCTAssertEqual(scene.pixel(5, 5), 0x00FF_00FF)
        scene.advance(to: 0.25)
        XCTAssertEqual(scene.pixel(5, 5), 0x0000_FFFF)
        scene.advance(to: 0.4)
        XCTAssertFalse(view.isAnimating)
        // An animated image runs by itself, as often as it is shown.
        let animated = UIImage.animatedImage(with: [square(.red), square(.blue)], duration: 0.2)
        scene.turn { view.image = animated }
        scene.advance(to: 1.45)
        let early = scene.pixel(5, 5)
        scene.advance(to: 1.55)
        XCTAssertNotEqual(scene.pixel(5, 5), early)
        scene.turn { view.removeFromSuperview() }
        XCTAssertFalse(view.isAnimating)
        scene.add(view)
        XCTAssertTrue(view.isAnimating)
        scene.turn { view.image = square(.green) }
        XCTAssertFalse(view.isAnimating)
        XCTAssertEqual(scene.pixel(5, 5), 0x00FF_00FF)
    }
}
