import Agate
import AgateDiagnostics
import Foundation
import QuartzCore
import RenderTree
import XCTest

/// Eight threads call every method of layers, transactions, animations and display links of live trees, while the main thread draws one
/// tree and a render thread another. `AGATE_HAMMER_SECONDS` says for how long each kind of work goes on; `make hammer` runs ten minutes.
final class HammerTests: XCTestCase {
    /// What is done at random has thousands of mistakes in it, each reported once; other tests wait for theirs.
    override func tearDown() { Diagnostic.forgetReported() }

    private static let seconds = Double(ProcessInfo.processInfo.environment["AGATE_HAMMER_SECONDS"] ?? "") ?? 0.8
    private static let threads = 8
    private static let isShort = ProcessInfo.processInfo.environment["AGATE_HAMMER_SECONDS"] == nil

    private struct Handed<Value>: @unchecked Sendable { let value: Value }

    /// A generator of its own for each thread, so that a run can be had again as far as threads allow.
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
        mutating func number(_ range: ClosedRange<CGFloat> = 0...90) -> CGFloat { .random(in: range, using: &self) }
        mutating func chance(_ p: Double) -> Bool { Double.random(in: 0..<1, using: &self) < p }
        mutating func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &self)! }
    }

    /// Runs `body` on eight threads, with the main thread drawing, and ends all that hangs.
    private func hammer(
        _ name: String, _ host: OffscreenHost, live: LiveHost? = nil, _ body: @escaping @Sendable (Int, inout Random) -> Void
    ) {
        let group = DispatchGroup(), end = Date(timeIntervalSinceNow: Self.seconds), rounds = Locked(0)
        for number in 0..<Self.threads {
            group.enter()
            let thread = Thread {
                var random = Random(state: UInt64(number) &* 7919 &+ 17), count = 0
                while Date() < end {
                    body(number, &random)
                    count += 1
                }
                CATransaction.flush()
                rounds.withLock { $0 += count }
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        let limit = Date(timeIntervalSinceNow: Self.seconds + 60)
        while group.wait(timeout: .now() + 0.002) == .timedOut {
            host.advance(by: 0.004)
            _ = host.image()
            _ = host.layer.hitTest(CGPoint(x: 50, y: 50))
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.0005))
            if Date() > limit { return XCTFail("\(name): threads wait for each other") }
        }
        XCTAssertGreaterThan(rounds.withLock { $0 }, Self.threads)
        settle(host)
        compare(host, name)
    }

    private func settle(_ host: OffscreenHost) {
        for _ in 0..<3 {
            host.perform {}
            _ = host.image()
            _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
        }
    }

    /// No commit is lost: the render tree has the model's layers in the model's places, with the model's values.
    private func compare(_ host: OffscreenHost, _ name: String, file: StaticString = #filePath, line: UInt = #line) {
        var expected: [LayerID: (parent: LayerID?, layer: CALayer)] = [:]
        var waiting: [(CALayer, LayerID?)] = [(host.layer, nil)]
        while let (layer, parent) = waiting.popLast() {
            expected[layer.id] = (parent, layer)
            for each in layer.sublayers ?? [] { waiting.append((each, layer.id)) }
            if let mask = layer.mask { waiting.append((mask, layer.id)) }
        }
        let reports = host.inspect()
        let shown = Set(reports.map(\.id))
        XCTAssertEqual(shown.subtracting(expected.keys), [], "\(name): layers that were removed", file: file, line: line)
        let missing = expected.filter { !shown.contains($0.key) }
        XCTAssertEqual(
            missing.map { "\(type(of: $1.layer)) in \($1.parent.map { expected[$0].map { "\(type(of: $0.layer))" } ?? "?" } ?? "none")" },
            [],
            "\(name): layers that were added", file: file, line: line)
        var wrong = 0, differences: [String] = []
        for report in reports {
            guard let (parent, layer) = expected[report.id] else { continue }
            var state = layer.currentState
            // The render tree's own: what a begin time that waits becomes, and tiles.
            state.objects.tiles = nil
            var committed = report.committed
            committed.objects.tiles = nil
            if report.parent != parent || state != committed { wrong += 1 } else { continue }
            if report.parent != parent { differences.append("place of a \(type(of: layer))") }
            for name in Self.differences(state, committed) { differences.append("\(name) of a \(type(of: layer))") }
        }
        XCTAssertEqual(
            wrong, 0, "\(name): values or places of \(wrong) of \(reports.count) layers: \(differences)", file: file, line: line)
    }

    /// The stored properties that differ, those without a row of the table among them.
    private static func differences(_ a: LayerState, _ b: LayerState) -> [String] {
        func pairs(_ state: LayerState) -> [(String, String)] {
            [Mirror(reflecting: state.values), Mirror(reflecting: state.extra), Mirror(reflecting: state.objects)].flatMap { mirror in
                mirror.children.map { ($0.label ?? "?", String(describing: $0.value)) }
            }
        }
        return zip(pairs(a), pairs(b)).compactMap { $0.1 == $1.1 ? nil : "\($0.0) (\($0.1.prefix(200)) and \($1.1.prefix(200)))" }
    }

    private func host() -> OffscreenHost { OffscreenHost(size: CGSize(width: 100, height: 100), background: .white) }

    private static func box() -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: 1, y: 1, width: 5, height: 5)
        layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
        return layer
    }

    // MARK: Trees

    func testSubtreesOfTheirOwn() {
        let host = host()
        let roots = host.perform {
            (0..<Self.threads).map { _ in
                let root = CALayer()
                host.layer.addSublayer(root)
                return root
            }
        }
        let handed = Handed(value: roots)
        hammer("subtrees", host) { number, random in
            let root = handed.value[number]
            if random.chance(0.5) { CATransaction.begin() } else { CATransaction.flush() }
            let layer = Self.box()
            root.addSublayer(layer)
            layer.opacity = 0.3
            if random.chance(0.5) { root.sublayers?.first?.removeFromSuperlayer() }
            if random.chance(0.05) { root.sublayers = nil }
            if random.chance(0.1) { layer.mask = Self.box() }
            CATransaction.flush()
            while CATransaction.isInExplicit { CATransaction.commit() }
        }
    }

    func testASharedSuperlayer() {
        let host = host(), shared = Self.box()
        host.perform { host.layer.addSublayer(shared) }
        let handed = Handed(value: (shared, host.layer))
        hammer("shared", host) { _, random in
            let (shared, root) = handed.value
            CATransaction.begin()
            let layer = Self.box()
            switch random.next() % 5 {
            case 0: shared.insertSublayer(layer, at: UInt32(random.next() % 9))
            case 1: shared.insertSublayer(layer, below: shared.sublayers?.first)
            case 2: shared.insertSublayer(layer, above: shared.sublayers?.last)
            case 3: if let first = shared.sublayers?.first { shared.replaceSublayer(first, with: layer) } else { shared.addSublayer(layer) }
            default: shared.addSublayer(layer)
            }
            layer.opacity = 0.3
            CATransaction.commit()
            CATransaction.begin()
            if random.chance(0.3) { root.addSublayer(layer) }
            if random.chance(0.3), let other = shared.sublayers?.randomElement(using: &random), other !== layer { layer.addSublayer(other) }
            layer.removeFromSuperlayer()
            if random.chance(0.2) { shared.sublayers?.randomElement(using: &random)?.removeFromSuperlayer() }
            CATransaction.commit()
        }
    }

    /// Pairs that are made and changed in one transaction are never seen alone.
    func testATransactionShowsWhole() {
        let host = host()
        let (a, b) = (Self.box(), Self.box())
        host.perform {
            host.layer.addSublayer(a)
            host.layer.addSublayer(b)
        }
        let handed = Handed(value: (a, b, host.layer)), halves = Locked(0)
        let done = DispatchSemaphore(value: 0), end = Date(timeIntervalSinceNow: Self.seconds)
        Thread {
            let (a, b, root) = handed.value
            var n = 0.0, pair: [CALayer] = []
            while Date() < end {
                n += 1
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                a.zPosition = n
                for layer in pair { layer.removeFromSuperlayer() }
                pair = [CALayer(), CALayer()]
                for layer in pair { root.addSublayer(layer) }
                usleep(50)
                b.zPosition = n
                CATransaction.commit()
            }
            done.signal()
        }.start()
        while done.wait(timeout: .now()) == .timedOut {
            // The main thread changes the same layers, and commits, at any time.
            host.perform {
                CATransaction.setDisableActions(true)
                a.opacity = a.opacity == 1 ? 0.5 : 1
                host.layer.addSublayer(Self.box())
                if let last = host.layer.sublayers?.last(where: { $0.backgroundColor != nil && $0 !== a && $0 !== b }) {
                    last.removeFromSuperlayer()
                }
            }
            host.advance(by: 0.001)
            let reports = host.inspect()
            let z = reports.filter { $0.id == a.id || $0.id == b.id }.map(\.committed.values.zPosition)
            let plain = reports.filter { $0.parent == host.layer.id && !$0.committed.values.flags.contains(.hasBackgroundColor) }.count
            if Set(z).count > 1 || plain % 2 != 0 { halves.withLock { $0 += 1 } }
        }
        XCTAssertEqual(halves.withLock { $0 }, 0)
        settle(host)
        compare(host, "whole")
    }

    // MARK: One layer

    func testALayerThatAllChange() {
        let host = host(), layers = Self.every()
        host.perform { for layer in layers { host.layer.addSublayer(layer) } }
        let live = LiveHost(size: CGSize(width: 60, height: 60)), others = Self.every()
        for layer in others { live.layer.addSublayer(layer) }
        CATransaction.flush()
        let handed = Handed(value: layers + others)
        hammer("properties", host, live: live) { number, random in
            let layer = random.pick(handed.value)
            CATransaction.begin()
            if random.chance(0.5) { CATransaction.setDisableActions(true) }
            for _ in 0..<4 { Self.change(layer, &random) }
            for _ in 0..<4 { Self.ask(layer, &random) }
            CATransaction.commit()
            if random.chance(0.1) { CATransaction.flush() }
        }
        withExtendedLifetime(live) {}
    }

    private static func every() -> [CALayer] {
        [
            CALayer(), CAShapeLayer(), CAGradientLayer(), CAReplicatorLayer(), CAScrollLayer(), CATextLayer(), CAEmitterLayer(),
            CATransformLayer(), CATiledLayer(), Drawn(), Own(),
        ].map { layer in
            layer.frame = CGRect(x: 5, y: 5, width: 30, height: 30)
            layer.addSublayer(box())
            return layer
        }
    }

    /// A class of a program: own properties, drawing, layout.
    private final class Own: CALayer {
        @CAAnimatable("angle") var angle: CGFloat = 0
        let count: Int
        override init() { count = 1; super.init() }
        override init(layer: Any) {
            count = (layer as? Own)?.count ?? 0
            super.init(layer: layer)
        }
        required init?(coder: NSCoder) { count = 1; super.init(coder: coder) }
        override class func needsDisplay(forKey key: String) -> Bool { key == "angle" || super.needsDisplay(forKey: key) }
        override func layoutSublayers() { sublayers?.first?.position = CGPoint(x: bounds.midX, y: bounds.midY) }
    }

    private final class Drawn: CALayer {
        override func draw(in ctx: CGContext) { ctx.fill(bounds.insetBy(dx: 2, dy: 2)) }
    }

    /// Sets one of everything that can be set.
    private static func change(_ layer: CALayer, _ random: inout Random) {
        let n = random.number(), f = Float(n / 90)
        switch random.next() % 60 {
        case 0: layer.position = CGPoint(x: n, y: n)
        case 1: layer.bounds = CGRect(x: 0, y: 0, width: n, height: n)
        case 2: layer.frame = CGRect(x: n, y: n, width: n, height: n)
        case 3: layer.opacity = f
        case 4: layer.transform = CATransform3DMakeRotation(n, 0, 0, 1)
        case 5: layer.sublayerTransform = CATransform3DMakeScale(n / 45, 1, 1)
        case 6: layer.zPosition = n
        case 7: layer.anchorPoint = CGPoint(x: n / 90, y: 0.5)
        case 8: layer.isHidden = random.chance(0.2)
        case 9: layer.masksToBounds = random.chance(0.5)
        case 10: layer.contents = random.chance(0.5) ? nil : picture
        case 11: layer.contentsGravity = random.pick([.center, .resize, .resizeAspect])
        case 12: layer.backgroundColor = CGColor(red: n / 90, green: 0, blue: 0, alpha: 1)
        case 13: layer.cornerRadius = n / 9
        case 14: layer.borderWidth = n / 30
        case 15: layer.shadowOpacity = f
        case 16: layer.shadowPath = random.chance(0.5) ? nil : CGPath(rect: layer.bounds, transform: nil)
        case 17: layer.name = "name \(Int(n))"
        case 18: layer.speed = random.chance(0.9) ? 1 : 2
        case 19: layer.timeOffset = 0
        case 20: layer.filters = random.chance(0.7) ? nil : [blur(n)]
        case 21: layer.compositingFilter = random.chance(0.5) ? nil : "multiplyBlendMode"
        case 22: layer.style = random.chance(0.5) ? nil : ["opacity": f]
        case 23: layer.actions = random.chance(0.5) ? nil : ["position": NSNull()]
        case 24: layer.setValue("x\(Int(n))", forKey: "k\(Int(n) % 5)")
        case 25: layer.setValue(n, forKeyPath: "transform.rotation.z")
        case 26: layer.setValue(n, forKeyPath: "bounds.size.width")
        case 27: layer.autoresizingMask = random.pick([[], [.layerWidthSizable], [.layerMinXMargin]])
        case 28: layer.constraints = random.chance(0.5) ? nil : [CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX)]
        case 29: layer.layoutManager = random.chance(0.5) ? nil : CAConstraintLayoutManager()
        case 30: layer.setNeedsLayout()
        case 31: layer.layoutIfNeeded()
        case 32: layer.setNeedsDisplay()
        case 33: layer.displayIfNeeded()
        case 34: layer.mask = random.chance(0.6) ? nil : box()
        case 35...40: animate(layer, &random)
        case 41: layer.removeAllAnimations()
        case 42: layer.removeAnimation(forKey: "a\(Int(n) % 5)")
        case 43: layer.addSublayer(box())
        case 44: layer.sublayers?.first?.removeFromSuperlayer()
        case 45: layer.sublayers = [box()]
        case 46: layer.shouldRasterize = random.chance(0.3)
        case 47: layer.delegate = random.chance(0.5) ? nil : delegate
        case 48: CATransaction.setCompletionBlock { _ = layer.opacity }
        case 49: CATransaction.setAnimationDuration(0.01)
        case 50: (layer as? Own)?.angle = n
        case 51: layer.edgeAntialiasingMask = [.layerLeftEdge]
        case 52: layer.contentsScale = random.pick([1, 2])
        default: special(layer, n, f, &random)
        }
    }

    private static func special(_ layer: CALayer, _ n: CGFloat, _ f: Float, _ random: inout Random) {
        switch layer {
        case let layer as CAShapeLayer:
            layer.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: n, height: n), transform: nil)
            layer.strokeEnd = n / 90
            layer.lineDashPattern = random.chance(0.5) ? nil : [3, 2]
            layer.strokeColor = .black
        case let layer as CAGradientLayer:
            layer.colors = [CGColor.black, CGColor(red: n / 90, green: 0, blue: 0, alpha: 1)]
            layer.locations = [0, 1]
            layer.startPoint = CGPoint(x: n / 90, y: 0)
        case let layer as CAReplicatorLayer:
            layer.instanceCount = Int(n) % 4
            layer.instanceTransform = CATransform3DMakeTranslation(n, 0, 0)
        case let layer as CAScrollLayer: layer.scroll(to: CGPoint(x: n, y: n))
        case let layer as CATextLayer:
            layer.string = "text \(Int(n))"
            layer.fontSize = 8 + n / 9
            layer.isWrapped = random.chance(0.5)
        case let layer as CAEmitterLayer:
            let cell = CAEmitterCell()
            cell.name = "spark"
            cell.birthRate = Float(n)
            cell.lifetime = 0.2
            layer.emitterCells = [cell]
            layer.setValue(n, forKeyPath: "emitterCells.spark.velocity")
            layer.birthRate = f
        case let layer as CATiledLayer:
            layer.tileSize = CGSize(width: 16 + n, height: 16 + n)
            layer.levelsOfDetail = Int(n) % 3 + 1
            layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: n, height: n))
        default: layer.drawsAsynchronously = random.chance(0.5)
        }
    }

    private static func animate(_ layer: CALayer, _ random: inout Random) {
        let n = random.number()
        let key = random.chance(0.8) ? "a\(Int(n) % 5)" : nil
        switch random.next() % 6 {
        case 0:
            let spring = CASpringAnimation(keyPath: "position.y")
            spring.toValue = n
            spring.duration = 0.02
            layer.add(spring, forKey: key)
        case 1:
            let frames = CAKeyframeAnimation(keyPath: "opacity")
            frames.values = [0, 1, 0.5]
            frames.duration = 0.02
            layer.add(frames, forKey: key)
        case 2:
            let group = CAAnimationGroup()
            group.animations = [CABasicAnimation(keyPath: "zPosition"), shared]
            group.duration = 0.02
            layer.add(group, forKey: key)
        case 3: layer.add(CATransition(), forKey: nil)
        case 4: layer.add(shared, forKey: key)
        default:
            let basic = CABasicAnimation(keyPath: "position.x")
            basic.toValue = 5
            basic.duration = 0.01
            basic.isRemovedOnCompletion = random.chance(0.9)
            layer.add(basic, forKey: key)
        }
        // One object that all threads change and read.
        shared.duration = Double(n) / 1000
        shared.toValue = n
        shared.timingFunction = CAMediaTimingFunction(name: .easeIn)
        shared.setValue(n, forKey: "tag")
        _ = (shared.duration, shared.toValue, shared.value(forKey: "tag"), shared.copy())
    }

    /// Asks one of everything that can be asked.
    private static func ask(_ layer: CALayer, _ random: inout Random) {
        let p = CGPoint(x: random.number(), y: random.number())
        switch random.next() % 24 {
        case 0: _ = layer.presentation()?.position
        case 1: _ = layer.presentation()?.sublayers
        case 2: _ = layer.hitTest(p)
        case 3: _ = layer.animationKeys()
        case 4: _ = layer.animation(forKey: "a1")?.duration
        case 5: _ = layer.convert(p, to: layer.superlayer)
        case 6: _ = layer.convert(CGRect(origin: p, size: .zero), from: nil)
        case 7: _ = layer.convertTime(1, from: nil)
        case 8: _ = layer.superlayer?.superlayer?.opacity
        case 9: _ = layer.sublayers?.last?.frame
        case 10: _ = layer.value(forKeyPath: "transform.rotation.z")
        case 11: _ = layer.value(forKey: "k1")
        case 12: _ = (layer.frame, layer.bounds, layer.contentsAreFlipped(), layer.visibleRect)
        case 13: _ = (layer.backgroundColor, layer.name, layer.contents, layer.filters)
        case 14: _ = (layer.style, layer.actions, layer.constraints, layer.delegate)
        case 15: _ = layer.action(forKey: "position")
        case 16: _ = (layer.needsLayout(), layer.needsDisplay(), layer.preferredFrameSize())
        case 17: _ = (layer.model(), layer.presentation()?.model())
        case 18: _ = layer.presentation()?.hitTest(p)
        case 19: _ = layer.presentation()?.superlayer
        case 20: _ = try? NSKeyedArchiver.archivedData(withRootObject: box(), requiringSecureCoding: true)
        case 21: _ = (CATransaction.animationDuration(), CATransaction.completionBlock() != nil, CACurrentMediaTime())
        case 22: _ = (layer as? CAEmitterLayer)?.emitterCells?.first?.value(forKey: "velocity")
        default: _ = (layer.affineTransform(), layer.shouldArchiveValue(forKey: "opacity"), layer.description)
        }
    }

    private final class Delegate: NSObject, CALayerDelegate, CAAnimationDelegate, Sendable {
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { event == "opacity" ? NSNull() : nil }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { _ = anim.duration }
    }
    private static let delegate = Delegate()
    nonisolated(unsafe) private static let shared: CABasicAnimation = {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.delegate = delegate
        return animation
    }()
    private static let picture = CGImage(width: 2, height: 2, premultipliedBGRA: [UInt8](repeating: 128, count: 16))!
    private static func blur(_ n: CGFloat) -> CAFilter {
        let filter = CAFilter(type: "gaussianBlur")
        filter.name = "blur"
        filter.setValue(n / 30, forKey: "inputRadius")
        return filter
    }

    // MARK: Releases, run loops, display links

    func testLayersReleasedOnAnyThread() throws {
        try XCTSkipIf(Self.isShort, "the long hammer is not asked for")
        let host = host(), handed = Handed(value: host.layer)
        let shelf = Handed(value: Locked<[CALayer]>([]))
        hammer("releases", host) { _, random in
            CATransaction.begin()
            let layer = Self.box()
            for _ in 0..<3 { layer.addSublayer(Self.box()) }
            layer.mask = Self.box()
            handed.value.addSublayer(layer)
            let child = layer.sublayers![0]
            CATransaction.commit()
            // Others let go of it, and ask a sublayer for its superlayer meanwhile.
            let old = shelf.value.withLock { kept -> [CALayer] in
                kept.append(layer)
                guard kept.count > 20 else { return [] }
                defer { kept = [] }
                return kept
            }
            for each in old { each.removeFromSuperlayer() }
            _ = child.superlayer?.opacity
            _ = child.presentation()
            if random.chance(0.3) { layer.removeFromSuperlayer() }
            CATransaction.flush()
        }
        host.perform {
            for each in shelf.value.withLock({ $0 }) { each.removeFromSuperlayer() }
        }
        _ = shelf.value.withLock { kept in
            defer { kept = [] }
            return kept
        }
        settle(host)
        compare(host, "released")
        XCTAssertEqual(host.layerCount, 1 + (host.layer.sublayers?.count ?? 0))
    }

    func testRunLoopsDisplayLinksAndContexts() throws {
        try XCTSkipIf(Self.isShort, "the long hammer is not asked for")
        let host = host(), handed = Handed(value: host.layer), calls = Locked(0)
        let links = Handed(value: Locked<[CADisplayLink]>([]))
        hammer("run loops", host) { _, random in
            let layer = Self.box()
            handed.value.addSublayer(layer)
            layer.opacity = 0.5
            let link = CADisplayLink { link in
                calls.withLock { $0 += 1 }
                _ = (link.timestamp, link.targetTimestamp, link.duration)
            }
            link.preferredFramesPerSecond = 60
            link.add(to: .current, forMode: .default)
            links.value.withLock { $0.append(link) }
            let mine = Handed(value: layer)
            RunLoop.current.perform { mine.value.removeFromSuperlayer() }
            // The implicit transaction is committed by the loop.
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.002))
            let other = links.value.withLock { $0.randomElement(using: &random) }
            other?.isPaused = random.chance(0.5)
            if random.chance(0.3) { _ = other?.preferredFrameRateRange }
            // Any thread ends it.
            if random.chance(0.7) { other?.invalidate() }
            link.invalidate()
            // Hosts come and go, too.
            let own = OffscreenHost(size: CGSize(width: 4, height: 4))
            own.perform { own.layer.addSublayer(layer) }
            _ = own.image()
        }
        for link in links.value.withLock({ $0 }) { link.invalidate() }
        host.perform { host.layer.sublayers = nil }
        settle(host)
        compare(host, "run loops")
    }
}

extension CATransaction {
    fileprivate static var isInExplicit: Bool { TransactionThread.current.level > 0 && !TransactionThread.current.isInImplicit }
}
