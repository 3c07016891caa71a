import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import conform

/// The animations that scenes describe: their short names, named timing functions, repetitions, and how they are played.
final class SceneAnimationTests: XCTestCase {
    private func animation(_ text: String, timing: String? = nil) throws -> CAAnimation {
        func json(_ text: String) throws -> JSON { try JSONDecoder().decode([JSON].self, from: Data("[\(text)]".utf8))[0] }
        return try SceneAnimation(json: json(text), timingFunction: timing.map { try json($0) }, end: 3).make()
    }

    func testShortAndLongNames() throws {
        for names in [("from", "to", "by", "begin"), ("fromValue", "toValue", "byValue", "beginTime")] {
            let text = """
                {"keyPath": "position", "\(names.0)": [1, 2], "\(names.1)": [3, 4], "\(names.2)": [5, 6], "\(names.3)": 0.5, "duration": 2,
                "autoreverses": true, "repeatCount": 2.5, "speed": 0.5, "timeOffset": 0.25, "additive": true, "cumulative": true,
                "fillMode": "forwards", "timingFunction": "easeIn"}
                """
            let made = try XCTUnwrap(animation(text) as? CABasicAnimation)
            XCTAssertEqual(made.fromValue as? CGPoint, CGPoint(x: 1, y: 2))
            XCTAssertEqual(made.toValue as? CGPoint, CGPoint(x: 3, y: 4))
            XCTAssertEqual(made.byValue as? CGPoint, CGPoint(x: 5, y: 6))
            XCTAssertEqual([made.beginTime, made.duration, made.timeOffset], [0.5, 2, 0.25])
            XCTAssertEqual([made.repeatCount, made.speed], [2.5, 0.5])
            XCTAssertTrue(made.autoreverses && made.isAdditive && made.isCumulative)
            XCTAssertEqual(made.fillMode, .forwards)
            XCTAssertEqual(made.timingFunction?.description, "easeIn")
        }
        let plain = try animation(#"{"keyPath": "opacity", "to": 0, "repeatCount": "inf"}"#)
        XCTAssertEqual(plain.duration, 3)
        XCTAssertEqual(plain.repeatCount, .infinity)
        XCTAssertFalse(plain.autoreverses)
        XCTAssertEqual(plain.fillMode, .both)
        let spring = try XCTUnwrap(animation(#"{"keyPath": "opacity", "from": 0, "to": 1, "damping": 7, "mass": 2}"#) as? CASpringAnimation)
        XCTAssertEqual([spring.damping, spring.mass, spring.stiffness], [7, 2, 100])
    }

    func testTimingFunctions() throws {
        for (text, name) in [
            ("\"linear\"", "linear"), ("\"easeIn\"", "easeIn"), ("\"easeOut\"", "easeOut"), ("\"easeInEaseOut\"", "easeInEaseOut"),
            ("\"easeInOut\"", "easeInEaseOut"), ("\"kCAMediaTimingFunctionEaseOut\"", "easeOut"), ("\"default\"", "default"),
        ] {
            let own = "{\"keyPath\": \"opacity\", \"to\": 0, \"timingFunction\": \(text)}"
            XCTAssertEqual(try animation(own).timingFunction?.description, name)
            XCTAssertEqual(try animation(#"{"keyPath": "opacity", "to": 0}"#, timing: text).timingFunction?.description, name)
        }
        XCTAssertNil(try animation(#"{"keyPath": "opacity", "to": 0}"#, timing: "null").timingFunction)
        XCTAssertThrowsError(try animation(#"{"keyPath": "opacity", "to": 0, "timingFunction": "bouncy"}"#))
        XCTAssertThrowsError(try animation(#"{"to": 0}"#))
        let keyframes = try XCTUnwrap(
            animation(#"{"keyPath": "opacity", "values": [0, 1, 0], "keyTimes": [0, 0.2, 1], "timingFunctions": ["easeIn", [0, 0, 1, 1]]}"#)
                as? CAKeyframeAnimation)
        XCTAssertEqual(keyframes.values?.count, 3)
        XCTAssertEqual(keyframes.timingFunctions?.count, 2)
    }

    /// A box of a scene's window goes from one side to the other and back, slowly first, as often as the scene says.
    func testScenesArePlayed() throws {
        let scene = """
            {"canvas": {"width": 50, "height": 10}, "scale": 1, "renderer": "window snapshot", "time": 1,
            "root": {"bounds": [0, 0, 50, 10], "sublayers": [
            {"name": "box", "bounds": [0, 0, 2, 10], "position": [5, 5], "backgroundColor": [1, 0, 0, 1]}]},
            "animations": [{"layer": "box", "keyPath": "position.x", "from": 5, "to": 45, "duration": 1, "timingFunction": "easeIn",
            "autoreverses": true, "repeatCount": 2}]}
            """
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scene-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(scene.utf8).write(to: folder.appendingPathComponent("scene.json"))
        let file = try SceneFile(folder: folder)
        XCTAssertEqual(file.time, 1)
        let stage = PictureStage(root: try file.root(), canvas: file.canvas, scale: file.scale, renderer: file.renderer)
        XCTAssertTrue(try file.play(in: stage))
        func middle(_ time: Double) throws -> Double {
            let picture = try XCTUnwrap(stage.picture(at: time))
            let red = picture.withPixels { pixels in
                (0..<50).filter { pixels[5 * 50 + $0] >> 16 & 255 > 127 && pixels[5 * 50 + $0] >> 24 > 127 }
            }
            return red.isEmpty ? -1 : Double(red.reduce(0, +)) / Double(red.count) + 0.5
        }
        let half = 5 + 40 * Double(CAMediaTimingFunction(name: .easeIn).progress(at: 0.5))
        for (time, place) in [(0, 5), (0.5, half), (1, 45), (1.5, half), (2, 5), (2.5, half), (3.5, half), (9, 5)] {
            XCTAssertEqual(try middle(time), place, accuracy: 1, "\(time)")
        }
    }

    /// Paths that a program drew through UIBezierPath have its chords, not those of a shape layer.
    func testPathsThroughBezierPaths() throws {
        func picture(_ renderer: String, _ rule: String) throws -> [UInt32] {
            let scene = """
                {"canvas": {"width": 24, "height": 24}, "scale": 1, "renderer": "\(renderer)", "root": {"bounds": [0, 0, 24, 24], "sublayers": [
                {"class": "CAShapeLayer", "bounds": [0, 0, 24, 24], "position": [12, 12], "shape": {"fillRule": "\(rule)", "fillColor": [0, 0, 0, 1],
                "path": "M 2 12 C 2 -1 22 -1 22 12 C 22 25 2 25 2 12 Z M 8 8 L 16 8 L 16 16 L 8 16 Z"}}]}}
                """
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scene-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Data(scene.utf8).write(to: folder.appendingPathComponent("scene.json"))
            let file = try SceneFile(folder: folder)
            let stage = PictureStage(root: try file.root(), canvas: file.canvas, scale: file.scale, renderer: file.renderer)
            return try XCTUnwrap(stage.picture()).withPixels { pixels in (0..<24 * 24).map { pixels[$0] >> 24 } }
        }
        for rule in ["non-zero", "even-odd"] {
            let shape = try picture("render(in:)", rule), bezier = try picture("UIBezierPath", rule)
            XCTAssertEqual(shape[12 * 24 + 12], bezier[12 * 24 + 12])
            let most = zip(shape, bezier).map { abs(Int($0) - Int($1)) }.max() ?? 0
            XCTAssertTrue((4...64).contains(most), "\(rule): \(most) of 255 by coarser chords")
        }
    }
}
