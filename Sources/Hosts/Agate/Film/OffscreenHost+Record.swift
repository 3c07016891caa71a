import QuartzCore
import RenderTree

extension OffscreenHost {
    /// Makes a film of the host's pictures.
    ///
    ///     try host.record(to: .file(URL(fileURLWithPath: "scene.mp4")), until: 3, framesPerSecond: 30)
    ///
    /// Frame n shows the time `start + n / framesPerSecond`; the last one is at the frame time before `end`. Time advances, so completion
    /// blocks and display links are called, on this thread. The same scene gives the same frames in every run, and with lossless codecs the
    /// same file.
    /// - Parameters:
    ///   - start: The time of the first frame; by default the clock's time.
    ///   - end: The end time, in seconds of the clock.
    ///   - framesPerSecond: The frame rate, from 0.001 to 1000 (a GIF 50).
    ///   - onProgress: Called after each frame, on this thread; an error that it throws ends the recording and is rethrown.
    /// - Throws: ``FilmError``.
    public func record(
        to destination: FilmDestination, from start: CFTimeInterval? = nil, until end: CFTimeInterval, framesPerSecond: Double = 60,
        options: FilmOptions = FilmOptions(), onProgress: ((FilmProgress) throws -> Void)? = nil
    ) throws {
        let start = start ?? clock.now
        guard let rate = FilmRate(framesPerSecond) else {
            throw FilmError.unsupported("\(framesPerSecond) frames per second is not in 0.001 to 1000")
        }
        let count = ((end - start) * rate.framesPerSecond).rounded()
        guard start.isFinite, count >= 1, count <= 1e9 else {
            throw FilmError.unsupported("there are no frames from \(start) s to \(end) s")
        }
        try record(frames: 0..<Int(count), from: start, to: destination, framesPerSecond: framesPerSecond, options: options) {
            _, progress in try onProgress?(progress)
        }
    }

    /// Records some frames of a longer film, so that parts that are made separately have exactly the frames of the whole.
    /// - Parameter onFrame: Called with the pixels of each frame.
    package func record(
        frames: Range<Int>, from origin: CFTimeInterval, to destination: FilmDestination, framesPerSecond: Double, options: FilmOptions,
        onFrame: (FramePixels, FilmProgress) throws -> Void
    ) throws {
        let (width, height) = withPaintedPixels { _, width, height, _ in (width, height) }
        let recorder = try FilmRecorder(to: destination, width: width, height: height, framesPerSecond: framesPerSecond, options: options)
        let begin = HostClock.now
        var paintings = -1
        func time(_ frame: Int) -> Double { origin + Double(frame) / recorder.framesPerSecond }
        var taken = 0
        func take(_ picture: FramePixels, _ rows: Range<Int>) throws {
            try recorder.append(picture, changed: rows)
            taken += 1
            try onFrame(picture, FilmProgress(frame: taken, frameCount: frames.count, elapsed: HostClock.now - begin))
        }
        func takePainted(_ rows: Range<Int>) throws {
            try withPaintedPixels { try take(FramePixels($0, width: $1, height: $2, stride: $3), rows) }
        }
        // A GPU transfers one frame to memory while it draws the next.
        var read: (frame: Int, rows: Range<Int>)?
        // Returns false if the GPU lost the frame, so that it was drawn again.
        func finishReading() throws -> Bool {
            guard let before = read else { return true }
            read = nil
            let isThere: Void? = try driver.use { renderer in
                try renderer.withReadPixels { try take(FramePixels($0, width: $1, height: $2, stride: $3), before.rows) }
            }
            if isThere != nil { return true }
            paint(at: time(before.frame))
            try takePainted(0..<height)
            return false
        }
        do {
            for frame in frames {
                let isUndisturbed = self.paintings == paintings
                let changes = paint(at: time(frame))
                paintings = self.paintings
                // If a callback has painted meanwhile, all rows may have changed.
                var rows = isUndisturbed ? Self.rows(changes) : 0..<height
                if try !finishReading() {
                    paint(at: time(frame))
                    paintings = self.paintings
                    rows = 0..<height
                }
                if driver.use({ $0.beginReading() }) {
                    read = (frame, rows)
                } else {
                    try takePainted(rows)
                }
            }
            _ = try finishReading()
            try recorder.finish()
        } catch {
            recorder.cancel()
            throw error
        }
    }

    private static func rows(_ changes: ContiguousArray<DeviceRect>) -> Range<Int> {
        var rows = 0..<0
        for rect in changes where rect.y0 < rect.y1 && rect.x0 < rect.x1 {
            let own = Int(rect.y0)..<Int(rect.y1)
            rows = rows.isEmpty ? own : min(rows.lowerBound, own.lowerBound)..<max(rows.upperBound, own.upperBound)
        }
        return rows
    }
}
