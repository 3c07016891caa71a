import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO

/// Draws the scenes of a folder and compares them with what Apple's renderer made: 2 of 255 on 99.9 % of the pixels.
enum PicturesCommand {
    private static let tolerance = 2
    private static let share = 0.999

    /// How far a scene's pictures are from what was expected; of several frames the worst counts.
    private struct Fit {
        var largest = 0
        var mean = 0.0
        var share = 1.0
        var worstFrame = 0
        var frames = 0
    }

    static func run(folder: String, out: String?, only: String?) throws -> Bool {
        let base = URL(fileURLWithPath: folder)
        let names = FileManager.default.fileExists(atPath: base.appendingPathComponent("scene.json").path)
            ? [""] : try FileManager.default.contentsOfDirectory(atPath: base.path).sorted()
        if let out { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) }
        var tally = Tally()
        for name in names where only == nil || name == only {
            let url = name.isEmpty ? base : base.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: url.appendingPathComponent("scene.json").path) else { continue }
            var group = "?"
            do {
                let scene = try SceneFile(folder: url)
                group = scene.group
                let fit = try compare(scene, out: out)
                let frames = fit.frames > 1 ? " (\(fit.frames) frames, worst \(fit.worstFrame))" : ""
                let figures = "max \(fit.largest) mean \(String(format: "%.4f", fit.mean)) share \(String(format: "%.3f", fit.share * 100)) %\(frames)"
                let holds = fit.share >= share
                print("\(holds ? "pass" : "fail") \(scene.name) \(figures)")
                tally.count(holds ? .passed : .failed, area: group)
            } catch let unsupported as Unsupported {
                print("unsupported \(url.lastPathComponent) \(unsupported.reason)")
                tally.count(.skipped, area: group)
            } catch {
                print("fail \(url.lastPathComponent) \(error)")
                tally.count(.failed, area: group)
            }
        }
        tally.printTotals()
        return tally.failed == 0
    }

    private static func compare(_ scene: SceneFile, out: String?) throws -> Fit {
        let expected = try scene.expected()
        let stage = PictureStage(root: try scene.root(), canvas: scene.canvas, scale: scene.scale, renderer: scene.renderer)
        var fit = Fit()
        for (index, wanted) in expected.enumerated() where !scene.unscored.contains(index) {
            if index < scene.frames.count { try stage.change { try SceneFile.set(scene.frames[index], in: stage.root) } }
            guard let picture = stage.picture() else { throw Unsupported("the canvas has no pixels") }
            let difference = try PictureDifference(picture, wanted, ignoring: scene.ignored)
            let share = 1 - PictureDifference.share(picture, wanted, over: tolerance, ignoring: scene.ignored)
            fit.frames += 1
            fit.largest = max(fit.largest, difference.largest)
            fit.mean = max(fit.mean, difference.mean)
            if share < fit.share { (fit.share, fit.worstFrame) = (share, index) }
            if let out, share < Self.share {
                let stem = "\(out)/\(scene.name)" + (expected.count > 1 ? "-\(index)" : "")
                try ImageCodec.writePNG(picture, to: stem + ".png")
                try ImageCodec.writePNG(wanted, to: stem + "-expected.png")
                if let map = PictureMap.differences(picture, wanted) { try ImageCodec.writePNG(map, to: stem + "-difference.png") }
            }
        }
        return fit
    }
}

enum PictureMap {
    /// The largest difference of a channel at each pixel, times 16, as gray.
    static func differences(_ a: CGImage, _ b: CGImage) -> CGImage? {
        CGImage(width: a.width, height: a.height) { out in
            a.withPixels { p in
                b.withPixels { q in
                    for i in 0..<out.count {
                        var largest: UInt32 = 0
                        for shift: UInt32 in [0, 8, 16, 24] {
                            largest = max(largest, UInt32(abs(Int(p[i] >> shift & 255) - Int(q[i] >> shift & 255))))
                        }
                        let gray = min(largest * 16, 255)
                        out[i] = 0xFF00_0000 | gray << 16 | gray << 8 | gray
                    }
                }
            }
        }
    }
}
