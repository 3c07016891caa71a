import AgateDiagnostics
import CoreGraphics

/// What a window is to be.
struct WindowPlan: Sendable {
    var title: String
    var size: CGSize
    var options: WindowOptions
    let picture: WindowPicture
    let input: InputQueue
}

/// What it has become.
struct WindowFacts: Sendable {
    let id: UInt32
    /// In points.
    let size: CGSize
    let scale: CGFloat
    let refreshRate: Double
    #if Windows && GPU
    /// Where a GPU is to draw.
    var swapChain: WindowSwapOffer?
    #endif
}

/// What `WindowHost` has of its window on the window's thread. All of it may be called on any thread.
struct WindowLink: Sendable {
    let id: UInt32

    #if Windows
    /// Opens a window, and waits until it is there.
    static func open(_ plan: WindowPlan) throws(WindowError) -> (WindowLink, WindowFacts) {
        guard let answer = WindowThread.shared.ask({ $0.open(plan) }) else { throw .displayLost }
        let facts = try answer.get()
        return (WindowLink(id: facts.id), facts)
    }

    /// A frame waits to be shown.
    static func frameIsThere() { WindowThread.shared.ring() }

    func set(title: String) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.setTitle(title) } } }
    func set(cursor: WindowCursor) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.cursor = cursor } } }
    func set(fillsScreen: Bool) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.fillsScreen = fillsScreen } } }
    func resize(to size: CGSize) { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.resize(to: size) } } }

    /// Takes the window off the screen, and waits until it is.
    func close() { WindowThread.shared.ask { [id] pump in pump.close(id) } }

    #if GPU
    /// Has the swap chain fail as if its context were lost: for tests of what follows.
    func simulateLoss() { WindowThread.shared.perform { [id] pump in pump.with(id) { $0.simulateLoss() } } }
    #endif

    /// Who is notified when the display goes away.
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
