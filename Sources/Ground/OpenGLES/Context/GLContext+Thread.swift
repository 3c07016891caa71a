#if GPU
import Foundation

extension GLContext {
    private static let key = "agate.gles"

    /// Returns the context that all drawing without a window on this thread shares, so that shaders are compiled once a thread. It is
    /// released when the thread ends.
    package static func ofThisThread() throws(GLError) -> GLContext {
        let thread = Thread.current
        if let kept = thread.threadDictionary[key] as? GLContext, !kept.isLost { return kept }
        let made = try GLContext()
        thread.threadDictionary[key] = made
        return made
    }
}
#endif
