import FFmpeg
import Synchronization

/// Converted frames as a stream of bytes, to ffmpeg or to a file.
///
/// A few buffers are reused. Each tracks its outdated rows, so that only those are converted; a frame without changes is the last buffer
/// again.
final class StreamSink: FilmSink {
    /// The destination of the bytes.
    enum Output: Sendable {
        case program(FilmEncoder)
        /// A stream, with the header before each frame.
        case stream(FilmStream, header: String)
    }

    private let converter: FrameConverter
    private let output: Output
    private let target: FilmTarget
    private let conveyor: Conveyor<FilmBuffer>
    private var buffers: [FilmBuffer] = []
    private var current: FilmBuffer?

    init(_ plan: FilmPlan, _ pixelFormat: FilmPixelFormat, _ target: FilmTarget) throws(FilmError) {
        self.target = target
        converter = FrameConverter(pixelFormat, width: plan.width, height: plan.height, range: plan.options.dynamicRange)
        let output: Output
        do {
            if let encoder = try plan.encoder(output: target.path) {
                output = .program(try FilmEncoder(plan, target, encoder))
            } else {
                let stream = target.stream
                let isText = plan.format == .y4m
                if isText { try stream.write(Self.y4mHeader(plan, pixelFormat)) }
                output = .stream(stream, header: isText ? "FRAME\n" : "")
            }
        } catch {
            throw FilmError(error)
        }
        self.output = output
        conveyor = Conveyor(workers: 1, limit: 3) { buffer in
            defer { buffer.uses.subtract(1, ordering: .releasing) }
            switch output {
            case .program(let encoder): try encoder.write(buffer.bytes)
            case .stream(let stream, let header):
                if !header.isEmpty { try stream.write(header) }
                try stream.write(buffer.bytes)
            }
        }
    }

    private static func y4mHeader(_ plan: FilmPlan, _ pixelFormat: FilmPixelFormat) -> String {
        "YUV4MPEG2 W\(plan.width) H\(plan.height) F\(plan.rate.numerator):\(plan.rate.denominator) Ip A1:1 "
            + "C\(pixelFormat == .yuv444p ? "444" : "420mpeg2") XCOLORRANGE=LIMITED\n"
    }

    var isBusy: Bool { conveyor.isFull }

    func add(_ frame: FramePixels, changed: Range<Int>) throws(FilmError) {
        if current == nil || !changed.isEmpty {
            for buffer in buffers {
                buffer.staleRows =
                    buffer.staleRows.isEmpty
                    ? changed : min(buffer.staleRows.lowerBound, changed.lowerBound)..<max(buffer.staleRows.upperBound, changed.upperBound)
            }
            let buffer = free()
            converter.convert(frame, rows: buffer.staleRows, into: buffer.memory)
            buffer.staleRows = 0..<0
            current = buffer
        }
        try send()
    }

    func fill(_ body: (UnsafeMutableRawPointer) throws -> Void) throws {
        // No buffer has rows of a picture that the next one could be compared with.
        for buffer in buffers { buffer.staleRows = 0..<converter.height }
        let buffer = free()
        try body(buffer.memory)
        current = buffer
        try send()
    }

    private func send() throws(FilmError) {
        guard let current else { return }
        current.uses.add(1, ordering: .relaxed)
        do { try conveyor.put(current) } catch { throw target.meaning(error) }
    }

    /// Returns a buffer that is not pending. There are never more buffers than the conveyor holds, plus the one that is being written.
    private func free() -> FilmBuffer {
        if let one = buffers.first(where: { $0.uses.load(ordering: .acquiring) == 0 }) { return one }
        let one = FilmBuffer(byteCount: converter.byteCount, rows: converter.height)
        buffers.append(one)
        return one
    }

    func finish() throws(FilmError) {
        do {
            try conveyor.finish()
            if case .program(let encoder) = output { try encoder.finish() }
        } catch {
            let meaning = target.meaning(error)
            cancel()
            throw meaning
        }
        try target.commit()
    }

    func cancel() {
        conveyor.cancel()
        if case .program(let encoder) = output { encoder.cancel() }
        // The pipe is closed only when no thread writes to it any more.
        try? conveyor.finish()
        if case .program(let encoder) = output { encoder.wait() }
        target.discard()
    }
}

/// A converted frame.
private final class FilmBuffer: @unchecked Sendable {
    // Unchecked: written by the drawing thread only while it is unused, and read by the other thread only while `uses` is above 0.
    let memory: UnsafeMutableRawPointer
    let byteCount: Int
    /// The number of pending writes of the buffer.
    let uses = Atomic<Int>(0)
    /// The rows that are older than the picture.
    var staleRows: Range<Int>

    init(byteCount: Int, rows: Int) {
        self.byteCount = byteCount
        memory = .allocate(byteCount: byteCount, alignment: 64)
        staleRows = 0..<rows
    }

    deinit { memory.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: byteCount) }
}
