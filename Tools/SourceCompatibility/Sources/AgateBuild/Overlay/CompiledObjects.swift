import Foundation

/// The object files in a build folder.
///
/// The compiler tells by the original's time whether a file must be compiled again. A lowered text can change while its original does not:
/// a method that another file declares moves into a class, an optional requirement gets another form. Such a file's object is removed,
/// which SwiftPM and the compiler's driver both take as out of date.
struct CompiledObjects {
    let scratch: String

    /// Removes what was compiled from some originals, in every configuration.
    func remove(of paths: Set<String>) {
        for (_, outputs) in ["debug", "release"].flatMap({ maps($0) }) {
            for (source, files) in outputs where paths.contains(source) {
                if let object = files["object"] { Files.remove(object) }
            }
        }
    }

    /// What SwiftPM gave the compiler last: for each module, the files that it makes of each source.
    func maps(_ configuration: String) -> [(module: String, outputs: [String: [String: String]])] {
        func names(_ folder: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }
        // The link of the configuration's name appears with the first build that goes well.
        return names(scratch).filter { $0 != configuration }.map { "\(scratch)/\($0)/\(configuration)" }.flatMap { folder in
            names(folder).filter { $0.hasSuffix(".build") }.compactMap { name in
                guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)/output-file-map.json"),
                    let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
                else { return nil }
                return (String(name.dropLast(6)), outputs)
            }
        }
    }
}
