import CoreGraphics
import Foundation

/// How far the reading of a source is, or what stands in its way.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The data end before the image does, and no more will come.
    case statusUnexpectedEOF = -5
    /// The data are damaged.
    case statusInvalidData = -4
    /// The data begin as no format that is read here.
    case statusUnknownType = -3
    /// More data are needed to know the image's size.
    case statusReadingHeader = -2
    /// The image is there in part.
    case statusIncomplete = -1
    /// All is there.
    case statusComplete = 0
}

/// Reads the images of a file: PNG, JPEG, GIF and WebP, animated ones too. Safe on any thread.
///
/// Nothing is decoded until an image is asked for. Frames of an animation build on each other: asked for in order, each costs one
/// decoding; one canvas is all that the source keeps.
public final class CGImageSource: @unchecked Sendable {
    private struct State {
        var data: Data
        var isFinal: Bool
        var file: (any ImageFile)?
        var isOpened = false
        var failure: ImageError?
        var player: FramePlayer?
    }

    private let name: String
    private let isIncremental: Bool
    // A Mutex can't hand out what it guards while a frame is decoded in place; all uses of `state` are inside `locked`.
    private let lock = NSLock()
    private var state: State

    init(data: Data, name: String, isIncremental: Bool = false) {
        self.name = name
        self.isIncremental = isIncremental
        state = State(data: data, isFinal: !isIncremental)
    }

    private func locked<R>(_ body: (inout State) -> R) -> R {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// The file opened, once for the data at hand; nil where they can't be understood (yet).
    private func open(_ state: inout State) -> (any ImageFile)? {
        if !state.isOpened {
            state.isOpened = true
            do throws(ImageError) {
                state.file = try ImageCodec.open([UInt8](state.data), name: name, acceptsPartial: isIncremental)
            } catch {
                state.failure = error
            }
        }
        return state.file
    }

    func update(_ data: Data, isFinal: Bool) {
        locked { $0 = State(data: data, isFinal: isFinal) }
    }

    var format: ImageCodec.Format? {
        locked { ImageCodec.Format([UInt8]($0.data.prefix(ImageCodec.Format.signatureLength))) }
    }

    var size: Int { locked { $0.data.count } }

    var about: ImageDescription? { locked { open(&$0)?.about } }

    /// Why the data can't be understood.
    var failure: ImageError? {
        locked {
            _ = open(&$0)
            return $0.failure
        }
    }

    var status: CGImageSourceStatus {
        locked { state in
            if let file = open(&state) {
                if file.about.isComplete { return .statusComplete }
                return state.isFinal ? .statusUnexpectedEOF : .statusIncomplete
            }
            if state.data.count < ImageCodec.Format.signatureLength { return state.isFinal ? .statusUnexpectedEOF : .statusReadingHeader }
            guard ImageCodec.Format([UInt8](state.data.prefix(ImageCodec.Format.signatureLength))) != nil else { return .statusUnknownType }
            if !state.isFinal { return .statusReadingHeader }
            let isCut = (try? ImageCodec.open([UInt8](state.data), name: name, acceptsPartial: true)) != nil
            return isCut ? .statusUnexpectedEOF : .statusInvalidData
        }
    }

    func status(at index: Int) -> CGImageSourceStatus {
        guard let about else { return status }
        guard about.parts.indices.contains(index) else { return about.isComplete ? .statusInvalidData : .statusIncomplete }
        if about.parts[index].isComplete { return .statusComplete }
        return locked { $0.isFinal } ? .statusUnexpectedEOF : .statusIncomplete
    }

    func image(at index: Int, divisor: Int = 1) throws(ImageError) -> CGImage {
        let result: Result<CGImage, ImageError> = locked { state in
            guard let file = open(&state) else { return .failure(state.failure ?? ImageError(file: name, reason: "not readable")) }
            guard file.about.parts.indices.contains(index) else {
                return .failure(ImageError(file: name, reason: "there is no image \(index); the file has \(file.about.parts.count)"))
            }
            do throws(ImageError) {
                guard file.about.isAnimated else {
                    return .success(try file.still(DecodeRequest(divisor: divisor, acceptsPartial: isIncremental)))
                }
                if state.player == nil { state.player = FramePlayer(file, name: name, acceptsPartial: isIncremental) }
                let image = try state.player?.frame(index)
                return image.map { .success($0) } ?? .failure(ImageError(file: name, reason: "out of memory"))
            } catch {
                // The canvas may hold half a frame.
                state.player = nil
                return .failure(error)
            }
        }
        return try result.get()
    }
}
