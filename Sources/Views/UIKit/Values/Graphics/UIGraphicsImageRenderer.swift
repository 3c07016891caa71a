import AgateDiagnostics
import ImageIO
import ObjectiveCRuntime
import QuartzCore

/// The format of a renderer: its bounds.
open class UIGraphicsRendererFormat: NSObject, NSCopying {
    /// The bounds of the drawing, in points.
    open internal(set) var bounds = CGRect.zero

    public required override init() {}

    /// Returns the format for the screen.
    open class func `default`() -> Self { self.init() }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.bounds = bounds
        return copy
    }
}

/// The format of an image renderer.
open class UIGraphicsImageRendererFormat: UIGraphicsRendererFormat {
    /// The range of colors. Images are always in sRGB.
    public enum Range: Int, Sendable {
        case unspecified = -1
        case automatic = 0
        case extended = 1
        case standard = 2
    }

    /// The number of pixels for each point. 0, and by default, the screen's.
    open var scale: CGFloat = UITraitCollection.current.usableScale
    /// A Boolean value that indicates whether the image begins with black instead of transparent; false by default.
    open var opaque = false
    /// Stored, without effect; setting it to `extended` reports one diagnostic.
    open var preferredRange = Range.standard {
        didSet { KeptProperty.report("UIGraphicsImageRendererFormat.preferredRange", preferredRange == .extended, "images are sRGB") }
    }

    /// Creates a format with the screen's scale, not opaque, of the standard range.
    public required init() {}

    /// Returns the format for the screen.
    open class func preferred() -> Self { self.init() }

    /// Creates a format for the screen of the traits; for the main screen if they have no `displayScale`.
    public convenience init(for traitCollection: UITraitCollection) {
        self.init()
        scale = traitCollection.usableScale
    }

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        if let copy = copy as? UIGraphicsImageRendererFormat {
            (copy.scale, copy.opaque, copy.preferredRange) = (scale, opaque, preferredRange)
        }
        return copy
    }
}

/// The context of a renderer's actions.
open class UIGraphicsRendererContext: NSObject {
    /// The context, which is current while the actions run. In a PDF document it is that of the page.
    open internal(set) var cgContext: CGContext

    init(_ context: CGContext) { cgContext = context }

    /// Fills a rectangle with the current color.
    open func fill(_ rect: CGRect) { fill(rect, blendMode: .normal) }

    /// Fills a rectangle with the current color and a blend mode.
    open func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.inState {
            $0.setBlendMode(blendMode)
            $0.fill(rect)
        }
    }

    /// Strokes a line of one point inside the rectangle's edge, in the stroke color.
    open func stroke(_ rect: CGRect) { stroke(rect, blendMode: .normal) }

    /// Strokes a line of one point inside the rectangle's edge, in the stroke color and with a blend mode.
    open func stroke(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.inState {
            $0.setBlendMode(blendMode)
            $0.stroke(rect.insetBy(dx: 0.5, dy: 0.5), width: 1)
        }
    }

    /// Clips further drawing to the rectangle.
    open func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// The context of an image renderer's actions.
open class UIGraphicsImageRendererContext: UIGraphicsRendererContext {
    /// The format of the renderer.
    public let format: UIGraphicsImageRendererFormat

    init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        self.format = format
        super.init(context)
    }

    /// The image drawn so far.
    open var currentImage: UIImage {
        cgContext.makeImage().map { UIImage(cgImage: $0, scale: format.scale, orientation: .up) } ?? UIImage()
    }
}

/// The base class of renderers, which run drawing actions.
open class UIGraphicsRenderer: NSObject {
    /// The format of the renderer.
    public let format: UIGraphicsRendererFormat

    init(bounds: CGRect, kept format: UIGraphicsRendererFormat) {
        self.format = format
        format.bounds = bounds
    }
}

/// A renderer that draws images.
///
///     let dot = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
///         UIColor.systemRed.setFill()
///         context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
///     }
///
/// An image has `size * scale` pixels, rounded up. An invalid size results in an empty image and a diagnostic.
open class UIGraphicsImageRenderer: UIGraphicsRenderer {
    /// Creates a renderer with the screen's scale.
    public convenience init(size: CGSize) { self.init(bounds: CGRect(origin: .zero, size: size)) }

    /// Creates a renderer with a format.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// Creates a renderer with the screen's scale. The origin of the bounds is the image's top left corner.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsImageRendererFormat()) }

    /// Creates a renderer with a copy of a format. The origin of the bounds is the image's top left corner.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        super.init(bounds: bounds, kept: format.copy() as? UIGraphicsImageRendererFormat ?? format)
    }

    /// Returns the image that the actions draw.
    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let format = format as? UIGraphicsImageRendererFormat else { return UIImage() }
        let bounds = format.bounds.standardized
        let scale = format.scale > 0 && format.scale.isFinite ? format.scale : ScreenTraits.main.usableScale
        guard let context = CGContext.drawing(size: bounds.size, scale: scale, isOpaque: format.opaque) else { return UIImage() }
        context.translateBy(x: -bounds.minX, y: -bounds.minY)
        context.asCurrent { actions(UIGraphicsImageRendererContext(context, format)) }
        return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }

    /// Returns a PNG of the image that the actions draw; empty if there is no image.
    open func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data { image(actions: actions).pngData() ?? Data() }

    /// Returns a JPEG of the image that the actions draw; empty if there is no image. The quality is 0...1.
    open func jpegData(withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data()
    }
}

/// A document of pages, each drawn as a bitmap. Agate writes PDF files whose pages are pictures: their text can't be selected, and they
/// have two pixels for each point. One diagnostic reports it.
final class PictureDocument {
    /// The bounds of pages that don't say their own; a letter for an empty rectangle, as Apple's.
    let bounds: CGRect
    private let info: [String: String]
    private var pages: [(size: CGSize, jpeg: Data)] = []
    private(set) var open: (context: CGContext, bounds: CGRect)?
    private static let scale: CGFloat = 2

    init(_ bounds: CGRect, _ info: [AnyHashable: Any]?) {
        self.bounds = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 612, height: 792) : bounds.standardized
        var texts: [String: String] = [:]
        for (key, value) in info ?? [:] {
            if let name = Self.names["\(key.base)"], let text = value as? String { texts[name] = text }
        }
        self.info = texts
        Diagnostic.reportOnce(
            "pdf.pictures", key: "", "a PDF document is written: its pages are pictures, and their text can't be selected")
    }

    private static let names = [
        "Title": "Title", "Author": "Author", "Subject": "Subject", "Creator": "Creator", "Keywords": "Keywords",
        "kCGPDFContextTitle": "Title", "kCGPDFContextAuthor": "Author", "kCGPDFContextSubject": "Subject",
        "kCGPDFContextCreator": "Creator",
        "kCGPDFContextKeywords": "Keywords",
    ]

    /// Ends the page that is drawn, and returns the context of the next. An invalid size gives none, with a diagnostic of its own.
    func begin(_ page: CGRect) -> CGContext? {
        end()
        let page = page.isEmpty ? bounds : page.standardized
        guard let context = CGContext.drawing(size: page.size, scale: Self.scale, isOpaque: true) else { return nil }
        context.inState {
            $0.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
            $0.fill(CGRect(origin: .zero, size: page.size))
        }
        context.translateBy(x: -page.minX, y: -page.minY)
        open = (context, page)
        return context
    }

    /// Ends the page that is drawn.
    func end() {
        guard let (context, page) = open else { return }
        open = nil
        guard let jpeg = context.makeImage().flatMap({ UIImage(cgImage: $0).jpegData(compressionQuality: 0.92) }) else { return }
        pages.append((page.size, jpeg))
    }

    /// Returns the document's file. A document without pages has one, as Apple's.
    func data() -> Data {
        end()
        if pages.isEmpty { _ = begin(bounds); end() }
        var file = Data("%PDF-1.4\n%\u{e2}\u{e3}\u{cf}\u{d3}\n".utf8), places: [Int] = []
        func add(_ text: String, _ stream: Data? = nil) {
            places.append(file.count)
            file.append(Data("\(places.count) 0 obj\n\(text)\n".utf8))
            if let stream {
                file.append(Data("stream\n".utf8))
                file.append(stream)
                file.append(Data("\nendstream\n".utf8))
            }
            file.append(Data("endobj\n".utf8))
        }
        add("<< /Type /Catalog /Pages 2 0 R >>")
        let kids = pages.indices.map { "\(4 + $0 * 3) 0 R" }.joined(separator: " ")
        add("<< /Type /Pages /Count \(pages.count) /Kids [\(kids)] >>")
        add("<< \(info.sorted { $0.key < $1.key }.map { "/\($0.key) \(Self.text($0.value))" }.joined(separator: " ")) >>")
        for (number, page) in pages.enumerated() {
            let first = 4 + number * 3, width = Self.number(page.size.width), height = Self.number(page.size.height)
            let pixels = Self.pixels(page.size)
            add(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents \(first + 1) 0 R"
                    + " /Resources << /XObject << /P \(first + 2) 0 R >> >> >>")
            let drawing = Data("q \(width) 0 0 \(height) 0 0 cm /P Do Q".utf8)
            add("<< /Length \(drawing.count) >>", drawing)
            add(
                "<< /Type /XObject /Subtype /Image /Width \(pixels.width) /Height \(pixels.height) /ColorSpace /DeviceRGB"
                    + " /BitsPerComponent 8 /Filter /DCTDecode /Length \(page.jpeg.count) >>", page.jpeg)
        }
        let start = file.count
        var table = "xref\n0 \(places.count + 1)\n0000000000 65535 f \n"
        for place in places { table += String(repeating: "0", count: max(0, 10 - "\(place)".count)) + "\(place) 00000 n \n" }
        table += "trailer\n<< /Size \(places.count + 1) /Root 1 0 R /Info 3 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        file.append(Data(table.utf8))
        return file
    }

    private static func pixels(_ size: CGSize) -> (width: Int, height: Int) {
        (Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
    }
    private static func number(_ value: CGFloat) -> String { value == value.rounded() ? "\(Int(value))" : "\(Double(value))" }
    /// Returns a text in UTF-16, as a hexadecimal string.
    private static func text(_ text: String) -> String {
        func digits(_ unit: UInt16) -> String {
            let hex = String(unit, radix: 16)
            return String(repeating: "0", count: 4 - hex.count) + hex
        }
        return "<feff" + text.utf16.map(digits).joined() + ">"
    }
}

/// The format of a renderer of PDF documents.
open class UIGraphicsPDFRendererFormat: UIGraphicsRendererFormat {
    /// The title, the author and so on, by the keys `kCGPDFContextTitle`…
    open var documentInfo: [String: Any] = [:]

    /// Creates a format without a title.
    public required init() {}

    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? UIGraphicsPDFRendererFormat)?.documentInfo = documentInfo
        return copy
    }
}

/// The context of a PDF renderer's actions. Nothing is drawn before the first page.
open class UIGraphicsPDFRendererContext: UIGraphicsRendererContext {
    private let document: PictureDocument

    init(_ document: PictureDocument, _ nothing: CGContext) {
        self.document = document
        super.init(nothing)
    }

    /// The bounds of the page.
    open var pdfContextBounds: CGRect { document.open?.bounds ?? document.bounds }
    /// Begins a page with the renderer's bounds.
    open func beginPage() { beginPage(withBounds: document.bounds, pageInfo: [:]) }
    /// Begins a page. An empty rectangle gives it the renderer's bounds.
    open func beginPage(withBounds bounds: CGRect, pageInfo: [String: Any]) {
        if document.open != nil { UIGraphicsPopContext() }
        guard let context = document.begin(bounds) else { return }
        cgContext = context
        UIGraphicsPushContext(context)
    }
    /// Does nothing: pages are pictures, without links.
    open func setURL(_ url: URL, for rect: CGRect) {}
    /// Does nothing: pages are pictures, without links.
    open func addDestination(withName name: String, at point: CGPoint) {}
    /// Does nothing: pages are pictures, without links.
    open func setDestinationWithName(_ name: String, for rect: CGRect) {}
}

/// A renderer that draws PDF documents, whose pages are pictures.
open class UIGraphicsPDFRenderer: UIGraphicsRenderer {
    /// Creates a renderer of pages with bounds.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: UIGraphicsPDFRendererFormat()) }
    /// Creates a renderer with a copy of a format.
    public init(bounds: CGRect, format: UIGraphicsPDFRendererFormat) {
        super.init(bounds: bounds, kept: format.copy() as? UIGraphicsPDFRendererFormat ?? format)
    }

    /// Returns the document that the actions draw.
    open func pdfData(actions: (UIGraphicsPDFRendererContext) -> Void) -> Data {
        let document = PictureDocument(format.bounds, (format as? UIGraphicsPDFRendererFormat)?.documentInfo)
        guard let nothing = CGContext(size: CGSize(width: 1, height: 1), scale: 1, isFlipped: true) else { return Data() }
        actions(UIGraphicsPDFRendererContext(document, nothing))
        if document.open != nil { UIGraphicsPopContext() }
        return document.data()
    }
    /// Writes the document that the actions draw.
    open func writePDF(to url: URL, withActions actions: (UIGraphicsPDFRendererContext) -> Void) throws {
        try pdfData(actions: actions).write(to: url)
    }
}

/// The documents that a thread is drawing, the innermost last.
private final class OpenDocuments {
    var list: [(document: PictureDocument, end: (Data) -> Void)] = []
    static let ofThread = ThreadObject<OpenDocuments>()
    static var current: OpenDocuments {
        if let found = ofThread.current { return found }
        let made = OpenDocuments()
        ofThread.current = made
        return made
    }
}

/// Begins a PDF document that is written into `data` at its end. An empty rectangle gives its pages the size of a letter.
public func UIGraphicsBeginPDFContextToData(_ data: NSMutableData, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?) {
    OpenDocuments.current.list.append((PictureDocument(bounds, documentInfo), { data.setData($0) }))
}

/// Begins a PDF document that is written into a file at its end. Returns false if the file can't be made.
@discardableResult
public func UIGraphicsBeginPDFContextToFile(_ path: String, _ bounds: CGRect, _ documentInfo: [AnyHashable: Any]?) -> Bool {
    guard FileManager.default.createFile(atPath: path, contents: nil) else { return false }
    OpenDocuments.current.list.append((PictureDocument(bounds, documentInfo), { try? $0.write(to: URL(fileURLWithPath: path)) }))
    return true
}

/// Ends the current PDF document. Does nothing without one.
public func UIGraphicsEndPDFContext() {
    guard let (document, end) = OpenDocuments.current.list.popLast() else { return }
    if document.open != nil { UIGraphicsPopContext() }
    end(document.data())
}

/// Begins a page of the current PDF document, with the document's bounds.
public func UIGraphicsBeginPDFPage() { UIGraphicsBeginPDFPageWithInfo(.zero, nil) }

/// Begins a page of the current PDF document. An empty rectangle gives it the document's bounds.
public func UIGraphicsBeginPDFPageWithInfo(_ bounds: CGRect, _ pageInfo: [AnyHashable: Any]?) {
    guard let document = OpenDocuments.current.list.last?.document else { return }
    if document.open != nil { UIGraphicsPopContext() }
    if let context = document.begin(bounds) { UIGraphicsPushContext(context) }
}

/// Returns the bounds of the current page of a PDF document; zero without one.
public func UIGraphicsGetPDFContextBounds() -> CGRect {
    guard let document = OpenDocuments.current.list.last?.document else { return .zero }
    return document.open?.bounds ?? document.bounds
}
