import Agate
import Foundation
import OpenGLES
import TestSupport
import XCTest

/// A white window at a place of the virtual display, with its first frame shown.
func openWindow(
    _ title: String, at x: Int, _ y: Int, _ size: CGSize = CGSize(width: 200, height: 150), renderer: FrameRenderer = .automatic
) throws -> (WindowHost, VirtualDisplay) {
    let display = try VirtualDisplay.shared()
    var options = WindowOptions()
    options.position = CGPoint(x: x, y: y)
    options.background = .white
    options.renderer = renderer
    let window = try WindowHost(title: title, size: size, options: options)
    CATransaction.flush()
    turn(until: { window.statistics.presented > 0 }, "the first frame")
    return (window, display)
}

/// A translucent box with round corners, a border and a shadow.
func box(_ x: CGFloat, _ y: CGFloat, _ red: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: x, y: y, width: 60, height: 50)
    layer.cornerRadius = 13
    layer.borderWidth = 3
    layer.borderColor = CGColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.5)
    layer.backgroundColor = CGColor(red: red, green: 0.6, blue: 0.3, alpha: 0.8)
    layer.shadowOpacity = 0.5
    layer.shadowRadius = 4
    return layer
}

/// Waits until the screen has the newest frame, and no other comes.
func settle(_ window: WindowHost) {
    var last = (-1, -1)
    turn(until: {
        turn(for: 0.1)
        // A driver may compile for longer than that; a copy comes after the frame that is being drawn.
        if window.renderer == .gpu { _ = window.image() }
        let now = (window.statistics.presented, window.statistics.rendering.frames)
        defer { last = now }
        return now == last
    })
}

/// Waits until a window shows what a host without one draws, on the screen and in its copy.
func assertShows(
    _ window: WindowHost, _ display: VirtualDisplay, at place: (x: Int, y: Int) = (100, 60), _ twin: OffscreenHost, tolerance: Int = 8,
    _ name: String
) throws {
    twin.perform {}
    settle(window)
    let wanted = twin.image(at: 1)
    let screen = try display.screenshot(place.x, place.y, Int(window.size.width), Int(window.size.height))
    assertPicturesEqual(screen, wanted, tolerance: tolerance, "\(name)-screen")
    assertPicturesEqual(try XCTUnwrap(window.image()), wanted, tolerance: tolerance, "\(name)-image")
}

/// The diagnostics that come during a call, by their identifiers.
func reports(_ body: () throws -> Void) rethrows -> [String] {
    let found = Locked<[String]>([])
    let observation = Diagnostics.observe { diagnostic in found.withLock { $0.append(diagnostic.identifier) } }
    defer { withExtendedLifetime(observation) {} }
    try body()
    return found.withLock { $0 }
}

/// Whether there is OpenGL ES, by a GPU or by software. A process that a test has started to be alone takes the answer of the one that
/// started it.
var hasOpenGLES: Bool {
    if let known = ProcessInfo.processInfo.environment["AGATE_GLES"] { return known == "1" }
    #if GPU
    let has = (try? GLContext()) != nil
    #else
    let has = false
    #endif
    setenv("AGATE_GLES", has ? "1" : "0", 1)
    return has
}

#if GPU
/// Skips a test where there is no OpenGL ES.
func needOpenGLES() throws {
    // The process that started this one has asked, and its environment may be another.
    if ProcessInfo.processInfo.environment["AGATE_ALONE"] != nil { return }
    do { _ = try GLContext() } catch GLError.unavailable(let reason) { throw XCTSkip("there is no EGL here (\(reason))") }
}
#endif
