/// An error in the arguments of `agate new`.
enum ProjectError: Error, Hashable, CustomStringConvertible {
    case noTemplate, unknownTemplate(String), twoSources
    case emptyName, longName(Int), separator(String), character(Character, String), firstCharacter(String)
    case keyword(String), moduleName(String)
    case packageVersion(String), packageAddress(String)

    var description: String {
        let rule = "a name consists of the letters A to Z, digits, - and _, and begins with a letter"
        return switch self {
        case .noTemplate: "a template is missing; agate new --list prints all"
        case .unknownTemplate(let name):
            "there is no template \(name); the templates are \(ProjectTemplate.allCases.map(\.rawValue).joined(separator: ", "))"
        case .twoSources: "--toolset and --agate exclude each other"
        case .emptyName: "the name is empty; \(rule)"
        case .longName(let count): "the name has \(count) characters; at most \(ProjectName.longest) are possible"
        case .separator(let name): "\(name) is a path; give a name, in the folder that is to contain the package"
        case .character(let character, let name): "\(name) contains \"\(character)\"; \(rule)"
        case .firstCharacter(let name): "\(name) does not begin with a letter; \(rule)"
        case .keyword(let name): "\(name) is a keyword of Swift, so a module can't have this name"
        case .moduleName(let name): "\(name) is the name of a module that the package uses; choose another name"
        case .packageVersion(let text): "\(text) has a path and a version; a package in a folder has no version"
        case .packageAddress(let text): "\(text) is not the address or path of a package"
        }
    }
}

/// The name of a new package: also the name of its folder, its program and, with _ for -, its module.
struct ProjectName: Hashable {
    static let longest = 60

    let text: String
    var module: String { String(text.map { $0 == "-" ? "_" : $0 }) }

    init(_ text: String) throws(ProjectError) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .emptyName }
        guard text.count <= Self.longest else { throw .longName(text.count) }
        if text.contains(where: { $0 == "/" || $0 == "\\" }) || text == "." || text == ".." { throw .separator(text) }
        // Modules may have other letters, but not every tool that reads their names accepts them.
        if let other = text.first(where: { !($0.isASCII && ($0.isLetter || $0.isNumber)) && $0 != "-" && $0 != "_" }) {
            throw .character(other, text)
        }
        guard text.first?.isLetter == true else { throw .firstCharacter(text) }
        self.text = text
        if Self.keywords.contains(module) { throw .keyword(text) }
        if Self.modules.contains(module) { throw .moduleName(text) }
    }

    private static let keywords = Set(
        """
        actor any as associatedtype async await break case catch class continue convenience default defer deinit do dynamic else enum \
        extension fallthrough false fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy \
        let macro mutating nil nonisolated nonmutating open operator optional override package postfix precedencegroup prefix private \
        protocol public repeat required rethrows return self set some static struct subscript super switch throw throws true try \
        typealias unowned var weak where while willSet didSet Any Protocol Self Type
        """.split(separator: " ").map(String.init))

    /// Modules of the toolchain, and all of Agate's. The compiler reserves `main`.
    private static let modules = Set(
        """
        Swift Foundation FoundationEssentials FoundationInternationalization FoundationNetworking FoundationXML Dispatch Glibc Musl \
        CoreFoundation Synchronization Observation RegexBuilder Distributed Cxx Builtin XCTest Testing PackageDescription PackagePlugin \
        SwiftOnoneSupport main Logging ArgumentParser \
        AgateDiagnostics CPNG CTurboJPEG CWebP CGIF CLCMS CText CSDL2 CZip CKernels CRuntimeHooks CPOSIX CScripting CSDLLoader CGLES CInspectorPage \
        CFontconfigLoader OpenGLES ObjectiveCRuntime FoundationCompatibility Raster CoreGraphics _Testing_CoreGraphics ImageIO CoreText \
        RenderTree Compositor GLCompositor QuartzCore FFmpeg Agate AVFoundation AgateFormats AgateBatch UIKit _Testing_UIKit \
        AgateRecording AgateInspector Inspector AgateTesting AgateCommand Metal MetalPerformanceShaders Accelerate Compression CoreImage \
        XCTestCompanion OSCompatibility Prelude
        """.split(separator: " ").map(String.init))
}
