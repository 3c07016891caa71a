import Agate
import CoreGraphics
import Foundation
import QuartzCore
import XCTest

@testable import AgateFormats

/// A scene of a small file, drawn as a window would.
struct LottiePicture {
    let image: CGImage
    let messages: [String]

    /// - Parameter layers: the file's layers; the file is `width` by `height`, 10 frames a second, frames 0 to 20.
    init(_ layers: String, frame: Double = 0, width: Int = 60, height: Int = 60, more: String = "", setUp: (LottieScene) -> Void = { _ in })
        throws
    {
        let json = #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":\#(width),"h":\#(height),"layers":[\#(layers)]\#(more)}"#
        try self.init(scene: LottieScene(data: Data(json.utf8), file: "x.json"), frame: frame, setUp: setUp)
    }

    init(scene: LottieScene, frame: Double = 0, setUp: (LottieScene) -> Void = { _ in }) {
        setUp(scene)
        let host = OffscreenHost(size: scene.size)
        host.perform {
            host.layer.addSublayer(scene.rootLayer)
            scene.currentFrame = frame
        }
        image = host.image()
        messages = scene.diagnostics.map(\.message)
    }

    /// Alpha, red, green, blue, premultiplied.
    subscript(x: Int, y: Int) -> UInt32 { image.withPixels { $0[y * image.width + x] } }

    /// The stretches of a row that are at least half covered.
    func row(_ y: Int) -> [ClosedRange<Int>] { stretches(image.width) { self[$0, y] } }
    func column(_ x: Int) -> [ClosedRange<Int>] { stretches(image.height) { self[x, $0] } }

    private func stretches(_ count: Int, _ pixel: (Int) -> UInt32) -> [ClosedRange<Int>] {
        var found: [ClosedRange<Int>] = []
        for x in 0..<count where pixel(x) >> 24 > 127 {
            if let last = found.last, last.upperBound == x - 1 { found[found.count - 1] = last.lowerBound...x } else { found.append(x...x) }
        }
        return found
    }
}

/// Items of shape layers.
enum LottieItems {
    static let red = #"{"ty":"fl","c":{"k":[1,0,0,1]},"o":{"k":100}}"#
    static let pen = #"{"ty":"st","c":{"k":[0,0,1,1]},"o":{"k":100},"w":{"k":2},"lc":1,"lj":1}"#

    static func layer(_ items: [String], ks: String = "") -> String {
        #"{"ty":4,"ip":0,"op":20,"st":0,"nm":"S","ks":{\#(ks)},"shapes":[\#(items.joined(separator: ","))]}"#
    }
    static func square(_ x: Double, _ y: Double, _ side: Double = 10) -> String {
        #"{"ty":"rc","p":{"k":[\#(x),\#(y)]},"s":{"k":[\#(side),\#(side)]},"r":{"k":0}}"#
    }
    static func line(_ x0: Double, _ x1: Double, y: Double) -> String {
        #"{"ty":"sh","ks":{"k":{"c":false,"v":[[\#(x0),\#(y)],[\#(x1),\#(y)]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}}"#
    }
    static func group(_ items: [String], _ tr: String = "") -> String {
        #"{"ty":"gr","it":[\#(items.joined(separator: ",")),{"ty":"tr"\#(tr)}]}"#
    }
    static func moving(_ from: String, _ to: String, over frames: Int = 10) -> String {
        #"{"a":1,"k":[{"t":0,"s":\#(from),"o":{"x":0,"y":0},"i":{"x":1,"y":1}},{"t":\#(frames),"s":\#(to)}]}"#
    }
}
