import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML document with its place. What both kinds of file in a package (CAML and property list) are read from.
package struct XMLElement: Sendable {
    package var name: String
    package var attributes: [String: String]
    package var children: [XMLElement] = []
    /// The character data between the children, all of it.
    package var text = ""
    package var line: Int
    package var column: Int

    package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }
}

/// Reads XML into a tree within limits. No entity declaration, no external entity, no network, no validation.
package enum XMLTree {
    package static func read(_ data: Data, file: String, limits: CAMLLimits = .standard) throws -> XMLElement {
        guard !data.isEmpty else { throw CAMLError(file: file, reason: "the file is empty") }
        guard data.count <= limits.fileSize else {
            throw CAMLError(file: file, reason: "the file has \(data.count) bytes, more than the \(limits.fileSize) that are read")
        }
        // Foundation's parser does not report every declaration on Linux, and expands them.
        if let declaration = data.range(of: Data("<!ENTITY".utf8)) {
            let line = data[..<declaration.lowerBound].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
            throw CAMLError(file: file, line: line, reason: "the document declares entities, which are refused")
        }
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.shouldProcessNamespaces = false
        let builder = Builder(file: file, limits: limits)
        parser.delegate = builder
        let succeeded = parser.parse()
        parser.delegate = nil
        if let error = builder.error { throw error }
        guard succeeded, let root = builder.root else {
            let code = (parser.parserError as NSError?)?.code ?? 0
            throw CAMLError(
                file: file, line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1),
                reason: "not well-formed XML: \(words(code))"
            )
        }
        return root
    }

    /// The numbers are libxml2's, which Foundation hands through.
    private static func words(_ code: Int) -> String {
        switch code {
        case 4: "the document is empty"
        case 5: "there is text after the end of the document, or the document is cut off"
        case 9: "a character that XML does not allow"
        case 26: "an entity that is not declared"
        case 38, 39, 40: "an attribute's value is not closed"
        case 41, 42: "an attribute without a value, or given twice"
        case 68: "a name was expected"
        case 73: "a tag is not closed"
        case 76: "an element is closed by another's tag"
        case 77: "the document ends before its elements are closed"
        case 81: "the bytes are not in the encoding that the document names"
        case 89: "entities refer to each other in a circle"
        default: "the parser stopped with its error \(code)"
        }
    }
}

/// The delegate. Elements under construction stand on a stack, so the tree is made of plain values.
private final class Builder: NSObject, XMLParserDelegate {
    let file: String
    let limits: CAMLLimits
    var root: XMLElement?
    var error: CAMLError?
    private var stack: [XMLElement] = []
    private var count = 0

    init(file: String, limits: CAMLLimits) {
        self.file = file
        self.limits = limits
    }

    private func stop(_ parser: XMLParser, _ reason: String) {
        guard error == nil else { return }
        error = CAMLError(file: file, line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1), reason: reason)
        parser.abortParsing()
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard error == nil else { return }
        count += 1
        guard count <= limits.elements else { return stop(parser, "more than \(limits.elements) elements") }
        guard stack.count < limits.depth else { return stop(parser, "elements nested more than \(limits.depth) deep") }
        stack.append(XMLElement(
            name: name.split(separator: ":").last.map(String.init) ?? name, attributes: attributes,
            line: max(parser.lineNumber, 1), column: max(parser.columnNumber, 1)
        ))
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard error == nil, let done = stack.popLast() else { return }
        if stack.isEmpty { root = done } else { stack[stack.count - 1].children.append(done) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard error == nil, !stack.isEmpty else { return }
        stack[stack.count - 1].text += string
    }
}
