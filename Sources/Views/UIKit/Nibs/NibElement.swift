import Foundation
internal import FoundationXML

/// An element of an interface document.
final class NibElement {
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [NibElement] = []
    fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    subscript(_ attribute: String) -> String? { attributes[attribute] }

    /// Returns the first child with a name.
    func child(_ name: String) -> NibElement? { children.first { $0.name == name } }
    /// Returns the child that is the value of a property.
    func value(_ key: String) -> NibElement? { children.first { $0["key"] == key } }

    /// Returns a Boolean attribute; nil if it is missing.
    func flag(_ attribute: String) -> Bool? { attributes[attribute].map { $0 == "YES" } }
    /// Returns a number; nil if it is missing or not finite.
    func number(_ attribute: String) -> CGFloat? {
        attributes[attribute].flatMap { Double($0) }.flatMap { $0.isFinite ? CGFloat($0) : nil }
    }
}

/// Reads interface documents, the files `.xib` that Xcode edits.
final class NibParser: NSObject, XMLParserDelegate {
    /// A greater depth is a damaged file.
    private static let greatestDepth = 200
    /// No document is as large.
    private static let greatestSize = 16 << 20

    private var open: [NibElement] = []
    private var root: NibElement?

    /// Returns the root element; nil for what is no document.
    static func read(_ data: Data) -> NibElement? {
        guard data.count <= greatestSize else { return nil }
        let reader = NibParser(), parser = XMLParser(data: data)
        parser.delegate = reader
        guard parser.parse(), let root = reader.root, root.name == "document" else { return nil }
        return root
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName qName: String?,
        attributes attributeDict: [String: String]
    ) {
        let element = NibElement(elementName, attributeDict)
        if let last = open.last { last.children.append(element) } else { root = element }
        open.append(element)
        if open.count > Self.greatestDepth {
            root = nil
            parser.abortParsing()
        }
    }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName qName: String?) {
        open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { open.last?.text += string }
}
