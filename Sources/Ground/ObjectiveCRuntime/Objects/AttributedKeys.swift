import AgateDiagnostics
import Foundation

/// The conversions between the attributes of `AttributedString` and those of `NSAttributedString`. Foundation on Linux has none; each scope
/// of attributes registers its own.
package enum AttributedKeys {
    /// Moves the attributes that a scope has from a container into a dictionary.
    package typealias Reading = @Sendable (inout AttributeContainer, inout [NSAttributedString.Key: Any]) -> Void
    /// Moves the attributes that a scope has from a dictionary into a container.
    package typealias Writing = @Sendable (inout [NSAttributedString.Key: Any], inout AttributeContainer) -> Void

    private static let scopes = Locked<[(read: Reading, write: Writing)]>([])

    /// Adds the conversions of a scope.
    package static func register(read: @escaping Reading, write: @escaping Writing) { scopes.withLock { $0.append((read, write)) } }

    /// Returns the attributes of a container by their keys. What no scope has is omitted, with one diagnostic.
    package static func attributes(_ container: AttributeContainer) -> [NSAttributedString.Key: Any] {
        var others = container, attributes: [NSAttributedString.Key: Any] = [:]
        if let link = others.link {
            attributes[NSAttributedString.Key("NSLink")] = link
            others.link = nil
        }
        for scope in scopes.withLock({ $0 }) { scope.read(&others, &attributes) }
        if others != AttributeContainer() {
            Diagnostic.reportOnce(
                "attributed-string.attributes", key: "",
                "an AttributedString has attributes that no framework here has; they are omitted from its NSAttributedString")
        }
        return attributes
    }

    /// Returns the container of attributes by their keys. Keys that no scope has are omitted.
    package static func container(_ attributes: [NSAttributedString.Key: Any]) -> AttributeContainer {
        var others = attributes, container = AttributeContainer()
        if let link = others.removeValue(forKey: NSAttributedString.Key("NSLink")) {
            container.link = link as? URL ?? (link as? String).flatMap { URL(string: $0) }
        }
        for scope in scopes.withLock({ $0 }) { scope.write(&others, &container) }
        return container
    }

    /// Returns a string with the attributes of another.
    package static func attributed(_ string: AttributedString) -> NSMutableAttributedString {
        let made = NSMutableAttributedString(string: "")
        for run in string.runs {
            made.append(
                NSAttributedString(string: String(string[run.range].characters), attributes: attributes(run.attributes)))
        }
        return made
    }

    /// Returns a string with the attributes of another.
    package static func attributed(_ string: NSAttributedString) -> AttributedString {
        var made = AttributedString()
        let text = NSString(string: string.string)
        string.enumerateAttributes(in: NSRange(location: 0, length: string.length)) { attributes, range, _ in
            made += AttributedString(text.substring(with: range), attributes: container(attributes))
        }
        return made
    }
}
