import Agate
import TestSupport
import XCTest

#if GPU
import OpenGLES
#endif

/// Those that this machine has: without OpenGL ES, the processor's alone.
let everyRenderer: [FrameRenderer] = {
    #if GPU
    return (try? GLContext()) == nil ? [.cpu] : [.cpu, .gpu]
    #else
    return [.cpu]
    #endif
}()

/// Fails where a picture is not the kept one: the processor's is nearly the same, a GPU's within what its rounding may add up to.
func assertGoldens(_ name: String, file: StaticString = #filePath, line: UInt = #line, _ picture: (FrameRenderer) -> CGImage) {
    for renderer in everyRenderer { assertGolden(picture(renderer), name, tolerance: renderer == .cpu ? 2 : 8, file: file, line: line) }
}
