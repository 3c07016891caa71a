import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import XCTest

@testable import AgateFormats

/// Images of another shape than their place.
final class LottieImageFitTests: XCTestCase {
    /// 20 x 10: a quarter green, half of it red, a quarter blue.
    private let wide = CGImage(width: 20, height: 10) { pixels in
        for i in pixels.indices { pixels[i] = i % 20 < 5 ? 0xFF00_FF00 : i % 20 < 15 ? 0xFFFF_0000 : 0xFF00_00FF }
    }!

    private func scene(_ reading: LottieReading) throws -> LottieScene {
        let data = ImageCodec.encodePNG(wide).base64EncodedString()
        let asset = #"{"id":"i","w":40,"h":40,"u":"","p":"data:image/png;base64,\#(data)","e":1}"#
        return try LottieScene(
            data: Data(
                #"{"v":"5.9","fr":10,"ip":0,"op":20,"w":60,"h":60,"assets":[\#(asset)],"layers":[{"ty":2,"nm":"P","refId":"i","ip":0,"op":20,"ks":{}}]}"#
                    .utf8), file: "x.json", reading: reading)
    }

    private func colors(_ picture: LottiePicture) -> [UInt32] {
        [(3, 20), (20, 20), (37, 20), (20, 3), (20, 37)].map { picture[$0.0, $0.1] }
    }
    private let red: UInt32 = 0xFFFF_0000, green: UInt32 = 0xFF00_FF00, blue: UInt32 = 0xFF00_00FF

    private func wanted(_ fit: ImageFit) -> [UInt32] {
        switch fit {
        case .fill: [red, red, red, red, red]
        case .fit: [green, red, blue, 0, 0]
        case .stretch: [green, red, blue, red, red]
        }
    }

    /// As lottie-web has it, whose SVG renderer slices by default; lottie-ios stretches.
    func testEachReading() throws {
        for reading in LottieReading.allCases {
            XCTAssertEqual(
                colors(LottiePicture(scene: try scene(reading))), wanted(reading == .iOSPlayer ? .stretch : .fill), "\(reading)")
        }
    }

    func testWhatAProgramSets() throws {
        for reading in LottieReading.allCases {
            for fit in ImageFit.allCases {
                let scene = try scene(reading)
                XCTAssertEqual(scene.setValue(.image(wide), forKeyPath: "P.Image", fit: fit), 1)
                XCTAssertEqual(colors(LottiePicture(scene: scene)), wanted(fit), "\(reading) \(fit)")
                XCTAssertEqual(scene.setValue(.image(wide), forKeyPath: "P.Image"), 1)
                XCTAssertEqual(
                    colors(LottiePicture(scene: scene)), wanted(reading == .iOSPlayer ? .stretch : .fill), "\(reading), unless said")
            }
        }
    }

    func testOfTheSameShapeNothingIsCut() throws {
        let layer = CALayer()
        for fit in ImageFit.allCases {
            fit.apply(to: layer, wide, CGSize(width: 40, height: 20))
            XCTAssertEqual(layer.contentsRect, CGRect(x: 0, y: 0, width: 1, height: 1))
            for size in [CGSize.zero, CGSize(width: CGFloat.infinity, height: 1), CGSize(width: 1, height: CGFloat.nan)] {
                fit.apply(to: layer, wide, size)
                XCTAssertEqual(layer.contentsRect, CGRect(x: 0, y: 0, width: 1, height: 1))
            }
        }
    }
}
