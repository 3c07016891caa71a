import Agate
import Compositor
import CoreGraphics
import Foundation
import RenderTree
import TestSupport
import XCTest

#if GPU
import GLCompositor
import OpenGLES
#endif

/// Those that this machine has: without OpenGL ES, the processor's alone.
public let everyRenderer: [FrameRenderer] = {
    #if GPU
    return (try? GLContext.ofThisThread()) == nil ? [.cpu] : [.cpu, .gpu]
    #else
    return [.cpu]
    #endif
}()

/// Fails where what a host shows is not the kept picture: the processor's is nearly the same, and what a GPU draws of the same list is
/// within what its rounding may add up to.
/// - Parameter time: as of `OffscreenHost.image(at:)`; nil for what shows now.
public func assertGoldens(
    _ host: OffscreenHost, _ name: String, at time: CFTimeInterval? = nil, file: StaticString = #filePath, line: UInt = #line
) {
    assertGolden(host.image(at: time ?? host.clock.now), name, file: file, line: line)
    // The kept pictures are the processor's.
    guard ProcessInfo.processInfo.environment["AGATE_WRITE_GOLDENS"] == nil else { return }
    if let drawn = pictureByGPU(of: host, file: file, line: line) { assertGolden(drawn, name, tolerance: 8, file: file, line: line) }
}

/// What a GPU makes of what a host drew last; nil where there is none. One that can't draw it is a failure.
public func pictureByGPU(of host: OffscreenHost, file: StaticString = #filePath, line: UInt = #line) -> CGImage? {
    #if GPU
    guard everyRenderer.contains(.gpu), let list = host.renderTree?.list else { return nil }
    do {
        let compositor = try GLCompositor(GLContext.ofThisThread())
        compositor.resize(width: Int(list.width), height: Int(list.height))
        try compositor.draw(list, damage: [DeviceRect(0, 0, list.width, list.height)])
        return compositor.withPixels { pixels, width, height, stride in
            CGImage(width: width, height: height) { target in
                guard let base = target.baseAddress else { return }
                for row in 0..<height { (base + row * width).update(from: pixels + row * stride, count: width) }
            }
        }
    } catch {
        XCTFail("OpenGL ES draws no picture: \(error)", file: file, line: line)
        return nil
    }
    #else
    return nil
    #endif
}
