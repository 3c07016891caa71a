#if Windows
@testable import Agate
import CSDL2
import CoreGraphics
import Foundation
import XCTest

/// Measures without a display.
final class WindowGeometryTests: XCTestCase {
    private let scales: [CGFloat] = [1, 1.1, 1.2, 1.25, 1.3, 1.4, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3, 4, 8, 0.5]

    /// Neither a pixel too few nor one too many: a picture as large as the points say covers the window.
    func testPointsCoverThePixelsExactly() {
        for scale in scales {
            for pixels in Int32(1)...16_384 {
                let points = WindowGeometry.points(pixels, scale)
                guard (points * scale).rounded(.up) == CGFloat(pixels), abs(points - CGFloat(pixels) / scale) < 1e-9 else {
                    return XCTFail("\(pixels) pixels at \(scale) are \(points) points")
                }
            }
        }
    }

    /// Wayland counts in points, of which a window has whole ones, and rounds its pixels.
    func testTheScaleOfADisplayIsFoundInRoundedPixels() {
        for scale in scales where scale >= 1 {
            for width in stride(from: Int32(120), through: 4000, by: 7) {
                let height = width * 3 / 4 + 1
                func pixels(_ points: Int32) -> Int32 { Int32((CGFloat(points) * scale).rounded()) }
                let geometry = WindowGeometry(
                    own: .init(width: width, height: height), pixels: .init(width: pixels(width), height: pixels(height)), asked: nil)
                XCTAssertEqual(geometry.scale, scale, "\(width) x \(height)")
                XCTAssertTrue(geometry.countsInPoints)
                XCTAssertEqual(geometry.size.width, CGFloat(width), accuracy: 0.5 / scale + 1e-9)
                XCTAssertEqual((geometry.size.width * scale).rounded(.up), CGFloat(pixels(width)))
                XCTAssertEqual((geometry.size.height * scale).rounded(.up), CGFloat(pixels(height)))
                XCTAssertEqual(geometry.own(for: CGSize(width: CGFloat(width), height: CGFloat(height))), geometry.own)
            }
        }
    }

    /// X11 counts in pixels, whatever a point is; on Wayland a program may ask for another scale than the display's.
    func testAScaleThatIsAskedFor() {
        for density in [1, 1.5, 2] as [CGFloat] {
            for scale in scales {
                let size = CGSize(width: 210, height: 150)
                let start = WindowGeometry(
                    own: .init(width: 200, height: 100), pixels: .init(width: Int32(200 * density), height: Int32(100 * density)),
                    asked: scale)
                XCTAssertEqual(start.scale, scale)
                let own = start.own(for: size)
                func pixels(_ own: Int32) -> Int32 { Int32((CGFloat(own) * density).rounded()) }
                let geometry = WindowGeometry(
                    own: own, pixels: .init(width: pixels(own.width), height: pixels(own.height)), asked: scale)
                XCTAssertEqual(geometry.scale, scale)
                // A whole one of the window's own units at most is more than was asked for.
                for (length, asked) in [(geometry.size.width, size.width), (geometry.size.height, size.height)] {
                    XCTAssertGreaterThan(length, asked - 0.5 / scale - 1e-9, "\(density) \(scale)")
                    XCTAssertLessThan(length, asked + (density + 0.5) / scale + 1e-9, "\(density) \(scale)")
                }
                // The corner of the window is the corner of the root layer.
                let corner = geometry.point(CGFloat(geometry.own.width), CGFloat(geometry.own.height))
                XCTAssertEqual(corner.x, geometry.size.width, accuracy: 1e-9)
                XCTAssertEqual(corner.y, geometry.size.height, accuracy: 1e-9)
            }
        }
    }

    func testMeasuresThatAreNone() {
        for side in [0, -1, Int32.min] as [Int32] {
            let geometry = WindowGeometry(own: .init(width: side, height: side), pixels: .init(width: side, height: side), asked: nil)
            XCTAssertEqual(geometry.scale, 1)
            XCTAssertEqual(geometry.size, CGSize(width: 1, height: 1))
        }
        XCTAssertEqual(WindowGeometry.whole(0), 1)
        XCTAssertEqual(WindowGeometry.whole(0.01), 1)
        XCTAssertEqual(WindowGeometry.whole(1e300), 16_384)
    }

    func testTheMiddleOfTheScreen() {
        // A panel at the left, another screen before it.
        let bounds = SDL_Rect(x: 1064, y: 32, w: 936, h: 668)
        func place(_ width: Int32, _ height: Int32) -> [Int32] {
            let place = WindowGeometry.middle(of: bounds, for: .init(width: width, height: height))
            return [place.x, place.y]
        }
        XCTAssertEqual(place(400, 300), [1332, 216])
        XCTAssertEqual(place(936, 668), [1064, 32])
        XCTAssertEqual(place(937, 2000), [1064, 32], "a larger one begins where the screen does")
        XCTAssertEqual(place(1, 1), [1531, 365])
    }
}
#endif
