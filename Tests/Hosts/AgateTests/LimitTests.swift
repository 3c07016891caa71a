import Agate
import AgateDiagnostics
import TestSupport
import XCTest

/// The limits of `Documentation/Limits.md` that no other suite reaches: beyond each one the program goes on, and one diagnostic is
/// reported.
final class LimitTests: XCTestCase {
    override func setUp() { Diagnostic.forgetReported() }
    override func tearDown() { Diagnostic.forgetReported() }

    private func count(_ identifier: String, _ body: () -> Void) -> Int {
        diagnostics(body).count { $0.identifier == identifier }
    }

    private func show(_ layer: CALayer) -> CGImage {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(layer) }
        return host.image()
    }

    func testPartsOfATree() {
        var inner = CALayer()
        inner.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        inner.backgroundColor = .white
        for _ in 0..<3 {
            let replicator = CAReplicatorLayer()
            replicator.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
            replicator.instanceCount = 200
            replicator.addSublayer(inner)
            inner = replicator
        }
        XCTAssertEqual(count("rendertree.too-large") { _ = show(inner) }, 1)
    }

    func testEmitterCells() {
        func cells(depth: Int, width: Int) -> CAEmitterCell {
            let cell = CAEmitterCell()
            if depth > 1 { cell.emitterCells = Array(repeating: cells(depth: depth - 1, width: width), count: width) }
            return cell
        }
        for (depth, width, isOver) in [(8, 1, false), (9, 1, true), (3, 200, false), (3, 300, true)] {
            let reported = count("emitter.deep-cells") {
                let layer = CAEmitterLayer()
                layer.emitterCells = [cells(depth: depth, width: width)]
                _ = show(layer)
            }
            XCTAssertEqual(reported, isOver ? 1 : 0, "\(depth) \(width)")
        }
    }

    func testParticlesOfAnEmitter() {
        let cell = CAEmitterCell(), layer = CAEmitterLayer()
        cell.contents = show(CALayer())
        cell.birthRate = 1_000_000
        cell.lifetime = 1
        layer.emitterCells = [cell]
        let host = OffscreenHost(size: CGSize(width: 8, height: 8))
        host.perform { host.layer.addSublayer(layer) }
        XCTAssertEqual(count("emitter.too-many") { for time in [1, 1.1] { _ = host.image(at: time) } }, 1)
    }

    func testAnimationsOfAGroup() {
        let group = CAAnimationGroup(), layer = CALayer()
        group.animations = (0..<262_145).map { _ in CABasicAnimation(keyPath: "opacity") }
        XCTAssertEqual(
            count("animation.too-many") {
                layer.add(group, forKey: nil)
                _ = show(layer)
            }, 1)
    }

    func testStepsOfAHost() {
        let host = OffscreenHost(size: CGSize(width: 8, height: 8)), calls = Notes<Double>()
        host.perform {
            let link = CADisplayLink { calls.list.append($0.timestamp) }
            link.preferredFrameRateRange = CAFrameRateRange(minimum: 60, maximum: 60, preferred: 60)
            link.add(to: .main, forMode: .common)
        }
        XCTAssertEqual(count("host.too-many-steps") { host.advance(to: 2000) }, 1)
        XCTAssertEqual(calls.list.count, 100_000)
        XCTAssertEqual(host.clock.now, 2000)
    }

    func testDashes() {
        let line = CGMutablePath()
        line.move(to: .zero)
        line.addLine(to: CGPoint(x: 4_000_000, y: 0))
        XCTAssertEqual(count("path.too-many-dashes") { XCTAssertEqual(line.copy(dashingWithPhase: 0, lengths: [1, 1]), line) }, 1)
        XCTAssertEqual(count("path.too-many-dashes") { _ = line.copy(dashingWithPhase: 0, lengths: [100, 100]) }, 0)
    }

    func testCrossingsOfOutlines() {
        func stripes(across: Bool, _ count: Int) -> CGPath {
            let path = CGMutablePath()
            for i in 0..<count {
                let place = CGFloat(i) * 2, length = CGFloat(count) * 2 + 2
                path.addRect(
                    CGRect(x: across ? place : -1, y: across ? -1 : place, width: across ? 1 : length, height: across ? length : 1))
            }
            return path
        }
        XCTAssertEqual(
            count("path.too-complex") {
                XCTAssertTrue(stripes(across: true, 1100).union(stripes(across: false, 1100)).isEmpty)
            }, 1)
        XCTAssertFalse(stripes(across: true, 40).union(stripes(across: false, 40)).isEmpty)
    }

    func testSidesOfBitmaps() {
        func context(_ width: Int, _ height: Int) -> CGContext? {
            CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue)
        }
        XCTAssertNotNil(context(16_384, 2))
        XCTAssertNil(context(16_385, 2))
        XCTAssertNil(context(2, 16_385))
        XCTAssertEqual(
            count("host.refused-size") { XCTAssertEqual(OffscreenHost(size: CGSize(width: 16_385, height: 1)).image().width, 1) }, 1)
    }

    /// What lies beyond 1e8 pixels is clipped: the visible part is drawn as ever.
    func testDistantCoordinates() throws {
        for far in [1e7, 1e9, 1e12] as [CGFloat] {
            let layer = CAShapeLayer()
            layer.fillColor = .white
            layer.path = CGPath(rect: CGRect(x: -far, y: 2, width: 2 * far, height: 4), transform: nil)
            let image = show(layer)
            image.withPixels { pixels in
                XCTAssertEqual((0..<8).map { pixels[$0 * 8 + 4] >> 24 }, [0, 0, 255, 255, 255, 255, 0, 0], "\(far)")
            }
        }
    }
}
