import CoreGraphics
import Foundation
import QuartzCore
import RenderTree
import TestSupport
import XCTest

@testable import Agate

/// What windows draw over their pictures for those who look for costs.
final class OverlayTests: XCTestCase {
    private func picture(_ kinds: WindowOverlays) throws -> CGImage {
        let host = OffscreenHost(size: CGSize(width: 280, height: 140), background: .white)
        let image = try XCTUnwrap(CGImage(width: 20, height: 20) { for i in 0..<400 { $0[i] = 0xFF30_60C0 } })
        host.perform {
            func add(_ x: CGFloat, _ change: (CALayer) -> Void) {
                let layer = CALayer()
                layer.frame = CGRect(x: x, y: 80, width: 40, height: 40)
                layer.backgroundColor = CGColor(red: 0.4, green: 0.5, blue: 0.6, alpha: 1)
                change(layer)
                host.layer.addSublayer(layer)
            }
            add(10) { _ in }
            add(60) { $0.backgroundColor = CGColor(red: 0.4, green: 0.5, blue: 0.6, alpha: 0.5) }
            add(110) { $0.shadowOpacity = 0.5 }
            add(160) {
                $0.backgroundColor = nil
                $0.contents = image
            }
            add(210) {
                $0.backgroundColor = nil
                $0.frame = CGRect(x: 210.5, y: 80, width: 20, height: 20)
                $0.contents = image
            }
        }
        let plain = host.image(at: 0)
        let samples = (0..<100).map {
            FrameOverlay.Sample(time: Double($0) / 60, seconds: 0.002 + Double($0 % 25) * 0.0008, budget: 1.0 / 60)
        }
        let list = try XCTUnwrap(host.renderTree).list
        return try XCTUnwrap(
            CGImage(width: plain.width, height: plain.height) { pixels in
                plain.withPixels { pixels.baseAddress?.update(from: $0, count: plain.width * plain.height) }
                OverlayPainter(pixels: pixels, width: plain.width, height: plain.height)
                    .draw(kinds, list, [DeviceRect(10, 110, 60, 130)], samples)
            })
    }

    private func color(_ image: CGImage, _ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
        image.withPixels { pixels in
            let p = Int(pixels[y * image.width + x])
            return (p >> 16 & 255, p >> 8 & 255, p & 255)
        }
    }

    func testEachOverlayColoursWhatItIsAbout() throws {
        let blended = try picture(.blended)
        let opaque = color(blended, 30, 100)
        XCTAssertGreaterThan(opaque.green, opaque.red + 40)
        let through = color(blended, 80, 100)
        XCTAssertGreaterThan(through.red, through.green + 40)
        let apart = color(try picture(.offscreen), 130, 100)
        XCTAssertGreaterThan(apart.red, apart.blue + 40)
        let images = try picture(.images)
        let larger = color(images, 180, 100)
        XCTAssertGreaterThan(larger.red, larger.blue - 40)
        let shifted = color(images, 220, 90)
        XCTAssertGreaterThan(shifted.red, shifted.green + 60)
        XCTAssertEqual(color(images, 30, 100).red, 102, "what is no image keeps its colour")
        let damage = color(try picture(.damage), 55, 125)
        XCTAssertLessThan(damage.blue, damage.red)
        let graph = try picture(.fps)
        XCTAssertLessThan(color(graph, 240, 60).red, 80, "the graph's ground is dark")
        if let folder = ProcessInfo.processInfo.environment["AGATE_SCREENSHOTS"] {
            writePNG(try picture(.all), URL(fileURLWithPath: folder).appendingPathComponent("overlay-all.png"))
            writePNG(try picture([.blended, .damage, .fps]), URL(fileURLWithPath: folder).appendingPathComponent("overlay-three.png"))
        }
    }

    func testWordsNameOverlays() {
        XCTAssertEqual(WindowOverlays(words: "blended, damage,FPS"), [.blended, .damage, .fps])
        XCTAssertEqual(WindowOverlays(words: ""), [])
        XCTAssertEqual(WindowOverlays(words: "all"), .all)
    }
}
