import CoreGraphics
import Foundation
import ObjectiveCRuntime
import RenderTree

/// The pending work of a layer and its current activities.
package struct LayerNeeds: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let layout = Self(rawValue: 1)
    package static let display = Self(rawValue: 2)
    /// A descendant needs layout or display. Lets a commit skip clean subtrees.
    package static let subtreeLayout = Self(rawValue: 4)
    package static let subtreeDisplay = Self(rawValue: 8)
    /// The layer is in its own `layoutSublayers()`. Automatic marks by the same thread are skipped.
    package static let inLayout = Self(rawValue: 16)
    /// The layer is a presentation copy in its `init(layer:)`. Its setters only store.
    package static let isCopying = Self(rawValue: 64)
    /// The layer has, or had, a delegate, actions or a style, so that the action search is necessary.
    package static let mayAct = Self(rawValue: 128)
    /// The delegate answers no action outside animation blocks: see ``QuietDelegate``.
    package static let hasQuietDelegate = Self(rawValue: 256)
    /// The layer keeps its animations while it is in no shown tree. They continue at the clock's current time when it is shown again.
    package static let keepsAnimations = Self(rawValue: 512)
    /// The layer's begin time is relative to the time of the next commit that shows it.
    package static let beginsAtCommit = Self(rawValue: 1024)
    /// The layer's properties have observers, which its setters must notify.
    package static let isObserved = Self(rawValue: 2048)

    /// The layer is a copy made to be displayed for its model. Contents assigned to it are set on the model.
    package static let isDisplayedCopy = Self(rawValue: 4096)

    /// The layer redraws each frame, on its own thread.
    package static let drawsFrames = Self(rawValue: 8192)

    // Numbers, since a literal of options is an array that is iterated at run time.
    package static let anyLayout = Self(rawValue: 1 | 4)
    package static let anyDisplay = Self(rawValue: 2 | 8)
    static let blocksAutomaticLayout = Self(rawValue: 1 | 64)
}

/// Properties that few layers have and that the engine never uses.
package final class LayerRare {
    package var actions: [String: any CAAction]?
    /// The image that `draw(in:)` drew last, for partial redraws.
    package var backing: CGImage?
    /// The lines that a text layer drew last.
    var text: KeptText?
    package var style: [AnyHashable: Any]?
    package var layoutManager: CALayoutManager?
    package var constraints: [CAConstraint]?
    /// True while the layout manager invalidates its layout.
    package var isInvalidating = false
    package var scrollMode = CAScrollLayerScrollMode.both
    package var contentsHeadroom: CGFloat = 0
    package var toneMapMode = CALayer.ToneMapMode.automatic
    package var preferredDynamicRange = CALayer.DynamicRange.standard
}

extension CALayer {
    /// The tone mapping of contents brighter than white.
    public struct ToneMapMode: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The system decides.
        public static let automatic = ToneMapMode(rawValue: "automatic")
        /// Contents keep their brightness. Values brighter than the display's maximum are clipped.
        public static let never = ToneMapMode(rawValue: "never")
        /// Contents are tone-mapped if the display and the contents allow it.
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")

        var isKnown: Bool { [.automatic, .never, .ifSupported].contains(self) }
    }

    /// The ranges of brightness that a layer may request.
    public struct DynamicRange: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The range that the contents request.
        public static let automatic = DynamicRange(rawValue: "automatic")
        /// From black to white, and no brighter.
        public static let standard = DynamicRange(rawValue: "standard")
        /// Up to somewhat brighter than white.
        public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
        /// The display's maximum brightness.
        public static let high = DynamicRange(rawValue: "high")

        var isKnown: Bool { [.automatic, .standard, .constrainedHigh, .high].contains(self) }
    }

    /// The layer's rare properties, created if necessary. Call under the layer lock.
    package final var ownRare: LayerRare {
        if let rare { return rare }
        let made = LayerRare()
        rare = made
        return made
    }
}
