import Agate
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import XCTest

@testable import AgateFormats

/// A scene that was only read consists of the file's values; its layers are made when they are first asked for.
final class LottieLazyTests: XCTestCase {
    private let missing = """
        {"fr":30,"ip":0,"op":30,"w":100,"h":50,"layers":[{"ty":2,"nm":"Photo","refId":"a","ip":0,"op":30,"ks":{}}],
        "assets":[{"id":"a","w":10,"h":10,"u":"","p":"none.png"}]}
        """

    private final class Provider: LottieImageProvider {
        var asked = 0
        func image(for asset: LottieImageAsset) -> CGImage? {
            asked += 1
            return nil
        }
    }

    func testReadingMakesNoLayers() throws {
        let scene = try LottieScene(data: Data(movingSquareJSON.utf8))
        scene.play(loopMode: .loop)
        scene.pause()
        scene.currentFrame = 10
        XCTAssertEqual(scene.duration, 1)
        XCTAssertFalse(scene.keyPaths().isEmpty)
        XCTAssertFalse(scene.hasLayers)
        let content = try XCTUnwrap(scene.rootLayer.sublayers?.first?.sublayers?.first)
        XCTAssertTrue(scene.hasLayers)
        XCTAssertEqual(content.sublayers?.isEmpty, false)
        XCTAssertTrue(scene.rootLayer === scene.rootLayer)
        XCTAssertEqual(scene.rootLayer.sublayers?.first?.sublayers?.first, content)
    }

    func testImagesAreLookedUpWithTheLayers() throws {
        let provider = Provider()
        let scene = try LottieScene(data: Data(missing.utf8), images: provider)
        XCTAssertEqual(provider.asked, 0)
        XCTAssertEqual(scene.diagnostics.map(\.identifier), ["lottie.missing-image"])
        XCTAssertEqual(provider.asked, 1)
        _ = scene.rootLayer
        XCTAssertEqual(provider.asked, 1)
    }

    func testValuesSetBeforeAndAfterAreThoseShown() throws {
        let green = LottieOverride.color(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
        func picture(_ setsFirst: Bool) throws -> UInt32 {
            let scene = try LottieScene(data: Data(movingSquareJSON.utf8))
            if !setsFirst { _ = scene.rootLayer }
            XCTAssertGreaterThan(scene.setValue(green, forKeyPath: "**.Color"), 0)
            XCTAssertEqual(scene.hasLayers, !setsFirst)
            return LottiePicture(scene: scene, frame: 0)[5, 25]
        }
        XCTAssertEqual(try picture(true), try picture(false))
        XCTAssertEqual(try picture(true), 0xFF00_FF00)
    }
}
