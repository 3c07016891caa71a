import AgateTesting
import TestSupport
import XCTest

final class StageTests: FailureTestCase {
    private func box(_ x: CGFloat, _ y: CGFloat) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: x, y: y, width: 40, height: 30)
        layer.backgroundColor = CGColor(red: 0.2, green: 0.5, blue: 0.9, alpha: 1)
        return layer
    }

    /// Everything that reaches a stage's handler.
    private func recording(_ stage: Stage) -> () -> [InputEvent] {
        final class Box { var events: [InputEvent] = [] }
        let box = Box()
        stage.host.onInput = { box.events.append($0) }
        return { box.events }
    }

    func testATapIsAimedAtTheMiddleOfALayerAsItShows() {
        let stage = Stage(size: CGSize(width: 200, height: 100))
        let layer = box(10, 10)
        stage.add(layer)
        let events = recording(stage)
        stage.tap(layer)
        XCTAssertEqual(
            events().map(\.kind),
            [
                .touch(.init(.began, at: CGPoint(x: 30, y: 25))), .touch(.init(.ended, at: CGPoint(x: 30, y: 25))),
            ])
        XCTAssertEqual(stage.now, 0.05, accuracy: 1e-12)
        // While it moves, where it is by then.
        stage.perform { layer.animate(\.position, to: CGPoint(x: 130, y: 25), .linear(1)) }
        stage.advance(by: 0.5)
        stage.tap(layer)
        guard case .touch(let touch)? = events().dropFirst(2).first?.kind else { return XCTFail("no touch") }
        XCTAssertEqual(touch.location.x, 80, accuracy: 1e-9)
        // Inside other spaces, and at other points.
        let inner = box(5, 5)
        stage.perform {
            layer.addSublayer(inner)
            layer.transform = CATransform3DMakeScale(2, 2, 1)
        }
        stage.settle()
        stage.tap(inner.spot(0, 0))
        guard case .touch(let corner)? = events().last?.kind else { return XCTFail("no touch") }
        XCTAssertEqual(corner.location.x, 130 - 40 + 10, accuracy: 1e-9)
        XCTAssertEqual(corner.location.y, 25 - 30 + 10, accuracy: 1e-9)
    }

    func testWhereYGrowsUpwardsInputStillCountsFromTheTop() {
        let stage = Stage(size: CGSize(width: 200, height: 100), geometryFlipped: false)
        let layer = box(10, 10)
        stage.add(layer)
        let events = recording(stage)
        stage.tap(layer)
        XCTAssertEqual(events().first?.kind, .touch(.init(.began, at: CGPoint(x: 30, y: 75))))
    }

    func testADragMovesOnceAFrameAndEndsWhereItShould() {
        let stage = Stage(size: CGSize(width: 200, height: 100))
        let events = recording(stage)
        stage.drag(from: CGPoint(x: 10, y: 10), to: CGPoint(x: 70, y: 40), duration: 0.25, holding: 0.1)
        let touches = events().compactMap { if case .touch(let touch) = $0.kind { touch } else { nil } }
        XCTAssertEqual(touches.map(\.phase), [.began] + Array(repeating: .moved, count: 15 + 6) + [.ended])
        XCTAssertEqual(touches.last?.location, CGPoint(x: 70, y: 40))
        XCTAssertEqual(touches[15].location, CGPoint(x: 70, y: 40))
        XCTAssertEqual(touches[5].location.x, 30, accuracy: 1e-9)
        XCTAssertEqual(events()[1].time, 1.0 / 60, accuracy: 1e-12)
        XCTAssertEqual(stage.now, 0.35, accuracy: 1e-12)
        XCTAssertEqual(events().map(\.time), events().map(\.time).sorted())
    }

    func testAPinchHasTwoFingersAroundTheMiddle() {
        let stage = Stage(size: CGSize(width: 200, height: 100))
        let events = recording(stage)
        stage.pinch(CGPoint(x: 100, y: 50), from: 20, to: 80, turning: .pi / 2, duration: 0.1)
        let touches = events().compactMap { if case .touch(let touch) = $0.kind { touch } else { nil } }
        XCTAssertEqual(touches.count, 2 * (1 + 6 + 1))
        XCTAssertEqual(touches[0].location, CGPoint(x: 90, y: 50))
        XCTAssertEqual(touches[1].location, CGPoint(x: 110, y: 50))
        XCTAssertEqual(touches.last!.location.x, 100, accuracy: 1e-9)
        XCTAssertEqual(touches.last!.location.y, 90, accuracy: 1e-9)
    }

    func testTypingTellsKeysAndText() {
        let stage = Stage(size: CGSize(width: 20, height: 10))
        let events = recording(stage)
        stage.type("aÖ")
        XCTAssertEqual(
            events().map(\.kind),
            [
                .key(.init(code: 4, characters: "a")), .text("a"), .key(.init(code: 4, characters: "a", isDown: false)), .text("Ö"),
            ])
    }

    func testSettleWaitsForAllThatFollows() {
        let stage = Stage(size: CGSize(width: 200, height: 100))
        let layer = box(10, 10)
        stage.add(layer)
        XCTAssertTrue(stage.isStill)
        var order: [String] = []
        stage.perform {
            CATransaction.setCompletionBlock {
                order.append("first")
                CATransaction.begin()
                CATransaction.setCompletionBlock { order.append("second") }
                layer.animate(\.opacity, to: 0.5, .linear(0.5))
                CATransaction.commit()
            }
            layer.animate(\.position, to: CGPoint(x: 100, y: 50), .linear(1))
        }
        XCTAssertFalse(stage.isStill)
        XCTAssertTrue(stage.settle())
        XCTAssertEqual(order, ["first", "second"])
        XCTAssertGreaterThan(stage.now, 1.5)
        XCTAssertLessThan(stage.now, 1.6)
        // One that begins later counts too.
        let late = CABasicAnimation(keyPath: "opacity")
        late.fromValue = 0
        late.beginTime = stage.now + 2
        late.duration = 1
        stage.perform { layer.add(late, forKey: "late") }
        let before = stage.now
        XCTAssertFalse(stage.isStill)
        stage.settle()
        XCTAssertGreaterThanOrEqual(stage.now - before, 3)
    }

    func testWhatNeverRestsFailsTheTest() {
        let stage = Stage(size: CGSize(width: 200, height: 100))
        let layer = box(10, 10)
        layer.name = "wheel"
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.toValue = 1
        turn.duration = 1
        turn.repeatCount = .infinity
        layer.add(turn, forKey: "turn")
        stage.add(layer)
        expectFailure {
            stage.settle(within: 2)
        } check: {
            XCTAssertTrue($0.contains("\"wheel\" (turn)"), $0)
        }
        XCTAssertEqual(stage.now, 2, accuracy: 0.05)
    }

    func testAimingAtWhatIsNotThereFailsTheTest() {
        let stage = Stage(size: CGSize(width: 200, height: 100))
        let events = recording(stage)
        expectFailure {
            stage.tap(box(1, 1))
        } check: {
            XCTAssertTrue($0.contains("is not on the stage"), $0)
        }
        expectFailure {
            stage.tap(CGPoint(x: CGFloat.nan, y: 0))
        } check: {
            XCTAssertTrue($0.contains("CGPoint"), $0)
        }
        XCTAssertEqual(events(), [])
    }

    func testTheSameStoryGivesTheSameBytes() {
        func story() -> CGImage {
            let stage = Stage(size: CGSize(width: 120, height: 60), scale: 2)
            let layer = box(10, 10)
            stage.add(layer)
            stage.host.onInput = { event in
                if case .touch(let touch) = event.kind {
                    layer.animate(\.position, to: touch.location, .spring(duration: 0.4, bounce: 0.3))
                }
            }
            stage.drag(from: layer, to: CGPoint(x: 90, y: 40))
            return stage.sheet(every: 0.07, count: 5, columns: 3)
        }
        assertPicturesEqual(story(), story(), tolerance: 0)
    }
}
