import ImageIO
import TestSupport
import XCTest

@testable import UIKit

final class ImageTests: XCTestCase {
    private func format(_ scale: CGFloat = 1, opaque: Bool = false) -> UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        (format.scale, format.opaque) = (scale, opaque)
        return format
    }

    /// 3 by 2: red, green, blue above black, white, gray.
    private func sample() -> CGImage {
        CGImage(width: 3, height: 2) { pixels in
            for (i, color) in [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF00_0000, 0xFFFF_FFFF, 0xFF80_8080].enumerated() {
                pixels[i] = UInt32(color)
            }
        }!
    }

    private func reds(_ image: CGImage) -> [[Int]] { (0..<image.height).map { y in (0..<image.width).map { image.rgba($0, y)[0] } } }

    func testSizesAndScale() {
        let image = UIImage(cgImage: sample(), scale: 2, orientation: .right)
        XCTAssertEqual(image.size, CGSize(width: 1, height: 1.5))
        XCTAssertEqual(image.scale, 2)
        XCTAssertEqual(UIImage().size, .zero)
        XCTAssertNil(UIImage().cgImage)
        XCTAssertEqual(UIImage(cgImage: sample(), scale: .nan, orientation: .up).scale, 1)
        XCTAssertNil(UIImage(data: Data([1, 2, 3])))
        XCTAssertNil(UIImage(contentsOfFile: "/nowhere/at/all.png"))
        XCTAssertNil(UIImage(named: "no such image"))
    }

    func testOrientations() throws {
        // Reds of the upright picture, row by row.
        let wanted: [UIImage.Orientation: [[Int]]] = [
            .up: [[255, 0, 0], [0, 255, 128]], .down: [[128, 255, 0], [0, 0, 255]],
            .left: [[0, 128], [0, 255], [255, 0]], .right: [[0, 255], [255, 0], [128, 0]],
            .upMirrored: [[0, 0, 255], [128, 255, 0]], .downMirrored: [[0, 255, 128], [255, 0, 0]],
            .leftMirrored: [[255, 0], [0, 255], [0, 128]], .rightMirrored: [[128, 0], [255, 0], [0, 255]],
        ]
        for (orientation, rows) in wanted {
            let image = UIImage(cgImage: sample(), scale: 1, orientation: orientation)
            let drawn = UIGraphicsImageRenderer(size: image.size, format: format()).image { _ in image.draw(at: .zero) }
            XCTAssertEqual(reds(try XCTUnwrap(drawn.cgImage)), rows, "\(orientation)")
            // A mirrored one is what is seen, mirrored; PNGs are upright; JPEGs say it, with the same meaning.
            let mirrored = image.withHorizontallyFlippedOrientation()
            XCTAssertEqual(reds(try XCTUnwrap(mirrored.upright().cgImage)), rows.map { $0.reversed() }, "\(orientation)")
            let png = try XCTUnwrap(UIImage(data: XCTUnwrap(image.pngData())))
            XCTAssertEqual(reds(try XCTUnwrap(png.cgImage)), rows, "\(orientation)")
            let jpeg = try XCTUnwrap(UIImage(data: XCTUnwrap(image.jpegData(compressionQuality: 1))))
            XCTAssertEqual(jpeg.imageOrientation, orientation)
            XCTAssertEqual(jpeg.size, image.size)
        }
    }

    func testRendererAndImageContext() throws {
        let image = UIGraphicsImageRenderer(bounds: CGRect(x: 10, y: 20, width: 4.2, height: 2), format: format(2)).image { context in
            XCTAssertTrue(UIGraphicsGetCurrentContext() === context.cgContext)
            UIColor.red.setFill()
            context.fill(CGRect(x: 10, y: 20, width: 1, height: 1))
            XCTAssertEqual(context.currentImage.cgImage?.rgba(0, 0), [255, 0, 0, 255])
        }
        XCTAssertNil(UIGraphicsGetCurrentContext())
        let pixels = try XCTUnwrap(image.cgImage)
        XCTAssertEqual([pixels.width, pixels.height], [9, 4])
        XCTAssertEqual(pixels.rgba(1, 1), [255, 0, 0, 255])
        XCTAssertEqual(pixels.rgba(2, 2), [0, 0, 0, 0])
        XCTAssertNil(UIGraphicsImageRenderer(size: CGSize(width: 0, height: 5)).image { _ in }.cgImage)
        // Traits that say no scale, and a scale of 0, stand for the main screen's.
        let screen = UIGraphicsImageRendererFormat().scale, unsaid = UIGraphicsImageRendererFormat(for: UITraitCollection())
        XCTAssertGreaterThan(screen, 1)
        XCTAssertEqual(unsaid.scale, screen)
        unsaid.scale = 0
        let drawn = UIGraphicsImageRenderer(size: CGSize(width: 5, height: 5), format: unsaid).image { _ in }
        XCTAssertEqual(drawn.cgImage?.width, Int(5 * screen))
        XCTAssertEqual(drawn.size.width, 5)

        UIGraphicsBeginImageContextWithOptions(CGSize(width: 2, height: 2), true, 3)
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 1, y: 0, width: 1, height: 1))
        UIGraphicsPopContext()  // not its to end
        UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
        XCTAssertEqual(UIGraphicsGetImageFromCurrentImageContext()?.size, CGSize(width: 1, height: 1))
        UIGraphicsEndImageContext()
        let second = try XCTUnwrap(UIGraphicsGetImageFromCurrentImageContext())
        UIGraphicsEndImageContext()
        XCTAssertNil(UIGraphicsGetCurrentContext())
        XCTAssertNil(UIGraphicsGetImageFromCurrentImageContext())
        XCTAssertEqual(second.size, CGSize(width: 2, height: 2))
        XCTAssertEqual(second.cgImage?.rgba(5, 2), [0, 0, 255, 255])
        XCTAssertEqual(second.cgImage?.rgba(0, 0), [0, 0, 0, 255])
        UIGraphicsEndImageContext()
        // A size that no image has: drawing goes nowhere, and the end is an end.
        UIGraphicsBeginImageContextWithOptions(CGSize(width: 1e9, height: 1), false, 1)
        UIRectFill(CGRect(x: 0, y: 0, width: 10, height: 10))
        UIGraphicsEndImageContext()
        XCTAssertNil(UIGraphicsGetCurrentContext())
    }

    func testTintAndVariants() throws {
        let shape = UIGraphicsImageRenderer(size: CGSize(width: 2, height: 1), format: format()).image { context in
            UIColor.black.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        }
        let tinted = shape.withTintColor(.red, renderingMode: .alwaysOriginal)
        XCTAssertEqual(tinted.cgImage?.rgba(0, 0), [255, 0, 0, 255])
        XCTAssertEqual(tinted.cgImage?.rgba(1, 0), [0, 0, 0, 0])
        XCTAssertEqual(tinted.renderingMode, .alwaysOriginal)
        XCTAssertEqual(shape.withRenderingMode(.alwaysTemplate).cgImage, shape.cgImage)
        let animated = try XCTUnwrap(UIImage.animatedImage(with: [shape, tinted], duration: 0))
        XCTAssertEqual(animated.duration, 2.0 / 30)
        XCTAssertEqual(animated.images?.count, 2)
        XCTAssertEqual(animated.withRenderingMode(.alwaysTemplate).images?[1].renderingMode, .alwaysTemplate)
        XCTAssertNil(UIImage.animatedImage(with: [], duration: 1))
        XCTAssertEqual(shape.preparingThumbnail(of: CGSize(width: 4, height: 4))?.size, CGSize(width: 4, height: 4))
    }

    func testSlices() {
        let slices = ImageSlices(
            size: CGSize(width: 30, height: 30), insets: UIEdgeInsets(top: 10, left: 5, bottom: 10, right: 5),
            target: CGRect(x: 1, y: 2, width: 100, height: 15)
        ).all
        XCTAssertEqual(slices.count, 9)
        XCTAssertEqual(slices[0].target, CGRect(x: 1, y: 2, width: 5, height: 7.5))
        XCTAssertEqual(slices[4].source, CGRect(x: 5, y: 10, width: 20, height: 10))
        XCTAssertEqual(slices[4].target.height, 0)
        XCTAssertEqual(slices[8].target.maxX, 101)
        // Caps larger than the image are cut.
        let wide = ImageSlices(
            size: CGSize(width: 4, height: 4), insets: UIEdgeInsets(top: 9, left: -3, bottom: 9, right: 9),
            target: CGRect(x: 0, y: 0, width: 8, height: 8)
        ).all
        XCTAssertEqual(wide[0].source.width, 0)
        XCTAssertEqual(wide[2].source, CGRect(x: 0, y: 0, width: 4, height: 4))
    }

    func testNamedImages() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("agate-\(UUID().uuidString).bundle")
        defer { try? FileManager.default.removeItem(at: folder) }
        let set = folder.appendingPathComponent("Media.xcassets/dot.imageset")
        try FileManager.default.createDirectory(at: set, withIntermediateDirectories: true)
        func square(_ side: Int) throws -> Data {
            try XCTUnwrap(UIImage(cgImage: XCTUnwrap(CGImage(width: side, height: side) { $0.update(repeating: 0xFF00_FF00) })).pngData())
        }
        try square(4).write(to: set.appendingPathComponent("a.png"))
        try square(8).write(to: set.appendingPathComponent("b.png"))
        try
            #"{"images": [{"idiom": "universal", "filename": "a.png", "scale": "1x"}, {"idiom": "universal", "filename": "b.png", "scale": "2x"}], "properties": {"template-rendering-intent": "template"}}"#
            .write(to: set.appendingPathComponent("Contents.json"), atomically: true, encoding: .utf8)
        try square(6).write(to: folder.appendingPathComponent("file@2x.png"))
        let bundle = try XCTUnwrap(Bundle(path: folder.path))
        let fine = try XCTUnwrap(UIImage(named: "dot", in: bundle, compatibleWith: UITraitCollection(displayScale: 2)))
        XCTAssertEqual(fine.cgImage?.width, 8)
        XCTAssertEqual(fine.size.width, 4)
        XCTAssertEqual(fine.renderingMode, .alwaysTemplate)
        XCTAssertEqual(UIImage(named: "dot", in: bundle, compatibleWith: UITraitCollection(displayScale: 1))?.cgImage?.width, 4)
        XCTAssertEqual(UIImage(named: "file", in: bundle, compatibleWith: UITraitCollection(displayScale: 1))?.size.width, 3)
        XCTAssertEqual(UIImage(named: "file.png", in: bundle, compatibleWith: nil)?.scale, 2)
        XCTAssertNil(UIImage(named: "", in: bundle, compatibleWith: nil))
        XCTAssertEqual(UIImage(contentsOfFile: folder.path + "/file.png")?.scale, 2)
    }

    func testResizedPicture() throws {
        // A button's ground with striped middle.
        let ground = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24), format: format(2)).image { context in
            UIColor.systemIndigo.setFill()
            UIBezierPath(roundedRect: CGRect(x: 0, y: 0, width: 24, height: 24), cornerRadius: 7).fill()
            UIColor.systemYellow.setFill()
            for x in [9, 13] { context.fill(CGRect(x: x, y: 9, width: 2, height: 6)) }
        }
        let insets = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
        let image = UIGraphicsImageRenderer(size: CGSize(width: 220, height: 90), format: format(2)).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 220, height: 90))
            ground.draw(at: CGPoint(x: 10, y: 10))
            ground.resizableImage(withCapInsets: insets, resizingMode: .stretch).draw(in: CGRect(x: 44, y: 10, width: 70, height: 60))
            ground.resizableImage(withCapInsets: insets).draw(
                in: CGRect(x: 124, y: 10, width: 86, height: 60), blendMode: .normal, alpha: 0.5)
            ground.drawAsPattern(in: CGRect(x: 10, y: 74, width: 200, height: 12))
        }
        assertGolden(try XCTUnwrap(image.cgImage), "resized-images")
    }
}
