import AgateFormats
import CoreGraphics

/// Something in a template that data can fill: a row's column of this name gives its value.
public struct TemplateInput: Sendable, Hashable, Codable {
    /// What a value has to be.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Any text.
        case text
        /// `#rgb`, `#rrggbb`, `#rrggbbaa`, `r,g,b[,a]` from 0 to 1, `rgb(255, 0, 0)`, or a name of CSS such as `red`.
        case color
        /// A number in the file's own unit.
        case number
        /// `x,y` or `x y`: a place, a size, or a scale.
        case point
        /// The path of a PNG, JPEG, GIF or WebP file, seen from the folder of the table, or `data:image/png;base64,...`. How one of another
        /// shape lies in its place says the column `NAME.fit`, or `fit` for all images of a row: `fill` (unless given), `fit`, `stretch`.
        case image
        /// Colours with commas between, evenly spread, each perhaps with its place from 0 to 1: `red, #00ff00@0.3, blue`.
        case gradient
        /// Seconds.
        case duration
        /// The name of one of the document's states.
        case state
    }
    /// The column's name: a slot, a text layer, an image layer, or a key path such as `Title.Fill 1.Color`.
    public let name: String
    /// What its values have to be.
    public let kind: Kind
    /// Where it stands: `slot`, `layer`, `key path` or `film`.
    public let place: String
    /// What the file itself has there, where that can be written as text.
    public let value: String?

    /// An input.
    public init(name: String, kind: Kind, place: String, value: String? = nil) {
        (self.name, self.kind, self.place, self.value) = (name, kind, place, value)
    }
}

/// A scene that takes values by name.
package protocol TemplateScene: Scene {
    /// What it takes.
    var inputs: [TemplateInput] { get }
    /// Sets a value.
    /// - Parameter fit: how an image of another shape lies in its place; nil is as the file has it.
    /// - Returns: false where nothing has this name.
    /// - Throws: ``FilmInputError`` for a value that is of another kind.
    func fill(_ name: String, with value: String, fit: ImageFit?, images: TemplateImages) throws -> Bool
    /// Whether a name is a key path that can be filled, though it is not listed.
    func hasKeyPath(_ name: String) -> Bool
}
