import AgateBatch
import AgateFormats
import ArgumentParser
import CoreGraphics
import Foundation

/// `agate info`: lists the content of a document.
struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Lists the contents of a document: layers, animations, states, and missing parts.")

    @Argument(help: "The .ca package, .caml file, Lottie .json, .lottie or .tgs file, or .agaterec recording.") var file: String
    @Flag(help: "List the inputs of render --data: slots, text and image layers, colours.") var inputs = false
    @Flag(help: "Write JSON.") var json = false

    func run() throws {
        Interruption.watch()
        if inputs {
            let list = try SceneFile.open(file).inputs
            return try show(
                list,
                list.map { "\($0.name): \($0.kind.rawValue) (\($0.place))\($0.value.map { value in " \"\(value)\"" } ?? "")" })
        }
        if RecordingFile.isRecording(file) {
            let report = try RecordingReport(file: file)
            return try show(report, report.lines)
        }
        if SceneFormat(of: URL(fileURLWithPath: file)) != .caml {
            let report = try LottieReport(file: file)
            return try show(report, report.lines)
        }
        let document = try CAMLDocument(contentsOf: URL(fileURLWithPath: file))
        // The layers are created as well, so that images are read and all missing content is reported.
        let scene = try CAMLScene(document: document)
        let report = Report(document: document, scene: scene)
        try show(report, report.lines)
    }

    private func show(_ report: some Encodable, _ lines: [String]) throws {
        if json { try StandardOutput.say(json: report) } else { try StandardOutput.say(lines) }
    }
}

/// The output of `info`, in either form.
struct Report: Encodable {
    struct Layer: Encodable {
        let `class`: String
        let name: String?
        let id: String?
        let bounds: [Double]?
        let position: [Double]?
        let contents: String?
        let animations: [Animation]
        let sublayers: [Layer]
    }

    struct Animation: Encodable {
        let `class`: String
        let keyPath: String?
        let duration: Double
        let repeatCount: Double
    }

    struct State: Encodable {
        let name: String
        let basedOn: String?
        let changes: Int
    }

    struct Transition: Encodable {
        let from: String
        let to: String
        let animations: Int
    }

    let file: String
    let width: Double
    let height: Double
    let geometryFlipped: Bool
    let root: Layer
    let states: [State]
    let transitions: [Transition]
    let diagnostics: [String]

    init(document: CAMLDocument, scene: CAMLScene) {
        file = document.file
        width = document.size.width
        height = document.size.height
        geometryFlipped = document.isGeometryFlipped
        root = Self.layer(document.root)
        states = document.states.map { State(name: $0.name, basedOn: $0.basedOn, changes: $0.elements.count) }
        transitions = document.transitions.map { Transition(from: $0.fromState, to: $0.toState, animations: $0.elements.count) }
        diagnostics = scene.diagnostics.map(\.message)
    }

    private static func layer(_ object: CAMLObject) -> Layer {
        var bounds: [Double]?, position: [Double]?, contents: String?
        if case .rect(let r)? = object["bounds"] { bounds = [r.origin.x, r.origin.y, r.size.width, r.size.height].map { Double($0) } }
        if case .point(let p)? = object["position"] { position = [Double(p.x), Double(p.y)] }
        if case .image(let source)? = object["contents"] { contents = source.hasPrefix("data:") ? "data:" : source }
        return Layer(
            class: object.className, name: object.string("name"), id: object.id, bounds: bounds, position: position, contents: contents,
            animations: object.objects("animations").map(animation), sublayers: object.objects("sublayers").map(layer)
        )
    }

    private static func animation(_ object: CAMLObject) -> Animation {
        Animation(
            class: object.className, keyPath: object.string("keyPath"), duration: object.number("duration") ?? 0,
            repeatCount: object.number("repeatDuration") == .infinity ? .infinity : object.number("repeatCount") ?? 1
        )
    }

    // MARK: Text

    var lines: [String] {
        var lines = ["\(file): \(Self.number(width)) x \(Self.number(height)) points\(geometryFlipped ? ", y down" : ", y up")"]
        Self.describe(root, depth: 0, into: &lines)
        if states.isEmpty { lines.append("no states") }
        for state in states {
            lines.append("state \(state.name)\(state.basedOn.map { " (based on \($0))" } ?? ""): \(state.changes) changes")
        }
        let busy = transitions.filter { $0.animations > 0 }
        for transition in busy { lines.append("transition \(transition.from) -> \(transition.to): \(transition.animations) animations") }
        if transitions.count > busy.count { lines.append("\(transitions.count - busy.count) transitions without animations") }
        return lines + diagnostics.map { "note: \($0)" }
    }

    private static func describe(_ layer: Layer, depth: Int, into lines: inout [String]) {
        let indent = String(repeating: "  ", count: depth)
        var line = indent + layer.class
        if let name = layer.name { line += " \"\(name)\"" }
        if let id = layer.id { line += " id \(id)" }
        if let bounds = layer.bounds { line += " bounds " + bounds.map(number).joined(separator: " ") }
        if let position = layer.position { line += " at " + position.map(number).joined(separator: " ") }
        if let contents = layer.contents { line += " contents \(contents)" }
        lines.append(line)
        for animation in layer.animations {
            let times = animation.repeatCount == .infinity ? "for ever" : "\(number(animation.repeatCount)) times"
            lines.append(indent + "  * \(animation.class) \(animation.keyPath ?? "") \(number(animation.duration)) s \(times)")
        }
        for sublayer in layer.sublayers { describe(sublayer, depth: depth + 1, into: &lines) }
    }

    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(format: "%g", value)
    }
}
