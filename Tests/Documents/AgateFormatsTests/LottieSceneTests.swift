import Agate
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// Playing, seeking and changing a scene, on a host whose clock stands still until it is reported.
final class LottieSceneTests: XCTestCase {
    private func hosted(_ json: String = movingSquareJSON) throws -> (scene: LottieScene, host: OffscreenHost) {
        let scene = try LottieScene(data: Data(json.utf8))
        let host = OffscreenHost(size: scene.size)
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        return (scene, host)
    }

    /// The left edge of the square, 20 points wide; the square goes from 0 to 80 in a second.
    private func left(_ host: OffscreenHost, at time: Double) -> Int {
        let image = host.image(at: time)
        return image.withPixels { pixels in (0..<image.width).first { pixels[25 * image.width + $0] >> 24 > 127 } ?? -1 }
    }

    func testWhatItIs() throws {
        let scene = try LottieScene(data: Data(movingSquareJSON.utf8))
        XCTAssertEqual(scene.size, CGSize(width: 100, height: 50))
        XCTAssertEqual([scene.frameRate, scene.startFrame, scene.endFrame, scene.duration], [30, 0, 30, 1])
        XCTAssertEqual(scene.name, "Square")
        XCTAssertFalse(scene.isPlaying)
        XCTAssertEqual(scene.diagnostics, [])
    }

    func testStandsAtFirst() throws {
        let (_, host) = try hosted()
        XCTAssertEqual([left(host, at: 0), left(host, at: 5)], [0, 0])
    }

    func testPlaysOnce() throws {
        let (scene, host) = try hosted()
        var ends: [Bool] = []
        host.advance(to: 10)
        host.perform { scene.play { ends.append($0) } }
        XCTAssertEqual([left(host, at: 10.25), left(host, at: 10.5)], [20, 40])
        XCTAssertEqual(host.perform { scene.currentFrame }, 15, accuracy: 1e-6)
        XCTAssertTrue(scene.isPlaying)
        XCTAssertEqual(ends, [])
        XCTAssertEqual([left(host, at: 11), left(host, at: 30)], [80, 80])
        XCTAssertEqual(ends, [true])
        XCTAssertFalse(scene.isPlaying)
        XCTAssertEqual(scene.currentProgress, 1)
    }

    func testLoops() throws {
        let (scene, host) = try hosted()
        host.perform { scene.play(loopMode: .loop) }
        XCTAssertEqual([left(host, at: 0.5), left(host, at: 7.25), left(host, at: 100.75)], [40, 20, 60])
        host.perform { scene.play(fromFrame: 0, toFrame: 30, loopMode: .autoReverse) }
        XCTAssertEqual([left(host, at: 101), left(host, at: 102), left(host, at: 102.25)], [20, 60, 40])
        var ended = 0
        host.perform { scene.play(fromFrame: 0, loopMode: .repeat(2)) { if $0 { ended += 1 } } }
        XCTAssertEqual(left(host, at: 104.5), 80)
        XCTAssertEqual(ended, 1)
        host.perform { scene.play(fromFrame: 0, loopMode: .repeatBackwards(1)) { if $0 { ended += 1 } } }
        XCTAssertEqual([left(host, at: 106), left(host, at: 107)], [40, 0])
        XCTAssertEqual(ended, 2)
    }

    func testPartsAndSpeed() throws {
        let (scene, host) = try hosted()
        host.perform {
            scene.speed = 2
            scene.play(fromFrame: 15, toFrame: 30, loopMode: .loop)
        }
        XCTAssertEqual([left(host, at: 0.125), left(host, at: 0.3125)], [60, 50])
        host.perform { scene.speed = -1 }
        XCTAssertEqual(left(host, at: 0.375), 45)
        host.perform { scene.pause() }
        XCTAssertEqual(left(host, at: 9), 45)
        host.perform { scene.play(fromFrame: 0, toFrame: 30, loopMode: .playOnce) }
        XCTAssertEqual([left(host, at: 9.25), left(host, at: 11)], [60, 0], "backwards from its end")
    }

    func testPauseAndResume() throws {
        let (scene, host) = try hosted()
        var ends: [Bool] = []
        host.perform { scene.play { ends.append($0) } }
        _ = host.image(at: 0.25)
        host.perform { scene.pause() }
        XCTAssertEqual(ends, [false])
        XCTAssertEqual(left(host, at: 3), 20)
        host.perform { scene.play() }
        XCTAssertEqual(left(host, at: 3.5), 60)
    }

    func testSeeks() throws {
        let (scene, host) = try hosted()
        for (frame, edge) in [(0.0, 0), (7.5, 20), (30, 80), (15, 40), (-5, 0), (99, 80), (.nan, 0)] {
            host.perform { scene.currentFrame = frame }
            XCTAssertEqual(left(host, at: 1), edge, "\(frame)")
        }
        host.perform { scene.currentTime = 0.5 }
        XCTAssertEqual(left(host, at: 1), 40)
        host.perform { scene.currentProgress = 0.25 }
        XCTAssertEqual(left(host, at: 1), 20)
        host.perform {
            scene.play()
            scene.currentFrame = 15
        }
        XCTAssertEqual(left(host, at: 1.25), 60, "goes on from there")
    }

    /// What began while it was not shown begins when it is.
    func testPlaysWhenShown() throws {
        let scene = try LottieScene(data: Data(movingSquareJSON.utf8))
        scene.play(loopMode: .loop)
        CATransaction.flush()
        let host = OffscreenHost(size: scene.size)
        host.advance(to: 40)
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        XCTAssertEqual([left(host, at: 40.5), left(host, at: 41.25)], [40, 20])
    }

    func testMarkers() throws {
        let json = movingSquareJSON.replacingOccurrences(
            of: "\"layers\":[", with: #""markers":[{"tm":15,"cm":"Half ","dr":0},{"tm":24,"cm":"Late","dr":3}],"layers":["#)
        let (scene, host) = try hosted(json)
        XCTAssertEqual(scene.markers.map(\.name), ["Half", "Late"])
        XCTAssertTrue(host.perform { scene.seek(toMarker: "Half") })
        XCTAssertEqual(left(host, at: 0), 40)
        XCTAssertFalse(scene.seek(toMarker: "None"))
        XCTAssertTrue(host.perform { scene.play(marker: "Half") })
        XCTAssertEqual(left(host, at: 2), 64, "up to the next marker")
    }

    func testValues() throws {
        let (scene, host) = try hosted()
        XCTAssertEqual(scene.value(forKeyPath: "Mover.Transform.Position", atFrame: 15), .point(CGPoint(x: 50, y: 25)))
        XCTAssertTrue(scene.keyPaths().contains("Mover.Box.Fill 1.Color"), "\(scene.keyPaths())")
        func color() -> UInt32 { host.image().withPixels { $0[25 * 100 + 10] } }
        XCTAssertEqual(color(), 0xFFFF_0000)
        let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        for keyPath in ["**.Fill 1.Color", "Mover.*.Fill 1.Color", "*.Box.Fill *.Color", "Mover.Box.Fill 1.Color"] {
            host.perform { XCTAssertEqual(scene.setValue(.color(blue), forKeyPath: keyPath), 1, keyPath) }
            XCTAssertEqual(color(), 0xFF00_00FF, keyPath)
            XCTAssertEqual(scene.value(forKeyPath: "Mover.Box.Fill 1.Color"), .color(blue))
            host.perform { scene.removeValue(forKeyPath: keyPath) }
            XCTAssertEqual(color(), 0xFFFF_0000, keyPath)
        }
        host.perform {
            scene.currentFrame = 15
            scene.setValue(.size(CGSize(width: 40, height: 20)), forKeyPath: "**.Rect.Size")
        }
        XCTAssertEqual(left(host, at: 0), 30)
        host.perform { scene.setValue(.point(CGPoint(x: 20, y: 25)), forKeyPath: "Mover.Transform.Position") }
        XCTAssertEqual(left(host, at: 0), 0)
        host.perform { XCTAssertEqual(scene.setValue(.number(5), forKeyPath: "Nobody.Opacity"), 0) }
    }

    func testObserves() throws {
        let (scene, host) = try hosted()
        var seen: [LottieOverride] = []
        let observation = host.perform { scene.observe("Mover.Transform.Position") { seen.append($0) } }
        XCTAssertEqual(seen.count, 1)
        host.perform { scene.play() }
        host.advance(to: 0.5)
        XCTAssertGreaterThan(seen.count, 10)
        observation.end()
        let count = seen.count
        host.advance(to: 0.9)
        XCTAssertEqual(seen.count, count)
    }

    func testKeyPaths() {
        func matches(_ path: String, _ names: String) -> Bool { LottieKeyPath(path).matches(names.components(separatedBy: ".")) }
        for (path, names, expected) in [
            ("a.b", "a.b", true), ("a", "a.b", false), ("a.b.c", "a.b", false), ("**", "a.b", true), ("**.c", "a.b.c", true),
            ("**.c", "c", true),
            ("a.**.c", "a.c", true), ("a.**.c", "a.x.y.c", true), ("a.**.c", "b.x.c", false), ("*.b", "a.b", true), ("*.b", "b", false),
            ("Fill *", "Fill 12", true),
            ("F*l*1", "Fill 1", true), ("F*x*1", "Fill 1", false), ("**.**.**.c", "a.b.c", true), ("*", "", true),
        ] { XCTAssertEqual(matches(path, names), expected, "\(path) \(names)") }
        // Many stars cost little.
        let start = processorSeconds()
        XCTAssertFalse(
            matches(
                Array(repeating: "**", count: 200).joined(separator: ".") + ".x", Array(repeating: "a", count: 200).joined(separator: ".")))
        XCTAssertLessThan(processorSeconds() - start, 30)
    }

    /// The picture of a time is the same whether it is played or sought, and whichever is asked first.
    func testPictureOfATime() throws {
        let (a, first) = try hosted(), (b, second) = try hosted()
        first.perform { a.play(loopMode: .loop) }
        second.perform { b.currentTime = 0.3 }
        let late = first.image(at: 5.3), sought = second.image(), early = first.image(at: 0.3)
        XCTAssertEqual(try PictureDifference(late, sought).largest, 0)
        XCTAssertEqual(try PictureDifference(early, sought).largest, 0)
    }

    func testArchives() throws {
        let data = try zipArchive([
            ("manifest.json", #"{"version":1,"animations":[{"id":"a","loop":true,"speed":2}]}"#), ("animations/a.json", movingSquareJSON),
        ])
        let scene = try LottieScene(data: data)
        XCTAssertEqual(scene.loopMode, .loop)
        XCTAssertEqual(scene.speed, 2)
        let host = OffscreenHost(size: scene.size)
        host.perform {
            host.layer.addSublayer(scene.rootLayer)
            scene.play()
        }
        XCTAssertEqual([left(host, at: 0.25), left(host, at: 0.625)], [40, 20])
    }

    func testImages() throws {
        let pixel = CGImage(width: 1, height: 1, premultipliedBGRA: [0, 255, 0, 255])!
        struct Provider: LottieImageProvider {
            let image: CGImage
            func image(for asset: LottieImageAsset) -> CGImage? { asset.name == "there.png" ? image : nil }
        }
        let json =
            #"{"fr":30,"ip":0,"op":30,"w":20,"h":10,"assets":[{"id":"i","u":"img/","p":"there.png","w":10,"h":10},{"id":"j","u":"../","p":"gone.png","w":10,"h":10}],"layers":[{"ty":2,"nm":"One","refId":"i","ip":0,"op":30,"ks":{}},{"ty":2,"nm":"Two","refId":"j","ip":0,"op":30,"ks":{}}]}"#
        let scene = try LottieScene(data: Data(json.utf8), images: Provider(image: pixel), file: "x.json")
        XCTAssertEqual(scene.diagnostics.map(\.message), ["x.json: the image \"../gone.png\" of layer \"Two\" is missing"])
        let host = OffscreenHost(size: scene.size)
        host.perform { host.layer.addSublayer(scene.rootLayer) }
        XCTAssertEqual(host.image().withPixels { $0[5 * 20 + 5] }, 0xFF00_FF00)
        let red = CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 255, 255])!
        host.perform { XCTAssertEqual(scene.setValue(.image(red), forKeyPath: "One.Image"), 1) }
        XCTAssertEqual(host.image().withPixels { $0[5 * 20 + 5] }, 0xFFFF_0000)
    }

    func testErrors() {
        for (json, reason) in [("", "x.json: "), ("[]", "x.json: "), ("{\"w\":1}", "x.json: ")] {
            XCTAssertThrowsError(try LottieScene(data: Data(json.utf8), file: "x.json")) {
                XCTAssertTrue("\($0)".hasPrefix(reason), "\($0)")
            }
        }
        XCTAssertThrowsError(try LottieScene(url: URL(fileURLWithPath: "/nowhere/None.json"))) {
            XCTAssertEqual("\($0)", "/nowhere/None.json: there is no such file")
        }
    }
}
