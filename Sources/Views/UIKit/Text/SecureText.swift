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
}
