import CoreGraphics

/// The last stage of a film: takes its frames in order, on one thread, and encodes them on others.
protocol FilmSink: AnyObject {
    /// Adds the next frame.
    /// - Parameter changed: The rows that may differ from the previous frame; all rows for the first frame.
    func add(_ frame: FramePixels, changed: Range<Int>) throws(FilmError)
    /// Adds the next frame, which `body` writes in the encoder's format, in rows without gaps.
    func fill(_ body: (UnsafeMutableRawPointer) throws -> Void) throws
    /// True if `add` would wait for the encoder.
    var isBusy: Bool { get }
    /// Waits until the film is complete.
    func finish() throws(FilmError)
    /// Stops and removes the output.
    func cancel()
}

extension FramePixels {
    /// Returns a copy as an image.
    func image() -> CGImage? {
        CGImage(width: width, height: height) { target in
            guard let base = target.baseAddress else { return }
            for row in 0..<height { (base + row * width).update(from: pixels + row * stride, count: width) }
        }
    }
}

extension FilmSink {
    func fill(_ body: (UnsafeMutableRawPointer) throws -> Void) throws {
        throw FilmError.unsupported("this format has no frames in the form of an encoder")
    }
}
