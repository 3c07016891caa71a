import CoreGraphics

/// What gives a layer its contents at any time: frames of a film, or of another renderer. They reach the picture without a commit.
///
/// Asked on the thread that owns the render tree; everything else may happen on other threads.
package protocol PictureSource: AnyObject, Sendable {
    /// Whether the layer's own time counts (its speed, its pauses), rather than the time of the host.
    var followsLayerTime: Bool { get }
    /// What shows at a time, and when it next changes: at that time itself where something is on its way, infinity where only `wake` tells.
    /// - Parameter waits: somebody waits for just this picture; otherwise it answers at once, with what there is.
    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double)
    /// Tells when something has come that nobody could know the time of.
    var notifier: PictureNotifier { get }
}

/// A source as a value: the same where it is the same object.
package struct PictureSourceBox: Hashable, Sendable {
    package let source: any PictureSource
    package init(_ source: any PictureSource) { self.source = source }
    package static func == (a: Self, b: Self) -> Bool { a.source === b.source }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}
