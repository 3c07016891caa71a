import CoreGraphics
import CoreText
import Foundation
import QuartzCore

extension FuzzTarget {
    static let font = FuzzTarget(
        "font",
        // Installed fonts are hundreds of times as long as an input.
        seeds: { [MadeFont.plain(), MadeFont.variable()] }
    ) { data in
        let descriptors = CTFontManagerCreateFontDescriptorsFromData(data as NSData)
        for case let descriptor as CTFontDescriptor in descriptors.prefix(2) {
            let font = CTFontCreateWithFontDescriptor(descriptor, 12, nil)
            let line = CTLineCreateWithAttributedString(NSAttributedString(string: "Afi\u{0628}", attributes: [.font: font]))
            _ = CTLineGetTypographicBounds(line, nil, nil, nil)
            _ = CTLineGetImageBounds(line, nil)
            for glyph in [0, 1, 2, 3, 4, 36, 70, 0xFFFE] { _ = CTFontCreatePathForGlyph(font, CGGlyph(glyph), nil) }
            _ = CTFontCopyFullName(font)
            _ = CTFontCopyVariationAxes(font)
            _ = CTFontGetBoundingBox(font)
            let bold = CTFontCreateCopyWithAttributes(
                font, 14, nil,
                CTFontDescriptorCreateWithAttributes([kCTFontVariationAttribute: [0x7767_6874: 700]] as NSDictionary))
            _ = CTFontCreatePathForGlyph(bold, 1, nil)
        }
        return descriptors.count > 0
    }

    static let svg = FuzzTarget(
        "svg", words: "MmLlHhVvCcSsQqTtAaZz".map { "\($0) 1 2 3 4 " },
        seeds: {
            [
                "M 0 0 L 9 0 9 9 Z", "M1e3-2.5h3v4q1 1 2 2t3 3c1 1 2 2 3 0s1 1 2 2a3 4 30 0 1 5 5z",
                "m0 0 20 0 0 20-20 0z m5 5 10 0 0 10-10 0z",
            ].map { Data($0.utf8) }
        }
    ) { data in
        guard data.count < 2000, let path = CGPath(svg: String(decoding: data, as: UTF8.self)) else { return false }
        let context = CGContext(
            data: nil, width: 16, height: 16, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
        )
        context?.addPath(path)
        context?.fillPath(using: .evenOdd)
        context?.addPath(path)
        context?.setLineWidth(2)
        context?.setLineDash(phase: 1, lengths: [3, 2])
        context?.strokePath()
        _ = path.boundingBoxOfPath
        _ = path.contains(CGPoint(x: 3, y: 3))
        _ = path.union(CGPath(rect: CGRect(x: 1, y: 1, width: 5, height: 5), transform: nil))
        _ = path.normalized()
        _ = path.copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .round, miterLimit: 4)
        _ = path.flattened(threshold: 0.1)
        return true
    }
}
