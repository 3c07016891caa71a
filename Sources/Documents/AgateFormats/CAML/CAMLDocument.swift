import AgateDiagnostics
import Foundation
import ImageIO
import QuartzCore

/// A CAML document as read: the layers, animations, states and transitions that it describes. A value; no layer exists yet.
///
///     let document = try CAMLDocument(contentsOf: URL(fileURLWithPath: "Clock.ca"))
///     print(document.states.map(\.name))
///
/// Reading is thread-safe. Use ``CAMLScene`` to create the layers. Apple's counterpart is the private `CAPackage`.
public struct CAMLDocument: Sendable {
    /// The XML namespace of documents.
    public static let namespace = "http://www.apple.com/CoreAnimation/1.0"

    /// The path of the document's main file, as given in errors and diagnostics.
    public let file: String
    /// The size of the document in points: the index's, or else the bounds of the root layer.
    public let size: CGSize
    /// A Boolean value that indicates whether y increases downwards in the space that contains the root layer. Documents specify it in
    /// their index; by default y increases upwards.
    public let isGeometryFlipped: Bool
    /// The states, in the document's order.
    public let states: [CAMLState]
    /// The transitions between states, in the document's order.
    public let transitions: [CAMLTransition]
    /// The features of the document that Agate does not support; one diagnostic for each kind.
    public let diagnostics: [Diagnostic]
    /// The limits that were applied to the document, and that apply to its images too.
    public let limits: ReadingLimits

    package let root: CAMLObject
    /// The folder for image paths, which can't lead out of it.
    package let folder: URL

    /// Reads a package (a `.ca` folder) or a bare `.caml` file.
    /// - Throws: ``CAMLError`` if a file is missing, empty, too large, not well-formed, or contains something without a meaning.
    public init(contentsOf url: URL, limits: ReadingLimits = .standard) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw CAMLError(file: url.relativePath, reason: "there is no such file")
        }
        var index = CAMLIndex()
        var main = url
        if isFolder.boolValue {
            let indexFile = url.appendingPathComponent("index.xml")
            if FileManager.default.fileExists(atPath: indexFile.path) {
                index = try CAMLIndex(try CAMLFiles.read(indexFile, limit: limits.fileSize), file: indexFile.relativePath, limits: limits)
            }
            guard let inside = CAMLFiles.resolve(index.rootDocument, in: url) else {
                throw CAMLError(file: indexFile.relativePath, reason: "rootDocument \"\(index.rootDocument)\" is outside the package")
            }
            main = inside
        }
        let data = try CAMLFiles.read(main, limit: limits.fileSize)
        try self.init(
            data: data, file: main.relativePath, folder: isFolder.boolValue ? url : url.deletingLastPathComponent(), index: index,
            limits: limits
        )
    }

    /// Reads a document from memory. Image paths are relative to the folder.
    /// - Throws: ``CAMLError``.
    public init(data: Data, file: String = "(memory)", folder: URL, limits: ReadingLimits = .standard) throws {
        try self.init(data: data, file: file, folder: folder, index: CAMLIndex(), limits: limits)
    }

    init(data: Data, file: String, folder: URL, index: CAMLIndex, limits: ReadingLimits) throws {
        var reader = CAMLReader(file: file)
        root = try reader.root(try XMLTree.read(try CAMLFiles.unpacked(data, file: file, limits: limits), file: file, limits: limits))
        var size = CGSize.zero
        if case .rect(let bounds)? = root["bounds"] { size = bounds.standardized.size }
        if size.width <= 0 || size.height <= 0 { size = index.size ?? size }
        self.file = file
        self.size = size
        self.folder = folder
        self.limits = limits
        isGeometryFlipped = index.isGeometryFlipped
        states = reader.states
        transitions = reader.transitions
        diagnostics = index.diagnostics + reader.diagnostics
        try Self.checkBases(reader.states, file: file)
    }

    private static func checkBases(_ states: [CAMLState], file: String) throws {
        let bases = Dictionary(states.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for state in states {
            var seen: Set<String> = [state.name]
            var base = state.basedOn
            while let name = base {
                guard seen.insert(name).inserted else {
                    throw CAMLError(
                        file: file, line: state.line, reason: "the state \"\(state.name)\" is based on itself, through \"\(name)\"")
                }
                base = bases[name]?.basedOn
            }
        }
    }
}

/// A state of a document: a named set of values.
public struct CAMLState: Sendable, Equatable {
    /// The name, such as `Locked`.
    public let name: String
    /// The state whose values are applied before its own, or nil.
    public let basedOn: String?
    /// A Boolean value that indicates whether the document shows the state initially.
    public let isInitial: Bool
    package var elements: [Element]
    package let line: Int

    package struct Element: Sendable, Equatable {
        package let targetID: String
        package let keyPath: String
        package let change: Change
        let place: XMLPlace
    }

    package enum Change: Sendable, Equatable {
        case setValue(CAMLValue)
        case addAnimation(CAMLObject)
        case removeAnimation
        case addSublayer(CAMLObject)
        case removeSublayer(id: String)
    }
}

/// A transition from one state to another: the animations of individual properties.
public struct CAMLTransition: Sendable, Equatable {
    /// The name of the state that is left, or `*` for any.
    public let fromState: String
    /// The name of the state that is entered, or `*` for any.
    public let toState: String
    package let elements: [Element]

    package struct Element: Sendable, Equatable {
        package let targetID: String
        package let keyPath: String
        package let animation: CAMLObject
    }

    /// Returns true if the transition applies between two states. Nil is the document without a state, which only `*` matches.
    public func matches(from: String?, to: String?) -> Bool {
        (fromState == "*" || fromState == from) && (toState == "*" || toState == to)
    }

    /// The precedence of a transition by the states it names: both states, then the state entered, then the state left, then neither.
    package var precision: Int { (fromState == "*" ? 0 : 1) + (toState == "*" ? 0 : 2) }
}
