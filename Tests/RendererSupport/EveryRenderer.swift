import Agate
import Compositor
import CoreGraphics
import Foundation
import RenderTree
import TestSupport

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
    if let drawn = pictureByGPU(of: host) { assertGolden(drawn, name, tolerance: 8, file: file, line: line) }
}

/// What a GPU makes of what a host drew last; nil where there is none.
public func pictureByGPU(of host: OffscreenHost) -> CGImage? {
    #if GPU
    guard everyRenderer.contains(.gpu), let list = host.renderTree?.list else { return nil }
    do {
        let compositor = try GLCompositor(GLContext.ofThisThread())
        compositor.resize(width: Int(list.width), height: Int(list.height))
        try compositor.draw(list, damage: [DeviceRect(0, 0, list.width, list.height)])
        return compositor.withPixels { pixels, width, height, stride in
            CGImage(width: width, height: height) { target in
                for i in target.indices { target[i] = pixels[i / width * stride + i % width] }
            }
        }
    } catch { return nil }
    #else
    return nil
    #endif
}
