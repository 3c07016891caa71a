import CoreGraphics
import Foundation
import RenderTree
import AgateDiagnostics
import XCTest

@testable import QuartzCore

/// Tiles drawn on background threads; run under ThreadSanitizer as well.
final class TiledLayerThreadTests: XCTestCase {
    override func setUp() { CATransaction.flush() }
    override func tearDown() { CATransaction.flush() }

    private final class Map: CATiledLayer {
        struct Notes {
            var boxes: [CGRect] = []
            var scales: [CGFloat] = []
            var wereOnMain = false
        }
        let notes = Locked(Notes())
        let gate = Locked(true)
        static let gone = Locked<[Bool]>([])
        static let fades = Locked(false)

        override class func fadeDuration() -> CFTimeInterval { fades.withLock { $0 } ? 0.2 : 0 }
        deinit { Self.gone.withLock { $0.append(Thread.isMainThread) } }

        override func draw(in ctx: CGContext) {
            while !gate.withLock({ $0 }) { usleep(1000) }
            let box = ctx.boundingBoxOfClipPath, scale = ctx.ctm.a
            notes.withLock {
                $0.boxes.append(box)
                $0.scales.append(scale)
                $0.wereOnMain = $0.wereOnMain || Thread.isMainThread
            }
            ctx.setFillColor(CGColor(srgbRed: scale == 1 ? 1 : 0, green: 0, blue: scale == 1 ? 0 : 1, alpha: 1))
            ctx.fill(box)
        }

        var count: Int { notes.withLock { $0.boxes.count } }
    }

    private final class Screen: Sendable {
        let pixels = Locked<[UInt32]>([])
        let seen = Locked<Set<UInt32>>([])
        func show(_ frame: RenderedFrame) {
            let copy = frame.renderer.withPixels { p, width, height, stride in
                (0..<height).flatMap { y in (0..<width).map { p[y * stride + $0] } }
            }
            pixels.withLock { $0 = copy }
            _ = seen.withLock { $0.insert(copy[20 * 64 + 20]) }
        }
        var all: Set<UInt32> { pixels.withLock { Set($0) } }
    }

    private func show(_ map: Map, _ screen: Screen) -> (LayerContext, CALayer) {
        let thread = RenderThread(viewport: Viewport(width: 64, height: 64, rootGeometryFlipped: true)) { screen.show($0) }
        let context = LayerContext(clock: MonotonicClock.shared, driver: thread, geometryFlipped: true)
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 64, height: 64)
        (map.anchorPoint, map.bounds, map.tileSize) = (.zero, CGRect(x: 0, y: 0, width: 1024, height: 1024), CGSize(width: 32, height: 32))
        root.addSublayer(map)
        context.layer = root
        CATransaction.flush()
        return (context, root)
    }

    private func wait(_ seconds: Double = 10, until condition: () -> Bool) {
        let end = Date(timeIntervalSinceNow: seconds)
        while !condition(), Date() < end { spin(1) }
    }

    private func set(_ changes: () -> Void) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        changes()
        CATransaction.commit()
    }

    /// A program may draw something aside, in a host without a window, while it builds what a window shows.
    func testTilesOfALiveTreeComeThoughAHostCommitsIt() {
        let map = Map(), screen = Screen()
        let (context, _) = withHost(clock: MonotonicClock.shared, queue: CallbackQueue()) { show(map, screen) }
        wait { screen.all == [0xFFFF_0000] }
        XCTAssertEqual(screen.all, [0xFFFF_0000])
        withExtendedLifetime(context) {}
    }

    func testDrawsAsideAndShows_TL2() {
        let map = Map(), screen = Screen()
        let (context, _) = show(map, screen)
        wait { map.count == 9 && screen.all == [0xFFFF_0000] }
        XCTAssertEqual(screen.all, [0xFFFF_0000])
        XCTAssertEqual(map.count, 9, "four that show, and a margin of one")
        map.notes.withLock {
            XCTAssertFalse($0.wereOnMain)
            XCTAssertEqual(Set($0.boxes.map(\.size)), [CGSize(width: 32, height: 32)])
            XCTAssertEqual(Set($0.scales), [1])
        }
        // Scrolling within the margin draws only the next margin; far away, all anew.
        set { map.position.x = -32 }
        wait { map.count == 12 }
        spin(20)
        XCTAssertEqual(map.count, 12)
        set { map.position.x = -512 }
        wait { map.count == 24 && screen.all == [0xFFFF_0000] }
        spin(20)
        XCTAssertEqual(map.count, 24)
        withExtendedLifetime(context) {}
    }

    func testCoarseTilesShowUntilFinerOnesCome() {
        let map = Map(), screen = Screen()
        (map.levelsOfDetail, map.levelsOfDetailBias) = (3, 1)
        let (context, _) = show(map, screen)
        wait { screen.all == [0xFFFF_0000] }
        map.gate.withLock { $0 = false }
        set { map.transform = CATransform3DMakeScale(2, 2, 1) }
        spin(100)
        XCTAssertEqual(screen.all, [0xFFFF_0000], "level 1, enlarged")
        map.gate.withLock { $0 = true }
        wait { screen.all == [0xFF00_00FF] }
        XCTAssertEqual(screen.all, [0xFF00_00FF])
        let count = map.count
        map.gate.withLock { $0 = false }
        set { map.transform = CATransform3DIdentity }
        spin(50)
        XCTAssertEqual(screen.all, [0xFFFF_0000], "kept: nothing has to be drawn")
        map.gate.withLock { $0 = true }
        spin(50)
        XCTAssertEqual(map.count, count)
        withExtendedLifetime(context) {}
    }

    func testFadesIn() {
        Map.fades.withLock { $0 = true }
        defer { Map.fades.withLock { $0 = false } }
        let map = Map(), screen = Screen()
        let (context, _) = show(map, screen)
        wait { screen.all == [0xFFFF_0000] }
        XCTAssertEqual(screen.all, [0xFFFF_0000])
        XCTAssertGreaterThan(screen.seen.withLock { $0.count }, 2, "neither there nor away at once")
        withExtendedLifetime(context) {}
    }

    func testInvalidWhileBeingDrawnIsDrawnAgain() {
        let map = Map(), screen = Screen()
        map.gate.withLock { $0 = false }
        let (context, _) = show(map, screen)
        spin(20)
        map.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 2))
        CATransaction.flush()
        map.gate.withLock { $0 = true }
        let first = CGRect(x: 0, y: 0, width: 32, height: 32)
        wait { map.notes.withLock { $0.boxes.filter { $0 == first }.count } >= 1 && screen.all == [0xFFFF_0000] }
        set { map.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 2)) }
        wait { map.count >= 10 }
        XCTAssertGreaterThanOrEqual(map.notes.withLock { $0.boxes.filter { $0 == first }.count }, 2)
        XCTAssertLessThanOrEqual(map.count, 11)
        withExtendedLifetime(context) {}
    }

    func testRemovedWhileBeingDrawnGoesAwayOnItsThread() {
        Map.gone.withLock { $0 = [] }
        for round in 0..<20 {
            let screen = Screen()
            var map: Map? = Map()
            let (context, root) = show(map!, screen)
            if round % 2 == 0 { spin(1) }
            set { map!.removeFromSuperlayer() }
            XCTAssertEqual(map!.tileStore.byteCount, 0)
            map = nil
            wait { Map.gone.withLock { $0.count } > round }
            withExtendedLifetime((context, root)) {}
        }
        // One that an earlier test left may go now, too.
        XCTAssertFalse(Map.gone.withLock { $0 }.contains(false))
    }

    func testAnimationsFetchTheirTiles() {
        let map = Map(), screen = Screen()
        let (context, _) = show(map, screen)
        wait { map.count == 9 }
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration) = (0, -640, 0.6)
        map.add(move, forKey: "move")
        wait(2) { map.animationKeys() == nil }
        XCTAssertGreaterThan(map.count, 20, "what it passed was drawn, though the model never moved")
        withExtendedLifetime(context) {}
    }
}
