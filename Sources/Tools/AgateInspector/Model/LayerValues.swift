import QuartzCore
import RenderTree

/// Properties of a layer in words, each of them at the three places that it has.
package struct LayerValuesText: Sendable, Equatable, Encodable {
    /// What the program set, where it differs from the default.
    package var model: [String: String] = [:]
    /// With the animations, where it differs from the model.
    package var presentation: [String: String] = [:]
    /// What the newest frame was made of, where it differs from the model.
    package var render: [String: String] = [:]

    /// - Parameters:
    ///   - presentation: nil where no animation runs.
    ///   - rendered: nil where no frame has the layer.
    package init(_ layerClass: LayerClass, model: LayerState, presentation: LayerState?, rendered: LayerState? = nil) {
        let usual = LayerState()
        for row in PropertyTable.rows(of: layerClass) {
            let value = model.value(of: row.property)
            if let value, value != usual.value(of: row.property) { self.model[row.key] = PropertyText.of(value) }
            if let presentation { self.presentation[row.key] = Self.text(presentation.value(of: row.property), unlessEqualTo: value) }
            if let rendered { render[row.key] = Self.text(rendered.value(of: row.property), unlessEqualTo: value) }
        }
    }

    private static func text(_ other: PropertyValue?, unlessEqualTo value: PropertyValue?) -> String? {
        other == value ? nil : other.map(PropertyText.of) ?? "nil"
    }
}

/// The answer to a page that asks for a layer's values.
package struct LayerValues: Encodable {
    var type = "values"
    let layer: UInt64
    let values: LayerValuesText
    /// What the page says about them.
    let note: String?

    package init(layer: UInt64, values: LayerValuesText, note: String? = nil) {
        (self.layer, self.values, self.note) = (layer, values, note)
    }

    package func json() -> String { InspectorJSON.text(self) }

    static var gone: String { InspectorRefusal.text("the layer is not there at that time") }
}
