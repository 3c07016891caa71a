import Agate
import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// Draws a folder's scenes or Lottie files by the processor and by OpenGL ES, and names the pictures that differ by more than GPUs may:
/// 2 of 255 on 99.9 % of the pixels, and 8 anywhere. What Apple's renderers made of them does not count here.
enum RendererPictures {
    private static let level = 2, most = 8, share = 0.001

    private struct Totals {
        var pictures = 0, within = 0, largest = 0
        var share = 0.0
    }

    /// A scene by one renderer, at its times one after the other.
    private struct Staged {
        let host: OffscreenHost
        /// What to change for each picture, and its name.
        let pictures: [(name: String, change: () throws -> Void)]
    }

    static func run(folder: String, out: String?, only: String?, reading: LottieReading) throws -> Bool {
        if let out { try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true) }
        // What OpenGL ES does not draw, the processor does: then it would be compared with itself.
        let lost = Locked<String?>(nil)
        let token = Diagnostic.addObserver { diagnostic in
            if diagnostic.identifier.hasPrefix("compositor.") { lost.withLock { $0 = diagnostic.message } }
        }
        defer { Diagnostic.removeObserver(token) }
        var totals = Totals()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where only.map(name.hasPrefix) ?? true {
            let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
            do {
                let processor = try stage(url, .cpu, reading), gpu = try stage(url, .gpu, reading)
                guard let processor, let gpu else { continue }
                for (a, b) in zip(processor.pictures, gpu.pictures) {
                    let wanted = try picture(a, processor.host), got = try picture(b, gpu.host)
                    if let lost = lost.withLock({ $0 }) { throw Unsupported("OpenGL ES does not draw: \(lost)") }
                    try compare(got, wanted, a.name, out, &totals)
                }
            } catch let unsupported as Unsupported {
                print("unsupported \(name) \(unsupported.reason)")
                if lost.withLock({ $0 }) != nil { return false }
            } catch {
                print("unreadable \(name) \(error)")
            }
        }
        print(
            "\(totals.within) of \(totals.pictures) pictures by OpenGL ES within \(level) of 255 on \((1 - share) * 100) % of the pixels and \(most) anywhere; the largest difference \(totals.largest), the largest share beyond \(percent(totals.share))"
        )
        return totals.pictures > 0 && totals.within == totals.pictures
    }

    private static func percent(_ share: Double) -> String { String(format: "%.4f %%", share * 100) }

    private static func compare(_ got: CGImage, _ wanted: CGImage, _ name: String, _ out: String?, _ totals: inout Totals) throws {
        let difference = ChannelDifference(got, wanted, over: level)
        totals.pictures += 1
        totals.largest = max(totals.largest, difference.largest)
        totals.share = max(totals.share, difference.share)
        if difference.largest <= most, difference.share <= share {
            totals.within += 1
            return
        }
        print("beyond \(name): \(difference.largest) of 255, \(percent(difference.share)) of the pixels over \(level)")
        guard let out else { return }
        let stem = "\(out)/\(name.replacingOccurrences(of: "/", with: "-"))"
        for (suffix, image) in [("gpu", got), ("cpu", wanted), ("difference", difference.picture)] as [(String, CGImage?)] {
            if let image { try ImageCodec.writePNG(image, to: "\(stem)-\(suffix).png") }
        }
    }

    private static func picture(_ each: (name: String, change: () throws -> Void), _ host: OffscreenHost) throws -> CGImage {
        try host.perform {
            CATransaction.setDisableActions(true)
            try each.change()
        }
        return host.image()
    }

    /// Nil for what is neither a scene nor a Lottie file.
    private static func stage(_ url: URL, _ renderer: FrameRenderer, _ reading: LottieReading) throws -> Staged? {
        if url.pathExtension == "json" { return try stageLottie(url, renderer, reading) }
        guard FileManager.default.fileExists(atPath: url.appendingPathComponent("scene.json").path) else { return nil }
        let scene = try SceneFile(folder: url), root = try scene.root()
        let host = OffscreenHost(size: scene.canvas, scale: CGFloat(scene.scale), renderer: renderer)
        host.perform {
            CATransaction.setDisableActions(true)
            host.layer.addSublayer(root)
        }
        if scene.frames.isEmpty { return Staged(host: host, pictures: [(scene.name, {})]) }
        return Staged(
            host: host,
            pictures: scene.frames.enumerated().map { index, frame in
                ("\(scene.name)-\(index)", { try SceneFile.set(frame, in: root) })
            })
    }

    private static func stageLottie(_ url: URL, _ renderer: FrameRenderer, _ reading: LottieReading) throws -> Staged {
        let scene = try LottieScene(url: url, reading: reading)
        let fit = min(1, 500 / max(scene.size.width, scene.size.height, 1))
        let host = OffscreenHost(
            size: CGSize(width: scene.size.width * fit, height: scene.size.height * fit), scale: 2, renderer: renderer)
        host.perform {
            CATransaction.setDisableActions(true)
            scene.rootLayer.setAffineTransform(CGAffineTransform(scaleX: fit, y: fit))
            host.layer.addSublayer(scene.rootLayer)
        }
        let name = url.lastPathComponent
        return Staged(
            host: host,
            pictures: [0.1, 0.4, 0.7].map { progress in
                (
                    "\(name)-\(progress)",
                    { scene.currentFrame = (scene.startFrame + progress * (scene.endFrame - scene.startFrame)).rounded() }
                )
            })
    }
}
