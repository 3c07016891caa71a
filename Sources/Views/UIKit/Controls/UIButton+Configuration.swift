import QuartzCore

/// Edges of a rectangle, of which two are named by the direction of writing.
public struct NSDirectionalRectEdge: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = NSDirectionalRectEdge(rawValue: 1)
    /// The edge where writing begins: the left one, or the right one where writing goes from right to left.
    public static let leading = NSDirectionalRectEdge(rawValue: 2)
    /// The lower edge.
    public static let bottom = NSDirectionalRectEdge(rawValue: 4)
    /// The edge where writing ends: the right one, or the left one where writing goes from right to left.
    public static let trailing = NSDirectionalRectEdge(rawValue: 8)
    /// All four edges.
    public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

/// What lies behind a button's content.
public struct UIBackgroundConfiguration: Hashable, Sendable {
    /// The radius of the corners where the button's style is `fixed`; it grows with the size of text where it is `dynamic`, which on Linux
    /// is the same.
    public var cornerRadius: CGFloat = 0
    /// The colour; nil takes the button's.
    public var backgroundColor: UIColor?
    /// An image behind everything.
    public var image: UIImage?
    /// The colour of a line around.
    public var strokeColor: UIColor?
    /// The width of a line around.
    public var strokeWidth: CGFloat = 0

    /// Nothing.
    public static func clear() -> UIBackgroundConfiguration { UIBackgroundConfiguration() }
}

extension UIButton {
    /// All that a button shows, as a value.
    @preconcurrency @MainActor public struct Configuration: Hashable {
        /// How tall a button is.
        public enum Size: Int, Sendable { case medium, small, mini, large }
        /// How round the corners are.
        public enum CornerStyle: Int, Sendable {
            /// As the background says.
            case fixed = -1
            case dynamic = 0
            case small, medium, large
            /// Half circles at both ends.
            case capsule
        }
        /// How title and subtitle stand to each other.
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
        /// The title; where it is nil, that which was set for the button's state.
        public var title: String?
        /// A smaller line below the title.
        public var subtitle: String?
        /// The image.
        public var image: UIImage?
        /// On which side of the title the image stands; leading at first.
        public var imagePlacement: NSDirectionalRectEdge = .leading
        /// Room between image and title.
        public var imagePadding: CGFloat = 0
        /// Room between title and subtitle.
        public var titlePadding: CGFloat = 1
        /// How title and subtitle stand to each other.
        public var titleAlignment = TitleAlignment.automatic
        /// How tall the button is.
        public var buttonSize = Size.medium {
            didSet { contentInsets = Self.insets(buttonSize) }
        }
        /// How round the corners are.
        public var cornerStyle = CornerStyle.dynamic
        /// The colour of title and image; nil takes one that suits the kind.
        public var baseForegroundColor: UIColor?
        /// The colour that the background is made of; nil takes one that suits the kind.
        public var baseBackgroundColor: UIColor?
        /// What lies behind.
        public var background = UIBackgroundConfiguration()
        /// Room around everything.
        public var contentInsets: NSDirectionalEdgeInsets

        private init(_ kind: Kind) {
            self.kind = kind
            contentInsets = Self.insets(.medium)
            background.cornerRadius = 5.95
        }

        /// Without a background.
        public static func plain() -> Configuration { Configuration(.plain) }
        /// On gray.
        public static func gray() -> Configuration { Configuration(.gray) }
        /// On a light shade of the tint.
        public static func tinted() -> Configuration { Configuration(.tinted) }
        /// On the tint.
        public static func filled() -> Configuration { Configuration(.filled) }
        /// Without a background: bordered buttons of the desktop.
        public static func borderless() -> Configuration { Configuration(.plain) }
        /// On gray.
        public static func bordered() -> Configuration { Configuration(.bordered) }
        /// On a light shade of the tint.
        public static func borderedTinted() -> Configuration { Configuration(.tinted) }
        /// On the tint.
        public static func borderedProminent() -> Configuration { Configuration(.filled) }

        /// The configuration that suits a button; the same, since colours are looked up when it shows.
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

        /// The colours in a state: a finger makes them fainter, and what is off is gray.
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
