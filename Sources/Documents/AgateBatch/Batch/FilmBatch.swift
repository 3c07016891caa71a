import Agate
import AgateDiagnostics
import AgateFormats
import CoreGraphics
import Foundation
import ImageIO

/// Films of one template, one a row of a table.
///
///     let table = try DataTable(contentsOf: URL(fileURLWithPath: "people.csv"))
///     var batch = FilmBatch(template: URL(fileURLWithPath: "card.json"), output: "films/{id}.mp4")
///     let report = try batch.run(table)
///     print(report.made, report.failures)
///
/// A column fills what has its name in the template (``TemplateInput``): a slot, a text or image layer, a key path. The columns `duration`
/// (seconds) and `state` (of a CAML document), unless the template has something of that name, and those that the output's name mentions
/// are not filled in. Columns that nothing has the name of are reported once. A row that can't be made into a film is reported and does not
/// stop the rest; a disk that is full does. Films are made one after another on the calling thread, each in a host and from a reading of
/// the template of its own: what one row leaves out is what the template has. Apple has no counterpart.
public struct FilmBatch: Sendable {
    /// The Lottie or CAML file.
    public var template: URL
    /// Which player a Lottie template is read as; nil is the specification.
    public var lottieReading: LottieReading?
    /// The films' names: `{column}` stands for a row's value, `{row}` for its number. Folders are made where they are missing.
    public var output: String
    /// How films are encoded.
    public var options = FilmOptions()
    /// Frames a second; nil is the template's own, else 60.
    public var framesPerSecond: Double?
    /// Seconds; nil is the template's own. A row's `duration` goes before it.
    public var duration: Double?
    /// In points; nil is the template's own. The template is made to fit.
    public var size: CGSize?
    /// Pixels a point.
    public var scale = 1.0
    /// What is behind; nil is nothing.
    public var background: CGColor?
    /// Which rows, by their numbers from 1; nil is all.
    public var rows: ClosedRange<Int>?
    /// Whether films that are there, made of the same template and values, are kept. Films then have a manifest beside them, `NAME.json`.
    public var keepsExisting = false
    /// Whether a film may take the place of the template, the table, or an image that a row names.
    public var overwritesInputs = false
    /// The part of the rows to make; parts are made by several machines at once.
    package var chunk: FilmChunk?
    /// Called with each frame; what it throws ends the batch.
    package var interruption: @Sendable () throws -> Void = {}

    /// A batch with the usual options.
    public init(template: URL, output: String) { (self.template, self.output) = (template, output) }

    /// What became of a batch.
    public struct Report: Sendable, Codable, Equatable {
        /// A row that is no film.
        public struct Failure: Sendable, Codable, Equatable {
            /// Its number, from 1.
            public let row: Int
            /// The line of the table on which it begins, from 1.
            public let line: Int?
            /// Why, in words.
            public let reason: String
            /// Whether the same may work later: an encoder died, a disk was full.
            public let isTransient: Bool
        }
        /// How many films were made.
        public var made = 0
        /// How many were there already.
        public var kept = 0
        /// Frames of all films made.
        public var frames = 0
        /// The rows that are no films, in their order.
        public var failures: [Failure] = []
        /// Columns that fill nothing.
        public var unused: [String] = []
    }

    /// What one row has become.
    public enum Event: Sendable {
        /// The row's film was written to the file.
        case made(row: Int, file: String)
        /// The row's film was there already, of the same row and template, and was left.
        case kept(row: Int, file: String)
        /// The row made no film; the others go on.
        case failed(Report.Failure)
    }

    /// Makes the films.
    /// - Parameters:
    ///   - onEvent: called after each row.
    ///   - onFrame: called after each frame, with the film's name.
    /// - Throws: ``DataError`` and the readers' errors for what makes all rows pointless: a template that can't be read, a name without a
    ///   place for what differs, a mentioned column that is not there, a film that would take the place of what is read
    ///   (``overwritesInputs``), which is found before the first one is made.
    public func run(
        _ table: DataTable, onEvent: (Event) -> Void = { _ in }, onFrame: (FilmProgress, String) -> Void = { _, _ in }
    ) throws -> Report {
        let selected = try selection(table)
        // Read once to know what it takes, and that it can be read at all.
        let template = try SceneFile.open(template.relativePath, reading: lottieReading ?? .specification)
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
                    (render.role, render.claims) = (Self.role(row), claims)
                    (render.options, render.framesPerSecond, render.keepsExisting, render.interruption) = (
                        options, framesPerSecond, keepsExisting, interruption
                    )
                    render.duration = try seconds(row, known) ?? duration
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

    private static let reserved: Set<String> = ["duration", "state", "fit"]

    /// How the images of a row, or of one column of it, lie in their places.
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

    /// Notes what is read: the template, the table, and the images of all rows, since other machines may make their films.
    private func read(_ table: DataTable, _ claims: FileClaims, _ images: TemplateImages, isImage: (String) -> Bool) {
        claims.read(template.path, as: "the template")
        claims.read(folder: template.path, as: "the template")
        claims.read(table.file == "-" ? "/dev/stdin" : URL(fileURLWithPath: table.file).path, as: "the table")
        let columns = table.columns.filter(isImage)
        var seen: Set<String> = []
        for case .success(let row) in columns.isEmpty ? [] : table.rows {
            for name in columns {
                // What is longer than any path is a picture itself, or a text.
                guard let value = row[name], !value.isEmpty, value.utf8.count < 4096, !value.hasPrefix("data:") else { continue }
                if seen.insert(value).inserted { claims.read(images.url(value).path, as: "the \(name) of row \(row.number)") }
            }
        }
    }

    /// Claims the names of all films before the first one is made.
    /// - Returns: the rows whose name is that of an earlier row, with that one.
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
            // How many pictures a row has is known when it is its turn.
            if isNumbered { continue }
            try claims.write(path, as: Self.role(row))
            if keepsExisting { try claims.write("\(path).json", as: FilmRender.manifestRole(Self.role(row))) }
        }
        return doubles
    }

    /// The rows to make, by their places.
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
            // Nothing in a cell leaves what the template has, but for texts, which may be empty.
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

    private func seconds(_ row: DataRow, _ known: [String: TemplateInput.Kind]) throws -> Double? {
        guard known["duration"] == nil, let text = row["duration"], !text.isEmpty else { return nil }
        guard let seconds = TemplateValue.number(text), seconds > 0, seconds <= 1e6 else {
            throw FilmInputError("duration: \"\(text)\" is not a number of seconds greater than 0")
        }
        return seconds
    }

    /// What is wrong with one row and not with the next: not a disk that is full, a program that is missing, a signal.
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
