import AgateDiagnostics
import Synchronization

/// A source that has an image's pixels, and writes them on request.
package protocol DeferredPixelSource: AnyObject, Sendable {
    /// Writes all pixels, 0xAARRGGBB, premultiplied, row by row without gaps. Called once, on any thread.
    func write(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int)
}

/// A source that can write some rows without the others.
package protocol DeferredRowSource: DeferredPixelSource {
    /// Writes some rows; the memory is that of the whole image. Called at most once for each row, on any thread, on one at a time.
    func write(_ rows: Range<Int>, of pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int)
}

extension DeferredRowSource {
    package func write(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int) {
        write(0..<height, of: pixels, width: width, height: height)
    }
}

/// Pixels that are written on first access. Memory that is not accessed is not touched.
final class DeferredPixels: Sendable {
    /// The number of rows that are written together.
    static let bandHeight = 64

    let source: any DeferredPixelSource
    /// The source, if it can write some rows.
    let rowSource: (any DeferredRowSource)?
    /// True if all pixels are written.
    private let isWritten = Atomic<Bool>(false)
    /// True for each band that is written; empty before the first access.
    private let bands = Locked<[Bool]>([])

    init(_ source: any DeferredPixelSource) {
        self.source = source
        rowSource = source as? any DeferredRowSource
    }

    /// Writes all pixels that are not written.
    func write(_ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int) { write(0..<height, pixels, width, height) }

    /// Writes the bands of some rows that are not written.
    func write(_ rows: Range<Int>, _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int) {
        if isWritten.load(ordering: .acquiring) || rows.isEmpty { return }
        bands.withLock { bands in
            if isWritten.load(ordering: .relaxed) { return }
            guard let rowSource else {
                source.write(pixels, width: width, height: height)
                return isWritten.store(true, ordering: .releasing)
            }
            let step = Self.bandHeight
            if bands.isEmpty { bands = Array(repeating: false, count: (height + step - 1) / step) }
            var band = rows.lowerBound / step
            let end = (rows.upperBound + step - 1) / step
            while band < end {
                let first = band
                while band < end, !bands[band] {
                    bands[band] = true
                    band += 1
                }
                if first < band {
                    rowSource.write(first * step..<min(band * step, height), of: pixels, width: width, height: height)
                } else {
                    band += 1
                }
            }
            if bands.allSatisfy({ $0 }) { isWritten.store(true, ordering: .releasing) }
        }
    }
}
