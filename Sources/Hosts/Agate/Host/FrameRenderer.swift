import AgateDiagnostics
import Compositor
import Foundation

#if GPU
import GLCompositor
import OpenGLES
#endif

/// The renderer of the frames of a host or a window.
///
/// The renderers produce the same picture except for rounding: at most 2 of 255 nearly everywhere. The processor's bytes are the same on
/// every machine; for GPUs that is not guaranteed.
public enum FrameRenderer: String, Sendable, Hashable, CaseIterable, Codable {
    /// A GPU if the window has one; else the processor. A software rasteriser doesn't count as a GPU: the processor's own compositor is
    /// several times faster.
    case automatic
    /// The processor.
    case cpu
    /// OpenGL ES 3, with any implementation. If there is none, the processor, with one diagnostic (`compositor.unavailable`).
    case gpu

    /// The renderer that a window uses: the environment variable `AGATE_RENDERER` (`automatic`, `cpu` or `gpu`) overrides the option.
    var effective: FrameRenderer {
        guard let word = ProcessInfo.processInfo.environment["AGATE_RENDERER"], !word.isEmpty else { return self }
        if let asked = FrameRenderer(rawValue: word) { return asked }
        Diagnostic.reportOnce(
            "window.unknown-renderer", key: word, "AGATE_RENDERER must be automatic, cpu or gpu, not \(word); it is ignored")
        return self
    }

    /// Returns the compositor for a picture without a window; nil for the processor, which `AGATE_RENDERER` may force.
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
