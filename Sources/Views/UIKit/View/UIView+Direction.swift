import QuartzCore

/// The way in which a view's content follows the layout direction.
public enum UISemanticContentAttribute: Int, Sendable {
    /// Content that is mirrored in right-to-left layouts.
    case unspecified
    /// Playback controls, which aren't mirrored.
    case playback
    /// Controls that represent directions, which aren't mirrored.
    case spatial
    case forceLeftToRight
    case forceRightToLeft
}

/// The layout direction of an interface.
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

extension UIView {
    final var contentDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(
            for: rare.semanticContentAttribute, relativeTo: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
        )
    }

    /// Returns the layout direction of content, in the language of the program.
    public class func userInterfaceLayoutDirection(for attribute: UISemanticContentAttribute) -> UIUserInterfaceLayoutDirection {
        userInterfaceLayoutDirection(for: attribute, relativeTo: UIApplication.shared.userInterfaceLayoutDirection)
    }

    /// Returns the layout direction of content, relative to a layout direction of its environment.
    public class func userInterfaceLayoutDirection(
        for semanticContentAttribute: UISemanticContentAttribute, relativeTo layoutDirection: UIUserInterfaceLayoutDirection
    ) -> UIUserInterfaceLayoutDirection {
        switch semanticContentAttribute {
        case .unspecified: layoutDirection
        case .playback, .spatial, .forceLeftToRight: .leftToRight
        case .forceRightToLeft: .rightToLeft
        }
    }
}
