#if Windows && GPU
import Foundation
import OpenGLES

/// Shows the frames of Mesa's software rasteriser on X11, from the thread that draws.
///
/// Mesa (22.3) splits a frame into requests of the largest size that the connection allows. For a broken connection that size is 0, and
/// Mesa sends empty requests forever. So no frame begins on a broken connection, and while one is sent, the window's thread doesn't read
/// from the connection, which is how libxcb finds that it is broken. A frame over the largest size (16 MB) is still at risk between two
/// requests.
struct SoftwareSwap: @unchecked Sendable {
    // Unchecked: libxcb's functions may be called on any thread.
    private let connection: OpaquePointer
    private let hasError: HasError
    private typealias HasError = @convention(c) (OpaquePointer) -> Int32

    /// Returns nil on other window systems than X11.
    init?(_ window: OpaquePointer) {
        typealias Connection = @convention(c) (OpaquePointer) -> OpaquePointer?
        guard let display = DisplayConnection.natives(of: window, .x11)?.display,
            let connection = DisplayConnection.symbol("XGetXCBConnection", in: "libX11-xcb.so.1", as: Connection.self)?(display),
            let hasError = DisplayConnection.symbol("xcb_connection_has_error", in: "libxcb.so.1", as: HasError.self)
        else { return nil }
        (self.connection, self.hasError) = (connection, hasError)
    }

    func callAsFunction(_ swap: () -> EGLBoolean) throws(GLError) -> EGLBoolean {
        // Drawing is done before, so that the window's thread waits for the transfer only.
        glFinish()
        let lock = WindowThread.shared.displayLock
        lock.lock()
        defer { lock.unlock() }
        if WindowThread.shared.isLost || hasError(connection) != 0 { throw .contextLost }
        return swap()
    }
}
#endif
