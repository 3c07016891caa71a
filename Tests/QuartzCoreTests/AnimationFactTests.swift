import CoreGraphics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// The certain facts of sections 5 and 6 that no other test here asks, through the classes that programs use.
final class AnimationFactTests: XCTestCase {
    private var scene: TestScene!
    override func setUp() { scene = TestScene() }
    override func tearDown() {
        CATransaction.flush()
        spin()
        scene = nil
    }

    private func silently(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
        CATransaction.flush()
    }

    /// A live layer with the animations, committed now.
    private func layer<L: CALayer>(_ layer: L, _ animations: CAAnimation..., configure: (L) -> Void = { _ in }) -> L {
        let layer = scene.live(layer)
        silently { configure(layer) }
        for (i, animation) in animations.enumerated() { layer.add(animation, forKey: "\(i)") }
        CATransaction.flush()
        return layer
    }

    /// Seconds after the commit of `setUp`'s clock.
    private func shown<L: CALayer>(_ layer: L, after seconds: Double) -> L {
        scene.clock.now = 100 + seconds
        return layer.presentation() ?? layer
    }

    private func opacity(_ layer: CALayer, after seconds: Double) -> Float { shown(layer, after: seconds).opacity }

    private func fade(_ duration: Double, _ change: (CABasicAnimation) -> Void = { _ in }) -> CABasicAnimation {
        let animation = basic("opacity", duration)
        change(animation)
        return animation
    }

    // MARK: Time

    func testSpeedZeroScrubs_MT10() {
        let scrubbed = layer(CALayer(), fade(2) { $0.speed = 0; $0.timeOffset = 0.5 })
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
        let gone = layer(CALayer(), fade(1) { $0.fillMode = .forwards; $0.toValue = 0.25 })
        scene.advance(by: 1.5)
        XCTAssertNil(gone.animationKeys())
        XCTAssertEqual(gone.presentation()?.opacity, 1)
        let stays = fade(1) { $0.fillMode = .forwards; $0.toValue = 0.25; $0.isRemovedOnCompletion = false }
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
        let short = layer(CALayer(), fade(10)) { $0.duration = 0.1; $0.repeatCount = 3; $0.repeatDuration = 1; $0.autoreverses = true }
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

    func testStartIsToldWhenTheActiveTimeBegins_AN6() {
        final class Kept: NSObject, CAAnimationDelegate {
            var told: [CAAnimation] = []
            var ends: [Bool] = []
            func animationDidStart(_ anim: CAAnimation) { told.append(anim) }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { told.append(anim); ends.append(flag) }
        }
        let live = scene.live(CALayer()), kept = Kept()
        let delayed = basic("opacity", 1, kept)
        delayed.beginTime = 102
        delayed.isRemovedOnCompletion = false
        live.add(delayed, forKey: "x")
        CATransaction.flush()
        scene.advance(by: 1)
        XCTAssertTrue(kept.told.isEmpty)
        scene.advance(by: 1.5)
        XCTAssertEqual(kept.told.count, 1)
        scene.advance(by: 1)
        XCTAssertEqual(kept.ends, [true])
        XCTAssertEqual(kept.told.count, 2)
        for each in kept.told {
            XCTAssertTrue(each === live.animation(forKey: "x"))
            XCTAssertFalse(each === delayed)
        }
    }

    // MARK: Property animations

    func testOrderOfAdding_CO1_CO3() {
        let whole = CABasicAnimation(keyPath: "position"), part = CABasicAnimation(keyPath: "position.x")
        whole.toValue = CGPoint(x: 10, y: 20)
        whole.duration = 1
        part.fromValue = 100
        part.toValue = 200
        part.duration = 1
        let later = layer(CALayer(), whole, part)
        let p = shown(later, after: 0.5).position
        XCTAssertEqual([p.x, p.y], [150, 10])
        scene.clock.now = 100
        let earlier = layer(CALayer(), part, whole)
        // The whole point sets out from what the part has made, and overwrites it.
        let q = shown(earlier, after: 0.5).position
        XCTAssertEqual([q.x, q.y], [80, 10])
    }

    func testDefaultsOfPropertyAnimations_PA1_KF1_SP1_TR1() {
        let property = CABasicAnimation(keyPath: "opacity")
        XCTAssertEqual(property.keyPath, "opacity")
        XCTAssertFalse(property.isAdditive)
        XCTAssertFalse(property.isCumulative)
        XCTAssertNil(property.valueFunction)
        let keyframes = CAKeyframeAnimation(keyPath: "position")
        XCTAssertEqual(keyframes.calculationMode, .linear)
        XCTAssertNil(keyframes.values)
        XCTAssertNil(keyframes.path)
        XCTAssertNil(keyframes.keyTimes)
        XCTAssertNil(keyframes.timingFunctions)
        XCTAssertNil(keyframes.tensionValues)
        XCTAssertNil(keyframes.continuityValues)
        XCTAssertNil(keyframes.biasValues)
        XCTAssertNil(keyframes.rotationMode)
        let spring = CASpringAnimation(keyPath: "position")
        XCTAssertEqual(spring.initialVelocity, 0)
        let transition = CATransition()
        XCTAssertEqual(transition.type, .fade)
        XCTAssertNil(transition.subtype)
        XCTAssertEqual(transition.startProgress, 0)
        XCTAssertEqual(transition.endProgress, 1)
    }

    func testAdditiveAndCumulative_PA2_PA3() {
        let move = CABasicAnimation(keyPath: "position")
        move.fromValue = CGPoint(x: -10, y: 0)
        move.toValue = CGPoint.zero
        move.isAdditive = true
        move.duration = 1
        let turn = CABasicAnimation(keyPath: "zPosition")
        turn.fromValue = 0
        turn.toValue = 10
        turn.isCumulative = true
        turn.repeatCount = 3
        turn.duration = 1
        let shift = CABasicAnimation(keyPath: "transform")
        shift.fromValue = CATransform3DMakeTranslation(10, 0, 0)
        shift.toValue = CATransform3DMakeTranslation(10, 0, 0)
        shift.isAdditive = true
        shift.duration = 1
        let live = layer(CALayer(), move, turn, shift) {
            $0.position = CGPoint(x: 10, y: 20)
            $0.transform = CATransform3DMakeScale(2, 2, 1)
        }
        let half = shown(live, after: 0.5)
        XCTAssertEqual([half.position.x, half.position.y], [5, 20])
        XCTAssertEqual(half.transform.m41, 20, accuracy: 1e-9, "the animation's matrix first")
        XCTAssertEqual(shown(live, after: 2.25).zPosition, 22.5, accuracy: 1e-9)
    }

    func testValueFunctions_PA4() {
        let turn = CABasicAnimation(keyPath: "transform"), grow = CABasicAnimation(keyPath: "sublayerTransform")
        turn.valueFunction = CAValueFunction(name: .rotateZ)
        turn.fromValue = 0
        turn.toValue = 2 * Double.pi
        grow.valueFunction = CAValueFunction(name: .scale)
        grow.fromValue = [1, 1, 1]
        grow.toValue = [3, 5, 7]
        for each in [turn, grow] { each.duration = 1 }
        let live = layer(CALayer(), turn, grow)
        let quarter = shown(live, after: 0.25)
        XCTAssertEqual(quarter.transform.m12, 1, accuracy: 1e-9, "angles are interpolated, not matrices")
        XCTAssertEqual([quarter.sublayerTransform.m11, quarter.sublayerTransform.m22, quarter.sublayerTransform.m33], [1.5, 2, 2.5])
    }

    func testFromToAndBy_BA1_BA2() {
        let rows: [(from: Double?, to: Double?, by: Double?, half: Float)] = [
            (0, 1, nil, 0.5), (0.2, nil, nil, 0.35), (nil, 0.8, nil, 0.65), (nil, nil, 0.3, 0.65), (0.2, nil, 0.3, 0.35), (nil, 0.9, 0.3, 0.75),
            (nil, nil, nil, 0.5),
        ]
        for row in rows {
            scene.clock.now = 100
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = row.from
            animation.toValue = row.to
            animation.byValue = row.by
            animation.duration = 1
            let live = layer(CALayer(), animation) { $0.opacity = 0.5 }
            XCTAssertEqual(opacity(live, after: 0.5), row.half, accuracy: 1e-6, "\(row)")
            XCTAssertEqual(live.opacity, 0.5)
            XCTAssertEqual(opacity(live, after: 1.5), 0.5, "back to the model")
        }
    }

    func testAFullTurnOfTheMatrixDoesNothing_BA3() {
        let matrix = CABasicAnimation(keyPath: "transform")
        matrix.toValue = CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
        matrix.duration = 1
        let still = layer(CALayer(), matrix)
        let shownStill = shown(still, after: 0.25).transform
        XCTAssertEqual(shownStill.m11, 1, accuracy: 1e-9)
        XCTAssertEqual(shownStill.m12, 0, accuracy: 1e-9)
        scene.clock.now = 100
        let angle = CABasicAnimation(keyPath: "transform.rotation.z")
        angle.byValue = 2 * Double.pi
        angle.duration = 1
        XCTAssertEqual(shown(layer(CALayer(), angle), after: 0.25).transform.m12, 1, accuracy: 1e-9)
    }

    func testPathsOfTheSameElements() {
        let from = CGMutablePath(), to = CGMutablePath()
        from.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
        to.addLines(between: [.zero, CGPoint(x: 10, y: 20)])
        let animation = CABasicAnimation(keyPath: "path")
        animation.fromValue = from
        animation.toValue = to
        animation.duration = 1
        let live = layer(CAShapeLayer(), animation)
        XCTAssertEqual(shown(live, after: 0.5).path?.currentPoint, CGPoint(x: 10, y: 10))
    }

    // MARK: Keyframes and springs

    func testTimingFunctionsOfTheCycleAndOfSegments_TF6() {
        let easeIn = CAMediaTimingFunction(name: .easeIn)
        let keyframes = CAKeyframeAnimation(keyPath: "zPosition")
        keyframes.values = [0, 10, 20]
        keyframes.duration = 1
        let segments = layer(CALayer(), { keyframes.timingFunctions = [easeIn, CAMediaTimingFunction(name: .linear)]; return keyframes }())
        let first = shown(segments, after: 0.25).zPosition
        XCTAssertEqual(first, 10 * TimingCurve.easeIn.value(at: 0.5), accuracy: 1e-5)
        XCTAssertEqual(shown(segments, after: 0.75).zPosition, 15, accuracy: 1e-9)
        scene.clock.now = 100
        keyframes.timingFunctions = nil
        keyframes.timingFunction = easeIn
        let cycle = layer(CALayer(), keyframes)
        XCTAssertEqual(shown(cycle, after: 0.75).zPosition, 20 * TimingCurve.easeIn.value(at: 0.75), accuracy: 1e-5)
    }

    func testKeyTimesOfDiscreteValuesAndImages_KF2_KF15() {
        let images = [1, 2, 3].map { CGImage(width: $0, height: 1) { $0.update(repeating: 0xFFFF_FFFF) }! }
        let frames = CAKeyframeAnimation(keyPath: "contents")
        frames.values = images
        frames.calculationMode = .discrete
        frames.keyTimes = [0, 0.25, 0.75, 1]
        frames.duration = 1
        let live = layer(CALayer(), frames)
        for (time, image) in [(0, 0), (0.2, 0), (0.25, 1), (0.7, 1), (0.75, 2), (0.99, 2)] {
            XCTAssertTrue(shown(live, after: time).contents as AnyObject === images[image], "at \(time)")
        }
    }

    /// The path goes before the values; its elements take equal times, or the key times'; with `auto` the layer turns into its direction,
    /// before its own transform.
    func testPathsAndTheirDirection_KF1_KF12_KF14() {
        let path = CGMutablePath()
        path.addLines(between: [.zero, CGPoint(x: 0, y: 10), CGPoint(x: 90, y: 10)])
        let way = CAKeyframeAnimation(keyPath: "position")
        way.path = path
        way.values = [CGPoint(x: -1, y: -1), CGPoint(x: -2, y: -2)]
        way.rotationMode = .rotateAuto
        way.duration = 1
        let live = layer(CALayer(), way) { $0.transform = CATransform3DMakeScale(2, 3, 1) }
        let quarter = shown(live, after: 0.25)
        XCTAssertEqual([quarter.position.x, quarter.position.y], [0, 5])
        XCTAssertEqual(quarter.transform.m12, 3, accuracy: 1e-9)
        XCTAssertEqual(quarter.transform.m21, -2, accuracy: 1e-9)
        scene.clock.now = 100
        way.rotationMode = .rotateAutoReverse
        way.keyTimes = [0, 0.8, 1]
        let reverse = layer(CALayer(), way)
        let then = shown(reverse, after: 0.9)
        XCTAssertEqual(then.position.x, 45, accuracy: 1e-9)
        XCTAssertEqual(then.transform.m11, -1, accuracy: 1e-9)
        scene.clock.now = 100
        way.keyTimes = nil
        way.calculationMode = .paced
        let paced = layer(CALayer(), way)
        XCTAssertEqual(shown(paced, after: 0.5).position.x, 40, accuracy: 1e-6)
    }

    /// Its duration cuts a spring off and doesn't make it faster.
    func testDurationDoesNotScaleASpring_SP5() {
        var seen: [CGFloat] = []
        for duration in [0.5, 2] {
            scene.clock.now = 100
            let spring = CASpringAnimation(keyPath: "zPosition")
            spring.fromValue = 0
            spring.toValue = 1
            spring.damping = 4
            spring.duration = duration
            let live = layer(CALayer(), spring)
            seen.append(shown(live, after: 0.3).zPosition)
            XCTAssertEqual(shown(live, after: duration + 0.01).zPosition, 0)
        }
        XCTAssertEqual(seen[0], seen[1], accuracy: 1e-12)
        XCTAssertGreaterThan(seen[0], 1, "it swings beyond")
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
