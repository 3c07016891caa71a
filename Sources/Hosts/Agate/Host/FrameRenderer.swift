import AgateDiagnostics
import Compositor
import Foundation

#if GPU
import GLCompositor
import OpenGLES
#endif

/// What draws the frames of a host or a window.
///
/// Both draw the same picture but for rounding: 2 of 255 nearly everywhere. The processor's bytes are the same on every machine; a GPU's
/// are not promised to be.
public enum FrameRenderer: String, Sendable, Hashable, CaseIterable, Codable {
    /// A GPU where a window stands on one; else the processor. A software rasteriser counts as no GPU: the processor's own compositor is
    /// several times faster.
    case automatic
    /// The processor.
    case cpu
    /// OpenGL ES 3, whatever is behind it. Where there is none, one diagnostic (`compositor.unavailable`), and the processor.
    case gpu

    /// What counts in a window: the environment variable `AGATE_RENDERER` (`automatic`, `cpu` or `gpu`) has the last word.
    var effective: FrameRenderer {
        guard let word = ProcessInfo.processInfo.environment["AGATE_RENDERER"], !word.isEmpty else { return self }
        if let asked = FrameRenderer(rawValue: word) { return asked }
        Diagnostic.reportOnce(
            "window.unknown-renderer", key: word, "AGATE_RENDERER must be automatic, cpu or gpu, not \(word); it is ignored")
        return self
    }

    /// What draws a picture without a window; nil for the processor, which `AGATE_RENDERER` may insist on.
    func makeOffscreenCompositor() -> (any FrameCompositor)? {
        guard self == .gpu, effective != .cpu else { return nil }
        #if GPU
        do {
            return try GLCompositor(try GLContext.ofThisThread())
        } catch {
            Self.reportUnavailable("\(error)")
            return nil
        }
        #else
        Self.reportUnavailable("Agate was built without the package trait \"GPU\"")
        return nil
        #endif
    }

    static func reportUnavailable(_ reason: String) {
        Diagnostic.reportOnce(
            "compositor.unavailable", key: reason, "the GPU compositor is not available: \(reason); the processor draws instead")
    }
}
