import CoreGraphics
import QuartzCore
import XCTest
@testable import AgateFormats

/// The measure on trial: each fault that is planted must be found out, however small a share of the canvas it takes.
final class PictureFitTests: XCTestCase {
    private func picture(_ change: (CALayer) -> Void = { _ in }) throws -> CGImage {
        let root = CALayer(), card = CALayer(), child = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 600, height: 600)
        root.backgroundColor = .white
        card.frame = CGRect(x: 40, y: 40, width: 40, height: 30)
        card.backgroundColor = CGColor(srgbRed: 0.2, green: 0.5, blue: 0.9, alpha: 1)
        card.borderColor = .black
        card.borderWidth = 1
        card.cornerRadius = 6
        card.shadowOpacity = 0.5
        card.shadowRadius = 4
        child.frame = CGRect(x: 30, y: 20, width: 20, height: 20)
        child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let clip = CALayer()
        clip.frame = card.bounds
        clip.cornerRadius = 6
        clip.masksToBounds = true
        clip.addSublayer(child)
        card.addSublayer(clip)
        root.addSublayer(card)
        change(card)
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: 600, height: 600, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
            ))
        root.render(in: context)
        return try XCTUnwrap(context.makeImage())
    }

    func testAPictureAgreesWithItself() throws {
        let fit = try PictureFit(picture(), picture())
        XCTAssertTrue(fit.agrees && fit.agreesAsWhole)
        XCTAssertEqual(fit.paintedShare, 0)
        XCTAssertGreaterThan(fit.painted, 40 * 30)
        XCTAssertLessThan(fit.painted, 80 * 80)
    }

    func testPlantedFaultsAreFound() throws {
        let right = try picture()
        let faults: [(String, (CALayer) -> Void)] = [
            ("border", { $0.borderWidth = 0 }), ("a border too wide", { $0.borderWidth = 1.5 }),
            ("shadow radius", { $0.shadowRadius *= 1.15 }),
            ("masksToBounds", { $0.sublayers?.first?.masksToBounds = false }), ("corner radius", { $0.cornerRadius = 5 }),
            ("corners", { $0.cornerRadius = 0 }), ("no shadow", { $0.shadowOpacity = 0 }), ("colour", { $0.backgroundColor = .black }),
        ]
        var missedAsWhole = 0
        for (name, change) in faults {
            let fit = try PictureFit(picture(change), right)
            XCTAssertFalse(fit.agrees, "\(name): \(fit)")
            if fit.agreesAsWhole { missedAsWhole += 1 }
        }
        XCTAssertGreaterThanOrEqual(missedAsWhole, 3, "the share of the whole canvas lets most of them pass")
    }

    func testOnePixelFarOffIsFound() throws {
        func image(_ pixel: UInt32) throws -> CGImage {
            try XCTUnwrap(
                CGImage(width: 100, height: 100) { pixels in
                    for i in pixels.indices { pixels[i] = i % 100 < 50 ? 0xFF00_00FF : 0xFFFF_FFFF }
                    pixels[20] = pixel
                })
        }
        let fit = try PictureFit(image(0xFF00_0000), image(0xFF00_00FF))
        XCTAssertFalse(fit.agrees)
        XCTAssertEqual([fit.failing, fit.largest], [1, 255])
        XCTAssertTrue(fit.agreesAsWhole)
        XCTAssertTrue(try PictureFit(image(0xFF00_00E0), image(0xFF00_00FF)).agrees, "a little off at one place")
    }

    func testTheBackgroundIsWhatIsSeenMost() throws {
        func image(_ background: UInt32, painted: Int, _ color: UInt32) throws -> CGImage {
            try XCTUnwrap(
                CGImage(width: 50, height: 50) { pixels in
                    for i in pixels.indices { pixels[i] = i < painted ? color : background }
                })
        }
        let fit = try PictureFit(image(0xFFFF_CC00, painted: 10, 0xFF00_0000), image(0xFFFF_CC00, painted: 20, 0xFF00_0000))
        XCTAssertEqual([fit.painted, fit.failing], [20, 10])
        let blank = try PictureFit(image(0, painted: 0, 0), image(0, painted: 0, 0))
        XCTAssertEqual(blank.paintedShare, 0)
        XCTAssertTrue(blank.agrees)
        XCTAssertThrowsError(try PictureFit(image(0, painted: 0, 0), XCTUnwrap(CGImage(width: 2, height: 2) { _ in })))
    }
}
