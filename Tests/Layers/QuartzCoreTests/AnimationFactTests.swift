import CoreGraphics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// A live layer with animations, looked at as time goes by.
class AnimationFactCase: XCTestCase {
    var scene: TestScene!
    override func setUp() { scene = TestScene() }
    override func tearDown() {
        CATransaction.flush()
        spin()
        scene = nil
    }

    func silently(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
        CATransaction.flush()
    }

    /// A live layer with the animations, committed now.
    func layer<L: CALayer>(_ layer: L, _ animations: CAAnimation..., configure: (L) -> Void = { _ in }) -> L {
        let layer = scene.live(layer)
        silently { configure(layer) }
        for (i, animation) in animations.enumerated() { layer.add(animation, forKey: "\(i)") }
        CATransaction.flush()
        return layer
    }

    /// Seconds after the commit of `setUp`'s clock.
    func shown<L: CALayer>(_ layer: L, after seconds: Double) -> L {
        scene.clock.now = 100 + seconds
        return layer.presentation() ?? layer
    }

    func opacity(_ layer: CALayer, after seconds: Double) -> Float { shown(layer, after: seconds).opacity }

    func fade(_ duration: Double, _ change: (CABasicAnimation) -> Void = { _ in }) -> CABasicAnimation {
        let animation = basic("opacity", duration)
        change(animation)
        return animation
    }
}

/// The certain facts of timing (section 5) and of animations' lives that no other test here asks, through the classes that programs use.
final class AnimationFactTests: AnimationFactCase {
    // MARK: Time

    func testSpeedZeroScrubs_MT10() {
        let scrubbed = layer(
            CALayer(),
            fade(2) {
                $0.speed = 0; $0.timeOffset = 0.5
            })
        for time in [0, 1, 50.0] { XCTAssertEqual(opacity(scrubbed, after: time), 0.25, accuracy: 1e-6) }
    }

    func testRepeats_MT12() {
        let some = layer(CALayer(), fade(1) { $0.repeatCount = 2.5 })
        XCTAssertEqual(opacity(some, after: 2.25), 0.25, accuracy: 1e-6)
        XCTAssertEqual(opacity(some, after: 2.75), 1)
        scene.clock.now = 100
        let all = layer(CALayer(), fade(1) { $0.repeatCount = .infinity })
        XCTAssertEqual(opacity(all, after: 1_000_000.25), 0.25, accuracy: 1e-6)
    }

    func testFillForwardsNeedsToStay_F1_AN9() {
        let gone = layer(
            CALayer(),
            fade(1) {
                $0.fillMode = .forwards; $0.toValue = 0.25
            })
        scene.advance(by: 1.5)
        XCTAssertNil(gone.animationKeys())
        XCTAssertEqual(gone.presentation()?.opacity, 1)
        let stays = fade(1) {
            $0.fillMode = .forwards; $0.toValue = 0.25; $0.isRemovedOnCompletion = false
        }
        gone.add(stays, forKey: "stays")
        CATransaction.flush()
        scene.advance(by: 1.5)
        XCTAssertEqual(gone.animationKeys(), ["stays"])
        XCTAssertEqual(gone.presentation()?.opacity, 0.25)
        XCTAssertEqual(gone.opacity, 1, "the model is not touched")
    }

    func testDelayShowsTheModel_F2_B3() {
        let live = scene.live(CALayer())
        let delayed = fade(1)
        delayed.beginTime = live.convertTime(scene.clock.now, from: nil) + 2
        live.add(delayed, forKey: "delayed")
        CATransaction.flush()
        XCTAssertEqual(opacity(live, after: 1), 1)
        XCTAssertEqual(opacity(live, after: 2.5), 0.5, accuracy: 1e-6)
        scene.clock.now = 100
        delayed.fillMode = .backwards
        live.add(delayed, forKey: "delayed")
        CATransaction.flush()
        XCTAssertEqual(opacity(live, after: 1), 0)
    }

    func testTheLayersOwnDurationLimitsNothing_U3_V4() {
        let short = layer(CALayer(), fade(10)) {
            $0.duration = 0.1; $0.repeatCount = 3; $0.repeatDuration = 1; $0.autoreverses = true
        }
        XCTAssertEqual(opacity(short, after: 5), 0.5, accuracy: 1e-6)
        XCTAssertEqual(short.convertTime(105, from: nil), 105)
    }

    /// A tiny beginTime is the layer's zero itself; a zero is now.
    func testBeginTimeZeroIsNow_B1() {
        let real = layer(CALayer(), fade(200) { $0.beginTime = 1e-100 })
        XCTAssertEqual(opacity(real, after: 0), 0.5, accuracy: 1e-6)
        let now = layer(CALayer(), fade(200))
        XCTAssertEqual(opacity(now, after: 0), 0)
        XCTAssertEqual(now.animation(forKey: "0")?.beginTime, 100)
    }

    func testLayerTimingReachesAllBelow_B5() {
        let outer = scene.live(CALayer()), middle = CALayer(), inner = CALayer()
        silently {
            outer.addSublayer(middle)
            middle.addSublayer(inner)
            outer.speed = 2
            middle.timeOffset = 3
        }
        // Media time 100 is 200 in the outer layer and 203 in the two below.
        let animation = fade(4) { $0.beginTime = 203 }
        inner.add(animation, forKey: "x")
        CATransaction.flush()
        XCTAssertEqual(opacity(inner, after: 1), 0.5, accuracy: 1e-6)
        XCTAssertEqual(inner.convertTime(100, from: nil), 203)
    }

    // MARK: Groups

    func testGroupClipsAndDoesNotScale_GR1_B4() {
        let group = CAAnimationGroup()
        let long = fade(4), late = basic("cornerRadius", 1)
        late.beginTime = 0.5
        late.toValue = 8
        group.animations = [long, late]
        group.duration = 1
        let live = layer(CALayer(), group)
        XCTAssertEqual(opacity(live, after: 0.8), 0.2, accuracy: 1e-6)
        XCTAssertEqual(shown(live, after: 0.4).cornerRadius, 0)
        XCTAssertEqual(shown(live, after: 0.75).cornerRadius, 2, accuracy: 1e-9)
        XCTAssertEqual(opacity(live, after: 1.1), 1)
        let stored = live.animation(forKey: "0") as? CAAnimationGroup
        XCTAssertEqual(stored?.animations?.map(\.beginTime), [0, 0.5], "children's begin times are not resolved")
        XCTAssertEqual(stored?.beginTime, 100)
    }

    // MARK: Delegates

    func testStartIsReportedWhenTheActiveTimeBegins_AN6() {
        final class Kept: NSObject, CAAnimationDelegate {
            var reported: [CAAnimation] = []
            var ends: [Bool] = []
            func animationDidStart(_ anim: CAAnimation) { reported.append(anim) }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { reported.append(anim); ends.append(flag) }
        }
        let live = scene.live(CALayer()), kept = Kept()
        let delayed = basic("opacity", 1, kept)
        delayed.beginTime = 102
        delayed.isRemovedOnCompletion = false
        live.add(delayed, forKey: "x")
        CATransaction.flush()
        scene.advance(by: 1)
        XCTAssertTrue(kept.reported.isEmpty)
        scene.advance(by: 1.5)
        XCTAssertEqual(kept.reported.count, 1)
        scene.advance(by: 1)
        XCTAssertEqual(kept.ends, [true])
        XCTAssertEqual(kept.reported.count, 2)
        for each in kept.reported {
            XCTAssertTrue(each === live.animation(forKey: "x"))
            XCTAssertFalse(each === delayed)
        }
    }

    // MARK: Times of layers

    /// `convertTime` between any two layers of random trees, by walking up and down with the two formulas of 5.5 alone.
    func testConversionInRandomTrees_V1_V2_V3() {
        var state: UInt64 = 5
        func below(_ n: Int) -> Int {
            state = state &* 6364136223846793005 &+ 1442695040888963407
            return Int(state >> 33) % n
        }
        func up(_ layer: CALayer?) -> [CALayer] {
            var way: [CALayer] = [], here = layer
            while let each = here { way.append(each); here = each.superlayer }
            return way
        }
        var clamped = 0, stopped = 0
        for _ in 0..<2000 {
            var layers = [CALayer()]
            for _ in 0..<6 {
                let layer = CALayer(), parent = layers[below(layers.count)]
                if below(5) == 0, parent.mask == nil { parent.mask = layer } else { parent.addSublayer(layer) }
                layers.append(layer)
            }
            for layer in layers {
                layer.beginTime = [0, 1, -2, 4, 8][below(5)]
                layer.speed = [1, 2, 0.5, 0, -1][below(5)]
                layer.timeOffset = [0, 3, -1, 7][below(4)]
            }
            for _ in 0..<4 {
                let from = below(8) == 0 ? nil : layers[below(layers.count)], to = below(8) == 0 ? nil : layers[below(layers.count)]
                let time = Double(below(160)) / 8 - 5
                let upwards = up(from), downwards = up(to)
                let shared = upwards.first { a in downwards.contains { $0 === a } }
                var wanted = time
                for layer in upwards {
                    if layer === shared { break }
                    if layer.speed == 0 { stopped += 1 }
                    wanted = layer.speed == 0 ? 0 : (wanted - layer.timeOffset) / Double(layer.speed) + layer.beginTime
                }
                for layer in downwards.prefix(while: { $0 !== shared }).reversed() {
                    if wanted < layer.beginTime { clamped += 1 }
                    wanted = wanted < layer.beginTime ? 0 : (wanted - layer.beginTime) * Double(layer.speed) + layer.timeOffset
                }
                let owner = to ?? layers[0]
                let got = to == nil ? (from?.convertTime(time, to: nil) ?? time) : owner.convertTime(time, from: from)
                XCTAssertEqual(got, wanted, accuracy: 1e-9)
            }
        }
        XCTAssertGreaterThan(clamped, 500)
        XCTAssertGreaterThan(stopped, 500)
    }
}
