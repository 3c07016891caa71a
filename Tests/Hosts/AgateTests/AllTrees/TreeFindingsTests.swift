import Agate
import Foundation
import XCTest

/// What random trees have found, as small as it became.
final class TreeFindingsTests: XCTestCase {
    private func rect(_ x: Double, _ y: Double, _ w: Double, _ h: Double) -> TreeValue {
        TreeValue("rect", CGRect(x: x, y: y, width: w, height: h))
    }
    private func point(_ x: Double, _ y: Double) -> TreeValue { TreeValue("point", CGPoint(x: x, y: y)) }
    private func color(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> TreeValue {
        TreeValue("color", CGColor(srgbRed: r, green: g, blue: b, alpha: a))
    }
    private func text(_ s: String) -> TreeValue { TreeValue(s, s) }
    private func number(_ n: Double) -> TreeValue { TreeValue("\(n)", n) }

    private func check(_ steps: [TreeStep], line: UInt = #line) {
        XCTAssertNil(AllTreesTests.complaint(TreeScript(steps: steps)), line: line)
    }

    /// Nobody asked for a picture before the transition began: the tiles that it shows have to be there all the same.
    func testTilesOfOldPictures() {
        let shown: [TreeStep] = [.make(1, .tiled), .set(1, "bounds", rect(-9, -2, 40, 12)), .add(1, to: 0, at: 0), .show(0, frames: 0)]
        let fade = TreeAnimation(description: "fade") {
            let fade = CATransition()
            fade.duration = 1
            return fade
        }
        check(shown + [.animate(1, "transition", fade), .show(0.25, frames: 0)])
        check(shown + [.set(1, "hidden", TreeValue("true", true)), .show(0.125, frames: 0)])
        check(shown + [.make(2, .replicator), .mask(2, of: 1), .show(0, frames: 0)])
        // Under a layer that is clear when the transition begins and comes back while it runs.
        check([
            .make(1, .layer), .add(1, to: 0, at: 0), .make(2, .tiled), .set(2, "bounds", rect(1, 2, 20, 26)), .add(2, to: 1, at: 0),
            .show(0, frames: 0),
            .set(1, "opacity", number(0)), .show(0.25, frames: 0),
            .set(2, "masksToBounds", TreeValue("true", true)), .set(1, "opacity", number(1)), .show(0.125, frames: 0),
        ])
    }

    /// A blur shows what lies beyond the window.
    func testTilesBesideTheWindow() {
        let blur = TreeValue(
            "blur",
            { () -> [CAFilter] in
                let filter = CAFilter(type: "boxBlur")
                filter.setValue(5, forKey: "inputRadius")
                return [filter]
            }())
        let move = TreeAnimation(description: "move") {
            let move = CABasicAnimation(keyPath: "position")
            (move.fromValue, move.toValue, move.duration) = (CGPoint(x: 44, y: -9), CGPoint(x: 35, y: -2.6), 0.1)
            (move.fillMode, move.isRemovedOnCompletion) = (.forwards, false)
            return move
        }
        check([
            .make(1, .tiled), .set(1, "bounds", rect(7, -3, 57, 4)), .set(1, "filters", blur), .add(1, to: 0, at: 0), .show(0, frames: 0),
            .animate(1, "a", move), .show(0.125, frames: 0),
        ])
    }

    /// The sublayer comes to stand where its superlayer stood, which then hangs below it.
    func testLayersThatChangePlacesWithTheirSuperlayers() {
        check([
            .make(1, .layer), .set(1, "bounds", rect(0, 0, 30, 30)), .set(1, "backgroundColor", color(1, 0, 0)), .add(1, to: 0, at: 0),
            .make(2, .layer), .set(2, "bounds", rect(0, 0, 20, 20)), .set(2, "backgroundColor", color(0, 0, 1)), .add(2, to: 1, at: 0),
            .show(0, frames: 0),
            .replace(1, with: 2), .add(1, to: 2, at: 0), .show(0.5, frames: 1),
        ])
        let host = OffscreenHost(size: CGSize(width: 4, height: 4)), a = CALayer(), b = CALayer()
        host.perform {
            CATransaction.setDisableActions(true)
            for layer in [a, b] { layer.frame = CGRect(x: 0, y: 0, width: 4, height: 4) }
            b.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
            host.layer.addSublayer(a)
            a.addSublayer(b)
        }
        host.perform {
            CATransaction.setDisableActions(true)
            a.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            host.layer.replaceSublayer(a, with: b)
            b.addSublayer(a)
        }
        XCTAssertEqual(TreePlayer.pixels(host.image())[5], 0xFFFF_0000, "the layer that was above now covers the other")
    }

    /// Modes that clear what is around a group do so all over its bounds, which grow and shrink with what is in it.
    func testModesThatClearAround() {
        for mode in ["sourceIn", "copy", "sourceOut"] {
            let base: [TreeStep] = [
                .make(1, .layer), .set(1, "bounds", rect(-3, -4, 20, 16)), .set(1, "position", point(20, 20)),
                .set(1, "compositingFilter", text(mode)),
                .set(1, "backgroundColor", color(0, 1, 0)), .make(2, .layer), .set(2, "bounds", rect(0, 0, 38, 42)),
                .set(2, "backgroundColor", color(0, 0.4, 0)),
                .add(1, to: 0, at: 0), .show(0, frames: 0),
            ]
            check(base + [.begin(duration: 0.25, disableActions: true), .add(2, to: 1, at: 0), .show(0, frames: 0)])
            check(
                base + [
                    .add(2, to: 1, at: 0), .show(0.5, frames: 0), .set(2, "position", point(9, 3)), .show(0.125, frames: 2), .remove(2),
                    .show(1, frames: 0),
                ])
        }
    }

    /// Text draws the values of its animation; when that ends, or is taken away, it shows its own at once, whatever was drawn before.
    func testTextAfterItsAnimation() {
        let steps: [TreeStep] = [
            .make(1, .text), .set(1, "bounds", rect(0, 0, 48, 24)), .set(1, "position", point(26, 20)),
            .set(1, "string", text("two words")),
            .set(1, "fontSize", number(18)), .add(1, to: 0, at: 0), .show(0, frames: 0), .set(1, "foregroundColor", color(0.75, 0.125, 1)),
        ]
        check(steps + [.show(0.3, frames: 1)])
        check(steps + [.show(0.125, frames: 1), .stop(1, "foregroundColor"), .show(0.5, frames: 1)])

        let host = OffscreenHost(size: CGSize(width: 48, height: 24)), layer = CATextLayer()
        layer.frame = CGRect(x: 0, y: 0, width: 48, height: 24)
        layer.string = "XX"
        host.perform { host.layer.addSublayer(layer) }
        host.advance(to: 1)
        host.perform { layer.foregroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) }
        host.perform { layer.removeAnimation(forKey: "foregroundColor") }
        host.perform { layer.removeAnimation(forKey: "contents") }
        XCTAssertTrue(TreePlayer.pixels(host.image()).allSatisfy { $0 & 0xFFFF == 0 }, "nothing of the white that it came from")
    }

    /// The second list was now and then taken for the first one, and not set.
    func testFiltersSetTwice() {
        for key in ["filters", "backgroundFilters"] {
            for _ in 0..<500 {
                let layer = CALayer()
                layer.setValue([CAFilter(type: "multiplyColor")], forKeyPath: key)
                layer.setValue([CAFilter(type: "pixellate")], forKeyPath: key)
                XCTAssertEqual((layer.value(forKey: key) as? [CAFilter])?.first?.type, "pixellate")
            }
        }
    }

    /// Corners of a wide stroke beyond the part that is drawn.
    func testStrokesInParts() {
        let paths: [[CGPoint]] = [
            [CGPoint(x: 16, y: -0.3), CGPoint(x: 29, y: 8), CGPoint(x: 9.87, y: 43), CGPoint(x: 34, y: 29)],
            [CGPoint(x: 1.6, y: 46), CGPoint(x: 4.1, y: -5.5), CGPoint(x: 23, y: -2), CGPoint(x: -7.75, y: 12)],
        ]
        for points in paths {
            for width in [1.0, 5] {
                let path = CGMutablePath()
                path.addLines(between: points)
                path.closeSubpath()
                path.addEllipse(in: CGRect(x: 3, y: 5, width: 41.3, height: 17.7))
                check([
                    .make(1, .shape), .set(1, "path", TreeValue("path", path)), .set(1, "strokeColor", color(0, 1, 0, 0.5)),
                    .set(1, "lineWidth", number(width)), .add(1, to: 0, at: 0), .show(0, frames: 0),
                ])
            }
        }
    }
}
