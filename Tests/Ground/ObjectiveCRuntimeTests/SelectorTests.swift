import AgateDiagnostics
import Foundation
import ObjectiveCRuntime
import XCTest

/// Diagnostics that `body` reports.
func diagnostics(_ body: () throws -> Void) rethrows -> [String] {
    let heard = Locked<[String]>([])
    let token = Diagnostic.addObserver { diagnostic in heard.withLock { $0.append(diagnostic.identifier) } }
    defer { Diagnostic.removeObserver(token) }
    try body()
    return heard.withLock { $0 }
}

final class SelectorTests: XCTestCase {
    class Board: NSObject {
        var calls: [String] = []
        var title = "board"
        func plain() { calls.append("plain") }
        func tapped(_ sender: Board) { calls.append("tapped") }
        func moved(_ sender: NSObject?, with count: Int) -> String { calls.append("moved \(sender == nil) \(count)"); return "done" }
        func scale(_ by: CGFloat) { calls.append("scale \(by)") }
        func at(_ point: CGPoint, _ flag: Bool?) { calls.append("at \(point.x) \(flag as Any)") }
        static func make() -> String { "made" }
    }
    final class SmallBoard: Board {
        override func plain() { calls.append("small plain") }
    }
    private let plain = Selector("plain", of: Board.self) { target, _ in target.plain() }
    private let tapped = Selector("tapped:", of: Board.self) { target, arguments in try target.tapped(arguments[0]) }
    private let moved = Selector("moved:with:", of: Board.self) { target, arguments in try target.moved(arguments[0], with: arguments[1]) }

    func testAMethodIsCalledByItsNameThroughTheClassOfItsTarget() throws {
        let board = Board(), small = SmallBoard()
        board.perform(plain)
        small.perform(NSSelectorFromString("plain"))
        board.perform("tapped:", with: small)
        let answer = board.perform(moved, with: nil, with: 3)
        XCTAssertEqual(board.calls, ["plain", "tapped", "moved true 3"])
        XCTAssertEqual(small.calls, ["small plain"])
        XCTAssertEqual(try XCTUnwrap(answer).retain().takeUnretainedValue() as? String, "done")
        XCTAssertEqual(NSStringFromSelector(moved), "moved:with:")
        XCTAssertEqual(plain, Selector("plain"))
        XCTAssertNil(board.perform(plain))
    }

    func testWhoRespondsToWhat() {
        XCTAssertTrue(Board().responds(to: plain))
        XCTAssertTrue(SmallBoard().responds(to: plain))
        XCTAssertTrue(SmallBoard.instancesRespond(to: plain))
        XCTAssertFalse(NSObject().responds(to: plain))
        XCTAssertFalse(Board().responds(to: Selector("other")))
        XCTAssertFalse(Board.responds(to: plain))
    }

    func testArgumentsComeAsTheMethodWantsThem() {
        let board = Board()
        board.perform(
            Selector("scale:", of: Board.self) { target, arguments in try target.scale(arguments[0]) }, with: NSNumber(value: 2.5))
        board.perform("scale:", with: 3)
        let at = Selector("at:flag:", of: Board.self) { target, arguments in try target.at(arguments[0], arguments[1]) }
        board.perform(at, with: NSValue(point: CGPoint(x: 4, y: 5)), with: NSNumber(value: true))
        board.perform(at, with: CGPoint(x: 6, y: 5))
        XCTAssertEqual(board.calls, ["scale 2.5", "scale 3.0", "at 4.0 Optional(true)", "at 6.0 nil"])
        XCTAssertEqual(bridgedCast(CGFloat(2), to: NSNumber.self), 2)
        XCTAssertEqual(bridgedCast(CGRect(x: 1, y: 2, width: 3, height: 4), to: NSValue.self)?.rectValue.width, 3)
        XCTAssertEqual(bridgedCast(5 as Int, to: CGFloat?.self), 5)
        XCTAssertNil(bridgedCast("x", to: CGFloat.self))
        XCTAssertNil(bridgedCast(nil, to: CGFloat.self))
        XCTAssertEqual(bridgedCast(nil, to: CGFloat?.self), .some(nil))
    }

    func testAWrongArgumentIsADiagnosticAndNoCall() {
        let board = Board()
        let heard = diagnostics {
            board.perform(tapped, with: "a string")
            board.perform(tapped)
        }
        XCTAssertEqual(board.calls, [])
        XCTAssertEqual(heard, ["selector.argument"])
    }

    func testAnUnknownMethodIsOneDiagnostic() {
        let board = Board()
        let heard = diagnostics {
            board.perform("noSuchThing")
            board.perform("noSuchThing")
        }
        XCTAssertEqual(heard, ["selector.unknown"])
    }

    func testProtocolsAndClassesThemselves() {
        let described = Selector("describe", of: (any CustomStringConvertible).self) { target, _ in target.description.isEmpty }
        XCTAssertEqual(Board().perform(described).map { $0.takeUnretainedValue() as? Bool }, false)
        let make = Selector("make", of: Board.Type.self) { target, _ in target.make() }
        XCTAssertEqual(Board.perform(make).map { $0.takeUnretainedValue() as? String }, "made")
        let setter = Selector("setTitle:", of: Board.self) { target, arguments in target.title = try arguments[0] }
        let board = Board()
        board.perform(setter, with: "new")
        XCTAssertEqual(board.title, "new")
        let both = Selector("title").registering(Board.self) { target, _ in target.title }.registering(Thread.self) { target, _ in
            target.name
        }
        XCTAssertEqual(board.perform(both).map { $0.takeUnretainedValue() as? String }, "new")
    }

    @MainActor func testHandWrittenOnesAreAsked() async {
        final class Own: NSObject, SelectorPerforming {
            var got: Any?
            func perform(_ selector: Selector, with object: Any?) -> Bool {
                guard selector == "go:" else { return false }
                got = object
                return true
            }
        }
        let own = Own()
        Selector("go:").send(to: own, [7])
        XCTAssertEqual(own.got as? Int, 7)
        XCTAssertEqual(diagnostics { Selector("stop:").send(to: own, [7]) }, ["selector.unknown"])
    }

    func testDelayedCallsComeInTheRunLoopAndCanBeCancelled() {
        let board = Board()
        board.perform(plain, with: nil, afterDelay: 0)
        board.perform(moved, with: "x", afterDelay: 0)
        board.perform(tapped, with: board, afterDelay: 0)
        NSObject.cancelPreviousPerformRequests(withTarget: board, selector: tapped, object: board)
        NSObject.cancelPreviousPerformRequests(withTarget: board, selector: moved, object: "y")
        XCTAssertEqual(board.calls, [])
        NSObject.cancelPreviousPerformRequests(withTarget: board, selector: moved, object: "x")
        let end = Date(timeIntervalSinceNow: 5)
        while board.calls.isEmpty, Date() < end { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        XCTAssertEqual(board.calls, ["plain"])
        board.perform(plain, with: nil, afterDelay: 60)
        NSObject.cancelPreviousPerformRequests(withTarget: board)
    }

    func testTimersCallByName() {
        final class Clock: NSObject {
            var ticks = 0
            var info: Any?
            func tick(_ timer: Timer) {
                ticks += 1
                info = timer.selectorUserInfo
                if ticks == 2 { timer.invalidate() }
            }
        }
        let clock = Clock()
        let tick = Selector("tick:", of: Clock.self) { target, arguments in try target.tick(arguments[0]) }
        let timer = Timer.scheduledTimer(timeInterval: 0.001, target: clock, selector: tick, userInfo: "info", repeats: true)
        let end = Date(timeIntervalSinceNow: 5)
        while timer.isValid, Date() < end { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        XCTAssertEqual(clock.ticks, 2)
        XCTAssertEqual(clock.info as? String, "info")
    }

    func testNotificationsCallByNameUntilTheirObserverIsGone() {
        let center = NotificationCenter(), name = NSNotification.Name("SelectorTests"), other = NSNotification.Name("SelectorTests.other")
        final class Listener: NSObject {
            var heard: [String] = []
            func hear(_ notification: Notification) { heard.append(notification.name.rawValue) }
        }
        let hear = Selector("hear:", of: Listener.self) { target, arguments in try target.hear(arguments[0]) }
        let listener = Listener()
        center.addObserver(listener, selector: hear, name: name, object: nil)
        center.addObserver(listener, selector: hear, name: other, object: nil)
        center.post(name: name, object: nil)
        center.post(name: other, object: nil)
        center.removeObserver(listener, name: name, object: nil)
        center.post(name: name, object: nil)
        center.post(name: other, object: nil)
        center.removeObserver(listener)
        center.post(name: other, object: nil)
        XCTAssertEqual(listener.heard, ["SelectorTests", "SelectorTests.other", "SelectorTests.other"])
        // Tokens go on to Foundation.
        let count = Locked(0)
        let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in count.withLock { $0 += 1 } }
        center.post(name: name, object: nil)
        center.removeObserver(token)
        center.post(name: name, object: nil)
        XCTAssertEqual(count.withLock { $0 }, 1)
        // One that is gone is not called, and leaves nothing behind.
        var gone: Listener? = Listener()
        weak var weakly: Listener?
        weakly = gone
        center.addObserver(gone!, selector: hear, name: name, object: nil)
        gone = nil
        XCTAssertNil(weakly)
        center.post(name: name, object: nil)
    }

    func testSelectorsAreCalledOnTheThreadThatPerforms() {
        final class Worker: NSObject, @unchecked Sendable {
            let done = DispatchSemaphore(value: 0)
            var wasMain: Bool?
            func work() {
                wasMain = Thread.isMainThread
                done.signal()
            }
        }
        let worker = Worker(), work = Selector("work", of: Worker.self) { target, _ in target.work() }
        worker.performSelector(inBackground: work, with: nil)
        worker.done.wait()
        XCTAssertEqual(worker.wasMain, false)
        worker.performSelector(onMainThread: work, with: nil, waitUntilDone: true)
        XCTAssertEqual(worker.wasMain, true)
    }
}
