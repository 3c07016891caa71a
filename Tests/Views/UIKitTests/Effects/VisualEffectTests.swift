import Agate
import XCTest

@testable import UIKit

@MainActor final class VisualEffectTests: XCTestCase {
    private func blackScene(with color: UIColor, in frame: CGRect) -> Scene {
        let scene = Scene()
        scene.turn {
            let area = UIView(frame: frame)
            area.backgroundColor = color
            scene.window.backgroundColor = .black
            scene.window.addSubview(area)
        }
        return scene
    }

    func testABlurMixesWhatIsBehindAndFades() async {
        let scene = blackScene(with: .white, in: CGRect(x: 100, y: 0, width: 100, height: 100))
        let effect = UIVisualEffectView(effect: UIBlurEffect(style: .light))
        effect.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
        XCTAssertEqual(scene.pixel(60, 50), 0x0000_00FF)
        scene.add(effect)
        // The light colour alone makes 77 of black; the blur brings white over.
        let near = scene.pixel(80, 50) >> 24, far = scene.pixel(10, 50) >> 24
        XCTAssertGreaterThan(near, far)
        XCTAssertGreaterThanOrEqual(far, 70)
        scene.turn { UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { effect.effect = nil } }
        scene.advance(to: scene.time + 0.5)
        let half = scene.pixel(10, 50) >> 24
        XCTAssertTrue((20...60).contains(half), "\(half)")
        scene.advance(to: scene.time + 0.6)
        XCTAssertEqual(scene.pixel(60, 50), 0x0000_00FF)
    }

    /// Content beside the view does not colour its edges; the view's own background, behind the blur, does not get a rim.
    func testEdgesHaveNoRim() async {
        let scene = blackScene(with: .red, in: CGRect(x: 0, y: 0, width: 60, height: 200))
        let effect = UIVisualEffectView(effect: UIBlurEffect(style: .light))
        effect.frame = CGRect(x: 60, y: 20, width: 60, height: 60)
        effect.backgroundColor = UIColor(white: 0.8, alpha: 0.4)
        effect.layer.cornerRadius = 8
        effect.layer.masksToBounds = true
        scene.add(effect)
        let middle = scene.pixel(90, 50)
        for (x, y) in [(61, 50), (118, 50), (90, 21), (90, 78), (66, 26)] { XCTAssertEqual(scene.pixel(x, y), middle, "\(x), \(y)") }
        // A layer's own background filters read what is beside it.
        let bare = UIView(frame: CGRect(x: 60, y: 20, width: 60, height: 60))
        let blur = CAFilter(type: "gaussianBlur")
        scene.turn {
            effect.isHidden = true
            bare.layer.backgroundFilters = [blur]
            bare.layer.masksToBounds = true
        }
        scene.add(bare)
        XCTAssertNotEqual(scene.pixel(62, 50), scene.pixel(110, 50))
    }
}
