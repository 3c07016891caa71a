import AgateBatch
import AgateFormats
import ArgumentParser
import Foundation

/// `agate schema`: describes the JSON of inputs and outputs.
struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Writes a JSON schema: of the rows of a template, of the report of a batch, or of the output of lint.",
        discussion: "agate schema row card.json; agate schema report; agate schema lint"
    )

    enum Kind: String, ExpressibleByArgument, CaseIterable { case row, report, lint }

    @Argument(help: "row, report or lint.") var kind: Kind
    @Argument(help: "For row: the template, a .ca package, .caml file or Lottie file.") var file: String?

    func validate() throws {
        if (kind == .row) != (file != nil) { throw ValidationError("row needs a template; the other kinds take none") }
    }

    func run() throws {
        Interruption.watch()
        let schema =
            switch kind {
            case .row: try JSONSchema.row(of: file ?? "")
            case .report: JSONSchema.report
            case .lint: JSONSchema.lint
            }
        var data = try JSONSerialization.data(withJSONObject: schema, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        data.append(UInt8(ascii: "\n"))
        try StandardOutput.write(TerminalText.json(data))
    }
}

/// Schemas by https://json-schema.org/draft/2020-12.
enum JSONSchema {
    typealias Object = [String: Any]

    /// Returns the schema of a table's row for a template, with its inputs. A row may contain other columns, for the films' names.
    static func row(of file: String) throws -> Object {
        let scene = try SceneFile.open(file)
        var properties: Object = [:]
        for input in scene.inputs {
            var property = value(input.kind)
            if input.kind == .state { property["enum"] = scene.stateNames }
            if let value = input.value { property["default"] = value }
            properties[input.name] = property
            if input.kind == .image { properties["\(input.name).fit"] = fit }
        }
        if properties["duration"] == nil { properties["duration"] = value(.duration) }
        if properties["fit"] == nil, scene.inputs.contains(where: { $0.kind == .image }) { properties["fit"] = fit }
        if properties["state"] == nil, !scene.stateNames.isEmpty { properties["state"] = ["type": "string", "enum": scene.stateNames] }
        return schema("A row for \(URL(fileURLWithPath: file).lastPathComponent)", properties, required: [])
    }

    private static var fit: Object { ["type": "string", "enum": ImageFit.allCases.map(\.rawValue)] }

    static func value(_ kind: TemplateInput.Kind) -> Object {
        func text(_ description: String) -> Object { ["type": "string", "description": description] }
        return switch kind {
        case .text: ["type": "string"]
        case .color: text("A colour: #rgb, #rrggbb, #rrggbbaa, r,g,b[,a] from 0 to 1, or a name of CSS.")
        case .number: ["type": ["number", "string"]]
        case .point: text("x,y")
        case .image: text("The path of a PNG, JPEG, GIF or WebP file, or data:image/png;base64,...")
        case .gradient: text("Colours with commas between, each perhaps with its place: red, #00ff00@0.3, blue")
        case .duration: ["type": ["number", "string"], "exclusiveMinimum": 0, "maximum": 1e6, "description": "Seconds."]
        case .state: ["type": "string"]
        }
    }

    /// The schema of the output of `render --data --report`.
    static var report: Object {
        let failure = object(
            [
                "row": ["type": "integer", "minimum": 1], "line": ["type": "integer", "minimum": 1], "reason": ["type": "string"],
                "isTransient": ["type": "boolean"],
            ], required: ["row", "reason", "isTransient"])
        let count: Object = ["type": "integer", "minimum": 0]
        return schema(
            "What became of a batch",
            [
                "made": count, "kept": count, "frames": count, "failures": ["type": "array", "items": failure],
                "unused": ["type": "array", "items": ["type": "string"]],
            ], required: ["made", "kept", "frames", "failures", "unused"])
    }

    /// The schema of the output of `lint --json`.
    static var lint: Object {
        let finding = object(
            [
                "file": ["type": "string"], "severity": ["enum": LintFinding.Severity.allCases.map(\.rawValue)],
                "identifier": ["type": "string"], "line": ["type": "integer", "minimum": 1], "column": ["type": "integer", "minimum": 1],
                "path": ["type": "string"], "message": ["type": "string"],
            ], required: ["file", "severity", "identifier", "message"])
        return schema(
            "What is wrong with documents",
            ["files": ["type": "integer", "minimum": 0], "findings": ["type": "array", "items": finding]], required: ["files", "findings"])
    }

    static func object(_ properties: Object, required: [String]) -> Object {
        ["type": "object", "properties": properties, "required": required]
    }

    private static func schema(_ title: String, _ properties: Object, required: [String]) -> Object {
        object(properties, required: required).merging([
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title,
        ]) { $1 }
    }
}
