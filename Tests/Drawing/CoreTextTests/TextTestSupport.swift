import CoreText
import TestSupport
import XCTest

@testable import CoreText

/// Fonts that a test needs; skips, and says which package is missing, where they are not installed.
enum TestFont {
    static func liberation(_ name: String = "LiberationSans", _ size: CGFloat = 20) throws -> CTFont {
        try font(name, size, package: "fonts-liberation")
    }

    static func dejaVu(_ name: String = "DejaVuSans", _ size: CGFloat = 20) throws -> CTFont {
        try font(name, size, package: "fonts-dejavu-core")
    }

    static func emoji(_ size: CGFloat = 20) throws -> CTFont {
        try font("NotoColorEmoji", size, package: "fonts-noto-color-emoji")
    }

    static func font(_ name: String, _ size: CGFloat, package: String) throws -> CTFont {
        guard let record = FontCatalog.shared.index.face(named: name) else {
            throw XCTSkip("\(name) is not installed: it is in the package \(package)")
        }
        return CTFont(choice: .init(record: record, vertical: nil), size: size)
    }

    static func url(_ name: String, package: String) throws -> URL {
        guard let url = try font(name, 12, package: package).record?.url else { throw XCTSkip("\(name) has no file") }
        return url
    }
}

func text(_ string: String, _ font: CTFont, _ more: [NSAttributedString.Key: Any] = [:]) -> NSAttributedString {
    NSAttributedString(string: string, attributes: [.font: font].merging(more) { $1 })
}

func line(_ string: String, _ font: CTFont, _ more: [NSAttributedString.Key: Any] = [:]) -> CTLine {
    CTLineCreateWithAttributedString(text(string, font, more))
}

func frame(_ string: NSAttributedString, _ size: CGSize) -> CTFrame {
    let framesetter = CTFramesetterCreateWithAttributedString(string)
    return CTFramesetterCreateFrame(framesetter, CFRange(), CGPath(rect: CGRect(origin: .zero, size: size), transform: nil), nil)
}

func lines(_ frame: CTFrame) -> [CTLine] { CTFrameGetLines(frame) as! [CTLine] }

func origins(_ frame: CTFrame) -> [CGPoint] {
    var origins = [CGPoint](repeating: .zero, count: lines(frame).count)
    CTFrameGetLineOrigins(frame, CFRange(), &origins)
    return origins
}

func strings(_ frame: CTFrame, _ whole: String) -> [String] {
    let units = Array(whole.utf16)
    return lines(frame).map { line in
        let range = CTLineGetStringRange(line)
        return String(decoding: units[range.location..<range.location + range.length], as: UTF16.self)
    }
}

/// A picture on white with y growing upwards, at two pixels a point.
func picture(_ width: Int, _ height: Int, _ draw: (CGContext) -> Void) throws -> CGImage {
    let context = try XCTUnwrap(
        CGContext(
            data: nil, width: width * 2, height: height * 2, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpace(name: CGColorSpace.sRGB)!,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
    )
    context.setFillColor(CGColor(gray: 1, alpha: 1))
    context.fill(CGRect(x: 0, y: 0, width: width * 2, height: height * 2))
    context.scaleBy(x: 2, y: 2)
    draw(context)
    return try XCTUnwrap(context.makeImage())
}
