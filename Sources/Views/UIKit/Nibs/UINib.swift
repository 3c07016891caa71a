import AgateDiagnostics
import ObjectiveCRuntime
import QuartzCore

/// An interface in a file: views that Xcode's editor arranged.
///
/// Agate reads the documents, the files `.xib`, which Swift packages copy into their bundles; compiled ones (`.nib`) can't be read. Views
/// are created with `init(coder:)`, of the class that the document names; outlets and actions reach what `agate build` found under
/// `@IBOutlet`, `@IBAction` and `@objc`. What isn't read reports one diagnostic for each kind: `nib.unread`, `nib.class`,
/// `nib.unsupported`.
@preconcurrency @MainActor open class UINib: NSObject {
    /// The name of the nib, for diagnostics; `data` for a nib in data.
    public let name: String
    private let bundle: Bundle
    private let data: Data?
    private lazy var document = data.flatMap { NibParser.read($0) }

    /// Creates a nib with a name, in a bundle or the program's own.
    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
        bundle = Self.home(of: name, in: bundleOrNil ?? .main)
        data = Self.file(name, in: bundle).flatMap { FileManager.default.contents(atPath: $0) }
        super.init()
    }

    /// Creates a nib from the data of a document.
    public init(data: Data, bundle bundleOrNil: Bundle?) {
        name = "data"
        bundle = bundleOrNil ?? .main
        self.data = data
        super.init()
    }

    /// Returns new objects of the nib's top level. If it can't be read, reports one diagnostic and returns no objects.
    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any] {
        guard let document else {
            Self.refuse(name)
            return []
        }
        let external = optionsOrNil?[.externalObjects] as? [String: Any] ?? [:]
        return NibBuilder(name, bundle, owner: ownerOrNil, external: external).build(document)
    }

    /// Returns the first view of a type among new objects; nil if there is none.
    final func first<View: UIView>(_ type: View.Type) -> View? {
        instantiate(withOwner: nil).lazy.compactMap { $0 as? View }.first
    }

    /// Returns the path of a document; nil if the bundle has none.
    static func file(_ name: String, in bundle: Bundle) -> String? {
        let folder = bundle.resourcePath ?? bundle.bundlePath
        let languages = ["Base"] + bundle.preferredLocalizations + ["en"]
        let candidates = ["\(folder)/\(name).xib"] + languages.map { "\(folder)/\($0).lproj/\(name).xib" }
        return candidates.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Returns the bundle that has a document. The bundle of a class is the program's own on Linux, where Apple's is that of the class's
    /// framework: what the program's own doesn't have is searched in the bundles of its packages, and taken if only one of them has it.
    private static func home(of name: String, in bundle: Bundle) -> Bundle {
        guard bundle.bundlePath == Bundle.main.bundlePath, file(name, in: bundle) == nil else { return bundle }
        let found = packages.filter { file(name, in: $0) != nil }
        return found.count == 1 ? found[0] : bundle
    }

    /// The bundles of the program's packages.
    private static var packages: [Bundle] {
        let folder = Bundle.main.bundlePath
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
        return names.filter { $0.hasSuffix(".resources") }.compactMap { Bundle(path: "\(folder)/\($0)") }
    }

    static func refuse(_ name: String) {
        Diagnostic.reportOnce(
            "nib.unsupported", key: name,
            "the nib or storyboard \"\(name)\" can't be loaded: there is no document \(name).xib, and compiled interfaces are not supported"
        )
    }

    /// The options of loading a nib.
    public struct OptionsKey: BridgedName, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The objects for the placeholders of the nib, by their identifiers.
        public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
    }
}

extension Bundle {
    /// Returns the objects of a nib of the bundle; nil, with one diagnostic, if it can't be read.
    @preconcurrency @MainActor public func loadNibNamed(_ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil) -> [Any]? {
        let made = UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options)
        return made.isEmpty ? nil : made
    }
}
