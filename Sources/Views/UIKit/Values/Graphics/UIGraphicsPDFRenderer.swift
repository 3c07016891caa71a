import AgateDiagnostics
import CoreGraphics
import ObjectiveCRuntime
import QuartzCore

/// A document of pages, each drawn as a bitmap with two pixels for each point, so that its text can't be selected. One diagnostic reports
/// it.
final class PictureDocument {
    /// The bounds of pages that don't specify their own: those of a letter for an empty rectangle, as Apple's.
    let bounds: CGRect
    private let document: PageDocument
    private let bytes = NSMutableData()
    private var pageCount = 0
    private(set) var open: (context: CGContext, bounds: CGRect)?
    private static let scale: CGFloat = 2

    init(_ bounds: CGRect, _ info: [AnyHashable: Any]?) {
        self.bounds = bounds.isEmpty ? CGRect(x: 0, y: 0, width: 612, height: 792) : bounds.standardized
        var named: [String: Any] = [:]
        for (key, value) in info ?? [:] { named["\(key.base)"] = value }
        guard let consumer = CGDataConsumer(data: bytes) else { preconditionFailure("data in memory can be written") }
        document = PageDocument(consumer, self.bounds, info: named)
        Diagnostic.reportOnce("pdf.pictures", key: "", "the pages of a PDF document are pictures; their text can't be selected")
    }

    /// Ends the current page, and returns the context of the next. An invalid size gives none, with a diagnostic of its own.
    func begin(_ page: CGRect) -> CGContext? {
        end()
        let page = page.isEmpty ? bounds : page.standardized
        guard let context = CGContext.drawing(size: page.size, scale: Self.scale, isOpaque: false) else { return nil }
        context.translateBy(x: -page.minX, y: -page.minY)
        open = (context, page)
        return context
    }

    /// Ends the current page.
    func end() {
        guard let (context, page) = open else { return }
        open = nil
        pageCount += 1
        document.begin(CGRect(origin: .zero, size: page.size))
        document.end(context.makeImage(), over: CGRect(origin: .zero, size: page.size))
    }

    /// Returns the document's file. A document without pages has one, as Apple's.
    func data() -> Data {
        end()
        if pageCount == 0 {
            _ = begin(bounds)
            end()
        }
        document.close()
        return Data(copying: bytes)
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
