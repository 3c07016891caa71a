import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// The limits for reading a recording.
public struct RecordingLimits: Sendable {
    /// The largest size of the file in bytes; 1 GiB.
    public var fileSize = 1 << 30
    /// The largest number of pixels in all images together; 2^28 (1 GiB in memory).
    public var pixels = 1 << 28
    /// The largest number of layer updates in all commits together; 8 million.
    public var updates = 8_000_000
    /// Creates the default limits.
    public init() {}
}

extension Recording {
    /// Reads a file.
    /// - Throws: ``RecordingError``, or an error of reading the file.
    public init(contentsOf url: URL, limits: RecordingLimits = RecordingLimits()) throws {
        let size = (try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber)?.intValue ?? 0
        guard size <= limits.fileSize else { throw RecordingError.tooLarge }
        try self.init(Data(contentsOf: url), limits: limits)
    }

    /// Reads the bytes of a file. A truncated file is read up to its end, and `losses` indicates this.
    public init(_ data: Data, limits: RecordingLimits = RecordingLimits()) throws {
        self.init()
        guard data.count <= limits.fileSize else { throw RecordingError.tooLarge }
        try data.withUnsafeBytes { bytes in
            var reader = RecordingReader(bytes, limits)
            try reader.read(into: &self)
        }
    }

    /// Returns true if the bytes begin with the signature of a recording.
    public static func isRecording(_ data: Data) -> Bool { data.starts(with: RecordingWriter.signature) }
}

private struct RecordingReader {
    private var input: ByteReader
    private var decoder: CommitDecoder
    private var pixels: Int

    /// The largest side of a picture in pixels, and the largest number of rectangles in a frame's damage: four times as many as a render
    /// tree reports.
    private static let largestSide: Int64 = 16_384, mostDamage = 4 * DamageRegion.limit

    init(_ bytes: UnsafeRawBufferPointer, _ limits: RecordingLimits) {
        input = ByteReader(bytes)
        decoder = CommitDecoder(updateLimit: limits.updates)
        pixels = limits.pixels
    }

    mutating func read(into recording: inout Recording) throws {
        guard input.raw(8).elementsEqual(RecordingWriter.signature) else { throw RecordingError.notARecording }
        let version = input.half()
        guard !input.isDamaged, version == RecordingWriter.version else { throw RecordingError.unknownVersion(Int(version)) }
        var chunks: UInt64 = 0
        var hasEnd = false
        while !input.isAtEnd, !hasEnd {
            let start = input.at
            let kind = input.byte()
            let size = input.varint()
            if input.isDamaged || size > UInt64(input.remaining) { break }
            var payload = ByteReader(input.raw(Int(size)))
            guard let known = ChunkKind(rawValue: kind) else {
                if kind < 128 { throw RecordingError.damaged(offset: start) }
                continue
            }
            if known == .end {
                hasEnd = payload.varint() == chunks
            } else {
                try read(known, &payload, into: &recording)
                chunks += 1
            }
            guard !payload.isDamaged, payload.isAtEnd else { throw RecordingError.damaged(offset: start) }
        }
        if !hasEnd { recording.losses[.end] = 1 }
    }

    private mutating func read(_ kind: ChunkKind, _ payload: inout ByteReader, into recording: inout Recording) throws {
        switch kind {
        case .title:
            recording.title = payload.string()
            _ = payload.string()
        case .viewport:
            if let viewport = viewport(&payload) { recording.entries.append(.viewport(viewport)) } else { payload.damage() }
        case .image:
            if let image = ResourceTable.read(&payload, decoder.images, pixels: &pixels) {
                decoder.images.append(image)
            } else {
                payload.damage()
            }
        case .commit: recording.entries.append(.commit(decoder.read(&payload)))
        case .frame: recording.entries.append(.frame(frame(&payload)))
        case .input:
            if let event = event(&payload) { recording.entries.append(.input(event)) } else { payload.damage() }
        case .diagnostic:
            let time = payload.double()
            let identifier = payload.string()
            let message = payload.string()
            let diagnostic = Diagnostic(identifier: identifier, message: message, layer: text(&payload), key: text(&payload))
            recording.entries.append(.diagnostic(diagnostic, time: time))
        case .log: recording.entries.append(.log(log(&payload)))
        case .loss:
            if let loss = Recording.Loss(rawValue: payload.byte()) {
                recording.losses[loss] = Int(clamping: payload.varint())
            } else {
                payload.damage()
            }
        case .end: break
        }
    }

    private func text(_ payload: inout ByteReader) -> String? { payload.byte() == 0 ? nil : payload.string() }

    private func viewport(_ payload: inout ByteReader) -> Viewport? {
        let width = payload.varint()
        let height = payload.varint()
        let scale = payload.double()
        let parts = payload.byte()
        guard width <= Self.largestSide, height <= Self.largestSide,
            CGImage.isAllowed(width: max(1, Int(width)), height: max(1, Int(height))), scale > 0,
            scale <= 1e6
        else { return nil }
        var viewport = Viewport(width: Int(width), height: Int(height), scale: scale, rootGeometryFlipped: parts & 1 != 0)
        viewport.background = RGBA(payload.float(), payload.float(), payload.float(), payload.float())
        if parts & 2 != 0 {
            viewport.placement = CGAffineTransform(
                a: payload.double(), b: payload.double(), c: payload.double(), d: payload.double(), tx: payload.double(),
                ty: payload.double()
            )
        }
        return viewport
    }

    private func frame(_ payload: inout ByteReader) -> FrameReport {
        var report = FrameReport(
            time: payload.double(), began: payload.double(), evaluation: payload.double(), painting: payload.double(),
            presenting: payload.double(),
            budget: payload.time(), isRebuilt: payload.byte() != 0, damage: []
        )
        for _ in 0..<payload.size(eachAtLeast: 4) {
            // Damage is inside a picture, and no picture is larger.
            func side() -> Int32 { Int32(min(max(payload.signed(), 0), Self.largestSide)) }
            let rect = DeviceRect(side(), side(), side(), side())
            if report.damage.count < Self.mostDamage {
                report.damage.append(rect)
            } else {
                report.damage[Self.mostDamage - 1] = report.damage[Self.mostDamage - 1].union(rect)
            }
        }
        return report
    }

    private func log(_ payload: inout ByteReader) -> Recording.LogEntry {
        let time = payload.double()
        let kind = payload.string()
        let level = Int(clamping: payload.varint())
        let parts = payload.byte()
        let id = parts & 2 != 0 ? CommitDecoder.layer(payload.signed()) : nil
        let layer = text(&payload)
        let key = text(&payload)
        let old = text(&payload)
        let new = text(&payload)
        return Recording.LogEntry(
            kind: kind, time: time, level: min(level, 1000), isImplicit: parts & 1 != 0, layerID: id, layer: layer, key: key, old: old,
            new: new,
            detail: payload.string()
        )
    }

    private func event(_ payload: inout ByteReader) -> InputEvent? {
        let time = payload.double()
        func point() -> CGPoint { CGPoint(x: payload.double(), y: payload.double()) }
        func integer() -> Int { Int(clamping: payload.signed()) }
        let kind: InputEvent.Kind
        switch payload.byte() {
        case 0:
            let id = integer()
            guard let phase = InputEvent.Phase(number: payload.byte()) else { return nil }
            let place = point()
            let force = payload.double()
            let button = integer()
            kind = .touch(InputEvent.Touch(id: id, phase, at: place, force: force, source: button < 0 ? .finger : .mouse(button: button)))
        case 1: kind = .hover(point())
        case 2:
            let place = point()
            kind = .scroll(at: place, by: CGSize(width: payload.double(), height: payload.double()))
        case 3:
            let code = integer()
            let characters = payload.string()
            let modifiers = InputEvent.Modifiers(rawValue: integer())
            let flags = payload.byte()
            kind = .key(
                InputEvent.Key(code: code, characters: characters, modifiers: modifiers, isDown: flags & 1 != 0, isRepeat: flags & 2 != 0))
        case 4: kind = .text(payload.string())
        case 5: kind = .resized(CGSize(width: payload.double(), height: payload.double()), scale: payload.double())
        case 6: kind = .focused(payload.byte() != 0)
        case 7: kind = .shown(payload.byte() != 0)
        case 8: kind = .closeRequested
        default: return nil
        }
        return InputEvent(time: time, kind)
    }
}
