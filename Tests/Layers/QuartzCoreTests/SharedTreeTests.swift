import AgateDiagnostics
import Foundation
import RenderTree
import XCTest

@testable import QuartzCore

private struct Handed<Value>: @unchecked Sendable { let value: Value }

/// Runs `body` on another thread, to its end.
private func elsewhere<Value>(_ value: Value, _ body: @escaping @Sendable (Value) -> Void) {
    let handed = Handed(value: value), done = DispatchSemaphore(value: 0)
    Thread {
        body(handed.value)
        done.signal()
    }.start()
    XCTAssertEqual(done.wait(timeout: .now() + 20), .success)
}

/// A tree that several threads change: each transaction reaches the render tree whole, and alone.
final class SharedTreeTests: XCTestCase {
    override func setUp() { CATransaction.flush() }
    override func tearDown() { CATransaction.flush() }

    private func transaction(_ body: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        body()
        CATransaction.commit()
    }

    private func last(_ scene: TestScene, _ layer: CALayer) -> LayerUpdate? {
        scene.driver.commits.last?.updates.first { $0.id == layer.id }
    }

    // MARK: Values

    func testACommitTakesItsOwnThreadsChangesAlone() {
        let scene = TestScene(), layer = scene.live(CALayer())
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.position = CGPoint(x: 7, y: 8)
        elsewhere(layer) { layer in
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.opacity = 0.25
            CATransaction.commit()
        }
        XCTAssertEqual(last(scene, layer)?.changed, PropertySet(.opacity))
        XCTAssertEqual(last(scene, layer)?.state.values.opacity, 0.25)
        XCTAssertEqual(last(scene, layer)?.state.values.position, .zero)
        XCTAssertEqual(layer.presentation()?.position, .zero)
        XCTAssertEqual(layer.presentation()?.opacity, 0.25)
        CATransaction.commit()
        XCTAssertEqual(last(scene, layer)?.changed, PropertySet(.position))
        XCTAssertEqual(last(scene, layer)?.state.values.position, CGPoint(x: 7, y: 8))
        XCTAssertEqual(last(scene, layer)?.state.values.opacity, 0.25)
        XCTAssertEqual(layer.presentation()?.position, CGPoint(x: 7, y: 8))
    }

    /// Every property of the table, set here and not committed, beside a commit of another thread.
    func testNoPropertyGoesWithAnothersCommit() {
        let kinds: [(LayerClass, () -> CALayer)] = [
            (.layer, { CALayer() }), (.shape, { CAShapeLayer() }), (.gradient, { CAGradientLayer() }),
            (.replicator, { CAReplicatorLayer() }),
            (.scroll, { CAScrollLayer() }), (.text, { CATextLayer() }), (.emitter, { CAEmitterLayer() }),
        ]
        var tested = 0
        for (kind, make) in kinds {
            for row in PropertyTable.rows where row.owner == kind && row.owner != .layer || kind == .layer && row.owner == .layer {
                let scene = TestScene(), layer = scene.live(make())
                let property = row.property, before = layer.currentState.value(of: property)
                guard let value = Self.other(than: before, row) else { continue }
                let other: LayerProperty = property == .zPosition ? .opacity : .zPosition
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                layer.putValue(property, value)
                let set = layer.currentState.value(of: property)
                guard set != before else {
                    CATransaction.commit()
                    continue
                }
                elsewhere(layer) { layer in
                    CATransaction.begin()
                    CATransaction.setDisableActions(true)
                    layer.setValue(NSNumber(value: 0.5), forKey: other.row.key)
                    CATransaction.commit()
                }
                let sent = last(scene, layer)
                XCTAssertEqual(sent?.changed, PropertySet(other), row.key)
                XCTAssertEqual(sent?.state.value(of: property), before, row.key)
                CATransaction.commit()
                XCTAssertEqual(last(scene, layer)?.state.value(of: property), set, row.key)
                XCTAssertEqual(last(scene, layer)?.state.value(of: other), .number(0.5), row.key)
                tested += 1
            }
        }
        XCTAssertGreaterThan(tested, 70)
    }

    private static func other(than value: PropertyValue?, _ row: PropertyRow) -> PropertyValue? {
        switch row.kind {
        case .number: .number(value == .number(0.25) ? 0.75 : 0.25)
        case .bool: .bool(value != .bool(true))
        case .point: .point(CGPoint(x: 3, y: 4))
        case .size: .size(CGSize(width: 3, height: 4))
        case .rect: .rect(CGRect(x: 1, y: 2, width: 3, height: 4))
        case .transform: .transform(CATransform3DMakeScale(2, 3, 1))
        case .color: .color(CGColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 1))
        case .path: .path(CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5), transform: nil))
        default: nil
        }
    }

    func testKeyPathsOfOneValueFromTwoThreadsBothStay() {
        let scene = TestScene(), layer = scene.live(CALayer())
        let group = DispatchGroup()
        for key in ["transform.translation.x", "transform.translation.y", "position.x", "position.y"] {
            group.enter()
            let handed = Handed(value: layer)
            Thread {
                for n in 1...300 {
                    CATransaction.begin()
                    CATransaction.setDisableActions(true)
                    handed.value.setValue(NSNumber(value: n), forKeyPath: key)
                    CATransaction.commit()
                }
                group.leave()
            }.start()
        }
        XCTAssertEqual(group.wait(timeout: .now() + 20), .success)
        XCTAssertEqual(layer.position, CGPoint(x: 300, y: 300))
        XCTAssertEqual(layer.transform.m41, 300)
        XCTAssertEqual(layer.transform.m42, 300)
    }

    // MARK: Tree

    func testSublayersThatAnotherThreadHasNotCommittedStayOut() {
        let scene = TestScene(), parent = scene.live(CALayer())
        let old = CALayer()
        transaction { parent.addSublayer(old) }
        let mine = CALayer(), theirs = CALayer()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        parent.insertSublayer(mine, at: 0)
        old.removeFromSuperlayer()
        elsewhere((parent, theirs)) { parent, theirs in
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            parent.addSublayer(theirs)
            CATransaction.commit()
        }
        XCTAssertEqual(tree(scene, parent), [old.id, theirs.id])
        XCTAssertNil(mine.liveContext)
        XCTAssertNotNil(old.liveContext)
        CATransaction.commit()
        XCTAssertEqual(tree(scene, parent), [mine.id, theirs.id])
        XCTAssertNil(old.liveContext)
        XCTAssertEqual(parent.sublayers?.map(\.id), [mine.id, theirs.id])
    }

    func testALayerThatAnotherThreadIsMovingIsNeitherLostNorThereTwice() {
        let scene = TestScene()
        let from = scene.live(CALayer()), to = scene.live(CALayer())
        let moved = CALayer(), below = CALayer()
        moved.addSublayer(below)
        CATransaction.flush()
        transaction { from.addSublayer(moved) }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        to.addSublayer(moved)
        elsewhere((from, moved)) { from, moved in
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            from.addSublayer(CALayer())
            moved.opacity = 0.5
            CATransaction.commit()
        }
        XCTAssertEqual(tree(scene, from).first, moved.id)
        XCTAssertEqual(tree(scene, to), [])
        CATransaction.commit()
        XCTAssertFalse(tree(scene, from).contains(moved.id))
        XCTAssertEqual(tree(scene, to), [moved.id])
        XCTAssertEqual(tree(scene, moved), [below.id])
        XCTAssertEqual(state(scene, moved)?.values.opacity, 0.5)
    }

    /// Taken out by one thread, put elsewhere by another that has not committed: it is gone until that one does.
    func testALayerBetweenTwoThreadsComesBackWithTheSecondsCommit() {
        let scene = TestScene()
        let from = scene.live(CALayer()), to = scene.live(CALayer()), moved = CALayer()
        moved.addSublayer(CALayer())
        CATransaction.flush()
        transaction { from.addSublayer(moved) }
        let taken = DispatchSemaphore(value: 0), put = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
        let handed = Handed(value: moved)
        Thread {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            handed.value.removeFromSuperlayer()
            taken.signal()
            put.wait()
            CATransaction.commit()
            done.signal()
        }.start()
        taken.wait()
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        to.addSublayer(moved)
        put.signal()
        done.wait()
        XCTAssertEqual(tree(scene, from), [])
        XCTAssertEqual(tree(scene, to), [])
        CATransaction.commit()
        XCTAssertEqual(tree(scene, to), [moved.id])
        XCTAssertEqual(tree(scene, moved).count, 1)
    }

    func testTwoThreadsCantMakeACycle() {
        for _ in 0..<200 {
            let a = CALayer(), b = CALayer()
            a.addSublayer(CALayer())
            b.addSublayer(CALayer())
            let group = DispatchGroup()
            for (above, below) in [(a, b), (b, a)] {
                let handed = Handed(value: (above, below))
                group.enter()
                Thread {
                    handed.value.0.addSublayer(handed.value.1)
                    CATransaction.flush()
                    group.leave()
                }.start()
            }
            group.wait()
            XCTAssertFalse(a.superlayer === b && b.superlayer === a)
        }
    }

    /// The sublayers that the render tree has, of all commits until now.
    private func tree(_ scene: TestScene, _ layer: CALayer) -> [LayerID] {
        replayed(scene).inspect().filter { $0.parent == layer.id && !$0.isMask }.map(\.id)
    }
    private func state(_ scene: TestScene, _ layer: CALayer) -> LayerState? { replayed(scene).states(of: layer.id)?.committed }

    private func replayed(_ scene: TestScene) -> RenderTree {
        let tree = RenderTree(viewport: Viewport(width: 8, height: 8))
        for commit in scene.driver.commits { tree.apply(commit) }
        _ = tree.update(at: scene.clock.now)
        return tree
    }

    // MARK: Animations

    func testAnimationsGoWithTheTransactionThatAddedThem() {
        let scene = TestScene(), layer = scene.live(CALayer())
        func added() -> Int {
            scene.driver.commits.last?.animations.filter { if case .add = $0 { true } else { false } }.count ?? 0
        }
        CATransaction.begin()
        layer.add(basic("opacity", 1), forKey: "mine")
        elsewhere(layer) { layer in
            CATransaction.begin()
            layer.add(basic("position.x", 1), forKey: "theirs")
            CATransaction.commit()
        }
        XCTAssertEqual(added(), 1)
        XCTAssertEqual(layer.animationKeys(), ["mine", "theirs"])
        CATransaction.commit()
        XCTAssertEqual(added(), 1)
        CATransaction.begin()
        layer.removeAnimation(forKey: "theirs")
        elsewhere(layer) { layer in
            CATransaction.begin()
            layer.zPosition = 3
            CATransaction.commit()
        }
        XCTAssertTrue(layer.animationStore?.committed.contains { $0.key == "theirs" } ?? false)
        CATransaction.commit()
        XCTAssertEqual(layer.animationStore?.committed.compactMap(\.key).filter { $0 != "zPosition" }, ["mine"])
    }

    // MARK: Layout and display

    private final class Delegate: NSObject, CALayerDelegate, @unchecked Sendable {
        let threads = Locked<[String]>([])
        private func note(_ what: String) { threads.withLock { $0.append(what + (Thread.isMainThread ? " main" : " other")) } }
        func layoutSublayers(of layer: CALayer) { note("layout") }
        func display(_ layer: CALayer) { note("display") }
    }

    func testACommitLeavesTheMarksOfOtherThreadsToThem() {
        let scene = TestScene(), layer = scene.live(CALayer()), sibling = scene.live(CALayer())
        let delegate = Delegate()
        layer.delegate = delegate
        layer.setNeedsLayout()
        layer.setNeedsDisplay()
        elsewhere((scene.root, sibling)) { root, sibling in
            CATransaction.begin()
            sibling.setNeedsLayout()
            root.addSublayer(CALayer())
            CATransaction.commit()
        }
        XCTAssertEqual(delegate.threads.withLock { $0 }, [])
        XCTAssertFalse(sibling.needsLayout())
        CATransaction.flush()
        XCTAssertEqual(delegate.threads.withLock { $0 }, ["layout main", "display main"])
    }

    func testACommitLaysOutWhatItsThreadHasBrought() {
        let scene = TestScene(), layer = CALayer(), delegate = Delegate()
        layer.delegate = delegate
        layer.setNeedsLayout()
        layer.setNeedsDisplay()
        elsewhere((scene.root, layer)) { root, layer in
            CATransaction.begin()
            root.addSublayer(layer)
            CATransaction.commit()
        }
        XCTAssertEqual(delegate.threads.withLock { $0 }, ["layout other", "display other"])
    }

    func testLayoutOnOneThreadDoesNotSwallowTheMarksOfAnother() {
        final class Slow: NSObject, CALayerDelegate, @unchecked Sendable {
            let count = Locked(0)
            var during: (@Sendable () -> Void)?
            func layoutSublayers(of layer: CALayer) {
                if count.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    during?()
                }
            }
        }
        let scene = TestScene(), layer = scene.live(CALayer()), slow = Slow()
        layer.delegate = slow
        let handed = Handed(value: layer)
        slow.during = {
            elsewhere(handed.value) { layer in
                layer.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
                CATransaction.flush()
            }
        }
        layer.setNeedsLayout()
        CATransaction.flush()
        XCTAssertEqual(slow.count.withLock { $0 }, 2)
    }

    // MARK: Callbacks

    func testBlocksAndDelegatesOfAnyThreadAreCalledOnTheMainOne_T22_AN7() {
        let scene = TestScene(), layer = scene.live(CALayer()), log = EventLog()
        elsewhere((layer, log)) { layer, log in
            let handed = Handed(value: (layer, log))
            RunLoop.current.perform {
                let (layer, log) = handed.value
                CATransaction.begin()
                CATransaction.setCompletionBlock { handed.value.1.lines.append(Thread.isMainThread ? "block main" : "block other") }
                layer.add(basic("opacity", 1, MainListener(log)), forKey: "a")
                CATransaction.commit()
            }
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
            XCTAssertEqual(log.lines, [])
        }
        scene.advance(by: 0.1)
        scene.advance(by: 2)
        XCTAssertEqual(log.lines, ["start main", "block main", "stop main"])
    }

    private final class MainListener: NSObject, CAAnimationDelegate {
        private let log: EventLog
        init(_ log: EventLog) { self.log = log }
        private var place: String { Thread.isMainThread ? "main" : "other" }
        func animationDidStart(_ anim: CAAnimation) { log.lines.append("start \(place)") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.lines.append("stop \(place)") }
    }

    func testAThreadThatEndsCommitsWhatItChanged() {
        let scene = TestScene(), layer = scene.live(CALayer())
        let before = scene.driver.commits.count
        let reported = reportedIDs {
            elsewhere(layer) { layer in
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                layer.opacity = 0.125
                CATransaction.begin()
                layer.zPosition = 2
            }
            let end = Date(timeIntervalSinceNow: 5)
            // Commits are submitted under the lock.
            while LayerLock.withLock({ scene.driver.commits.count }) == before, Date() < end { usleep(1000) }
        }
        XCTAssertEqual(reported, ["transaction.thread-ended"])
        XCTAssertEqual(last(scene, layer)?.state.values.opacity, 0.125)
        XCTAssertEqual(last(scene, layer)?.state.values.zPosition, 2)
    }

    /// While code of the program runs, another thread uses any layer.
    func testNoLockIsHeldWhileTheProgramIsCalled() {
        final class Program: CALayer, CALayerDelegate, CAAction, CAAnimationDelegate {
            nonisolated(unsafe) static var blocked: [String] = []
            nonisolated(unsafe) static var called = Set<String>()
            static func call(_ what: String) {
                called.insert(what)
                let done = DispatchSemaphore(value: 0)
                Thread {
                    CATransaction.lock()
                    CATransaction.unlock()
                    done.signal()
                }.start()
                if done.wait(timeout: .now() + 2) == .timedOut { blocked.append(what) }
            }
            override func layoutSublayers() { Self.call("layoutSublayers"); super.layoutSublayers() }
            override func draw(in ctx: CGContext) { Self.call("draw(in:)") }
            override func action(forKey event: String) -> (any CAAction)? {
                Self.call("action(forKey:)"); return super.action(forKey: event)
            }
            override func hitTest(_ p: CGPoint) -> CALayer? { Self.call("hitTest"); return super.hitTest(p) }
            override func contains(_ p: CGPoint) -> Bool { Self.call("contains"); return super.contains(p) }
            override init() { super.init() }
            override init(layer: Any) { super.init(layer: layer); Self.call("init(layer:)") }
            required init?(coder: NSCoder) { nil }
            deinit { Self.call("deinit") }
            override class func needsDisplay(forKey key: String) -> Bool { key == "opacity" }
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
                Self.call("delegate action")
                return event == "zPosition" ? self : nil
            }
            func layoutSublayers(of layer: CALayer) { Self.call("delegate layoutSublayers") }
            func draw(_ layer: CALayer, in ctx: CGContext) { Self.call("delegate draw") }
            func layerWillDraw(_ layer: CALayer) { Self.call("delegate layerWillDraw") }
            func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) { Self.call("run(forKey:)") }
            func animationDidStart(_ anim: CAAnimation) { Self.call("animationDidStart") }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { Self.call("animationDidStop") }
        }
        final class Held: NSObject { deinit { Program.call("deinit of a value") } }
        func use(_ scene: TestScene) {
            let delegate = Program(), layer = scene.live(Program()), plain = scene.live(CALayer())
            plain.delegate = delegate
            for each in [layer, plain] {
                each.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
                each.opacity = 0.5
                each.zPosition = 2
                each.setNeedsDisplay()
                each.contents = Held()
                each.contents = nil
                each.setValue(Held(), forKey: "own")
                each.setValue(nil, forKey: "own")
                each.style = ["held": Held()]
                each.style = nil
                each.addSublayer(Program())
            }
            CATransaction.setCompletionBlock { Program.call("completion") }
            layer.add(basic("opacity", 0.5, delegate), forKey: "a")
            let token = Diagnostic.addObserver { _ in Program.call("diagnostics") }
            layer.opacity = .nan
            plain.setValue(1, forKeyPath: "bounds.nonsense")
            layer.addSublayer(layer)
            CATransaction.flush()
            _ = layer.presentation()
            _ = scene.root.hitTest(.zero)
            scene.advance(by: 0.1)
            scene.advance(by: 2)
            Diagnostic.removeObserver(token)
            layer.sublayers = nil
            layer.removeFromSuperlayer()
            plain.removeFromSuperlayer()
            CATransaction.flush()
        }
        let scene = TestScene()
        use(scene)
        scene.advance(by: 1)
        XCTAssertEqual(Program.blocked, [])
        for what in [
            "layoutSublayers", "draw(in:)", "action(forKey:)", "hitTest", "contains", "init(layer:)", "deinit", "delegate action",
            "delegate layoutSublayers", "delegate draw", "delegate layerWillDraw", "run(forKey:)", "animationDidStart", "animationDidStop",
            "deinit of a value", "completion", "diagnostics",
        ] { XCTAssertTrue(Program.called.contains(what), what) }
    }

    // MARK: The lock

    func testTheLockMakesReadingAndSettingOne() {
        let layer = CALayer(), group = DispatchGroup()
        for _ in 0..<8 {
            group.enter()
            let handed = Handed(value: layer)
            Thread {
                for _ in 0..<2000 {
                    CATransaction.lock()
                    handed.value.zPosition += 1
                    CATransaction.unlock()
                }
                CATransaction.flush()
                group.leave()
            }.start()
        }
        XCTAssertEqual(group.wait(timeout: .now() + 30), .success)
        XCTAssertEqual(layer.zPosition, 16_000)
    }

    func testAnUnlockWithoutALockSaysSo() {
        XCTAssertEqual(reportedIDs { CATransaction.unlock() }, ["transaction.unbalanced"])
        CATransaction.lock()
        CATransaction.lock()
        CATransaction.unlock()
        CATransaction.unlock()
        XCTAssertFalse(LayerLock.isHeld)
    }

    /// A value of several numbers, and a frame, is never seen in two halves.
    func testNoValueIsSeenHalfWritten() {
        let scene = TestScene(), layer = scene.live(CALayer())
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.frame = CGRect(x: 0, y: 0, width: 1, height: 1)
        CATransaction.commit()
        let group = DispatchGroup(), stops = Locked(false), torn = Locked<[String]>([])
        let handed = Handed(value: layer)
        for thread in 0..<4 {
            group.enter()
            Thread {
                var n = 1 + CGFloat(thread)
                while !stops.withLock({ $0 }) {
                    n = n < 1000 ? n + 4 : 1 + CGFloat(thread)
                    CATransaction.begin()
                    CATransaction.setDisableActions(true)
                    handed.value.frame = CGRect(x: n, y: n, width: n, height: n)
                    handed.value.transform = CATransform3DMakeTranslation(0, 0, 0)
                    handed.value.sublayerTransform = CATransform3DMakeTranslation(n, n, n)
                    handed.value.name = String(repeating: "\(thread)", count: 40)
                    handed.value.contentsRect = CGRect(x: n, y: n, width: n, height: n)
                    CATransaction.commit()
                }
                group.leave()
            }.start()
        }
        let end = Date(timeIntervalSinceNow: 0.7)
        while Date() < end {
            for shown in [layer, layer.presentation() ?? layer] {
                let f = shown.frame, s = shown.sublayerTransform, r = shown.contentsRect, name = shown.name ?? ""
                if f.minX != f.width && f.width != 1 || f.minX != f.minY || f.width != f.height {
                    torn.withLock { $0.append("frame \(f)") }
                }
                if s.m41 != s.m42 || s.m42 != s.m43 { torn.withLock { $0.append("transform") } }
                if r.minX != r.minY && r != CGRect(x: 0, y: 0, width: 1, height: 1) { torn.withLock { $0.append("rect \(r)") } }
                if Set(name).count > 1 { torn.withLock { $0.append(name) } }
            }
        }
        stops.withLock { $0 = true }
        XCTAssertEqual(group.wait(timeout: .now() + 20), .success)
        XCTAssertEqual(torn.withLock { Array($0.prefix(3)) }, [])
    }
}
