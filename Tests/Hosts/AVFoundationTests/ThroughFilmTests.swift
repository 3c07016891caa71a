import Agate
import FFmpeg
import XCTest

@testable import AVFoundation

/// Films that show unchanged below all layers are written in their own planes, with layers blended in where they are: the pictures are
/// those of the tree with the film in it.
@MainActor final class ThroughFilmTests: MediaTestCase {
    private let size = CGSize(width: 64, height: 36)

    /// A moving picture in the form of an encoder.
    private func source(_ seconds: Double = 1, _ more: [String] = []) throws -> URL {
        let url = file("source.mp4")
        try ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=64x36:rate=10:duration=\(seconds),format=yuv420p,setparams=colorspace=bt709:range=tv",
                "-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-colorspace", "bt709", "-color_range", "tv",
            ] + more + [url.path])
        return url
    }

    private struct Layers {
        let root = CALayer(), video = CALayer(), title = CALayer(), mark = CALayer()

        init(_ size: CGSize) {
            root.frame = CGRect(origin: .zero, size: size)
            video.frame = root.frame
            title.frame = CGRect(x: 5.3, y: 4, width: 21, height: 9)
            title.backgroundColor = CGColor(red: 1, green: 0.2, blue: 0, alpha: 0.6)
            title.cornerRadius = 4
            mark.frame = CGRect(x: 50, y: 27, width: 14, height: 9)
            mark.backgroundColor = CGColor(red: 0, green: 0.4, blue: 1, alpha: 1)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration, move.beginTime) = (10, 54, 1, AVCoreAnimationBeginTimeAtZero)
            move.isRemovedOnCompletion = false
            title.add(move, forKey: "move")
            for layer in [video, title, mark] { root.addSublayer(layer) }
        }

        var tool: AVVideoCompositionCoreAnimationTool { .init(postProcessingAsVideoLayer: video, in: root) }
    }

    private func composer(_ url: URL, _ layers: Layers?) throws -> FilmComposer {
        let asset = AVURLAsset(url: url), composition = AVMutableVideoComposition(propertiesOf: asset)
        composition.animationTool = layers?.tool
        return try FilmComposer(asset, ComposingRules(composition), timeRange: CMTimeRange(start: .zero, duration: asset.duration))
    }

    /// The bytes of a frame as an encoder gets them; nil if the frame is drawn.
    private func planes(_ composer: FilmComposer, _ mixer: PlaneMixer, _ time: Double) throws -> [UInt8]? {
        guard case .through(let frame) = try composer.composed(at: seconds(time)) else { return nil }
        var bytes = [UInt8](repeating: 0, count: mixer.byteCount)
        bytes.withUnsafeMutableBytes { frame.write(mixer, to: $0.baseAddress!) }
        return bytes
    }

    func testBlendedPlanesAreThoseOfDrawnFrames() async throws {
        let url = try source(), through = try composer(url, Layers(size)), drawn = try composer(url, Layers(size))
        let mixer = PlaneMixer(width: 64, height: 36, range: .standard), converter = FrameConverter(.yuv420p, width: 64, height: 36)
        let film = try FrameReader(url, form: .planes)
        XCTAssertTrue(film.hasPlanes)
        var own = [UInt8](repeating: 0, count: film.byteCount), wanted = own
        for number in 0..<10 {
            let time = Double(number) / 10, found = try XCTUnwrap(planes(through, mixer, time), "frame \(number)")
            _ = try own.withUnsafeMutableBytes { try film.nextFrame(into: $0.baseAddress!) }
            try drawn.frame(at: seconds(time)).withPixels { frame in
                wanted.withUnsafeMutableBytes { converter.convert(frame, rows: 0..<36, into: $0.baseAddress!) }
            }
            // An animation that begins with the film begins just after its first frame.
            let middle = number == 0 ? 15.8 : 10 + 44 * time
            var worst = 0, changed = 0
            for y in 0..<36 {
                for x in 0..<64 {
                    let index = y * 64 + x, isTitle = y >= 22 && y < 33 && abs(Double(x) - middle) < 13, isMark = x >= 49 && y < 10
                    if found[index] != own[index] { changed += 1 }
                    if isTitle || isMark {
                        // Drawn frames lose a little in conversions, also below the layers.
                        worst = max(worst, abs(Int(found[index]) - Int(wanted[index])))
                    } else {
                        XCTAssertEqual(found[index], own[index], "frame \(number): the film at \(x), \(y)")
                    }
                }
            }
            XCTAssertLessThanOrEqual(worst, 5, "frame \(number)")
            XCTAssertGreaterThan(changed, 150, "frame \(number): the layers are there")
            for plane in 0..<2 {
                for y in 0..<4 {
                    for x in 26..<31 {
                        let index = 64 * 36 + plane * 32 * 18 + y * 32 + x
                        XCTAssertEqual(Int(found[index]), Int(wanted[index]), accuracy: 1, "frame \(number): the mark")
                    }
                }
            }
        }
        // Without layers the film's own bytes.
        let alone = try composer(url, nil)
        let again = try FrameReader(url, form: .planes)
        for number in 0..<10 {
            _ = try own.withUnsafeMutableBytes { try again.nextFrame(into: $0.baseAddress!) }
            XCTAssertEqual(try planes(alone, mixer, Double(number) / 10), own)
        }
    }

    /// Random pixels over random planes, against the definition.
    func testBlending() {
        var random = SystemRandomNumberGenerator()
        for (width, height) in [(16, 8), (18, 6), (64, 2), (2, 2)] {
            let half = (width / 2, height / 2), count = width * height + 2 * half.0 * half.1
            let film = (0..<count).map { _ in UInt8.random(in: 16...235, using: &random) }
            var pixels = (0..<width * height).map { _ -> UInt32 in
                let alpha = [0, 0, 255, UInt32.random(in: 1...254, using: &random)].randomElement(using: &random)!
                func one() -> UInt32 { UInt32.random(in: 0...alpha, using: &random) }
                return alpha << 24 | one() << 16 | one() << 8 | one()
            }
            // A row without layers, and one whose ends are empty.
            for x in 0..<width { pixels[x] = 0 }
            (pixels[width], pixels[2 * width - 1]) = (0, 0)
            let columns = (0..<height).map { y -> Range<Int> in
                let row = (0..<width).filter { pixels[y * width + $0] != 0 }
                return row.isEmpty ? 0..<0 : row[0]..<row[row.count - 1] + 1
            }
            var found = [UInt8](repeating: 0, count: count)
            let mixer = PlaneMixer(width: width, height: height, range: .standard)
            XCTAssertEqual(mixer.byteCount, count)
            pixels.withUnsafeBufferPointer { source in
                film.withUnsafeBytes { film in
                    found.withUnsafeMutableBytes {
                        mixer.write(
                            film.baseAddress!,
                            .init(pixels: FramePixels(source.baseAddress!, width: width, height: height, stride: width), columns: columns),
                            to: $0.baseAddress!)
                    }
                }
            }
            func part(_ x: Int, _ y: Int, _ shift: UInt32) -> Double {
                Double(pixels[y * width + min(max(x, 0), width - 1)] >> shift & 255)
            }
            for y in 0..<height {
                for x in 0..<width {
                    let alpha = part(x, y, 24) / 255
                    let own = 16 * alpha + (part(x, y, 16) * 0.2126 + part(x, y, 8) * 0.7152 + part(x, y, 0) * 0.0722) * 219 / 255
                    let wanted = Double(film[y * width + x]) * (1 - alpha) + own
                    XCTAssertEqual(Double(found[y * width + x]), wanted, accuracy: 0.52, "\(x), \(y)")
                }
            }
            for y in 0..<half.1 {
                for x in 0..<half.0 {
                    func mean(_ shift: UInt32) -> Double {
                        [(-1, 1.0), (0, 2), (1, 1)].reduce(0) { sum, one in
                            sum + (part(2 * x + one.0, 2 * y, shift) + part(2 * x + one.0, 2 * y + 1, shift)) * one.1 / 8
                        }
                    }
                    let alpha = mean(24) / 255, luma = mean(16) * 0.2126 + mean(8) * 0.7152 + mean(0) * 0.0722
                    let at = width * height + y * half.0 + x
                    for (index, own) in [(at, (mean(0) - luma) / 1.8556), (at + half.0 * half.1, (mean(16) - luma) / 1.5748)] {
                        let wanted = 128 + (Double(film[index]) - 128) * (1 - alpha) + own * 224 / 255
                        XCTAssertEqual(Double(found[index]), min(max(wanted, 0), 255), accuracy: 0.53, "\(x), \(y)")
                    }
                }
            }
        }
    }

    /// Ten bits: what is opaque has the numbers of a picture that is converted, and where nothing is the film remains.
    func testBlendingTenBits() {
        let width = 20, height = 6
        for range in [FilmDynamicRange.pq, .hlg] {
            let converter = FrameConverter(.yuv420p10, width: width, height: height, range: range)
            let mixer = PlaneMixer(width: width, height: height, range: range)
            XCTAssertEqual(mixer.byteCount, converter.byteCount)
            let film = [UInt16](repeating: 700, count: converter.byteCount / 2)
            func mixed(_ pixels: [UInt32], _ columns: Range<Int>) -> [UInt16] {
                var found = [UInt16](repeating: 0, count: film.count)
                pixels.withUnsafeBufferPointer { source in
                    film.withUnsafeBytes { film in
                        found.withUnsafeMutableBytes {
                            mixer.write(
                                film.baseAddress!,
                                .init(
                                    pixels: FramePixels(source.baseAddress!, width: width, height: height, stride: width),
                                    columns: Array(repeating: columns, count: height)), to: $0.baseAddress!)
                        }
                    }
                }
                return found
            }
            let picture = (0..<width * height).map { 0xFF00_0000 | UInt32($0) &* 0x01_2345 & 0xFF_FFFF }
            var whole = [UInt16](repeating: 0, count: film.count)
            picture.withUnsafeBufferPointer { source in
                whole.withUnsafeMutableBytes {
                    converter.convert(
                        FramePixels(source.baseAddress!, width: width, height: height, stride: width), rows: 0..<height,
                        into: $0.baseAddress!)
                }
            }
            for (a, b) in zip(mixed(picture, 0..<width), whole) { XCTAssertEqual(Int(a), Int(b), accuracy: 1) }
            // Half-transparent white in the middle.
            let veil = (0..<width * height).map { $0 % width >= 8 && $0 % width < 12 ? UInt32(0x8080_8080) : 0 }
            let found = mixed(veil, 8..<12), white = range == .pq ? 573.0 : 721
            for x in 0..<width {
                let wanted = x >= 8 && x < 12 ? 700 * (1 - 128.0 / 255) + white * 128 / 255 : 700
                XCTAssertEqual(Double(found[x]), wanted, accuracy: 1, "\(range) \(x)")
            }
            // White has no color difference, so white over the film makes its color difference smaller.
            let blues = found[(width * height)..<(width * height + width / 2)]
            XCTAssertEqual(Array(blues.prefix(3)), [700, 700, 700])
            XCTAssertEqual(Double(blues[width * height + 5]), 512 + 188 * (1 - 128.0 / 255), accuracy: 1)
        }
    }

    /// Each condition of a tree under which the film in it is not the whole frame below all layers; then frames are drawn.
    func testTreesThatAreDrawn() async throws {
        let url = try source(0.3), mixer = PlaneMixer(width: 64, height: 36, range: .standard)
        func isThrough(_ change: (Layers) -> Void) throws -> Bool {
            let layers = Layers(size)
            change(layers)
            return try planes(self.composer(url, layers), mixer, 0.1) != nil
        }
        let filter = CAFilter(type: "gaussianBlur")
        func animation(_ path: String) -> CABasicAnimation {
            let one = CABasicAnimation(keyPath: path)
            (one.toValue, one.duration, one.isRemovedOnCompletion) = (2, 1, false)
            return one
        }
        typealias Change = (name: String, body: (Layers) -> Void)
        let kept: [Change] = [
            ("as it is", { _ in }), ("a flipped root", { $0.root.isGeometryFlipped = true }),
            ("a hidden title", { $0.title.isHidden = true }),
            ("a mask", { $0.title.mask = CALayer() }), ("a tilted layer in a layer", { $0.title.addSublayer(CALayer()) }),
            ("a title that grows", { $0.title.add(animation("transform.scale"), forKey: "a") }),
            ("a title that fades", { $0.title.add(animation("opacity"), forKey: "a") }),
            ("a layer in the film's", { $0.video.addSublayer(CATextLayer()) }),
            ("a filter of a title", { $0.title.filters = [filter as Any] }), ("a clipped frame", { $0.root.masksToBounds = true }),
        ]
        for change in kept { XCTAssertTrue(try isThrough(change.body), change.name) }
        let drawn: [Change] = [
            ("a hidden film", { $0.video.isHidden = true }), ("a half-transparent film", { $0.video.opacity = 0.5 }),
            ("a small film", { $0.video.frame = CGRect(x: 2, y: 2, width: 40, height: 20) }),
            ("a part of the film", { $0.video.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5) }),
            ("a film that is not stretched", { $0.video.contentsGravity = .center }), ("a round film", { $0.video.cornerRadius = 3 }),
            ("a border", { $0.video.borderWidth = 1 }),
            ("a colour", { $0.root.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1) }),
            ("a mask of the film", { $0.video.mask = CALayer() }), ("a blurred film", { $0.video.filters = [filter as Any] }),
            ("a blurred frame", { $0.root.filters = [filter as Any] }), ("a faint frame", { $0.root.opacity = 0.9 }),
            ("a turned film", { $0.video.transform = CATransform3DMakeRotation(0.1, 0, 0, 1) }),
            ("perspective", { $0.root.sublayerTransform.m34 = -0.01 }),
            ("a film that moves", { $0.video.add(animation("position.x"), forKey: "a") }),
            ("a frame that moves", { $0.root.add(animation("bounds.origin.x"), forKey: "a") }),
            ("a layer below the film", { $0.root.insertSublayer(CALayer(), at: 0) }), ("a film in front", { $0.video.zPosition = 1 }),
            ("a title behind", { $0.title.zPosition = -1 }),
            ("a title that goes behind", { $0.title.add(animation("zPosition"), forKey: "a") }),
            ("a tilted title", { $0.title.transform = CATransform3DMakeRotation(0.5, 0, 1, 0) }),
            ("a title that tilts", { $0.title.add(animation("transform.rotation.y"), forKey: "a") }),
            ("a blend mode", { $0.mark.compositingFilter = "multiplyBlendMode" }),
            ("a backdrop", { $0.mark.backgroundFilters = [filter as Any] }), ("particles", { $0.root.addSublayer(CAEmitterLayer()) }),
            ("a space of its own", { $0.root.addSublayer(CATransformLayer()) }), ("a rasterised frame", { $0.root.shouldRasterize = true }),
            ("contents", { $0.root.contents = CGImage(width: 1, height: 1, premultipliedBGRA: [0, 0, 0, 255]) }),
            (
                "a group",
                {
                    let group = CAAnimationGroup()
                    (group.animations, group.duration, group.isRemovedOnCompletion) = ([animation("zPosition")], 1, false)
                    $0.title.add(group, forKey: "a")
                }
            ),
        ]
        for change in drawn { XCTAssertFalse(try isThrough(change.body), change.name) }
        // A tree that changes while it is exported.
        let layers = Layers(size), changing = try self.composer(url, layers)
        XCTAssertNotNil(try planes(changing, mixer, 0))
        CATransaction.begin()
        layers.video.opacity = 0.5
        CATransaction.commit()
        CATransaction.flush()
        XCTAssertNil(try planes(changing, mixer, 0.1))
        layers.video.opacity = 1
        CATransaction.flush()
        layers.video.removeAllAnimations()
        CATransaction.flush()
        XCTAssertNotNil(try planes(changing, mixer, 0.2))
    }

    /// Frames that are drawn and frames that are not, in one film.
    func testAFilmOfBoth() async throws {
        let url = try source(1), asset = AVURLAsset(url: url), layers = Layers(size), composition = AVMutableVideoComposition()
        let alone = AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks[0])
        let half = AVMutableVideoCompositionLayerInstruction(assetTrack: asset.tracks[0])
        half.setOpacity(0.5, at: .zero)
        composition.renderSize = size
        composition.frameDuration = CMTime(value: 1, timescale: 10)
        composition.instructions = [(0, 0.3, alone, true), (0.3, 0.3, half, true), (0.6, 0.2, alone, false), (0.8, 0.2, alone, true)].map {
            let instruction = AVMutableVideoCompositionInstruction()
            instruction.timeRange = range($0.0, $0.1)
            instruction.layerInstructions = [$0.2]
            instruction.enablePostProcessing = $0.3
            return instruction
        }
        composition.animationTool = layers.tool
        let session = try XCTUnwrap(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        session.videoComposition = composition
        let made = try frames(try await export(session, "out.mp4", .mp4)), own = try frames(url)
        XCTAssertEqual(made.count, 10)
        for number in 0..<10 {
            // The middle of the right edge, where no layer is; and the mark.
            let at = 18 * 64 + 60, mark = 4 * 64 + 57
            func green(_ pixels: [UInt32], _ index: Int) -> Double { Double(pixels[index] >> 8 & 255) }
            let wanted = green(own[number].pixels, at) * (number >= 3 && number < 6 ? 0.5 : 1)
            XCTAssertEqual(green(made[number].pixels, at), wanted, accuracy: 14, "frame \(number)")
            let blue = Double(made[number].pixels[mark] & 255)
            if number < 6 || number >= 8 { XCTAssertEqual(blue, 255, accuracy: 14, "frame \(number)") }
            if number == 6 || number == 7 {
                XCTAssertEqual(blue, Double(own[number].pixels[mark] & 255), accuracy: 30, "frame \(number): no layers")
            }
        }
    }

    /// A layer that covers a part of the frame and then another leaves nothing behind.
    func testNothingIsLeftBehind() async throws {
        let url = try source(), composer = try composer(url, Layers(size)), mixer = PlaneMixer(width: 64, height: 36, range: .standard)
        let late = try XCTUnwrap(planes(composer, mixer, 0.9))
        let fresh = try XCTUnwrap(planes(try self.composer(url, Layers(size)), mixer, 0.9))
        for number in 0..<9 { XCTAssertNotNil(try planes(composer, mixer, Double(number) / 10)) }
        XCTAssertEqual(late, fresh)
        XCTAssertEqual(try planes(composer, mixer, 0.9), fresh)
    }
}
