import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO

/// Draws the scenes of a folder and compares them with what Apple's renderer made, by two measures: at most 2 of 255 off on 99.9 % of all
/// pixels, and the same on 99 % of the pixels that either picture paints, with a bound for every pixel (see ``PictureFit``). The second one
/// is the verdict.
///
/// A scene that names the animation behind its frames is played: the animation is added to the layer, and each frame shows it at its time.
enum PicturesCommand {
    /// How far a scene's pictures are from what was expected; of several frames the worst counts.
    private struct Fit {
        var largest = 0
        var mean = 0.0
        var share = 1.0
        var paintedShare = 0.0
        var worstFrame = 0
        var frames = 0
        var agrees = true
        var agreesAsWhole = true
    }

    static func run(folder: String, out: String?, only: String?) throws -> Bool {
        let base = URL(fileURLWithPath: folder)
        let names =
            FileManager.default.fileExists(atPath: base.appendingPathComponent("scene.json").path)
            ? [""] : try FileManager.default.contentsOfDirectory(atPath: base.path).sorted()
        if let out { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) }
        var tally = Tally(), whole = Tally()
        for name in names where only == nil || name == only {
            let url = name.isEmpty ? base : base.appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: url.appendingPathComponent("scene.json").path) else { continue }
            var group = "?"
            do {
                let scene = try SceneFile(folder: url)
                group = scene.group
                let fit = try compare(scene, out: out)
                let frames = fit.frames > 1 ? " (\(fit.frames) frames, worst \(fit.worstFrame))" : ""
                let figures =
                    "max \(fit.largest) mean \(String(format: "%.4f", fit.mean)) share \(String(format: "%.3f", fit.share * 100)) %"
                    + " painted pixels failing \(String(format: "%.3f", fit.paintedShare * 100)) %\(frames)"
                print(
                    "\(fit.agrees ? "pass" : "fail") \(scene.name) \(figures)\(fit.agrees == fit.agreesAsWhole ? "" : " (the older measure says otherwise)")"
                )
                tally.count(fit.agrees ? .passed : .failed, area: group)
                whole.count(fit.agreesAsWhole ? .passed : .failed, area: group)
            } catch let unsupported as Unsupported {
                print("unsupported \(url.lastPathComponent) \(unsupported.reason)")
                tally.count(.skipped, area: group, reason: unsupported.reason)
                whole.count(.skipped, area: group)
            } catch {
                print("fail \(url.lastPathComponent) \(error)")
                tally.count(.failed, area: group)
                whole.count(.failed, area: group)
            }
        }
        print("by the whole canvas, the older measure:")
        print("\(whole.passed) of \(whole.passed + whole.failed + whole.skipped) agree, \(whole.skipped) skipped")
        print("by painted pixels, and no pixel over \(PictureFit.mayDiffer):")
        tally.printTotals()
        return tally.failed == 0 && whole.failed == 0
    }

    private static func compare(_ scene: SceneFile, out: String?) throws -> Fit {
        let expected = try scene.expected()
        let stage = PictureStage(root: try scene.root(), canvas: scene.canvas, scale: scene.scale, renderer: scene.renderer)
        let plays = try scene.play(in: stage)
        var fit = Fit()
        for (index, wanted) in expected.enumerated() where !scene.unscored.contains(index) {
            var time = plays ? scene.time : 0
            if index < scene.frames.count {
                let frame = scene.frames[index]
                if plays { time = frame["time"]?.number ?? 0 } else { try stage.change { try SceneFile.set(frame, in: stage.root) } }
            }
            guard let picture = stage.picture(at: time) else { throw Unsupported("the canvas has no pixels") }
            let difference = try PictureFit(picture, wanted, ignoring: scene.ignored)
            fit.frames += 1
            fit.largest = max(fit.largest, difference.largest)
            fit.mean = max(fit.mean, difference.mean)
            fit.agrees = fit.agrees && difference.agrees
            fit.agreesAsWhole = fit.agreesAsWhole && difference.agreesAsWhole
            fit.share = min(fit.share, difference.share)
            if difference.paintedShare > fit.paintedShare { (fit.paintedShare, fit.worstFrame) = (difference.paintedShare, index) }
            if let out, !difference.agrees || !difference.agreesAsWhole {
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
