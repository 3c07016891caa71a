import CoreText
import QuartzCore

/// A picture in a text. It is the attribute `attachment` of a character U+FFFC. Labels, text views and drawn strings show it.
open class NSTextAttachment: NSObject {
    private final let foundationHeader = FoundationHeader()
    /// U+FFFC, the placeholder character of a picture.
    public static let character = 0xFFFC

    /// The picture; nil for none.
    open var image: UIImage?
    /// The bounds of the picture relative to its position on the baseline, in points, with y pointing upwards. Zero bounds place the
    /// picture on the baseline at its own size.
    open var bounds = CGRect.zero
    /// The content of a file. Stored, without effect: only `image` is drawn.
    open var contents: Data?
    /// The uniform type of `contents`. Stored, without effect.
    open var fileType: String?

    /// Creates an attachment without a picture, with the content of a file.
    public init(data contentData: Data? = nil, ofType uti: String? = nil) {
        (contents, fileType) = (contentData, uti)
        super.init()
    }
    /// Creates an attachment with a picture.
    public convenience init(image: UIImage) {
        self.init(data: nil, ofType: nil)
        self.image = image
    }

    /// Returns the picture's bounds in a line; see `bounds`. Subclasses may override it.
    /// - Parameters:
    /// - lineFrag: Always zero: attachments determine the height of lines.
    /// - position: Always zero.
    open func attachmentBounds(
        for textContainer: NSTextContainer?, proposedLineFragment lineFrag: CGRect, glyphPosition position: CGPoint,
        characterIndex charIndex: Int
    ) -> CGRect {
        bounds == .zero ? CGRect(origin: .zero, size: image?.size ?? .zero) : bounds
    }

    /// Returns the picture to show: `image`. Subclasses may override it.
    open func image(forBounds imageBounds: CGRect, textContainer: NSTextContainer?, characterIndex charIndex: Int) -> UIImage? { image }
    /// The padding on both sides of the picture, in points. Stored, without effect.
    open var lineLayoutPadding: CGFloat = 0

    fileprivate var place: CGRect {
        let rect = attachmentBounds(for: nil, proposedLineFragment: .zero, glyphPosition: .zero, characterIndex: 0)
        let isFinite = rect.minX.isFinite && rect.minY.isFinite && rect.width.isFinite && rect.height.isFinite
        return isFinite ? rect.standardized : .zero
    }
}

extension NSAttributedString {
    /// Creates the character of a picture.
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }
}

/// Reserves space in lines for the pictures of a text, and draws the pictures.
enum TextPictures {
    private static let delegateKey = NSAttributedString.Key("\(kCTRunDelegateAttributeName)")

    /// Returns the text with space for its pictures; nil if it has none.
    static func prepared(_ text: StyledText) -> StyledText? {
        var made: StyledText?
        for span in text.spans {
            guard let attachment = span.attributes[.attachment] as? NSTextAttachment else { continue }
            let room = Unmanaged.passRetained(Room(attachment.place))
            let callbacks = CTRunDelegateCallbacks(
                version: kCTRunDelegateCurrentVersion, dealloc: { Unmanaged<Room>.fromOpaque($0).release() },
                getAscent: { max(0, Room.of($0).place.maxY) }, getDescent: { max(0, -Room.of($0).place.minY) },
                getWidth: { max(0, Room.of($0).place.maxX) })
            let isMade = withUnsafePointer(to: callbacks) { CTRunDelegateCreate($0, room.toOpaque()) }
            guard let delegate = isMade else {
                room.release()
                continue
            }
            var copy = made ?? text
            // Each character needs its own delegate: a run uses the width of one delegate for each of its characters.
            for index in span.range { copy.add([delegateKey: delegate], in: index..<index + 1) }
            made = copy
        }
        return made
    }

    /// Draws the pictures of a line whose baseline begins at a point, in a space whose y grows downwards.
    static func draw(_ line: CTLine, at point: CGPoint, in context: CGContext) {
        for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
            guard let attachment = CTRunGetAttributes(run)["NSAttachment"] as? NSTextAttachment else { continue }
            let place = attachment.place
            let bounds = CGRect(origin: .zero, size: place.size), index = CTRunGetStringRange(run).location
            guard let image = attachment.image(forBounds: bounds, textContainer: nil, characterIndex: index) else { continue }
            let range = CTRunGetStringRange(run)
            for index in range.location..<range.location + range.length {
                let x = CGFloat(CTLineGetOffsetForStringIndex(line, index, nil))
                UIGraphicsPushContext(context)
                image.draw(in: CGRect(x: point.x + x + place.minX, y: point.y - place.maxY, width: place.width, height: place.height))
                UIGraphicsPopContext()
            }
        }
    }

    private final class Room {
        let place: CGRect
        init(_ place: CGRect) { self.place = place }
        static func of(_ pointer: UnsafeMutableRawPointer) -> Room { Unmanaged<Room>.fromOpaque(pointer).takeUnretainedValue() }
    }
}

extension NSMutableAttributedString {
    /// Does nothing: fonts that lack letters and attributes without meaning are handled when text is laid out, and the text keeps what it
    /// has.
    public func fixAttributes(in range: NSRange) {}
}
