import AgateDiagnostics
import Foundation
import RenderTree

/// The diagnostics of layers, in one place so that their wording is consistent.
package enum LayerReport {
    package static func describe(_ layer: CALayer) -> String {
        let name = LayerLock.withLock({ layer.state.objects.name }).map { " \"\($0)\"" } ?? ""
        return "\(type(of: layer))\(name) (layer \(layer.id.rawValue))"
    }

    static func invalid(_ layer: CALayer, _ key: String, _ value: Any) {
        Diagnostic.report(
            "layer.refused-value", layer: describe(layer), key: key,
            "\(describe(layer)): \(key) can't be set to \(value); the previous value is kept"
        )
    }

    static func readOnly(_ layer: CALayer, _ key: String) {
        Diagnostic.report(
            "layer.read-only",
            "attempting to modify read-only layer: \(describe(layer)) is a presentation copy, so setting its \(key) is ignored")
    }

    static func wrongValue(_ layer: CALayer, _ key: String, _ value: Any?) {
        let given = value.map { "a \(type(of: $0))" } ?? "nil"
        Diagnostic.report("layer.wrong-value", "\(describe(layer)): \(key) can't be set to \(given); the previous value is kept")
    }

    static func unknownPath(_ layer: CALayer, _ path: String) {
        Diagnostic.report(
            "layer.unknown-key-path", "\(describe(layer)) has no key path \"\(path)\"\(KeyPathSuggestion.words(for: path, of: layer))")
    }

    /// Reports the path, and returns nil for the caller's convenience.
    static func filterPath(_ layer: CALayer, _ path: String) -> Any? {
        Diagnostic.reportOnce(
            "layer.filter-key-path", key: path,
            "\(describe(layer)): the key path \"\(path)\" does not name an input of one of the layer's filters")
        return nil
    }

    static func cycle(_ layer: CALayer, _ child: CALayer) {
        Diagnostic.report(
            "layer.cycle", "adding \(describe(child)) to \(describe(layer)) would create a cycle in the layer tree; the tree is unchanged")
    }

    static func notASublayer(_ layer: CALayer, _ other: CALayer) {
        Diagnostic.report(
            "layer.not-a-sublayer",
            "\(describe(other)) can't be replaced: it is not a sublayer of \(describe(layer)); the tree is unchanged")
    }

    static func ignored(_ layer: CALayer, _ key: String) {
        Diagnostic.reportOnce(
            "layer.ignored-property", key: "\(type(of: layer)).\(key)",
            "changing \(key) of the transform-only \(describe(layer)) has no effect")
    }

    /// Reports a property that is stored, but would change the picture on Apple's systems.
    static func unsupported(_ layer: CALayer, _ key: String, _ value: Any) {
        Diagnostic.reportOnce(
            "layer.unsupported-property", key: "\(type(of: layer)).\(key)",
            "\(describe(layer)): \(key) = \(value) is stored but has no visible effect")
    }

    static func endlessLayout(_ layer: CALayer) {
        Diagnostic.report(
            "layer.endless-layout", "\(describe(layer)): layout keeps invalidating itself; the rest is deferred to the next commit")
    }

    static func copyUnavailable(_ type: CALayer.Type) {
        Diagnostic.reportOnce(
            "layer.copy-class", key: "\(type)",
            "init(layer:) of \(type) can't be found in this build; its presentation layers are plain layers")
    }
}
