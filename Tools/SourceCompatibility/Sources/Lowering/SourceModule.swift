/// One Swift source file, as its author wrote it.
public struct SourceFile: Sendable {
    /// The file's path: it names the file in results and in `#sourceLocation`; it is never opened.
    public var path: String
    public var text: String

    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// One module of the package that is lowered, or of a package that it depends on.
public struct SourceModule: Sendable {
    public var name: String
    /// The names of the modules that this one can import. Names that are not in the list of modules are taken as libraries without sources.
    public var dependencies: [String]
    public var files: [SourceFile]

    public init(name: String, dependencies: [String] = [], files: [SourceFile]) {
        self.name = name
        self.dependencies = dependencies
        self.files = files
    }
}
