import ArgumentParser
import Foundation

/// `agate mcp`: a server of the Model Context Protocol on standard input and output.
struct MCPCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mcp",
        abstract: "Serves render, info, inputs and lint to agents: the Model Context Protocol on standard input and output.",
        discussion: """
            A message is a line of JSON (JSON-RPC 2.0). Paths are seen from the folder that the server was started in. Each call is a \
            process of its own: a document that ends one ends no other. Documentation/ForAgents.md shows how a film is made by it.
            """
    )

    func run() throws {
        let server = MCPServer { call in try MCPTools.run(call) }
        while let line = readLine(strippingNewline: true) {
            if line.allSatisfy(\.isWhitespace) { continue }
            if let answer = server.answer(to: Data(line.utf8)) { try StandardOutput.write(answer + Data("\n".utf8)) }
        }
    }
}

/// The messages of the protocol, without the tools.
struct MCPServer {
    typealias Object = [String: Any]

    /// The supported versions of the protocol, the newest first.
    static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

    /// An error of JSON-RPC.
    struct Failure: Error {
        let code: Int
        let message: String
        static let parse = Failure(code: -32700, message: "the line is not JSON")
        static let request = Failure(code: -32600, message: "the message is not a JSON-RPC 2.0 request")
        static func parameters(_ message: String) -> Failure { Failure(code: -32602, message: message) }
    }

    /// The request for a tool.
    struct Call {
        let name: String
        let arguments: Object
    }

    /// Runs a tool and returns the call's result.
    let run: (Call) throws -> Object

    /// Returns the response to a message; nil if there is none.
    func answer(to line: Data) -> Data? {
        var id: Any = NSNull()
        var reply: Object
        do {
            guard let message = try? JSONSerialization.jsonObject(with: line, options: .fragmentsAllowed) else { throw Failure.parse }
            guard let message = message as? Object, message["jsonrpc"] as? String == "2.0", let method = message["method"] as? String
            else { throw Failure.request }
            // A message without an id is a notification, which has no response.
            guard let number = message["id"] else { return nil }
            guard number is String || number is NSNumber else { throw Failure.request }
            id = number
            reply = ["result": try result(method, message["params"] as? Object ?? [:])]
        } catch let failure as Failure {
            reply = ["error": ["code": failure.code, "message": failure.message]]
        } catch {
            reply = ["error": ["code": -32603, "message": "\(error)"]]
        }
        reply["jsonrpc"] = "2.0"
        reply["id"] = id
        return try? JSONSerialization.data(withJSONObject: reply, options: [.sortedKeys, .withoutEscapingSlashes])
    }

    private func result(_ method: String, _ parameters: Object) throws -> Object {
        switch method {
        case "initialize":
            let wanted = parameters["protocolVersion"] as? String ?? ""
            return [
                "protocolVersion": Self.versions.contains(wanted) ? wanted : Self.versions[0], "capabilities": ["tools": Object()],
                "serverInfo": ["name": "agate", "title": "Agate", "version": AgateCommand.version],
                "instructions": MCPTools.instructions,
            ]
        case "ping": return [:]
        case "tools/list": return ["tools": MCPTools.all.map(\.description)]
        case "tools/call":
            guard let name = parameters["name"] as? String else { throw Failure.parameters("name is missing") }
            return try run(Call(name: name, arguments: parameters["arguments"] as? Object ?? [:]))
        default: throw Failure(code: -32601, message: "unknown method \(method)")
        }
    }
}
