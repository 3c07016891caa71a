import Agate
import CoreGraphics
import RenderTree
import RendererSupport
import XCTest

@testable import QuartzCore

/// Implicit animations that are added without an object, row by row, against those of a layer whose search asks every step: the same keys,
/// the same values on the screen, and the same object for a program that asks for one.
final class ImplicitObjectTests: XCTestCase {
    /// A layer whose action search can end at the implicit action only, and one that has a style without actions.
    private func pair(_ row: PropertyRow) -> (plain: CALayer, asking: CALayer) {
        let plain = CALayer.make(row.owner), asking = CALayer.make(row.owner)
        asking.style = ["note": "no actions"]
        return (plain, asking)
    }

    private func assertEqual(_ a: Any?, _ b: Any?, _ kind: ValueKind, _ key: String) throws {
        let a = try XCTUnwrap(a, key), b = try XCTUnwrap(b, key)
        XCTAssertEqual("\(type(of: a))", "\(type(of: b))", key)
        XCTAssertEqual(Boxing.value(a, as: kind), Boxing.value(b, as: kind), key)
    }

    private func assertEqual(_ a: CAAnimation?, _ b: CAAnimation?, _ row: PropertyRow) throws {
        XCTAssertEqual(a.map { "\(type(of: $0))" }, b.map { "\(type(of: $0))" }, row.key)
        guard let a = a as? CABasicAnimation, let b = b as? CABasicAnimation else { return }
        try assertEqual(a.fromValue, b.fromValue, row.kind, row.key)
        XCTAssertNil(a.toValue, row.key)
        XCTAssertNil(a.byValue, row.key)
        for key in CABasicAnimation.archivedKeys where key != "fromValue" {
            XCTAssertEqual(a.value(forKey: key).map { "\($0)" }, b.value(forKey: key).map { "\($0)" }, "\(row.key), \(key)")
        }
    }

    func testEachRow() throws {
        let bezier = CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)
        for row in PropertyTable.rows where row.implicit != .never {
            for byKeyPath in [false, true] {
                let host = OffscreenHost(size: CGSize(width: 10, height: 10)), (plain, asking) = pair(row)
                func set(_ n: Int) {
                    let value = RowSamples.value(row, n)
                    for layer in [plain, asking] {
                        if byKeyPath { layer.setValue(value, forKeyPath: row.key) } else { layer.setValue(value, forKey: row.key) }
                    }
                }
                host.perform {
                    for layer in [plain, asking] { host.layer.addSublayer(layer) }
                    set(0)
                }
                host.perform {
                    CATransaction.setAnimationDuration(2)
                    if byKeyPath { CATransaction.setAnimationTimingFunction(bezier) }
                    set(1)
                }
                XCTAssertEqual(plain.animationKeys(), asking.animationKeys(), row.key)
                host.advance(to: 0.5)
                let shown = [plain, asking].map { $0.presentation()?.value(forKey: row.key) }
                if row.kind != .object, row.kind != .image, shown[1] != nil { try assertEqual(shown[0], shown[1], row.kind, row.key) }
                try assertEqual(plain.animation(forKey: row.key), asking.animation(forKey: row.key), row)
                XCTAssertTrue(plain.animation(forKey: row.key) === plain.animation(forKey: row.key), row.key)
                // A change on the way starts from what is shown.
                host.perform { set(2) }
                try assertEqual(plain.animation(forKey: row.key), asking.animation(forKey: row.key), row)
            }
        }
    }

    /// The object exists before the commit too, shows the begin time that the commit chose, and can't be changed.
    func testTheObjectIsTheLayersCopy() throws {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), layer = CALayer(), other = CALayer()
        host.perform { for each in [layer, other] { host.layer.addSublayer(each) } }
        host.advance(to: 3)
        var early: CAAnimation?
        host.perform {
            for each in [layer, other] { each.opacity = 0.5 }
            early = layer.animation(forKey: "opacity")
            XCTAssertEqual(early?.beginTime, 0)
        }
        XCTAssertTrue(early === layer.animation(forKey: "opacity"))
        let late = try XCTUnwrap(other.animation(forKey: "opacity") as? CABasicAnimation)
        XCTAssertEqual(early?.beginTime, late.beginTime)
        XCTAssertGreaterThan(late.beginTime, 0)
        XCTAssertEqual(late.timingFunction, CAMediaTimingFunction(name: .default))
        late.duration = 9
        XCTAssertEqual(late.duration, 0.25)
    }

    /// Completion blocks wait for animations without an object.
    func testCompletionBlocksWait() {
        let host = OffscreenHost(size: CGSize(width: 10, height: 10)), layer = CALayer()
        host.perform { host.layer.addSublayer(layer) }
        var times: [Double] = []
        host.perform {
            CATransaction.setCompletionBlock { times.append(CACurrentMediaTime()) }
            layer.position.x = 5
        }
        host.advance(to: 0.2)
        XCTAssertEqual(times, [])
        host.advance(to: 0.3)
        XCTAssertEqual(times.count, 1)
        XCTAssertNil(layer.animationKeys())
    }
}
