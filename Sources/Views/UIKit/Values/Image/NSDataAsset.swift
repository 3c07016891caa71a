import Foundation

/// Data of a data set in an asset catalogue: the folder `NAME.dataset` with its `Contents.json`, in a `.xcassets` folder of the bundle.
open class NSDataAsset: NSObject {
    /// The name that was asked for.
    public let name: String
    /// What the file holds.
    public let data: Data
    /// What the catalogue says that it is, as a uniform type identifier; empty where it says nothing.
    public let typeIdentifier: String

    /// The data of a name in the program's own bundle; nil where there is none.
    public convenience init?(name: String) { self.init(name: name, bundle: .main) }

    /// The data of a name in a bundle; nil where there is none.
    public init?(name: String, bundle: Bundle) {
        guard let found = AssetCatalog(folder: bundle.resourcePath ?? bundle.bundlePath).data(name) else { return nil }
        self.name = name
        data = found.data
        typeIdentifier = found.type
        super.init()
    }
}

extension AssetCatalog {
    /// What a data set holds.
    func data(_ name: String) -> (data: Data, type: String)? {
        guard let set = path(of: name, "dataset"),
            let entry = (contents(set)?["data"] as? [[String: Any]])?.first(where: { $0["filename"] is String }),
            let file = entry["filename"] as? String, let data = FileManager.default.contents(atPath: "\(set)/\(file)")
        else { return nil }
        return (data, entry["universal-type-identifier"] as? String ?? "")
    }
}
