#if GPU
import Foundation

extension GLContext {
    private static let key = "agate.gles"

    /// The context that what draws without a window on this thread shares: shaders are compiled once a thread. It goes with the thread.
    package static func ofThisThread() throws(GLError) -> GLContext {
        let thread = Thread.current
        if let kept = thread.threadDictionary[key] as? GLContext, !kept.isLost { return kept }
        let made = try GLContext()
        thread.threadDictionary[key] = made
        return made
    }
}
#endif
