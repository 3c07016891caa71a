import Foundation

/// The data of a data set in an asset catalog: the folder `NAME.dataset` with its `Contents.json`, in a `.xcassets` folder of the bundle.
open class NSDataAsset: NSObject {
    /// The name of the data set.
    public let name: String
    /// The content of the file.
    public let data: Data
    /// The uniform type identifier that the catalog specifies; empty if there is none.
    public let typeIdentifier: String

    /// Loads the data of a name in the program's own bundle. Returns nil if there is none.
    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    /// Loads the data of a name in a bundle. Returns nil if there is none.
    public init?(name: String, bundle: Bundle) {
        guard let found = AssetCatalog(folder: bundle.resourcePath ?? bundle.bundlePath).data(name) else { return nil }
        self.name = name
        data = found.data
        typeIdentifier = found.type
        super.init()
    }
}

extension AssetCatalog {
    /// Returns the content and type of a data set.
    func data(_ name: String) -> (data: Data, type: String)? {
        guard let set = path(of: name, "dataset"),
            let entry = (contents(set)?["data"] as? [[String: Any]])?.first(where: { $0["filename"] is String }),
            let file = entry["filename"] as? String, let data = FileManager.default.contents(atPath: "\(set)/\(file)")
        else { return nil }
        return (data, entry["universal-type-identifier"] as? String ?? "")
    }
}
