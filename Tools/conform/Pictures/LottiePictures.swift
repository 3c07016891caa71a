import Agate
import AgateDiagnostics
import AgateFormats
import Compositor
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// Draws Lottie files at the times at which Apple's Core Animation was pictured, and says how far the pictures are apart.
///
/// The folder's `index.tsv` says for each file its size in points (pictures have two pixels a point, rounded up), its pictures, and its
/// precision: the share of all pixels of a picture that has to be equal for the eye, as the player's own snapshot tests count; a pixel is
/// not if CIE94 delta E is over 3 on white or on black. As an empty picture would often pass, the share of the painted pixels that fail is
/// reported as well. Files are read by the specification (without expressions, which that player does not run), or with `--as-player` as
/// the player read them that made the pictures (`LottieReading.iOSPlayer`).
enum LottiePictures {
    private struct Row {
        let file: String
        let precision: Double
        let pictures: [(name: String, progress: Double?, frame: Double?)]
    }

    static func isFolder(_ folder: String) -> Bool { FileManager.default.fileExists(atPath: folder + "/index.tsv") }

    static func run(folder: String, out: String?, only: String?, reading: LottieReading) throws -> Bool {
        if let out { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) }
        _ = Diagnostic.addObserver { print("  note: \($0.message)") }
        var total = 0, within = 0, close = 0, painted = 0.0
        for row in try rows(folder) where only == nil || row.file.hasPrefix(only ?? "") {
            var sheet: [(CGImage, CGImage, PictureDifference)] = []
            do {
                let stage = try LottieStage(file: "\(folder)/\(row.file)", reading: reading)
                for (name, progress, frame) in row.pictures {
                    total += 1
                    let wanted = try ImageCodec.decode(contentsOf: "\(folder)/\(name)")
                    let picture = stage.picture(
                        frame: frame ?? stage.scene.startFrame + (progress ?? 0) * (stage.scene.endFrame - stage.scene.startFrame))
                    let difference = try PictureDifference(picture, wanted)
                    let passes = 1 - difference.share >= row.precision
                    within += passes ? 1 : 0
                    close += difference.paintedShare < 0.03 ? 1 : 0
                    painted += difference.paintedShare
                    print(
                        "\(passes ? "pass" : "fail") \(name) \(percent(difference.share)) of all (may \(percent(1 - row.precision))), \(percent(difference.paintedShare)) of painted pixels"
                    )
                    sheet.append((picture, wanted, difference))
                }
                for diagnostic in stage.scene.diagnostics { print("  note: \(diagnostic.message)") }
            } catch {
                print("fail \(row.file) \(error)")
                total += row.pictures.count - sheet.count
            }
            if let out, let image = contactSheet(sheet) {
                try ImageCodec.writePNG(image, to: "\(out)/\(row.file.dropLast(5)).png")
            }
        }
        print(reading == .withoutExpressions ? "by the specification:" : "as the player reads the files:")
        print("\(within) of \(total) within their precision")
        print("\(close) of \(total) with under 3 % of the painted pixels failing; \(percent(painted / Double(max(total, 1)))) on average")
        return within == total
    }

    private static func percent(_ share: Double) -> String { String(format: "%.2f %%", share * 100) }

    private static func rows(_ folder: String) throws -> [Row] {
        let text = try String(contentsOfFile: "\(folder)/index.tsv", encoding: .utf8)
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
        guard let head = lines.first, let file = head.firstIndex(of: "file"), let precision = head.firstIndex(of: "precision"),
            let pictures = head.firstIndex(of: "pictures")
        else { throw Unsupported("index.tsv has no columns file, precision and pictures") }
        return lines.dropFirst().filter { $0.count == head.count }.map { line in
            Row(
                file: line[file], precision: Double(line[precision]) ?? 1,
                pictures: line[pictures].split(separator: " ").map { name in
                    let parts = name.dropLast(4).split(separator: "-"), number = parts.last.flatMap { Double($0) } ?? 0
                    let isFrame = parts.dropLast().last == "Frame"
                    return (String(name), isFrame ? nil : number / 100, isFrame ? number : nil)
                }.sorted { $0.1 ?? 0 < $1.1 ?? 0 })
        }
    }

    /// Ours, Apple's and the difference side by side on white, a row for each frame.
    private static func contactSheet(_ pictures: [(CGImage, CGImage, PictureDifference)]) -> CGImage? {
        guard let first = pictures.first?.0 else { return nil }
        let width = first.width, height = first.height, gap = 8
        let shrink = min(1, 500 / Double(max(width, height)))
        let w = Int(Double(width) * shrink), h = Int(Double(height) * shrink)
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil, width: 3 * (w + gap), height: pictures.count * (h + gap), bitsPerComponent: 8, bytesPerRow: 0, space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue
            )
        else { return nil }
        context.setFillColor(CGColor(srgbRed: 0.8, green: 0.8, blue: 0.8, alpha: 1))
        context.fill(CGRect(x: 0, y: 0, width: context.width, height: context.height))
        for (row, (ours, wanted, difference)) in pictures.enumerated() {
            for (column, image) in [ours, wanted, difference.picture(over: wanted)].enumerated() {
                guard let image else { continue }
                let rect = CGRect(x: column * (w + gap), y: context.height - (row + 1) * (h + gap), width: w, height: h)
                context.setFillColor(CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
                context.fill(rect)
                context.draw(image, in: rect)
            }
        }
        return context.makeImage()
    }
}

/// A Lottie file as the pictures were made: in a view no larger than 500 points, standing still, drawn by `presentation().render(in:)`.
private final class LottieStage {
    let scene: LottieScene
    private let host: OffscreenHost
    private let view = CALayer()
    private let canvas: CGSize

    init(file: String, reading: LottieReading) throws {
        scene = try LottieScene(url: URL(fileURLWithPath: file), reading: reading)
        let fit = min(1, 500 / max(scene.size.width, scene.size.height))
        canvas = CGSize(width: scene.size.width * fit, height: scene.size.height * fit)
        host = OffscreenHost(size: canvas, scale: 2)
        host.perform {
            CATransaction.setDisableActions(true)
            view.anchorPoint = .zero
            view.bounds = CGRect(origin: .zero, size: canvas)
            scene.rootLayer.setAffineTransform(CGAffineTransform(scaleX: fit, y: fit))
            view.addSublayer(scene.rootLayer)
            host.layer.addSublayer(view)
        }
    }

    func picture(frame: Double) -> CGImage {
        host.perform { scene.currentFrame = frame }
        // A hair over a whole number is rounding.
        let width = Int((canvas.width * 2 - 1e-6).rounded(.up)), height = Int((canvas.height * 2 - 1e-6).rounded(.up))
        guard
            let context = CGContext(
                data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
            )
        else { return host.image() }
        context.translateBy(x: 0, y: CGFloat(height))
        context.scaleBy(x: 2, y: -2)
        host.perform { (view.presentation() ?? view).render(in: context) }
        return context.makeImage() ?? host.image()
    }
}
