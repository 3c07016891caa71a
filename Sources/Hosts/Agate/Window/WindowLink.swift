import AgateDiagnostics
import CoreGraphics

/// The parameters for opening a window.
struct WindowPlan: Sendable {
    var title: String
    var size: CGSize
    var options: WindowOptions
    let picture: WindowPicture
    let input: InputQueue
}

/// The properties of a window that was opened.
struct WindowFacts: Sendable {
    let id: UInt32
    /// The size in points.
    let size: CGSize
    let scale: CGFloat
    let refreshRate: Double
    #if Windows && GPU
    /// The swap chain, if a GPU is to draw.
    var swapChain: WindowSwapOffer?
    #endif
}

/// The interface of `WindowHost` to its window on the window's thread. All members may be called on any thread.
struct WindowLink: Sendable {
    let id: UInt32

    #if Windows
    /// Opens a window, and waits until it exists.
    static func open(_ plan: WindowPlan) throws(WindowError) -> (WindowLink, WindowFacts) {
        guard let answer = WindowThread.shared.ask({ $0.open(plan) }) else { throw .displayLost }
        let facts = try answer.get()
        return (WindowLink(id: facts.id), facts)
    }

    /// Signals that a frame is ready to be shown.
    static func frameIsThere() { WindowThread.shared.ring() }

    func set(title: String) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.setTitle(title) } } }
    func set(cursor: WindowCursor) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.cursor = cursor } } }
    func set(fillsScreen: Bool) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.fillsScreen = fillsScreen } } }
    func resize(to size: CGSize) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.resize(to: size) } } }

    /// Removes the window from the screen, and waits until that is done.
    func close() { WindowThread.shared.ask { [id] pump in pump.close(id) } }

    #if GPU
    /// Makes the swap chain fail as if its context were lost; for tests of the recovery.
    func simulateLoss() { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.simulateLoss() } } }
    #endif

    /// Sets the closure that is called when the display disconnects; nil removes it.
    static func listen(_ owner: AnyObject, _ body: (@Sendable () -> Void)?) { WindowThread.shared.listen(owner, body) }
    #else
    static func open(_ plan: WindowPlan) throws(WindowError) -> (WindowLink, WindowFacts) { throw .notBuilt }
    static func frameIsThere() {}
    func set(title: String) {}
    func set(cursor: WindowCursor) {}
    func set(fillsScreen: Bool) {}
    func resize(to size: CGSize) {}
    func close() {}
    static func listen(_ owner: AnyObject, _ body: (@Sendable () -> Void)?) {}
    #endif
}
