import Agate
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import TestSupport
import XCTest

@testable import AgateInspector

/// What follows a running program gets the same as who looks at all of it.
final class LiveSceneTests: XCTestCase {
    private struct Change {
        var time = 0.0
        var pixels: [UInt32] = []
        var width = 0
    }

    /// Applies a message of pixels to what a page has, as the page does: words 0xAABBGGRR.
    private func apply(_ words: [UInt32], to picture: inout Change) {
        XCTAssertEqual(words[0], 2)
        picture.time = Double(bitPattern: UInt64(words[1]) | UInt64(words[2]) << 32)
        let width = Int(words[3] & 0xFFFF)
        let height = Int(words[3] >> 16)
        if picture.pixels.count != width * height { picture.pixels = [UInt32](repeating: 0, count: width * height) }
        picture.width = width
        var at = 5
        for _ in 0..<words[4] {
            let (x, y) = (Int(words[at] & 0xFFFF), Int(words[at] >> 16))
            let (w, h) = (Int(words[at + 1] & 0xFFFF), Int(words[at + 1] >> 16))
            at += 2
            for row in y..<y + h {
                var to = row * width + x
                let end = to + w
                while to < end {
                    let (kind, count) = (words[at] >> 30, Int(words[at] & 0x3FFF_FFFF))
                    at += 1
                    XCTAssertGreaterThan(count, 0)
                    switch kind {
                    case 0: break
                    case 1:
                        for i in to..<to + count { picture.pixels[i] = words[at] }
                        at += 1
                    case 2:
                        for i in 0..<count { picture.pixels[to + i] = words[at + i] }
                        at += count
                    default: XCTFail("no run")
                    }
                    to += count
                }
                XCTAssertEqual(to, end, "a run goes beyond its row")
            }
        }
        XCTAssertEqual(at, words.count)
    }

    func testAnyPicturesAreTheSameInThePage() {
        var random = SeededGenerator(seed: 11)
        for (width, height) in [(1, 1), (3, 2), (5, 4), (67, 9), (130, 5), (200, 3)] {
            var encoder = PictureEncoder()
            encoder.resize(width, height)
            let stride = width + 3
            var now = [UInt32](repeating: 0, count: stride * height)
            var page = Change()
            page.pixels = [UInt32](repeating: 0, count: width * height)
            for turn in 0..<60 {
                // Noise, flat spots, or a little of either; the first pictures change nothing and all.
                for _ in 0..<(turn % 7) {
                    let color = UInt32.random(in: 0...UInt32.max, using: &random) | 0xFF00_0000
                    let at = Int.random(in: 0..<now.count, using: &random)
                    let isNoise = Bool.random(using: &random)
                    for i in at..<min(now.count, at + Int.random(in: 1...width * 2, using: &random)) {
                        now[i] = isNoise ? color &+ UInt32(i % 3) : color
                    }
                }
                let (x, y) = (Int32.random(in: -1..<Int32(width), using: &random), Int32.random(in: -1..<Int32(height), using: &random))
                let some = DeviceRect(x, y, x + .random(in: 0...Int32(width), using: &random), y + 2)
                let rects = turn % 3 == 0 ? [DeviceRect(-5, -5, 300, 300)] : [some, DeviceRect(0, 0, Int32(width) / 2, Int32(height))]
                let before = page.pixels
                let message = now.withUnsafeBufferPointer {
                    encoder.message(time: Double(turn), $0.baseAddress!, stride: stride, rects)
                }
                if let message { apply(message, to: &page) }
                XCTAssertEqual(message == nil, before == page.pixels)
                for (i, pixel) in page.pixels.enumerated() {
                    let place = (Int32(i % width), Int32(i / width))
                    guard rects.contains(where: { $0.x0 <= place.0 && place.0 < $0.x1 && $0.y0 <= place.1 && place.1 < $0.y1 }) else {
                        XCTAssertEqual(pixel, before[i], "outside of the rectangles")
                        continue
                    }
                    let p = now[i / width * stride + i % width]
                    let wanted = p >> 24 == 255 ? p & 0xFF00_FF00 | (p >> 16 & 0xFF) | (p & 0xFF) << 16 : 0
                    XCTAssertEqual(pixel, wanted)
                }
            }
        }
    }

    func testAPictureOfWhichNothingStaysCostsItsPixels() {
        var encoder = PictureEncoder()
        encoder.resize(64, 10)
        var random = SeededGenerator(seed: 12)
        let noise = (0..<640).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) | 0xFF00_0000 }
        let first = encoder.message(time: 0, noise, stride: 64, [DeviceRect(0, 0, 64, 10)])
        XCTAssertEqual(first?.count, 5 + 2 + 10 * 65)
        XCTAssertNil(encoder.message(time: 1, noise, stride: 64, [DeviceRect(0, 0, 64, 10)]))
        let flat = [UInt32](repeating: 0xFF11_2233, count: 640)
        XCTAssertEqual(encoder.message(time: 2, flat, stride: 64, [DeviceRect(0, 0, 64, 10)])?.count, 5 + 2 + 10 * 2)
    }

    private func assertShows(_ picture: Change, _ image: CGImage, line: UInt = #line) {
        image.withPixels { pixels in
            let wanted = (0..<image.width * image.height).map { i -> UInt32 in
                let p = pixels[i]
                return p & 0xFF00_FF00 | (p >> 16 & 0xFF) | (p & 0xFF) << 16
            }
            XCTAssertEqual(wanted == picture.pixels, true, "other pixels", line: line)
        }
    }

    private func object(_ text: String?) throws -> [String: Any] {
        try XCTUnwrap(JSONSerialization.jsonObject(with: Data(try XCTUnwrap(text).utf8)) as? [String: Any])
    }

    func testAViewerGetsWhatChangedAndNothingElse() throws {
        let host = OffscreenHost(size: CGSize(width: 60, height: 40), background: .white)
        let recorder = try XCTUnwrap(Recorder(host))
        let boxes = (0..<3).map { _ in CALayer() }
        host.perform {
            for (i, box) in boxes.enumerated() {
                box.frame = CGRect(x: 4 + 18 * i, y: 5, width: 12, height: 12)
                box.backgroundColor = CGColor(red: 0.2 * CGFloat(i), green: 0.4, blue: 0.9, alpha: 1)
                host.layer.addSublayer(box)
            }
        }
        let first = host.image(at: 0.1)
        let scene = LiveScene()
        let viewer = LiveScene.Viewer()
        scene.add(viewer)
        scene.take(recorder.tail(from: scene.next))
        var picture = Change()
        apply(try XCTUnwrap(scene.picture(for: viewer)), to: &picture)
        assertShows(picture, first)
        var delta = try object(scene.delta(for: viewer))
        XCTAssertEqual((delta["order"] as? [Any])?.count, 4)
        XCTAssertEqual((delta["layers"] as? [Any])?.count, 4)
        XCTAssertNil(scene.delta(for: viewer), "nothing happened")
        XCTAssertNil(scene.picture(for: viewer))

        host.perform { boxes[1].position.y += 10 }
        for time in [0.15, 0.2, 0.5] {
            let shown = host.image(at: time)
            scene.take(recorder.tail(from: scene.next))
            let message = try XCTUnwrap(scene.picture(for: viewer))
            XCTAssertLessThan(message.count, 60 * 40 / 4, "all of the picture came")
            apply(message, to: &picture)
            assertShows(picture, shown)
            delta = try object(scene.delta(for: viewer))
            XCTAssertNil(delta["order"])
            XCTAssertEqual((delta["layers"] as? [[String: Any]])?.map { $0["id"] as? UInt64 }, [boxes[1].id.rawValue])
            XCTAssertEqual((delta["frames"] as? [Any])?.count, 1)
            XCTAssertEqual((delta["bars"] as? [Any])?.count ?? 0, time == 0.15 ? 1 : 0, "the bar comes once")
        }

        host.perform { boxes[0].removeFromSuperlayer() }
        let without = host.image(at: 0.6)
        scene.take(recorder.tail(from: scene.next))
        apply(try XCTUnwrap(scene.picture(for: viewer)), to: &picture)
        assertShows(picture, without)
        XCTAssertEqual((try object(scene.delta(for: viewer))["order"] as? [Any])?.count, 3)

        // A page that comes later gets all of it.
        let second = LiveScene.Viewer()
        scene.add(second)
        var other = Change()
        apply(try XCTUnwrap(scene.picture(for: second)), to: &other)
        assertShows(other, without)
        XCTAssertEqual((try object(scene.delta(for: second))["layers"] as? [Any])?.count, 3)
    }

    func testALayerIsCopiedAsSwiftCAMLAndPicture() throws {
        let host = OffscreenHost(size: CGSize(width: 60, height: 40))
        let recorder = try XCTUnwrap(Recorder(host))
        let card = CALayer()
        let inner = CAShapeLayer()
        host.perform {
            card.name = "card"
            card.frame = CGRect(x: 10, y: 5, width: 20, height: 10)
            card.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
            card.setAffineTransform(CGAffineTransform(rotationAngle: 0.3))
            inner.frame = CGRect(x: 2, y: 2, width: 6, height: 6)
            inner.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 6, height: 6), transform: nil)
            inner.fillColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
            card.addSublayer(inner)
            host.layer.addSublayer(card)
        }
        _ = host.image(at: 0)
        let inspected = InspectedRecording(recorder.recording())
        func copy(_ form: String) throws -> String {
            let request = try XCTUnwrap(InspectorRequest(#"{"type":"copy","layer":\#(card.id.rawValue),"time":0,"as":"\#(form)"}"#))
            return try XCTUnwrap(object(inspected.answer(request))["text"] as? String)
        }
        let swift = try copy("swift")
        XCTAssertTrue(
            swift.contains("let layer = CALayer()") && swift.contains("layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)"), swift)
        XCTAssertTrue(swift.contains("layer.addSublayer(layer1)") && swift.contains("let layer1 = CAShapeLayer()"), swift)
        let caml = try copy("caml")
        XCTAssertTrue(caml.contains("<CAShapeLayer"), caml)
        let image = try LayerCopy(card.id.rawValue, of: Replayed.tree(of: recorder.recording()), at: 0).picture()
        XCTAssertEqual([image.width, image.height], [20, 10])
        image.withPixels { XCTAssertEqual([$0[0], $0[5 * 20 + 5]], [0xFFFF_0000, 0xFF00_00FF]) }
    }

    private enum Replayed {
        static func tree(of recording: Recording) -> RenderTree {
            let replay = Replay(recording)
            replay.seek(to: recording.span.upperBound)
            return replay.tree
        }
    }

    func testOpsAreMeasuredAndCacheHitsShown() throws {
        let host = OffscreenHost(size: CGSize(width: 80, height: 60), background: .white)
        let recorder = try XCTUnwrap(Recorder(host))
        let kept = CALayer()
        let mover = CALayer()
        host.perform {
            kept.frame = CGRect(x: 5, y: 5, width: 40, height: 40)
            kept.shouldRasterize = true
            kept.backgroundColor = CGColor(red: 0, green: 0.5, blue: 0, alpha: 1)
            let inner = CALayer()
            inner.frame = CGRect(x: 10, y: 10, width: 10, height: 10)
            inner.backgroundColor = .black
            kept.addSublayer(inner)
            mover.frame = CGRect(x: 30, y: 30, width: 20, height: 20)
            mover.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
            host.layer.addSublayer(kept)
            host.layer.addSublayer(mover)
        }
        _ = host.image(at: 0)
        host.perform { mover.position.x += 10 }
        _ = host.image(at: 0.1)
        host.perform { kept.sublayers?.first?.backgroundColor = .white }
        _ = host.image(at: 0.2)
        let inspected = InspectedRecording(recorder.recording())
        func hits(_ frame: Int) -> [Bool?] { inspected.look(atFrame: frame).ops.filter(\.isRasterized).map(\.isCacheHit) }
        XCTAssertEqual(hits(0), [false], "it is made in the first frame")
        XCTAssertEqual(hits(1), [true], "it is kept while another layer moves over it")
        XCTAssertEqual(hits(2), [false], "its content changed")
        XCTAssertEqual(hits(1), [true], "and so it was, looked at again")
        let costs = try object(inspected.answer(.ops(0.1)))
        XCTAssertGreaterThan((costs["ops"] as? [Any])?.count ?? 0, 2)
        XCTAssertGreaterThan(costs["seconds"] as? Double ?? 0, 0)
    }

    func testCompletionBlocksThatWaitAreListed() throws {
        let host = OffscreenHost(size: CGSize(width: 60, height: 40))
        let box = CALayer()
        host.perform {
            box.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            host.layer.addSublayer(box)
        }
        host.perform {
            CATransaction.begin()
            CATransaction.setCompletionBlock {}
            box.position.x = 40
            let turn = CABasicAnimation(keyPath: "transform.rotation.z")
            turn.byValue = 1
            turn.repeatCount = .infinity
            box.add(turn, forKey: "turn")
            CATransaction.commit()
        }
        let blocks = WaitingCompletion.all(under: host.layer)
        XCTAssertEqual(blocks.count, 1)
        XCTAssertEqual(blocks.first?.animations.map(\.keyPath).sorted(), ["position", "transform.rotation.z"])
        XCTAssertEqual(blocks.first?.animations.filter { $0.end == .infinity }.count, 1)
        host.perform { box.removeAllAnimations() }
        XCTAssertTrue(WaitingCompletion.all(under: host.layer).isEmpty)
    }
}
