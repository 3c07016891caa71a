@testable import Agate
import CoreGraphics
import Foundation
import TestSupport
import XCTest

/// What holds for every window system, renderer and scale: the size in points times the scale is the size in pixels, of the picture and on
/// the screen, and a line of one pixel is one pixel wide there.
final class WindowFactsTests: XCTestCase {
    private static let asked = CGSize(width: 201, height: 151)
    private var renderers: [FrameRenderer] { hasOpenGLES ? [.cpu, .gpu] : [.cpu] }

    override func setUp() { _ = hasOpenGLES }

    // MARK: What is looked at

    /// A green window with a white line of one pixel down, at 40 pixels, and another across, at 30 pixels.
    private func open(
        _ renderer: FrameRenderer, _ size: CGSize = WindowFactsTests.asked, at place: CGPoint? = nil, scale: CGFloat? = nil
    ) throws -> WindowHost {
        var options = WindowOptions()
        options.renderer = renderer
        options.position = place
        options.scale = scale
        let window = try WindowHost(title: "facts", size: size, options: options)
        drawLines(window)
        turn(until: { window.statistics.presented > 0 }, "the first frame")
        return window
    }

    private func drawLines(_ window: WindowHost) {
        CATransaction.setDisableActions(true)
        window.layer.sublayers = nil
        window.layer.backgroundColor = CGColor(red: 0, green: 0.4, blue: 0, alpha: 1)
        let pixel = 1 / window.scale
        for frame in [
            CGRect(x: 40 * pixel, y: 0, width: pixel, height: window.size.height),
            CGRect(x: 0, y: 30 * pixel, width: window.size.width, height: pixel),
        ] {
            let line = CALayer()
            line.frame = frame
            line.backgroundColor = .white
            window.layer.addSublayer(line)
        }
        CATransaction.flush()
    }

    private enum Seen { case ground, line, other }

    private static func look(_ pixel: UInt32) -> Seen {
        let red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255
        if red > 200, green > 200, blue > 200 { return .line }
        return red < 8 && blue < 8 && (94...110).contains(green) ? .ground : .other
    }

    /// Where the window's ground is seen in a picture; nil where it is not.
    private func box(_ image: CGImage) -> CGRect? {
        image.withPixels { pixels in
            var left = Int.max, right = -1, top = Int.max, bottom = -1
            for y in 0..<image.height {
                for x in 0..<image.width where Self.look(pixels[y * image.width + x]) == .ground {
                    (left, right, top, bottom) = (min(left, x), max(right, x), min(top, y), max(bottom, y))
                }
            }
            return right < 0 ? nil : CGRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
        }
    }

    /// Which columns, or rows, of a part of a picture are a line for most of their length.
    private func lines(_ image: CGImage, in box: CGRect, across: Bool) -> [Int] {
        let length = Int(across ? box.width : box.height), count = Int(across ? box.height : box.width)
        return image.withPixels { pixels in
            (0..<count).filter { index in
                let white = (0..<length).count { other in
                    let x = Int(box.minX) + (across ? other : index), y = Int(box.minY) + (across ? index : other)
                    return Self.look(pixels[y * image.width + x]) == .line
                }
                return white * 2 > length
            }
        }
    }

    private func assertFacts(
        _ window: WindowHost, _ asked: CGSize, scale: CGFloat, _ name: String, screen: () throws -> CGImage
    ) throws {
        let pixels = CGSize(width: (asked.width * scale).rounded(.up), height: (asked.height * scale).rounded(.up))
        settle(window)
        XCTAssertEqual(window.scale, scale, name)
        let covered = CGSize(width: (window.size.width * scale).rounded(.up), height: (window.size.height * scale).rounded(.up))
        XCTAssertEqual(covered, pixels, name)
        XCTAssertEqual(window.size.width, asked.width, accuracy: 1 / scale, name)
        XCTAssertEqual(window.size.height, asked.height, accuracy: 1 / scale, name)
        XCTAssertEqual(window.layer.bounds, CGRect(origin: .zero, size: window.size), name)
        let image = try XCTUnwrap(window.image())
        XCTAssertEqual(CGSize(width: image.width, height: image.height), pixels, name)
        // A compositor shows it with a frame of its own.
        var shown = try screen(), place = box(shown)
        for _ in 0..<20 where place?.size != pixels {
            usleep(100_000)
            (shown, place) = (try screen(), box(try screen()))
        }
        if let folder = ProcessInfo.processInfo.environment["AGATE_SCREENSHOTS"] {
            writePNG(shown, URL(fileURLWithPath: folder).appendingPathComponent("facts-\(name).png"))
        }
        XCTAssertEqual(place?.size, pixels, "\(name), on the screen")
        guard let place else { return }
        XCTAssertEqual(lines(shown, in: place, across: false), [40], "\(name), columns on the screen")
        XCTAssertEqual(lines(shown, in: place, across: true), [30], "\(name), rows on the screen")
    }

    /// As it opens, and at another size.
    private func assertFacts(
        _ renderer: FrameRenderer, at place: CGPoint? = nil, scale: CGFloat, asked: CGFloat? = nil, _ name: String,
        screen: () throws -> CGImage
    ) throws {
        let window = try open(renderer, at: place, scale: asked)
        XCTAssertEqual(window.renderer, renderer, name)
        try assertFacts(window, Self.asked, scale: scale, "\(name)-\(renderer)-\(scale)", screen: screen)
        let other = CGSize(width: 147, height: 98), before = window.size
        window.resize(to: other)
        turn(until: { window.size != before }, "\(name): another size")
        drawLines(window)
        try assertFacts(window, other, scale: scale, "\(name)-\(renderer)-\(scale)-resized", screen: screen)
        window.close()
    }

    // MARK: The table

    /// X11 desktops give their scale as dots per inch. A connection is asked for it once, so that each scale has a process of its own.
    private func alone(desktopScale scale: CGFloat, _ body: (VirtualDisplay, CGFloat) throws -> Void) throws {
        let display = try VirtualDisplay.shared()
        try alone(["DISPLAY": display.name, "WAYLAND_DISPLAY": nil, "AGATE_SCALE": "\(scale)"]) {
            let scale = CGFloat(Double(ProcessInfo.processInfo.environment["AGATE_SCALE"] ?? "") ?? 1)
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("agate-resources-\(getpid())")
            try "Xft.dpi: \(Int(96 * scale))\n".write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            setenv("XENVIRONMENT", file.path, 1)
            try body(display, scale)
            return outcome
        }
    }

    func testX11() throws {
        for scale in [1, 1.5, 1.75, 2] as [CGFloat] {
            try alone(desktopScale: scale) { display, scale in
                for renderer in renderers {
                    try assertFacts(renderer, at: CGPoint(x: 100, y: 60), scale: scale, "x11") {
                        try display.screenshot(0, 0, VirtualDisplay.width, VirtualDisplay.height)
                    }
                }
            }
        }
    }

    func testWaylandInAWindow() throws {
        for scale in [1, 2] {
            try alone(on: .x11, size: (480, 330), scale: scale, ["AGATE_SCALE": "\(scale)"]) {
                let scale = CGFloat(Double(ProcessInfo.processInfo.environment["AGATE_SCALE"] ?? "") ?? 1)
                for renderer in renderers { try assertFacts(renderer, scale: scale, "wayland", screen: Weston.screenshotOfDisplay) }
                return outcome
            }
        }
    }

    /// Without a seat, and at scales that the program asks for besides.
    func testWaylandInMemory() throws {
        for scale in [1, 2] {
            try alone(on: .headless, size: (480, 330), scale: scale, ["AGATE_SCALE": "\(scale)"]) {
                let scale = CGFloat(Double(ProcessInfo.processInfo.environment["AGATE_SCALE"] ?? "") ?? 1)
                for renderer in renderers {
                    try assertFacts(renderer, scale: scale, "headless", screen: Weston.screenshot)
                    // A GPU's picture at a scale that is not the display's may be a pixel short there: EGL's surface has the size that SDL
                    // gave it.
                    if scale == 1, renderer == .cpu {
                        try assertFacts(renderer, scale: 1.5, asked: 1.5, "headless-asked", screen: Weston.screenshot)
                    }
                }
                return outcome
            }
        }
    }

    /// The console counts in pixels, as X11; there is none in tests. This driver does so, too, and shows them to nobody.
    func testWithoutAScreen() throws {
        for scale in [1, 1.5, 1.75, 2] as [CGFloat] {
            try alone(noDisplay.merging(["SDL_VIDEODRIVER": "offscreen", "AGATE_SCALE": "\(scale)"]) { $1 }) {
                let scale = CGFloat(Double(ProcessInfo.processInfo.environment["AGATE_SCALE"] ?? "") ?? 1)
                let window = try open(.cpu, scale: scale)
                try assertFacts(window, Self.asked, scale: scale, "offscreen-\(scale)") { try XCTUnwrap(window.image()) }
                return outcome
            }
        }
    }

    // MARK: Places

    /// In the middle of the screen, whatever a point is; what is larger begins in its corner.
    func testWindowsStandInTheMiddleOfX11sScreen() throws {
        let screen = CGSize(width: VirtualDisplay.width, height: VirtualDisplay.height)
        for scale in [1, 1.5, 2] as [CGFloat] {
            try alone(desktopScale: scale) { display, scale in
                for points in [CGSize(width: 200, height: 150), CGSize(width: 460, height: 320), CGSize(width: 800, height: 400)] {
                    for renderer in renderers {
                        let window = try open(renderer, points)
                        settle(window)
                        let name = "\(points) at \(scale) by \(renderer)"
                        let pixels = CGSize(width: points.width * scale, height: points.height * scale)
                        let x = max(0, ((screen.width - pixels.width) / 2).rounded(.down))
                        let y = max(0, ((screen.height - pixels.height) / 2).rounded(.down))
                        let shown = box(try display.screenshot(0, 0, VirtualDisplay.width, VirtualDisplay.height))
                        XCTAssertEqual(
                            shown, CGRect(x: x, y: y, width: min(pixels.width, screen.width), height: min(pixels.height, screen.height)),
                            name)
                        XCTAssertEqual(window.size, points, name)
                        window.close()
                    }
                }
            }
        }
    }
}
