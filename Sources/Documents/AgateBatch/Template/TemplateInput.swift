import AgateFormats
import CoreGraphics

/// An input of a template that data can fill: the value is in a row's column of this name.
public struct TemplateInput: Sendable, Hashable, Codable {
    /// The kinds of values.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Any text.
        case text
        /// `#rgb`, `#rrggbb`, `#rrggbbaa`, `r,g,b[,a]` from 0 to 1, `rgb(255, 0, 0)`, or a CSS name such as `red`.
        case color
        /// A number in the file's own unit.
        case number
        /// `x,y` or `x y`: a position, a size, or a scale.
        case point
        /// The path of a PNG, JPEG, GIF or WebP file, relative to the folder of the table, or `data:image/png;base64,...`. The fit of an
        /// image of another aspect ratio is in the column `NAME.fit`, or in `fit` for all images of a row: `fill` (the default), `fit`,
        /// `stretch`.
        case image
        /// Colours separated by commas, evenly spaced, each with an optional location from 0 to 1: `red, #00ff00@0.3, blue`.
        case gradient
        /// A number of seconds.
        case duration
        /// The name of one of the document's states.
        case state
    }
    /// The column's name: a slot, a text layer, an image layer, or a key path such as `Title.Fill 1.Color`.
    public let name: String
    /// The kind of its values.
    public let kind: Kind
    /// The kind of its target: `slot`, `layer`, `key path` or `film`.
    public let place: String
    /// The file's own value, if it can be written as text.
    public let value: String?

    /// Creates an input.
    public init(name: String, kind: Kind, place: String, value: String? = nil) {
        (self.name, self.kind, self.place, self.value) = (name, kind, place, value)
    }
}

/// A scene that accepts values by name.
package protocol TemplateScene: Scene {
    /// The inputs.
    var inputs: [TemplateInput] { get }
    /// Sets a value.
    /// - Parameter fit: The fit of an image of another aspect ratio; nil is the file's own.
    /// - Returns: False if there is no input of this name.
    /// - Throws: ``FilmInputError`` for a value of another kind.
    func fill(_ name: String, with value: String, fit: ImageFit?, images: TemplateImages) throws -> Bool
    /// Returns true if a name is a key path that can be filled, although it is not listed.
    func hasKeyPath(_ name: String) -> Bool
}
