import QuartzCore
import RenderTree

/// The properties of a layer as text, each from the model, the presentation and the render tree.
package struct LayerValuesText: Sendable, Equatable, Encodable {
    /// The values that the program set, if they differ from the defaults.
    package var model: [String: String] = [:]
    /// The values with animations, if they differ from the model.
    package var presentation: [String: String] = [:]
    /// The values of the newest frame, if they differ from the model.
    package var render: [String: String] = [:]

    /// - Parameters:
    ///   - presentation: The presentation state; nil if no animation runs.
    ///   - rendered: The state in the last frame; nil if no frame has the layer.
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

/// The response to a page's request for a layer's values.
package struct LayerValues: Encodable {
    var type = "values"
    let layer: UInt64
    let values: LayerValuesText
    /// The note that the page shows with them.
    let note: String?

    package init(layer: UInt64, values: LayerValuesText, note: String? = nil) {
        (self.layer, self.values, self.note) = (layer, values, note)
    }

    package func json() -> String { InspectorJSON.text(self) }

    static var gone: String { InspectorRefusal.text("the layer does not exist at that time") }
}
