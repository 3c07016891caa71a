import Agate
import QuartzCore
import XCTest

/// An explicit animation without an end value, and then a change of the model (CO1): the implicit animation is the later one, so it is what
/// shows while it runs. The explicit one then goes on, to the model's new value.
final class ImplicitAfterExplicitTests: XCTestCase {
    private func slide() -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.fromValue = 100
        animation.duration = 2
        return animation
    }

    private func shown(explicitFirst: Bool, disablesActions: Bool = false) throws -> (keys: [String], places: [CGFloat]) {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        host.perform {
            CATransaction.setDisableActions(disablesActions)
            if explicitFirst { layer.add(slide(), forKey: "slide") }
            layer.position.x = 50
            if !explicitFirst { layer.add(slide(), forKey: "slide") }
        }
        let keys = layer.animationKeys() ?? []
        var places: [CGFloat] = []
        for time in [0.125, 1, 2.5] {
            host.advance(to: time)
            places.append(try XCTUnwrap(layer.presentation()).position.x)
        }
        return (keys, places)
    }

    func testTheLaterOneShows() throws {
        // Alone: from 100 to the model's value.
        let alone = try shown(explicitFirst: true, disablesActions: true)
        XCTAssertEqual(alone.keys, ["slide"])
        XCTAssertEqual(alone.places[0], 100 - 50 * 0.0625, accuracy: 1e-6)
        // The implicit one is later: it shows for its quarter of a second, on its way from what was shown, 100, to 50.
        let before = try shown(explicitFirst: true)
        XCTAssertEqual(before.keys, ["slide", "position"])
        XCTAssertTrue(before.places[0] < 90 && before.places[0] > 50, "\(before.places)")
        // The explicit one is later: it goes on from its own value, to where the implicit one is.
        let after = try shown(explicitFirst: false)
        XCTAssertEqual(after.keys, ["position", "slide"])
        XCTAssertGreaterThan(after.places[0], 90)
        for places in [alone.places, before.places, after.places] {
            XCTAssertEqual(places[1], 75, accuracy: 1e-6)
            XCTAssertEqual(places[2], 50, accuracy: 1e-6)
        }
    }
}
