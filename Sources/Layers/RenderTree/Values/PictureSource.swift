import CoreGraphics

/// A source of a layer's contents at any time: frames of a film, or of another renderer. They are shown without a commit.
///
/// `picture` is called on the thread that owns the render tree; everything else may happen on other threads.
package protocol PictureSource: AnyObject, Sendable {
    /// True if the layer's own time is used (its speed, its pauses), rather than the time of the host.
    var followsLayerTime: Bool { get }
    /// Returns the picture at a time, and the time of its next change: that time itself if a picture is being produced, infinity if only
    /// the notifier announces it.
    /// - Parameter waits: true if the caller waits for exactly this picture; otherwise the function returns the available one at once.
    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double)
    /// Notifies of new pictures whose time could not be predicted.
    var notifier: PictureNotifier { get }
}

/// A source as a value. Sources are compared by identity.
package struct PictureSourceBox: Hashable, Sendable {
    package let source: any PictureSource
    package init(_ source: any PictureSource) { self.source = source }
    package static func == (a: Self, b: Self) -> Bool { a.source === b.source }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(source)) }
}
