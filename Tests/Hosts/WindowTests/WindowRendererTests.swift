#if GPU
@testable import Agate
import Foundation
import OpenGLES
import TestSupport
import XCTest

/// Windows that a GPU draws, under an X server without a screen: by Mesa's software rasteriser, as on a machine for tests.
final class WindowRendererTests: XCTestCase {
    override func setUpWithError() throws { try needOpenGLES() }

    override func tearDown() { unsetenv("AGATE_RENDERER") }

    private func open(
        _ renderer: FrameRenderer, at x: Int = 100, _ y: Int = 60, _ size: CGSize = CGSize(width: 200, height: 150)
    ) throws -> (WindowHost, VirtualDisplay) {
        try openWindow("renderer", at: x, y, size, renderer: renderer)
    }

    func testTheGPUsWindowShowsTheProcessorsPicture() throws {
        let (window, display) = try open(.gpu)
        XCTAssertEqual(window.renderer, .gpu)
        let twin = OffscreenHost(size: window.size, background: .white)
        for host in [window, twin] as [any LayerHost] {
            host.layer.addSublayer(box(20, 30, 0.9))
            let tilted = box(100, 60, 0.2)
            tilted.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
            host.layer.addSublayer(tilted)
        }
        try assertShows(window, display, twin, "gpu-window")
        // A change draws a part; the rest is still there.
        CATransaction.setDisableActions(true)
        for host in [window, twin] as [any LayerHost] { host.layer.sublayers?.first?.position.y += 40 }
        try assertShows(window, display, twin, "gpu-window-changed")
        XCTAssertEqual(window.renderer, .gpu)
    }

    func testNothingRunsWhileNothingMoves() throws {
        let (window, _) = try open(.gpu)
        settle(window)
        let before = window.statistics
        turn(for: 0.3)
        XCTAssertEqual(window.statistics.rendering.wakeUps, before.rendering.wakeUps)
        XCTAssertEqual(window.statistics.presented, before.presented)
    }

    func testAutomaticTakesNoSoftwareRasteriser() throws {
        if let info = try? GLContext().info, !info.isSoftware { throw XCTSkip("there is a GPU here") }
        let (window, _) = try open(.automatic)
        XCTAssertEqual(window.renderer, .cpu)
        XCTAssertTrue(Diagnostic.hasInformed("window.renderer"))
    }

    func testWhatCountsAsAGPU() {
        let software = GLInfo(renderer: "llvmpipe (LLVM 15.0.6, 256 bits)", vendor: "", version: "OpenGL ES 3.2")
        let hardware = GLInfo(renderer: "NVIDIA H100", vendor: "", version: "OpenGL ES 3.2")
        XCTAssertTrue(FrameRenderer.automatic.accepts(hardware))
        XCTAssertTrue(FrameRenderer.gpu.accepts(software))
        XCTAssertFalse(FrameRenderer.automatic.accepts(software))
        XCTAssertFalse(FrameRenderer.automatic.triesGPU, "it is not tried again")
        XCTAssertTrue(FrameRenderer.gpu.triesGPU)
        XCTAssertFalse(FrameRenderer.cpu.triesGPU)
    }

    func testClosingWhileItMovesSaysNothing() throws {
        let found = try reports {
            for _ in 0..<20 {
                let (window, _) = try open(.gpu)
                let animation = CABasicAnimation(keyPath: "opacity")
                animation.toValue = 0
                animation.duration = 10
                window.layer.addSublayer(box(0, 0, 1))
                window.layer.sublayers?.first?.add(animation, forKey: nil)
                CATransaction.flush()
                turn(for: 0.03)
                window.close()
            }
            turn(for: 0.1)
        }
        XCTAssertEqual(found, [])
    }

    func testTheEnvironmentHasTheLastWord() throws {
        setenv("AGATE_RENDERER", "cpu", 1)
        XCTAssertEqual(try open(.gpu).0.renderer, .cpu)
        setenv("AGATE_RENDERER", "gpu", 1)
        XCTAssertEqual(try open(.automatic).0.renderer, .gpu)
        let found = reports {
            setenv("AGATE_RENDERER", "quick", 1)
            XCTAssertEqual(FrameRenderer.cpu.effective, .cpu)
        }
        XCTAssertEqual(found, ["window.unknown-renderer"])
    }

    func testTheProcessorGoesOnWhereTheContextIsLost() throws {
        let (window, display) = try open(.gpu)
        let twin = OffscreenHost(size: window.size, background: .white)
        let found = try reports {
            window.link.simulateLoss()
            for host in [window, twin] as [any LayerHost] { host.layer.addSublayer(box(20, 30, 0.9)) }
            try assertShows(window, display, twin, tolerance: 0, "gpu-lost")
        }
        XCTAssertEqual(found, ["compositor.lost"])
        XCTAssertEqual(window.renderer, .cpu)
    }

    func testTheProcessorDrawsWhereThereIsNoOpenGLES() throws {
        GLAvailability.current = .none
        defer { GLAvailability.current = .automatic }
        let found = try reports { XCTAssertEqual(try open(.gpu).0.renderer, .cpu) }
        XCTAssertEqual(found, ["window.no-gpu"])
    }

    func testAnotherSize() throws {
        let (window, display) = try open(.gpu)
        let twin = OffscreenHost(size: CGSize(width: 320, height: 240), background: .white)
        window.resize(to: twin.size)
        turn(until: { window.size == twin.size }, "the size")
        for host in [window, twin] as [any LayerHost] { host.layer.addSublayer(box(220, 130, 0.5)) }
        try assertShows(window, display, twin, "gpu-resized")
    }

    func testOverlaysLeaveTheWindowToTheProcessor() throws {
        let (window, _) = try open(.gpu)
        XCTAssertEqual(reports { window.overlays = .all }, [])
        turn(until: { window.renderer == .cpu }, "the processor")
        settle(window)
        XCTAssertNotNil(window.image())
    }

    func testWindowsOpenAndCloseAndStandSideBySide() throws {
        let (first, _) = try open(.gpu), (second, _) = try open(.cpu, at: 400, 60)
        XCTAssertEqual([first.renderer, second.renderer], [.gpu, .cpu])
        for round in 0..<100 {
            let (window, _) = try open(.gpu, at: 100, 300, CGSize(width: 40, height: 30))
            XCTAssertEqual(window.renderer, .gpu, "window \(round)")
            window.close()
            XCTAssertEqual(window.renderer, .cpu)
        }
        settle(first)
        XCTAssertEqual(first.renderer, .gpu)
    }
}
#endif
