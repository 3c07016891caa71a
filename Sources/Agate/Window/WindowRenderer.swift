import AgateDiagnostics
import Foundation

/// What draws the frames of a window.
public enum WindowRenderer: String, Sendable, Hashable {
    /// The GPU where there is one, else the processor. A software rasteriser of OpenGL ES counts as none: the processor draws several times
    /// faster by itself.
    case automatic
    /// The processor: the same bytes on every machine.
    case cpu
    /// OpenGL ES 3, also by a software rasteriser. Where it can't be had the processor draws, with one diagnostic.
    case gpu

    /// What counts: `AGATE_RENDERER` has the last word.
    var effective: WindowRenderer {
        guard let word = ProcessInfo.processInfo.environment["AGATE_RENDERER"], !word.isEmpty else { return self }
        if let asked = WindowRenderer(rawValue: word) { return asked }
        Diagnostic.reportOnce("window.unknown-renderer", key: word, "AGATE_RENDERER is automatic, cpu or gpu, not \(word)")
        return self
    }
}
