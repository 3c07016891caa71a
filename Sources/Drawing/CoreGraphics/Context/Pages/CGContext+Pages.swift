import AgateDiagnostics
import Foundation
import Raster

/// Documents of pages. The drawing on a page is stored as a picture, at up to ``PageDocument/finest`` pixels a point, not as lines and
/// letters. It prints and displays alike, but its text can't be searched.
extension CGContext {
    /// Creates a context that writes a PDF document.
    /// - Parameters:
    ///   - consumer: the consumer that receives the document when the document is closed.
    ///   - mediaBox: the pages' boxes, in points; nil for 612 × 792. It is also the user space.
    ///   - auxiliaryInfo: the title, the author and so on, by the keys `kCGPDFContextTitle`…. Passwords and further boxes are ignored, with
    ///     one diagnostic.
    /// - Returns: nil, with a diagnostic, for a box that is empty, not finite or larger than 14,400 points a side.
    public convenience init?(consumer: CGDataConsumer, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
        let box = (mediaBox?.pointee ?? CGRect(x: 0, y: 0, width: 612, height: 792)).standardized
        guard [box.minX, box.minY, box.width, box.height].allSatisfy(\.isFinite), box.width > 0, box.height > 0,
            max(box.width, box.height) <= 14_400
        else {
            Diagnostic.report("context.unsupported", "a PDF can't have the page box \(box)")
            return nil
        }
        let scale = PageDocument.scale(for: box.size)
        let (width, height) = (max(1, (box.width * scale).rounded(.up)), max(1, (box.height * scale).rounded(.up)))
        let ctm = CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: -box.minX * scale, ty: -box.minY * scale)
        self.init(width: Int(width), height: Int(height), ctm: ctm)
        var info: [String: Any] = [:]
        for (key, value) in auxiliaryInfo ?? [:] { info["\(key)"] = value }
        pages = PageDocument(consumer, box, info: info)
    }

    /// Creates a context that writes a PDF document into a file.
    public convenience init?(_ url: CFURL, mediaBox: UnsafePointer<CGRect>?, _ auxiliaryInfo: CFDictionary?) {
        guard let consumer = CGDataConsumer(url: url) else { return nil }
        self.init(consumer: consumer, mediaBox: mediaBox, auxiliaryInfo)
    }

    /// Begins a page. Has no effect in contexts that write no document.
    /// - Parameter mediaBox: the page's box in points; nil for the document's. The picture covers the document's box.
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) {
        guard let pages else { return }
        if pages.isPageOpen { endPage() }
        pages.begin(mediaBox?.pointee.standardized)
        base.clear()
        target = base
        state = GraphicsState(ctm: baseTransform, limits: base.bounds)
        (saved, layers) = ([], [])
        beginPath()
        hasDrawn = false
    }

    /// Begins a page. Only the dictionary's `MediaBox`, the bytes of a rectangle, is used.
    public func beginPDFPage(_ pageInfo: CFDictionary?) {
        var box: CGRect?
        if let bytes = pageInfo?.object(forKey: "MediaBox" as NSString) as? NSData, bytes.length >= MemoryLayout<CGRect>.size {
            box = bytes.bytes.loadUnaligned(as: CGRect.self)
        }
        if var box { beginPage(mediaBox: &box) } else { beginPage(mediaBox: nil) }
    }

    /// Ends the current page.
    public func endPage() {
        guard let pages, pages.isPageOpen else { return }
        pages.end(makeImage())
    }

    /// Ends the current page.
    public func endPDFPage() { endPage() }

    /// Ends the document and passes it to its consumer. Later drawing has no effect on the document.
    public func closePDF() {
        endPage()
        pages?.close()
    }
}

/// A document under construction.
package final class PageDocument {
    /// The largest number of pixels a point: 288 an inch.
    static let finest: CGFloat = 4
    /// The largest number of pixels of a page, which bounds the memory for large pages.
    private static let mostPixels: CGFloat = 24_000_000

    private let consumer: CGDataConsumer
    private let box: CGRect
    private var objects: [Data] = []
    private var pageNumbers: [Int] = []
    private var open: CGRect?
    private var isClosed = false
    /// Title, author and so on, in the order of their names.
    private let info: [(name: String, text: String)]
    private static let names: Set<String> = ["Title", "Author", "Subject", "Creator", "Keywords"]

    /// - Parameter info: Texts by the keys `kCGPDFContextTitle`…. Others are ignored, with one diagnostic.
    package init(_ consumer: CGDataConsumer, _ box: CGRect, info: [String: Any] = [:]) {
        (self.consumer, self.box) = (consumer, box)
        self.info = info.compactMap { name, value in
            Self.names.contains(name) ? (name, (value as? [Any])?.map { "\($0)" }.joined(separator: ", ") ?? "\(value)") : nil
        }.sorted { $0.0 < $1.0 }
        if self.info.count < info.count {
            Diagnostic.reportOnce(
                "pdf.unsupported", key: "info", "a PDF's passwords and additional page boxes are not supported; they are omitted")
        }
    }

    deinit { close() }

    static func scale(for size: CGSize) -> CGFloat {
        let byMemory = (mostPixels / (size.width * size.height)).squareRoot()
        let bySide = CGFloat(CGImage.maximumSide - 1) / max(size.width, size.height)
        return min(finest, byMemory, bySide)
    }

    package var isPageOpen: Bool { open != nil }

    package func begin(_ pageBox: CGRect?) { open = pageBox ?? box }

    /// Ends the page.
    /// - Parameter covered: The rectangle that the picture covers; nil for the document's box.
    package func end(_ image: CGImage?, over covered: CGRect? = nil) {
        guard let pageBox = open, !isClosed else { return }
        open = nil
        // Object 1 is the catalogue, object 2 the list of pages. A page's objects follow.
        var content = "", resources = ""
        if let image {
            let alpha = add(
                stream: Self.packed(image, alpha: true),
                "/Type /XObject /Subtype /Image /Width \(image.width) /Height \(image.height) "
                    + "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /RunLengthDecode")
            let color = add(
                stream: Self.packed(image, alpha: false),
                "/Type /XObject /Subtype /Image /Width \(image.width) /Height \(image.height) "
                    + "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /RunLengthDecode /SMask \(alpha) 0 R")
            let place = covered ?? box
            content = "q \(place.width) 0 0 \(place.height) \(place.minX) \(place.minY) cm /P Do Q"
            resources = "/XObject << /P \(color) 0 R >>"
        }
        let contents = add(stream: Data(content.utf8), "")
        pageNumbers.append(
            add(
                "<< /Type /Page /Parent 2 0 R /MediaBox [\(pageBox.minX) \(pageBox.minY) \(pageBox.maxX) \(pageBox.maxY)] "
                    + "/Resources << \(resources) >> /Contents \(contents) 0 R >>"))
    }

    package func close() {
        guard !isClosed else { return }
        isClosed = true
        let words = info.map { "/\($0.name) \(Self.hexadecimal($0.text))" }.joined(separator: " ")
        let described = info.isEmpty ? "" : " /Info \(add("<< \(words) >>")) 0 R"
        var file = Data("%PDF-1.4\n".utf8), places: [Int] = []
        let kids = pageNumbers.map { "\($0) 0 R" }.joined(separator: " ")
        let head = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [\(kids)] /Count \(pageNumbers.count) >>"].map {
            Data($0.utf8)
        }
        for (index, object) in (head + objects).enumerated() {
            places.append(file.count)
            file.append(Data("\(index + 1) 0 obj\n".utf8))
            file.append(object)
            file.append(Data("\nendobj\n".utf8))
        }
        let start = file.count
        func padded(_ number: Int) -> String { String(repeating: "0", count: max(0, 10 - "\(number)".count)) + "\(number)" }
        let table = places.map { "\(padded($0)) 00000 n \n" }.joined()
        file.append(Data(("xref\n0 \(places.count + 1)\n0000000000 65535 f \n" + table).utf8))
        file.append(Data("trailer\n<< /Size \(places.count + 1) /Root 1 0 R\(described) >>\nstartxref\n\(start)\n%%EOF\n".utf8))
        consumer.put(file)
        objects = []
    }

    /// Returns a text as UTF-16 in hexadecimal digits, which has every letter.
    private static func hexadecimal(_ text: String) -> String {
        "<FEFF" + text.utf16.map { String(0x1_0000 | UInt32($0), radix: 16).dropFirst().uppercased() }.joined() + ">"
    }

    private func add(_ text: String) -> Int { add(Data(text.utf8)) }

    private func add(stream: Data, _ words: String) -> Int {
        var object = Data("<< /Length \(stream.count) \(words) >>\nstream\n".utf8)
        object.append(stream)
        object.append(Data("\nendstream".utf8))
        return add(object)
    }

    private func add(_ object: Data) -> Int {
        objects.append(object)
        return objects.count + 2
    }

    /// Returns straight colour or alpha, row by row, run-length encoded: a count below 128 followed by one more byte than its value, or
    /// 257 minus the count followed by one byte.
    private static func packed(_ image: CGImage, alpha: Bool) -> Data {
        let count = image.width * image.height
        var bytes = [UInt8](repeating: 0, count: alpha ? count : count * 3)
        image.withPixels { pixels in
            for index in 0..<count {
                let pixel = pixels[index], a = pixel >> 24
                if alpha { bytes[index] = UInt8(a); continue }
                guard a > 0 else { continue }
                for channel in 0..<3 {
                    let shift = UInt32(16 - channel * 8)
                    bytes[index * 3 + channel] = UInt8(min(255, (255 * ((pixel >> shift) & 255) + a / 2) / a))
                }
            }
        }
        var packed = Data()
        var start = 0, literal = 0
        func flush(_ end: Int) {
            var from = literal
            while from < end {
                let n = min(128, end - from)
                packed.append(UInt8(n - 1))
                packed.append(contentsOf: bytes[from..<from + n])
                from += n
            }
        }
        while start < bytes.count {
            var end = start + 1
            while end < bytes.count, bytes[end] == bytes[start], end - start < 128 { end += 1 }
            if end - start >= 3 {
                flush(start)
                packed.append(UInt8(257 - (end - start)))
                packed.append(bytes[start])
                literal = end
            }
            start = end
        }
        flush(bytes.count)
        packed.append(128)
        return packed
    }
}

/// The key of a document's title.
public nonisolated(unsafe) let kCGPDFContextTitle: CFString = "Title"
/// The key of a document's author.
public nonisolated(unsafe) let kCGPDFContextAuthor: CFString = "Author"
/// The key of a document's subject.
public nonisolated(unsafe) let kCGPDFContextSubject: CFString = "Subject"
/// The key of the program that made a document.
public nonisolated(unsafe) let kCGPDFContextCreator: CFString = "Creator"
/// The key of a document's keywords: a text, or a list of texts.
public nonisolated(unsafe) let kCGPDFContextKeywords: CFString = "Keywords"
