import AgateDiagnostics
import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import RenderTree

extension Captions {
    /// The look of captions.
    public struct Style: Sendable, Hashable {
        /// The name of the font.
        public var fontName = "Helvetica-Bold"
        /// The size of the font, as a share of the film's height.
        public var fontSize = 0.05
        /// The colour of the text.
        public var color = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        /// The colour of the box behind the text; nil is none.
        public var background: CGColor? = CGColor(red: 0, green: 0, blue: 0, alpha: 0.65)
        /// The distance of the lowest box from the bottom, as a share of the film's height.
        public var margin = 0.06

        /// Creates the usual style: white on dark boxes, near the bottom.
        public init() {}
    }

    /// Returns a layer that shows each caption at its time, in seconds of the layer's own time.
    ///
    /// Texts are broken into lines at nine tenths of the width. Captions whose times overlap are stacked, the earlier ones at the bottom.
    /// A picture is drawn when captions change, so thousands of them take no memory.
    /// - Parameters:
    ///   - size: The size of the film, in points.
    ///   - scale: The scale of the film, in pixels per point.
    public func layer(size: CGSize, scale: CGFloat = 1, style: Style = Style()) -> CALayer {
        let layer = CALayer()
        layer.name = "captions"
        layer.frame = CGRect(origin: .zero, size: size)
        layer.contentsScale = scale
        layer.showPictures(of: CaptionPictures(self, size, scale, style))
        return layer
    }
}

/// The pictures of captions: one for each span of time in which the same ones show. Drawn by any thread.
final class CaptionPictures: PictureSource {
    private let cues: [Captions.Cue]
    /// The times at which captions appear or disappear, in order, each once.
    private let changes: [Double]
    private let size: CGSize, scale: CGFloat
    private let style: Captions.Style
    /// The picture that was drawn last, and the number of changes before its time.
    private let last = Locked<(span: Int, image: CGImage?)>((0, nil))
    let notifier = PictureNotifier()
    var followsLayerTime: Bool { true }

    init(_ captions: Captions, _ size: CGSize, _ scale: CGFloat, _ style: Captions.Style) {
        cues = captions.cues.filter { $0.start.isFinite && $0.end.isFinite && $0.start < $0.end && !$0.text.isEmpty }.sorted {
            $0.start < $1.start
        }
        changes = Set(cues.flatMap { [$0.start, $0.end] }).sorted()
        (self.size, self.scale, self.style) = (size, scale, style)
    }

    func picture(at time: Double, waits: Bool) -> (image: CGImage?, nextChange: Double) {
        let span = changes.partitionPoint { $0 <= time }, next = span < changes.count ? changes[span] : .infinity
        let known = last.withLock { $0 }
        if known.span == span { return (known.image, next) }
        let image = draw(cues.filter { $0.start <= time && time < $0.end })
        last.withLock { $0 = (span, image) }
        return (image, next)
    }

    private func draw(_ cues: [Captions.Cue]) -> CGImage? {
        let width = (size.width * scale).rounded(.up), height = (size.height * scale).rounded(.up)
        guard !cues.isEmpty, width >= 1, height >= 1, width <= 16384, height <= 16384,
            let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return nil }
        context.scaleBy(x: scale, y: scale)
        let fontSize = max(1, style.fontSize * size.height), font = CTFontCreateWithName(style.fontName as CFString, fontSize, nil)
        let attributes: [NSAttributedString.Key: Any] = [
            NSAttributedString.Key("\(kCTFontAttributeName)"): font,
            NSAttributedString.Key("\(kCTForegroundColorAttributeName)"): style.color,
        ]
        var bottom = style.margin * size.height
        for cue in cues {
            let height = draw(NSAttributedString(string: cue.text, attributes: attributes), fontSize, above: bottom, in: context)
            bottom += height + fontSize * 0.2
            if bottom > size.height { break }
        }
        return context.makeImage()
    }

    /// Draws the box and the lines of a text, each in the middle. Returns the height of the box.
    private func draw(_ text: NSAttributedString, _ fontSize: CGFloat, above bottom: CGFloat, in context: CGContext) -> CGFloat {
        let setter = CTTypesetterCreateWithAttributedString(text)
        var lines: [(line: CTLine, width: CGFloat)] = [], start = 0, widest: CGFloat = 0
        while start < text.length {
            let count = max(1, CTTypesetterSuggestLineBreak(setter, start, size.width * 0.9))
            let line = CTTypesetterCreateLine(setter, CFRange(location: start, length: count))
            let width = CTLineGetTypographicBounds(line, nil, nil, nil) - CTLineGetTrailingWhitespaceWidth(line)
            lines.append((line, width))
            widest = max(widest, width)
            start += count
        }
        let pitch = fontSize * 1.25, pad = fontSize * 0.35, height = pitch * CGFloat(lines.count) + pad
        if let background = style.background {
            let box = CGRect(x: (size.width - widest) / 2 - pad, y: bottom, width: widest + 2 * pad, height: height)
            context.setFillColor(background)
            let radius = min(pad, box.width / 2, height / 2)
            context.addPath(CGPath(roundedRect: box, cornerWidth: radius, cornerHeight: radius, transform: nil))
            context.fillPath()
        }
        for (index, (line, width)) in lines.enumerated() {
            let top = bottom + height - pad / 2 - pitch * CGFloat(index)
            context.textPosition = CGPoint(x: (size.width - width) / 2, y: top - fontSize)
            CTLineDraw(line, context)
        }
        return height
    }
}
