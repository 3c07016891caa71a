import Agate
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import TestSupport
import XCTest

@testable import AgateFormats

/// Lottie files written as packages and read again show the same at every frame of the file.
final class LottieConvertTests: XCTestCase {
    private func converted(_ scene: LottieScene) throws -> CAMLScene {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lottie-\(UUID().uuidString).ca")
        addTeardownBlock { try? FileManager.default.removeItem(at: url) }
        try CAMLWriter().write(scene, to: url)
        let made = try CAMLScene(contentsOf: url)
        XCTAssertEqual(made.diagnostics.map(\.message), [])
        return made
    }

    /// - Parameter share: of all pixels, how many may differ visibly.
    private func compare(_ text: String, frames: [Double], share: Double = 0.002, line: UInt = #line) throws {
        let scene = try LottieScene(data: Data(text.utf8), file: "x.json")
        XCTAssertEqual(scene.diagnostics.map(\.message), [], line: line)
        let package = try converted(scene)
        let host = OffscreenHost(size: scene.size)
        host.perform {
            host.layer.addSublayer(package.hostedLayer)
            package.startAnimations()
        }
        var isEmpty = true
        for frame in frames {
            let wanted = LottiePicture(scene: scene, frame: frame).image
            host.advance(to: frame / scene.frameRate)
            let difference = try PictureDifference(wanted, host.image())
            XCTAssertLessThanOrEqual(difference.share, share, "frame \(frame)", line: line)
            if wanted.withPixels({ pixels in (0..<wanted.width * wanted.height).contains { pixels[$0] != 0 } }) { isEmpty = false }
        }
        XCTAssertFalse(isEmpty, "nothing is shown", line: line)
    }

    private func file(_ layers: [String], more: String = "") -> String {
        #"{"fr":10,"ip":0,"op":20,"w":60,"h":60,"layers":[\#(layers.joined(separator: ","))]\#(more)}"#
    }

    func testKeyframesAndHolds() throws {
        let ks =
            #""p":\#(LottieItems.moving("[10,10]", "[50,40]")),"r":\#(LottieItems.moving("[0]", "[90]", over: 15)),"o":{"a":1,"k":[{"t":0,"s":[100],"h":1},{"t":12,"s":[40]}]}"#
        try compare(
            file([LottieItems.layer([LottieItems.square(0, 0, 16), LottieItems.red], ks: ks)]), frames: [0, 3, 5, 10, 11, 12, 13, 19])
    }

    /// What is a function of time is written frame by frame: right at each frame, and between two of them straight.
    func testFunctions() throws {
        let inner = LottieItems.layer(
            [LottieItems.square(0, 30, 16), LottieItems.red], ks: #""p":\#(LottieItems.moving("[0,0]", "[60,0]"))"#)
        let map = #""tm":{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0.5,"y":0},"i":{"x":0.5,"y":1}},{"t":10,"s":[1]},{"t":20,"s":[0]}]}"#
        let outer = #"{"ty":0,"refId":"c","w":60,"h":60,"ip":0,"op":20,"st":0,"ks":{},\#(map)}"#
        try compare(file([outer], more: #","assets":[{"id":"c","layers":[\#(inner)]}]"#), frames: [0, 2, 5, 8, 10, 14, 19])
        // Skewed, mirrored, and with a repeater that goes on.
        let copies =
            #"{"ty":"rp","c":{"k":3},"o":\#(LottieItems.moving("[0]", "[1]")),"m":1,"tr":{"p":{"k":[12,6]},"r":{"k":10},"s":{"k":[90,90]},"so":{"k":100},"eo":{"k":50}}}"#
        let skewed = LottieItems.layer(
            [LottieItems.group([LottieItems.square(0, 0, 10), LottieItems.red]), copies],
            ks: #""p":{"k":[15,20]},"s":\#(LottieItems.moving("[-100,100]", "[100,100]")),"sk":\#(LottieItems.moving("[0]", "[30]"))"#
        )
        try compare(file([skewed]), frames: [0, 3, 6, 10, 15])
    }

    func testTrimsMasksAndMattes() throws {
        let trim = #"{"ty":"tm","s":{"k":0},"e":\#(LottieItems.moving("[0]", "[100]")),"o":{"k":0},"m":1}"#
        let line = LottieItems.layer([LottieItems.line(5, 55, y: 50), LottieItems.pen, trim])
        let mask =
            #","masksProperties":[{"mode":"a","pt":{"k":{"c":true,"v":[[0,0],[30,0],[30,60],[0,60]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}},"o":{"k":100}}]"#
        let masked = ##"{"ty":1,"sw":60,"sh":20,"sc":"#00aa00","ip":0,"op":20,"ks":{}\##(mask)}"##
        let matte =
            ##"{"ty":1,"td":1,"sw":20,"sh":20,"sc":"#ffffff","ip":0,"op":20,"ks":{"p":\##(LottieItems.moving("[0,25]", "[40,25]"))}}"##
        let under = ##"{"ty":1,"tt":1,"sw":60,"sh":60,"sc":"#aa00aa","ip":5,"op":20,"ks":{}}"##
        try compare(file([line, masked, matte, under]), frames: [0, 4, 5, 7, 10, 15])
    }

    func testCamerasTextsAndStyles() throws {
        let camera =
            #"{"ty":13,"ddd":1,"ip":0,"op":20,"pe":{"k":100},"ks":{"p":\#(LottieItems.moving("[30,30,-100]", "[60,30,-120]")),"a":{"k":[30,30,0]}}}"#
        let card =
            ##"{"ty":1,"ddd":1,"sw":30,"sh":30,"sc":"#ff8800","ip":0,"op":20,"ks":{"a":{"k":[15,15,0]},"p":{"k":[30,30,0]},"ry":{"k":20}}}"##
        try compare(file([camera, card]), frames: [0, 4, 10, 15])
        let shadow = #","sy":[{"ty":2,"nm":"I","c":{"k":[1,0,0,1]},"o":{"k":100},"a":{"k":45},"d":{"k":4},"s":{"k":6}}]"#
        let styled =
            ##"{"ty":1,"sw":30,"sh":30,"sc":"#ffffff","ip":0,"op":20,"ks":{"p":\##(LottieItems.moving("[0,0]", "[30,30]"))}\##(shadow)}"##
        try compare(file([styled]), frames: [0, 5, 10])
        let blur =
            ##"{"ty":1,"sw":30,"sh":30,"sc":"#0000ff","ip":0,"op":20,"ks":{"p":{"k":[15,15]}},"ef":[{"ty":29,"nm":"B","en":1,"ef":[{"ty":0,"v":\##(LottieItems.moving("[0]", "[20]"))},{"ty":7,"v":{"k":2}},{"ty":7,"v":{"k":0}}]}]}"##
        try compare(file([blur]), frames: [0, 5, 10])
    }

    /// A function animation as keyframes.
    func testSampling() throws {
        final class Square: TimeFunction {
            func value(at time: Double) -> PropertyValue { .number(time * time) }
        }
        let animation = FunctionAnimation(keyPath: "opacity", Square())
        animation.duration = 0.5
        animation.beginTime = 2
        animation.fillMode = .both
        animation.sampleRate = 8
        let sampled = animation.sampled
        XCTAssertEqual(sampled.values as? [Double], [0, 1, 4, 9, 16].map { $0 / 64 })
        XCTAssertEqual([sampled.beginTime, sampled.duration], [2, 0.5])
        XCTAssertEqual(sampled.keyPath, "opacity")
        XCTAssertEqual(sampled.fillMode, .both)
        XCTAssertEqual(sampled.calculationMode, .linear)
        for (duration, rate, count) in [(0.0, 8.0, 2), (.infinity, 8, 2), (1, 0, 2), (1e9, 1000, 10_001), (0.26, 10, 4)] {
            animation.duration = duration
            animation.sampleRate = rate
            XCTAssertEqual(animation.sampled.values?.count, count, "\(duration) \(rate)")
        }
    }
}
