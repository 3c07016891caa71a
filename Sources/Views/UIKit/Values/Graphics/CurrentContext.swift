import CoreGraphics

/// The contexts that drawing code of this thread draws into, the last being the current one.
final class ContextStack: NSObject {
    private(set) var contexts: [CGContext] = []
    /// Bitmaps begun by `UIGraphicsBeginImageContext`, each with the place of its context and its scale.
    var images: [(depth: Int, scale: CGFloat)] = []

    func push(_ context: CGContext) { contexts.append(context) }

    func pop() { _ = contexts.popLast() }

    /// This thread's.
    static var current: ContextStack {
        let key = "Agate.UIKit.ContextStack"
        if let stack = Thread.current.threadDictionary[key] as? ContextStack { return stack }
        let stack = ContextStack()
        Thread.current.threadDictionary[key] = stack
        return stack
    }
}

/// The context that drawing goes into on this thread; nil outside a `draw(_:)` and the like.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last }

/// Makes a context the current one of this thread, until it is popped.
public func UIGraphicsPushContext(_ context: CGContext) { ContextStack.current.push(context) }

/// Goes back to the context that was current before the last push; without one nothing happens.
public func UIGraphicsPopContext() {
    let stack = ContextStack.current
    // An image context ends with `UIGraphicsEndImageContext`.
    if let image = stack.images.last, image.depth >= stack.contexts.count { return }
    stack.pop()
}
