import Agate
import AgateDiagnostics
import AgateInspector
import AgateRecording
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension FuzzTarget {
    private static var limits: RecordingLimits {
        var limits = RecordingLimits()
        limits.fileSize = 1 << 20
        limits.pixels = 1 << 20
        limits.updates = 20_000
        return limits
    }

    /// A recording: replayed forwards and back, traced, reported on, asked all that a page asks, copied. Bytes that don't begin as a file
    /// are its chunks: of each a kind, two bytes of a length, and what it holds, so that a change of length leaves the rest readable.
    static let recording = FuzzTarget("recording", seeds: { recordingSeeds }) { data in
        let bytes = Recording.isRecording(data) ? data : file(of: data)
        guard let recording = try? Recording(bytes, limits: limits) else { return false }
        // Pictures take their pixels' time and memory, which is not what is looked for here.
        for case .viewport(let viewport) in recording.entries where Int(viewport.width) * Int(viewport.height) > 1 << 14 { return false }
        replay(recording)
        ask(recording)
        let copy = recording.encoded()
        guard let again = try? Recording(copy, limits: limits) else { preconditionFailure("a copy can't be read") }
        precondition(again.entries.count == recording.entries.count && again.encoded() == copy, "a copy of a copy is another one")
        return true
    }

    private static func replay(_ recording: Recording) {
        let replay = Replay(recording, threads: 1)
        for frame in 0..<min(3, replay.frameCount) { _ = replay.image(frame: frame) }
        for time in [0.2, 0, recording.span.upperBound, -1, .infinity] { _ = replay.image(at: time) }
        _ = replay.lastImage()
    }

    /// Whatever a recording holds, the answers are JSON.
    private static func ask(_ recording: Recording) {
        let inspected = InspectedRecording(recording)
        var layers = Set(inspected.look(at: 0).layers.map(\.id))
        var answers = [TraceFile.json(recording), InspectionReport.data(recording)]
        for time in [0, 0.25, recording.span.upperBound] {
            let look = inspected.look(at: time)
            layers.formUnion(look.layers.map(\.id))
            answers.append(look.json())
            for request in [InspectorRequest.look(time, picture: true), .ops(time)] { answers.append(inspected.answer(request) ?? "[]") }
        }
        for layer in layers.sorted().prefix(3) {
            answers.append(inspected.answer(.values(layer: layer, time: 0.25)) ?? "[]")
            for form in [LayerCopy.Form.swift, .caml, .png] {
                answers.append(inspected.answer(.copy(layer: layer, time: 0.25, form)) ?? "[]")
            }
        }
        for answer in answers {
            precondition((try? JSONSerialization.jsonObject(with: Data(answer.utf8))) != nil, "an answer is no JSON")
        }
    }

    // MARK: Chunks

    private static func varint(_ value: Int) -> Data {
        value < 0x80 ? Data([UInt8(value)]) : Data([UInt8(value & 0x7F | 0x80)]) + varint(value >> 7)
    }

    private static let head = Data("AGATEREC".utf8) + [1, 0, 0, 0]

    private static func file(of data: Data) -> Data {
        let bytes = [UInt8](data)
        var file = head
        var at = 0
        while at + 3 <= bytes.count {
            let length = min(Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]), bytes.count - at - 3)
            file += [bytes[at]] + varint(length) + bytes[(at + 3)..<(at + 3 + length)]
            at += 3 + length
        }
        return file
    }

    /// The other way round.
    private static func chunks(of file: Data) -> Data {
        let bytes = [UInt8](file)
        var result = Data()
        var at = head.count
        while at < bytes.count {
            let kind = bytes[at]
            var length = 0, shift = 0
            repeat {
                at += 1
                length |= Int(bytes[at] & 0x7F) << shift
                shift += 7
            } while bytes[at] >= 0x80
            at += 1
            result += [kind, UInt8(length >> 8 & 255), UInt8(length & 255)] + bytes[at..<(at + length)]
            at += length
        }
        return result
    }

    // MARK: Seeds

    private static var recordingSeeds: [Data] {
        let files = [moved(), drawn(), emitted(), noted()].map { $0.encoded() }
        return files + files.map(chunks)
    }

    private static func recorded(_ title: String, _ build: (OffscreenHost) -> Void, _ then: (OffscreenHost) -> Void = { _ in }) -> Recording
    {
        let host = OffscreenHost(size: CGSize(width: 24, height: 24), background: CGColor(gray: 1, alpha: 1))
        var options = Recorder.Options()
        options.title = title
        guard let recorder = Recorder(host, options: options) else { return Recording(of: host) }
        host.perform { build(host) }
        _ = host.image(at: 0.1)
        host.perform { then(host) }
        for time in [0.2, 0.4] { _ = host.image(at: time) }
        return recorder.recording()
    }

    private static func square(_ name: String, in layer: CALayer) -> CALayer {
        let square = CALayer()
        (square.name, square.frame) = (name, CGRect(x: 4, y: 4, width: 12, height: 9))
        square.backgroundColor = CGColor(red: 0.8, green: 0.2, blue: 0.3, alpha: 1)
        layer.addSublayer(square)
        return square
    }

    /// Animations of each kind.
    private static func moved() -> Recording {
        recorded("moved") { host in
            let square = square("box", in: host.layer)
            let spin = CAKeyframeAnimation(keyPath: "transform.rotation.z")
            (spin.values, spin.keyTimes, spin.duration) = ([0, 1, -0.5], [0, 0.4, 1], 0.8)
            let spring = CASpringAnimation(keyPath: "position.x")
            (spring.fromValue, spring.toValue, spring.duration) = (4, 20, 1)
            let group = CAAnimationGroup()
            (group.animations, group.duration) = ([spin, spring], 1.2)
            square.add(group, forKey: "dance")
        } _: { host in
            let square = host.layer.sublayers?.first
            square?.opacity = 0.5
            square?.add(CATransition(), forKey: nil)
            square?.removeAnimation(forKey: "dance")
        }
    }

    /// Paths, gradients, masks, copies, filters, an image.
    private static func drawn() -> Recording {
        recorded("drawn") { host in
            let square = square("shadow", in: host.layer)
            (square.shadowOpacity, square.cornerRadius, square.shouldRasterize) = (0.5, 3, true)
            square.contents = CGImage(width: 3, height: 3) { pixels in for i in pixels.indices { pixels[i] = 0xFF11_2233 } }
            let shape = CAShapeLayer()
            shape.path = CGPath(ellipseIn: CGRect(x: 2, y: 2, width: 9, height: 9), transform: nil)
            (shape.lineWidth, shape.lineDashPattern) = (2, [3, 1])
            let gradient = CAGradientLayer()
            (gradient.frame, gradient.mask) = (CGRect(x: 3, y: 3, width: 18, height: 9), shape)
            gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 0)]
            gradient.filters = [CAFilter(type: "gaussianBlur")]
            let copies = CAReplicatorLayer()
            (copies.instanceCount, copies.instanceTransform) = (3, CATransform3DMakeTranslation(4, 0, 0))
            copies.addSublayer(gradient)
            host.layer.addSublayer(copies)
        } _: { host in
            host.layer.sublayers?.first?.removeFromSuperlayer()
        }
    }

    private static func emitted() -> Recording {
        recorded("emitted") { host in
            let emitter = CAEmitterLayer()
            (emitter.emitterPosition, emitter.seed) = (CGPoint(x: 12, y: 12), 7)
            let cell = CAEmitterCell()
            (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (20, 0.5, 30, .pi)
            cell.contents = CGImage(width: 2, height: 2) { pixels in for i in pixels.indices { pixels[i] = 0xFF99_2233 } }
            emitter.emitterCells = [cell]
            host.layer.addSublayer(emitter)
            let text = CATextLayer()
            (text.frame, text.string, text.fontSize) = (CGRect(x: 1, y: 1, width: 20, height: 9), "ab", 8)
            host.layer.addSublayer(text)
        }
    }

    /// Frames, input, a line of the log and a diagnostic, of which some say what can't be.
    private static func noted() -> Recording {
        var recording = recorded("noted </script>\u{202E}") { host in _ = square("\u{1}\"name\u{2028}", in: host.layer) }
        for kind in [
            InputEvent.Kind.touch(InputEvent.Touch(id: 1, .began, at: CGPoint(x: 3, y: 1e300))), .hover(.zero),
            .scroll(at: .zero, by: CGSize(width: 1, height: -1)), .key(InputEvent.Key(code: 4, characters: "\u{1B}[2J")), .text("é\u{0}"),
            .resized(CGSize(width: 24, height: 20), scale: 2), .focused(true), .shown(false), .closeRequested,
        ] {
            recording.entries.append(.input(InputEvent(time: 0.3, kind)))
        }
        recording.entries.append(.diagnostic(Diagnostic(identifier: "a.b", message: "<b>", layer: "CALayer \"x\" (layer 2)"), time: 0.3))
        recording.entries.append(.log(Recording.LogEntry(kind: "set", time: -1, layer: "x", key: "opacity", old: "0", new: "1")))
        recording.entries.append(.commit(ring()))
        recording.entries.append(.frame(Self.frame(at: -1e300, damage: [.min, .min, .max, .max])))
        recording.entries.append(.frame(Self.frame(at: 0.1, damage: [.max, .max, .min, .min])))
        return recording
    }

    /// Two layers, each below the other, of which one moves.
    private static func ring() -> Commit {
        var commit = Commit()
        for number in [900, 901] as [UInt64] {
            var update = LayerUpdate(id: LayerID(rawValue: number), layerClass: .layer, changed: .all, state: LayerState())
            update.sublayers = [LayerID(rawValue: 1801 - number)]
            commit.updates.append(update)
        }
        commit.animations = [.add(LayerID(rawValue: 900), AnimationID(rawValue: 1), AnimationSpec(.empty))]
        return commit
    }

    private static func frame(at time: Double, damage: [Int32]) -> FrameReport {
        FrameReport(
            time: time, began: 1e308, evaluation: -1, painting: 1e308, presenting: 1e308, budget: .infinity, isRebuilt: true,
            damage: [DeviceRect(damage[0], damage[1], damage[2], damage[3])])
    }
}
