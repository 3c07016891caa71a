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
        for map in maps() {
            guard let data = FileManager.default.contents(atPath: map),
                let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
            else { continue }
            for (source, files) in outputs where paths.contains(source) {
                if let object = files["object"] { Files.remove(object) }
            }
        }
    }

    private func maps() -> [String] {
        let folders = ((try? FileManager.default.contentsOfDirectory(atPath: scratch)) ?? []).flatMap { triple in
            ["debug", "release"].map { "\(scratch)/\(triple)/\($0)" }
        }
        return folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".build") }
                .map { "\(folder)/\($0)/output-file-map.json" }
        }
    }
}
