import Agate
import XCTest

final class TypedAnimationTests: XCTestCase {
    private func position(_ layer: CALayer) -> [Double] { [layer.position.x, layer.position.y] }

    func testSetsTheModelAndAnimatesFromWhatShows() {
        let stage = Stage()
        stage.perform { stage.layer.animate(\.position, to: CGPoint(x: 300, y: 200), .linear(1)) }
        XCTAssertEqual(stage.layer.position, CGPoint(x: 300, y: 200))
        XCTAssertEqual(stage.layer.animationKeys(), ["position"])
        stage.advance(by: 0.5)
        assertNear(stage.shown(position), [200, 150], 1e-9)
        stage.advance(by: 0.6)
        XCTAssertNil(stage.layer.animationKeys())
        assertNear(stage.shown(position), [300, 200], 0)
    }

    func testSpringFollowsItsClosedForm() {
        let stage = Stage()
        stage.perform { stage.layer.animate(\.position.x, to: 200, .spring(duration: 0.5, bounce: 0.2)) }
        let w = 2 * Double.pi / 0.5, zeta = 0.8, wd = w * (1 - zeta * zeta).squareRoot()
        for step in 1...20 {
            stage.advance(by: 0.02)
            let t = 0.02 * Double(step)
            let x = 200 - 100 * exp(-zeta * w * t) * (cos(wd * t) + zeta * w / wd * sin(wd * t))
            XCTAssertEqual(stage.shown { $0.position.x }, x, accuracy: 1e-6)
            XCTAssertEqual(stage.shown { $0.position.y }, 100)
        }
    }

    /// The middle of everything: another motion takes over, and neither place nor velocity jumps, along each axis by itself.
    func testInterruptionKeepsPlaceAndVelocity() {
        let motions: [(String, Motion)] = [
            ("bouncing spring", .spring(duration: 0.5, bounce: 0.4)), ("critical spring", .spring(duration: 0.4)),
            ("sluggish spring", .spring(duration: 0.4, bounce: -0.4)), ("spring by physics", .spring(mass: 2, stiffness: 300, damping: 12)),
            ("ease", .easeInOut(0.6)), ("linear", .linear(0.6)), ("fast spring", .spring(duration: 0.5, bounce: 0.3).speed(2)),
            ("curve", .timing(CAMediaTimingFunction(controlPoints: 0.2, 0.9, 0.4, 1), 0.5)),
        ]
        for (firstName, first) in motions {
            for (secondName, second) in motions {
                let stage = Stage()
                stage.perform { stage.layer.animate(\.position, to: CGPoint(x: 320, y: 40), first) }
                let before = stage.arrive(after: 0.17, position)
                // Across the way, so that the velocity does not point at the target.
                stage.perform { stage.layer.animate(\.position, to: CGPoint(x: 150, y: 250), second) }
                let after = stage.leave(position)
                let name = "\(firstName), then \(secondName)"
                assertNear(after.place, before.place, 1e-6, name)
                // Three points tell a velocity of some hundreds to a few hundredths.
                assertNear(after.velocity, before.velocity, 0.2, name)
                XCTAssertGreaterThan(abs(before.velocity[0]), 20, name)
                stage.advance(by: 5)
                assertNear(stage.shown(position), [150, 250], 0, name)
                XCTAssertNil(stage.layer.animationKeys(), name)
            }
        }
    }

    func testVelocityCarriesWhereStartAndTargetAreEqual() {
        let stage = Stage()
        stage.perform { stage.layer.animate(\.position, to: CGPoint(x: 300, y: 100), .linear(1)) }
        stage.advance(by: 0.5)
        stage.perform { stage.layer.animate(\.position, to: CGPoint(x: 200, y: 100), .spring(duration: 0.5)) }
        // Kicked at its target: x = 200 + v t e^(-wt).
        let w = 2 * Double.pi / 0.5
        for _ in 1...10 {
            stage.advance(by: 0.03)
            let t = stage.now - 10.5
            XCTAssertEqual(stage.shown { $0.position.x }, 200 + 200 * t * exp(-w * t), accuracy: 1e-4)
            XCTAssertEqual(stage.shown { $0.position.y }, 100, accuracy: 1e-9)
        }
        stage.advance(by: 5)
        XCTAssertEqual(stage.shown { $0.position.x }, 200)
    }

    func testGivenVelocityIsThatOfTheFinger() {
        let stage = Stage()
        stage.perform {
            stage.layer.animate(
                \.position, to: CGPoint(x: 100, y: 200), .spring(duration: 0.6, bounce: 0.1), velocity: CGPoint(x: 900, y: -300))
        }
        let start = stage.leave(position)
        assertNear(start.place, [100, 100], 1e-9)
        assertNear(start.velocity, [900, -300], 0.5)
    }

    func testManyInterruptionsStaySmooth() {
        let stage = Stage()
        var last = stage.shown(position), lastStep = [0.0, 0.0]
        for frame in 0..<240 {
            if frame % 15 == 0 {
                let target = CGPoint(x: 100 + Double(frame * 37 % 200), y: 60 + Double(frame * 53 % 180))
                stage.perform { stage.layer.animate(\.position, to: target, .spring(duration: 0.4, bounce: 0.3)) }
            }
            stage.advance(by: 1.0 / 120)
            let place = stage.shown(position)
            let step = zip(place, last).map { $0 - $1 }
            // What the spring's own pull can change in a frame: a kink would be several points.
            if frame > 0 { for (a, b) in zip(step, lastStep) { XCTAssertLessThan(abs(a - b), 5, "frame \(frame)") } }
            (last, lastStep) = (place, step)
        }
    }

    func testInterruptsWhatOthersAdded() {
        let stage = Stage()
        // An implicit animation, and one under a key of the program's own.
        for explicit in [false, true] {
            stage.perform {
                CATransaction.setAnimationDuration(1)
                if explicit {
                    let animation = CABasicAnimation(keyPath: "position")
                    animation.fromValue = CGPoint(x: 100, y: 100)
                    animation.toValue = CGPoint(x: 300, y: 180)
                    animation.duration = 1
                    stage.layer.add(animation, forKey: "mine")
                } else {
                    stage.layer.position = CGPoint(x: 300, y: 180)
                }
            }
            let before = stage.arrive(after: 0.4, position)
            stage.perform { stage.layer.animate(\.position, to: CGPoint(x: 100, y: 100), .spring(duration: 0.4)) }
            XCTAssertEqual(stage.layer.animationKeys(), ["position"])
            let after = stage.leave(position)
            assertNear(after.place, before.place, 1e-6)
            assertNear(after.velocity, before.velocity, 0.2)
            stage.advance(by: 3)
        }
    }

    func testColoursSizesPathsAndOpacityCarryVelocity() {
        let shape = CAShapeLayer()
        let stage = Stage(shape)
        let box = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
        let big = CGPath(rect: CGRect(x: 5, y: -3, width: 40, height: 30), transform: nil)
        stage.perform {
            CATransaction.setDisableActions(true)
            shape.path = box
            shape.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        }
        func read(_ layer: CALayer) -> [Double] {
            let color = layer.backgroundColor?.components?.map(Double.init) ?? []
            let path = (layer as? CAShapeLayer)?.path?.boundingBox ?? .zero
            return [Double(layer.opacity)] + color + [path.minX, path.minY, path.width, layer.bounds.width, layer.bounds.height]
        }
        stage.perform {
            shape.animate(\.opacity, to: 0.2, .linear(1))
            shape.animate(\.backgroundColor, to: CGColor(red: 0, green: 0.5, blue: 1, alpha: 1), .linear(1))
            shape.animate(\.path, to: big, .easeInOut(1))
            shape.animate(\.bounds, to: CGRect(x: 0, y: 0, width: 80, height: 20), .spring(duration: 1))
        }
        let before = stage.arrive(after: 0.4, read)
        stage.perform {
            shape.animate(\.opacity, to: 1, .spring(duration: 0.5))
            shape.animate(\.backgroundColor, to: CGColor(red: 1, green: 1, blue: 0, alpha: 1), .spring(duration: 0.5, bounce: 0.2))
            shape.animate(\.path, to: box, .spring(duration: 0.5))
            shape.animate(\.bounds, to: CGRect(x: 0, y: 0, width: 40, height: 40), .easeInOut(0.5))
        }
        let after = stage.leave(read)
        assertNear(after.place, before.place, 1e-5)
        // Single precision of colours and opacity, looked at over a ten thousandth of a second.
        assertNear(after.velocity, before.velocity, 0.03)
        stage.advance(by: 4)
        XCTAssertEqual(stage.shown { $0.opacity }, 1)
        XCTAssertNil(shape.animationKeys())
    }

    func testTransformsInThePlaneCarryTheVelocityOfEachPart() {
        let stage = Stage()
        func read(_ layer: CALayer) -> [Double] {
            ["rotation.z", "scale.x", "scale.y", "translation.x", "translation.y"].map {
                (layer.value(forKeyPath: "transform." + $0) as? NSNumber)?.doubleValue ?? .nan
            }
        }
        let there = CATransform3DTranslate(CATransform3DScale(CATransform3DMakeRotation(1.2, 0, 0, 1), 2, 0.5, 1), 30, 10, 0)
        stage.perform { stage.layer.animate(\.transform, to: there, .easeInOut(1)) }
        let before = stage.arrive(after: 0.4, read)
        stage.perform { stage.layer.animate(\.transform, to: CATransform3DIdentity, .spring(duration: 0.5, bounce: 0.2)) }
        let after = stage.leave(read)
        assertNear(after.place, before.place, 1e-6)
        assertNear(after.velocity, before.velocity, 0.05)
        stage.advance(by: 4)
        XCTAssertTrue(CATransform3DIsIdentity(stage.shown { $0.transform }))
    }

    func testStartsFromWhatWasSetInTheSameTransaction() {
        let stage = Stage()
        stage.perform {
            CATransaction.setDisableActions(true)
            stage.layer.opacity = 0
            stage.layer.animate(\.opacity, to: 1, .linear(1))
        }
        XCTAssertEqual(stage.shown { $0.opacity }, 0)
        stage.advance(by: 0.5)
        XCTAssertEqual(stage.shown { $0.opacity }, 0.5, accuracy: 1e-6)
    }

    func testDelayRepeatAutoreverseSpeed() {
        let stage = Stage()
        stage.perform { stage.layer.animate(\.position.x, to: 200, .linear(1).delay(0.5)) }
        stage.advance(by: 0.4)
        XCTAssertEqual(stage.shown { $0.position.x }, 100)
        stage.advance(by: 0.6)
        XCTAssertEqual(stage.shown { $0.position.x }, 150, accuracy: 1e-9)
        stage.advance(by: 1)
        stage.perform { stage.layer.animate(\.position.x, to: 100, .linear(1).autoreversed().repeated(2).speed(2)) }
        stage.advance(by: 0.75)
        XCTAssertEqual(stage.shown { $0.position.x }, 150, accuracy: 1e-6, "on the way back, at twice the speed")
        stage.advance(by: 2)
        XCTAssertEqual(stage.shown { $0.position.x }, 100)
    }

    func testKeyframes() {
        let stage = Stage()
        stage.perform {
            stage.layer.animate(\.position.x, .keyframes([Keyframe(200, at: 0.25), Keyframe(140, at: 1)], duration: 4))
        }
        XCTAssertEqual(stage.layer.position.x, 140)
        stage.advance(by: 0.5)
        XCTAssertEqual(stage.shown { $0.position.x }, 150, accuracy: 1e-9)
        let before = stage.arrive(after: 2, position)
        assertNear(before.velocity, [-20, 0], 1e-3)
        stage.perform { stage.layer.animate(\.position.x, .through([300, 100], duration: 2)) }
        let after = stage.leave(position)
        assertNear(after.place, before.place, 1e-6)
        assertNear(after.velocity, before.velocity, 0.05)
        stage.advance(by: 3)
        XCTAssertEqual(stage.shown { $0.position.x }, 100)
    }

    func testFramesAndOwnPropertiesAndSubclasses() {
        final class Dial: CAShapeLayer {
            @CAAnimatable("angle") var angle: CGFloat = 1
            var twice: CGFloat {
                get { angle * 2 }
                set { angle = newValue / 2 }
            }
        }
        let dial = Dial()
        let stage = Stage(dial)
        stage.perform {
            dial.animate(\.frame, to: CGRect(x: 0, y: 0, width: 200, height: 100), .linear(1))
            dial.animate(\.angle, to: 3, .linear(1))
            dial.animate(\.strokeEnd, to: 0, .linear(1))
            dial.animate(\.shadowOffset.height, to: 5, .linear(1))
        }
        stage.advance(by: 0.5)
        XCTAssertEqual(stage.shown { $0.frame }, CGRect(x: 40, y: 40, width: 120, height: 70))
        XCTAssertEqual(stage.shown { ($0 as? Dial)?.angle ?? 0 }, 2, accuracy: 1e-9)
        XCTAssertEqual(stage.shown { ($0 as? CAShapeLayer)?.strokeEnd ?? 0 }, 0.5, accuracy: 1e-9)
        XCTAssertEqual(stage.shown { $0.shadowOffset.height }, 1, accuracy: 1e-9)
        // Made of another property: can't be animated as itself.
        let found = diagnostics { stage.perform { dial.animate(\.twice, to: 8, .linear(1)) } }
        XCTAssertEqual(found.map(\.identifier), ["animation.not-animatable"])
        XCTAssertEqual(dial.angle, 4)
    }

    func testColoursFadeFromAndToNothing() {
        let stage = Stage()
        stage.perform { stage.layer.animate(\.backgroundColor, to: CGColor(red: 1, green: 0, blue: 0, alpha: 1), .linear(1)) }
        stage.advance(by: 0.5)
        XCTAssertEqual(stage.shown { $0.backgroundColor?.components ?? [] }, [1, 0, 0, 0.5])
        stage.advance(by: 1)
        stage.perform { stage.layer.animate(\.backgroundColor, to: nil, .linear(1)) }
        XCTAssertNil(stage.layer.backgroundColor)
        stage.advance(by: 0.75)
        XCTAssertEqual(stage.shown { $0.backgroundColor?.alpha ?? -1 }, 0.25, accuracy: 1e-6)
        stage.advance(by: 1)
        XCTAssertNil(stage.shown { $0.backgroundColor })
    }

    func testAnimatesInsideDisabledActionsAndNestedTransactions() {
        let stage = Stage()
        stage.perform {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            CATransaction.setAnimationDuration(9)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
            stage.layer.animate(\.position.x, to: 200, .linear(1))
            XCTAssertTrue(CATransaction.disableActions())
            CATransaction.commit()
        }
        stage.advance(by: 0.5)
        XCTAssertEqual(stage.shown { $0.position.x }, 150, accuracy: 1e-9)
    }
}
