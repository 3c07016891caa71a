import AgateDiagnostics
import CoreGraphics
import Foundation
import ImageIO

/// Animated GIF, PNG and WebP, each in one file: written by ImageIO, on one thread.
final class AnimationSink: FilmSink {
    private final class Writer: @unchecked Sendable {
        // Unchecked: used by the conveyor's one thread, and after its end.
        var writer: any AnimationWriter
        init(_ writer: any AnimationWriter) { self.writer = writer }
    }

    private let target: FilmTarget
    private let writer: Writer
    private let conveyor: Conveyor<CGImage>
    private let loopCount: Int
    private let keepsAlpha: Bool
    private var last: CGImage?

    init(_ plan: FilmPlan, _ target: FilmTarget) throws(FilmError) {
        let format: ImageCodec.Format =
            switch plan.format {
            case .gif: .gif
            case .webP: .webP
            default: .png
            }
        guard let made = ImageCodec.animationWriter(format, quality: plan.options.quality) else {
            throw .unsupported("\(plan.format.rawValue) is not an animated format")
        }
        let writer = Writer(made), delay = 1 / plan.rate.framesPerSecond
        self.writer = writer
        self.target = target
        loopCount = min(max(plan.options.loopCount, 0), 65_535)
        keepsAlpha = plan.options.keepsAlpha ?? true
        conveyor = Conveyor(workers: 1, limit: 4) { try writer.writer.add($0, delay: delay) }
    }

    var isBusy: Bool { conveyor.isFull }

    func add(_ frame: FramePixels, changed: Range<Int>) throws(FilmError) {
        if last == nil || !changed.isEmpty { last = try frame.picture(keepsAlpha: keepsAlpha) }
        if let last { try conveyor.put(last) }
    }

    func finish() throws(FilmError) {
        do {
            try conveyor.finish()
            try target.stream.write(try writer.writer.finish(loopCount: loopCount))
        } catch {
            cancel()
            throw FilmError(error)
        }
        try target.commit()
    }

    func cancel() {
        conveyor.cancel()
        try? conveyor.finish()
        target.discard()
    }
}

/// Numbered PNG files, encoded by as many threads as there are processors. Each file is either complete or absent.
final class PictureSink: FilmSink {
    private struct Item: Sendable {
        let image: CGImage
        let path: String
    }

    private let paths: NumberedPath
    private var number: Int
    private let keepsAlpha: Bool
    private let conveyor: Conveyor<Item>
    private var last: CGImage?

    init(_ plan: FilmPlan, _ paths: NumberedPath) throws(FilmError) {
        self.paths = paths
        number = plan.options.firstNumber
        keepsAlpha = plan.options.keepsAlpha ?? true
        // Detects an unwritable folder now rather than after the first picture.
        let first = URL(fileURLWithPath: paths.path(number)), folder = first.deletingLastPathComponent().path
        guard access(folder, W_OK) == 0 else { throw .unwritable(file: folder, reason: SystemError.text(errno)) }
        OutputFile.sweep(folder) { paths.number(of: $0) != nil }
        let workers = max(1, ProcessInfo.processInfo.activeProcessorCount)
        conveyor = Conveyor(workers: workers, limit: workers + 1) {
            let data = ImageCodec.encodePNG($0.image)
            guard !data.isEmpty else { throw ImageError(file: $0.path, code: ENOMEM) }
            // After a power failure, making the files again is faster than syncing each one now; and the folder has already been swept.
            try OutputFile.write(data, to: $0.path, syncs: false, sweeps: false)
        }
    }

    var isBusy: Bool { conveyor.isFull }

    func add(_ frame: FramePixels, changed: Range<Int>) throws(FilmError) {
        if last == nil || !changed.isEmpty { last = try frame.picture(keepsAlpha: keepsAlpha) }
        if let last { try conveyor.put(Item(image: last, path: paths.path(number))) }
        number += 1
    }

    func finish() throws(FilmError) { try conveyor.finish() }

    func cancel() {
        conveyor.cancel()
        try? conveyor.finish()
    }
}

extension FramePixels {
    /// Returns a copy, on black if alpha is not kept.
    fileprivate func picture(keepsAlpha: Bool) throws(FilmError) -> CGImage {
        let image =
            keepsAlpha
            ? image()
            : CGImage(width: width, height: height) { target in
                for row in 0..<height { for x in 0..<width { target[row * width + x] = pixels[row * stride + x] | 0xFF00_0000 } }
            }
        guard let image else { throw .exhausted(file: "the film", reason: SystemError.text(ENOMEM)) }
        return image
    }
}
