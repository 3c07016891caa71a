import Agate
import AgateDiagnostics
import CoreGraphics
import Foundation
import RenderTree

/// The kinds of chunks in a recording. Readers skip unknown kinds from 128 on.
enum ChunkKind: UInt8 {
    case title = 1
    case viewport, image, commit, frame, input, diagnostic, log, loss
    case end = 127
}

/// Writes a recording entry by entry: each call returns the bytes that follow, so they can be sent through a socket as well as written to a
/// file.
package final class RecordingWriter {
    package static let signature = Array("AGATEREC".utf8)
    package static let version: UInt32 = 1

    private let resources = ResourceTable()
    private let payload = ByteWriter(capacity: 1 << 16)
    private let encoder: CommitEncoder
    private let out = ByteWriter(capacity: 1 << 16)
    private var chunks: UInt64 = 0
    private var firstBegan: Double?

    package init() { encoder = CommitEncoder(payload, resources) }

    /// Returns the bytes since the last call.
    package func take() -> Data {
        defer { out.removeAll() }
        return Data(out.bytes)
    }

    package func begin(title: String) {
        Self.signature.withUnsafeBytes { out.raw($0) }
        out.half(Self.version)
        payload.removeAll()
        payload.string(title)
        payload.string("Agate")
        close(.title)
    }

    private func close(_ kind: ChunkKind) {
        out.byte(kind.rawValue)
        out.size(payload.count)
        out.raw(payload.bytes)
        chunks += 1
    }

    package func append(_ entry: Recording.Entry) {
        payload.removeAll()
        switch entry {
        case .viewport(let viewport):
            write(viewport)
            close(.viewport)
        case .commit(let commit):
            encoder.write(commit)
            // Images precede the first commit that shows them.
            let bytes = Data(payload.bytes)
            while resources.written < resources.images.count {
                payload.removeAll()
                resources.write(resources.written, to: payload)
                resources.written += 1
                close(.image)
            }
            payload.removeAll()
            bytes.withUnsafeBytes { payload.raw($0) }
            close(.commit)
        case .frame(let frame):
            write(frame)
            close(.frame)
        case .input(let event):
            write(event)
            close(.input)
        case .diagnostic(let diagnostic, let time):
            payload.finite(time)
            payload.string(diagnostic.identifier)
            payload.string(diagnostic.message)
            write(diagnostic.layer)
            write(diagnostic.key)
            close(.diagnostic)
        case .log(let entry):
            payload.finite(entry.time)
            payload.string(entry.kind)
            payload.size(max(0, entry.level))
            payload.byte((entry.isImplicit ? 1 : 0) | (entry.layerID == nil ? 0 : 2))
            if let id = entry.layerID { payload.signed(encoder.local(LayerID(rawValue: id))) }
            for text in [entry.layer, entry.key, entry.old, entry.new] { write(text) }
            payload.string(entry.detail)
            close(.log)
        }
    }

    package func end(losses: [Recording.Loss: Int]) {
        for (loss, count) in encoder.losses.merging(losses, uniquingKeysWith: max).sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where loss != .end {
            payload.removeAll()
            payload.byte(loss.rawValue)
            payload.size(count)
            close(.loss)
        }
        payload.removeAll()
        payload.varint(chunks)
        close(.end)
    }

    // MARK: Parts

    private func write(_ text: String?) {
        payload.byte(text == nil ? 0 : 1)
        if let text { payload.string(text) }
    }

    private func write(_ viewport: Viewport) {
        payload.size(Int(viewport.width))
        payload.size(Int(viewport.height))
        payload.finite(viewport.scale)
        payload.byte((viewport.rootGeometryFlipped ? 1 : 0) | (viewport.placement == nil ? 0 : 2))
        let c = viewport.background
        payload.float(c.x)
        payload.float(c.y)
        payload.float(c.z)
        payload.float(c.w)
        if let p = viewport.placement { for number in [p.a, p.b, p.c, p.d, p.tx, p.ty] { payload.finite(number) } }
    }

    private func write(_ frame: FrameReport) {
        let first = firstBegan ?? frame.began
        firstBegan = first
        payload.finite(frame.time)
        payload.finite(frame.began - first)
        payload.finite(frame.evaluation)
        payload.finite(frame.painting)
        payload.finite(frame.presenting)
        payload.double(frame.budget.isNaN ? .infinity : frame.budget)
        payload.byte(frame.isRebuilt ? 1 : 0)
        payload.size(frame.damage.count)
        for rect in frame.damage { for side in [rect.x0, rect.y0, rect.x1, rect.y1] { payload.signed(Int64(side)) } }
    }

    private func write(_ event: InputEvent) {
        payload.finite(event.time)
        switch event.kind {
        case .touch(let touch):
            payload.byte(0)
            payload.signed(Int64(touch.id))
            payload.byte(touch.phase.number)
            payload.finite(touch.location.x)
            payload.finite(touch.location.y)
            payload.finite(touch.force)
            if case .mouse(let button) = touch.source { payload.signed(Int64(button)) } else { payload.signed(-1) }
        case .hover(let place):
            payload.byte(1)
            payload.finite(place.x)
            payload.finite(place.y)
        case .scroll(let place, let distance):
            payload.byte(2)
            for number in [place.x, place.y, distance.width, distance.height] { payload.finite(number) }
        case .key(let key):
            payload.byte(3)
            payload.signed(Int64(key.code))
            payload.string(key.characters)
            payload.signed(Int64(key.modifiers.rawValue))
            payload.byte((key.isDown ? 1 : 0) | (key.isRepeat ? 2 : 0))
        case .text(let text):
            payload.byte(4)
            payload.string(text)
        case .resized(let size, let scale):
            payload.byte(5)
            for number in [size.width, size.height, scale] { payload.finite(number) }
        case .focused(let isOn):
            payload.byte(6)
            payload.byte(isOn ? 1 : 0)
        case .shown(let isOn):
            payload.byte(7)
            payload.byte(isOn ? 1 : 0)
        case .closeRequested: payload.byte(8)
        }
    }
}

extension InputEvent.Phase {
    var number: UInt8 {
        switch self {
        case .began: 0
        case .moved: 1
        case .ended: 2
        case .cancelled: 3
        }
    }

    init?(number: UInt8) {
        guard number < 4 else { return nil }
        self = [.began, .moved, .ended, .cancelled][Int(number)]
    }
}

extension Recording {
    /// Returns the bytes of a file.
    public func encoded() -> Data {
        let writer = RecordingWriter()
        writer.begin(title: title)
        for entry in entries { writer.append(entry) }
        writer.end(losses: losses)
        return writer.take()
    }

    /// Writes a file atomically.
    public func write(to url: URL) throws { try encoded().write(to: url, options: .atomic) }
}
