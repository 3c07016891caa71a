import CoreGraphics
import Foundation

/// The progress of reading a source, or the error that prevents it.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The data end before the image does, and are final.
    case statusUnexpectedEOF = -5
    /// The data are damaged.
    case statusInvalidData = -4
    /// The data don't begin like a supported format.
    case statusUnknownType = -3
    /// More data are needed to determine the image's size.
    case statusReadingHeader = -2
    /// A part of the image is available.
    case statusIncomplete = -1
    /// The image is complete.
    case statusComplete = 0
}

/// Reads the images of a file: PNG, JPEG, GIF and WebP, also animated. A source is thread-safe.
///
/// Nothing is decoded until an image is requested. Frames of an animation build on each other. If they are requested in order, each
/// requires one decoding. The source keeps a single canvas.
public final class CGImageSource: @unchecked Sendable {
    private struct State {
        let data: Data
        let isFinal: Bool
        /// The opened file, or nil before the first access.
        var opened: Result<any ImageFile, ImageError>?
        var player: FramePlayer?
        /// The number of this version of the data, counted from the first.
        let version: Int
    }

    private let name: String
    private let isIncremental: Bool
    private let limits: ReadingLimits?
    // A `Locked` can't provide access while a frame is decoded in place. All uses of `state` are inside `locked`.
    private let lock = NSLock()
    private var state: State

    init(data: Data, name: String, isIncremental: Bool = false, limits: ReadingLimits? = nil) {
        self.name = name
        self.limits = limits
        self.isIncremental = isIncremental
        state = State(data: data, isFinal: !isIncremental, version: 0)
    }

    private func locked<R>(_ body: (inout State) -> R) -> R {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// The opened file, or the error if the data can't be read (yet), and the version of the data.
    private var opened: (file: Result<any ImageFile, ImageError>, version: Int) {
        let now = locked { $0 }
        if let opened = now.opened { return (opened, now.version) }
        // Without the lock: a damaged profile is reported, and the handler of the diagnostic may call this source.
        let result: Result<any ImageFile, ImageError>
        do throws(ImageError) {
            result = .success(try ImageCodec.open([UInt8](now.data), name: name, acceptsPartial: isIncremental, limits: limits))
        } catch {
            result = .failure(error)
        }
        locked { if $0.version == now.version { $0.opened = result } }
        return (result, now.version)
    }

    func update(_ data: Data, isFinal: Bool) {
        locked { $0 = State(data: data, isFinal: isFinal, version: $0.version + 1) }
    }

    var format: ImageCodec.Format? {
        locked { ImageCodec.Format([UInt8]($0.data.prefix(ImageCodec.Format.signatureLength))) }
    }

    var size: Int { locked { $0.data.count } }

    var about: ImageDescription? { try? opened.file.get().about }

    var status: CGImageSourceStatus {
        let (data, isFinal) = locked { ($0.data, $0.isFinal) }
        if let about {
            if about.isComplete { return .statusComplete }
            return isFinal ? .statusUnexpectedEOF : .statusIncomplete
        }
        if data.count < ImageCodec.Format.signatureLength { return isFinal ? .statusUnexpectedEOF : .statusReadingHeader }
        guard format != nil else { return .statusUnknownType }
        if !isFinal { return .statusReadingHeader }
        let isCut = (try? ImageCodec.open([UInt8](data), name: name, acceptsPartial: true, limits: limits)) != nil
        return isCut ? .statusUnexpectedEOF : .statusInvalidData
    }

    func status(at index: Int) -> CGImageSourceStatus {
        guard let about else { return status }
        guard about.parts.indices.contains(index) else { return about.isComplete ? .statusInvalidData : .statusIncomplete }
        if about.parts[index].isComplete { return .statusComplete }
        return locked { $0.isFinal } ? .statusUnexpectedEOF : .statusIncomplete
    }

    func image(at index: Int, divisor: Int = 1) throws(ImageError) -> CGImage {
        let (opened, version) = self.opened
        let file = try opened.get()
        let about = file.about
        guard about.parts.indices.contains(index) else {
            throw ImageError(file: name, reason: "image \(index) does not exist; the file has \(about.parts.count) images")
        }
        guard about.isAnimated else { return try file.still(DecodeRequest(divisor: divisor, acceptsPartial: isIncremental)) }
        let result: Result<CGImage, ImageError> = locked { state in
            // New data may have arrived in the meantime. Then this call must not create the player for them.
            guard state.version == version else { return .failure(ImageError(file: name, reason: "the data was changed in the meantime")) }
            if state.player == nil { state.player = FramePlayer(file, name: name, acceptsPartial: isIncremental) }
            do throws(ImageError) {
                let image = try state.player?.frame(index)
                return image.map { .success($0) } ?? .failure(ImageError(file: name, code: ENOMEM))
            } catch {
                // The canvas may contain a partial frame.
                state.player = nil
                return .failure(error)
            }
        }
        return try result.get()
    }
}
