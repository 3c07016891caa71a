import Foundation
import ObjectiveCRuntime
import QuartzCore

/// The edges of a rectangle. The horizontal edges depend on the writing direction.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The top edge.
    public static let top = NSDirectionalRectEdge(rawValue: 1)
    /// The edge at which writing begins: the left edge, or the right edge in right-to-left layouts.
    public static let leading = NSDirectionalRectEdge(rawValue: 2)
    /// The bottom edge.
    public static let bottom = NSDirectionalRectEdge(rawValue: 4)
    /// The edge at which writing ends: the right edge, or the left edge in right-to-left layouts.
    public static let trailing = NSDirectionalRectEdge(rawValue: 8)
    /// All four edges.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

/// The background behind the content of a button or a cell.
public struct UIBackgroundConfiguration: Hashable, @unchecked Sendable {
    /// The corner radius if the button's corner style is `fixed`. With `dynamic` it scales with the text size, which has no effect on
    /// Linux.
    public var cornerRadius: CGFloat = 0
    /// The background color. If nil, the button's color is used.
    public var backgroundColor: UIColor?
    /// The image behind all content.
    public var image: UIImage?
    /// The color of the border.
    public var strokeColor: UIColor?
    /// The width of the border.
    public var strokeWidth: CGFloat = 0

    /// The insets of the background in its view. Stored, without effect.
    public var backgroundInsets = NSDirectionalEdgeInsets.zero
    /// The edges whose layout margins are added to the insets. Stored, without effect.
    public var edgesAddingLayoutMarginsToBackgroundInsets: NSDirectionalRectEdge = []
    /// The distance of the border from the background's edge. Stored, without effect.
    public var strokeOutset: CGFloat = 0
    /// The view behind the content. Stored, without effect.
    public var customView: UIView?
    /// The effect behind the content. Stored, without effect.
    public var visualEffect: UIVisualEffect?
    /// The mode of `image`. Stored, without effect.
    public var imageContentMode = UIView.ContentMode.scaleToFill

    /// Returns an empty background.
    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
    /// Returns the background of a cell in a list.
    public static func listCell() -> UIBackgroundConfiguration { list(.systemBackground) }
    /// Returns the background of a header in a list.
    public static func listHeader() -> UIBackgroundConfiguration { clear() }
    /// Returns the background of a footer in a list.
    public static func listFooter() -> UIBackgroundConfiguration { clear() }
    /// Returns the background of a cell in a plain list.
    public static func listPlainCell() -> UIBackgroundConfiguration { list(.systemBackground) }
    /// Returns the background of a cell in a grouped list.
    public static func listGroupedCell() -> UIBackgroundConfiguration { list(.secondarySystemGroupedBackground) }
    /// Returns the background of a cell in a sidebar.
    public static func listSidebarCell() -> UIBackgroundConfiguration { clear() }
    /// Returns the background of a header or footer in a plain list.
    public static func listPlainHeaderFooter() -> UIBackgroundConfiguration { list(.secondarySystemBackground) }
    /// Returns the background of a header or footer in a grouped list.
    public static func listGroupedHeaderFooter() -> UIBackgroundConfiguration { clear() }
    /// Returns the background of a header in a sidebar.
    public static func listSidebarHeader() -> UIBackgroundConfiguration { clear() }

    private static func list(_ color: UIColor) -> UIBackgroundConfiguration {
        var made = UIBackgroundConfiguration()
        made.backgroundColor = color
        return made
    }

    /// Returns the background color; the tint where none is set.
    public func resolvedBackgroundColor(for tintColor: UIColor) -> UIColor { backgroundColor ?? tintColor }
    /// Returns the color of the border; the tint where none is set.
    public func resolvedStrokeColor(for tintColor: UIColor) -> UIColor { strokeColor ?? tintColor }
    /// Returns the configuration itself: its colors don't depend on the state.
    @preconcurrency @MainActor public func updated(for state: any UIConfigurationState) -> UIBackgroundConfiguration { self }
}

extension UIButton {
    /// The complete appearance of a button as a value.
    @preconcurrency @MainActor public struct Configuration: Hashable {
        /// The height class of a button.
        public enum Size: Int, Sendable { case medium, small, mini, large }
        /// The rounding of the corners.
        public enum CornerStyle: Int, Sendable {
            /// The corner radius of the background configuration.
            case fixed = -1
            case dynamic = 0
            case small, medium, large
            /// Half circles at both ends.
            case capsule
        }
        /// The alignment of title and subtitle relative to each other.
        public enum TitleAlignment: Int, Sendable {
            case automatic, leading, center, trailing

            var text: NSTextAlignment {
                switch self {
                case .automatic, .center: .center
                case .leading: .left
                case .trailing: .right
                }
            }
        }

        enum Kind: Sendable { case plain, gray, tinted, filled, bordered }

        let kind: Kind
        /// The title. If nil, the title that was set for the button's state is used.
        public var title: String?
        /// The title with attributes. If nil, ``title`` is shown. Attributes that it lacks are those of the configuration.
        public var attributedTitle: AttributedString?
        /// The function that changes the attributes of the title.
        public var titleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// The way in which a title that is too long ends. The default wraps at words.
        public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
        /// The smaller text below the title.
        public var subtitle: String?
        /// The smaller text with attributes. If nil, ``subtitle`` is shown.
        public var attributedSubtitle: AttributedString?
        /// The function that changes the attributes of the smaller text.
        public var subtitleTextAttributesTransformer: UIConfigurationTextAttributesTransformer?
        /// The way in which a smaller text that is too long ends. The default wraps at words.
        public var subtitleLineBreakMode = NSLineBreakMode.byWordWrapping
        /// A Boolean value that indicates whether an activity indicator is shown in place of the image.
        public var showsActivityIndicator = false
        /// The image.
        public var image: UIImage?
        /// The side of the title on which the image is placed. The default is leading.
        public var imagePlacement: NSDirectionalRectEdge = .leading
        /// The distance between image and title.
        public var imagePadding: CGFloat = 0
        /// The distance between title and subtitle.
        public var titlePadding: CGFloat = 1
        /// The alignment of title and subtitle relative to each other.
        public var titleAlignment = TitleAlignment.automatic
        /// The height class of the button. Setting it resets the content insets.
        public var buttonSize = Size.medium {
            didSet { contentInsets = Self.insets(buttonSize) }
        }
        /// The rounding of the corners.
        public var cornerStyle = CornerStyle.dynamic
        /// The color of title and image. If nil, a color that suits the kind is used.
        public var baseForegroundColor: UIColor?
        /// The color from which the background is derived. If nil, a color that suits the kind is used.
        public var baseBackgroundColor: UIColor?
        /// The background.
        public var background = UIBackgroundConfiguration()
        /// The insets around the content.
        public var contentInsets: NSDirectionalEdgeInsets

        private init(_ kind: Kind) {
            self.kind = kind
            contentInsets = Self.insets(.medium)
            background.cornerRadius = 5.95
        }

        /// Returns a configuration without a background.
        public static func plain() -> Configuration { Configuration(.plain) }
        /// Returns a configuration with a gray background.
        public static func gray() -> Configuration { Configuration(.gray) }
        /// Returns a configuration with a light shade of the tint color as background.
        public static func tinted() -> Configuration { Configuration(.tinted) }
        /// Returns a configuration with the tint color as background.
        public static func filled() -> Configuration { Configuration(.filled) }
        /// Returns the configuration of borderless buttons of the desktop, without a background.
        public static func borderless() -> Configuration { Configuration(.plain) }
        /// Returns a configuration with a gray background.
        public static func bordered() -> Configuration { Configuration(.bordered) }
        /// Returns a configuration with a light shade of the tint color as background.
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        /// Returns a configuration with the tint color as background.
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        /// Returns the configuration for a button. The result is unchanged, because colors are resolved when the button is shown.
        public func updated(for button: UIButton) -> Configuration { self }

        private static func insets(_ size: Size) -> NSDirectionalEdgeInsets {
            switch size {
            case .medium: NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
            case .small: NSDirectionalEdgeInsets(top: 5, leading: 10, bottom: 5, trailing: 10)
            case .mini: NSDirectionalEdgeInsets(top: 5, leading: 8, bottom: 5, trailing: 8)
            case .large: NSDirectionalEdgeInsets(top: 15, leading: 20, bottom: 15, trailing: 20)
            }
        }

        var titleFont: UIFont {
            switch buttonSize {
            case .medium: .systemFont(ofSize: 17)
            case .small: .systemFont(ofSize: 15)
            case .mini: .systemFont(ofSize: 13)
            case .large: .systemFont(ofSize: 17, weight: .semibold)
            }
        }

        var subtitleFont: UIFont { .systemFont(ofSize: 12) }

        /// Returns the title with its attributes, or nil if a plain one has the configuration's font and colour.
        func styledTitle(_ plain: String?, _ color: UIColor) -> NSAttributedString? {
            styled(attributedTitle, title ?? plain, titleTextAttributesTransformer, titleFont, color)
        }

        /// Returns the smaller text with its attributes, or nil if a plain one has the configuration's font and colour.
        func styledSubtitle(_ color: UIColor) -> NSAttributedString? {
            styled(attributedSubtitle, subtitle, subtitleTextAttributesTransformer, subtitleFont, color)
        }

        private func styled(
            _ attributed: AttributedString?, _ plain: String?, _ transformer: UIConfigurationTextAttributesTransformer?, _ font: UIFont,
            _ color: UIColor
        ) -> NSAttributedString? {
            guard attributed != nil || transformer != nil, var text = attributed ?? plain.map({ AttributedString($0) }) else { return nil }
            var base = AttributeContainer()
            base.font = font
            base.foregroundColor = color
            text.mergeAttributes(base, mergePolicy: .keepCurrent)
            if let transformer {
                for run in text.runs { text[run.range].setAttributes(transformer(run.attributes)) }
            }
            _ = AttributeScopes.UIKitAttributes.register
            return AttributedKeys.attributed(text)
        }

        func cornerRadius(for size: CGSize) -> CGFloat {
            let half = min(size.width, size.height) / 2
            switch cornerStyle {
            case .fixed, .dynamic: return min(background.cornerRadius, half)
            case .small: return min(4, half)
            case .medium: return min(8, half)
            case .large: return min(12, half)
            case .capsule: return half
            }
        }

        /// Returns the colors in a state. They are fainter while highlighted, and gray while disabled.
        func colors(tint: UIColor, state: UIControl.State) -> (foreground: UIColor, background: UIColor?) {
            let base = baseBackgroundColor ?? tint
            var foreground: UIColor, ground: UIColor?
            switch kind {
            case .plain: (foreground, ground) = (baseForegroundColor ?? tint, baseBackgroundColor.map { _ in base })
            case .gray, .bordered: (foreground, ground) = (baseForegroundColor ?? tint, baseBackgroundColor ?? .secondarySystemFill)
            case .tinted: (foreground, ground) = (baseForegroundColor ?? tint, base.withAlphaComponent(0.18))
            case .filled: (foreground, ground) = (baseForegroundColor ?? .white, base)
            }
            if let own = background.backgroundColor { ground = own }
            if state.contains(.disabled) {
                return (.tertiaryLabel, ground.map { _ in .tertiarySystemFill })
            }
            if state.contains(.highlighted) {
                func fainter(_ color: UIColor) -> UIColor { color.withAlphaComponent(color.cgColor.alpha * 0.75) }
                return (kind == .filled ? foreground : fainter(foreground), ground.map(fainter))
            }
            return (foreground, ground)
        }
    }
}
