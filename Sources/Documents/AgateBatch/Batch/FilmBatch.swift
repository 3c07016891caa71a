import Agate
import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO

/// Films from one template, one for each row of a table.
///
///     let table = try DataTable(contentsOf: URL(fileURLWithPath: "people.csv"))
///     var batch = FilmBatch(template: URL(fileURLWithPath: "card.json"), output: "films/{id}.mp4")
///     let report = try batch.run(table)
///     print(report.made, report.failures)
///
/// A column fills the input of the same name in the template (``TemplateInput``): a slot, a text or image layer, a key path. The columns
/// `duration` (seconds), `state` (of a CAML document) and `audio` (a sound, `FILE` or `FILE@SECONDS`), unless the template has an input of
/// that name, and the columns that the output's name mentions are not filled in. Columns that match no input are reported once. A row that
/// can't be made into a film is reported and does not stop the rest; a full disk does. Films are made one after another on the calling
/// thread, each with its own host and its own copy of the template: values that a row omits are the template's. Apple has no counterpart.
public struct FilmBatch: Sendable {
    /// The Lottie or CAML file.
    public var template: URL
    /// The player whose interpretation of a Lottie template is used; nil is the specification.
    public var lottieReading: LottieReading?
    /// The films' names: `{column}` is replaced by a row's value, `{row}` by its number. Missing folders are created.
    public var output: String
    /// The options for encoding films.
    public var options = FilmOptions()
    /// The frame rate in frames per second; nil is the template's own, else 60.
    public var framesPerSecond: Double?
    /// The duration in seconds; nil is the template's own. A row's `duration` overrides it.
    public var duration: Double?
    /// The size in points; nil is the template's own. The template is scaled to fit.
    public var size: CGSize?
    /// The scale in pixels per point.
    public var scale = 1.0
    /// The background colour; nil is none.
    public var background: CGColor?
    /// The rows to make, by their numbers from 1; nil is all.
    public var rows: ClosedRange<Int>?
    /// A Boolean value that indicates whether existing films that were made from the same template and values are kept. Films then have a
    /// manifest beside them, `NAME.json`.
    public var keepsExisting = false
    /// A Boolean value that indicates whether a film may replace the template, the table, or an image that a row names.
    public var overwritesInputs = false
    /// The part of the rows to make, when several machines share the work.
    package var chunk: FilmChunk?
    /// Called with each frame; an error that it throws ends the batch.
    /// True if films have the template's own sounds: those of a Lottie file's audio layers.
    package var keepsSceneSounds = true
    package var interruption: @Sendable () throws -> Void = {}

    /// Creates a batch with the default options.
    public init(template: URL, output: String) { (self.template, self.output) = (template, output) }

    /// The result of a batch.
    public struct Report: Sendable, Codable, Equatable {
        /// A row that could not be made into a film.
        public struct Failure: Sendable, Codable, Equatable {
            /// The row's number, from 1.
            public let row: Int
            /// The line of the table on which the row begins, from 1.
            public let line: Int?
            /// The reason, as text.
            public let reason: String
            /// A Boolean value that indicates whether a later attempt may succeed, for example after an encoder crashed or a disk was full.
            public let isTransient: Bool
        }
        /// The number of films made.
        public var made = 0
        /// The number of films that already existed.
        public var kept = 0
        /// The number of frames in all films made.
        public var frames = 0
        /// The rows that failed, in their order.
        public var failures: [Failure] = []
        /// The columns that match no input.
        public var unused: [String] = []
    }

    /// The result of one row.
    public enum Event: Sendable {
        /// The row's film was written to the file.
        case made(row: Int, file: String)
        /// The row's film already existed, made from the same row and template, and was kept.
        case kept(row: Int, file: String)
        /// The row failed; the others continue.
        case failed(Report.Failure)
    }

    /// Makes the films.
    /// - Parameters:
    ///   - onEvent: Called after each row.
    ///   - onFrame: Called after each frame, with the film's name.
    /// - Throws: ``DataError`` and the readers' errors for conditions that affect all rows: a template that can't be read, a name without a
    ///   placeholder that distinguishes the rows, a mentioned column that does not exist, a film that would replace an input
    ///   (``overwritesInputs``), which is detected before the first film is made.
    public func run(
        _ table: DataTable, onEvent: (Event) -> Void = { _ in }, onFrame: (FilmProgress, String) -> Void = { _, _ in }
    ) throws -> Report {
        let selected = try selection(table)
        // The template is read once, for all rows. A scene of it shows its inputs, and that it can be read at all.
        let source = try SceneSource(template.relativePath, reading: lottieReading ?? .specification), template = try source.makeScene()
        let sceneHash = keepsExisting ? XXHash64.text(try SceneFile.hash(self.template.relativePath)) : nil
        let known = Dictionary(template.inputs.map { ($0.name, $0.kind) }) { first, _ in first }
        let pattern = try OutputPattern(output, columns: table.columns, rows: selected.count)
        let images = TemplateImages(folder: URL(fileURLWithPath: table.file).deletingLastPathComponent())
        var report = Report()
        let columns = Set(table.columns)
        func isFit(_ name: String) -> Bool { name.hasSuffix(".fit") && columns.contains(String(name.dropLast(4))) && known[name] == nil }
        for name in table.columns where known[name] == nil && !Self.reserved.contains(name) && !pattern.columns.contains(name) {
            if !isFit(name), !template.hasKeyPath(name) { report.unused.append(name) }
        }
        let unused = Set(report.unused), claims = FileClaims.current ?? FileClaims(overwritesInputs: overwritesInputs)
        for case .success(let row) in table.rows {
            if let sound = sound(row, known, in: table) { claims.read(sound.file.path, as: "the sound of row \(row.number)") }
        }
        read(table, claims, images) { name in
            known[name].map { $0 == .image }
                ?? !(unused.contains(name) || pattern.columns.contains(name) || Self.reserved.contains(name) || isFit(name))
        }
        let doubles = try claim(selected, of: table, pattern, claims)
        for index in selected {
            try interruption()
            func fail(_ reason: String, line: Int?, isTransient: Bool = false) {
                let failure = Report.Failure(row: index + 1, line: line, reason: reason, isTransient: isTransient)
                report.failures.append(failure)
                onEvent(.failed(failure))
            }
            switch table.rows[index] {
            case .failure(let error): fail(error.reason, line: error.line)
            case .success(let row):
                do {
                    let path = try pattern.path(row)
                    if let other = doubles[row.number] { throw FilmInputError("\(path) is already the film of row \(other)") }
                    var render = FilmRender(settings: try settings(row, unused, pattern, known, table.file), output: path)
                    (render.role, render.claims, render.source, render.sceneHash) = (Self.role(row), claims, source, sceneHash)
                    (render.options, render.framesPerSecond, render.keepsExisting, render.interruption) = (
                        options, framesPerSecond, keepsExisting, interruption
                    )
                    render.duration = try seconds(row, known) ?? duration
                    if let sound = sound(row, known, in: table) { render.options.sounds.append(sound) }
                    render.keepsSceneSounds = keepsSceneSounds
                    try pattern.makeFolder(path)
                    switch try render.run(images: images, onProgress: { onFrame($0, path) }) {
                    case .made(let frames):
                        report.made += 1
                        report.frames += frames
                        onEvent(.made(row: row.number, file: path))
                    case .kept:
                        report.kept += 1
                        onEvent(.kept(row: row.number, file: path))
                    }
                } catch let error where Self.isOfARow(error) {
                    fail("\(error)", line: row.line, isTransient: (error as? FilmError)?.isTransient ?? false)
                }
            }
        }
        return report
    }

    private static let reserved: Set<String> = ["duration", "state", "fit", "audio"]

    /// Returns the fit of the images of a row, or of one of its columns.
    private static func fit(_ row: DataRow, _ name: String, _ known: [String: TemplateInput.Kind]) throws -> ImageFit? {
        for column in ["\(name).fit", "fit"] where known[column] == nil {
            guard let text = row[column]?.trimmingCharacters(in: .whitespaces).lowercased(), !text.isEmpty else { continue }
            guard let fit = ImageFit(rawValue: text) else {
                throw FilmInputError("\(column): \"\(text)\" is not one of \(ImageFit.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return fit
        }
        return nil
    }

    private static func role(_ row: DataRow) -> String { "the film of row \(row.number)" }

    /// Records the inputs: the template, the table, and the images of all rows, since other machines may make their films.
    private func read(_ table: DataTable, _ claims: FileClaims, _ images: TemplateImages, isImage: (String) -> Bool) {
        claims.read(template.path, as: "the template")
        claims.read(folder: template.path, as: "the template")
        claims.read(table.file == "-" ? "/dev/stdin" : URL(fileURLWithPath: table.file).path, as: "the table")
        for sound in options.sounds { claims.read(sound.file.path, as: "a sound") }
        let columns = table.columns.filter(isImage)
        var seen: Set<String> = []
        for case .success(let row) in columns.isEmpty ? [] : table.rows {
            for name in columns {
                // A value that is longer than any path is a picture itself, or a text.
                guard let value = row[name], !value.isEmpty, value.utf8.count < 4096, !value.hasPrefix("data:") else { continue }
                if seen.insert(value).inserted { claims.read(images.url(value).path, as: "the \(name) of row \(row.number)") }
            }
        }
    }

    /// Claims the names of all films before the first one is made.
    /// - Returns: The rows whose name is that of an earlier row, with that row.
    private func claim(
        _ selected: Range<Int>, of table: DataTable, _ pattern: OutputPattern, _ claims: FileClaims
    ) throws -> [Int: Int] {
        let isNumbered = (try? NumberedPath(output))?.isPattern ?? false
        var rows: [FileClaims.Place: Int] = [:], doubles: [Int: Int] = [:]
        for index in selected {
            guard case .success(let row) = table.rows[index], let path = try? pattern.path(row) else { continue }
            let place = FileClaims.place(path)
            if let other = rows[place] {
                doubles[row.number] = other
                continue
            }
            rows[place] = row.number
            // The number of pictures of a row is not known before it is processed.
            if isNumbered { continue }
            try claims.write(path, as: Self.role(row))
            if keepsExisting { try claims.write("\(path).json", as: FilmRender.manifestRole(Self.role(row))) }
        }
        return doubles
    }

    /// Returns the indices of the rows to make.
    private func selection(_ table: DataTable) throws -> Range<Int> {
        var range = 0..<table.rows.count
        if let rows {
            guard rows.lowerBound >= 1, rows.lowerBound <= table.rows.count else {
                throw FilmInputError("\(table.file): row \(rows.lowerBound) does not exist; the table has \(table.rows.count) rows")
            }
            range = (rows.lowerBound - 1)..<min(rows.upperBound, table.rows.count)
        }
        return chunk?.part(of: range) ?? range
    }

    private func settings(
        _ row: DataRow, _ unused: Set<String>, _ pattern: OutputPattern, _ known: [String: TemplateInput.Kind], _ file: String
    ) throws -> RenderSettings {
        var settings = RenderSettings(file: template.relativePath)
        settings.size = size.map { [Double($0.width), Double($0.height)] }
        settings.scale = scale
        settings.lottieReading = lottieReading
        settings.background = background.flatMap { color in
            CGColorSpace(name: CGColorSpace.sRGB).flatMap { color.converted(to: $0, intent: .defaultIntent, options: nil)?.components }?.map
            { Double($0) }
        }
        settings.folder = URL(fileURLWithPath: file).deletingLastPathComponent().relativePath
        for (name, value) in row.values where !unused.contains(name) {
            // An empty cell keeps the template's value, except for texts, which may be empty.
            if value.isEmpty, known[name] != .text { continue }
            if known[name] == nil {
                if name == "state" { settings.state = value }
                if Self.reserved.contains(name) || pattern.columns.contains(name) { continue }
                if name.hasSuffix(".fit"), row[String(name.dropLast(4))] != nil { continue }
            }
            let isOther = known[name].map { $0 != .image } ?? false
            settings.values.append(.init(name: name, value: value, fit: isOther ? nil : try Self.fit(row, name, known)))
        }
        return settings
    }

    /// Returns the sound of a row. Its file is relative to the table's folder.
    private func sound(_ row: DataRow, _ known: [String: TemplateInput.Kind], in table: DataTable) -> FilmSound? {
        guard known["audio"] == nil, let text = row["audio"] else { return nil }
        return FilmSound(text: text, in: URL(fileURLWithPath: table.file).deletingLastPathComponent())
    }

    private func seconds(_ row: DataRow, _ known: [String: TemplateInput.Kind]) throws -> Double? {
        guard known["duration"] == nil, let text = row["duration"], !text.isEmpty else { return nil }
        guard let seconds = TemplateValue.number(text), seconds > 0, seconds <= 1e6 else {
            throw FilmInputError("duration: \"\(text)\" is not a number of seconds greater than 0")
        }
        return seconds
    }

    /// Returns true if an error concerns one row only. A full disk, a missing program or a signal concerns all rows.
    private static func isOfARow(_ error: any Error) -> Bool {
        switch error {
        case let error as FilmError:
            switch error {
            case .unsupported, .unwritable, .encoderFailed: true
            case .exhausted, .programMissing, .encoderMissing, .readerGone, .cancelled: false
            }
        case is FilmInputError, is LottieError, is CAMLError: true
        case let error as ImageError: !SystemError.isTransient(error.code)
        default: false
        }
    }
}
