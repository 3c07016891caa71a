import AgateFormats
import CoreGraphics
import Foundation
import QuartzCore
import RenderTree

extension Adapter {
    static let files: [Adapter] = [
        Adapter("caml", ["attr"]) { input in
            let (name, _) = try attribute(input)
            if ["repeatCount", "repeatDuration", "duration", "beginTime", "speed"].contains(name) {
                let scene = try scene(
                    "<animations><animation type=\"CABasicAnimation\" keyPath=\"opacity\" \(try input.needText("attr"))/></animations>")
                return JSON.any(scene.rootLayer.animation(forKey: "opacity")?.value(forKey: name))
            }
            return JSON.any(try scene("", attributes: try input.needText("attr")).rootLayer.value(forKeyPath: name))
        },
        // When an animation of a file really starts: seen by how far it is later on.
        Adapter("caml", ["attr", "query"]) { input in
            guard try input.needText("query") == "starts at" else { throw Unsupported("another query") }
            let scene = try scene(
                """
                <animations><animation type="CABasicAnimation" keyPath="zPosition" duration="1000" \(try input.needText("attr"))>
                <fromValue type="real" value="0"/><toValue type="real" value="1000"/></animation></animations>
                """)
            let stage = Stage()
            stage.advance(to: 5)
            stage.turn {
                stage.layer.addSublayer(scene.rootLayer)
                scene.startAnimations()
            }
            stage.advance(to: 8)
            guard let shown = scene.rootLayer.presentation()?.zPosition else { throw Unsupported("nothing shows") }
            return .number(8 - Double(shown))
        },
        Adapter("caml", ["indexKey"]) { input in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("conform-\(UUID().uuidString).ca")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let key = try input.needText("indexKey")
            try Data("<plist version=\"1.0\"><dict><key>\(key)</key><string>main.caml</string></dict></plist>".utf8).write(
                to: folder.appendingPathComponent("index.xml"))
            try Data(text("", "").utf8).write(to: folder.appendingPathComponent("main.caml"))
            return .string(URL(fileURLWithPath: try CAMLDocument(contentsOf: folder).file).lastPathComponent)
        },
        Adapter("caml", ["transition", "query"]) { input in
            let words = try input.needText("query").replacingOccurrences(of: "matches ", with: "").components(separatedBy: "->")
            guard words.count == 2 else { throw Unsupported("another query") }
            let scene = try scene(
                "<stateTransitions><LKStateTransition \(try input.needText("transition"))><elements/></LKStateTransition></stateTransitions>"
            )
            return .bool(scene.document.transitions.contains { $0.matches(from: words[0], to: words[1]) })
        },
        Adapter("caml", ["query"]) { input in
            guard try input.needText("query") == "xmlns of root" else { throw Unsupported("another query") }
            return .string(CAMLDocument.namespace)
        },
    ]

    private static func attribute(_ input: JSON) throws -> (String, String) {
        let parts = try input.needText("attr").split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw Unsupported("the attribute can't be read") }
        return (parts[0], parts[1].trimmingCharacters(in: CharacterSet(charactersIn: "\"")))
    }

    private static func text(_ inside: String, _ attributes: String) -> String {
        "<caml xmlns=\"\(CAMLDocument.namespace)\"><CALayer \(attributes)>\(inside)</CALayer></caml>"
    }

    private static func scene(_ inside: String, attributes: String = "") throws -> CAMLScene {
        try CAMLScene(document: CAMLDocument(data: Data(text(inside, attributes).utf8), folder: FileManager.default.temporaryDirectory))
    }
}
