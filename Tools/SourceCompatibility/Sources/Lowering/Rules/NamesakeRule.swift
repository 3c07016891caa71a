internal import SwiftSyntax

/// Names that a package and Foundation both have, in a file that does not import Foundation: the package's is meant. The prelude brings
/// Foundation along, so that the compiler could not choose.
///
///     import Drawing                              (which declares XMLParser)
///     _ = XMLParser()                         ->  _ = Drawing.XMLParser()
enum NamesakeRule {
    static let name = "name of Foundation's"

    /// What Foundation has on Apple's systems and its companions have on Linux. Shorter names are met too often to read every file for
    /// them.
    static let names: Set<String> = [
        "XMLDTD", "XMLDTDNode", "XMLDocument", "XMLElement", "XMLNode", "XMLParser", "XMLParserDelegate",
        "URLSession", "URLSessionTask", "URLSessionConfiguration", "URLSessionDelegate", "URLSessionDataTask", "URLSessionWebSocketTask",
        "URLProtocol",
        "URLCache", "URLCredential", "URLAuthenticationChallenge", "URLProtectionSpace", "URLResponse", "HTTPURLResponse", "HTTPCookie",
        "HTTPCookieStorage",
        "CachedURLResponse",
    ]

    /// The modules that such names stand for in a file.
    static func modules(in file: FileContext, _ index: PackageIndex) -> [String: String] {
        guard !file.imports.contains(where: { bringsFoundation.contains($0) }) else { return [:] }
        var result: [String: String] = [:]
        for module in file.imports.sorted() where module != file.module && index.declared(module, in: module) == nil {
            for name in names where index.declared(name, in: file.module) == nil {
                guard let type = index.declared(name, in: module), type.access != "private", type.access != "fileprivate" else { continue }
                guard type.access != nil && type.access != "internal" || file.testableImports.contains(module) else { continue }
                result[name] = module
            }
        }
        return result
    }

    static func apply(to name: TokenSyntax, of modules: [String: String], in file: FileContext) {
        guard let module = modules[name.text] else { return }
        file.count(Self.name)
        file.insert("\(module).", at: name.positionAfterSkippingLeadingTrivia)
    }

    /// There the compiler would ask on Apple's systems, too, so that the author has said which one is meant.
    private static let bringsFoundation: Set<String> = [
        "Foundation", "FoundationXML", "FoundationNetworking", "UIKit", "AppKit", "QuartzCore", "CoreGraphics", "CoreText", "XCTest",
        "SwiftUI", "Combine",
    ]
}
