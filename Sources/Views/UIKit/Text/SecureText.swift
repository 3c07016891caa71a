import Foundation

/// Converts locations between a secure text and the dots that show in its place: one dot for each character, which may have several UTF-16
/// units.
enum SecureText {
    /// Returns the location among the dots of a location in the text, in UTF-16 units.
    static func shown(_ place: Int, in text: String) -> Int {
        let whole = text as NSString
        return whole.substring(to: min(max(0, place), whole.length)).count
    }

    /// Returns the location in the text, in UTF-16 units, of a location among the dots.
    static func place(_ shown: Int, in text: String) -> Int { (String(text.prefix(max(0, shown))) as NSString).length }

    /// Returns a dot for each character of a text, except for its line breaks if these are kept.
    static func dots(for text: String, keepingLineBreaks: Bool) -> String {
        keepingLineBreaks ? String(text.map { $0.isNewline ? "\n" : dot }) : String(repeating: dot, count: text.count)
    }
    private static let dot: Character = "•"
}
