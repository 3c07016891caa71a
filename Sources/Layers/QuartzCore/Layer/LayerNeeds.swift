import CoreGraphics
import Foundation
import RenderTree

/// What a layer waits for, and what it is doing.
package struct LayerNeeds: OptionSet, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let layout = Self(rawValue: 1)
    package static let display = Self(rawValue: 2)
    /// Something under the layer needs layout or display; lets a commit skip what is clean.
    package static let subtreeLayout = Self(rawValue: 4)
    package static let subtreeDisplay = Self(rawValue: 8)
    /// Inside its own `layoutSublayers()`: automatic marks that the same thread makes are skipped.
    package static let inLayout = Self(rawValue: 16)
    /// The layer is such a copy, in its `init(layer:)`: its setters only store.
    package static let isCopying = Self(rawValue: 64)
    /// Has, or had, a delegate, actions or a style: the action search is worth asking.
    package static let mayAct = Self(rawValue: 128)
    /// Its animations stay on it while it is in no shown tree, and go on where the clock stands when it is in one again.
    package static let keepsAnimations = Self(rawValue: 512)
    /// Its begin time counts from the time of the next commit that shows it.
    package static let beginsAtCommit = Self(rawValue: 1024)
    /// Somebody observes properties of the layer: its setters say so.
    package static let isObserved = Self(rawValue: 2048)

    /// A copy that is made to be displayed for its model: the contents that it is given are the model's.
    package static let isDisplayedCopy = Self(rawValue: 4096)

    /// Draws each frame anew, on its own thread.
    package static let drawsFrames = Self(rawValue: 8192)

    // As numbers, since a literal of options is an array that is looped over.
    package static let anyLayout = Self(rawValue: 1 | 4)
    package static let anyDisplay = Self(rawValue: 2 | 8)
    static let blocksAutomaticLayout = Self(rawValue: 1 | 64)
}

/// What few layers have, and what the engine never sees.
package final class LayerRare {
    package var actions: [String: any CAAction]?
    /// What `draw(in:)` made last, to draw a part of it anew.
    package var backing: CGImage?
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
    /// Whether contents brighter than white are toned down.
    public struct ToneMapMode: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The system decides.
        public static let automatic = ToneMapMode(rawValue: "automatic")
        /// Contents keep their brightness; what is brighter than the display can be is cut.
        public static let never = ToneMapMode(rawValue: "never")
        /// Toned down where the display and the contents allow it.
        public static let ifSupported = ToneMapMode(rawValue: "ifSupported")

        var isKnown: Bool { [.automatic, .never, .ifSupported].contains(self) }
    }

    /// The ranges of brightness that a layer may ask for.
    public struct DynamicRange: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// What the contents ask for.
        public static let automatic = DynamicRange(rawValue: "automatic")
        /// From black to white, no brighter.
        public static let standard = DynamicRange(rawValue: "standard")
        /// Somewhat brighter than white.
        public static let constrainedHigh = DynamicRange(rawValue: "constrainedHigh")
        /// As bright as the display can be.
        public static let high = DynamicRange(rawValue: "high")

        var isKnown: Bool { [.automatic, .standard, .constrainedHigh, .high].contains(self) }
    }

    /// Under the layers' lock.
    package final var ownRare: LayerRare {
        if let rare { return rare }
        let made = LayerRare()
        rare = made
        return made
    }
}
