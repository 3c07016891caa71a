import CoreGraphics

/// The stack of a thread's drawing contexts. The last one is the current context.
final class ContextStack: NSObject {
    private(set) var contexts: [CGContext] = []
    /// The bitmaps begun by `UIGraphicsBeginImageContext`, each with the depth of its context and its scale.
    var images: [(depth: Int, scale: CGFloat)] = []

    func push(_ context: CGContext) { contexts.append(context) }

    func pop() { _ = contexts.popLast() }

    /// The stack of the current thread.
    static var current: ContextStack {
        if let stack = stacks.current { return stack }
        let stack = ContextStack()
        stacks.current = stack
        return stack
    }
    private static let stacks = ThreadObject<ContextStack>()
}

/// Returns the current drawing context of this thread; nil outside `draw(_:)` and similar methods.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last }

/// Makes a context the current one of this thread, until it is popped.
public func UIGraphicsPushContext(_ context: CGContext) { ContextStack.current.push(context) }

/// Restores the context that was current before the last push. Does nothing without a push.
public func UIGraphicsPopContext() {
    let stack = ContextStack.current
    // `UIGraphicsEndImageContext` ends an image context.
    if let image = stack.images.last, image.depth >= stack.contexts.count { return }
    stack.pop()
}
