import CoreGraphics
import QuartzCore
import XCTest

private func makeContext(_ width: Int, _ height: Int) -> CGContext {
    guard
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
        )
    else { fatalError("no context") }
    return context
}

private extension CGImage {
    func pixel(_ x: Int, _ y: Int) -> UInt32 { withPixels { $0[y * width + x] } }
}

private extension CGContext {
    /// 0xAARRGGBB, counted from the top left.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { makeImage()?.pixel(x, y) ?? 0 }
}

/// Pictures at another size than their own, in contexts and in `render(in:)`, as Apple's renderer brings them to it.
final class ResamplingTests: XCTestCase {
    /// Black and white columns, one black pixel in the middle of white.
    private func columns(_ levels: [UInt32], height: Int = 1) throws -> CGImage {
        try XCTUnwrap(
            CGImage(width: levels.count, height: height) { pixels in
                for i in pixels.indices {
                    let v = levels[i % levels.count]
                    pixels[i] = 0xFF00_0000 | v << 16 | v << 8 | v
                }
            })
    }

    private func drawn(_ image: CGImage, width: Int, height: Int = 1, quality: CGInterpolationQuality = .default) -> [Int] {
        let c = makeContext(width, height)
        c.interpolationQuality = quality
        c.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
        return (0..<width).map { Int(c.pixel($0, 0) & 255) }
    }

    private func rendered(_ image: CGImage, width: Int, height: Int = 1, _ change: (CALayer) -> Void = { _ in }) -> [Int] {
        let root = CALayer(), layer = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        layer.frame = root.bounds
        layer.contents = image
        change(layer)
        root.addSublayer(layer)
        let c = makeContext(width, height)
        root.render(in: c)
        return (0..<width).map { Int(c.pixel($0, 0) & 255) }
    }

    private func assertEqual(_ a: [Int], _ b: [Int], accuracy: Int = 1, line: UInt = #line) {
        XCTAssertTrue(a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= accuracy }, "\(a) is not \(b)", line: line)
    }

    /// Measured: an exact enlargement to twice the size weighs neighbours 0.877 to 0.123, where bilinear would 0.75 to 0.25.
    func testTwiceTheSize() throws {
        let image = try columns([0, 255, 0, 255])
        let wanted = [0, 32, 223, 223, 32, 32, 223, 255]
        assertEqual(drawn(image, width: 8), wanted)
        assertEqual(rendered(image, width: 8), wanted)
        let down = try XCTUnwrap(
            CGImage(width: 1, height: 2) {
                $0[0] = 0xFF00_0000; $0[1] = 0xFFFF_FFFF
            })
        let c = makeContext(1, 4)
        c.draw(down, in: CGRect(x: 0, y: 0, width: 1, height: 4))
        assertEqual((0..<4).map { Int(c.pixel(0, $0) & 255) }, [0, 32, 223, 255])
    }

    func testFarLargerKeepsItsSteps() throws {
        // Boxes with edges two pixels wide.
        let shown = drawn(try columns([0, 255]), width: 16)
        assertEqual(
            Array(shown[0..<7]) + Array(shown[9..<16]), [Int](repeating: 0, count: 7) + [Int](repeating: 255, count: 7), accuracy: 0)
        assertEqual([shown[7], shown[8]], [32, 223])
    }

    func testTheSameSizeIsTheSamePicture() throws {
        let image = try columns([0, 255, 40, 90])
        assertEqual(drawn(image, width: 4), [0, 255, 40, 90], accuracy: 0)
        assertEqual(rendered(image, width: 4), [0, 255, 40, 90], accuracy: 0)
        // A little larger begins with nearly the same.
        let wide = try columns((0..<200).map { $0 % 2 == 0 ? 0 : 255 })
        let near = drawn(wide, width: 201)
        assertEqual(Array(near[0..<10]), (0..<10).map { $0 % 2 == 0 ? 0 : 255 }, accuracy: 4)
    }

    /// A text layer keeps a picture of its text at `contentsScale`. A context of another scale shows that picture, resampled, not the text
    /// anew.
    func testTextFromAStoreOfAnotherScaleIsResampledAsAPicture() throws {
        let width = 40, height = 20
        func text(_ scale: CGFloat) throws -> (layer: CATextLayer, store: CGImage) {
            let layer = CATextLayer()
            layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
            layer.contentsScale = scale
            layer.fontSize = 14
            layer.foregroundColor = .black
            layer.string = "Rag"
            layer.displayIfNeeded()
            return (layer, try XCTUnwrap(layer.contents as? CGImage))
        }
        func shown(_ layer: CALayer, at scale: CGFloat) throws -> CGImage {
            let c = makeContext(width * Int(scale), height * Int(scale))
            c.scaleBy(x: scale, y: -scale)
            c.translateBy(x: 0, y: CGFloat(-height))
            layer.render(in: c)
            return try XCTUnwrap(c.makeImage())
        }
        func alphas(_ image: CGImage) -> [Int] {
            image.withPixels { pixels in (0..<image.width * image.height).map { Int(pixels[$0] >> 24) } }
        }

        // Larger: each pixel of the store has the weight 0.877 in the pixels that it covers, and 0.123 in their neighbours.
        let small = try text(1)
        let store = alphas(small.store), large = alphas(try shown(small.layer, at: 2))
        XCTAssertGreaterThan(store.max() ?? 0, 200, "there is text")
        func kept(_ x: Int, _ y: Int) -> Double { Double(store[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]) }
        for y in 0..<2 * height {
            for x in 0..<2 * width {
                let nextX = x / 2 + (x % 2 == 0 ? -1 : 1), nextY = y / 2 + (y % 2 == 0 ? -1 : 1)
                let near = 0.877 * kept(x / 2, y / 2) + 0.123 * kept(nextX, y / 2)
                let far = 0.877 * kept(x / 2, nextY) + 0.123 * kept(nextX, nextY)
                XCTAssertEqual(Double(large[y * 2 * width + x]), 0.877 * near + 0.123 * far, accuracy: 3, "\(x), \(y)")
            }
        }
        // Smaller: the store as a context makes a picture smaller, whatever filter the layer has on a screen.
        let big = try text(4)
        big.layer.minificationFilter = .nearest
        let c = makeContext(width * 2, height * 2)
        c.draw(big.store, in: CGRect(x: 0, y: 0, width: width * 2, height: height * 2))
        let wanted = alphas(try XCTUnwrap(c.makeImage())), smaller = alphas(try shown(big.layer, at: 2))
        XCTAssertEqual(smaller, wanted)
        XCTAssertNotEqual(smaller, alphas(try shown(try text(2).layer, at: 2)), "text drawn at the context's own scale looks otherwise")
    }

    func testSmallerTakesAllPixelsWhateverTheLayersFiltersSay() throws {
        let image = try columns((0..<64).map { $0 % 2 == 0 ? 0 : 255 }, height: 1)
        for filter in [CALayerContentsFilter.linear, .nearest, .trilinear] {
            let shown = rendered(image, width: 16) { $0.minificationFilter = filter }
            assertEqual(Array(shown[2..<14]), [Int](repeating: 127, count: 12), accuracy: 3)
        }
        assertEqual(rendered(image, width: 16), drawn(image, width: 16))
    }

    /// The weights of the target pixels of a reduction, by its definition: blocks of a power of two, at most two for each target pixel,
    /// whose first and last middles are those of the first and last pixel, under a cubic as wide as a pixel.
    private func reduced(_ levels: [Double], to count: Int) -> [Double] {
        var length = 1
        while Double(levels.count) / Double(count * length) > 2 { length *= 2 }
        // As many blocks as are begun, of one length.
        length = levels.count / ((levels.count + length - 1) / length)
        let blocks = stride(from: 0, to: levels.count, by: length).map { levels[$0..<$0 + length].reduce(0, +) / Double(length) }
        let wide = Double(blocks.count) / Double(count)
        func cubic(_ x: Double) -> Double {
            let t = abs(x)
            return t < 1 ? 1.5 * t * t * t - 2.5 * t * t + 1 : t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
        }
        return (0..<count).map { i in
            let middle = count > 1 ? Double(i) * Double(blocks.count - 1) / Double(count - 1) : Double(blocks.count - 1) / 2
            var sum = 0.0, total = 0.0
            for b in -8..<blocks.count + 8 {
                let w = cubic((Double(b) - middle) / wide)
                sum += w * blocks[max(0, min(blocks.count - 1, b))]
                total += w
            }
            return max(0, min(255, sum / total))
        }
    }

    /// Measured: blocks of four at a fifth and an eighth of the size, then a cubic with its negative lobes, from middle to middle.
    func testSmallerByBlocksAndACubic() throws {
        for (source, target) in [(40, 8), (64, 8), (33 * 8, 32), (96, 1), (12, 2)] {
            let levels = (0..<source).map { UInt32($0 == source / 2 ? 255 : ($0 * 37 + $0 * $0 * 11) % 160) }
            let image = try columns(levels), wanted = reduced(levels.map(Double.init), to: target).map { Int($0.rounded()) }
            for (name, shown) in [
                ("drawn", drawn(image, width: target)), ("rendered", rendered(image, width: target)),
            ] {
                XCTAssertEqual(shown.count, wanted.count)
                XCTAssertTrue(zip(shown, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(name) \(source) \(target): \(shown), \(wanted)")
            }
        }
    }

    /// A quarter of the size and more, of which no picture is known: the cubic through its points (a = -0.5), as wide as a target pixel,
    /// with its negative lobes.
    func testALittleSmallerByAnAntialiasedCubic() throws {
        let image = try columns((0..<64).map { $0 == 32 ? 200 : 100 })
        for shown in [drawn(image, width: 16), rendered(image, width: 16)] {
            assertEqual(Array(shown[4..<12]), [100, 100, 99, 110, 118, 98, 100, 100])
        }
    }

    /// Where blocks don't fit the size, mirrored, and in a part of the image: no pixel is left out, none counts beyond the part.
    func testAwkwardReductions() throws {
        for source in [7, 11, 101, 1000] {
            for target in [1, 2, 3, 5] where target * 2 < source {
                let flat = drawn(try columns([UInt32](repeating: 90, count: source)), width: target)
                XCTAssertEqual(flat, [Int](repeating: 90, count: target), "\(source) \(target)")
                let levels = (0..<source).map { UInt32($0 * 255 / (source - 1)) }
                let ramp = drawn(try columns(levels), width: target)
                XCTAssertEqual(ramp, ramp.sorted())
                let mirrored = drawn(try columns(levels.reversed()), width: target)
                XCTAssertTrue(zip(ramp, mirrored.reversed()).allSatisfy { abs($0 - $1) <= 1 }, "\(ramp) \(mirrored)")
            }
        }
        let halves = try columns((0..<64).map { $0 < 32 ? 10 : 250 })
        let part = rendered(halves, width: 4) { $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1) }
        assertEqual(part, [250, 250, 250, 250], accuracy: 0)
        // Less than a pixel.
        let c = makeContext(2, 1)
        c.draw(try columns([UInt32](repeating: 255, count: 999)), in: CGRect(x: 0.25, y: 0, width: 0.5, height: 1))
        XCTAssertEqual(Int(c.pixel(0, 0) >> 24), 128, accuracy: 2)
    }

    /// An offset by a fraction of a pixel remains, but for a fraction of a pixel in the size.
    func testReductionsBetweenPixels() throws {
        let image = try XCTUnwrap(CGImage(width: 1, height: 500) { for i in $0.indices { $0[i] = i < 250 ? 0xFF00_0000 : 0xFFFF_FFFF } })
        func column(_ frame: CGRect) throws -> [Int] {
            let root = CALayer(), layer = CALayer()
            root.bounds = CGRect(x: 0, y: 0, width: 1, height: 120)
            layer.frame = frame
            layer.contents = image
            root.addSublayer(layer)
            let c = makeContext(1, 120)
            root.render(in: c)
            let shown = try XCTUnwrap(c.makeImage())
            return (0..<120).map { Int(shown.pixel(0, $0) & 255) }
        }
        // The step is in the middle: between two pixels, in the middle of one, and at a quarter of one.
        let whole = try column(CGRect(x: 0, y: 10, width: 1, height: 100))
        XCTAssertEqual(whole[59] + whole[60], 255, accuracy: 3)
        let half = try column(CGRect(x: 0, y: 9.5, width: 1, height: 100))
        let row = abs(half[59] - 127) < abs(half[60] - 127) ? 59 : 60
        XCTAssertEqual(half[row], 127, accuracy: 3)
        let quarter = try column(CGRect(x: 0, y: 9.75, width: 1, height: 100))
        XCTAssertLessThan(abs(quarter[row] - half[row]), abs(whole[row] - half[row]))
        XCTAssertLessThan(abs(quarter[row] - whole[row]), abs(whole[row] - half[row]))
    }

    func testWhatIsMadeSmallerLiesOnWholePixels() throws {
        // Of 18.75 to 81.25 the rows from 19 to 81, as on Apple's.
        let image = try XCTUnwrap(CGImage(width: 8, height: 500) { for i in $0.indices { $0[i] = 0xFF00_0000 } })
        let root = CALayer(), layer = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 1, height: 100)
        root.backgroundColor = .white
        layer.frame = CGRect(x: 0, y: 18.75, width: 1, height: 62.5)
        layer.contents = image
        root.addSublayer(layer)
        let c = makeContext(1, 100)
        root.render(in: c)
        let shown = try XCTUnwrap(c.makeImage())
        XCTAssertEqual([17, 18, 19, 80, 81].map { shown.pixel(0, $0) & 255 }, [255, 255, 0, 0, 255])
    }

    func testNearestEnlargesByTheNearestPixel() throws {
        let shown = rendered(try columns([0, 255]), width: 4) { $0.magnificationFilter = .nearest }
        assertEqual(shown, [0, 0, 255, 255], accuracy: 0)
        assertEqual(drawn(try columns([0, 255]), width: 4, quality: .none), [0, 0, 255, 255], accuracy: 0)
        assertEqual(drawn(try columns([0, 255]), width: 4, quality: .low), [0, 64, 191, 255])
    }

    func testOneWayLargerTheOtherSmaller() throws {
        let image = try XCTUnwrap(
            CGImage(width: 2, height: 8) { pixels in
                for i in pixels.indices { pixels[i] = i % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
            })
        for shown in [drawn(image, width: 4, height: 2), rendered(image, width: 4, height: 2)] { assertEqual(shown, [0, 32, 223, 255]) }
    }

    func testATurnedLayerIsMadeSmallerFirst() throws {
        // Rows of black and white, of which none may survive as stripes at an eighth of the size.
        let image = try XCTUnwrap(
            CGImage(width: 80, height: 80) { pixels in
                for i in pixels.indices { pixels[i] = (i / 80) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF }
            })
        let root = CALayer(), layer = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.position = CGPoint(x: 10, y: 10)
        layer.setAffineTransform(CGAffineTransform(rotationAngle: 0.5))
        layer.contents = image
        root.addSublayer(layer)
        let c = makeContext(20, 20)
        root.render(in: c)
        for x in 8...12 { XCTAssertEqual(Int(c.pixel(x, 10) & 255), 127, accuracy: 6) }
    }

    // MARK: Flatness

    /// How much of each pixel of a circle's edge is covered, and how many pixels differ from the exact one's.
    func testFlatnessMakesChords() {
        func circle(_ flatness: CGFloat?, stroked: Bool) -> [UInt32] {
            let c = makeContext(64, 64)
            if let flatness { c.setFlatness(flatness) }
            c.setStrokeColor(.black)
            c.setLineWidth(3)
            let box = CGRect(x: 4, y: 4, width: 56, height: 56)
            if stroked { c.strokeEllipse(in: box) } else { c.fillEllipse(in: box) }
            guard let image = c.makeImage() else { return [] }
            return (0..<64 * 64).map { image.pixel($0 % 64, $0 / 64) >> 24 }
        }
        func largest(_ a: [UInt32], _ b: [UInt32]) -> Int { zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0 }
        for stroked in [false, true] {
            let exact = circle(nil, stroked: stroked)
            XCTAssertEqual(largest(exact, circle(0, stroked: stroked)), 0)
            let coarse = largest(exact, circle(0.6, stroked: stroked))
            XCTAssertTrue((12...64).contains(coarse), "\(coarse): a chord is up to a quarter of a pixel off")
            XCTAssertGreaterThan(largest(exact, circle(4, stroked: stroked)), coarse)
        }
        let c = makeContext(8, 8)
        c.saveGState()
        c.setFlatness(100)
        c.restoreGState()
        c.setFlatness(.nan)
        c.fillEllipse(in: CGRect(x: 0, y: 0, width: 8, height: 8))
        XCTAssertEqual(c.pixel(4, 4) >> 24, 255)
    }
}
