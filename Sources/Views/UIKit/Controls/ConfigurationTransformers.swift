import Foundation

/// A function that changes the attributes of a configuration's text.
public struct UIConfigurationTextAttributesTransformer: Sendable {
    /// The function.
    public let transform: @Sendable (AttributeContainer) -> AttributeContainer
    /// Creates a transformer.
    public init(_ transform: @escaping (AttributeContainer) -> AttributeContainer) {
        // Called on the main thread only, as the button's other closures.
        self.transform = unsafeBitCast(transform, to: (@Sendable (AttributeContainer) -> AttributeContainer).self)
        id = ConfigurationIdentity()
    }
    /// Returns changed attributes.
    public func callAsFunction(_ input: AttributeContainer) -> AttributeContainer { transform(input) }

    let id: ConfigurationIdentity
}

/// The identity of a closure: copies of a transformer are equal.
final class ConfigurationIdentity: Sendable {}

extension UIConfigurationTextAttributesTransformer: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.id === b.id }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(id)) }
}
