import AgateDiagnostics
import FFmpeg
import Foundation

/// A tool of the server: a command of this program whose options are a call's arguments.
struct MCPTool {
    /// The representation of a call's argument on the command line.
    enum Form {
        /// The first argument of the command.
        case file
        /// An option with one value.
        case option(String)
        /// An option with a list of numbers, or one.
        case numbers(String)
        /// An object: the option once for each `NAME=VALUE`.
        case pairs(String)
        /// Objects: lines of JSON on standard input.
        case rows
    }

    struct Argument {
        let name: String
        let form: Form
        let schema: [String: Any]
        var isRequired = false
    }

    let name: String
    let summary: String
    /// The command and its constant options.
    let command: [String]
    let arguments: [Argument]
    /// The exit codes that are not errors.
    var goodStatuses: Set<Int32> = [0]

    /// The description for `tools/list`.
    var description: [String: Any] {
        let properties = Dictionary(uniqueKeysWithValues: arguments.map { ($0.name, $0.schema as Any) })
        var schema = JSONSchema.object(properties, required: arguments.filter(\.isRequired).map(\.name))
        schema["additionalProperties"] = false
        return ["name": name, "description": summary, "inputSchema": schema]
    }

    /// Returns the command line of a call, and its standard input.
    func line(_ values: [String: Any]) throws -> (arguments: [String], input: Data?) {
        for name in values.keys where !arguments.contains(where: { $0.name == name }) {
            throw MCPServer.Failure.parameters(
                "\(self.name) has no argument \(name); the arguments are \(arguments.map(\.name).joined(separator: ", "))")
        }
        var line = command, input: Data?, files: [String] = []
        for argument in arguments {
            guard let value = values[argument.name], !(value is NSNull) else {
                if argument.isRequired { throw MCPServer.Failure.parameters("\(argument.name) is missing") }
                continue
            }
            func bad(_ wanted: String) -> MCPServer.Failure { .parameters("\(argument.name) must be \(wanted)") }
            switch argument.form {
            case .file:
                guard let text = value as? String else { throw bad("a path") }
                files.append(text)
            case .option(let option):
                guard let text = Self.text(value) else { throw bad("a text or a number") }
                // As one word, so that no value is interpreted as an option.
                line.append("\(option)=\(text)")
            case .numbers(let option):
                let list = (value as? [Any] ?? [value]).map { $0 is NSNumber ? Self.text($0) : nil }
                guard !list.isEmpty, !list.contains(nil) else { throw bad("a number or a list of numbers") }
                line.append("\(option)=\(list.compactMap { $0 }.joined(separator: ","))")
            case .pairs(let option):
                guard let object = value as? [String: Any] else { throw bad("an object of names and values") }
                for (name, each) in object.sorted(by: { $0.key < $1.key }) {
                    guard let text = Self.text(each), !name.isEmpty, !name.contains("=") else { throw bad("an object of names and values") }
                    line.append("\(option)=\(name)=\(text)")
                }
            case .rows:
                guard let rows = value as? [[String: Any]], !rows.isEmpty else { throw bad("a list of objects") }
                input = Data()
                for row in rows {
                    input?.append(try JSONSerialization.data(withJSONObject: row, options: [.sortedKeys, .withoutEscapingSlashes]))
                    input?.append(UInt8(ascii: "\n"))
                }
            }
        }
        return (line + ["--"] + files, input)
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: nil
        }
    }
}

/// The tools, and their execution.
enum MCPTools {
    static let instructions = """
        Agate draws Core Animation (.ca, .caml) and Lottie (.json, .lottie, .tgs) documents. Call inputs to see what a template takes, render \
        with set to make pictures and films (with at to look at single times), and lint to see what is wrong with a document.
        """

    private static var file: MCPTool.Argument {
        MCPTool.Argument(
            name: "file", form: .file, schema: ["type": "string", "description": "The .ca package, .caml file or Lottie file."],
            isRequired: true)
    }

    private static func text(_ name: String, _ option: String, _ description: String, isRequired: Bool = false) -> MCPTool.Argument {
        MCPTool.Argument(
            name: name, form: .option(option), schema: ["type": "string", "description": description], isRequired: isRequired)
    }

    private static func number(_ name: String, _ option: String, _ description: String) -> MCPTool.Argument {
        MCPTool.Argument(name: name, form: .option(option), schema: ["type": "number", "description": description])
    }

    /// The arguments that pictures and films share.
    private static var look: [MCPTool.Argument] {
        [
            text("size", "--size", "Width and height in points, such as 1280x720; the document is made to fit."),
            number("scale", "--scale", "Pixels a point; 1 unless given."),
            text("background", "--background", "What is behind: #rrggbb or a name; nothing unless given."),
            number("fps", "--fps", "Frames a second; the document's own, else 60."),
            number("duration", "--duration", "Seconds of a film; the document's own unless given."),
        ]
    }

    static var all: [MCPTool] {
        [
            MCPTool(
                name: "inputs",
                summary: "Lists the inputs of a template by name: texts, colours, images, numbers; with type and current value, as JSON.",
                command: ["info", "--inputs", "--json"], arguments: [file]),
            MCPTool(
                name: "info", summary: "Describes a document as JSON: size, duration, layers, animations, states, markers.",
                command: ["info", "--json"], arguments: [file]),
            MCPTool(
                name: "lint", summary: "Lists errors and unsupported features of a document, as JSON with locations.",
                command: ["lint", "--json"], arguments: [file], goodStatuses: [0, ExitStatus.different, ExitStatus.badInput]),
            MCPTool(
                name: "render",
                summary: """
                    Writes a picture or a film. With at, a PNG of each of these times, which are shown in the answer as well; else what the \
                    output's name says: .mp4, .webm, .mov, .gif, .webp, .png, OUT-%04d.png.
                    """,
                command: ["render", "--progress=none"],
                arguments: [
                    file, text("output", "--output", "The file; with several times {time} stands for the time.", isRequired: true),
                    MCPTool.Argument(
                        name: "at", form: .numbers("--at"),
                        schema: [
                            "type": "array", "items": ["type": "number", "minimum": 0], "description": "Times of pictures, in seconds.",
                        ]),
                    MCPTool.Argument(
                        name: "set", form: .pairs("--set"),
                        schema: [
                            "type": "object", "additionalProperties": ["type": ["string", "number"]],
                            "description": "What fills the template's inputs, by name.",
                        ]),
                    text("state", "--state", "The state that it is shown in."), text("from", "--from", "The state that it begins in."),
                    text("to", "--to", "The target state."),
                ] + look),
            MCPTool(
                name: "render_table", summary: "Writes a film for each row: each fills the template's inputs by name.",
                command: ["render", "--progress=none", "--data=-"],
                arguments: [
                    file,
                    text("output", "--output", "The films' names, such as films/{id}.mp4; {row} is a row's number.", isRequired: true),
                    MCPTool.Argument(
                        name: "rows", form: .rows,
                        schema: ["type": "array", "items": ["type": "object"], "description": "Objects of names and values."],
                        isRequired: true),
                ] + look),
        ]
    }

    /// The largest size and number of pictures that are included in a response.
    private static let pictureBytes = 1 << 20, pictureCount = 8

    static func run(_ call: MCPServer.Call) throws -> [String: Any] {
        guard let tool = all.first(where: { $0.name == call.name }) else {
            throw MCPServer.Failure.parameters("unknown tool \(call.name); the tools are \(all.map(\.name).joined(separator: ", "))")
        }
        let (arguments, input) = try tool.line(call.arguments)
        let lines = Locked<[String]>([])
        let child = try ChildProcess("/proc/self/exe", arguments, hasInput: input != nil, output: .pipe) { line in
            lines.withLock { $0.append(String(line)) }
        }
        if let input { _ = input.withUnsafeBytes { child.write($0) } }
        child.closeInput()
        let output = String(decoding: child.readToEnd(), as: UTF8.self)
        do { try child.finish() } catch {}
        let isGood = tool.goodStatuses.contains(child.wait())
        var content: [[String: Any]] = []
        func say(_ text: String) { if !text.isEmpty { content.append(["type": "text", "text": text]) } }
        say(output)
        say(lines.withLock { $0.joined(separator: "\n") })
        if isGood, let path = call.arguments["output"] as? String {
            let times = (call.arguments["at"] as? [Any] ?? [call.arguments["at"] as Any]).compactMap { ($0 as? NSNumber)?.doubleValue }
            let pictures = Set(times).sorted().map { RenderCommand.path(path, $0) }
            say("wrote \(pictures.isEmpty ? path : pictures.joined(separator: ", "))")
            content += pictures.prefix(pictureCount).compactMap(picture)
        }
        if content.isEmpty { say(isGood ? "done" : "it failed without a word") }
        return ["content": content, "isError": !isGood]
    }

    private static func picture(_ path: String) -> [String: Any]? {
        guard let data = FileManager.default.contents(atPath: path), data.count <= pictureBytes else { return nil }
        return ["type": "image", "data": data.base64EncodedString(), "mimeType": "image/png"]
    }
}
