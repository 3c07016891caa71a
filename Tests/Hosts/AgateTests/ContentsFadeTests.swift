import Agate
import XCTest

/// What one sees while `contents` animates (Behaviour 6.5): one picture dissolves into the other.
final class ContentsFadeTests: XCTestCase {
    private func picture(_ color: UInt32) -> CGImage {
        CGImage(
            width: 2, height: 2,
            premultipliedBGRA: [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
                for i in 0..<16 { buffer[i] = UInt8(truncatingIfNeeded: color >> UInt32(8 * (i % 4))) }
                count = 16
            })!
    }

    private func center(_ image: CGImage) -> UInt32 {
        image.withPixels { $0[image.width * (image.height / 2) + image.width / 2] }
    }

    func testContentsDissolve() {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20), scale: 1)
        let layer = CALayer()
        host.perform {
            layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
            layer.contents = picture(0xffff_0000)
            layer.magnificationFilter = .nearest
            host.layer.addSublayer(layer)
        }
        XCTAssertEqual(center(host.image()), 0xffff_0000)
        host.perform {
            CATransaction.begin()
            CATransaction.setAnimationDuration(1)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            layer.contents = picture(0xff00_00ff)
            CATransaction.commit()
        }
        host.advance(by: 0.25)
        let early = center(host.image())
        XCTAssertEqual(Double(early >> 16 & 255), 191, accuracy: 1)
        XCTAssertEqual(Double(early & 255), 64, accuracy: 1)
        XCTAssertEqual(early >> 24, 255, "no dip in the middle: both pictures are opaque")
        host.advance(by: 0.5)
        let late = center(host.image())
        XCTAssertEqual(Double(late >> 16 & 255), 64, accuracy: 1)
        XCTAssertEqual(Double(late & 255), 191, accuracy: 1)
        host.advance(by: 0.5)
        XCTAssertEqual(center(host.image()), 0xff00_00ff)
    }

    func testAnotherFirstFrameGivesTheSameBytes() {
        func scene() -> OffscreenHost {
            let host = OffscreenHost(size: CGSize(width: 8, height: 8), scale: 1)
            let layer = CALayer()
            host.perform {
                layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
                layer.contents = picture(0xff12_3456)
                host.layer.addSublayer(layer)
            }
            host.perform { layer.contents = picture(0x8040_2010) }
            return host
        }
        let walked = scene()
        for step in 1...9 { _ = walked.image(at: Double(step) / 60) }
        XCTAssertTrue(walked.image(at: 0.16).hasEqualPixels(to: scene().image(at: 0.16)))
    }
}

/// Layers that draw nothing themselves, but hold what does.
final class ComingBackTests: XCTestCase {
    /// Hidden or faded out, then shown again in one commit with changes inside, without an animation.
    func testAGroupThatComesBackShows() {
        for hides in [false, true] {
            for changes in [false, true] {
                let host = OffscreenHost(size: CGSize(width: 60, height: 40), background: CGColor.white)
                let layer = CALayer(), child = CALayer()
                func quietly(_ body: () -> Void) {
                    host.perform {
                        CATransaction.setDisableActions(true); body()
                    }
                }
                func pixel(_ x: Int) -> UInt32 { host.image().withPixels { $0[10 * 60 + x] } }
                quietly {
                    layer.frame = CGRect(x: 30, y: 0, width: 20, height: 20)
                    child.frame = CGRect(x: 5, y: 5, width: 10, height: 10)
                    child.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
                    layer.addSublayer(child)
                    host.layer.addSublayer(layer)
                }
                XCTAssertEqual(pixel(40), 0xFFFF_0000)
                quietly { if hides { layer.isHidden = true } else { layer.opacity = 0 } }
                XCTAssertEqual(pixel(40), 0xFFFF_FFFF)
                quietly {
                    if hides { layer.isHidden = false } else { layer.opacity = 1 }
                    if changes { child.position.x += 15 }
                }
                XCTAssertEqual(pixel(changes ? 55 : 40), 0xFFFF_0000)
            }
        }
    }
}
