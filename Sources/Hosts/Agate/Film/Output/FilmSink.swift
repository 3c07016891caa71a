import CoreGraphics

/// The last stage of a film: takes its frames in order, on one thread, and encodes them on others.
protocol FilmSink: AnyObject {
    /// Takes the next frame.
    /// - Parameter changed: the rows that may differ from the frame before; all of them at first.
    func add(_ frame: FramePixels, changed: Range<Int>) throws(FilmError)
    /// Whether `add` would wait for the encoder.
    var isBusy: Bool { get }
    /// Waits until the film is complete.
    func finish() throws(FilmError)
    /// Stops, and leaves nothing behind.
    func cancel()
}

extension FramePixels {
    /// A copy.
    func image() -> CGImage? {
        CGImage(width: width, height: height) { target in
            guard let base = target.baseAddress else { return }
            for row in 0..<height { (base + row * width).update(from: pixels + row * stride, count: width) }
        }
    }
}
