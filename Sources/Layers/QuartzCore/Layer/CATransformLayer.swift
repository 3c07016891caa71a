import CoreGraphics
import Foundation
import RenderTree

/// A layer that only groups its sublayers, which keep their depth in it. It shows nothing itself on screen: background, contents, border,
/// shadow, filters, mask and clip have no effect, and setting them gives one diagnostic. `render(in:)` draws it as a plain layer, as
/// Apple's does. It is never the result of a hit test.
open class CATransformLayer: CALayer {
    package override class var kind: LayerClass { .transform }

    static let ignored: PropertySet = {
        let properties: [LayerProperty] = [
            .backgroundColor, .contents, .borderWidth, .borderColor, .filters, .backgroundFilters, .compositingFilter, .masksToBounds,
            .cornerRadius, .shadowColor, .shadowOpacity, .shadowOffset, .shadowRadius, .shadowPath,
        ]
        return properties.reduce(into: []) { $0.insert(PropertySet($1)) }
    }()

    /// Returns nil: a transform layer has no plane that could contain a point. Its superlayer tests the sublayers.
    open override func hitTest(_ p: CGPoint) -> CALayer? { nil }
}
