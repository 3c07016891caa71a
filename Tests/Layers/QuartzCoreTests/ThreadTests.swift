import AgateDiagnostics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

/// What crosses threads; run under ThreadSanitizer as well.
final class ThreadTests: XCTestCase {
    override func setUp() { CATransaction.flush() }
    override func tearDown() { CATransaction.flush() }

    private final class Counter: Sendable {
        private let count = Locked(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    private struct Handed: @unchecked Sendable { let layer: CALayer }

    private func onThread(_ body: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            body()
            done.signal()
        }
        thread.start()
        done.wait()
    }

    private func live(_ frames: Counter) -> (LayerContext, RenderThread, CALayer, CALayer) {
        let thread = RenderThread(viewport: Viewport(width: 64, height: 64)) { _ in frames.add() }
        let context = LayerContext(clock: MonotonicClock.shared, driver: thread)
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.backgroundColor = CGColor.black
        root.addSublayer(layer)
        context.layer = root
        CATransaction.flush()
        return (context, thread, root, layer)
    }

    private func wait(_ seconds: Double, until condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition(), Date() < end { spin(1) }
    }

    /// What a thread that is refused real-time scheduling reports, and whether it says that it has it.
    private func reportsOfRefusal(_ request: RealTimeRequest, _ onFrame: @escaping @Sendable () -> Void) -> [String] {
        let reported = Locked<[String]>([]), frames = Counter()
        let token = Diagnostic.addObserver { diagnostic in
            if diagnostic.identifier == "host.real-time-refused" { reported.withLock { $0.append(diagnostic.message) } }
        }
        defer { Diagnostic.removeObserver(token) }
        let thread = RenderThread(
            viewport: Viewport(width: 8, height: 8), framesPerSecond: 1000, realTime: request, beginRealTime: { false }
        ) { _ in
            onFrame()
            frames.add()
        }
        let context = LayerContext(clock: MonotonicClock.shared, driver: thread)
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        context.layer = root
        for color in [CGColor.black, .white, .black] {
            let before = frames.value
            root.backgroundColor = color
            CATransaction.flush()
            wait(10) { frames.value > before }
        }
        // A frame is judged after it was shown.
        wait(10) { thread.statistics.frames > 1 }
        XCTAssertFalse(thread.statistics.isRealTime)
        return reported.withLock { $0 }
    }

    /// The answer is each thread's own, also when it is asked for again.
    func testTheMainThreadIsRecognized() {
        let answers = Locked<[Bool]>([])
        for _ in 0..<3 {
            let thread = Thread {
                for _ in 0..<2 { answers.withLock { $0.append(MainQueue.isMainThread) } }
            }
            thread.start()
            while !thread.isFinished { usleep(1000) }
        }
        XCTAssertEqual(answers.withLock { $0 }, Array(repeating: false, count: 6))
        XCTAssertEqual([MainQueue.isMainThread, MainQueue.isMainThread], [Thread.isMainThread, Thread.isMainThread])
        XCTAssertTrue(MainQueue.isMainThread)
    }

    func testARateThatIsNoneStillShowsFrames() {
        for rate in [0, -60, .nan, .infinity] as [Double] {
            let frames = Counter()
            let thread = RenderThread(viewport: Viewport(width: 8, height: 8), framesPerSecond: rate) { _ in frames.add() }
            let context = LayerContext(clock: MonotonicClock.shared, driver: thread)
            let root = CALayer()
            root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            context.layer = root
            for color in [CGColor.black, .white] {
                let before = frames.value
                root.backgroundColor = color
                CATransaction.flush()
                wait(10) { frames.value > before }
                XCTAssertGreaterThan(frames.value, before, "\(rate)")
            }
        }
    }

    func testRefusalIsReportedWhereItWasAskedFor() {
        XCTAssertEqual(reportsOfRefusal(.askAndReport) {}.count, 1)
    }

    func testRefusalByDefaultIsReportedAtALateFrame() {
        XCTAssertEqual(reportsOfRefusal(.never) { usleep(5000) }, [])
        let reported = reportsOfRefusal(.ask) { usleep(5000) }
        XCTAssertEqual(reported.count, 1)
        XCTAssertTrue(reported.first?.contains("a frame was late") ?? false)
    }

    func testMediaTimeIsTheMonotonicClock_DL1() {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        XCTAssertEqual(CACurrentMediaTime(), Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9, accuracy: 0.1)
    }

    func testEachThreadHasItsStack_T1() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(9)
        onThread {
            XCTAssertEqual(CATransaction.animationDuration(), 0.25)
            CATransaction.begin()
            CATransaction.setAnimationDuration(1)
            CATransaction.commit()
        }
        XCTAssertEqual(CATransaction.animationDuration(), 9)
        CATransaction.commit()
    }

    func testThreadWithoutRunLoopSaysSoAndFlushes_T5() {
        let found = Locked<[String]>([])
        let token = Diagnostic.addObserver { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
        onThread {
            let layer = CALayer()
            layer.opacity = 0.5
            layer.opacity = 0.6
            CATransaction.flush()
            layer.opacity = 0.7
            CATransaction.flush()
        }
        Diagnostic.removeObserver(token)
        XCTAssertEqual(found.withLock { $0 }, ["transaction.no-run-loop"])
    }

    func testThreadWithRunLoopCommitsThereAndCallsBackOnTheMainThread_T3_T22() {
        let calls = Counter(), scene = TestScene(), before = scene.driver.commits.count
        let handed = Handed(layer: scene.root)
        onThread {
            RunLoop.current.perform {
                handed.layer.zPosition = 1
                CATransaction.setCompletionBlock {
                    XCTAssertTrue(Thread.isMainThread)
                    calls.add()
                }
            }
            for _ in 0..<5 { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01)) }
        }
        XCTAssertEqual(scene.driver.commits.count, before + 1)
        XCTAssertEqual(calls.value, 0)
        spin()
        XCTAssertEqual(calls.value, 1)
    }

    func testFramesAndCallbacks() {
        let frames = Counter()
        let (context, thread, _, layer) = live(frames)
        wait(2) { frames.value >= 1 }
        XCTAssertEqual(frames.value, 1)
        let log = EventLog()
        let move = CABasicAnimation(keyPath: "position.x")
        move.fromValue = 4
        move.toValue = 60
        move.duration = 0.3
        move.delegate = Listener("move", log)
        CATransaction.begin()
        CATransaction.setCompletionBlock { log.lines.append("block") }
        layer.add(move, forKey: "move")
        CATransaction.commit()
        wait(3) { log.lines.count == 3 }
        XCTAssertEqual(log.lines, ["move start", "block", "move stop true"])
        XCTAssertNil(layer.animationKeys())
        XCTAssertGreaterThan(frames.value, 8)
        // Idle: no wake-up.
        spin(20)
        thread.resetStatistics()
        Thread.sleep(forTimeInterval: 0.3)
        XCTAssertEqual(thread.statistics.wakeUps, 0)
        XCTAssertEqual(thread.statistics.frames, 0)
        withExtendedLifetime(context) {}
    }

    func testFramesGoOnWhileTheMainThreadIsBlocked() {
        let frames = Counter()
        let (context, thread, _, layer) = live(frames)
        let move = CABasicAnimation(keyPath: "position.x")
        move.fromValue = 4
        move.toValue = 60
        move.duration = 5
        layer.add(move, forKey: "move")
        CATransaction.flush()
        wait(2) { frames.value >= 3 }
        CATransaction.lock()
        let before = frames.value
        Thread.sleep(forTimeInterval: 0.5)
        CATransaction.unlock()
        XCTAssertGreaterThan(frames.value - before, 15)
        layer.removeAllAnimations()
        CATransaction.flush()
        withExtendedLifetime((context, thread)) {}
    }

    /// Trees of their own, each on a thread of its own; they share the lock, the clock, and the makers of names.
    func testManyThreadsCommitAtOnce() {
        let frames = Counter()
        let scenes = (0..<4).map { _ in live(frames) }
        let group = DispatchGroup()
        for scene in scenes {
            let handed = Handed(layer: scene.3)
            let thread = Thread {
                for round in 0..<50 {
                    CATransaction.begin()
                    let child = CALayer()
                    child.backgroundColor = CGColor.white
                    child.frame = CGRect(x: round, y: 0, width: 3, height: 3)
                    handed.layer.addSublayer(child)
                    handed.layer.opacity = Float(round) / 50
                    if round > 10 { handed.layer.sublayers?.first?.removeFromSuperlayer() }
                    CATransaction.commit()
                    _ = handed.layer.presentation()
                }
                group.leave()
            }
            group.enter()
            thread.start()
        }
        XCTAssertEqual(group.wait(timeout: .now() + 20), .success)
        for scene in scenes { XCTAssertEqual(scene.3.sublayers?.count, 11) }
        spin(20)
    }
}
