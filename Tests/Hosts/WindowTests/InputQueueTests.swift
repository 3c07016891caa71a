@testable import Agate
import QuartzCore
import TestSupport
import XCTest

final class InputQueueTests: XCTestCase {
    private func merged(_ kinds: [InputEvent.Kind]) -> [InputEvent.Kind] {
        var events: [InputEvent] = []
        for (index, kind) in kinds.enumerated() { InputQueue.add(InputEvent(time: Double(index), kind), to: &events) }
        XCTAssertEqual(events.map(\.time), events.map(\.time).sorted())
        return events.map(\.kind)
    }

    private func touch(_ id: Int, _ phase: InputEvent.Phase, _ x: CGFloat) -> InputEvent.Kind {
        .touch(.init(id: id, phase, at: CGPoint(x: x, y: 0)))
    }

    func testMovesOfOneFingerBecomeTheLast() {
        XCTAssertEqual(
            merged([
                touch(0, .began, 1), touch(0, .moved, 2), touch(0, .moved, 3), touch(0, .ended, 3), touch(0, .began, 4),
                touch(0, .moved, 5),
            ]),
            [touch(0, .began, 1), touch(0, .moved, 3), touch(0, .ended, 3), touch(0, .began, 4), touch(0, .moved, 5)]
        )
    }

    func testFingersThatMoveByTurnsKeepOneMoveEach() {
        XCTAssertEqual(
            merged([touch(0, .moved, 1), touch(1, .moved, 9), touch(0, .moved, 2), touch(1, .moved, 8), .hover(.zero), touch(0, .moved, 3)]
            ),
            [touch(1, .moved, 8), .hover(.zero), touch(0, .moved, 3)]
        )
    }

    func testAPressStaysBetweenTheMovesAroundIt() {
        XCTAssertEqual(
            merged([touch(0, .moved, 1), touch(1, .began, 9), touch(0, .moved, 2)]),
            [touch(0, .moved, 1), touch(1, .began, 9), touch(0, .moved, 2)]
        )
    }

    func testScrollsAddUpAndSizesReplaceEachOther() {
        let place = CGPoint(x: 1, y: 2)
        XCTAssertEqual(
            merged([
                .scroll(at: .zero, by: CGSize(width: 1, height: 40)), .resized(CGSize(width: 1, height: 1), scale: 1),
                .scroll(at: place, by: CGSize(width: 2, height: 40)), .resized(CGSize(width: 9, height: 9), scale: 2),
            ]),
            [.scroll(at: place, by: CGSize(width: 3, height: 80)), .resized(CGSize(width: 9, height: 9), scale: 2)]
        )
    }

    func testKeysAndTextAreNeverMerged() {
        let kinds: [InputEvent.Kind] = [
            .text("a"), .text("a"), .key(.init(code: 4)), .key(.init(code: 4)), .closeRequested, .closeRequested,
        ]
        XCTAssertEqual(merged(kinds), kinds)
    }

    func testABusyProgramFindsOneMove() {
        let queue = CallbackQueue(), input = InputQueue(queue)
        var seen: [InputEvent.Kind] = []
        input.receive { seen.append($0.kind) }
        for x in 0..<100_000 { input.post(InputEvent(time: 0, touch(0, .moved, CGFloat(x)))) }
        queue.drain()
        XCTAssertEqual(seen, [touch(0, .moved, 99_999)])
        input.post(InputEvent(time: 0, .text("x")))
        input.receive(nil)
        queue.drain()
        XCTAssertEqual(seen.count, 1)
    }
}
