import Agate
import CoreText
import RendererSupport
import TestSupport
import XCTest

@testable import QuartzCore

/// Text layers (Behaviour 7.2). Pictures need the Liberation fonts.
final class TextLayerTests: XCTestCase {
    private func needsFonts() throws {
        let font = CTFontCreateWithName("Helvetica", 12, nil)
        guard "\(CTFontCopyFamilyName(font))".contains("Liberation") else { throw XCTSkip("the Liberation fonts are not installed") }
    }

    private func layer(_ text: Any?, _ frame: CGRect, size: CGFloat = 16) -> CATextLayer {
        let layer = CATextLayer()
        layer.string = text
        layer.frame = frame
        layer.fontSize = size
        layer.foregroundColor = CGColor(gray: 0, alpha: 1)
        layer.backgroundColor = CGColor(gray: 0.93, alpha: 1)
        return layer
    }

    func testDefaults() {
        let layer = CATextLayer()
        XCTAssertNil(layer.string)
        XCTAssertEqual(layer.font as? String, "Helvetica")
        XCTAssertEqual(layer.fontSize, 36)
        XCTAssertEqual(layer.foregroundColor, CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        XCTAssertFalse(layer.isWrapped)
        XCTAssertEqual(layer.truncationMode, .none)
        XCTAssertEqual(layer.alignmentMode, .natural)
        XCTAssertFalse(layer.allowsFontSubpixelQuantization)
        XCTAssertEqual(layer.value(forKey: "fontSize") as? CGFloat, 36)
    }

    /// As sources for Apple's platforms write it.
    func testTheFontCanBeAString() {
        let layer = CATextLayer()
        layer.font = "Menlo"
        XCTAssertEqual(layer.font as? String, "Menlo")
        XCTAssertTrue(layer.font is NSString)
        let name = "Courier"
        layer.font = name
        XCTAssertEqual(layer.font as? NSString, "Courier")
        layer.font = "Georgia" as CFTypeRef
        let kept: CFTypeRef? = layer.font
        XCTAssertTrue(kept === layer.font)
        XCTAssertEqual((layer[keyPath: \.font] as AnyObject?) as? String, "Georgia")
        layer.font = nil
        XCTAssertNil(layer.font)
        layer.font = CTFontCreateWithName("Times", 12, nil)
        XCTAssertTrue(layer.font is CTFont)
    }

    func testWhatDrawsAnew_D7() {
        for key in [
            "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode", "contentsScale", "style",
        ] {
            XCTAssertTrue(CATextLayer.needsDisplay(forKey: key), key)
        }
        XCTAssertFalse(CATextLayer.needsDisplay(forKey: "bounds"))
        let layer = layer("one", CGRect(x: 0, y: 0, width: 50, height: 20))
        layer.displayIfNeeded()
        let first = layer.contents as? CGImage
        XCTAssertNotNil(first)
        XCTAssertFalse(layer.needsDisplay())
        layer.string = "two"
        XCTAssertTrue(layer.needsDisplay())
        layer.displayIfNeeded()
        XCTAssertFalse((layer.contents as? CGImage) === first)
        layer.bounds.size.width = 80
        layer.displayIfNeeded()
        XCTAssertEqual((layer.contents as? CGImage)?.width, 80)
    }

    func testStringsThatAreNone() {
        for text in [nil, "", 7, NSNull()] as [Any?] {
            let layer = layer(text, CGRect(x: 0, y: 0, width: 50, height: 20))
            layer.display()
            let image = layer.contents as? CGImage
            XCTAssertTrue(image?.withPixels { pixels in (0..<1000).allSatisfy { pixels[$0] == 0 } } ?? true)
        }
    }

    func testModesInOnePicture() throws {
        try needsFonts()
        let text = "The quick brown fox jumps over the lazy dog"
        let host = OffscreenHost(size: CGSize(width: 420, height: 330), scale: 1, background: CGColor.white)
        var y: CGFloat = 6
        func add(_ layer: CATextLayer, x: CGFloat = 6) {
            layer.frame.origin = CGPoint(x: x, y: y)
            host.layer.addSublayer(layer)
        }
        host.perform {
            for (index, mode) in [CATextLayerTruncationMode.none, .start, .middle, .end].enumerated() {
                let line = layer(text, CGRect(x: 0, y: 0, width: 200, height: 22))
                line.truncationMode = mode
                y = 6 + CGFloat(index) * 26
                add(line)
            }
            for (index, mode) in [CATextLayerAlignmentMode.left, .center, .right, .justified].enumerated() {
                let block = layer(text + ".\nNew paragraph", CGRect(x: 0, y: 0, width: 150, height: 80), size: 14)
                block.isWrapped = true
                block.alignmentMode = mode
                y = 116 + CGFloat(index / 2) * 90
                add(block, x: 6 + CGFloat(index % 2) * 160)
            }
            y = 300
            let cut = layer(text, CGRect(x: 0, y: 0, width: 150, height: 24), size: 10)
            cut.isWrapped = true
            cut.truncationMode = .end
            add(cut)
            let mixed = NSMutableAttributedString(string: "own ", attributes: [.font: CTFontCreateWithName("Times-Bold", 20, nil)])
            mixed.append(
                NSAttributedString(
                    string: "colours",
                    attributes: [
                        .font: CTFontCreateWithName("Courier", 20, nil),
                        .foregroundColor: CGColor(red: 0.8, green: 0.1, blue: 0.1, alpha: 1),
                    ]))
            y = 6
            add(layer(mixed, CGRect(x: 0, y: 0, width: 190, height: 30)), x: 216)
            y = 44
            let hebrew = layer("\u{05E9}\u{05DC}\u{05D5}\u{05DD} abc", CGRect(x: 0, y: 0, width: 190, height: 26))
            hebrew.font = "Arial" as NSString
            add(hebrew, x: 216)
        }
        assertGoldens(host, "text-layers")
    }

    func testUpwardHostsShowTextUpright() throws {
        try needsFonts()
        func picture(flipped: Bool) -> CGImage {
            let host = OffscreenHost(size: CGSize(width: 60, height: 24), geometryFlipped: flipped)
            host.perform { host.layer.addSublayer(layer("Fg", CGRect(x: 0, y: 0, width: 60, height: 24))) }
            return host.image()
        }
        assertPicturesEqual(picture(flipped: false), picture(flipped: true), tolerance: 0)
    }

    /// Drawn anew in each frame with the value of the time, from the first frame on.
    func testAnimatedSize() throws {
        try needsFonts()
        let host = OffscreenHost(size: CGSize(width: 100, height: 40))
        let text = layer("H", CGRect(x: 0, y: 0, width: 100, height: 40), size: 10)
        text.backgroundColor = nil
        host.perform { host.layer.addSublayer(text) }
        func height(at time: Double) -> Int {
            let image = host.image(at: time)
            return image.withPixels { pixels in (0..<40).filter { y in (0..<100).contains { pixels[y * 100 + $0] >> 24 > 100 } }.count }
        }
        let small = height(at: 0)
        host.perform {
            CATransaction.setAnimationDuration(1)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
            text.actions = ["contents": NSNull()]
            text.fontSize = 30
        }
        XCTAssertEqual(height(at: 0.001), small, "no flash of the last size")
        XCTAssertEqual(height(at: 0.5), small * 2, accuracy: 1)
        XCTAssertEqual(height(at: 1.1), small * 3, accuracy: 1)
    }

    // MARK: Long texts

    private static let long = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 60)

    private func show(_ layer: CATextLayer) -> OffscreenHost {
        let host = OffscreenHost(size: CGSize(width: 300, height: 200))
        layer.isWrapped = true
        host.perform { host.layer.addSublayer(layer) }
        return host
    }

    /// Another colour needs no layout, and looks like a layer that had it from the beginning. Everything else needs one.
    func testAnotherColorNeedsNoLayout() {
        let frame = CGRect(x: 0, y: 0, width: 300, height: 200), red = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        for mode in [CATextLayerTruncationMode.none, .end] {
            let layer = layer(Self.long, frame)
            layer.truncationMode = mode
            let host = show(layer)
            _ = host.image(at: 0)
            var layouts = TextDrawing.layouts.load(ordering: .relaxed)
            func layoutsSince() -> Int {
                defer { layouts = TextDrawing.layouts.load(ordering: .relaxed) }
                return TextDrawing.layouts.load(ordering: .relaxed) - layouts
            }
            host.perform { layer.foregroundColor = red }
            for time in [0.1, 0.2, 1] { _ = host.image(at: time) }
            XCTAssertEqual(layoutsSince(), 0)
            let other = self.layer(Self.long, frame)
            (other.foregroundColor, other.truncationMode) = (red, mode)
            assertPicturesEqual(host.image(at: 2), show(other).image(at: 2), tolerance: 0)
            XCTAssertEqual(layoutsSince(), 1)
            host.perform { layer.foregroundColor = nil }
            _ = host.image(at: 4)
            let black = self.layer(Self.long, frame)
            (black.foregroundColor, black.truncationMode) = (nil, mode)
            assertPicturesEqual(host.image(at: 5), show(black).image(at: 5), tolerance: 0)
            _ = layoutsSince()
            for change in [
                { layer.string = Self.long + "!" }, { layer.alignmentMode = .right }, { layer.font = "Times" }, { layer.isWrapped = false },
                { layer.bounds.size.width = 280 },
            ] {
                host.perform(change)
                _ = host.image(at: 6)
                XCTAssertEqual(layoutsSince(), 1)
            }
        }
    }

    func testAnEqualDrawingIsKept() throws {
        let layer = layer(Self.long, CGRect(x: 0, y: 0, width: 300, height: 200)), host = show(layer)
        func contents() throws -> CGImage { try XCTUnwrap(layer.contents as? CGImage) }
        let first = try contents()
        host.perform { layer.setNeedsDisplay() }
        XCTAssertTrue(try contents() === first)
        host.perform { layer.contents = nil }
        host.perform { layer.setNeedsDisplay() }
        let second = try contents()
        XCTAssertFalse(second === first, "what is not shown is drawn again")
        host.perform { layer.contentsScale = 2 }
        XCTAssertEqual(try contents().width, 600)
        host.perform { layer.string = "short" }
        XCTAssertNil(layer.rare?.text, "the lines of the long text are released")
        // A string that the program may change is compared by its characters.
        let changing = NSMutableString(string: Self.long)
        host.perform { layer.string = changing }
        let before = try contents()
        changing.replaceCharacters(in: NSRange(location: 0, length: 3), with: "One")
        host.perform { layer.setNeedsDisplay() }
        XCTAssertFalse(try contents() === before)
    }

    /// Text of one colour takes a byte for each pixel.
    func testTheContentsOfATextArePacked() throws {
        try needsFonts()
        func isPacked(_ text: Any, _ change: (CATextLayer) -> Void = { _ in }) throws -> Bool {
            let layer = layer(text, CGRect(x: 0, y: 0, width: 60, height: 24)), host = OffscreenHost(size: CGSize(width: 60, height: 24))
            change(layer)
            host.perform { host.layer.addSublayer(layer) }
            return try XCTUnwrap(layer.contents as? CGImage).isPacked
        }
        XCTAssertTrue(try isPacked("Fg"))
        XCTAssertTrue(try isPacked("Fg") { $0.foregroundColor = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 1) })
        XCTAssertFalse(try isPacked("Fg") { ($0.isOpaque, $0.foregroundColor) = (true, CGColor(gray: 1, alpha: 1)) })
        let colors = NSMutableAttributedString(string: "Fg", attributes: [.foregroundColor: CGColor(red: 1, green: 0, blue: 0, alpha: 1)])
        colors.addAttribute(.foregroundColor, value: CGColor(red: 0, green: 0, blue: 1, alpha: 1), range: NSRange(location: 1, length: 1))
        XCTAssertFalse(try isPacked(colors))
    }

    /// Draws at once: the drawing of a subclass may be its own.
    private final class EagerTextLayer: CATextLayer {}

    /// Of a large text, only the rows of pixels are drawn that show. All of them look as if they were drawn at once.
    func testALargeTextIsDrawnWhereItShows() throws {
        try needsFonts()
        let marks = String(repeating: Self.long + "A\u{30A}\u{30A}\u{30A} \u{4E2D}\n", count: 20)
        for (isOpaque, isFlipped) in [(false, false), (false, true), (true, false)] {
            var rows = TextPicture.drawnRows.load(ordering: .relaxed)
            func rowsSince() -> Int {
                defer { rows = TextPicture.drawnRows.load(ordering: .relaxed) }
                return TextPicture.drawnRows.load(ordering: .relaxed) - rows
            }
            func shown(_ layer: CATextLayer) -> OffscreenHost {
                layer.string = marks
                (layer.fontSize, layer.isWrapped, layer.isOpaque) = (16, true, isOpaque)
                layer.foregroundColor = CGColor(gray: 0, alpha: 0.75)
                layer.bounds = CGRect(x: 0, y: 5, width: 300.5, height: 4000)
                (layer.anchorPoint, layer.position) = (.zero, CGPoint(x: 0, y: -1000.25))
                let host = OffscreenHost(size: CGSize(width: 300, height: 200), geometryFlipped: isFlipped)
                host.perform { host.layer.addSublayer(layer) }
                return host
            }
            let layer = CATextLayer(), host = shown(layer)
            XCTAssertEqual(rowsSince(), 0)
            _ = host.image(at: 0)
            let visible = 200 + 2 * 64 + 8
            XCTAssertTrue((200...visible).contains(rowsSince()))
            host.perform { layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5) }
            _ = host.image(at: 2)
            XCTAssertTrue((200...2 * visible).contains(rowsSince()), "at most an animated color and the final one")
            host.perform {
                CATransaction.setDisableActions(true)
                layer.position.y -= 300
            }
            let image = host.image(at: 3)
            XCTAssertTrue((100...visible).contains(rowsSince()), "what has come into view")
            _ = host.image(at: 4)
            XCTAssertEqual(rowsSince(), 0)

            let eager = EagerTextLayer(), other = shown(eager)
            other.perform {
                CATransaction.setDisableActions(true)
                eager.position.y -= 300
                eager.foregroundColor = layer.foregroundColor
            }
            assertPicturesEqual(image, other.image(at: 3), tolerance: 0)
            XCTAssertEqual(rowsSince(), 0)
            let contents = try XCTUnwrap(layer.contents as? CGImage), all = try XCTUnwrap(eager.contents as? CGImage)
            XCTAssertTrue(contents.hasEqualPixels(to: all))
            XCTAssertEqual(contents.isOpaque, all.isOpaque)
            XCTAssertTrue((contents.height - 2 * visible...contents.height - 400).contains(rowsSince()), "the others, once")
            host.perform { layer.setNeedsDisplay() }
            XCTAssertTrue(layer.contents as? CGImage === contents)
            // Rotated and at other sizes, it is read as a whole.
            for (one, place) in [(layer, host), (eager, other)] {
                place.perform {
                    CATransaction.setDisableActions(true)
                    one.setAffineTransform(CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 0.7, y: 0.7))
                }
            }
            assertPicturesEqual(host.image(at: 5), other.image(at: 5), tolerance: 0)
        }
    }

    // LY4
    func testThePreferredSizeIsThatOfTheText() throws {
        try needsFonts()
        let layer = CATextLayer()
        XCTAssertEqual(layer.preferredFrameSize(), .zero)
        (layer.font, layer.fontSize, layer.string) = ("Helvetica" as NSString, 20, "Some words")
        let line = layer.preferredFrameSize()
        XCTAssertTrue((100...125).contains(line.width) && (20...26).contains(line.height), "\(line)")
        // The layer's own size does not matter, unless its lines are wrapped at it.
        layer.bounds.size = CGSize(width: 60, height: 5)
        XCTAssertEqual(layer.preferredFrameSize(), line)
        layer.isWrapped = true
        let wrapped = layer.preferredFrameSize()
        XCTAssertLessThanOrEqual(wrapped.width, 60)
        XCTAssertEqual(wrapped.height, 2 * line.height, accuracy: 2)
        layer.isWrapped = false
        layer.string = "Some words\n\nand more"
        XCTAssertEqual(layer.preferredFrameSize().height, 3 * line.height, accuracy: 3)
        layer.string = NSAttributedString(string: "Some words", attributes: [.font: CTFontCreateWithName("Helvetica", 40, nil)])
        XCTAssertEqual(layer.preferredFrameSize().width, 2 * line.width, accuracy: 2)
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
        XCTAssertEqual(layer.preferredFrameSize().height, 6 * line.height, accuracy: 8)
    }
}
