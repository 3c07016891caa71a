import Foundation

/// The text of an overlay for `-vfsoverlay`: the compiler opens the copies where it is given the originals, and names the originals in all
/// that it says.
struct VirtualOverlay {
    private let entries: [(name: String, contents: String)]

    init(_ copies: [String: String]) { entries = copies.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    var text: String {
        let roots = entries.map { "{\"type\":\"file\",\"name\":\(Self.quote($0.name)),\"external-contents\":\(Self.quote($0.contents))}" }
        return
            "{\"version\":0,\"case-sensitive\":\"true\",\"use-external-names\":\"false\",\"roots\":[\n\(roots.joined(separator: ",\n"))\n]}\n"
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ":
                quoted += "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count) + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
