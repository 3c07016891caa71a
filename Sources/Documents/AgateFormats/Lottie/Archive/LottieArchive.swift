import AgateDiagnostics
import Foundation
import ImageIO

/// A `.lottie` file: a zip archive of animations with their images and fonts, and a manifest that lists them. Versions 1 and 2 are
/// supported.
///
///     let archive = try LottieArchive(contentsOf: url)
///     let scene = try LottieScene(archive: archive, animation: archive.animations[0].id)
///
/// A value; thread-safe. Nothing is written to disk, and files are decompressed only when needed. Themes of version 2 are applied by
/// ``LottieScene``, state machines of version 2 are run by ``LottieStateMachine``. The themes and states of version 1 are not supported;
/// one diagnostic, `lottie.unsupported`, reports this.
public struct LottieArchive: Sendable {
    /// An animation of an archive, and its intended playback.
    public struct Animation: Sendable, Equatable {
        /// Its name in the archive.
        public let id: String
        /// A Boolean value that indicates whether it plays as soon as it is shown; always false in version 2, which leaves that to the
        /// program.
        public let autoplays: Bool
        /// The loop mode; in version 2, which leaves that to the program, it plays once.
        public let loopMode: LottieLoopMode
        /// The speed: 1 is the original speed, values below 0 play backwards.
        public let speed: Double
        /// The intended background, as `#rrggbb` or `#rrggbbaa`, or nil.
        public let background: String?
        /// The ids of the themes that are intended for it; empty for all themes of the archive.
        public let themes: [String]
        /// The id of the initial theme, or nil.
        public let initialTheme: String?

        init(
            id: String, autoplays: Bool, loopMode: LottieLoopMode, speed: Double, background: String?, themes: [String] = [],
            initialTheme: String? = nil
        ) {
            (self.id, self.autoplays, self.loopMode, self.speed, self.background) = (id, autoplays, loopMode, speed, background)
            (self.themes, self.initialTheme) = (themes, initialTheme)
        }
    }

    /// A named set of values for an animation's slots.
    public struct Theme: Sendable, Hashable {
        /// Its name in the archive.
        public let id: String
        /// The display name, or nil.
        public let name: String?
    }

    /// The path of the archive, as given in errors.
    public let file: String
    /// The version of the container, 1 or 2.
    public let version: Int
    /// The animations in the manifest's order; never empty.
    public let animations: [Animation]
    /// The themes in the manifest's order; empty in version 1.
    public let themes: [Theme]
    /// The id of the animation that is shown by default.
    public let initialAnimation: String
    /// The ids of the state machines in the manifest's order; empty in version 1.
    public let stateMachines: [String]
    /// The id of the state machine that plays the archive by default; nil if an animation is shown.
    public let initialStateMachine: String?
    /// The content of the archive that is not used.
    public let diagnostics: [Diagnostic]

    private let zip: ZipReader
    /// The animations that were read, if they are kept.
    private var contents: Locked<[ContentKey: LottieContent]>?
    private struct ContentKey: Hashable { let animation: String, reading: LottieReading }

    /// Reads the directory and the manifest of a file.
    /// - Throws: ``LottieError``.
    public init(contentsOf url: URL, limits: ReadingLimits = .standard) throws {
        try self.init(data: LottieFiles.read(url, limit: limits.archiveSize), file: url.relativePath, limits: limits)
    }

    /// Reads the directory and the manifest of an archive in memory.
    /// - Throws: ``LottieError`` if it is not an archive, is damaged or encrypted, or exceeds the limits when decompressed, if a file's
    ///   name leads out of it, or if the manifest or every animation is missing.
    public init(data: Data, file: String = "(memory)", limits: ReadingLimits = .standard) throws {
        self.file = file
        let data = try LottieFiles.unpacked(data, file: file, limits: limits)
        do {
            zip = try ZipReader(data, maximumFiles: limits.archiveFiles, maximumSize: limits.fileSize, maximumTotal: limits.archiveTotal)
        } catch let refusal as ZipReader.Refusal {
            throw LottieError("", refusal.description, file: file)
        }
        let manifest = try Self.manifest(zip, file: file)
        version = manifest.version
        themes = manifest.themes
        stateMachines = manifest.stateMachines
        initialStateMachine = manifest.initialStateMachine.flatMap { manifest.stateMachines.contains($0) ? $0 : nil }
        let zip = zip
        animations = manifest.animations.filter { Self.jsonPath($0.id, zip) != nil }
        guard let first = animations.first else {
            throw LottieError("", "the archive contains none of the animations listed in its manifest", file: file)
        }
        let wanted = manifest.initial
        initialAnimation = animations.contains { $0.id == wanted } ? wanted ?? first.id : first.id
        diagnostics =
            manifest.unused.isEmpty
            ? []
            : [
                Diagnostic(
                    identifier: "lottie.unsupported",
                    message: "\(file): \(manifest.unused.joined(separator: " and ")) of the archive are not supported; they are ignored"
                )
            ]
    }

    /// Returns the JSON of an animation.
    /// - Throws: ``LottieError`` for an id that is not one of ``animations``, and for a damaged file.
    public func json(of id: String) throws -> Data {
        guard animations.contains(where: { $0.id == id }), let path = Self.jsonPath(id, zip), let data = try contents(path) else {
            throw LottieError(
                "", "the archive has no animation \"\(id)\"; the animations are \(animations.map(\.id).joined(separator: ", "))", file: file
            )
        }
        return data
    }

    /// Keeps each animation that is read from now on, for further scenes of it.
    package mutating func keepContents() { contents = contents ?? Locked([:]) }

    /// Returns an animation as read.
    /// - Throws: ``LottieError``.
    func content(of id: String, reading: LottieReading) throws -> LottieContent {
        let key = ContentKey(animation: id, reading: reading)
        if let known = contents?.withLock({ $0[key] }) { return known }
        let content = try LottieContent(json: json(of: id), file: file, folder: nil, reading: reading)
        contents?.withLock { $0[key] = content }
        return content
    }

    /// Returns the themes that are intended for an animation.
    func themes(of animation: String?) -> [Theme] {
        guard let wish = animations.first(where: { $0.id == animation })?.themes, !wish.isEmpty else { return themes }
        return themes.filter { wish.contains($0.id) }
    }

    /// Returns the rules of a theme.
    func json(ofTheme id: String) throws -> Data {
        let path = "t/\(id).json"
        guard themes.contains(where: { $0.id == id }), ZipReader.path(path) == path, let data = try contents(path) else {
            throw LottieError(
                "",
                "the archive has no theme \"\(id)\"\(themes.isEmpty ? "" : "; the themes are \(themes.map(\.id).joined(separator: ", "))")",
                file: file)
        }
        return data
    }

    /// Returns the file of a state machine.
    func json(ofStateMachine id: String) throws -> Data {
        let path = "s/\(id).json"
        guard stateMachines.contains(id), ZipReader.path(path) == path, let data = try contents(path) else {
            throw LottieError(
                "",
                "the archive has no state machine \"\(id)\"\(stateMachines.isEmpty ? "" : "; the state machines are \(stateMachines.joined(separator: ", "))")",
                file: file)
        }
        return data
    }

    /// Returns the image or font that an animation references by folder and name; nil if it does not exist.
    /// - Throws: ``LottieError`` for a damaged file.
    func resource(folder: String, name: String) throws -> Data? {
        // Programs write the folder with or without a leading slash, or omit it.
        let tail = name.split(separator: "/").last.map(String.init) ?? name
        for path in ["\(folder)/\(name)", name, "i/\(tail)", "images/\(tail)", "f/\(tail)", "fonts/\(tail)", "u/\(tail)", "audio/\(tail)"] {
            guard let inside = ZipReader.path(String(path.drop { $0 == "/" })), let data = try contents(inside) else { continue }
            return data
        }
        return nil
    }

    private func contents(_ path: String) throws -> Data? {
        do { return try zip.contents(path) } catch let refusal as ZipReader.Refusal {
            throw LottieError("", refusal.description, file: file)
        }
    }

    private static func jsonPath(_ id: String, _ zip: ZipReader) -> String? {
        ["a/\(id).json", "animations/\(id).json"].first { ZipReader.path($0) == $0 && zip.paths.contains($0) }
    }

    /// Returns true if bytes begin as a zip archive does.
    static func isArchive(_ data: Data) -> Bool { data.starts(with: [0x50, 0x4B]) }
}

// MARK: Manifest

extension LottieArchive {
    private struct Summary {
        var version = 1
        var animations: [Animation] = []
        var initial: String?
        var themes: [Theme] = []
        var stateMachines: [String] = []
        var initialStateMachine: String?
        var unused: [String] = []
    }

    /// The used properties of both versions of the manifest. All are optional.
    private struct Manifest: Decodable {
        struct Animation: Decodable {
            let id: String
            let autoplay: Bool?
            let loop: Repeats?
            let playMode: String?
            let speed: Double?
            let direction: Double?
            let background: String?
            let themes: [String]?
            let initialTheme: String?
        }
        struct Theme: Decodable {
            let id: String
            let name: String?
        }
        struct Initial: Decodable { let animation: String?, stateMachine: String? }
        struct Machine: Decodable { let id: String }
        struct Anything: Decodable {}
        /// `true`, or the number of repetitions.
        enum Repeats: Decodable {
            case flag(Bool), count(Double)
            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if let flag = try? value.decode(Bool.self) { self = .flag(flag) } else { self = .count(try value.decode(Double.self)) }
            }
        }
        /// `"2"`, `"1.0"` or `1.0`.
        struct Version: Decodable {
            let major: Int
            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                var number = try? value.decode(Double.self)
                if number == nil, let text = try? value.decode(String.self) { number = Double(text.prefix { $0.isNumber }) }
                major = (number ?? 1) >= 2 ? 2 : 1
            }
        }

        let version: Version?
        let animations: [Animation]?
        let activeAnimationId: String?
        let initial: Initial?
        let themes: [Theme]?
        let states: [Anything]?
        let stateMachines: [Machine]?
    }

    private static func manifest(_ zip: ZipReader, file: String) throws -> Summary {
        let data: Data?
        do { data = try zip.contents("manifest.json") } catch let refusal as ZipReader.Refusal {
            throw LottieError("", refusal.description, file: file)
        }
        guard let data else { throw LottieError("", "the archive has no manifest.json", file: file) }
        let manifest: Manifest
        do { manifest = try JSONDecoder().decode(Manifest.self, from: data) } catch {
            throw LottieError("", "the archive's manifest.json is invalid: \(reason(error))", file: file)
        }
        var summary = Summary()
        summary.version = manifest.version?.major ?? 1
        summary.initial = manifest.initial?.animation ?? manifest.activeAnimationId
        summary.animations = (manifest.animations ?? []).map {
            let speed = ($0.speed ?? 1) * (($0.direction ?? 1) < 0 ? -1 : 1)
            return Animation(
                id: $0.id, autoplays: $0.autoplay ?? false, loopMode: loopMode($0), speed: speed.isFinite && speed != 0 ? speed : 1,
                background: $0.background,
                themes: $0.themes ?? [], initialTheme: summary.version >= 2 ? $0.initialTheme : nil
            )
        }
        if summary.version >= 2 {
            summary.themes = (manifest.themes ?? []).map { Theme(id: $0.id, name: $0.name) }
        } else if manifest.themes?.isEmpty == false {
            summary.unused.append("themes")
        }
        summary.initialStateMachine = manifest.initial?.stateMachine
        if summary.version >= 2 {
            summary.stateMachines = (manifest.stateMachines ?? []).map(\.id)
        } else if manifest.stateMachines?.isEmpty == false || manifest.states?.isEmpty == false {
            summary.unused.append("state machines")
        }
        return summary
    }

    private static func loopMode(_ animation: Manifest.Animation) -> LottieLoopMode {
        let returns = animation.playMode?.lowercased().contains("bounce") == true
        switch animation.loop {
        case .flag(true): return returns ? .autoReverse : .loop
        case .count(let count) where count.isFinite && count > 1: return returns ? .repeatBackwards(count) : .repeat(count)
        default: return returns ? .repeatBackwards(1) : .playOnce
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        default: "not well-formed JSON"
        }
    }
}
