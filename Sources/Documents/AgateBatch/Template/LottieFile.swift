import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore

/// A Lottie animation, or an archive that is played by its state machine.
final class LottieFile: TemplateScene {
    private let scene: LottieScene
    private let machine: LottieStateMachine?

    init(_ scene: LottieScene) {
        (self.scene, machine) = (scene, nil)
        // Files that the layers need are read, and known as inputs, before anything is written.
        _ = scene.rootLayer
    }
    init(_ machine: LottieStateMachine) { (scene, self.machine) = (machine.scene, machine) }

    var size: CGSize { scene.size }
    var duration: Double? { scene.duration > 0 ? scene.duration : nil }
    var end: Double? { machine == nil ? duration : nil }
    var frameRate: Double? { scene.frameRate > 0 ? scene.frameRate : nil }
    var layer: CALayer { machine?.rootLayer ?? scene.rootLayer }
    var diagnostics: [Diagnostic] { machine?.diagnostics ?? scene.diagnostics }
    var stateNames: [String] { machine?.stateNames ?? [] }
    func sounds() -> [LottieSound] { machine == nil ? scene.sounds() : [] }

    func start(loops: Bool) {
        if let machine { machine.start() } else { scene.play(loopMode: loops ? .loop : .playOnce) }
    }

    func setState(_ name: String, animated: Bool) throws {
        guard let machine else {
            throw FilmInputError(
                "the Lottie file has no state \"\(name)\", nor any other; use --time for an image of one time, or --frames A-B for part of a film"
            )
        }
        guard machine.go(to: name) else {
            throw FilmInputError("the state \"\(name)\" does not exist; the states are \(machine.stateNames.joined(separator: ", "))")
        }
    }

    func pointer(_ event: LottieStateMachine.PointerEvent, at point: CGPoint) { machine?.pointer(event, at: point) }

    func show(from: String?, to: String, progress: Double) throws {
        throw FilmInputError("a Lottie file does not support transitions by progress")
    }

    // MARK: Data

    var inputs: [TemplateInput] {
        TableWork.count(.walks)
        var list = scene.slots.compactMap { slot in Self.kind(slot.kind).map { TemplateInput(name: slot.id, kind: $0, place: "slot") } }
        var seen = Set(list.map(\.name))
        for path in scene.keyPaths() {
            // The layer's own name is sufficient for its text or image.
            if path.hasSuffix(".Text"), case .text(let text)? = scene.value(forKeyPath: path, atFrame: scene.startFrame) {
                let name = String(path.dropLast(5))
                if seen.insert(name).inserted { list.append(TemplateInput(name: name, kind: .text, place: "layer", value: text)) }
            } else if path.hasSuffix(".Image"), scene.value(forKeyPath: path) == nil {
                let name = String(path.dropLast(6))
                if seen.insert(name).inserted { list.append(TemplateInput(name: name, kind: .image, place: "layer")) }
            } else if case .color(let color)? = scene.value(forKeyPath: path, atFrame: scene.startFrame), seen.insert(path).inserted {
                list.append(TemplateInput(name: path, kind: .color, place: "key path", value: TemplateValue.text(color)))
            }
        }
        return list
    }

    private static func kind(_ kind: LottieSlot.Kind) -> TemplateInput.Kind? {
        switch kind {
        case .number: .number
        case .vector: .point
        case .color: .color
        case .gradient: .gradient
        case .text: .text
        case .image: .image
        case .path: nil
        }
    }

    func fill(_ name: String, with value: String, fit: ImageFit?, images: TemplateImages) throws -> Bool {
        let slots = scene.slots.filter { $0.id == name }
        if let slot = slots.first {
            guard let kind = Self.kind(slot.kind) else { throw FilmInputError("\(name): the slot is a path, which can't be set from data") }
            return scene.setValue(try Self.value(kind, name, value, images), forSlot: name, fit: fit)
        }
        for (ending, kind) in [(".Text", TemplateInput.Kind.text), (".Image", .image)] {
            for prefix in ["", "**."] where scene.has("\(prefix)\(name)\(ending)", isImage: kind == .image) {
                let value = try Self.value(kind, name, value, images)
                if scene.setValue(value, forKeyPath: "\(prefix)\(name)\(ending)", fit: fit) > 0 { return true }
            }
        }
        // Any other key path: the existing value determines the kind.
        guard name.contains("."), let old = scene.value(forKeyPath: name, atFrame: scene.startFrame) else { return false }
        let new: LottieOverride =
            switch old {
            case .number: try Self.value(.number, name, value, images)
            case .point: try Self.value(.point, name, value, images)
            case .size:
                if case .point(let p) = try Self.value(.point, name, value, images) { .size(CGSize(width: p.x, height: p.y)) } else { old }
            case .color: try Self.value(.color, name, value, images)
            case .text: .text(value)
            case .gradient, .image: old
            }
        return scene.setValue(new, forKeyPath: name) > 0
    }

    /// All key paths, and the suffixes after each dot of the inputs' names.
    private lazy var known: (paths: Set<String>, endings: Set<String>) = {
        TableWork.count(.walks)
        var endings: Set<String> = []
        for input in inputs {
            var rest = input.name[...]
            while let point = rest.firstIndex(of: ".") {
                rest = rest[rest.index(after: point)...]
                endings.insert(String(rest))
            }
        }
        return (Set(scene.keyPaths()), endings)
    }()

    func hasKeyPath(_ name: String) -> Bool {
        if known.endings.contains(name) { return true }
        // Only a listed path, or a pattern, can exist.
        guard known.paths.contains(name) || name.contains("*") else { return false }
        TableWork.count(.walks)
        return scene.value(forKeyPath: name, atFrame: scene.startFrame) != nil
    }

    private static func value(
        _ kind: TemplateInput.Kind, _ name: String, _ value: String, _ images: TemplateImages
    ) throws -> LottieOverride {
        func wanted<Value>(_ parsed: Value?, _ what: String) throws -> Value {
            guard let parsed else { throw FilmInputError("\(name): \"\(value)\" is not a valid \(what)") }
            return parsed
        }
        switch kind {
        case .number, .duration: return .number(try wanted(TemplateValue.number(value), "number"))
        case .point: return .point(try wanted(TemplateValue.point(value), "pair of numbers"))
        case .color: return .color(try wanted(TemplateValue.color(value), "colour"))
        case .gradient: return .gradient(try wanted(TemplateValue.gradient(value), "list of colours"))
        case .text, .state: return .text(value)
        case .image:
            do { return .image(try images.image(value)) } catch { throw FilmInputError("\(name): \(error)") }
        }
    }
}

extension LottieScene {
    /// Returns true if a key path matches a text, or an image (whose value can't be read).
    fileprivate func has(_ keyPath: String, isImage: Bool) -> Bool {
        if !isImage { return value(forKeyPath: keyPath, atFrame: startFrame) != nil }
        let tail = keyPath.hasPrefix("**.") ? String(keyPath.dropFirst(3)) : keyPath
        return keyPaths().contains { $0 == tail || keyPath.hasPrefix("**.") && $0.hasSuffix(".\(tail)") }
    }
}
