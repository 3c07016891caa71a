import QuartzCore
import RenderTree

/// A typed value of a document that is not yet an object of QuartzCore: images are references, layers are descriptions.
package indirect enum CAMLValue: Sendable, Equatable {
    case null
    case number(Double)
    case bool(Bool)
    case string(String)
    case point(CGPoint)
    case size(CGSize)
    case rect(CGRect)
    case transform(CATransform3D)
    /// Red, green, blue, alpha in sRGB. Components over 1, for colours outside of its range, are kept.
    case color([Double])
    /// The location of an image: a path inside the package or a `data:` URL.
    case image(source: String)
    /// Path commands as text.
    case path(String)
    case array([CAMLValue])
    case dictionary([CAMLProperty])
    case object(CAMLObject)
}

/// A property of an object in a document, with its location.
package struct CAMLProperty: Sendable, Equatable {
    package var keyPath: String
    package var value: CAMLValue
    package var line: Int
    package var column: Int
}

/// An object of a document: a layer, an animation, a filter.
package struct CAMLObject: Sendable, Equatable {
    package var className: String
    /// The element's name, which is the key of an animation if it is not a class.
    package var elementName: String
    package var id: String?
    package var properties: [CAMLProperty]
    package var line: Int
    package var column: Int

    package subscript(_ keyPath: String) -> CAMLValue? { properties.first { $0.keyPath == keyPath }?.value }
    package func string(_ key: String) -> String? { if case .string(let s)? = self[key] { s } else { nil } }
    package func number(_ key: String) -> Double? { if case .number(let n)? = self[key] { n } else { nil } }
    package func objects(_ key: String) -> [CAMLObject] {
        guard case .array(let values)? = self[key] else { return [] }
        return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
    }
}
