import Agate
import AgateRecording
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import TestSupport
import XCTest

@testable import AgateInspector

final class ReportTests: XCTestCase {
    /// A layer that moves by itself, one whose change animates nothing, and an image that is shown small.
    static func scene() throws -> (recording: Recording, images: [CGImage]) {
        let host = OffscreenHost(size: CGSize(width: 120, height: 80), scale: 2, background: .white)
        var options = Recorder.Options()
        (options.includesLog, options.title) = (true, "</script><b>scene")
        guard let recorder = Recorder(host, options: options) else { throw XCTSkip("no recorder") }
        defer { TransactionLog.shared.isEnabled = false }
        let knob = CALayer()
        let still = CALayer()
        host.perform {
            knob.name = "knob"
            knob.frame = CGRect(x: 10, y: 10, width: 30, height: 30)
            knob.backgroundColor = CGColor(red: 0.9, green: 0.2, blue: 0.1, alpha: 1)
            still.name = "still"
            still.frame = CGRect(x: 60, y: 20, width: 40, height: 40)
            still.backgroundColor = CGColor(red: 0.1, green: 0.4, blue: 0.9, alpha: 0.5)
            still.shadowOpacity = 0.5
            host.layer.addSublayer(knob)
            host.layer.addSublayer(still)
        }
        _ = host.image(at: 0.1)
        host.perform { knob.position = CGPoint(x: 80, y: 50) }
        host.perform {
            CATransaction.setDisableActions(true)
            still.cornerRadius = 12
        }
        let images = (0..<20).map { host.image(at: 0.1 + Double($0) / 60) }
        return (recorder.recording(), images)
    }

    func testALookHasTheLayersThePictureAndTheOps() throws {
        let (recording, images) = try Self.scene()
        let inspected = InspectedRecording(recording)
        let look = inspected.look(at: 0.1 + 6.0 / 60)
        XCTAssertEqual(look.size, [240, 160])
        XCTAssertEqual(look.layers.map(\.name), [nil, "knob", "still"])
        let knob = look.layers[1]
        XCTAssertEqual(knob.values?.model["position"], "80, 50")
        let shown = try XCTUnwrap(knob.values?.presentation["position"])
        XCTAssertNotEqual(shown, "80, 50")
        XCTAssertEqual(knob.animations, 1)
        XCTAssertEqual(look.layers[2].passes, 1)
        // Corners in pixels: twice the points.
        XCTAssertEqual(look.layers[2].quad, [120, 40, 200, 40, 200, 120, 120, 120])
        XCTAssertTrue(look.ops.contains { $0.kind == "fill" && $0.layer == 1 })
        let png = try XCTUnwrap(look.picture.flatMap { Data(base64Encoded: String($0.dropFirst("data:image/png;base64,".count))) })
        let picture = try ImageCodec.decode(png, name: "picture")
        XCTAssertTrue(picture.hasEqualPixels(to: images[6]))
    }

    func testWhatIsInARasterisedLayerStandsWhereItShows() throws {
        let host = OffscreenHost(size: CGSize(width: 200, height: 160), background: .white)
        let recorder = try XCTUnwrap(Recorder(host))
        host.perform {
            func box(_ name: String, _ frame: CGRect, in layer: CALayer) -> CALayer {
                let made = CALayer()
                (made.name, made.frame) = (name, frame)
                made.backgroundColor = CGColor(red: 0.3, green: 0.5, blue: 0.2, alpha: 1)
                layer.addSublayer(made)
                return made
            }
            let outer = box("outer", CGRect(x: 20, y: 30, width: 100, height: 80), in: host.layer)
            (outer.shouldRasterize, outer.rasterizationScale) = (true, 2)
            let inner = box("inner", CGRect(x: 10, y: 20, width: 40, height: 30), in: outer)
            inner.shouldRasterize = true
            _ = box("leaf", CGRect(x: 5, y: 6, width: 10, height: 12), in: inner)
            _ = box("beside", CGRect(x: 150, y: 10, width: 20, height: 20), in: host.layer)
        }
        _ = host.image(at: 0.1)
        let look = InspectedRecording(recorder.recording()).look(at: 0.1)
        func quad(_ name: String) -> [Double]? { look.layers.first { $0.name == name }?.quad }
        XCTAssertEqual(quad("outer"), [20, 30, 120, 30, 120, 110, 20, 110])
        XCTAssertEqual(quad("inner"), [30, 50, 70, 50, 70, 80, 30, 80])
        XCTAssertEqual(quad("leaf"), [35, 56, 45, 56, 45, 68, 35, 68])
        XCTAssertEqual(quad("beside"), [150, 10, 170, 10, 170, 30, 150, 30])
        let leaf = try XCTUnwrap(look.layers.firstIndex { $0.name == "leaf" })
        XCTAssertEqual(look.ops.first { $0.layer == leaf }?.box, [35, 56, 45, 68])
    }

    func testTheTimelineSaysWhatAnimatesAndHow() throws {
        let bars = InspectedRecording(try Self.scene().recording).timeline.bars
        let bar = try XCTUnwrap(bars.first { $0.keyPath == "position" })
        XCTAssertEqual(bar.layerName, "knob")
        XCTAssertEqual([bar.begin, bar.end], [0.1, 0.35])
        XCTAssertEqual(bar.plot.count, 2)
        XCTAssertEqual(bar.plot[0].first ?? 0, 25, accuracy: 0.01)
        XCTAssertEqual(bar.plot[0].last ?? 0, 80, accuracy: 0.01)
        XCTAssertTrue(bar.code.contains("CABasicAnimation(keyPath: \"position\")"), bar.code)
    }

    func testBarsOfLayersWithATimeOfTheirOwnStandWhereTheyShow() throws {
        let host = OffscreenHost(size: CGSize(width: 20, height: 20))
        let recorder = try XCTUnwrap(Recorder(host))
        host.advance(by: 5)
        host.perform {
            let outer = CALayer(), inner = CALayer()
            (outer.beginTime, outer.speed) = (5, 2)
            (inner.name, inner.frame) = ("inner", CGRect(x: 0, y: 0, width: 4, height: 4))
            outer.addSublayer(inner)
            host.layer.addSublayer(outer)
            let animation = CABasicAnimation(keyPath: "opacity")
            (animation.fromValue, animation.beginTime, animation.duration) = (0, 1, 2)
            inner.add(animation, forKey: nil)
        }
        _ = host.image(at: 5.1)
        let bar = try XCTUnwrap(InspectedRecording(recorder.recording()).timeline.bars.first { $0.layerName == "inner" })
        // One second of its own is half a second, and its two seconds are one.
        XCTAssertEqual(bar.begin, 5.5, accuracy: 1e-9)
        XCTAssertEqual(bar.end, 6.5, accuracy: 1e-9)
        XCTAssertEqual(bar.plotEnd, 6.5, accuracy: 1e-9)
        XCTAssertEqual(bar.speed, 2)
    }

    func testFramesAndLog() throws {
        let inspected = InspectedRecording(try Self.scene().recording)
        XCTAssertEqual(inspected.frames.count, 21)
        XCTAssertEqual(inspected.frames[1].animations, 1)
        XCTAssertEqual(inspected.frames[0].damage, [[0, 0, 240, 160]])
        let set = try XCTUnwrap(inspected.log.entries.first { $0.kind == "set" && $0.key == "cornerRadius" })
        XCTAssertTrue(set.detail.contains("disables actions"), set.detail)
    }

    func testThePageNeedsNothingElse() throws {
        let html = InspectionReport.html(try Self.scene().recording)
        XCTAssertFalse(html.contains("</script><b>scene"), "text of the program may not end the script")
        XCTAssertEqual(html.components(separatedBy: "</script>").count, 3)
        for word in ["src=\"http", "href=\"http", "url(http", "\nimport ", "/*DATA*/", "/*STYLE*/", "/*SCRIPT*/"] {
            XCTAssertFalse(html.contains(word), word)
        }
        let json = try XCTUnwrap(html.components(separatedBy: "id=\"data\">").last?.components(separatedBy: "</script>").first)
        let data = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        XCTAssertEqual(Set(data.keys), ["trace", "hello", "frames", "log", "timeline", "input", "advice", "looks"])
        XCTAssertEqual((data["looks"] as? [Any])?.count, 21)
    }

    func testATraceIsTraceEvents() throws {
        let json = TraceFile.json(try Self.scene().recording)
        let file = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let events = try XCTUnwrap(file["traceEvents"] as? [[String: Any]])
        XCTAssertEqual(events.filter { ($0["name"] as? String)?.hasPrefix("frame ") == true }.count, 21)
        for event in events {
            XCTAssertNotNil(event["ph"] as? String)
            XCTAssertNotNil(event["ts"] as? NSNumber)
            if event["ph"] as? String == "X" { XCTAssertNotNil(event["dur"]) }
        }
        XCTAssertEqual(events.filter { $0["ph"] as? String == "b" }.count, events.filter { $0["ph"] as? String == "e" }.count)
        XCTAssertTrue(events.contains { $0["name"] as? String == "knob: position" })
    }

    func testOnlyRequestsAreRequests() {
        XCTAssertEqual(InspectorRequest(#"{"type":"look","time":0.5}"#), .look(0.5, picture: true))
        XCTAssertEqual(
            InspectorRequest(#"{"type":"set","layer":3,"key":"opacity","value":"0.5","animated":false}"#),
            .set(layer: 3, key: "opacity", value: "0.5", isAnimated: false))
        for bad in [
            "", "{", "[]", "3", "null", #"{"type":"look"}"#, #"{"type":"look","time":"x"}"#, #"{"type":"look","time":1e999}"#,
            #"{"type":"run"}"#,
            #"{"type":"set","layer":-1,"key":"opacity","value":"1"}"#, #"{"type":"explain","layer":1e300,"key":"a"}"#,
            #"{"type":"explain","layer":1,"key":"\#(String(repeating: "k", count: 300))"}"#,
        ] {
            XCTAssertNil(InspectorRequest(bad), bad)
        }
        var random = SeededGenerator(seed: 5)
        let good = Array(#"{"type":"set","layer":3,"key":"opacity","value":"0.5","animated":false}"#.utf8)
        for _ in 0..<4000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            _ = InspectorRequest(String(decoding: bytes, as: UTF8.self))
        }
        XCTAssertNil(InspectorRequest(String(repeating: " ", count: InspectorRequest.longest) + #"{"type":"log"}"#))
    }
}
