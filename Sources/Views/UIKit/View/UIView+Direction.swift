import QuartzCore

/// How a view's content follows the direction of reading.
public enum UISemanticContentAttribute: Int, Sendable {
    /// It is mirrored where one reads from right to left.
    case unspecified
    /// Controls of playing are not mirrored.
    case playback
    /// What stands for directions is not mirrored.
    case spatial
    case forceLeftToRight
    case forceRightToLeft
}

/// Into which direction an interface reads.
public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

extension UIView {
    final var contentDirection: UIUserInterfaceLayoutDirection {
        Self.userInterfaceLayoutDirection(
            for: rare.semanticContentAttribute, relativeTo: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
        )
    }

    /// The direction of content of a kind, in the language of the program.
    public class func userInterfaceLayoutDirection(for attribute: UISemanticContentAttribute) -> UIUserInterfaceLayoutDirection {
        userInterfaceLayoutDirection(for: attribute, relativeTo: UIApplication.shared.userInterfaceLayoutDirection)
    }

    /// The direction of content of a kind, in surroundings that read in a direction.
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
