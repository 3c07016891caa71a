import AgateDiagnostics
import ImageIO
import QuartzCore

/// Loads images by name, from asset catalogs and files of a bundle.
enum NamedImages {
    private static let extensions = ["png", "jpg", "jpeg", "webp", "gif"]
    // NSCache is thread-safe.
    nonisolated(unsafe) private static let cache = NSCache<NSString, UIImage>()

    static func find(_ name: String, in bundle: Bundle, _ traits: UITraitCollection) -> UIImage? {
        guard !name.isEmpty, let folder = bundle.resourcePath ?? Optional(bundle.bundlePath) else { return nil }
        let key = "\(folder)|\(name)|\(traits.usableScale)|\(traits.userInterfaceStyle.rawValue)" as NSString
        if let known = cache.object(forKey: key) { return known }
        guard let image = AssetCatalog(folder: folder).image(name, traits) ?? file(name, in: folder, traits) else { return nil }
        cache.setObject(image, forKey: key)
        return image
    }

    private static func file(_ name: String, in folder: String, _ traits: UITraitCollection) -> UIImage? {
        let path = "\(folder)/\(name)"
        let candidates =
            ScaledFile.split(name).ending.isEmpty ? extensions.map { "\(path).\($0)" } : [path] + extensions.map { "\(path).\($0)" }
        for candidate in candidates {
            let file = ScaledFile(path: candidate, wanted: traits.usableScale)
            if FileManager.default.fileExists(atPath: file.path), let image = UIImage(contentsOfFile: file.path) { return image }
        }
        return nil
    }
}

/// The asset catalogs of a folder: directories as Xcode writes them, with a `Contents.json` in each set. They are read directly, without
/// compilation.
struct AssetCatalog {
    let folder: String

    /// Returns the best image of an image set, for the appearance and the scale closest to the traits.
    func image(_ name: String, _ traits: UITraitCollection) -> UIImage? {
        guard let set = path(of: name, "imageset"), let contents = contents(set), let entries = contents["images"] as? [[String: Any]]
        else { return nil }
        let wanted = traits.usableScale
        var best: (file: String, scale: CGFloat, rank: Double)?
        for entry in entries {
            guard let file = entry["filename"] as? String else { continue }
            // An entry without a scale serves all scales.
            let scale = (entry["scale"] as? String).flatMap { Double($0.dropLast()) }.map { CGFloat($0) } ?? 1
            let rank = (isFor(entry, traits) ? 0.0 : 1000) + (scale >= wanted ? Double(scale - wanted) : 10 + Double(wanted - scale))
            if rank < best?.rank ?? .infinity { best = (file, scale, rank) }
        }
        guard let best, let data = FileManager.default.contents(atPath: "\(set)/\(best.file)") else { return nil }
        guard let image = UIImage(data: data, scale: best.scale) else {
            Diagnostic.reportOnce(
                "asset.unreadable", key: "\(set)/\(best.file)", "the image \"\(name)\" can't be decoded: its file is \(best.file)")
            return nil
        }
        let properties = contents["properties"] as? [String: Any]
        return properties?["template-rendering-intent"] as? String == "template" ? image.withRenderingMode(.alwaysTemplate) : image
    }

    /// Returns the color of a color set for an appearance; nil if there is none.
    func color(_ name: String, isDark: Bool) -> CGColor? {
        guard let set = path(of: name, "colorset"), let entries = contents(set)?["colors"] as? [[String: Any]] else { return nil }
        let entry = entries.first { isDark && luminosity($0) == "dark" } ?? entries.first { luminosity($0) == nil } ?? entries.first
        guard let color = entry?["color"] as? [String: Any], let parts = color["components"] as? [String: Any] else { return nil }
        func part(_ key: String) -> CGFloat {
            switch parts[key] {
            case let text as String where text.hasPrefix("0x"): CGFloat(Int(text.dropFirst(2), radix: 16) ?? 0) / 255
            // Integers are in 0...255, other numbers in 0...1.
            case let text as String: CGFloat(Double(text) ?? 0) / (text.contains(".") ? 1 : key == "alpha" ? 1 : 255)
            case let number as NSNumber: CGFloat(number.doubleValue)
            default: key == "alpha" ? 1 : 0
            }
        }
        switch color["color-space"] as? String {
        case "gray-gamma-22", "extended-gray": return UIColor(white: part("white"), alpha: part("alpha")).cgColor
        case "display-p3": return UIColor(displayP3Red: part("red"), green: part("green"), blue: part("blue"), alpha: part("alpha")).cgColor
        default: return UIColor(red: part("red"), green: part("green"), blue: part("blue"), alpha: part("alpha")).cgColor
        }
    }

    private func isFor(_ entry: [String: Any], _ traits: UITraitCollection) -> Bool {
        (luminosity(entry) == "dark") == (traits.userInterfaceStyle == .dark)
    }

    private func luminosity(_ entry: [String: Any]) -> String? {
        let appearances = entry["appearances"] as? [[String: Any]] ?? []
        return appearances.first { $0["appearance"] as? String == "luminosity" }?["value"] as? String
    }

    func contents(_ set: String) -> [String: Any]? {
        guard let data = FileManager.default.contents(atPath: "\(set)/Contents.json") else { return nil }
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    }

    /// Returns the path of the set with a name and kind, in any catalog of the folder.
    func path(of name: String, _ kind: String) -> String? {
        let manager = FileManager.default
        for entry in (try? manager.contentsOfDirectory(atPath: folder))?.sorted() ?? [] where entry.hasSuffix(".xcassets") {
            let root = "\(folder)/\(entry)"
            if manager.fileExists(atPath: "\(root)/\(name).\(kind)") { return "\(root)/\(name).\(kind)" }
            let last = (name as NSString).lastPathComponent
            for path in manager.enumerator(atPath: root)?.compactMap({ $0 as? String }).sorted() ?? []
            where path.hasSuffix("/\(last).\(kind)") || path == "\(last).\(kind)" {
                return "\(root)/\(path)"
            }
        }
        return nil
    }
}
