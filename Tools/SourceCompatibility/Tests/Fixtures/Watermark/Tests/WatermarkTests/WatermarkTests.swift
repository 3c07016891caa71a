import AVFoundation
import UIKit
import XCTest

@testable import Watermark

/// A film is written, exported with layers over it, and its frames are compared with pictures of the layers.
final class WatermarkTests: XCTestCase {
    private let size = CGSize(width: 160, height: 96)
    private var folder: URL!

    override func setUpWithError() throws {
        folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    /// Two seconds; the first is blue, the second is green.
    private func writeFilm(to url: URL) throws {
        let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
        let input = AVAssetWriterInput(
            mediaType: .video,
            outputSettings: [AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: size.width, AVVideoHeightKey: size.height])
        let adaptor = AVAssetWriterInputPixelBufferAdaptor(
            assetWriterInput: input,
            sourcePixelBufferAttributes: [
                kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
                kCVPixelBufferWidthKey as String: size.width, kCVPixelBufferHeightKey as String: size.height,
            ])
        writer.add(input)
        XCTAssertTrue(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        for frame in 0..<50 {
            while !input.isReadyForMoreMediaData { Thread.sleep(forTimeInterval: 0.001) }
            var buffer: CVPixelBuffer?
            CVPixelBufferPoolCreatePixelBuffer(nil, try XCTUnwrap(adaptor.pixelBufferPool), &buffer)
            let pixels = try XCTUnwrap(buffer)
            CVPixelBufferLockBaseAddress(pixels, [])
            let context = CGContext(
                data: CVPixelBufferGetBaseAddress(pixels), width: Int(size.width), height: Int(size.height), bitsPerComponent: 8,
                bytesPerRow: CVPixelBufferGetBytesPerRow(pixels), space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
            context?.setFillColor(filmColor(second: frame / 25).cgColor)
            context?.fill(CGRect(origin: .zero, size: size))
            CVPixelBufferUnlockBaseAddress(pixels, [])
            XCTAssertTrue(adaptor.append(pixels, withPresentationTime: CMTime(value: CMTimeValue(frame), timescale: 25)))
        }
        input.markAsFinished()
        let finished = expectation(description: "written")
        writer.finishWriting { finished.fulfill() }
        wait(for: [finished], timeout: 60)
        XCTAssertEqual(writer.status, .completed)
    }

    private func filmColor(second: Int) -> UIColor {
        return second == 0 ? UIColor(red: 0.1, green: 0.2, blue: 0.7, alpha: 1) : UIColor(red: 0.1, green: 0.5, blue: 0.2, alpha: 1)
    }

    private func style() -> WatermarkExporter.Style {
        var style = WatermarkExporter.Style()
        style.logo = UIGraphicsImageRenderer(size: CGSize(width: 24, height: 24)).image { context in
            UIColor.white.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 24, height: 24))
            UIColor.red.setFill()
            context.fill(CGRect(x: 0, y: 0, width: 24, height: 12))
        }
        style.titleColor = UIColor(white: 0, alpha: 0.6)
        return style
    }

    /// What the layers show at a time, over the film's colour.
    private func picture(_ exporter: WatermarkExporter, at seconds: Double) throws -> CGImage {
        let layers = exporter.layers(size: size)
        layers.video.backgroundColor = filmColor(second: Int(seconds)).cgColor
        let title = try XCTUnwrap(layers.parent.sublayers?.last?.sublayers?.last)
        title.removeAllAnimations()
        title.opacity = Float(min(seconds, 1))
        let context = try XCTUnwrap(
            CGContext(
                data: nil, width: Int(size.width), height: Int(size.height), bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        // Layers draw for an origin at the top; the tool places them from the bottom.
        layers.parent.isGeometryFlipped = true
        context.translateBy(x: 0, y: size.height)
        context.scaleBy(x: 1, y: -1)
        layers.parent.render(in: context)
        return try XCTUnwrap(context.makeImage())
    }

    private func bytes(_ image: CGImage) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
        let context = try XCTUnwrap(
            CGContext(
                data: &bytes, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: image.width * 4,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
        context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
        return bytes
    }

    func testFramesAreThoseOfTheLayers() throws {
        let film = folder.appendingPathComponent("film.mov"), marked = folder.appendingPathComponent("marked.mp4")
        try writeFilm(to: film)
        let exporter = WatermarkExporter(style: style())
        let exported = expectation(description: "exported")
        var result: Result<URL, Error>?
        exporter.export(film, to: marked) {
            result = $0
            exported.fulfill()
        }
        wait(for: [exported], timeout: 120)
        XCTAssertEqual(try result?.get(), marked)
        XCTAssertEqual(exporter.progress, 1)

        let asset = AVAsset(url: marked)
        XCTAssertEqual(asset.duration.seconds, 2, accuracy: 0.05)
        let generator = AVAssetImageGenerator(asset: asset)
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        for seconds in [0, 0.2, 0.6, 0.96, 1, 1.4, 1.92] {
            let frame = try generator.copyCGImage(at: CMTime(seconds: seconds, preferredTimescale: 600), actualTime: nil)
            let expected = try picture(exporter, at: seconds)
            XCTAssertEqual(frame.width, expected.width)
            XCTAssertEqual(frame.height, expected.height)
            let differences = zip(try bytes(frame), try bytes(expected)).map { abs(Int($0) - Int($1)) }
            let mean = Double(differences.reduce(0, +)) / Double(differences.count)
            // A codec with half the resolution for colour differs at edges.
            XCTAssertLessThan(mean, 2.5, "at \(seconds)")
            XCTAssertLessThan(differences.filter { $0 > 40 }.count, differences.count / 50, "at \(seconds)")
        }
    }

    func testAFileWithoutVideoFails() {
        let exporter = WatermarkExporter(style: style())
        let ended = expectation(description: "ended")
        exporter.export(folder.appendingPathComponent("none.mov"), to: folder.appendingPathComponent("out.mp4")) { result in
            if case .success = result { XCTFail("there is no film") }
            ended.fulfill()
        }
        wait(for: [ended], timeout: 30)
    }
}
